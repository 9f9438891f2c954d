/* test-runner.c - the runner: order, losses, growth, missing events, stopping
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "example-analysis.h"
#include "plugin-fixture.h"
#include "th-analyses.h"
#include "th-runner.h"
#include "th-order.h"

#define I(n) ((gint64) (n))

/* --- an analysis that only logs ------------------------------------------ */

typedef struct
{
  GString  *seen;
  ThRunner *cancel_at;     /* cancelled by its third event */
  guint     n;
  gint64    settled;
  gboolean  finished;
  guint     n_freed;
  guint     words;       /* number of words to create per event */
  ThResults *results;
} Spy;

static Spy spy;

static gpointer
spy_begin (ThRecording       *recording,
           ThResults         *results,
           GHashTable        *params,
           ThResults *const  *needed,
           GError           **error)
{
  spy.results = results;
  spy.settled = G_MININT64;
  return &spy;
}

static void
spy_event (gpointer       state,
           const ThEvent *event)
{
  guint64 value = 0;

  g_assert_cmpint (event->time, >=, spy.settled);
  g_assert_true (th_event_get_uint (event, 0, &value) || event->fields[0] == NULL);
  g_string_append_printf (spy.seen, "%" G_GINT64_FORMAT "/%u/%u/%u=%" G_GUINT64_FORMAT " ",
                          event->time, event->ref.stream,
                          event->ref.cpu, event->ref.row, value);
  for (guint i = 0; i < spy.words; i++)
    {
      g_autofree char *word = g_strdup_printf ("%u %u", spy.n, i);

      th_results_intern (spy.results, word);
    }
  if (++spy.n == 3 && spy.cancel_at != NULL)
    th_runner_cancel (spy.cancel_at);
}

static void
spy_lost (gpointer      state,
          guint         stream,
          guint         cpu,
          const ThLost *lost)
{
  g_string_append_printf (spy.seen, "lost/%u/%u/%u ", stream, cpu, lost->row);
}

static void
spy_watermark (gpointer state,
               gint64   until)
{
  g_assert_cmpint (until, >=, spy.settled);
  spy.settled = until;
}

static void
spy_finish (gpointer state)
{
  g_assert_false (spy.finished);
  spy.finished = TRUE;
}

static void
spy_free (gpointer state)
{
  spy.n_freed++;
}

static const ThSubscription spy_subscriptions[] = { { "my:*", NULL, { "value" } }, { NULL } };

static const ThAnalysis spy_analysis = {
  .abi = TH_ANALYSIS_ABI, .id = "spy", .title = "Spy", .text = "",
  .subscriptions = spy_subscriptions, .begin = spy_begin,
  .event = spy_event, .lost = spy_lost, .watermark = spy_watermark, .finish = spy_finish,
  .free = spy_free
};

static void
spy_start (void)
{
  spy = (Spy) { .seen = g_string_new (NULL) };
}

/* --- order ------------------------------------------------------------- */

typedef enum
{
  TRACE_LOSSY = 1 << 0, /* with lost events */
  TRACE_FAR = 1 << 1    /* some events are months or centuries after the one before */
} TraceFlags;

/* Many equal times, buffers and CPUs, mixed with unwanted events. */
static TestTrace *
random_trace (guint32    seed,
              guint      n,
              TraceFlags flags)
{
  static const gint64 far[] = { 0, 1, I (1) << 39, I (1) << 40, (I (1) << 40) + 1, I (1) << 53 };
  TestTrace *trace = test_trace_new (3, 3);
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  gboolean used[3][3] = { { FALSE, } };
  gint64 time = flags & TRACE_FAR ? G_MININT64 + 1 : 100;

  test_trace_type (trace, "my:event", "value");
  test_trace_type (trace, "other:event", "value");
  for (guint i = 0; i < n; i++)
    {
      guint stream = g_rand_int_range (rand, 0, 3), cpu = g_rand_int_range (rand, 0, 3);

      time += flags & TRACE_FAR ? far[g_rand_int_range (rand, 0, G_N_ELEMENTS (far))]
              : g_rand_int_range (rand, 0, 2);
      if (flags & TRACE_FAR && (i == n / 3 || i == n / 2))
        time += I (1) << 61;
      test_trace_use (trace, stream);
      if (flags & TRACE_LOSSY && used[stream][cpu] && g_rand_int_range (rand, 0, 40) == 0)
        test_trace_lose (trace, cpu, 1);
      test_trace_add (trace, time, cpu, 5,
                      g_rand_int_range (rand, 0, 3) == 0 ? "other:event" : "my:event", I (i));
      used[stream][cpu] = TRUE;
    }

  return trace;
}

