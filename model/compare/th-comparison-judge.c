/* th-comparison-judge.c - the verdicts of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-comparison-private.h"

#define LEAST_COMMON 3

/* The logarithm of the factor that two steps of the clock amount to: it cannot resolve
 * less. */
static double
get_least_margin (const ThComparison    *self,
                  const ThComparisonRow *row)
{
  gboolean coarse = FALSE;

  if (row->unit != TH_UNIT_TIME)
    return 0;

  for (guint run = 0; run < self->n_a + self->n_b; run++)
    coarse |= th_compare_run_get_making (th_comparison_peek_run (self, run))->resolution ==
              TH_RESOLUTION_US;
  return log1p (2. * (coarse ? 1000 : 1) / MAX (MIN (row->a.value, row->b.value), 1));
}

/* --- identical samples ----------------------------------------------------------- */

static gboolean
has_same_values (const ThCompareClass *a,
                 const ThCompareClass *b)
{
  g_autofree gint64 *sorted_a = NULL, *sorted_b = NULL;

  /* Sort only if these are equal. */
  if (a == NULL || b == NULL || a->n != b->n || a->n == 0 ||
      memcmp (a->quantiles, b->quantiles, sizeof a->quantiles) != 0)
    return FALSE;

  sorted_a = th_compare_class_dup_sorted (a);
  sorted_b = th_compare_class_dup_sorted (b);
  return memcmp (sorted_a, sorted_b, a->n * sizeof (gint64)) == 0;
}

/* Whether the samples of each run of B are those of a different run of A. */
static gboolean
is_identical (const ThComparison *self,
              const Entry        *entry)
{
  g_autofree gboolean *taken = g_new0 (gboolean, self->n_a);

  if (self->n_a != self->n_b)
    return FALSE;

  for (guint b = 0; b < self->n_b; b++)
    {
      guint a = 0;

      while (a < self->n_a && (taken[a] || !has_same_values (entry->classes[a],
                                                             entry->classes[self->n_a + b])))
        a++;
      if (a == self->n_a)
        return FALSE;
      taken[a] = TRUE;
    }
  return TRUE;
}

/* Whether all samples of all runs have the same value. */
static gboolean
is_constant (const ThComparison *self,
             const Entry        *entry)
{
  for (guint run = 0; run < self->n_a + self->n_b; run++)
    {
      const ThCompareClass *class = entry->classes[run];

      if (class == NULL || class->n == 0 || class->quantiles[0] != class->quantiles[2])
        return FALSE;
      for (guint32 i = 0; i < class->n; i++)
        if (class->values[i] != entry->any->values[0])
          return FALSE;
    }
  return TRUE;
}

/* --- which tests are made --------------------------------------------------------- */

static guint64
count_found (const Entry *entry,
             guint        begin,
             guint        end)
{
  guint64 n = 0;

  for (guint run = begin; run < end; run++)
    n += entry->classes[run] != NULL ? entry->classes[run]->n_found : 0;

  return n;
}

static gboolean
is_told (const ThComparison *self,
         const Entry        *entry,
         guint               level,
         guint               begin,
         guint               end)
{
  for (guint run = begin; run < end; run++)
    if (entry->classes[run] == NULL || !entry->classes[run]->is_told[level])
      return FALSE;

  return TRUE;
}

/* The name of the run because of which alone a row is not judged; "" if there are several. */
static const char *
find_lacking (const ThComparison *self,
              const Entry        *entry,
              guint               level)
{
  const char *name = "";
  guint n_lacking = 0;

  for (guint run = 0; run < self->n_a + self->n_b; run++)
    if (!is_told (self, entry, level, run, run + 1))
      {
        name = th_compare_run_get_name (th_comparison_peek_run (self, run));
        n_lacking++;
      }
  return n_lacking == 1 ? name : "";
}

/* The verdict on a class that one side lacks and each run of the other has; otherwise
 * TH_VERDICT_CANT_TELL. */
