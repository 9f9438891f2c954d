/* th-experiment-run.h - carries out the runs of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-experiment-plan.h"

G_BEGIN_DECLS

/* Carries out the runs that are left in @plan, and saves the manifest in @directory after
 * each step.  --restore is run at the end, whatever happened.  Reports progress and errors
 * on standard error.  TH_EXIT_WHOLE; _FAILED if a command failed, _PART after a signal,
 * _REFUSED if a file could not be read or written. */
ThExit th_experiment_run (ThExperimentPlan *plan,
                          const char       *directory);

G_END_DECLS
