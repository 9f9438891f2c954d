/* th-experiment-manifest.h - the manifest of an experiment as a text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-experiment-plan.h"

G_BEGIN_DECLS

/* NULL if the text is no manifest, or if its contents are inconsistent. */
ThExperimentPlan *th_experiment_manifest_parse    (const char             *text,
                                                   gsize                   length);
/* Free with g_free(). */
char             *th_experiment_manifest_dup_text (const ThExperimentPlan *self);

G_END_DECLS