/* The expected log, from the order of the model. */
static char *
plain_order (ThRecording *recording)
{
  g_autoptr(ThOrder) order = th_order_new (recording);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  guint mine = th_recording_find_type (recording, "my:event");
  gboolean streams[3] = { FALSE, };
  g_autoptr(ThReader) reader = th_reader_new (recording);
  GString *text = g_string_new (NULL);
  ThRef ref;

  while (th_cursor_next (cursor, &ref))
    {
      ThCpu *cpu = th_recording_get_cpu (recording, ref);
      ThPayload payload;
      guint64 value = 0;

      for (guint i = 0; i < th_cpu_get_n_lost (cpu); i++)
        if (th_cpu_get_lost (cpu, i).row == ref.row && streams[ref.stream])
          g_string_append_printf (text, "lost/%u/%u/%u ", ref.stream, ref.cpu, ref.row);
      if (th_recording_get_type (recording, ref) != mine)
        continue;
      g_assert_true (th_reader_get_payload (reader, ref, &payload));
      g_assert_true (th_payload_read_uint (&payload, 0, 8, &value));
      g_string_append_printf (text, "%" G_GINT64_FORMAT "/%u/%u/%u=%" G_GUINT64_FORMAT " ",
                              th_recording_get_time (recording, ref),
                              ref.stream, ref.cpu, ref.row, value);
      streams[ref.stream] = TRUE;
    }

  return g_string_free (text, FALSE);
}

static void
check_order (guint32    seed,
             guint      n,
             TraceFlags flags,
             guint      n_pieces)
{
  g_autoptr(TestTrace) trace = random_trace (seed, n, flags);
  ThRecording *recording = test_trace_end (trace);
  g_autofree char *expected = plain_order (recording);
  g_autoptr(ThResults) results = NULL;

  spy_start ();
  results = test_run (recording, &spy_analysis, NULL, n_pieces);
  g_assert_cmpstr (spy.seen->str, ==, expected);
  g_assert_true (spy.finished);
  g_assert_cmpuint (spy.n_freed, ==, 1);
  g_string_free (spy.seen, TRUE);
}

static void
test_order (void)
{
  for (guint seed = 0; seed < 20; seed++)
    {
      check_order (seed, 300, 0, 1);
      check_order (seed, 300, TRACE_LOSSY, 1);
      check_order (seed, 300, TRACE_LOSSY, 7);
      check_order (seed, 300, TRACE_LOSSY, 50);
      check_order (seed, 300, TRACE_LOSSY | TRACE_FAR, 1);
      check_order (seed, 300, TRACE_LOSSY | TRACE_FAR, 7);
    }
}

/* More than a segment of the columns, and than one slice of time. */
static void
test_order_long (void)
{
  check_order (99, 60000, TRACE_LOSSY, 1);
  check_order (99, 60000, TRACE_LOSSY, 50);
}

/* A loss after the last event of CPU 0; CPU 1 continues. */
static void
test_lost_last (void)
{
  for (guint n_pieces = 1; n_pieces < 60; n_pieces += 7)
    {
      g_autoptr(TestTrace) trace = test_trace_new (1, 2);
      g_autoptr(ThResults) results = NULL;

      test_trace_type (trace, "my:event", "value");
      test_trace_add (trace, 100, 0, 5, "my:event", I (1));
      test_trace_lose (trace, 0, 7);
      test_trace_add (trace, 110, 1, 5, "my:event", I (2));
      test_trace_add (trace, 200, 1, 5, "my:event", I (3));
      spy_start ();
      results = test_run (test_trace_end (trace), &spy_analysis, NULL, n_pieces);
      g_assert_cmpstr (spy.seen->str, ==, "100/0/0/0=1 110/0/1/0=2 200/0/1/1=3 lost/0/0/1 ");
      g_string_free (spy.seen, TRUE);
    }
}

