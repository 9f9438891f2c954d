/* fuzz-experiment.c - manifests of experiments that others made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "fuzz-target.h"
#include "th-experiment-manifest.h"
#include "th-experiment-sides.h"

/* Both sides have as many runs as may be compared, each with a name of its own in the directory. */
static void
check_sides (const ThExperimentPlan *plan)
{
  g_autoptr(ThExperimentSides) sides = th_experiment_sides_new (plan, "/d");
  guint n = g_strv_length (sides->a);

  g_assert_cmpuint (n, ==, th_experiment_plan_count (plan));
  g_assert_cmpuint (g_strv_length (sides->b), ==, n);
  g_assert_true (plan->is_stopped || n + sides->n_missing == plan->n_runs);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *a = g_strdup_printf ("/d/a-%02u.dat", i + 1);
      g_autofree char *b = g_strdup_printf ("/d/b-%02u.dat", i + 1);

      g_assert_cmpstr (sides->a[i], ==, a);
      g_assert_cmpstr (sides->b[i], ==, b);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr(ThExperimentPlan) plan = th_experiment_manifest_parse ((const char *) data, size);
  g_autoptr(ThExperimentPlan) again = NULL;
  g_autofree char *text = NULL, *same = NULL;

  if (plan == NULL)
    return 0;

  /* A manifest that was accepted can be written, and reads as the same. */
  text = th_experiment_manifest_dup_text (plan);
  again = th_experiment_manifest_parse (text, strlen (text));
  g_assert_nonnull (again);
  g_assert_true (th_experiment_plan_equal (plan, again, TRUE));
  same = th_experiment_manifest_dup_text (again);
  g_assert_cmpstr (text, ==, same);
  g_assert_true (th_experiment_plan_is_done (again) == th_experiment_plan_is_done (plan));
  check_sides (plan);
  return 0;
}
