/* th-sched.h - the analysis of the scheduler
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds when each task ran, waited and slept, and what delayed each wakeup.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_sched_analysis;

G_END_DECLS