/* --- missing events ---------------------------------------------------- */

static void
test_remarks_of_lack (void)
{
  static const ThSubscription subscriptions[] = {
    { "my:event", "No A.", { "value", "?perhaps", "gone" } },
    { "my:other", "No B.", { NULL } },
    { "my:silent", NULL, { "gone" } },
    { "my:either", "No C.", { NULL }, .instead = "my:event" },
    { "my:neither", "No D.", { NULL }, .instead = "my:other" },
    { NULL }
  };
  static const ThSubscription none[] = { { "a:b", "No B.", { NULL } }, { "c:*", NULL, { NULL } },
                                         { NULL } };
  static const ThSubscription quiet[] = { { "my:quiet", NULL, { NULL } },
                                          { "my:unused*", NULL, { NULL } },
                                          { "my:event", NULL, { NULL } }, { NULL } };
  ThAnalysis some = spy_analysis, nothing = spy_analysis, described = spy_analysis;
  g_autoptr(TestTrace) trace = test_trace_new (1, 1);
  g_autoptr(ThResults) results = NULL, empty = NULL, silent = NULL, spoken = NULL;
  ThRecording *recording;

  some.subscriptions = subscriptions;
  nothing.subscriptions = none;
  described.subscriptions = quiet;
  described.n_subject = 2;
  test_trace_type (trace, "my:event", "value");
  test_trace_type (trace, "my:quiet", "value");
  test_trace_type (trace, "my:unused_one", "value");
  test_trace_add (trace, 100, 0, 5, "my:event", I (7));
  recording = test_trace_end (trace);

  spy_start ();
  results = test_run (recording, &some, NULL, 1);
  assert_text (test_remarks (results), "The event type my:event of this recording has no field "
                                       "“gone”. No A.\nmy:other was not recorded. No B.\n"
                                       "my:neither was not recorded. No D.");
  g_string_free (spy.seen, TRUE);

  spy_start ();
  empty = test_run (recording, &nothing, NULL, 1);
  assert_text (test_remarks (empty), "None of the required events were recorded: a:b, c:*.");
  g_string_free (spy.seen, TRUE);

  spy_start ();
  silent = test_run (recording, &described, NULL, 1);
  assert_text (test_remarks (silent), "The file describes the required events, but none of them "
                                      "was recorded: my:quiet, my:unused*.");
  g_string_free (spy.seen, TRUE);

  spy_start ();
  described.n_subject = 3;
  spoken = test_run (recording, &described, NULL, 1);
  assert_text (test_remarks (spoken), "");
  g_string_free (spy.seen, TRUE);
}

/* A source without systems: "sched:sched_switch" matches "sched_switch". */
static void
test_no_systems (void)
{
  g_autoptr(TestTrace) trace = test_trace_new (1, 1);
  g_autoptr(ThResults) results = NULL;

  test_trace_type (trace, "sched_switch", "prev_pid,prev_state,next_pid");
  test_trace_add (trace, 100, 0, 0, "sched_switch", I (0), I (0), I (5));
  test_trace_add (trace, 110, 0, 5, "sched_switch", I (5), I (1), I (0));
  results = test_run (test_trace_end (trace), th_analyses_find ("sched"), NULL, 1);
  assert_text (test_measure (results, "run"), "10");
}

/* --- stopping ---------------------------------------------------------- */

static void
test_cancel (void)
{
  g_autoptr(TestTrace) trace = random_trace (1, 20000, 0);
  ThRunner *runner = th_runner_new (test_trace_end (trace), th_analyses_list ());
  g_autoptr(ThResults) results = NULL;

  spy_start ();
  spy.cancel_at = runner;
  results = th_runner_add (runner, &spy_analysis, NULL, NULL);
  g_assert_false (th_runner_advance (runner));
  g_assert_false (th_runner_advance (runner));
  g_assert_cmpuint (spy.n, <, 10000);
  g_assert_cmpfloat (th_runner_get_progress (runner), <, 1);
  th_runner_free (runner);
  g_assert_false (spy.finished);
  g_assert_false (th_results_is_finished (results));
  g_assert_cmpuint (spy.n_freed, ==, 1);
  g_string_free (spy.seen, TRUE);
}

