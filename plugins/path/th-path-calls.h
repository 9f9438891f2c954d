/* th-path-calls.h - the system calls of a task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* @number: from 1, in order of time, among all that were asked for.
 * @name: a word of the results of system calls. */
typedef struct
{
  gint64  from;
  gint64  to;
  ThRef   ref;
  guint32 name;
  guint32 number;
} ThPathCall;

/* Lists the calls of @task named @name ("": all of them) whose begin and end were recorded, from
 * the results of the analysis of system calls.  @number: only the one of that number; 0: all.
 * Returns (element-type ThPathCall): free with g_array_unref(). */
GArray *th_path_calls_list (ThResults  *syscalls,
                            guint32     task,
                            const char *name,
                            guint32     number);

G_END_DECLS
