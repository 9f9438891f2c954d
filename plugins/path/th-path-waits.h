/* th-path-waits.h - the analysis that collects what each task did, and who woke it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It runs only where a critical path needs it.  Its data (th_results_get_data()) is a
 * ThPathHistory; it shows nothing itself.
 *
 * Who woke a task follows from sched_waking, which is recorded where the waker is.  sched_wakeup is
 * used without it, unless another CPU may have asked for the wakeup: then the waker is not known.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_path_waits_analysis;

G_END_DECLS
