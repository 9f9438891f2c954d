/* test-time-span.c - parsing of time spans
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-time-span.h"

static ThRecording *
recording_new (gboolean ticks)
{
  ThRecording *recording = th_recording_new ("test");

  th_recording_add_stream (recording, "", &(ThClock) { "local", ticks, TH_TIME_NONE },
                           TH_PLACE_U32);
  th_recording_finish (recording);
  return recording;
}

/* th_time_parse() reads the times; this tests the error messages and the defaults. */
static void
test_ends (void)
{
  g_autoptr(ThRecording) recording = recording_new (FALSE);
  g_autoptr(GError) error = NULL;
  gint64 begin, end;

  g_assert_true (th_time_span_parse (recording, "1.5us", "+2us", &begin, &end, &error));
  g_assert_no_error (error);
  g_assert_cmpint (begin, ==, 1500);
  g_assert_cmpint (end, ==, 2000);
  g_assert_true (th_time_span_parse (recording, "2us", "2us", &begin, &end, &error));
  g_assert_false (th_time_span_parse (recording, "1.5ms", "+2us", &begin, &end, &error));
  g_assert_cmpstr (error->message, ==, "The span ends before it begins: 1.5ms is later than +2us");
  g_clear_error (&error);
  g_assert_false (th_time_span_parse (recording, "0", "12 parsecs", &begin, &end, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  g_assert_nonnull (strstr (error->message, "“12 parsecs”"));
}

static void
test_range (void)
{
  g_autoptr(ThRecording) recording = recording_new (FALSE);
  g_autoptr(GError) error = NULL;
  gint64 begin, end;

  g_assert_true (th_time_span_parse_range (recording, NULL, &begin, &end, &error));
  g_assert_cmpint (begin, ==, TH_TIME_NONE);
  g_assert_cmpint (end, ==, G_MAXINT64);
  g_assert_true (th_time_span_parse_range (recording, "1us..2ms", &begin, &end, &error));
  g_assert_cmpint (begin, ==, 1000);
  g_assert_cmpint (end, ==, 2000000);
  g_assert_true (th_time_span_parse_range (recording, "..7ns", &begin, &end, &error));
  g_assert_cmpint (end, ==, 7);
  g_assert_no_error (error);
  g_assert_false (th_time_span_parse_range (recording, "soon..", &begin, &end, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
}

/* Formatted spans can be parsed again, with any clock. */
static void
test_format (void)
{
  for (guint ticks = 0; ticks < 2; ticks++)
    {
      g_autoptr(ThRecording) recording = recording_new (ticks);
      g_autofree char *text = th_time_span_format (recording, 12, 3456);
      g_autoptr(GError) error = NULL;
      gint64 begin, end;

      g_assert_cmpstr (text, ==, ticks ? "12..3456" : "12ns..3456ns");
      g_assert_true (th_time_span_parse_range (recording, text, &begin, &end, &error));
      g_assert_no_error (error);
      g_assert_cmpint (begin, ==, 12);
      g_assert_cmpint (end, ==, 3456);
    }
}

static void
test_split (void)
{
  const char *range;
  g_autofree char *path = th_time_span_split ("dir@1/a.dat@5ms..", &range);
  g_autofree char *plain = NULL, *other = NULL;

  g_assert_cmpstr (path, ==, "dir@1/a.dat");
  g_assert_cmpstr (range, ==, "5ms..");
  plain = th_time_span_split ("me@home", &range);
  g_assert_cmpstr (plain, ==, "me@home");
  g_assert_null (range);
  other = th_time_span_split ("../a.dat", &range);
  g_assert_cmpstr (other, ==, "../a.dat");
  g_assert_null (range);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/time-span/ends", test_ends);
  g_test_add_func ("/time-span/range", test_range);
  g_test_add_func ("/time-span/format", test_format);
  g_test_add_func ("/time-span/split", test_split);

  return g_test_run ();
}
