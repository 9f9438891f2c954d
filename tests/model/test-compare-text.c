/* test-compare-text.c - comparisons in words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "compare-fixture.h"
#include "th-comparison-text.h"

static void
take (char       *text,
      const char *expected)
{
  g_autofree char *taken = text;

  g_assert_cmpstr (taken, ==, expected);
}

static void
test_changes (void)
{
  take (th_comparison_format_change (0), "0 %");
  take (th_comparison_format_change (log (1.0004)), "0 %");
  take (th_comparison_format_change (log (1.015)), "+1.5 %");
  take (th_comparison_format_change (log (.62)), "−38 %");
  take (th_comparison_format_change (log (3.4)), "+240 %");
  take (th_comparison_format_change (log (9.99)), "+899 %");
  take (th_comparison_format_change (log (17)), "×17");
  take (th_comparison_format_change (log (3e7)), "> ×1000");
  take (th_comparison_format_change (log (.004)), "< −99 %");
}

static char *
values (ThUnit unit,
        double a,
        double b)
{
  ThComparisonRow row = { .unit = unit, .a = { a >= 0, 1, a }, .b = { b >= 0, 1, b } };

  return th_comparison_format_values (&row);
}

static void
test_values (void)
{
  take (values (TH_UNIT_TIME, 8400, 28600), "8.40 → 28.6 µs");
  take (values (TH_UNIT_TIME, 972000, 3.7e6), "972 µs → 3.70 ms");
  take (values (TH_UNIT_TIME, 0, 12), "0 → 12.0 ns");
  take (values (TH_UNIT_TIME, 2.5e9, -1), "2.50 s → –");
  take (values (TH_UNIT_BYTES, 1500, 60), "1500 → 60.0 B");
  take (values (TH_UNIT_HERTZ, .25, 9645), "0.250 → 9645 /s");
  take (values (TH_UNIT_COUNT, 4, 15.5), "4 → 15.5");
}

/* The means name their unit once, as the values do. */
static void
test_means (void)
{
  ThComparisonRow row = { .unit = TH_UNIT_TIME, .mean_a = 2490000, .mean_b = 8400000 };

  take (th_comparison_format_why (&row), "Why: mean 2.49 → 8.40 ms");
  row.mean_a = 972000;
  take (th_comparison_format_means (&row), "mean 972 µs → 8.40 ms");
  row.level = 2;
  take (th_comparison_format_means (&row), "mean of the samples from p99 on: 972 µs → 8.40 ms");
  /* That of a pool is of all samples. */
  row.kind = TH_COMPARISON_POOL;
  take (th_comparison_format_means (&row), "mean 972 µs → 8.40 ms");
}

/* The share of a part is that of what is shown: 47 % of +100 µs, though its samples became so rare
 * that they are less of the mean than before. */
static void
test_contributions (void)
{
  const ThComparisonRow row = { .unit = TH_UNIT_TIME, .mean_a = 1000000, .mean_b = 1100000 };
  const ThComparisonPart stage = { "stage", "copy", 17200, 34100, 16900, 0, NULL };
  const ThComparisonPart task = { "task", "<idle>", 108000, 8000, -30000, 77000, NULL };

  take (th_comparison_format_contribution (&row, &stage), "17.2 → 34.1 µs");
  take (th_comparison_format_contribution (&row, &task), "+47.0 µs");
  take (th_comparison_format_share (&row, task.values + task.mix), "47 %");
}

/* What a part contributes to a difference of 73.4 µs, or of the opposite. */
static void
test_parts (void)
{
  const ThComparisonRow more = { .unit = TH_UNIT_TIME, .mean_a = 1000, .mean_b = 74400 };
  const ThComparisonRow less = { .unit = TH_UNIT_TIME, .mean_a = 74400, .mean_b = 1000 };
  const ThComparisonRow same = { .unit = TH_UNIT_TIME, .mean_a = 1000, .mean_b = 1000 };

  take (th_comparison_format_moved (&more, -73400), "−73.4 µs");
  take (th_comparison_format_share (&more, 73400), "100 %");
  take (th_comparison_format_share (&more, -1468), "−2 %");
  take (th_comparison_format_share (&less, 1468), "−2 %");
  take (th_comparison_format_share (&less, -36700), "50 %");
  take (th_comparison_format_share (&more, -1), "0 %");
  take (th_comparison_format_share (&same, -1), "");
}

