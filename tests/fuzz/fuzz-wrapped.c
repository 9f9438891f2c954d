/* fuzz-wrapped.c - a whole file: decompression, the choice of the loader, the load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-target.h"
#include "loader-fixture.h"
#include "th-load-options.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = NULL;

  th_load_options_set_n_threads (1);
  recording = fixture_load_bytes (data, size, &error);
  g_assert_true ((recording == NULL) == (error != NULL));
  if (recording != NULL)
    fixture_read_all (recording);
  return 0;
}
