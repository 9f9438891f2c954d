/* test-text-long.c - a long text is opened by its beginning and samples of the rest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The same bytes that may not be opened again are the oracle: all of their lines are read before
 * the load.
 */
#include "th-loaders.h"

#include "loader-fixture.h"

/* Loads as a window does: again if the load outgrew what was opened. */
static ThRecording *
load_again (ThBytes *bytes,
            guint   *n_loads)
{
  ThRecording *recording = NULL;
  const ThLoader *loader;

  *n_loads = 0;
  do
    {
      g_clear_pointer (&recording, th_recording_unref);
      recording = th_loader_open_bytes (bytes, &loader, NULL);
      g_assert_nonnull (recording);
      th_loader_load (loader, recording);
      (*n_loads)++;
    }
  while (th_recording_is_outgrown (recording));
  return recording;
}

#define N_LONG 24000

/* Returns a text of 24,000 long lines, 10 MB, of one of which @line is a copy of @odd. */
static GString *
long_text (guint       line,
           const char *odd)
{
  GString *text = g_string_new ("# tracer: nop\n");
  g_autofree char *padding = g_strnfill (400, 'x');

  for (guint i = 0; i < N_LONG; i++)
    if (i == line)
      g_string_append (text, odd);
    else
      g_string_append_printf (text, "  task-%u  [00%u] d..1.  %u.%06u: my_event: a=%u s=%s\n",
                              i % 7 + 1, i % 2, 100 + i / 1000, i % 1000 * 1000, i, padding);
  return text;
}

/* Of a long text that may be opened again, only the beginning and samples are read before the
 * load. */
static void
check_long (guint       line,
            const char *odd,
            guint       n_expected)
{
  g_autoptr(GString) text = long_text (line, odd);
  g_autoptr(ThBytes) bytes = th_bytes_new_memory (text->str, text->len);
  g_autoptr(ThRecording) plain = fixture_load_bytes (text->str, text->len, NULL);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GString) was = NULL;
  g_autoptr(GString) is = NULL;
  g_autofree char *problems_were = NULL;
  g_autofree char *problems_are = NULL;
  guint n_loads;

  th_bytes_set_may_outgrow (bytes, TRUE);
  recording = load_again (bytes, &n_loads);
  g_assert_cmpuint (n_loads, ==, n_expected);
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, N_LONG);
  was = fixture_dump (plain);
  is = fixture_dump (recording);
  g_assert_true (g_string_equal (was, is));
  problems_were = fixture_problems (plain);
  problems_are = fixture_problems (recording);
  g_assert_cmpstr (problems_are, ==, problems_were);
}

static void
test_long (void)
{
  check_long (G_MAXUINT, NULL, 1);
  /* At the end, where there is a sample: its CPU was declared. */
  check_long (N_LONG - 1, "  task-7  [005] d..1.  999.000001: my_event: a=1\n", 1);
  /* Between the samples: a CPU, and the microseconds of a clock that seemed to have fewer digits
   * are not what was declared. */
  check_long (N_LONG - 100, "  task-7  [005] d..1.  123.900001: my_event: a=1\n", 2);
  check_long (N_LONG - 100, "  task-7  [001] d..1.  123.900000001: my_event: a=1\n", 2);
  /* The past, and a task's name at that time, which only perf prints. */
  check_long (N_LONG - 100, "  task-7  [001] d..1.  100.000000: my_event: a=1\n", 2);
  check_long (N_LONG - 100, "task  7 [001]  123.900000:  my_event: a=1\n", 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/long", test_long);
  return g_test_run ();
}
