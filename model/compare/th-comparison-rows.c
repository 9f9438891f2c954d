/* th-comparison-rows.c - the rows of a comparison: classes, pools of classes, counts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-comparison-private.h"
#include "th-hash.h"

#define RARE_SHARE 100

void
th_comparison_row_free (ThComparisonRow *row)
{
  g_array_unref (row->parts);
  g_array_unref (row->warnings);
  g_free (row);
}

void
th_comparison_entry_clear (gpointer entry)
{
  g_free (((Entry *) entry)->classes);
  g_free (((Entry *) entry)->totals);
}

static ThComparisonRow *
add_row (ThComparison     *self,
         ThComparisonKind  kind)
{
  ThComparisonRow *row = g_new0 (ThComparisonRow, 1);

  row->kind = kind;
  row->analysis = row->measure = row->title = row->name = "";
  row->parts = g_array_new (FALSE, TRUE, sizeof (ThComparisonPart));
  row->warnings = th_comparison_warnings_new ();
  g_ptr_array_add (self->rows, row);
  return row;
}

/* --- pairing ---------------------------------------------------------------- */

static char *
make_key (const ThCompareClass *class,
          gboolean              with_name)
{
  return g_strjoin ("\n", class->analysis, class->measure, with_name ? class->name : NULL, NULL);
}

static Entry *
find_entry (ThComparison         *self,
            GHashTable           *by_key,
            const ThCompareClass *class)
{
  g_autofree char *key = make_key (class, TRUE);
  guint n = self->n_a + self->n_b;
  gpointer index;

  if (!g_hash_table_lookup_extended (by_key, key, NULL, &index))
    {
      Entry entry = { class, g_new0 (const ThCompareClass *, n), g_new0 (guint64, n) };

      index = GUINT_TO_POINTER (self->entries->len);
      g_hash_table_insert (by_key, g_steal_pointer (&key), index);
      g_array_append_val (self->entries, entry);
    }
  return &g_array_index (self->entries, Entry, GPOINTER_TO_UINT (index));
}

static GHashTable *
table_new (void)
{
  return g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
}

static void
pair_classes (ThComparison *self)
{
  g_autoptr(GHashTable) by_key = table_new ();

  for (guint run = 0; run < self->n_a + self->n_b; run++)
    {
      ThCompareRun *one = th_comparison_peek_run (self, run);

      for (guint i = 0; i < th_compare_run_get_n_classes (one); i++)
        {
          const ThCompareClass *class = th_compare_run_get_class (one, i);

          find_entry (self, by_key, class)->classes[run] = class;
        }
    }
}

/* Sets the totals of all entries, also for runs that lack the class but have samples of
 * its measure. */
static void
sum_totals (ThComparison *self)
{
  guint n = self->n_a + self->n_b;
  g_autoptr(GHashTable) totals = g_hash_table_new_full (th_string_hash, g_str_equal, g_free,
                                                         g_free);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->entries->len; i++)
      {
        Entry *entry = &g_array_index (self->entries, Entry, i);
        g_autofree char *key = make_key (entry->any, FALSE);
        guint64 *found = g_hash_table_lookup (totals, key);

        if (found == NULL)
          {
            found = g_new0 (guint64, n);
            g_hash_table_insert (totals, g_steal_pointer (&key), found);
          }
        for (guint run = 0; run < n; run++)
          if (pass == 1)
            entry->totals[run] = found[run];
          else if (entry->classes[run] != NULL)
            found[run] = entry->classes[run]->n_measure;
      }
}

/* --- values ------------------------------------------------------------------ */

static gboolean
is_rare_on (const Entry *entry,
            guint        begin,
            guint        end)
{
  guint64 n = 0, all = 0;

  for (guint run = begin; run < end; run++)
    {
      n += entry->classes[run] != NULL ? entry->classes[run]->n_found : 0;
      all += entry->totals[run];
    }
  return n < all / (double) RARE_SHARE;
}

static void
describe_entry (const ThComparison *self,
                Entry              *entry)
{
  guint n = self->n_a + self->n_b;
  gboolean rare_a = is_rare_on (entry, 0, self->n_a), rare_b = is_rare_on (entry, self->n_a, n);

  for (guint run = 0; run < n; run++)
    if (entry->classes[run] != NULL &&
        (run == 0 || entry->classes[run]->spent == TH_SPENT_WAITING ||
         entry->spent != TH_SPENT_WAITING))
      entry->spent = entry->classes[run]->spent;
  entry->is_rare = rare_a || rare_b;
}

