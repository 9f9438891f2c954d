/* th-analyses.h - the built-in analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_kvm_analysis;
extern const ThAnalysis th_event_latency_analysis;
extern const ThAnalysis th_trace_markers_analysis;
extern const ThAnalysis th_power_analysis;
extern const ThAnalysis th_syscalls_analysis;
extern const ThAnalysis th_values_analysis;

/* All analyses in the order in which they are shown; NULL-terminated. */
const ThAnalysis *const *th_analyses_list (void);
const ThAnalysis        *th_analyses_find (const char *id);

G_END_DECLS
