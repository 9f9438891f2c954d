/* th-comparison.c - two sides of runs, and what changed from one to the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-comparison-private.h"
#include "th-counter-events.h"
#include "th-quantiles.h"

G_DEFINE_QUARK (th-comparison-error-quark, th_comparison_error)

const char *
th_verdict_get_id (ThVerdict verdict)
{
  static const char *const ids[] = {
    [TH_VERDICT_NONE] = "", [TH_VERDICT_SLOWER] = "slower", [TH_VERDICT_FASTER] = "faster",
    [TH_VERDICT_SAME] = "same", [TH_VERDICT_CANT_TELL] = "can't tell",
    [TH_VERDICT_ONLY_A] = "only in A", [TH_VERDICT_ONLY_B] = "only in B"
  };

  return ids[verdict];
}

/* --- the sides ---------------------------------------------------------------- */

/* Whether @run is of a recording that counts already on its side: it would look like two runs that
 * agree perfectly, or nearly.  Warns of that. */
static gboolean
counts_already (ThComparison *self,
                guint         side,
                ThCompareRun *run)
{
  const char *name = th_compare_run_get_name (run);

  for (guint i = 0; i < self->runs[side]->len; i++)
    {
      ThCompareRun *other = g_ptr_array_index (self->runs[side], i);
      gboolean is_equal = th_compare_run_equal (run, other);

      if (!is_equal && !th_compare_run_has_same_source (run, other))
        continue;
      th_comparison_warn (self->warnings, is_equal ? TH_WARNING_REPEATED : TH_WARNING_SPANS, name,
                          side == 0, side == 1);
      return TRUE;
    }
  return FALSE;
}

static void
add_run (ThComparison *self,
         guint         side,
         ThCompareRun *run)
{
  if (!counts_already (self, side, run))
    g_ptr_array_add (self->runs[side], th_compare_run_ref (run));
}

/* Whether the runs of B are those of A, in any order. */
static gboolean
has_same_runs (const ThComparison *self)
{
  if (self->n_a != self->n_b)
    return FALSE;

  for (guint a = 0; a < self->n_a; a++)
    {
      gboolean found = FALSE;

      for (guint b = 0; b < self->n_b && !found; b++)
        found = th_compare_run_equal (th_comparison_peek_run (self, a),
                                      th_comparison_peek_run (self, self->n_a + b));
      if (!found)
        return FALSE;
    }
  return TRUE;
}

static gboolean
counts_ticks (const ThCompareRun *run)
{
  return th_compare_run_get_making (run)->resolution == TH_RESOLUTION_TICKS;
}

/* Ticks are only comparable with ticks of the same clock. */
static gboolean
check_clocks (const ThComparison  *self,
              GError             **error)
{
  ThCompareRun *first = th_comparison_peek_run (self, 0);

  for (guint run = 1; run < self->n_a + self->n_b; run++)
    {
      ThCompareRun *other = th_comparison_peek_run (self, run);
      const char *clock = th_compare_run_get_making (first)->clock;
      const char *other_clock = th_compare_run_get_making (other)->clock;

      if (counts_ticks (first) == counts_ticks (other) &&
          (!counts_ticks (first) || strcmp (clock, other_clock) == 0))
        continue;
      g_set_error (error, TH_COMPARISON_ERROR, TH_COMPARISON_ERROR_CLOCK,
                   _("%s and %s cannot be compared: the clock “%s” of one counts something else "
                     "than the clock “%s” of the other"),
                   th_compare_run_get_name (first), th_compare_run_get_name (other), clock,
                   other_clock);
      return FALSE;
    }
  return TRUE;
}

/* --- order ---------------------------------------------------------------------- */

static guint
get_rank (const ThComparisonRow *row)
{
  if (row->verdict == TH_VERDICT_SLOWER || row->verdict == TH_VERDICT_FASTER)
    return 0;
  if (row->stands_out)
    return 1;
  if (row->verdict == TH_VERDICT_ONLY_A || row->verdict == TH_VERDICT_ONLY_B)
    return 2;
  if (row->verdict == TH_VERDICT_CANT_TELL)
    return row->is_tested ? 3 : 5;
  if (row->verdict == TH_VERDICT_SAME)
    return 4;

  return 6 + row->kind;
}

/* How strong the evidence for a difference is: the distance of its interval from 0.  If the
 * interval contains 0, a number from -1 to 0, which is higher the larger the difference is compared
 * with how far the interval reaches past 0: a large difference whose interval barely contains 0
 * ranks above a small one with a narrow interval.  Without an interval, the size of the difference.
 * A sample without a counterpart counts as if half a one had occurred, which ranks many of them
 * above a few. */
static double
get_strength (const ThComparisonRow *row)
{
  double distance;

  if (th_comparison_row_is_count (row) && (row->a.n == 0) != (row->b.n == 0))
    return log (2. * MAX (row->a.n, row->b.n) + 1);
  if (!row->has_interval)
    return fabs (row->difference);

  distance = row->difference > 0 ? row->low : -row->high;
  return distance < 0 ? distance / (fabs (row->difference) - distance) : distance;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const ThComparisonRow *first = *(ThComparisonRow *const *) a;
  const ThComparisonRow *second = *(ThComparisonRow *const *) b;
  guint rank_a = get_rank (first), rank_b = get_rank (second);
  double strength_a = get_strength (first), strength_b = get_strength (second);
  int order;

  if (rank_a != rank_b)
    return rank_a < rank_b ? -1 : 1;
  if (strength_a != strength_b)
    return strength_a > strength_b ? -1 : 1;
  if ((order = strcmp (first->analysis, second->analysis)) != 0 ||
      (order = strcmp (first->measure, second->measure)) != 0 ||
      (order = strcmp (first->name, second->name)) != 0)
    return order;

  return (int) first->level - (int) second->level;
}

