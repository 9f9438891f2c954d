/* th-compare-place.c - the place of a flow among those of its class, also in another recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compare-place.h"
#include "th-compare-take-private.h"

/* --- the flow and its class --------------------------------------------------- */

/* The measure of the whole flows of @results; NULL if there is none. */
static ThMeasure *
find_whole (ThResults *results)
{
  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    {
      ThMeasure *measure = th_results_get_measure (results, i);

      if (th_measure_get_info (measure)->is_whole_flow && th_measure_has_rows (measure))
        return measure;
    }

  return NULL;
}

/* Finds the sample of a row; FALSE if there is none. */
static gboolean
find_sample (ThMeasure *measure,
             guint32    row,
             guint32   *index)
{
  guint32 n = th_measure_get_n (measure);

  for (*index = 0; *index < n; (*index)++)
    if (th_measure_get_row (measure, *index) == row)
      return TRUE;

  return FALSE;
}

static double
find_quantile (const GArray *picked,
               gint64        value)
{
  guint n_below = 0, n_equal = 0;

  for (guint i = 0; i < picked->len; i++)
    {
      gint64 other = g_array_index (picked, Picked, i).sample.value;

      n_below += other < value;
      n_equal += other == value;
    }
  return (n_below + n_equal / 2.) / picked->len;
}

static ThComparePlace *
describe_place (Samples *samples,
                guint32  index)
{
  Picked wanted = th_compare_pick (&samples->source, index);
  guint number = th_compare_classes_get (samples->classes, &wanted);
  const GArray *picked = number < samples->picked->len
                         ? g_ptr_array_index (samples->picked, number) : NULL;
  ThCompareClass *class;
  ThComparePlace *self;

  if (picked == NULL || picked->len == 0)
    return NULL;

  class = th_compare_classes_make (samples->classes, number);
  self = g_new0 (ThComparePlace, 1);
  self->analysis = g_strdup (class->analysis);
  self->measure = g_strdup (class->measure);
  self->name = g_strdup (class->name);
  self->quantile = find_quantile (picked, wanted.sample.value);
  th_compare_class_free (class);
  return self;
}

ThComparePlace *
th_compare_place_new (ThRecording *recording,
                      GPtrArray   *all,
                      ThResults   *results,
                      guint32      row)
{
  Taking taking = { recording, all, TH_TIME_NONE, G_MAXINT64 };
  ThMeasure *whole = find_whole (results);
  ThComparePlace *self;
  Samples *samples;
  guint32 index;

  if (whole == NULL || !find_sample (whole, row, &index))
    return NULL;

  samples = th_compare_samples_new (&taking, results, whole);
  self = describe_place (samples, index);
  th_compare_samples_free (samples);
  return self;
}

void
th_compare_place_free (ThComparePlace *self)
{
  g_free (self->analysis);
  g_free (self->measure);
  g_free (self->name);
  g_free (self);
}

/* --- the counterpart ------------------------------------------------------------------ */

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  const Picked *first = a, *second = b;

  if (first->sample.value != second->sample.value)
    return first->sample.value < second->sample.value ? -1 : 1;
  return first->index < second->index ? -1 : first->index > second->index;
}

/* Without equal values, sample i of n has the quantile (i + 1/2) / n. */
static guint32
find_row (const ThComparePlace *self,
          const Samples        *samples,
          GArray               *picked)
{
  guint rank = MIN ((guint) (self->quantile * picked->len), picked->len - 1);
  gint64 value;

  g_array_sort (picked, compare_values);
  value = g_array_index (picked, Picked, rank).sample.value;
  while (rank > 0 && g_array_index (picked, Picked, rank - 1).sample.value == value)
    rank--;
  return th_measure_get_row (samples->source.measure,
                             g_array_index (picked, Picked, rank).index);
}

gboolean
th_compare_place_find (const ThComparePlace *self,
                       ThRecording          *recording,
                       GPtrArray            *all,
                       ThResults           **results,
                       guint32              *row)
{
  Taking taking = { recording, all, TH_TIME_NONE, G_MAXINT64 };
  guint class;
  Samples *samples = th_compare_samples_find (&taking, self->analysis, self->measure, self->name,
                                              &class);
  GArray *picked = samples != NULL ? g_ptr_array_index (samples->picked, class) : NULL;
  gboolean is_found = picked != NULL && picked->len > 0 &&
                      th_measure_has_rows (samples->source.measure);

  if (is_found)
    {
      *row = find_row (self, samples, picked);
      *results = samples->source.results;
    }
  g_clear_pointer (&samples, th_compare_samples_free);
  return is_found;
}
