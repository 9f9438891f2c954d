/* th-analyses.h - the built-in analyses; for the table alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_callgraph_analysis;
extern const ThAnalysis th_interrupts_analysis;
extern const ThAnalysis th_kvm_analysis;
extern const ThAnalysis th_latency_analysis;
extern const ThAnalysis th_marks_analysis;
extern const ThAnalysis th_packets_analysis;
extern const ThAnalysis th_power_analysis;
extern const ThAnalysis th_sched_analysis;
extern const ThAnalysis th_stacks_analysis;
extern const ThAnalysis th_syscalls_analysis;
extern const ThAnalysis th_values_analysis;

G_END_DECLS