/* --- the comparison --------------------------------------------------------------- */

static ThComparison *
comparison_new (GPtrArray              *a,
                GPtrArray              *b,
                const ThVerdictOptions *options)
{
  ThComparison *self = g_new0 (ThComparison, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->options = *options;
  self->family.alpha = options->alpha;
  self->family.margin = options->margin;
  self->warnings = th_comparison_warnings_new ();
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) th_comparison_row_free);
  self->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  g_array_set_clear_func (self->entries, th_comparison_entry_clear);
  self->ranks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_mutex_init (&self->lock);
  for (guint side = 0; side < 2; side++)
    {
      GPtrArray *runs = side == 0 ? a : b;

      self->runs[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
      for (guint i = 0; i < runs->len; i++)
        add_run (self, side, g_ptr_array_index (runs, i));
    }
  self->n_a = self->runs[0]->len;
  self->n_b = self->runs[1]->len;
  return self;
}

ThComparison *
th_comparison_new (GPtrArray               *a,
                   GPtrArray               *b,
                   const ThVerdictOptions  *options,
                   GError                 **error)
{
  g_autoptr(ThComparison) self = comparison_new (a, b, options);

  if (self->n_a == 0 || self->n_b == 0)
    {
      g_set_error_literal (error, TH_COMPARISON_ERROR, TH_COMPARISON_ERROR_SIDES,
                           _("Each side needs at least one recording"));
      return NULL;
    }
  if (!check_clocks (self, error))
    return NULL;

  self->is_same = self->family.is_same = has_same_runs (self);
  th_comparison_add_entries (self);
  th_comparison_add_pools (self);
  th_comparison_add_counts (self);
  th_comparison_warn_before (self);
  th_comparison_warn_rows_before (self);
  th_comparison_judge (self);
  th_comparison_warn_after (self);
  th_comparison_warn_rows_after (self);
  th_comparison_explain (self);
  g_ptr_array_sort (self->rows, compare_rows);
  return g_steal_pointer (&self);
}

ThComparison *
th_comparison_ref (ThComparison *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
th_comparison_unref (ThComparison *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->runs[0]);
  g_ptr_array_unref (self->runs[1]);
  g_hash_table_unref (self->ranks);
  g_mutex_clear (&self->lock);
  g_array_unref (self->entries);
  g_ptr_array_unref (self->rows);
  g_array_unref (self->warnings);
  g_free (self);
}

guint
th_comparison_get_n_runs (const ThComparison *self,
                          guint               side)
{
  return self->runs[side]->len;
}

ThCompareRun *
th_comparison_get_run (const ThComparison *self,
                       guint               side,
                       guint               index)
{
  return g_ptr_array_index (self->runs[side], index);
}

const ThComparisonFamily *
th_comparison_get_family (const ThComparison *self)
{
  return &self->family;
}

gboolean
th_comparison_is_in_turns (const ThComparison *self)
{
  return self->is_in_turns;
}

guint
th_comparison_get_n_rows (const ThComparison *self)
{
  return self->rows->len;
}

const ThComparisonRow *
th_comparison_get_row (const ThComparison *self,
                       guint               index)
{
  return g_ptr_array_index (self->rows, index);
}

const GArray *
th_comparison_get_warnings (const ThComparison *self)
{
  return self->warnings;
}

/* All samples of the runs from @begin to before @end, sorted. */
static GArray *
collect_sorted (const ThComparisonRow *row,
                guint                  begin,
                guint                  end)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint run = begin; run < end; run++)
    if (row->classes[run] != NULL && row->classes[run]->n > 0)
      g_array_append_vals (values, row->classes[run]->values, row->classes[run]->n);
  th_quantiles_sort ((gint64 *) (gpointer) values->data, values->len);
  return values;
}

static ThRanks *
compute_ranks (const ThComparison    *self,
               const ThComparisonRow *row)
{
  g_autoptr(GArray) a = collect_sorted (row, 0, self->n_a);
  g_autoptr(GArray) b = collect_sorted (row, self->n_a, self->n_a + self->n_b);
  ThRanks ranks = th_ranks_compare ((const gint64 *) (gpointer) a->data, a->len,
                                    (const gint64 *) (gpointer) b->data, b->len);

  return g_memdup2 (&ranks, sizeof ranks);
}

gboolean
th_comparison_row_is_count (const ThComparisonRow *row)
{
  return row->kind >= TH_COMPARISON_TABLE;
}

gboolean
th_comparison_row_is_trouble (const ThComparisonRow *row)
{
  const ThCounter counter = { row->measure, "", row->name };

  return row->kind == TH_COMPARISON_COUNTER &&
         th_counter_get_weight (&counter) != TH_COUNTER_TRAFFIC;
}

double
th_comparison_row_get_p (const ThComparisonRow *row)
{
  static const double levels[TH_VERDICT_N_LEVELS] = { .5, .9, .99 };

  return levels[row->level];
}

gboolean
th_comparison_row_has_ranks (const ThComparisonRow *row)
{
  return row->classes != NULL && row->a.n_runs > 0 && row->b.n_runs > 0;
}

ThRanks
th_comparison_rank (const ThComparison    *self,
                    const ThComparisonRow *row)
{
  GMutex *lock = (GMutex *) &self->lock;
  ThRanks *ranks;

  if (row->classes == NULL)
    return (ThRanks) { 0, };

  g_mutex_lock (lock);
  ranks = g_hash_table_lookup (self->ranks, row->classes);
  if (ranks == NULL)
    {
      ranks = compute_ranks (self, row);
      g_hash_table_insert (self->ranks, row->classes, ranks);
    }
  g_mutex_unlock (lock);
  return *ranks;
}
