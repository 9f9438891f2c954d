/* th-compare-take.c - turns a loaded recording into a run
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compare-take-private.h"

/* Classes with a smaller share of the measure are listed, but not judged or explained. */
#define CLASS_SHARE 100
#define LEAST_PARTS 30

/* --- a class --------------------------------------------------------------- */

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

  copy_samples (class, picked);
  class->spent = th_compare_find_spent (source, picked);
  if (class->n < LEAST_PARTS || class->n_found * CLASS_SHARE < class->n_measure)
    return;

  all = (const Picked *) (gpointer) picked->data;
  th_compare_ends_take (source, all, class);
  th_compare_parts_take (source, all, class);
}

/* --- a measure ------------------------------------------------------------ */

static void
take_measure (const Taking *taking,
              ThResults    *results,
              ThMeasure    *measure,
              ThCompareRun *run)
{
  Samples *samples = th_compare_samples_new (taking, results, measure);

  for (guint i = 0; i < samples->picked->len; i++)
    {
      ThCompareClass *class = th_compare_classes_make (samples->classes, i);

      class->n_found = g_array_index (samples->found, guint64, i);
      class->n_measure = samples->n;
      fill_class (&samples->source, class, g_ptr_array_index (samples->picked, i));
      g_ptr_array_add (run->classes, class);
    }
  th_compare_samples_free (samples);
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
  th_compare_counters_take (&taking, run);
  th_compare_ran_free (taking.ran);
  th_compare_run_finalize (run);
  return run;
}
