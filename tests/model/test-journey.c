/* test-journey.c - the description of one flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-journey-text.h"

static const ThStage stages[] = { { "gro", "gro", "", TH_CONTEXT_GRO, FALSE } };
static const ThParentKind kinds[] = { { "gro", "merged into", "merged into it" },
                                      { "clone", "cloned from", "cloned from it" } };
static const ThFlowsInfo flows_info = {
  .noun = "packet", .stages = stages, .n_stages = 1, .parent_kinds = kinds, .n_parent_kinds = 2,
  .table = 0
};

static const ThColumn columns[] = {
  { "outcome", "Outcome", TH_COLUMN_TEXT },
  { "length", "Length", TH_COLUMN_BYTES },
};

static const ThTableInfo table_info = { "packets", "Packets", "packet", columns,
                                        G_N_ELEMENTS (columns), -1, FALSE };

/* Returns legs with the lengths "10 -5 3". */
static GArray *
make_legs (const char *text)
{
  GArray *legs = g_array_new (FALSE, TRUE, sizeof (ThLeg));
  g_auto(GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] != NULL && words[i][0] != '\0'; i++)
    {
      ThLeg leg = { .begin = 100, .end = 100 + g_ascii_strtoll (words[i], NULL, 10) };

      g_array_append_val (legs, leg);
    }

  return legs;
}

static void
assert_shares (const char *lengths,
               const char *expected)
{
  g_autoptr(GArray) legs = make_legs (lengths);
  g_autofree guint *percents = g_new0 (guint, legs->len + 1);
  g_autoptr(GString) text = g_string_new (NULL);

  th_journey_share (legs, percents);
  for (guint i = 0; i < legs->len; i++)
    g_string_append_printf (text, i > 0 ? " %u" : "%u", percents[i]);
  g_assert_cmpstr (text->str, ==, expected);
}

/* They add up to 100, whatever the lengths. */
static void
test_share (void)
{
  assert_shares ("1 1 1", "34 33 33");
  assert_shares ("1 1 1 1 1 1 1", "15 15 14 14 14 14 14");
  assert_shares ("999 1", "100 0");
  assert_shares ("50 -20 50", "50 0 50");
  assert_shares ("0 0", "0 0");
  assert_shares ("-3", "0");
  assert_shares ("7", "100");
  assert_shares ("", "");
  assert_shares ("9000000000000000000 9000000000000000000", "50 50");
}

/* "stage:length" … */
static GArray *
make_stage_legs (const char *text)
{
  GArray *legs = make_legs ("");
  g_auto(GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      ThLeg leg = { .begin = 7, .stage = g_ascii_digit_value (words[i][0]) };

      leg.end = leg.begin + g_ascii_strtoll (words[i] + 2, NULL, 10);
      g_array_append_val (legs, leg);
    }

  return legs;
}

/* Each stage is listed once, in order of its first leg, with all of its time. */
static void
test_sum_stages (void)
{
  g_autoptr(GArray) legs = make_stage_legs ("3:10 1:5 3:7 0:2 1:-1");
  g_autoptr(GArray) sums = th_journey_sum_stages (legs);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < sums->len; i++)
    {
      const ThLeg *stage = &g_array_index (sums, ThLeg, i);

      g_string_append_printf (text, "%u:%" G_GINT64_FORMAT " ", stage->stage,
                              stage->end - stage->begin);
    }
  g_assert_cmpstr (text->str, ==, "3:17 1:4 0:2 ");
}

static void
test_longest (void)
{
  g_autoptr(GArray) legs = make_legs ("3 9 -20 9"), none = make_legs ("0 -1");

  g_assert_cmpuint (th_journey_find_longest (legs), ==, 1);
  g_assert_cmpuint (th_journey_find_longest (none), ==, G_MAXUINT);
}

static void
assert_name (guint64     key,
             const char *name,
             const char *id)
{
  const ThFlow flow = { .key = key, .generation = 3 };
  g_autofree char *short_name = th_journey_dup_name (&flow), *whole = th_journey_dup_id (&flow);

  g_assert_cmpstr (short_name, ==, name);
  g_assert_cmpstr (whole, ==, id);
}