static void
test_names (void)
{
  ThComparisonRow row = { .measure = "packet.reader", .name = "eth0:rx:w\x1b[31mget" };

  take (th_comparison_format_name (&row), "packet.reader · eth0:rx:w\\x1b[31mget");
  row.name = "";
  take (th_comparison_format_name (&row), "packet.reader");
  row.level = 2;
  g_assert_cmpstr (th_comparison_row_get_level (&row), ==, "p99");
  row.kind = TH_COMPARISON_POOL;
  g_assert_cmpstr (th_comparison_row_get_level (&row), ==, "mean");
}

/* The sentences of warnings. */
static void
test_rows (void)
{
  ThComparisonRow row = {
    .a = { 5, 1, 8.4 }, .b = { 5, 1, 28.56 }, .difference = log (3.4), .has_interval = TRUE,
    .low = log (1.85), .high = log (6.2), .margin = log (1.1), .verdict = TH_VERDICT_SLOWER
  };

  take (th_comparison_format_interval (&row), "+240 % (+85 % … +520 %)");
  take (th_comparison_describe_row (&row), "Slower: p50 +240 %, surely more than +85 %.");

  row.verdict = TH_VERDICT_CANT_TELL;
  row.low = log (.62);
  row.high = log (2.03);
  row.variance = log (1.21) * log (1.21);
  row.runs_for_half = 38;
  take (th_comparison_describe_row (&row),
        "Can’t tell: −38 % … +103 %; runs of one side differ by ±21 % among themselves. "
        "About 38 runs per side would detect a change of 50 %.");
  row.runs_for_half = 61;
  take (th_comparison_describe_row (&row),
        "Can’t tell: −38 % … +103 %; runs of one side differ by ±21 % among themselves. "
        "More than 60 runs per side would detect a change of 50 %.");

  row.verdict = TH_VERDICT_SAME;
  row.difference = log (1.01);
  row.low = log (.96);
  row.high = log (1.06);
  take (th_comparison_describe_row (&row), "Same within 10 %: p50 +1.0 % (−4.0 % … +6.0 %).");
  row.has_interval = FALSE;
  take (th_comparison_describe_row (&row), "The same: both sides have the same samples.");

  row.verdict = TH_VERDICT_CANT_TELL;
  row.stands_out = TRUE;
  row.difference = log (36);
  g_assert_cmpstr (th_comparison_format_verdict (&row), ==, "stands out");
  take (th_comparison_describe_row (&row),
        "Stands out, ×36, but one run per side can’t tell a change from noise. "
        "Record three or more, in turns.");
}

/* More runs would not help where samples lack. */
static void
test_not_tested (void)
{
  char none[] = "", one[] = "b1";
  ThComparisonWarning few = { TH_WARNING_FEW_SAMPLES, none, 90, 89 };
  g_autoptr(GArray) warnings = g_array_new (FALSE, FALSE, sizeof (ThComparisonWarning));
  ThComparisonRow row = { .verdict = TH_VERDICT_CANT_TELL, .warnings = warnings };

  take (th_comparison_describe_row (&row),
        "Can’t tell. Record three or more runs per side, in turns.");
  g_array_append_val (warnings, few);
  take (th_comparison_describe_row (&row),
        "Can’t tell. Too few samples for this quantile: not judged.");
  g_array_index (warnings, ThComparisonWarning, 0).subject = one;
  take (th_comparison_describe_row (&row),
        "Can’t tell. b1: Too few samples for this quantile: not judged.");
}

/* How many runs would decide it, where that is not certain. */
static void
test_runs (void)
{
  ThComparisonRow row = { .verdict = TH_VERDICT_CANT_TELL, .runs_for_half = 12 };

  take (th_comparison_format_runs (&row), "12 runs");
  row.runs_for_half = TH_VERDICT_MAX_RUNS + 1;
  take (th_comparison_format_runs (&row), "> 60 runs");
  row.stands_out = TRUE;
  take (th_comparison_format_runs (&row), "");
  row = (ThComparisonRow) { .verdict = TH_VERDICT_SLOWER, .runs_for_half = 12 };
  take (th_comparison_format_runs (&row), "");
}

