/* fuzz-filter.c - evaluates an expression of the filter language over a real recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "fuzz-target.h"
#include "loader-fixture.h"
#include "th-filter.h"

static ThRecording *
get_recording (void)
{
  static ThRecording *recording;

  if (recording == NULL)
    {
      g_autoptr(GError) error = NULL;

      recording = fixture_load (FUZZ_RECORDING, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (th_recording_get_n_events (recording), >, 0);
    }
  return recording;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  ThRecording *recording = get_recording ();
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRows) rows = NULL;
  g_autoptr(ThFilter) filter = NULL;
  guint begin = 0, end = 0;

  filter = th_filter_new (recording, text, &begin, &end, &error);
  if (filter == NULL)
    {
      g_assert_true (begin <= end && begin <= strlen (text));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }

  rows = th_rows_new (recording);
  th_filter_evaluate (filter, rows, NULL, 1, NULL);
  g_assert_cmpuint (th_rows_get_n_decided (rows), ==, th_recording_get_n_events (recording));
  return 0;
}