static void
test_names (void)
{
  assert_name (G_GUINT64_CONSTANT (0xffff88011c5bb300), "…1c5bb300#3", "0xffff88011c5bb300#3");
  assert_name (0x12345678, "0x12345678#3", "0x12345678#3");
  assert_name (G_MAXUINT64, "…ffffffff#3", "0xffffffffffffffff#3");
}

/* Known words are translated; others are unchanged. */
static void
test_outcomes (void)
{
  g_assert_cmpstr (th_journey_get_outcome_title ("delivered"), ==, "delivered");
  g_assert_cmpstr (th_journey_get_outcome_title ("eaten"), ==, "eaten");
}

static void
test_row (void)
{
  g_autoptr(ThResults) results = th_results_new ("packets", "Packets");
  g_autoptr(ThResults) bare = th_results_new ("bare", "Bare");
  ThFlows *flows = th_results_add_flows (results, &flows_info);
  ThTable *table = th_results_add_table (results, &table_info);
  const ThStep steps[] = { { .time = 10 }, { .time = 25 } };

  for (guint i = 0; i < 2; i++)
    {
      const ThFlow flow = { .key = 1, .number = th_flows_begin (flows), .n_steps = 2 };
      const gint64 cells[] = { th_results_intern (results, i == 0 ? "delivered" : "dropped"),
                               i == 0 ? 1440 : TH_CELL_NONE };

      th_flows_finalize (flows, &flow, steps);
      th_table_append (table, TH_REF_NONE, cells);
    }
  th_results_add_flows (bare, &flows_info);
  th_results_publish (results);
  th_results_publish (bare);

  g_assert_cmpstr (th_journey_get_word (results, 0, "outcome"), ==, "delivered");
  g_assert_cmpint (th_journey_get_cell (results, 0, "length"), ==, 1440);
  g_assert_cmpint (th_journey_get_cell (results, 1, "length"), ==, TH_CELL_NONE);
  g_assert_cmpint (th_journey_get_cell (results, 2, "length"), ==, TH_CELL_NONE);
  g_assert_null (th_journey_get_word (results, 0, "length"));
  g_assert_null (th_journey_get_word (results, 0, "nothing"));
  g_assert_false (th_journey_is_dropped (results, 0));
  g_assert_true (th_journey_is_dropped (results, 1));
  g_assert_cmpint (th_journey_get_total (results, 1), ==, 15);
  /* The table may not exist yet. */
  g_assert_null (th_journey_get_word (bare, 0, "outcome"));
}

/* Totals 7, 20, 7, none (5 to 14) and, for a merged flow, 90: the longest first, equal ones in
 * their order. */
static void
test_slowest (void)
{
  static const ThColumn total[] = { { "total", "Total", TH_COLUMN_DURATION } };
  static const ThTableInfo info = { "packets", "Packets", "packet", total, 1, -1, FALSE };
  static const gint64 totals[] = { 7, 20, 7, TH_CELL_NONE, 90 };
  g_autoptr(ThResults) results = th_results_new ("packets", "Packets");
  ThFlows *flows = th_results_add_flows (results, &flows_info);
  ThTable *table = th_results_add_table (results, &info);
  const ThStep steps[] = { { .time = 5 }, { .time = 14 } };
  g_autoptr(GString) order = g_string_new (NULL);
  gint cancelled = 1;

  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    {
      const ThFlow flow = { .key = 1, .number = th_flows_begin (flows), .n_steps = 2,
                            .flags = i == 4 ? TH_FLOW_PART : 0 };

      th_flows_finalize (flows, &flow, steps);
      th_table_append (table, TH_REF_NONE, &totals[i]);
    }
  g_assert_cmpuint (th_journey_find_slowest (results, TH_FLOW_NONE, NULL), ==, TH_FLOW_NONE);
  th_results_publish (results);

  for (guint32 row = TH_FLOW_NONE;
       (row = th_journey_find_slowest (results, row, NULL)) != TH_FLOW_NONE;)
    g_string_append_printf (order, "%u ", row);
  g_assert_cmpstr (order->str, ==, "1 3 0 2 ");
  g_assert_cmpuint (th_journey_find_slowest (results, TH_FLOW_NONE, &cancelled), ==, TH_FLOW_NONE);
}

