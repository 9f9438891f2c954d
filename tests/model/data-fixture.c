/* data-fixture.c - recordings of tests/data, for tests that need loaders too
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "data-fixture.h"
#include "th-loaders.h"

ThRecording *
test_recording_load (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;
  ThRecording *recording = th_loader_open (path, &loader, &error);

  g_assert_no_error (error);
  th_loader_load (loader, recording);
  return recording;
}
