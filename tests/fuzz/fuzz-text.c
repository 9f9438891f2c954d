/* fuzz-text.c - a text trace in any layout
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The layout follows from the lines themselves; the corpus has all layouts.
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