static ThVerdict
find_only (const ThComparison *self,
           const Entry        *entry,
           guint               level)
{
  guint n = self->n_a + self->n_b;

  if (count_found (entry, self->n_a, n) == 0 && is_told (self, entry, level, 0, self->n_a))
    return TH_VERDICT_ONLY_A;
  if (count_found (entry, 0, self->n_a) == 0 && is_told (self, entry, level, self->n_a, n))
    return TH_VERDICT_ONLY_B;

  return TH_VERDICT_CANT_TELL;
}

/* Whether the row is to be tested; otherwise its verdict has been set. */
static gboolean
choose_test (ThComparison *self,
             const Entry  *entry,
             guint         level)
{
  ThComparisonRow *row = th_comparison_peek_row (self, entry, level);
  guint n = self->n_a + self->n_b;
  /* Of some classes no run has a sample beyond those of its warm-up. */
  gboolean has_samples = row->a.n_runs > 0 || row->b.n_runs > 0;

  if (has_samples)
    row->verdict = self->is_same || entry->is_identical ? TH_VERDICT_SAME
                                                        : find_only (self, entry, level);
  if (row->verdict == TH_VERDICT_ONLY_A || row->verdict == TH_VERDICT_ONLY_B)
    return FALSE;
  if (entry->is_rare)
    {
      th_comparison_warn (row->warnings, TH_WARNING_RARE, "",
                          count_found (entry, 0, self->n_a), count_found (entry, self->n_a, n));
      return FALSE;
    }
  if (!is_told (self, entry, level, 0, n))
    {
      th_comparison_warn (row->warnings, TH_WARNING_FEW_SAMPLES,
                          find_lacking (self, entry, level), row->a.n, row->b.n);
      return FALSE;
    }
  row->is_tested = !entry->is_apart && !(level > 0 && self->lost_unlike);
  return row->is_tested;
}

/* --- several runs ------------------------------------------------------------------ */

static ThRunsTest
make_runs_test (const ThComparison *self,
                const Entry        *entry,
                guint               level,
                double             *logs)
{
  const ThComparisonRow *row = th_comparison_peek_row (self, entry, level);
  ThRunsTest test = { level, logs, logs + self->n_a };

  for (guint run = 0; run < self->n_a + self->n_b; run++)
    logs[run] = th_verdict_log (entry->classes[run]->quantiles[level]);
  test.identical = row->verdict == TH_VERDICT_SAME || is_constant (self, entry);
  test.least_margin = get_least_margin (self, row);
  return test;
}

static void
set_runs_verdict (const ThComparison *self,
                  const ThRunsFamily *family,
                  const ThRunsTest   *test,
                  ThComparisonRow    *row)
{
  ThVerdictOptions options = self->options;

  row->difference = test->difference;
  row->has_interval = TRUE;
  row->low = test->low;
  row->high = test->high;
  row->narrow = test->narrow;
  row->margin = options.margin = test->margin;
  row->variance = MAX (test->variance, family->floors[test->level]);
  row->verdict = test->verdict;
  if (test->verdict != TH_VERDICT_CANT_TELL)
    return;
  row->runs_for_same = th_verdict_runs_for_same (row->variance, test->margin);
  row->runs_for_half = th_verdict_runs_for_shift (row->variance, log (1.5), self->family.n_tests,
                                                  &options);
}

static void
judge_runs (ThComparison *self,
            GPtrArray    *chosen,
            GArray       *tests)
{
  ThRunsFamily family = { self->n_a, self->n_b };

  th_verdict_judge_runs ((ThRunsTest *) (gpointer) tests->data, tests->len, &self->options,
                         &family);
  self->family.df = family.df;
  memcpy (self->family.floors, family.floors, sizeof family.floors);
  for (guint i = 0; i < tests->len; i++)
    set_runs_verdict (self, &family, &g_array_index (tests, ThRunsTest, i),
                      g_ptr_array_index (chosen, i));
}

