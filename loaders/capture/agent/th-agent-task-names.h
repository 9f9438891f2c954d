/* th-agent-task-names.h - the names of all tasks that can be found
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * saved_cmdlines of the kernel holds a limited number of names, so those of living tasks are read
 * from /proc.  A scan is done in slices, since there may be tens of thousands.
 */
#pragma once

#include "th-agent-file.h"

G_BEGIN_DECLS

typedef struct _ThAgentTaskNames ThAgentTaskNames;

ThAgentTaskNames *th_agent_task_names_new   (const ThAgentPlaces *places);
void              th_agent_task_names_free  (ThAgentTaskNames    *self);
/* Begins a scan of /proc. */
void              th_agent_task_names_begin (ThAgentTaskNames    *self);
/* Continues it with @n_processes more; FALSE when it is complete, with saved_cmdlines merged. */
gboolean          th_agent_task_names_step  (ThAgentTaskNames    *self,
                                             guint                n_processes);
/* "PID NAME" a line, by pid.  Free with g_free(). */
char             *th_agent_task_names_dup_text (ThAgentTaskNames *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentTaskNames, th_agent_task_names_free)

G_END_DECLS
