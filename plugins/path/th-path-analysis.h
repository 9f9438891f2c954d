/* th-path-analysis.h - the critical path of a task over a span, or over its system calls
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Parameters: the task, and either a span (from, to) or the name of a system call (each).  A name
 * stands for all of the task's calls of it, unless "call" picks one by its number.
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
