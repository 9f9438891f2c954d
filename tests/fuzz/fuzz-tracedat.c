/* fuzz-tracedat.c - a whole trace.dat: sections, options, chunks, pages
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-load.h"
#include "fuzz-target.h"
#include "th-tracedat.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_load (&th_tracedat_loader, data, size);
  return 0;
}
