/* th-path-analysis.h - the critical path of a task over a span, or over its system calls
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Parameters: the task, and a span (from, to), or a system call (each), all calls of that name or
 * the one of a number (call).
 *
 * Results: the table “paths”, with a row for each span and the time of each cause; the table
 * “path”, with all parts of these paths in order of time (th-path-walk.h); the table
 * “path-causes”, with totals; and a flow for each span, whose stages are the causes.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_path_analysis;

G_END_DECLS