static void
test_warnings (void)
{
  ThComparisonWarning busy = { TH_WARNING_BUSY, (char *) "", .575, .767, (char *) "", (char *) "" };
  ThComparisonWarning kernel = { TH_WARNING_MAKING, (char *) "kernel", 0, 0, (char *) "6.1",
                                 (char *) "6.12" };
  ThComparisonWarning again = { TH_WARNING_REPEATED, (char *) "a.dat", 1, 0, (char *) "",
                                (char *) "" };

  take (th_comparison_describe_warning (&busy), "The machine was busy: share of the CPUs’ time "
                                                "that other programs had: 57.5 % → 76.7 %");
  take (th_comparison_describe_warning (&kernel), "kernel: The recordings were made differently: "
        "6.1 → 6.12");
  take (th_comparison_describe_warning (&again), "a.dat: This recording was given twice for one "
        "side; it counts once");
  /* The background load is unknown without packets. */
  take (th_comparison_format_warning_numbers (&(ThComparisonWarning) {
          TH_WARNING_BUSY, (char *) "", NAN, .999, (char *) "", (char *) "" }),
        "unknown → 99.9 %");
  /* Text does not tell the kernel. */
  kernel.text_b = (char *) "";
  take (th_comparison_format_warning_numbers (&kernel), "6.1 → unknown");
}

/* Rates are over the time between the readings, and nothing is judged. */
static void
test_counters (void)
{
  g_autoptr(ThComparison) comparison = test_compare_counters (TRUE);
  const ThComparisonRow *drops = test_find_row (comparison, "TcpExt", "TCPRcvQDrop", 0);
  const ThComparisonRow *irq = test_find_row (comparison, "irq", "34 eth0", 0);

  g_assert_cmpint (drops->kind, ==, TH_COMPARISON_COUNTER);
  g_assert_cmpfloat_with_epsilon (drops->a.value, 3, 1e-9);
  g_assert_cmpfloat_with_epsilon (drops->b.value, 30, 1e-9);
  g_assert_cmpuint (drops->b.n, ==, 90);
  g_assert_cmpfloat_with_epsilon (exp (drops->difference), 10, 1e-9);
  g_assert_cmpint (drops->verdict, ==, TH_VERDICT_NONE);
  g_assert_true (th_comparison_row_is_trouble (drops));
  g_assert_false (th_comparison_row_is_trouble (irq));
  /* A counter that side B does not list did not move there. */
  g_assert_cmpuint (irq->b.n_runs, ==, 2);
  g_assert_cmpuint (irq->b.n, ==, 0);
  g_assert_null (th_comparison_describe_counters (comparison));
}

/* If a run carries none, none are compared, and the run is named. */
static void
test_no_counters (void)
{
  g_autoptr(ThComparison) comparison = test_compare_counters (FALSE);
  g_autoptr(ThComparison) none = test_compare_tails ();
  g_autofree char *some_text = th_comparison_describe_counters (comparison);
  g_autofree char *none_text = th_comparison_describe_counters (none);

  g_assert_cmpuint (th_comparison_count_without_counters (comparison), ==, 1);
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    g_assert_cmpint (th_comparison_get_row (comparison, i)->kind, !=, TH_COMPARISON_COUNTER);
  g_assert_cmpstr (some_text, ==, "Counters of the machine are compared only if all runs carry "
                                  "them. These do not: b1.");
  g_assert_true (g_str_has_prefix (none_text, "None of the runs carries counters"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/text/changes", test_changes);
  g_test_add_func ("/compare/text/values", test_values);
  g_test_add_func ("/compare/text/means", test_means);
  g_test_add_func ("/compare/text/parts", test_parts);
  g_test_add_func ("/compare/text/contributions", test_contributions);
  g_test_add_func ("/compare/text/names", test_names);
  g_test_add_func ("/compare/text/rows", test_rows);
  g_test_add_func ("/compare/text/not-tested", test_not_tested);
  g_test_add_func ("/compare/text/runs", test_runs);
  g_test_add_func ("/compare/text/warnings", test_warnings);

  g_test_add_func ("/compare/text/counters", test_counters);
  g_test_add_func ("/compare/text/no-counters", test_no_counters);
  return g_test_run ();
}
