/* th-experiment-sides.h - the recordings of an experiment, as both sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-experiment-plan.h"

G_BEGIN_DECLS

/**
 * ThExperimentSides:
 * @a: paths of the recordings A
 * @b: paths of the recordings B
 * @alpha_factor: the share of α that this comparison may spend: 1, or the share of a look
 * @n_missing: planned runs per side that are not compared; 0 if the experiment was stopped
 *   after a look
 */
typedef struct
{
  GStrv  a;
  GStrv  b;
  double alpha_factor;
  guint  n_missing;
} ThExperimentSides;

ThExperimentSides *th_experiment_sides_new  (const ThExperimentPlan *plan,
                                         const char             *directory);
/* Reads the manifest of @directory; fails if a recording is not a regular file. */
ThExperimentSides *th_experiment_sides_load (const char             *directory,
                                         GError                **error);
void             th_experiment_sides_free (ThExperimentSides        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThExperimentSides, th_experiment_sides_free)

G_END_DECLS
