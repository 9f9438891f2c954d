/* th-experiment-sides.c - the recordings of an experiment, as both sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <sys/stat.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-experiment-sides.h"

ThExperimentSides *
th_experiment_sides_new (const ThExperimentPlan *plan,
                         const char             *directory)
{
  ThExperimentSides *self = g_new0 (ThExperimentSides, 1);
  guint n = th_experiment_plan_count (plan);

  self->a = g_new0 (char *, n + 1);
  self->b = g_new0 (char *, n + 1);
  for (guint i = 0; i < 2 * n; i++)
    (plan->order[i] == 'A' ? self->a : self->b)[i / 2] = th_experiment_plan_get_path (
      plan, directory, i);
  self->alpha_factor = plan->has_looks ? 1.0 / TH_EXPERIMENT_N_LOOKS : 1;
  self->n_missing = plan->is_stopped ? 0 : plan->n_runs - n;
  return self;
}

void
th_experiment_sides_free (ThExperimentSides *self)
{
  g_strfreev (self->a);
  g_strfreev (self->b);
  g_free (self);
}

static gboolean
check_files (char   **files,
             GError **error)
{
  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autofree char *name = g_filename_display_name (files[i]);
      GStatBuf about;

      if (g_lstat (files[i], &about) == 0 && S_ISREG (about.st_mode))
        continue;
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                   _("%s: this recording of the experiment is missing, or is no plain file"), name);
      return FALSE;
    }
  return TRUE;
}

ThExperimentSides *
th_experiment_sides_load (const char *directory,
                          GError    **error)
{
  g_autoptr(ThExperimentPlan) plan = th_experiment_plan_load (directory, error);
  g_autoptr(ThExperimentSides) self = NULL;

  if (plan == NULL)
    return NULL;

  self = th_experiment_sides_new (plan, directory);
  if (self->a[0] == NULL)
    {
      g_autofree char *name = g_filename_display_name (directory);

      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                   _("%s: the experiment has no pair of runs yet"), name);
      return NULL;
    }
  return check_files (self->a, error) && check_files (self->b, error) ? g_steal_pointer (&self)
                                                                     : NULL;
}