/* An analysis that exceeds its limit ends with partial results; the others continue. */
static void
test_memory (void)
{
  g_autoptr(TestTrace) trace = random_trace (1, 20000, 0);
  ThRecording *recording = test_trace_end (trace);
  g_autoptr(ThRunner) runner = th_runner_new (recording, th_analyses_list ());
  g_autoptr(ThResults) results = NULL, others = NULL;

  spy_start ();
  spy.words = 20;
  th_runner_set_memory_limit (runner, 1 << 20);
  results = th_runner_add (runner, &spy_analysis, NULL, NULL);
  others = th_runner_add (runner, &example_analysis, NULL, NULL);
  while (th_runner_advance (runner))
    ;
  g_assert_true (spy.finished);
  g_assert_cmpuint (spy.n, <, 20000 / 3 * 2 - 1000);
  assert_text (test_remarks (results), "There was not enough memory: this shows only the first "
                                       "part of the recording.");
  g_assert_true (th_results_is_finished (others));
  g_assert_cmpfloat (th_runner_get_progress (runner), ==, 1);
  g_string_free (spy.seen, TRUE);
}

static void
test_refused (void)
{
  ThAnalysis other = spy_analysis;
  g_autoptr(TestTrace) trace = random_trace (1, 5, 0);
  g_autoptr(ThRunner) runner = th_runner_new (test_trace_end (trace), th_analyses_list ());
  g_autoptr(GError) error = NULL;

  other.abi = TH_ANALYSIS_ABI + 1;
  g_assert_null (th_runner_add (runner, &other, NULL, &error));
  g_assert_cmpstr (error->message, ==, "“spy” was made for another version of this program");
}

/* Analyses with required parameters do not run by default. */
static void
test_automatic (void)
{
  g_autoptr(TestTrace) trace = random_trace (1, 5, 0);
  g_autoptr(ThRunner) runner = th_runner_new (test_trace_end (trace), th_analyses_list ());
  g_autoptr(GPtrArray) all = th_runner_add_all (runner);
  g_autoptr(GString) ids = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    g_string_append_printf (ids, "%s ", th_results_get_id (g_ptr_array_index (all, i)));
  g_assert_cmpstr (ids->str, ==,
                   "packets sched interrupts sockets requests frames transits power syscalls kvm "
                   "marks callgraph stacks ");
}

/* --- analyses that need others ------------------------------------------ */

/* Log of the calls of both, in order: "f" and "s" for an event, "F" and "S" for the end. */
static GString *told;
static ThMeasure *first_measure;
static ThResults *second_needed;

static gpointer
first_begin (ThRecording      *recording,
             ThResults        *results,
             GHashTable       *params,
             ThResults *const *needed,
             GError          **error)
{
  g_assert_null (needed[0]);
  first_measure = th_results_add_measure (results, &(ThMeasureInfo) {
    "first", "First", "", TH_UNIT_COUNT
  });
  return told;
}

static void
first_event (gpointer       state,
             const ThEvent *event)
{
  g_string_append_c (told, 'f');
  th_measure_append (first_measure, &(ThSample) { 1, event->ref, 0 });
}

static void
first_finish (gpointer state)
{
  g_string_append_c (told, 'F');
}

static gpointer
second_begin (ThRecording      *recording,
              ThResults        *results,
              GHashTable       *params,
              ThResults *const *needed,
              GError          **error)
{
  second_needed = needed[0];
  g_assert_nonnull (needed[0]);
  g_assert_null (needed[1]);
  g_assert_cmpuint (th_results_get_n_measures (needed[0]), ==,
                    th_results_is_finished (needed[0]) ? 1 : 0);
  return told;
}

static void
second_event (gpointer       state,
              const ThEvent *event)
{
  g_string_append_c (told, 's');
}