/* Each letter is a step of that name; a capital letter is an inferred one. */
static void
assert_folds (const char *names,
              guint32     max,
              const char *expected)
{
  g_autoptr(ThResults) results = th_results_new ("packets", "Packets");
  ThFlows *flows = th_results_add_flows (results, &flows_info);
  ThFlow flow = { .number = th_flows_begin (flows), .n_steps = strlen (names) };
  g_autofree ThStep *steps = g_new0 (ThStep, flow.n_steps);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GArray) folds = NULL;

  for (guint i = 0; i < flow.n_steps; i++)
    steps[i] = (ThStep) { .time = i, .label = g_ascii_tolower (names[i]),
                          .confidence = g_ascii_isupper (names[i]) ? TH_CONFIDENCE_INFERRED
                                                                   : TH_CONFIDENCE_EXACT };
  th_flows_finalize (flows, &flow, steps);
  th_results_publish (results);

  folds = th_journey_list_folds (flows, th_flows_get (flows, 0), max);
  for (guint i = 0; i < folds->len; i++)
    {
      ThFold fold = g_array_index (folds, ThFold, i);

      g_string_append_printf (text, fold.n_times > 1 ? "%.*s×%u " : "%.*s ", (int) fold.period,
                              names + fold.first, fold.n_times);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_folds (void)
{
  assert_folds ("abbbbc", 99, "a b×4 c ");
  assert_folds ("aabccc", 99, "a a b c×3 ");
  assert_folds ("Aaaa", 99, "A a×3 ");
  assert_folds ("aaaaaa", 4, "a×4 ");
  assert_folds ("aaaaaa", 2, "a a ");
  assert_folds ("xababababa", 99, "x ab×4 a ");
  assert_folds ("abab", 99, "a b a b ");
  assert_folds ("aBcaBcaBcd", 99, "aBc×3 d ");
  assert_folds ("", 99, "");
}

static void
assert_kin (ThFlows    *flows,
            guint32     row,
            guint       max_parts,
            const char *expected)
{
  guint n_left_out;
  g_autoptr(GArray) kin = th_journey_list_related (flows, row, max_parts, &n_left_out);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < kin->len; i++)
    g_string_append_printf (text, "%s %u, ", g_array_index (kin, ThRelatedFlow, i).what,
                            g_array_index (kin, ThRelatedFlow, i).row);
  g_string_append_printf (text, "%u more", n_left_out);
  g_assert_cmpstr (text->str, ==, expected);
}

/* 0 was cloned from 1 and merged into 2; 3 may be merged into 1 or 2. */
static void
test_kin (void)
{
  g_autoptr(ThResults) results = th_results_new ("packets", "Packets");
  ThFlows *flows = th_results_add_flows (results, &flows_info);
  const ThStep steps[] = { { .time = 5 }, { .time = 14 } };
  const guint32 candidates[] = { 1, 2 };

  for (guint i = 0; i < 4; i++)
    th_flows_begin (flows);
  for (guint i = 0; i < 4; i++)
    {
      const ThFlow flow = { .key = i, .number = i, .n_steps = 2 };
      guint32 row = th_flows_finalize (flows, &flow, steps);

      if (i == 0)
        th_flows_set_links (flows, row, &(ThFlowLinks) {
          .parent = 2, .parent_kind = 0, .parent_confidence = TH_CONFIDENCE_EXACT,
          .origin = 1, .origin_kind = 1, .origin_confidence = TH_CONFIDENCE_INFERRED
        }, NULL);
      else if (i == 3)
        th_flows_set_links (flows, row, &(ThFlowLinks) {
          .parent = TH_FLOW_NONE, .origin = TH_FLOW_NONE, .n_candidates = 2
        }, candidates);
    }
  th_results_publish (results);

  assert_kin (flows, 0, 9, "cloned from (inferred) 1, merged into (exact) 2, 0 more");
  assert_kin (flows, 1, 9, "cloned from it (inferred) 0, 0 more");
  assert_kin (flows, 2, 9, "merged into it (exact) 0, 0 more");
  assert_kin (flows, 2, 0, "1 more");
  assert_kin (flows, 3, 9, "merged into (ambiguous) 1, merged into (ambiguous) 2, 0 more");
}

