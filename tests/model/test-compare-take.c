/* test-compare-take.c - the run that is taken from a recording, worked out by hand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One CPU with an event every 100 ns, on which task 5 ("one") and task 6 ("two") take turns
 * of 10 events; task 7 is called "one", too.
 */
#include <string.h>

#include "compare-fixture.h"
#include "model-fixture.h"
#include "th-compare-take.h"
#include "th-results.h"

#define N_EVENTS 1000
#define STEP 100
#define TURN 10

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
} Fixture;

static void
add_names_and_types (Fixture *f)
{
  static const char *const names[] = { "one", "two", "one" };

  th_recording_intern_type (f->recording, "test", "switch");
  th_recording_intern_type (f->recording, "test", "other");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    th_tasks_set_saved (th_recording_get_tasks (f->recording), 5 + i, names[i]);
}

/* Fills N_EVENTS events; returns their number. */
static guint
make_turns (TestEvent *events)
{
  for (guint i = 0; i < N_EVENTS; i++)
    {
      gint32 pid = 5 + i / TURN % 2;
      gboolean switches = i % TURN == TURN - 1;

      events[i] = (TestEvent) { i * STEP, 16 + 4 * i, !switches, pid, switches ? 11 - pid : -1 };
    }
  return N_EVENTS;
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  TestEvent events[N_EVENTS];

  f->recording = test_recording_new (1);
  add_names_and_types (f);
  test_recording_write (f->recording, 0, events, make_turns (events), N_EVENTS);
  th_recording_finish (f->recording);
  f->results = th_results_new ("test", "Test");
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  th_results_unref (f->results);
  th_recording_unref (f->recording);
}

static guint32
get_task (Fixture *f,
          gint32   pid)
{
  return th_tasks_intern (th_recording_get_tasks (f->recording), pid);
}

/* Takes the samples of results that are finished. */
static ThCompareRun *
take_finished (ThRecording *recording,
               ThResults   *results,
               gint64       from,
               gint64       to)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new ();

  g_ptr_array_add (all, results);
  return th_compare_run_take (recording, all, "name", from, to);
}

static ThCompareRun *
take_span (Fixture *f,
           gint64   from,
           gint64   to)
{
  th_results_finish (f->results);
  return take_finished (f->recording, f->results, from, to);
}

static ThCompareRun *
take (Fixture *f)
{
  return take_span (f, TH_TIME_NONE, G_MAXINT64);
}

/* Asserts classes as "name 100/200=80 first…last": samples found, those of the measure, those
 * kept, first and last value. */