static void
second_finish (gpointer state)
{
  ThMeasure *measure = th_results_get_measure (second_needed, 0);

  g_string_append_printf (told, "S%u", th_measure_get_n (measure));
}

/* The results that it needs still exist. */
static void
second_free (gpointer state)
{
  g_assert_cmpstr (th_results_get_id (second_needed), ==, "first");
}

static void
first_free (gpointer state)
{
}

static const ThAnalysis first_analysis = {
  .abi = TH_ANALYSIS_ABI, .id = "first", .title = "First", .text = "",
  .subscriptions = spy_subscriptions, .begin = first_begin, .event = first_event,
  .finish = first_finish, .free = first_free
};

static const char *const second_needs[] = { "first", NULL };

static const ThAnalysis second_analysis = {
  .abi = TH_ANALYSIS_ABI, .id = "second", .title = "Second", .text = "",
  .subscriptions = spy_subscriptions, .begin = second_begin, .event = second_event,
  .finish = second_finish, .free = second_free, .needs = second_needs
};

static TestTrace *
make_two_events (void)
{
  TestTrace *trace = test_trace_new (1, 1);

  told = g_string_new (NULL);
  test_trace_type (trace, "my:event", "value");
  test_trace_add (trace, 100, 0, 5, "my:event", I (1));
  test_trace_add (trace, 110, 0, 5, "my:event", I (2));
  return trace;
}

/* An analysis that another one needs runs first, even if it was not requested. */
static void
test_needs (void)
{
  static const ThAnalysis *const list[] = { &second_analysis, &first_analysis, NULL };
  g_autoptr(TestTrace) trace = make_two_events ();
  g_autoptr(ThRunner) runner = th_runner_new (test_trace_end (trace), list);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThResults) results = th_runner_add (runner, &second_analysis, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (results);
  while (th_runner_advance (runner))
    ;
  g_assert_cmpstr (told->str, ==, "fsfsFS2");
  g_string_free (told, TRUE);
}

/* If it is requested as well, it runs once. */
static void
test_needs_shared (void)
{
  static const ThAnalysis *const list[] = { &second_analysis, &first_analysis, NULL };
  g_autoptr(TestTrace) trace = make_two_events ();
  g_autoptr(ThRunner) runner = th_runner_new (test_trace_end (trace), list);
  g_autoptr(GPtrArray) all = th_runner_add_all (runner);

  g_assert_cmpuint (all->len, ==, 2);
  g_assert_cmpstr (th_results_get_id (all->pdata[0]), ==, "second");
  g_assert_true (all->pdata[1] == second_needed);
  while (th_runner_advance (runner))
    ;
  g_assert_cmpstr (told->str, ==, "fsfsFS2");
  g_string_free (told, TRUE);
}

/* Finished results are not produced again for an analysis that reads only results; one that reads
 * events, too, gets its own. */
static void
test_needs_lent (void)
{
  static const ThSubscription none[] = { { NULL } };
  static const ThAnalysis *const list[] = { &second_analysis, &first_analysis, NULL };
  ThAnalysis reader = second_analysis;
  g_autoptr(TestTrace) trace = make_two_events ();
  ThRecording *recording = test_trace_end (trace);
  g_autoptr(ThRunner) before = th_runner_new (recording, list);
  g_autoptr(ThResults) first = th_runner_add (before, &first_analysis, NULL, NULL);
  g_autoptr(ThRunner) third = NULL, fourth = NULL;
  g_autoptr(ThResults) read = NULL, other = NULL;
  g_autoptr(GPtrArray) all = NULL;

  reader.subscriptions = none;
  while (th_runner_advance (before))
    ;
  third = th_runner_new (recording, list);
  th_runner_lend (third, first);
  read = th_runner_add (third, &reader, NULL, NULL);
  g_assert_true (second_needed == first);
  all = th_runner_list_results (third);
  g_assert_cmpuint (all->len, ==, 1);
  while (th_runner_advance (third))
    ;
  g_assert_cmpstr (told->str, ==, "ffFS2");

  g_clear_pointer (&third, th_runner_free);
  fourth = th_runner_new (recording, list);
  th_runner_lend (fourth, first);
  other = th_runner_add (fourth, &second_analysis, NULL, NULL);
  g_assert_true (second_needed != first);
  while (th_runner_advance (fourth))
    ;
  g_assert_cmpstr (told->str, ==, "ffFS2fsfsFS2");
  g_string_free (told, TRUE);
}

