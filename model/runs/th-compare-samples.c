/* th-compare-samples.c - the samples of a measure, sorted into classes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Runs and examples use the same samples, so each sample of a run can be shown in its
 * recording.
 */
#include "config.h"

#include <string.h>

#include "th-compare-take-private.h"
#include "th-printable.h"

/* The first samples, while caches and buffers warm up, are left out; without them
 * quantiles stay within a few percent. */
#define WARM_UP_LEAST 20
#define WARM_UP_SHARE 50
/* Calls count as waiting if more than one in ten gave up the CPU. */
#define SLEEPERS_SHARE 10

/* --- the source ---------------------------------------------------------- */

static Source
describe_source (const Taking *taking,
                 ThResults    *results,
                 ThMeasure    *measure)
{
  Source source = { taking, results, measure, th_measure_get_info (measure) };
  ThFlows *flows = th_results_get_flows (results);

  if (source.info->table != NULL)
    source.table = th_results_find_table (results, source.info->table);
  if (source.table != NULL && flows != NULL &&
      th_results_get_table (results, th_flows_get_info (flows)->table) == source.table)
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

/* --- the samples that are compared ----------------------------------------- */

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

/* --- the samples of a measure ----------------------------------------------- */

Picked
th_compare_pick (const Source *source,
                 guint32       index)
{
  Picked picked = { TH_TIME_NONE, index, th_measure_get (source->measure, index) };

  if (!th_ref_is_none (picked.sample.anchor))
    picked.time = th_recording_get_time (source->taking->recording, picked.sample.anchor);
  return picked;
}

static void
add_sample (Samples      *self,
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
read_samples (Samples *self)
{
  const Taking *taking = self->source.taking;
  guint32 n = th_measure_get_n (self->source.measure);

  for (guint32 i = 0; i < n; i++)
    {
      Picked picked = th_compare_pick (&self->source, i);

      if (picked.time >= taking->from && picked.time < taking->to)
        add_sample (self, &picked);
    }
}

/* Keeps only the samples that are evidence, in order of time. */
static void
keep_evidence (const Samples *self,
               GArray        *picked)
{
  if (picked->len == 0)
    return;

  sort_picked (picked);
  if (self->source.info->group_shares_value)
    drop_repeated (picked);
  drop_warm_up (picked);
}

Samples *
th_compare_samples_new (const Taking *taking,
                        ThResults    *results,
                        ThMeasure    *measure)
{
  Samples *self = g_new0 (Samples, 1);

  self->source = describe_source (taking, results, measure);
  self->classes = th_compare_classes_new (&self->source);
  self->picked = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->found = g_array_new (FALSE, TRUE, sizeof (guint64));
  read_samples (self);
  for (guint i = 0; i < self->picked->len; i++)
    keep_evidence (self, g_ptr_array_index (self->picked, i));
  return self;
}

void
th_compare_samples_free (Samples *self)
{
  th_compare_classes_free (self->classes);
  g_ptr_array_unref (self->picked);
  g_array_unref (self->found);
  g_free (self);
}

ThSpent
th_compare_find_spent (const Source *source,
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

/* --- the samples of a class --------------------------------------------------- */

static ThMeasure *
find_measure (ThResults  *results,
              const char *id)
{
  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    {
      ThMeasure *measure = th_results_get_measure (results, i);
      g_autofree char *found = th_printable_line (th_measure_get_info (measure)->id);

      if (strcmp (found, id) == 0)
        return measure;
    }

  return NULL;
}

Samples *
th_compare_samples_find (const Taking *taking,
                         const char   *analysis,
                         const char   *measure,
                         const char   *name,
                         guint        *class)
{
  ThResults *results = th_results_find (taking->all, analysis);
  ThMeasure *found = results != NULL ? find_measure (results, measure) : NULL;
  Samples *samples;

  if (found == NULL)
    return NULL;

  samples = th_compare_samples_new (taking, results, found);
  *class = th_compare_classes_find (samples->classes, name);
  if (*class != G_MAXUINT)
    return samples;

  th_compare_samples_free (samples);
  return NULL;
}