/* Returns a recording of task 7 from 100 to 160, idle until 180, then task 8; @n_lost events are
 * lost before 180. */
static ThRecording *
make_recording (gint64 n_lost)
{
  static const gint64 times[] = { 100, 160, 180, 400 };
  static const gint32 next[] = { 7, 0, 8, 7 };
  ThRecording *recording = th_recording_new ("test");
  ThStream *stream = th_recording_add_stream (recording, "",
                                              &(ThClock) { "local", FALSE, TH_TIME_NONE },
                                              TH_PLACE_U32);
  ThCpu *cpu = th_stream_add_cpu (stream, 0);
  ThTasks *tasks = th_recording_get_tasks (recording);
  gint32 last = 0;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      guint32 task = th_tasks_intern (tasks, last);
      ThSwitch change = { 0, th_tasks_intern (tasks, next[i]) };
      guint64 place = i * 8;
      guint16 type = 1;
      ThBatch batch = { 1, &times[i], &place, &type, &task, 1, &change };

      if (i == 2 && n_lost > 0)
        th_cpu_append_lost (cpu, n_lost);
      g_assert_cmpuint (th_cpu_append (cpu, &batch), ==, 1);
      last = next[i];
    }
  th_tasks_finalize (tasks);
  th_cpu_publish (cpu, G_MAXINT64);
  th_recording_finish (recording);

  return recording;
}

static void
test_meanwhile (void)
{
  g_autoptr(ThRecording) recording = make_recording (0);
  g_autoptr(GArray) list = th_journey_list_meanwhile (recording, (ThRef) { 0, 0, 3 }, 130, 300,
                                                      NULL);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    {
      const ThMeanwhile *who = &g_array_index (list, ThMeanwhile, i);

      g_string_append_printf (text, "%d:%d ",
                              th_tasks_get_pid (th_recording_get_tasks (recording), who->task),
                              (gint) who->time);
    }
  g_assert_cmpstr (text->str, ==, "8:120 7:30 0:20 ");
}

static void
test_lost (void)
{
  g_autoptr(ThRecording) recording = make_recording (5);
  g_autoptr(ThResults) results = th_results_new ("packets", "Packets");
  ThFlows *flows = th_results_add_flows (results, &flows_info);
  static const gint64 spans[][2] = { { 165, 190 }, { 200, 300 } };

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      const ThStep steps[] = { { .anchor = { 0, 0, 1 }, .time = spans[i][0] },
                               { .anchor = { 0, 0, 2 }, .time = spans[i][1] } };
      const ThFlow flow = { .key = 1, .number = th_flows_begin (flows), .n_steps = 2 };

      th_flows_finalize (flows, &flow, steps);
    }
  th_results_publish (results);
  g_assert_cmpint (th_journey_count_lost (recording, flows, th_flows_get (flows, 0)), ==, 5);
  g_assert_cmpint (th_journey_count_lost (recording, flows, th_flows_get (flows, 1)), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/journey/share", test_share);
  g_test_add_func ("/model/journey/longest", test_longest);
  g_test_add_func ("/model/journey/names", test_names);
  g_test_add_func ("/model/journey/outcomes", test_outcomes);
  g_test_add_func ("/model/journey/sum-stages", test_sum_stages);
  g_test_add_func ("/model/journey/folds", test_folds);
  g_test_add_func ("/model/journey/row", test_row);
  g_test_add_func ("/model/journey/slowest", test_slowest);
  g_test_add_func ("/model/journey/kin", test_kin);
  g_test_add_func ("/model/journey/meanwhile", test_meanwhile);
  g_test_add_func ("/model/journey/lost", test_lost);

  return g_test_run ();
}