/* Refused analyses do not run. */
static void
test_needs_refused (void)
{
  static const char *const third_needs[] = { "first", "second", NULL };
  ThAnalysis third = second_analysis, loop = first_analysis;
  const ThAnalysis *lacking[] = { &second_analysis, NULL };
  const ThAnalysis *circle[] = { &loop, &second_analysis, NULL };
  g_autoptr(TestTrace) trace = make_two_events ();
  ThRecording *recording = test_trace_end (trace);
  g_autoptr(ThRunner) one = th_runner_new (recording, lacking);
  g_autoptr(ThRunner) other = th_runner_new (recording, circle);
  g_autoptr(GError) error = NULL, second = NULL;

  third.id = "third";
  third.needs = third_needs;
  loop.needs = (const char *const[]) { "second", NULL };
  g_assert_null (th_runner_add (one, &third, NULL, &error));
  g_assert_cmpstr (error->message, ==, "The analysis “third” needs “first”, which does not exist");
  g_assert_null (th_runner_add (other, &second_analysis, NULL, &second));
  g_assert_cmpstr (second->message, ==, "The analysis “second” needs its own results");
  while (th_runner_advance (one) || th_runner_advance (other))
    ;
  g_assert_cmpstr (told->str, ==, "");
  g_string_free (told, TRUE);
}

/* --- the example ------------------------------------------------------- */

static void
test_example (void)
{
  g_autoptr(TestTrace) trace = test_trace_new (1, 2);
  g_autoptr(ThResults) all = NULL, some = NULL;
  ThRecording *recording;

  test_trace_kernel (trace);
  test_trace_add (trace, 100, 0, 5, "irq:softirq_entry", I (3));
  test_trace_add (trace, 110, 0, 5, "irq:softirq_exit", I (3));
  test_trace_add (trace, 115, 0, 5, "irq:softirq_entry", I (3));
  test_trace_add (trace, 120, 0, 5, "irq:softirq_exit", I (3));
  test_trace_add (trace, 150, 0, 5, "irq:softirq_entry", I (9));
  test_trace_add (trace, 155, 0, 5, "irq:softirq_exit", I (9));
  test_trace_lose (trace, 0, -1);
  test_trace_add (trace, 200, 0, 5, "irq:softirq_entry", I (9));
  recording = test_trace_end (trace);

  all = test_run (recording, &example_analysis, NULL, 1);
  assert_text (test_slices (all, "pause", TH_ATTACH_CPU, 0), "110+5 quiet, 120+30 quiet");
  assert_text (test_table (recording, all, "pauses"), "110 0 5 3, 120 0 30 9");

  some = test_run (recording, &example_analysis, "at_least=10", 50);
  assert_text (test_measure (some, "pause"), "30");
  g_assert_cmpstr (th_results_get_id (some), ==, "example(10)");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plugins/runner/order", test_order);
  g_test_add_func ("/plugins/runner/order-long", test_order_long);
  g_test_add_func ("/plugins/runner/lost-last", test_lost_last);
  g_test_add_func ("/plugins/runner/remarks", test_remarks_of_lack);
  g_test_add_func ("/plugins/runner/no-systems", test_no_systems);
  g_test_add_func ("/plugins/runner/cancel", test_cancel);
  g_test_add_func ("/plugins/runner/memory", test_memory);
  g_test_add_func ("/plugins/runner/refused", test_refused);
  g_test_add_func ("/plugins/runner/automatic", test_automatic);
  g_test_add_func ("/plugins/runner/needs", test_needs);
  g_test_add_func ("/plugins/runner/needs-shared", test_needs_shared);
  g_test_add_func ("/plugins/runner/needs-lent", test_needs_lent);
  g_test_add_func ("/plugins/runner/needs-refused", test_needs_refused);
  g_test_add_func ("/plugins/example", test_example);

  return g_test_run ();
}
