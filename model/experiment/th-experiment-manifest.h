/* th-experiment-manifest.h - writes and parses the manifest of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-experiment-plan.h"

G_BEGIN_DECLS

/* Returns NULL if the text is not a manifest, or contradicts itself. */
ThExperimentPlan *th_experiment_manifest_parse    (const char             *text,
                                                   gsize                   length);
/* Free with g_free(). */
char             *th_experiment_manifest_dup_text (const ThExperimentPlan *self);

G_END_DECLS
