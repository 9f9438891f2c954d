/* test-number-format.c - counts, times and durations as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model-fixture.h"
#include "th-number-format.h"

#define NS TH_RESOLUTION_NS
#define US TH_RESOLUTION_US
#define TICKS TH_RESOLUTION_TICKS

static void
take (char       *text,
      const char *expected)
{
  g_autofree char *taken = text;

  g_assert_cmpstr (taken, ==, expected);
}

static void
test_times (void)
{
  take (th_format_time (G_GINT64_CONSTANT (188024046310), NS, 0), "188.024046310");
  take (th_format_time (G_GINT64_CONSTANT (188024046000), NS, TH_FORMAT_PLAIN), "188.024046000");
  take (th_format_time (G_GINT64_CONSTANT (188024046000), US, TH_FORMAT_PLAIN), "188.024046");
  take (th_format_time (0, US, 0), "0.000000");
  take (th_format_time (-1000, US, TH_FORMAT_PLAIN), "-0.000001");
  take (th_format_time (-1000, US, 0), "\u22120.000001");
  take (th_format_time (1284031, TICKS, 0), "1\u202f284\u202f031");
  take (th_format_time (-1284031, TICKS, TH_FORMAT_PLAIN), "-1284031");
  take (th_format_time (G_MININT64, NS, TH_FORMAT_PLAIN), "-9223372036.854775808");
  take (th_format_time (G_MAXINT64, NS, TH_FORMAT_PLAIN), "9223372036.854775807");
}

/* A recording that was shifted by nanoseconds shows them. */
static void
test_moved (void)
{
  take (th_format_time (G_GINT64_CONSTANT (188024046001), US, TH_FORMAT_PLAIN), "188.024046001");
}

static void
test_durations (void)
{
  take (th_format_duration (0, NS, 0), "0 ns");
  take (th_format_duration (999, NS, 0), "999 ns");
  take (th_format_duration (1000, NS, 0), "1.000 µs");
  take (th_format_duration (1234567, NS, 0), "1.234 ms");
  take (th_format_duration (1234567, NS, TH_FORMAT_FULL), "1.234567 ms");
  take (th_format_duration (G_GINT64_CONSTANT (2184000000), NS, 0), "2.184 s");
  take (th_format_duration (-12, NS, 0), "\u221212 ns");
  take (th_format_duration (-12, NS, TH_FORMAT_PLAIN), "-12 ns");
  take (th_format_duration (G_MININT64, NS, TH_FORMAT_PLAIN | TH_FORMAT_FULL),
        "-9223372036.854775808 s");
  take (th_format_duration (-175, TICKS, TH_FORMAT_PLAIN), "-175");
  take (th_format_duration (1, TICKS, 0), "1 tick");
  take (th_format_duration (-1284031, TICKS, 0), "\u22121\u202f284\u202f031 ticks");
}

static void
test_coarse_durations (void)
{
  take (th_format_duration (0, US, 0), "0 µs");
  take (th_format_duration (1000, US, 0), "1 µs");
  take (th_format_duration (-999000, US, TH_FORMAT_PLAIN), "-999 µs");
  take (th_format_duration (1000000, US, 0), "1.000 ms");
  take (th_format_duration (1234000, US, TH_FORMAT_FULL), "1.234 ms");
  take (th_format_duration (G_GINT64_CONSTANT (1234567000), US, 0), "1.234 s");
  take (th_format_duration (G_GINT64_CONSTANT (1234567000), US, TH_FORMAT_FULL), "1.234567 s");

  /* The mean of 8 µs and 9 µs, and a function that took 240 ns. */
  take (th_format_duration (8500, US, 0), "8.500 µs");
  take (th_format_duration (240, US, 0), "240 ns");
  take (th_format_duration (1000240, US, TH_FORMAT_FULL), "1.000240 ms");
}

static void
test_offsets (void)
{
  take (th_format_offset (1000000, 1012104, NS), "+12.104");
  take (th_format_offset (1012104, 1000000, NS), "\u221212.104");
  take (th_format_offset (1000000, 1012000, NS), "+12.000");
  take (th_format_offset (1000000, 1012000, US), "+12");
  take (th_format_offset (5000, 5000, US), "+0");
  take (th_format_offset (7, 12111, TICKS), "+12104");
  take (th_format_offset (G_MININT64, G_MAXINT64, TICKS), "+18446744073709551615");
}

static void
test_counts (void)
{
  take (th_format_count (0), "0");
  take (th_format_count (999), "999");
  take (th_format_count (1284031), "1\u202f284\u202f031");
}

static ThRecording *
recording_with (const ThClock *first,
                const ThClock *second)
{
  ThRecording *recording = th_recording_new ("test");

  th_recording_add_stream (recording, "", first, TH_PLACE_U32);
  if (second != NULL)
    th_recording_add_stream (recording, "second", second, TH_PLACE_U32);

  return recording;
}

/* One clock with nanoseconds is enough for nine digits. */
static void
test_resolutions (void)
{
  const ThClock fine = { "local", FALSE, TH_TIME_NONE, FALSE };
  const ThClock coarse = { "", FALSE, TH_TIME_NONE, TRUE };
  const ThClock ticks = { "x86-tsc", TRUE, TH_TIME_NONE, FALSE };
  const struct { const ThClock *first, *second; ThResolution expected; } cases[] = {
    { &fine, NULL, NS }, { &coarse, NULL, US }, { &ticks, NULL, TICKS }, { &coarse, &coarse, US },
    { &coarse, &fine, NS }, { &fine, &coarse, NS }
  };
  g_autoptr(ThRecording) empty = th_recording_new ("test");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(ThRecording) recording = recording_with (cases[i].first, cases[i].second);

      g_assert_cmpint (th_recording_get_resolution (recording), ==, cases[i].expected);
      g_assert_cmpint (th_clock_get_resolution (cases[i].first), ==,
                       cases[i].first == &fine ? NS : cases[i].first == &coarse ? US : TICKS);
    }
  g_assert_cmpint (th_recording_get_resolution (empty), ==, NS);
}

/* Shares of what was counted, and by how many percentage points they changed. */
static void
test_shares (void)
{
  take (th_format_share (0), "0.0 %");
  take (th_format_share (1), "100.0 %");
  take (th_format_share (0.1236), "12.4 %");
  take (th_format_share (0.00042), "0.042 %");
  take (th_format_points (0, 0), "0");
  take (th_format_points (0.172, 0), "+17.2");
  take (th_format_points (-0.0281, 0), "\u22122.81");
  take (th_format_points (-0.0281, TH_FORMAT_PLAIN), "-2.81");
  take (th_format_points (0.00042, 0), "+0.042");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/number-format/times", test_times);
  g_test_add_func ("/model/number-format/moved", test_moved);
  g_test_add_func ("/model/number-format/durations", test_durations);
  g_test_add_func ("/model/number-format/shares", test_shares);
  g_test_add_func ("/model/number-format/coarse-durations", test_coarse_durations);
  g_test_add_func ("/model/number-format/offsets", test_offsets);
  g_test_add_func ("/model/number-format/counts", test_counts);
  g_test_add_func ("/model/number-format/resolutions", test_resolutions);

  return g_test_run ();
}
