/* th-calls.h - the analyses of kernel functions and call chains
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The function tracers become nested calls; recorded stacks are counted by event type.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_callgraph_analysis;
extern const ThAnalysis th_stacks_analysis;

G_END_DECLS
