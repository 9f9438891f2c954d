/* fuzz-text.c - a trace as text, in any layout
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The lines themselves tell their layout; the corpus has all of them.
 */
#include "fuzz-load.h"
#include "fuzz-target.h"
#include "th-txt.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_load (&th_txt_loader, data, size);
  return 0;
}
