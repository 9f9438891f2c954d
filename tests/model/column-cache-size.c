/* column-cache-size.c - runs a test program with another size of the column cache
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Linked into programs that test.  $TEST_COLUMN_CACHE is the size in bytes; 1 stands for a single
 * unit, so that nearly every access decodes.
 */
#include "th-recording-testing.h"

__attribute__ ((constructor)) static void
set_size (void)
{
  const char *bytes = g_getenv ("TEST_COLUMN_CACHE");

  if (bytes != NULL)
    th_column_cache_set_usual_limit (g_ascii_strtoull (bytes, NULL, 10));
}
