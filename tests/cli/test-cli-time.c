/* test-cli-time.c - times on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-time.h"

/* What a text means is th_time_parse()'s; here: which sentence, and the defaults. */
static void
test_spans (void)
{
  g_autoptr(ThRecording) recording = th_recording_new ("test");
  g_autoptr(GError) error = NULL;
  gint64 begin, end;

  th_recording_add_stream (recording, "", &(ThClock) { "local", FALSE, TH_TIME_NONE },
                           TH_PLACE_U32);
  th_recording_finish (recording);
  g_assert_true (th_cli_parse_span (recording, "1.5ms", "+2us", &begin, &end, &error));
  g_assert_no_error (error);
  g_assert_cmpint (begin, ==, 1500000);
  g_assert_cmpint (end, ==, 2000);
  g_assert_false (th_cli_parse_span (recording, "0", "12 parsecs", &begin, &end, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  g_assert_nonnull (strstr (error->message, "“12 parsecs”"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/time/spans", test_spans);

  return g_test_run ();
}
