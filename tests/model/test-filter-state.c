/* test-filter-state.c - chips beside the text of a filter, and what they match
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
       const char  *string)
{
  g_autoptr(ThFilterState) state = th_filter_state_parse (string);
  g_autoptr(GError) error = NULL;
  guint begin, end;
  g_autoptr(ThFilter) filter = th_filter_state_compile (recording, state, &begin, &end, &error);

  g_assert_no_error (error);
  return count_of (filter, recording);
}

static void
take (ThFilterState **state,
      ThFilterState  *changed)
{
  th_filter_state_unref (*state);
  *state = changed;
}

static void
assert_string (ThFilterState *state,
               const char    *expected)
{
  g_autofree char *string = th_filter_state_to_string (state);

  g_assert_cmpstr (string, ==, expected);
}

static void
test_chips (void)
{
  g_autoptr(ThFilterState) state = th_filter_state_new ("");
  guint index;

  take (&state, th_filter_state_add_chip (state, "cpu == 1", FALSE));
  take (&state, th_filter_state_replace_text (state, "len > 60\n"));
  take (&state, th_filter_state_add_chip (state, "task == \"a b\"", TRUE));
  take (&state, th_filter_state_add_chip (state, "cpu == 2", FALSE));
  assert_string (state, "+cpu == 1\n-task == \"a b\"\n+cpu == 2\nlen > 60 ");
  g_assert_cmpstr (th_filter_state_get_text (state), ==, "len > 60 ");
  g_assert_cmpuint (th_filter_state_get_n_chips (state), ==, 3);
  g_assert_cmpstr (th_filter_state_get_chip (state, 1)->test, ==, "task == \"a b\"");
  g_assert_true (th_filter_state_get_chip (state, 1)->excluded);
  g_assert_null (th_filter_state_get_chip (state, 3));
  g_assert_true (th_filter_state_find_chip (state, "cpu == 2", &index));
  g_assert_cmpuint (index, ==, 2);
  g_assert_false (th_filter_state_find_chip (state, "cpu == 3", &index));

  /* A chip that exists is inverted, not added again. */
  take (&state, th_filter_state_add_chip (state, "task == \"a b\"", FALSE));
  take (&state, th_filter_state_turn_chip (state, 0));
  assert_string (state, "-cpu == 1\n+task == \"a b\"\n+cpu == 2\nlen > 60 ");
  take (&state, th_filter_state_remove_chip (state, 1));
  take (&state, th_filter_state_remove_chip (state, 7));
  take (&state, th_filter_state_turn_chip (state, 7));
  assert_string (state, "-cpu == 1\n+cpu == 2\nlen > 60 ");
  take (&state, th_filter_state_remove_chip (state, 0));
  take (&state, th_filter_state_remove_chip (state, 0));
  take (&state, th_filter_state_remove_chip (state, 0));
  take (&state, th_filter_state_add_chip (state, "", FALSE));
  take (&state, th_filter_state_add_chip (state, "cpu == 1\ncpu == 2", FALSE));
  assert_string (state, "len > 60 ");

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *many = g_strdup_printf ("cpu == %u", i);

      take (&state, th_filter_state_add_chip (state, many, FALSE));
    }
  g_assert_cmpuint (th_filter_state_get_n_chips (state), ==, TH_FILTER_MAX_CHIPS);
}

/* Equal values are created and freed separately, which the sanitizer checks. */
static void
test_equal (void)
{
  g_autoptr(ThFilterState) parsed = th_filter_state_parse ("+cpu == 1\n-pid == 0\nlen > 60");
  g_autoptr(ThFilterState) built = th_filter_state_new ("len > 60");
  g_autoptr(ThFilterState) other_text = th_filter_state_replace_text (parsed, "len > 61");
  g_autoptr(ThFilterState) blank = th_filter_state_replace_text (parsed, " \t");
  g_autoptr(ThFilterState) turned = th_filter_state_turn_chip (parsed, 1);
  g_autoptr(ThFilterState) shorter = th_filter_state_remove_chip (parsed, 1);
  g_autoptr(ThFilterState) shared = th_filter_state_ref (parsed);

  take (&built, th_filter_state_add_chip (built, "cpu == 1", FALSE));
  g_assert_false (th_filter_state_equal (parsed, built));
  take (&built, th_filter_state_add_chip (built, "pid == 0", TRUE));
  g_assert_true (parsed != built);
  g_assert_true (th_filter_state_equal (parsed, built));
  g_assert_true (th_filter_state_equal (parsed, shared));

  g_assert_false (th_filter_state_equal (parsed, other_text));
  g_assert_true (th_filter_state_equal_chips (parsed, other_text));
  g_assert_cmpstr (th_filter_state_get_text (blank), ==, "");
  g_assert_false (th_filter_state_equal (parsed, turned));
  g_assert_false (th_filter_state_equal_chips (parsed, turned));
  g_assert_false (th_filter_state_equal (parsed, shorter));
  g_assert_false (th_filter_state_equal (shorter, parsed));
  g_assert_false (th_filter_state_equal (parsed, NULL));
  g_assert_false (th_filter_state_equal (NULL, parsed));
  g_assert_true (th_filter_state_equal (NULL, NULL));
  assert_string (parsed, "+cpu == 1\n-pid == 0\nlen > 60"); /* no change reached it */
}

