/* test-filter-state.c - chips beside the text of a filter, and what they let through
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "data-fixture.h"
#include "model-fixture.h"
#include "th-filter-state.h"

static guint64
count_of (ThFilter    *filter,
          ThRecording *recording)
{
  g_autoptr(ThRows) rows = th_rows_new (recording);

  th_filter_evaluate (filter, rows, NULL, 2, NULL);
  return th_rows_get_n (rows);
}

static guint64
count (ThRecording *recording,
       const char  *state)
{
  g_autoptr(GError) error = NULL;
  guint begin, end;
  g_autoptr(ThFilter) filter = th_filter_state_compile (recording, state, &begin, &end, &error);

  g_assert_no_error (error);
  return count_of (filter, recording);
}

static void
take (char **state,
      char  *changed)
{
  g_free (*state);
  *state = changed;
}

static void
test_chips (void)
{
  g_autofree char *state = g_strdup ("");
  g_autofree char *test = NULL;
  gboolean out;

  take (&state, th_filter_state_add_chip (state, "cpu == 1", FALSE));
  take (&state, th_filter_state_set_text (state, "len > 60\n"));
  take (&state, th_filter_state_add_chip (state, "task == \"a b\"", TRUE));
  take (&state, th_filter_state_add_chip (state, "cpu == 2", FALSE));
  g_assert_cmpstr (state, ==, "+cpu == 1\n-task == \"a b\"\n+cpu == 2\nlen > 60 ");
  g_assert_cmpstr (th_filter_state_get_text (state), ==, "len > 60 ");
  g_assert_cmpuint (th_filter_state_get_n_chips (state), ==, 3);
  test = th_filter_state_dup_chip (state, 1, &out);
  g_assert_cmpstr (test, ==, "task == \"a b\"");
  g_assert_true (out);
  g_assert_null (th_filter_state_dup_chip (state, 3, &out));

  /* One that is there is turned, not doubled. */
  take (&state, th_filter_state_add_chip (state, "task == \"a b\"", FALSE));
  take (&state, th_filter_state_turn_chip (state, 0));
  g_assert_cmpstr (state, ==, "-cpu == 1\n+task == \"a b\"\n+cpu == 2\nlen > 60 ");
  take (&state, th_filter_state_remove_chip (state, 1));
  take (&state, th_filter_state_remove_chip (state, 7));
  g_assert_cmpstr (state, ==, "-cpu == 1\n+cpu == 2\nlen > 60 ");
  take (&state, th_filter_state_remove_chip (state, 0));
  take (&state, th_filter_state_remove_chip (state, 0));
  g_assert_cmpstr (state, ==, "len > 60 ");

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *many = g_strdup_printf ("cpu == %u", i);

      take (&state, th_filter_state_add_chip (state, many, FALSE));
    }
  g_assert_cmpuint (th_filter_state_get_n_chips (state), ==, TH_FILTER_MAX_CHIPS);
}

/* A state, and the expression that means the same. */
static const char *const same[][2] = {
  { "", "" },
  { "len > 60", "len > 60" },
  { "+cpu == 1\n", "cpu == 1" },
  { "-cpu == 1\n", "not cpu == 1" },
  { "+cpu == 1\n+cpu == 2\n", "(cpu == 1 or cpu == 2)" },
  { "+cpu == 1\n-pid == 0\n+cpu == 2\n-irq:softirq_raise\nlen or vec",
    "(cpu == 1 or cpu == 2) and not pid == 0 and not irq:softirq_raise and (len or vec)" },
  { "+irq:softirq_raise\n+sched:sched_switch\n", "(irq:softirq_raise or sched:sched_switch)" },
  { "+cpu == 1 or pid == 0\n-vec == 3\nlen or vec",
    "(cpu == 1 or pid == 0) and not vec == 3 and (len or vec)" },
};

static void
test_same (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autofree char *expression = th_filter_state_to_expression (recording, same[i][0]);

      g_assert_cmpstr (expression, ==, same[i][1]);
      g_assert_cmpuint (count (recording, same[i][0]), ==, count (recording, expression));
    }

  /* trace-cmd's spelling beside chips is no one expression, but is decided. */
  g_assert_null (th_filter_state_to_expression (recording, "+cpu == 1\nsched: next_pid == 0"));
  g_assert_cmpuint (count (recording, "+cpu == 1\nsched: next_pid == 0"), ==,
                    count (recording, "cpu == 1 and sched:* and next_pid == 0"));
  g_assert_cmpuint (count (recording, "-cpu == 1\nsched: next_pid == 0"), ==,
                    count (recording, "cpu != 1 and sched:* and next_pid == 0"));
}

