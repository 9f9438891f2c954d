/* th-compare-run.c - what a comparison keeps of one recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-compare-private.h"

static void
count_clear (gpointer count)
{
  g_free (((ThCompareCount *) count)->id);
  g_free (((ThCompareCount *) count)->name);
}

static GArray *
counts_new (void)
{
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (ThCompareCount));

  g_array_set_clear_func (counts, count_clear);
  return counts;
}

void
th_compare_counts_add (GArray               *counts,
                       const ThCompareCount *count)
{
  g_array_append_vals (counts, count, 1);
}

ThCompareRun *
th_compare_run_new (const char *name)
{
  ThCompareRun *self = g_new0 (ThCompareRun, 1);

  self->ref_count = 1;
  self->name = g_utf8_make_valid (name, -1);
  self->making.recording = g_strdup ("");
  self->making.wall_start = TH_TIME_NONE;
  self->classes = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_class_free);
  self->tables = counts_new ();
  self->events = counts_new ();
  self->counters = counts_new ();
  return self;
}

ThCompareRun *
th_compare_run_ref (ThCompareRun *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
th_compare_run_unref (ThCompareRun *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_free (self->name);
  g_free (self->making.recording);
  g_free (self->making.kernel);
  g_free (self->making.host);
  g_free (self->making.machine);
  g_free (self->making.clock);
  g_ptr_array_unref (self->classes);
  g_array_unref (self->tables);
  g_array_unref (self->events);
  g_array_unref (self->counters);
  g_free (self);
}

/* Orders classes of the same measure by name. */
static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  const ThCompareClass *first = *(ThCompareClass *const *) a;
  const ThCompareClass *second = *(ThCompareClass *const *) b;

  return strcmp (first->name, second->name);
}

static gboolean
is_same_measure (const ThCompareClass *a,
                 const ThCompareClass *b)
{
  return strcmp (a->analysis, b->analysis) == 0 && strcmp (a->measure, b->measure) == 0;
}

void
th_compare_run_finalize (ThCompareRun *self)
{
  gpointer *classes = self->classes->pdata;

  for (guint begin = 0, end; begin < self->classes->len; begin = end)
    {
      for (end = begin; end < self->classes->len && is_same_measure (classes[begin], classes[end]);)
        end++;
      qsort (classes + begin, end - begin, sizeof (gpointer), compare_names);
    }
  for (guint i = 0; i < self->classes->len; i++)
    th_compare_class_finalize (classes[i]);
}

const char *
th_compare_run_get_name (const ThCompareRun *self)
{
  return self->name;
}

const ThCompareMaking *
th_compare_run_get_making (const ThCompareRun *self)
{
  return &self->making;
}

guint
th_compare_run_get_n_classes (const ThCompareRun *self)
{
  return self->classes->len;
}

const ThCompareClass *
th_compare_run_get_class (const ThCompareRun *self,
                          guint               index)
{
  return g_ptr_array_index (self->classes, index);
}

const GArray *
th_compare_run_get_tables (const ThCompareRun *self)
{
  return self->tables;
}

const GArray *
th_compare_run_get_events (const ThCompareRun *self)
{
  return self->events;
}

const GArray *
th_compare_run_get_counters (const ThCompareRun *self)
{
  return self->counters;
}

double
th_compare_run_get_counter_seconds (const ThCompareRun *self)
{
  return self->counter_seconds;
}

gboolean
th_compare_run_equal (const ThCompareRun *a,
                      const ThCompareRun *b)
{
  if (a->classes->len != b->classes->len || a->making.n_events != b->making.n_events ||
      a->making.start != b->making.start || a->making.duration != b->making.duration)
    return FALSE;

  for (guint i = 0; i < a->classes->len; i++)
    if (!th_compare_class_equal (g_ptr_array_index (a->classes, i),
                                 g_ptr_array_index (b->classes, i)))
      return FALSE;

  return TRUE;
}

gboolean
th_compare_run_has_same_source (const ThCompareRun *a,
                                const ThCompareRun *b)
{
  return *a->making.recording != '\0' && strcmp (a->making.recording, b->making.recording) == 0;
}
