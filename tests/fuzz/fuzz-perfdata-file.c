/* fuzz-perfdata-file.c - a whole perf.data with sections
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-load.h"
#include "fuzz-target.h"
#include "th-perfdata.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_load_again (&th_perfdata_loader, data, size);
  return 0;
}
