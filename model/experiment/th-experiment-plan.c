/* th-experiment-plan.c - the plan of an experiment, and its progress
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "th-experiment-plan.h"

const guint th_experiment_looks[TH_EXPERIMENT_N_LOOKS] = { 3, 5, 8, 12 };

ThExperimentPlan *
th_experiment_plan_new (void)
{
  ThExperimentPlan *self = g_new0 (ThExperimentPlan, 1);

  self->starts = g_ptr_array_new_with_free_func (g_free);
  self->is_restored = TRUE;
  return self;
}

void
th_experiment_plan_free (ThExperimentPlan *self)
{
  g_free (self->before);
  g_free (self->after);
  g_free (self->load);
  g_free (self->record);
  g_free (self->restore);
  g_free (self->order);
  g_ptr_array_unref (self->starts);
  g_free (self);
}

void
th_experiment_plan_shuffle (ThExperimentPlan *self)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (self->seed);
  g_autoptr(GString) order = g_string_new (NULL);

  for (guint i = 0; i < self->n_runs; i++)
    g_string_append (order, g_rand_int (rand) >> 31 ? "BA" : "AB");
  g_free (self->order);
  self->order = g_string_free (g_steal_pointer (&order), FALSE);
}

gboolean
th_experiment_plan_equal (const ThExperimentPlan *self,
                          const ThExperimentPlan *other,
                          gboolean                with_seed)
{
  return g_strcmp0 (self->before, other->before) == 0 &&
         g_strcmp0 (self->after, other->after) == 0 &&
         g_strcmp0 (self->load, other->load) == 0 &&
         g_strcmp0 (self->record, other->record) == 0 &&
         g_strcmp0 (self->restore, other->restore) == 0 &&
         self->n_runs == other->n_runs && self->has_looks == other->has_looks &&
         (!with_seed || self->seed == other->seed);
}

gboolean
th_experiment_plan_is_done (const ThExperimentPlan *self)
{
  return self->is_stopped || self->starts->len == 2 * self->n_runs;
}

gboolean
th_experiment_plan_is_at_look (const ThExperimentPlan *self)
{
  return self->has_looks && self->n_looked < TH_EXPERIMENT_N_LOOKS &&
         self->starts->len == 2 * th_experiment_looks[self->n_looked];
}

guint
th_experiment_plan_count (const ThExperimentPlan *self)
{
  guint n = self->starts->len / 2, n_compared = n;

  for (guint i = 0; self->has_looks && i < TH_EXPERIMENT_N_LOOKS; i++)
    if (th_experiment_looks[i] <= n)
      n_compared = th_experiment_looks[i];
  return n_compared;
}

char *
th_experiment_plan_name_run (const ThExperimentPlan *self,
                             guint                   run)
{
  return g_strdup_printf ("%c-%02u", g_ascii_tolower (self->order[run]), run / 2 + 1);
}

char *
th_experiment_plan_get_path (const ThExperimentPlan *self,
                             const char             *directory,
                             guint                   run)
{
  g_autofree char *name = th_experiment_plan_name_run (self, run);
  g_autofree char *file = g_strconcat (name, ".dat", NULL);

  return g_build_filename (directory, file, NULL);
}

gboolean
th_experiment_plan_exists (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, TH_EXPERIMENT_MANIFEST, NULL);
  GStatBuf about;

  return g_lstat (path, &about) == 0;
}