static ThComparisonSide
describe_side (const Entry *entry,
               guint        level,
               guint        begin,
               guint        end)
{
  ThComparisonSide side = { 0, };
  double sum = 0;

  for (guint run = begin; run < end; run++)
    {
      const ThCompareClass *class = entry->classes[run];

      if (class == NULL || class->n == 0)
        continue;
      side.n_runs++;
      side.n += class->n;
      sum += th_verdict_log (class->quantiles[level]);
      side.value = side.n_runs == 1 ? class->quantiles[level] : exp (sum / side.n_runs);
    }
  return side;
}

static void
add_levels (ThComparison *self,
            Entry        *entry)
{
  entry->first_row = self->rows->len;
  for (guint level = 0; level < N_LEVELS; level++)
    {
      ThComparisonRow *row = add_row (self, TH_COMPARISON_QUANTILE);

      row->analysis = entry->any->analysis;
      row->measure = entry->any->measure;
      row->title = entry->any->title;
      row->name = entry->any->name;
      row->unit = entry->any->unit;
      row->spent = entry->spent;
      row->level = level;
      row->classes = entry->classes;
      row->a = describe_side (entry, level, 0, self->n_a);
      row->b = describe_side (entry, level, self->n_a, self->n_a + self->n_b);
      if (row->a.n_runs > 0 && row->b.n_runs > 0)
        row->difference = th_verdict_log (row->b.value) - th_verdict_log (row->a.value);
    }
}

void
th_comparison_add_entries (ThComparison *self)
{
  pair_classes (self);
  sum_totals (self);
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = &g_array_index (self->entries, Entry, i);

      describe_entry (self, entry);
      add_levels (self, entry);
    }
}

/* --- pools --------------------------------------------------------------------- */

static void
add_pool (ThComparison         *self,
          const ThCompareClass *any)
{
  ThComparisonRow *row = add_row (self, TH_COMPARISON_POOL);

  row->analysis = any->analysis;
  row->measure = any->measure;
  row->title = any->title;
  row->unit = any->unit;
}

/* Adds a row for each measure with several classes, to show what they contribute. */
void
th_comparison_add_pools (ThComparison *self)
{
  g_autoptr(GHashTable) counts = table_new ();

  for (guint i = 0; i < self->entries->len; i++)
    {
      const ThCompareClass *any = g_array_index (self->entries, Entry, i).any;
      g_autofree char *key = make_key (any, FALSE);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

      if (n == 1)
        add_pool (self, any);
      g_hash_table_replace (counts, g_steal_pointer (&key), GUINT_TO_POINTER (n + 1));
    }
}

/* --- counts ---------------------------------------------------------------------- */

/* Counts of one kind, and the time in which a run counted them. */
typedef struct
{
  ThComparisonKind kind;
  const GArray  *(*get)         (const ThCompareRun *run);
  double         (*get_seconds) (const ThCompareRun *run);
} Counts;

static double
get_duration (const ThCompareRun *run)
{
  return th_compare_run_get_making (run)->duration / 1e9;
}

static void
add_count (ThComparisonSide *side,
           double            seconds,
           guint64           count)
{
  side->n_runs++;
  side->n += count;
  side->value += seconds > 0 ? count / seconds : 0;
}

/* A run that does not say that a table lists things was saved by an earlier version. */
static void
add_level (ThComparisonSide *side,
           guint64           count)
{
  side->n_runs++;
  side->n += count;
  side->value += count;
}

static char *
make_count_key (const ThCompareCount *count)
{
  return g_strjoin ("\n", count->id, count->name, NULL);
}

/* A type that is listed but never occurs needs no row; a table without rows has one. */
static void
make_count_row (ThComparison         *self,
                GHashTable           *by_key,
                ThComparisonKind      kind,
                const ThCompareCount *count)
{
  g_autofree char *key = make_count_key (count);
  ThComparisonRow *row;

  if (kind == TH_COMPARISON_EVENTS && count->count == 0)
    return;
  row = g_hash_table_lookup (by_key, key);
  if (row != NULL && count->is_level)
    row->unit = TH_UNIT_COUNT;
  if (row != NULL)
    return;

  row = add_row (self, kind);
  row->measure = row->title = count->id;
  row->name = count->name;
  row->unit = count->is_level ? TH_UNIT_COUNT : TH_UNIT_HERTZ;
  g_hash_table_insert (by_key, g_steal_pointer (&key), row);
}

