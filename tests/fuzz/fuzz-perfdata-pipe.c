/* fuzz-perfdata-pipe.c - the output of “perf record -o -” after its header
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The first byte chooses the byte order; the header is always valid, so that the input is spent on
 * records.
 */
#include <string.h>

#include "fuzz-load.h"
#include "fuzz-target.h"
#include "th-perfdata.h"

#define HEADER 16

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  gboolean big_endian = size > 0 && (data[0] & 1) != 0;
  guint64 head = HEADER;
  g_autofree guint8 *stream = g_malloc (HEADER + size);

  if (size == 0)
    return 0;

  head = big_endian ? GUINT64_TO_BE (head) : GUINT64_TO_LE (head);
  memcpy (stream, big_endian ? "2ELIFREP" : "PERFILE2", 8);
  memcpy (stream + 8, &head, sizeof head);
  memcpy (stream + HEADER, data + 1, size - 1);
  fuzz_load_again (&th_perfdata_loader, stream, HEADER + size - 1);
  return 0;
}
