/* th-experiment-run.h - does the runs of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-experiment-plan.h"

G_BEGIN_DECLS

/* Does what @plan has left to do, and writes the manifest of @directory after each step.  At
 * each end --restore is run.  Tells on standard error what goes on and what went wrong.
 * TH_EXIT_WHOLE; _FAILED if a command failed, _PART after a signal, _REFUSED if a file could
 * not be read or written. */
ThExit th_experiment_run (ThExperimentPlan *plan,
                          const char       *directory);

G_END_DECLS
