/* fuzz-load.c - passes bytes to a loader, for the fuzz targets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-load.h"
#include "loader-fixture.h"
#include "th-load-options.h"
#include "th-recording-testing.h"

/* Returns NULL if the loader refuses them. */
static ThRecording *
load (const ThLoader *loader,
      const void     *data,
      gsize           size)
{
  g_autoptr(ThBytes) bytes = th_bytes_new_memory (data, size);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = NULL;

  /* With several threads a finding would be hard to reproduce. */
  th_load_options_set_n_threads (1);
  th_load_options_set_sideband (TH_SIDEBAND_LOST | TH_SIDEBAND_TASKS | TH_SIDEBAND_MMAPS);
  recording = th_recording_new (loader->id);
  if (!loader->open (bytes, recording, &error))
    {
      g_assert_nonnull (error);
      return NULL;
    }
  g_assert_no_error (error);

  th_loader_load (loader, recording);
  g_assert_cmpint (th_recording_get_state (recording), !=, TH_LOAD_RUNNING);
  fixture_read_all (recording);
  return g_steal_pointer (&recording);
}

void
fuzz_load (const ThLoader *loader,
           const void     *data,
           gsize           size)
{
  ThRecording *recording = load (loader, data, size);

  g_clear_pointer (&recording, th_recording_unref);
}

void
fuzz_load_again (const ThLoader *loader,
                 const void     *data,
                 gsize           size)
{
  g_autoptr(ThRecording) kept = load (loader, data, size);
  g_autoptr(ThRecording) cached = NULL;
  g_autofree char *problems = NULL, *same_problems = NULL;

  th_column_cache_set_usual_limit (1);
  cached = load (loader, data, size);
  th_column_cache_set_usual_limit (0);
  g_assert_true ((kept == NULL) == (cached == NULL));
  if (kept == NULL)
    return;

  fixture_assert_same (kept, cached, th_recording_get_n_streams (kept));
  problems = fixture_problems (kept);
  same_problems = fixture_problems (cached);
  g_assert_cmpstr (problems, ==, same_problems);
}