static void
judge_all_runs (ThComparison *self)
{
  guint n = self->n_a + self->n_b;
  g_autofree double *logs = g_new (double, MAX (n * self->entries->len * N_LEVELS, 1));
  g_autoptr(GArray) tests = g_array_new (FALSE, FALSE, sizeof (ThRunsTest));
  g_autoptr(GPtrArray) chosen = g_ptr_array_new ();

  for (guint i = 0; i < self->entries->len; i++)
    for (guint level = 0; level < N_LEVELS; level++)
      {
        const Entry *entry = &g_array_index (self->entries, Entry, i);
        ThRunsTest test;

        if (!choose_test (self, entry, level))
          continue;
        test = make_runs_test (self, entry, level, logs + n * tests->len);
        g_array_append_val (tests, test);
        g_ptr_array_add (chosen, th_comparison_peek_row (self, entry, level));
      }
  self->family.n_tests = tests->len;
  judge_runs (self, chosen, tests);
}

/* The median difference of measures that run on a CPU; 0 if there are too few of them. */
static double
find_common (const ThComparison *self)
{
  g_autofree double *differences = g_new (double, MAX (self->entries->len, 1));
  guint n = 0;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      const ThComparisonRow *row = th_comparison_peek_row (self, entry, 0);

      if (row->is_tested && entry->spent == TH_SPENT_RUNNING)
        differences[n++] = row->difference;
    }
  return n < LEAST_COMMON ? 0 : th_verdict_median (differences, n);
}

/* --- one run per side ---------------------------------------------------------------- */

static ThSingleKind
get_single_kind (ThSpent spent)
{
  if (spent == TH_SPENT_RUNNING)
    return TH_SINGLE_RUNS;

  return spent == TH_SPENT_READING ? TH_SINGLE_READS : TH_SINGLE_WAITS;
}

static void
set_single_verdict (const ThComparison *self,
                    const ThSingleTest *test,
                    ThComparisonRow    *row)
{
  row->difference = test->difference;
  row->margin = self->options.margin;
  row->verdict = test->verdict;
  row->stands_out = test->stands_out;
  /* Without a verdict, the samples of two runs say nothing about other runs. */
  row->has_interval = test->verdict != TH_VERDICT_CANT_TELL;
  row->low = row->has_interval ? test->low : 0;
  row->high = row->has_interval ? test->high : 0;
}

static void
judge_single (ThComparison *self)
{
  g_autoptr(GArray) tests = g_array_new (FALSE, FALSE, sizeof (ThSingleTest));
  g_autoptr(GPtrArray) chosen = g_ptr_array_new ();
  double z;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      ThComparisonRow *row = th_comparison_peek_row (self, entry, 0);
      ThSingleTest test = { get_single_kind (entry->spent) };

      for (guint level = N_LEVELS - 1; level > 0; level--)
        if (choose_test (self, entry, level))
          th_comparison_peek_row (self, entry, level)->is_tested = FALSE;
      if (!choose_test (self, entry, 0))
        continue;
      test.a = entry->classes[0]->single;
      test.b = entry->classes[1]->single;
      test.identical = row->verdict == TH_VERDICT_SAME || is_constant (self, entry);
      g_array_append_val (tests, test);
      g_ptr_array_add (chosen, row);
    }
  self->family.n_tests = tests->len;
  th_verdict_judge_single ((ThSingleTest *) (gpointer) tests->data, tests->len, &self->options,
                           &self->family.common, &z);
  for (guint i = 0; i < tests->len; i++)
    set_single_verdict (self, &g_array_index (tests, ThSingleTest, i),
                        g_ptr_array_index (chosen, i));
}

/* --- too few runs ---------------------------------------------------------------------- */

static void
judge_none (ThComparison *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    for (guint level = 0; level < N_LEVELS; level++)
      {
        const Entry *entry = &g_array_index (self->entries, Entry, i);

        choose_test (self, entry, level);
        th_comparison_peek_row (self, entry, level)->is_tested = FALSE;
      }
}

void
th_comparison_judge (ThComparison *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = &g_array_index (self->entries, Entry, i);

      entry->is_identical = self->is_same || is_identical (self, entry);
    }

  self->family.is_single = self->n_a == 1 && self->n_b == 1;
  if (self->family.is_single)
    judge_single (self);
  else if (MIN (self->n_a, self->n_b) >= TH_VERDICT_LEAST_RUNS)
    {
      judge_all_runs (self);
      self->family.common = find_common (self);
    }
  else
    judge_none (self);
}
