/* th-compare-take.c - turns a loaded recording into a run
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-compare-take-private.h"

/* The first samples, while caches and buffers warm up, are left out; without them
 * quantiles stay within a few percent. */
#define WARM_UP_LEAST 20
#define WARM_UP_SHARE 50
/* Calls count as waiting if more than one in ten gave up the CPU. */
#define SLEEPERS_SHARE 10
/* Classes with a smaller share of the measure are listed, but not judged or explained. */
#define CLASS_SHARE 100
#define LEAST_PARTS 30

/* --- the source ---------------------------------------------------------- */

static ThTable *
find_table (ThResults  *results,
            const char *id,
            guint      *index)
{
  for (*index = 0; id != NULL && *index < th_results_get_n_tables (results); (*index)++)
    {
      ThTable *table = th_results_get_table (results, *index);

      if (strcmp (th_table_get_info (table)->id, id) == 0)
        return table;
    }

  return NULL;
}

static Source
describe_source (const Taking *taking,
                 ThResults    *results,
                 ThMeasure    *measure)
{
  Source source = { taking, results, measure, th_measure_get_info (measure) };
  ThFlows *flows = th_results_get_flows (results);
  guint index;

  source.table = find_table (results, source.info->table, &index);
  if (source.table != NULL && flows != NULL && th_flows_get_info (flows)->table == index)
    source.flows = flows;
  return source;
}

static gboolean
has_lost_events (const Source *source,
                 guint32       index)
{
  guint32 row;

  if (source->flows == NULL)
    return FALSE;

  row = th_measure_get_row (source->measure, index);
  return (th_flows_get (source->flows, row)->flags & TH_FLOW_LOST) != 0;
}

/* --- the samples of a class ----------------------------------------------- */

static int
compare_picked (gconstpointer a,
                gconstpointer b)
{
  const Picked *first = a, *second = b;

  if (first->time != second->time)
    return first->time < second->time ? -1 : 1;
  return first->index < second->index ? -1 : first->index > second->index;
}

static void
sort_picked (GArray *picked)
{
  const Picked *all = (const Picked *) (gpointer) picked->data;

  for (guint i = 1; i < picked->len; i++)
    if (compare_picked (&all[i - 1], &all[i]) > 0)
      {
        g_array_sort (picked, compare_picked);
        return;
      }
}

/* Keeps only the first of the samples that share a value: the others are not independent. */
static void
drop_repeated (GArray *picked)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);
  Picked *all = (Picked *) (gpointer) picked->data;
  guint n = 0;

  for (guint i = 0; i < picked->len; i++)
    if (g_hash_table_add (seen, GUINT_TO_POINTER (all[i].sample.group)))
      all[n++] = all[i];
  g_array_set_size (picked, n);
}

static void
drop_warm_up (GArray *picked)
{
  guint n = MAX (WARM_UP_LEAST, picked->len / WARM_UP_SHARE);

  g_array_remove_range (picked, 0, MIN (n, picked->len));
}

static ThSpent
find_spent (const Source *source,
            const GArray *picked)
{
  guint n_sleepers = 0;

  if (source->info->spent != TH_SPENT_CALLING)
    return source->info->spent;

  for (guint i = 0; i < picked->len; i++)
    {
      const ThSample *sample = &g_array_index (picked, Picked, i).sample;

      n_sleepers += !th_compare_ran_stays (source->taking->ran, sample->anchor, sample->value);
    }
  return n_sleepers * SLEEPERS_SHARE > picked->len ? TH_SPENT_WAITING : TH_SPENT_RUNNING;
}

static void
copy_samples (ThCompareClass *class,
              const GArray   *picked)
{
  class->n = picked->len;
  class->times = g_new (gint64, MAX (picked->len, 1));
  class->values = g_new (gint64, MAX (picked->len, 1));
  for (guint i = 0; i < picked->len; i++)
    {
      class->times[i] = g_array_index (picked, Picked, i).time;
      class->values[i] = g_array_index (picked, Picked, i).sample.value;
    }
}

