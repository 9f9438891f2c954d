/* th-perfdata-tasks.h - the numbers of the tasks that samples have, for one thread
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Looking a task up takes the lock of the table of tasks, and consecutive samples are of few tasks.
 */
#pragma once

#include "th-tasks.h"

G_BEGIN_DECLS

#define TH_PF_TASK_ENTRIES 4096 /* a power of two */

typedef struct
{
  gint32  pid;
  guint32 task; /* the task + 1; 0: free */
} ThPfTaskEntry;

typedef struct
{
  ThTasks       *tasks;
  ThPfTaskEntry  entries[TH_PF_TASK_ENTRIES];
  gboolean       named[TH_PF_TASK_ENTRIES]; /* the task of the entry is known to have a name */
} ThPfTasks;

/* Returns TH_TASK_NONE if the task of @pid is not remembered. */
static inline guint32
th_pf_tasks_recall (const ThPfTasks *self,
                    gint32           pid)
{
  const ThPfTaskEntry *entry = &self->entries[(guint32) pid % TH_PF_TASK_ENTRIES];

  return G_LIKELY (entry->pid == pid) ? entry->task - 1 : TH_TASK_NONE;
}

static inline guint32
th_pf_tasks_remember (ThPfTasks *self,
                      gint32     pid,
                      guint32    task)
{
  guint at = (guint32) pid % TH_PF_TASK_ENTRIES;

  self->entries[at] = (ThPfTaskEntry) { pid, task + 1 };
  self->named[at] = FALSE;
  return task;
}

/* Adds the task of @pid if it is new. */
static inline guint32
th_pf_tasks_intern (ThPfTasks *self,
                    gint32     pid)
{
  guint32 task = th_pf_tasks_recall (self, pid);

  return task != TH_TASK_NONE ? task
                              : th_pf_tasks_remember (self, pid,
                                                      th_tasks_intern (self->tasks, pid));
}

/* Returns TH_TASK_NONE if there is no task with @pid. */
static inline guint32
th_pf_tasks_find (ThPfTasks *self,
                  gint32     pid)
{
  guint32 task = th_pf_tasks_recall (self, pid);

  return task != TH_TASK_NONE ? task
                              : th_pf_tasks_remember (self, pid, th_tasks_find (self->tasks, pid));
}

G_END_DECLS