/* Strings of sessions and settings that earlier versions wrote; they stay byte for byte. */
static const char *const saved[] = {
  "", "len > 60 ", "+task == \"curl\"\nlen > 60", "+cpu == 1\npid == 0", "sched:*",
  "-cpu == 1\n+task == \"a b\"\n+cpu == 2\nlen > 60 ", "+irq:softirq_raise\n",
  "+cpu == 1 or pid == 0\n-vec == 3\nlen or vec", "+cpu == 1\nsched: next_pid == 0",
  "-task == \"+x\"\n++a\n--b\n+ \n", "+comm == \"\xc3\xa9\"\n\xff\xfe", "+cpu == 1\n \t",
};

/* Strings that no version wrote, and what is written for them. */
static const char *const hostile[][2] = {
  { " \n\t\n", "" },
  { "cpu == 1\nlen", "+cpu == 1\nlen" },
  { "cpu\n\n+\n", "+cpu\n+\n+\n" },
  { "-", "-" },
  { "+\r\n-\r\n", "+\r\n-\r\n" },
};

static void
test_string (void)
{
  g_autoptr(GString) many = g_string_new (NULL), kept = g_string_new (NULL);
  g_autoptr(ThFilterState) state = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (saved); i++)
    {
      g_autoptr(ThFilterState) old = th_filter_state_parse (saved[i]);

      assert_string (old, saved[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autoptr(ThFilterState) odd = th_filter_state_parse (hostile[i][0]);

      assert_string (odd, hostile[i][1]);
    }

  for (guint i = 0; i < 100000; i++)
    {
      g_string_append (many, "-\n");
      g_string_append (kept, i < TH_FILTER_MAX_CHIPS ? "-\n" : "");
    }
  g_string_append (many, "text");
  g_string_append (kept, "text");
  state = th_filter_state_parse (many->str);
  g_assert_cmpuint (th_filter_state_get_n_chips (state), ==, TH_FILTER_MAX_CHIPS);
  assert_string (state, kept->str);
}

static void
test_empty (void)
{
  static const char *const empty[] = { "", "  ", "\n", "\t\n \n" };
  static const char *const others[] = { "a", "+a\n", "+\n", "-\n " };

  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    {
      g_autoptr(ThFilterState) state = th_filter_state_parse (empty[i]);

      g_assert_true (th_filter_state_is_empty (state));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr(ThFilterState) state = th_filter_state_parse (others[i]);

      g_assert_false (th_filter_state_is_empty (state));
    }
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

static char *
dup_expression (ThRecording *recording,
                const char  *string)
{
  g_autoptr(ThFilterState) state = th_filter_state_parse (string);

  return th_filter_state_to_expression (recording, state);
}

static void
test_same (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autofree char *expression = dup_expression (recording, same[i][0]);

      g_assert_cmpstr (expression, ==, same[i][1]);
      g_assert_cmpuint (count (recording, same[i][0]), ==, count (recording, expression));
    }

  /* Chips and a text in trace-cmd's syntax are not one expression, but they compile. */
  g_assert_null (dup_expression (recording, "+cpu == 1\nsched: next_pid == 0"));
  g_assert_cmpuint (count (recording, "+cpu == 1\nsched: next_pid == 0"), ==,
                    count (recording, "cpu == 1 and sched:* and next_pid == 0"));
  g_assert_cmpuint (count (recording, "-cpu == 1\nsched: next_pid == 0"), ==,
                    count (recording, "cpu != 1 and sched:* and next_pid == 0"));
}

static GError *
compile_wrong (ThRecording *recording,
               const char  *string,
               guint       *begin,
               guint       *end)
{
  g_autoptr(ThFilterState) state = th_filter_state_parse (string);
  GError *error = NULL;

  g_assert_null (th_filter_state_compile (recording, state, begin, end, &error));
  g_assert_nonnull (error);
  return error;
}

static void
test_mistakes (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(GError) in_text = NULL, in_chip = NULL, malformed = NULL;
  guint begin, end;

  in_text = compile_wrong (recording, "+cpu == 1\nbogus == 3", &begin, &end);
  g_assert_error (in_text, TH_FILTER_ERROR, TH_FILTER_ERROR_UNKNOWN);
  g_assert_cmpuint (begin, ==, 0);
  g_assert_cmpuint (end, ==, 5);
  in_chip = compile_wrong (recording, "+bogus == 1\nlen > 3", &begin, &end);
  g_assert_error (in_chip, TH_FILTER_ERROR, TH_FILTER_ERROR_UNKNOWN);
  g_assert_cmpuint (end, ==, 0);
  malformed = compile_wrong (recording, "cpu\n\n+\n", &begin, &end);
}

/* --- conditions that an event meets ------------------------------------------ */

/* Each event meets the conditions made of it and of its fields. */
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
      char *test = th_filter_test_of_field (recording, &table->fields[i], &payload);

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
  g_test_add_func ("/model/filter-state/equal", test_equal);
  g_test_add_func ("/model/filter-state/string", test_string);
  g_test_add_func ("/model/filter-state/empty", test_empty);
  g_test_add_func ("/model/filter-state/same", test_same);
  g_test_add_func ("/model/filter-state/mistakes", test_mistakes);
  g_test_add_func ("/model/filter-state/events", test_events);
  g_test_add_func ("/model/filter-state/words", test_words);

  return g_test_run ();
}