static void
assert_classes (const ThCompareRun *run,
                const char         *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < th_compare_run_get_n_classes (run); i++)
    {
      const ThCompareClass *class = th_compare_run_get_class (run, i);

      g_string_append_printf (text, "%s%s %d/%d=%u", i > 0 ? ", " : "", class->name,
                              (int) class->n_found, (int) class->n_measure, class->n);
      if (class->n > 0)
        g_string_append_printf (text, " %d…%d", (int) class->values[0],
                                (int) class->values[class->n - 1]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Asserts parts as "stage:a 60 1200": key, number of samples and sum at level 0. */
static void
assert_parts (const ThCompareClass *class,
              const char           *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < class->parts->len; i++)
    {
      const ThComparePart *part = &g_array_index (class->parts, ThComparePart, i);

      g_string_append_printf (text, "%s%s:%s %.0f %.0f", i > 0 ? ", " : "", part->dimension,
                              part->key, part->n[0], part->sum[0]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static ThMeasure *
add_measure (Fixture             *f,
             const ThMeasureInfo *info)
{
  return th_results_add_measure (f->results, info);
}

/* --- classes ------------------------------------------------------------------ */

/* Tasks of the same name are one class; its first twenty samples by time are left out, in
 * whatever order they were added. */
static void
test_tasks (Fixture       *f,
            gconstpointer  data)
{
  ThMeasure *measure = add_measure (f, &(ThMeasureInfo) {
    "m", "M", "", TH_UNIT_TIME, .class_by_task = TRUE
  });
  g_autoptr(ThCompareRun) run = NULL;

  for (guint i = 300; i > 0; i--)
    th_measure_append (measure, &(ThSample) {
      i - 1, { 0, 0, i - 1 }, i, get_task (f, 5 + (i - 1) % 3) + 1
    });
  run = take (f);
  assert_classes (run, "one 200/300=180 30…299, two 100/300=80 61…298");
}

/* Two percent are left out if that is more than twenty. */
static void
test_warm_up (Fixture       *f,
              gconstpointer  data)
{
  ThMeasure *measure = add_measure (f, &(ThMeasureInfo) { "m", "M", "", TH_UNIT_TIME });
  ThMeasure *few = add_measure (f, &(ThMeasureInfo) { "few", "M", "", TH_UNIT_TIME });
  g_autoptr(ThCompareRun) run = NULL;

  for (guint i = 0; i < 2 * N_EVENTS; i++)
    th_measure_append (measure, &(ThSample) { i, { 0, 0, i / 2 }, i });
  for (guint i = 0; i < 5; i++)
    th_measure_append (few, &(ThSample) { i, { 0, 0, i }, i });
  run = take (f);
  assert_classes (run, " 2000/2000=1960 40…1999,  5/5=0");
}

static void
test_groups (Fixture       *f,
             gconstpointer  data)
{
  ThMeasure *measure = add_measure (f, &(ThMeasureInfo) {
    "m", "M", "", TH_UNIT_TIME, .group_shares_value = TRUE
  });
  g_autoptr(ThCompareRun) run = NULL;

  for (guint i = 0; i < 300; i++)
    th_measure_append (measure, &(ThSample) { i / 3, { 0, 0, i }, i / 3 });
  run = take (f);
  assert_classes (run, " 300/300=80 20…99");
}

static void
test_span (Fixture       *f,
           gconstpointer  data)
{
  ThMeasure *measure = add_measure (f, &(ThMeasureInfo) { "m", "M", "", TH_UNIT_TIME });
  g_autoptr(ThCompareRun) run = NULL;

  for (guint i = 0; i < 500; i++)
    th_measure_append (measure, &(ThSample) { i, { 0, 0, i }, i });
  run = take_span (f, 100 * STEP, 200 * STEP);
  assert_classes (run, " 100/100=80 120…199");
  g_assert_cmpuint (th_compare_run_get_making (run)->n_events, ==, 100);
  g_assert_cmpint (th_compare_run_get_making (run)->start, ==, 100 * STEP);
  g_assert_cmpint (th_compare_run_get_making (run)->duration, ==, 100 * STEP);
}

/* Spans of one recording, which may overlap or be all of it, have the same source; a recording with
 * one event more or less is another one. */
static void
test_source (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(ThRecording) other = test_recording_new (1);
  g_autoptr(ThCompareRun) whole = take (f), first = NULL, last = NULL, another = NULL;
  TestEvent events[N_EVENTS];

  make_turns (events);
  test_recording_write (other, 0, events, N_EVENTS - 1, N_EVENTS);
  th_recording_finish (other);
  first = take_finished (f->recording, f->results, TH_TIME_NONE, 100 * STEP);
  last = take_finished (f->recording, f->results, 90 * STEP, G_MAXINT64);
  another = take_finished (other, f->results, TH_TIME_NONE, G_MAXINT64);
  g_assert_true (th_compare_run_has_same_source (whole, first));
  g_assert_true (th_compare_run_has_same_source (first, last));
  g_assert_false (th_compare_run_has_same_source (whole, another));
}

/* --- rows ------------------------------------------------------------------------ */

static const ThColumn columns[] = {
  { "device", "Device", TH_COLUMN_TEXT },
  { "reader", "Reader", TH_COLUMN_TASK },
  { "wakeup", "Wakeup", TH_COLUMN_DURATION },
  { "length", "Length", TH_COLUMN_BYTES }
};

static const ThClassColumn class_columns[] = {
  { "device", TH_CLASS_REQUIRED }, { "reader" }, { "wakeup", TH_CLASS_PRESENCE }, { NULL }
};

static void
derive_row (gconstpointer data,
            guint         what,
            guint32       row,
            ThSample     *sample)
{
  sample->value = what + row;
  sample->anchor = th_table_get_anchor (data, row);
  sample->group = row;
}

/* Rows 0 … 399: every fourth without a device, every other without a wakeup. */
static void
test_columns (Fixture       *f,
              gconstpointer  data)
{
  ThTable *table = th_results_add_table (f->results, &(ThTableInfo) {
    "rows", "Rows", "row", columns, G_N_ELEMENTS (columns), -1
  });
  ThMeasure *measure = add_measure (f, &(ThMeasureInfo) {
    "m", "M", "", TH_UNIT_TIME, "rows", class_columns
  });
  g_autoptr(ThCompareRun) run = NULL;
  const ThCompareClass *class;

  th_measure_derive (measure, derive_row, table, 1000);
  for (guint i = 0; i < 400; i++)
    {
      th_table_append (table, (ThRef) { 0, 0, i }, (gint64[]) {
        i % 4 == 3 ? TH_CELL_NONE : th_results_intern (f->results, "eth0"),
        i % 4 == 0 ? get_task (f, 6) : th_cell_from_word (th_results_intern (f->results, "net")),
        i % 2 == 0 ? 5 : TH_CELL_NONE, i
      });
      th_measure_append_row (measure, i);
    }
  run = take (f);
  assert_classes (run, "eth0:net:no wakeup 100/300=80 1081…1397, "
                  "eth0:net:wakeup 100/300=80 1082…1398, eth0:two:wakeup 100/300=80 1080…1396");
  class = th_compare_run_get_class (run, 2);
  g_assert_cmpstr (class->base, ==, "eth0:two");
  g_assert_cmpstr (class->table, ==, "rows");
  g_assert_true (class->has_sizes);
  g_assert_cmpfloat (class->size_median, ==, 238);
  g_assert_cmpstr (class->ends, ==, "test:other");
}

/* --- how the time is spent ------------------------------------------------------- */

/* How calls of @length are spent that begin at the first events of a turn. */
static ThSpent
take_calls (Fixture *f,
            gint64   length)
{
  ThMeasure *measure = add_measure (f, &(ThMeasureInfo) {
    "m", "M", "", TH_UNIT_TIME, .spent = TH_SPENT_CALLING
  });
  g_autoptr(ThCompareRun) run = NULL;

  for (guint i = 0; i < N_EVENTS / TURN; i++)
    th_measure_append (measure, &(ThSample) { length, { 0, 0, i * TURN }, i });
  run = take (f);
  return th_compare_run_get_class (run, 0)->spent;
}

static void
test_calls_stay (Fixture       *f,
                 gconstpointer  data)
{
  g_assert_cmpint (take_calls (f, (TURN - 1) * STEP), ==, TH_SPENT_RUNNING);
}

static void
test_calls_sleep (Fixture       *f,
                  gconstpointer  data)
{
  g_assert_cmpint (take_calls (f, (TURN - 1) * STEP + 1), ==, TH_SPENT_WAITING);
}

/* --- flows -------------------------------------------------------------------------- */

static const ThStage stages[] = {
  { "first", "First", "", TH_CONTEXT_RUNNING },
  { "second", "Second", "", TH_CONTEXT_RUNNABLE, TRUE }
};

static const ThFlowsInfo flows_info = {
  .noun = "packet", .stages = stages, .n_stages = G_N_ELEMENTS (stages), .table = 0
};

/* Adds a flow from event @row on: one STEP of the first stage, eleven of the second, one of
 * no stage, and another one of the first. */
static void
add_flow (Fixture *f,
          ThTable *table,
          guint32  row,
          guint    flags)
{
  ThFlows *flows = th_results_get_flows (f->results);
  const guint at[] = { 0, 1, 12, 13, 14 };
  const guint8 ends[] = { TH_FLOW_NO_STAGE, 0, 1, TH_FLOW_NO_STAGE, 0 };
  ThStep steps[G_N_ELEMENTS (at)] = { { TH_REF_NONE } };
  ThFlow flow = { .key = row, .number = th_flows_begin (flows), .n_steps = G_N_ELEMENTS (at),
                  .flags = flags };

  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    steps[i] = (ThStep) {
      { 0, 0, row + at[i] }, (row + at[i]) * STEP, 0, TH_STEP_NO_DETAIL, 0, 0,
      TH_CONFIDENCE_EXACT, ends[i]
    };
  steps[4].confidence = TH_CONFIDENCE_AMBIGUOUS;
  th_flows_finalize (flows, &flow, steps);
  th_table_append (table, (ThRef) { 0, 0, row }, (gint64[]) {
    th_results_intern (f->results, "eth0"), get_task (f, 5), TH_CELL_NONE, 1500
  });
}

static void
derive_total (gconstpointer data,
              guint         what,
              guint32       row,
              ThSample     *sample)
{
  const ThFlow *flow = th_flows_get (data, row);

  sample->value = what == 0 ? th_flows_get_total (data, flow, &sample->anchor)
                            : th_flows_get_stage_time (data, flow, what, &sample->anchor);
}

/* Flows at the start of each turn of "one"; events of every other flow were lost. */
static void
test_flows (Fixture       *f,
            gconstpointer  data)
{
  ThTable *table = th_results_add_table (f->results, &(ThTableInfo) {
    "packets", "Packets", "packet", columns, G_N_ELEMENTS (columns), -1
  });
  ThFlows *flows = th_results_add_flows (f->results, &flows_info);
  ThMeasure *total = add_measure (f, &(ThMeasureInfo) {
    "total", "M", "", TH_UNIT_TIME, "packets", class_columns, .is_whole_flow = TRUE
  });
  ThMeasure *second = add_measure (f, &(ThMeasureInfo) {
    "second", "M", "", TH_UNIT_TIME, "packets", class_columns
  });
  g_autoptr(ThCompareRun) run = NULL;
  const ThCompareMaking *making;

  th_measure_derive (total, derive_total, flows, 0);
  th_measure_derive (second, derive_total, flows, 1);
  th_results_publish (f->results);
  for (guint i = 0; i < 104; i++)
    {
      add_flow (f, table, i / 4 * 2 * TURN, i % 2 == 0 ? 0 : TH_FLOW_LOST);
      th_measure_append_row (total, i);
      th_measure_append_row (second, i);
    }
  run = take (f);
  assert_classes (run, "eth0:one:no wakeup 104/104=32 1400…1400, "
                  "eth0:one:no wakeup 104/104=32 1100…1100");
  assert_parts (th_compare_run_get_class (run, 0),
                "cpu:0 32 44800, stage:first 0 6400, stage:other 0 3200, stage:second 0 35200, "
                "task:two 32 44800");
  /* From event 1 to event 12 of the flow; the turn ends at event 9. */
  assert_parts (th_compare_run_get_class (run, 1),
                "cpu:0 32 35200, ran:one 0 25600, ran:two 0 9600, task:two 32 35200");
  g_assert_cmpstr (th_compare_run_get_class (run, 1)->begins, ==, "test:other");

  making = th_compare_run_get_making (run);
  g_assert_cmpuint (making->n_steps, ==, 104 * 5);
  g_assert_cmpuint (making->n_ambiguous, ==, 104);
  /* "two" is not a subject of the recording, and has every other turn. */
  g_assert_true (making->has_background);
  g_assert_cmpfloat (making->background, >, .48);
  g_assert_cmpfloat (making->background, <, .52);
}

/* --- what ran ----------------------------------------------------------------------- */

static ThTrack *
add_track (Fixture    *f,
           const char *id,
           ThTakes     takes)
{
  return th_results_add_track (f->results, &(ThTrackInfo) {
    TH_TRACK_SLICES, id, id, TH_ATTACH_CPU, 0, TH_UNIT_TIME, .takes_cpu = takes
  });
}

static void
add_slice (Fixture    *f,
           ThTrack    *track,
           guint       depth,
           const char *name,
           gint64      begin,
           gint64      end,
           guint       flags)
{
  ThSlice slice = { begin, end, TH_REF_NONE, th_results_intern (f->results, name), 0, flags };

  g_assert_true (th_slices_add (th_track_get_slices (track), depth, &slice));
}

/* A softirq with an interrupt inside it, which another one interrupts: each has the time that
 * those on top of it leave.  A slice whose end was lost, or of a track that takes no CPU, has
 * none. */
static void
test_interrupts (Fixture       *f,
                 gconstpointer  data)
{
  ThTable *table = th_results_add_table (f->results, &(ThTableInfo) {
    "packets", "Packets", "packet", columns, G_N_ELEMENTS (columns), -1
  });
  ThFlows *flows = th_results_add_flows (f->results, &flows_info);
  ThMeasure *second = add_measure (f, &(ThMeasureInfo) {
    "second", "M", "", TH_UNIT_TIME, "packets", class_columns, .spent = TH_SPENT_RUNNING
  });
  /* In this order, to show that the order does not count. */
  ThTrack *softirqs = add_track (f, "softirq", TH_TAKES_TASKS);
  ThTrack *others = add_track (f, "other", TH_TAKES_NONE);
  ThTrack *irqs = add_track (f, "irq", TH_TAKES_SOFTIRQS);
  g_autoptr(ThCompareRun) run = NULL;

  th_measure_derive (second, derive_total, flows, 1);
  th_results_publish (f->results);
  for (guint i = 0; i < 52; i++)
    {
      gint64 begin = (gint64) i / 2 * 2 * TURN * STEP;

      add_flow (f, table, i / 2 * 2 * TURN, 0);
      th_measure_append_row (second, i);
      if (i % 2 == 1)
        continue;
      add_slice (f, others, 0, "other", begin, begin + 12 * STEP, 0);
      add_slice (f, softirqs, 0, "NET", begin + 2 * STEP, begin + 6 * STEP, 0);
      add_slice (f, irqs, 0, "eth0", begin + 3 * STEP, begin + 4 * STEP, 0);
      add_slice (f, irqs, 1, "timer", begin + 3 * STEP + 20, begin + 3 * STEP + 50, 0);
      add_slice (f, irqs, 0, "lost", begin + 10 * STEP, begin + 11 * STEP, TH_SLICE_NO_END);
    }
  run = take (f);
  /* From event 1 to event 12 of the flow, of which "one" has the first 8: of 1100 ns it is
   * interrupted for 400. */
  assert_parts (th_compare_run_get_class (run, 0),
                "cpu:0 32 35200, ran:irq eth0 0 2240, ran:irq timer 0 960, ran:one 0 12800, "
                "ran:softirq NET 0 9600, ran:two 0 9600, task:two 32 35200");
}

/* Task 6 waits from 400 ns after the start of each turn of task 5 until its own, 900 ns after it.
 * It is woken on CPU 0, where nobody knows what ran, and waits for CPU 1. */
static void
add_waits (Fixture   *f,
           ThMeasure *measure,
           gint64     length,
           gint32     pid)
{
  for (guint i = 0; i < N_EVENTS; i += 2 * TURN)
    th_measure_append (measure, &(ThSample) {
      length, { 0, 0, i + 4 }, i, get_task (f, pid) + 1
    });
}

static void
test_waits (Fixture       *f,
            gconstpointer  data)
{
  TestEvent events[N_EVENTS];
  ThMeasure *waits;
  g_autoptr(ThCompareRun) run = NULL;

  tear_down (f, data);
  f->recording = test_recording_new (2);
  f->results = th_results_new ("test", "Test");
  waits = add_measure (f, &(ThMeasureInfo) {
    "a", "M", "", TH_UNIT_TIME, .place = TH_PLACE_UNTIL_RUN
  });
  add_names_and_types (f);
  test_recording_write (f->recording, 1, events, make_turns (events), N_EVENTS);
  for (guint i = 0; i < N_EVENTS; i++)
    events[i] = (TestEvent) { i * STEP, 16 + 4 * i, 1, 9, -1 };
  test_recording_write (f->recording, 0, events, N_EVENTS, N_EVENTS);
  th_recording_finish (f->recording);

  add_waits (f, waits, 500, 6);
  /* That is not when it is switched in, and task 5 is not. */
  add_waits (f, add_measure (f, &(ThMeasureInfo) {
    "b", "M", "", TH_UNIT_TIME, .place = TH_PLACE_UNTIL_RUN
  }), 499, 6);
  add_waits (f, add_measure (f, &(ThMeasureInfo) {
    "c", "M", "", TH_UNIT_TIME, .place = TH_PLACE_UNTIL_RUN
  }), 500, 5);
  add_waits (f, add_measure (f, &(ThMeasureInfo) {
    "d", "M", "", TH_UNIT_TIME, .place = TH_PLACE_AFTER_ANCHOR
  }), 500, 6);
  add_waits (f, add_measure (f, &(ThMeasureInfo) { "e", "M", "", TH_UNIT_TIME }), 500, 6);
  run = take (f);
  assert_parts (th_compare_run_get_class (run, 0), "cpu:1 30 15000, ran:one 0 15000, "
                "task:<...> 30 15000");
  assert_parts (th_compare_run_get_class (run, 1), "cpu:0 30 14970, ran:… 0 14970, "
                "task:<...> 30 14970");
  assert_parts (th_compare_run_get_class (run, 2), "cpu:0 30 15000, ran:… 0 15000, "
                "task:<...> 30 15000");
  assert_parts (th_compare_run_get_class (run, 3), "cpu:0 30 15000, ran:… 0 15000, "
                "task:<...> 30 15000");
  assert_parts (th_compare_run_get_class (run, 4), "cpu:0 30 15000, task:<...> 30 15000");
}

static void
test_making (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(ThCompareRun) run = NULL;
  const ThCompareMaking *making;
  const GArray *events;

  th_recording_set_fact (f->recording, "kernel", "6.1\x1b[31m");
  th_results_add_table (f->results, &(ThTableInfo) {
    "rows", "Rows", "row", columns, G_N_ELEMENTS (columns), -1
  });
  run = take (f);
  making = th_compare_run_get_making (run);
  events = th_compare_run_get_events (run);
  g_assert_cmpstr (making->kernel, ==, "6.1\\x1b[31m");
  g_assert_cmpstr (making->clock, ==, "local");
  g_assert_cmpuint (making->n_cpus, ==, 1);
  g_assert_cmpint (making->duration, ==, (N_EVENTS - 1) * STEP);
  g_assert_cmpuint (making->n_events, ==, N_EVENTS);
  g_assert_false (making->has_background);
  g_assert_cmpuint (events->len, ==, 2);
  g_assert_cmpstr (g_array_index (events, ThCompareCount, 0).id, ==, "test:switch");
  g_assert_cmpuint (g_array_index (events, ThCompareCount, 0).count, ==, N_EVENTS / TURN);
  g_assert_cmpstr (g_array_index (th_compare_run_get_tables (run), ThCompareCount, 0).id, ==,
                   "test/rows");
}

#define ADD(name, test) g_test_add ("/compare/take/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("tasks", test_tasks);
  ADD ("warm-up", test_warm_up);
  ADD ("groups", test_groups);
  ADD ("span", test_span);
  ADD ("source", test_source);
  ADD ("columns", test_columns);
  ADD ("interrupts", test_interrupts);
  ADD ("waits", test_waits);
  ADD ("calls-stay", test_calls_stay);
  ADD ("calls-sleep", test_calls_sleep);
  ADD ("flows", test_flows);
  ADD ("making", test_making);

  return g_test_run ();
}