static void
test_mistakes (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(GError) error = NULL;
  guint begin, end;

  g_assert_null (th_filter_state_compile (recording, "+cpu == 1\nbogus == 3", &begin, &end,
                                          &error));
  g_assert_error (error, TH_FILTER_ERROR, TH_FILTER_ERROR_UNKNOWN);
  g_assert_cmpuint (begin, ==, 0);
  g_assert_cmpuint (end, ==, 5);
  g_clear_error (&error);
  g_assert_null (th_filter_state_compile (recording, "+bogus == 1\nlen > 3", &begin, &end, &error));
  g_assert_error (error, TH_FILTER_ERROR, TH_FILTER_ERROR_UNKNOWN);
  g_assert_cmpuint (end, ==, 0);
  g_clear_error (&error);
  /* Lines that are none. */
  g_assert_null (th_filter_state_compile (recording, "cpu\n\n+\n", &begin, &end, &error));
  g_assert_nonnull (error);
}

/* --- tests that an event passes ------------------------------------------ */

/* Each event passes its own tests, and those of its fields. */
static void
check_event (ThRecording *recording,
             ThReader    *reader,
             ThRef        ref)
{
  const ThFieldTable *table = th_recording_get_fields (recording,
                                                       th_recording_get_type (recording, ref));
  g_autoptr(GPtrArray) tests = g_ptr_array_new_with_free_func (g_free);
  ThPayload payload;

  for (ThEventPart part = TH_EVENT_TASK; part <= TH_EVENT_PID; part++)
    g_ptr_array_add (tests, th_filter_test_of_event (recording, ref, part));
  for (guint i = 0; i < table->n_fields && th_reader_get_payload (reader, ref, &payload); i++)
    {
      char *test = th_filter_test_of_field (&table->fields[i], &payload);

      if (test != NULL)
        g_ptr_array_add (tests, test);
    }

  for (guint i = 0; i < tests->len; i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(ThFilter) filter = th_filter_new (recording, tests->pdata[i], NULL, NULL, &error);
      g_autoptr(ThFilterEvaluator) run = NULL;

      if (error != NULL)
        g_test_message ("%s: %s", (char *) tests->pdata[i], error->message);
      g_assert_nonnull (filter);
      run = th_filter_evaluator_new (filter);
      if (!th_filter_evaluator_match (run, ref))
        g_error ("%s", (char *) tests->pdata[i]);
    }
}

static void
test_events (void)
{
  static const char *const names[] = { "k612-rep.dat", "e1000-veth-loss.dat",
                                       "virtio-tp-g.perf.data", "e1000-ftrace-default.txt" };

  for (guint f = 0; f < G_N_ELEMENTS (names); f++)
    {
      g_autoptr(ThRecording) recording = test_recording_load (names[f]);
      g_autoptr(ThReader) reader = th_reader_new (recording);
      guint n_seen[1024] = { 0, };

      for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (recording, 0)); c++)
        for (guint32 row = 0;
             row < th_cpu_get_n_rows (th_stream_get_cpu (th_recording_get_stream (recording, 0),
                                                         c)); row++)
          {
            ThRef ref = { 0, c, row };
            guint type = th_recording_get_type (recording, ref);

            if (type < G_N_ELEMENTS (n_seen) && n_seen[type]++ < 5)
              check_event (recording, reader, ref);
          }
    }
}

static void
test_words (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  static const char *const expected[] = { "task == \"<idle>\"", "irq:softirq_raise", "cpu == 0",
                                          "pid == 0" };
  g_autoptr(ThFilter) filter =
    th_filter_new (recording, "cpu == 0 and pid == 0 and irq:softirq_raise", NULL, NULL, NULL);
  g_autoptr(ThRows) rows = th_rows_new (recording);
  ThRef ref = { 0, 0, 0 };

  th_filter_evaluate (filter, rows, NULL, 1, NULL);
  ref.row = th_rows_next (rows, 0, 0, 0);
  for (ThEventPart part = TH_EVENT_TASK; part <= TH_EVENT_PID; part++)
    {
      g_autofree char *test = th_filter_test_of_event (recording, ref, part);

      g_assert_cmpstr (test, ==, expected[part]);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/filter-state/chips", test_chips);
  g_test_add_func ("/model/filter-state/same", test_same);
  g_test_add_func ("/model/filter-state/mistakes", test_mistakes);
  g_test_add_func ("/model/filter-state/events", test_events);
  g_test_add_func ("/model/filter-state/words", test_words);

  return g_test_run ();
}