/* In a run that has the table, a class without rows counts 0. */
static void
complete_class (GHashTable      *by_key,
                ThComparisonRow *row)
{
  g_autofree char *key = g_strjoin ("\n", row->measure, "", NULL);
  const ThComparisonRow *table = g_hash_table_lookup (by_key, key);

  if (table == NULL)
    return;

  row->a.n_runs = MAX (row->a.n_runs, table->a.n_runs);
  row->b.n_runs = MAX (row->b.n_runs, table->b.n_runs);
}

/* A run without a table has not recorded its events, so it does not count for the mean. */
static void
end_count_row (const ThComparison *self,
               ThComparisonRow    *row)
{
  gboolean is_table = row->kind == TH_COMPARISON_TABLE;

  row->a.value /= is_table ? MAX (row->a.n_runs, 1) : self->n_a;
  row->b.value /= is_table ? MAX (row->b.n_runs, 1) : self->n_b;
  if (row->a.value > 0 && row->b.value > 0)
    row->difference = log (row->b.value / row->a.value);
}

static void
add_counts_of_run (const ThComparison *self,
                   const Counts       *counts,
                   GHashTable         *by_key,
                   guint               run)
{
  const ThCompareRun *one = th_comparison_peek_run (self, run);
  const GArray *all = counts->get (one);

  for (guint i = 0; i < all->len; i++)
    {
      const ThCompareCount *count = &g_array_index (all, ThCompareCount, i);
      g_autofree char *key = make_count_key (count);
      ThComparisonRow *row = g_hash_table_lookup (by_key, key);
      ThComparisonSide *side = row == NULL ? NULL : run < self->n_a ? &row->a : &row->b;

      if (row != NULL && row->unit == TH_UNIT_COUNT)
        add_level (side, count->count);
      else if (row != NULL)
        add_count (side, counts->get_seconds (one), count->count);
    }
}

static void
complete_row (const ThComparison *self,
              GHashTable         *by_key,
              ThComparisonRow    *row)
{
  if (row->kind == TH_COMPARISON_TABLE)
    complete_class (by_key, row);
  /* Each run carries the counters; those that are not listed did not move. */
  if (row->kind == TH_COMPARISON_COUNTER)
    {
      row->a.n_runs = self->n_a;
      row->b.n_runs = self->n_b;
    }
  end_count_row (self, row);
}

static void
add_counts_of (ThComparison *self,
               const Counts *counts)
{
  g_autoptr(GHashTable) by_key = table_new ();
  guint first = self->rows->len;

  for (guint run = 0; run < self->n_a + self->n_b; run++)
    {
      const GArray *all = counts->get (th_comparison_peek_run (self, run));

      for (guint i = 0; i < all->len; i++)
        make_count_row (self, by_key, counts->kind, &g_array_index (all, ThCompareCount, i));
    }
  for (guint run = 0; run < self->n_a + self->n_b; run++)
    add_counts_of_run (self, counts, by_key, run);
  for (guint i = first; i < self->rows->len; i++)
    complete_row (self, by_key, g_ptr_array_index (self->rows, i));
}

void
th_comparison_add_counts (ThComparison *self)
{
  static const Counts tables = { TH_COMPARISON_TABLE, th_compare_run_get_tables, get_duration };
  static const Counts events = { TH_COMPARISON_EVENTS, th_compare_run_get_events, get_duration };
  static const Counts counters = { TH_COMPARISON_COUNTER, th_compare_run_get_counters,
                                   th_compare_run_get_counter_seconds };

  add_counts_of (self, &tables);
  add_counts_of (self, &events);
  if (th_comparison_count_without_counters (self) == 0)
    add_counts_of (self, &counters);
}

guint
th_comparison_count_without_counters (const ThComparison *self)
{
  guint n = 0;

  for (guint run = 0; run < self->n_a + self->n_b; run++)
    n += th_compare_run_get_counter_seconds (th_comparison_peek_run (self, run)) == 0;
  return n;
}