static void
fill_class (const Source   *source,
            ThCompareClass *class,
            GArray         *picked)
{
  const Picked *all;

  sort_picked (picked);
  if (source->info->group_shares_value)
    drop_repeated (picked);
  drop_warm_up (picked);
  copy_samples (class, picked);
  class->spent = find_spent (source, picked);
  if (class->n < LEAST_PARTS || class->n_found * CLASS_SHARE < class->n_measure)
    return;

  all = (const Picked *) (gpointer) picked->data;
  th_compare_ends_take (source, all, class);
  th_compare_parts_take (source, all, class);
}

/* --- a measure ------------------------------------------------------------ */

typedef struct
{
  Source     source;
  Classes   *classes;
  GPtrArray *picked;  /* of GArray of Picked, by class */
  GArray    *found;   /* of guint64, by class: samples before any was left out */
  guint64    n;
} Measure;

static void
measure_add (Measure      *self,
             const Picked *picked)
{
  guint class = th_compare_classes_get (self->classes, picked);

  if (class == G_MAXUINT)
    return;
  if (class == self->picked->len)
    {
      g_ptr_array_add (self->picked, g_array_new (FALSE, FALSE, sizeof (Picked)));
      g_array_set_size (self->found, class + 1);
    }
  g_array_index (self->found, guint64, class)++;
  self->n++;
  if (!has_lost_events (&self->source, picked->index))
    g_array_append_vals (g_ptr_array_index (self->picked, class), picked, 1);
}

static void
measure_read (Measure *self)
{
  const Taking *taking = self->source.taking;
  guint32 n = th_measure_get_n (self->source.measure);

  for (guint32 i = 0; i < n; i++)
    {
      Picked picked = { TH_TIME_NONE, i, th_measure_get (self->source.measure, i) };

      if (!th_ref_is_none (picked.sample.anchor))
        picked.time = th_recording_get_time (taking->recording, picked.sample.anchor);
      if (picked.time >= taking->from && picked.time < taking->to)
        measure_add (self, &picked);
    }
}

static void
measure_make_classes (Measure      *self,
                      ThCompareRun *run)
{
  for (guint i = 0; i < self->picked->len; i++)
    {
      ThCompareClass *class = th_compare_classes_make (self->classes, i);

      class->n_found = g_array_index (self->found, guint64, i);
      class->n_measure = self->n;
      fill_class (&self->source, class, g_ptr_array_index (self->picked, i));
      g_ptr_array_add (run->classes, class);
    }
}

static void
take_measure (const Taking *taking,
              ThResults    *results,
              ThMeasure    *measure,
              ThCompareRun *run)
{
  Measure self = { describe_source (taking, results, measure) };

  self.classes = th_compare_classes_new (&self.source);
  self.picked = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self.found = g_array_new (FALSE, TRUE, sizeof (guint64));
  measure_read (&self);
  measure_make_classes (&self, run);
  th_compare_classes_free (self.classes);
  g_ptr_array_unref (self.picked);
  g_array_unref (self.found);
}

ThCompareRun *
th_compare_run_take (ThRecording *recording,
                     GPtrArray   *all,
                     const char  *name,
                     gint64       from,
                     gint64       to)
{
  Taking taking = { recording, all, from, to, th_compare_ran_new (recording, all) };
  ThCompareRun *run = th_compare_run_new (name);

  for (guint i = 0; i < all->len; i++)
    {
      ThResults *results = g_ptr_array_index (all, i);

      for (guint j = 0; j < th_results_get_n_measures (results); j++)
        take_measure (&taking, results, th_results_get_measure (results, j), run);
    }
  th_compare_making_take (&taking, run);
  th_compare_ran_free (taking.ran);
  th_compare_run_finalize (run);
  return run;
}
