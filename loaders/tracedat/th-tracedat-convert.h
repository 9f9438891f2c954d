/* th-tracedat-convert.h - turns stamps and pids of walked pages into times and tasks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For the load, and for decoding again what was loaded.
 */
#pragma once

#include "th-tracedat-clock.h"
#include "th-tracedat-page.h"

G_BEGIN_DECLS

#define TH_TD_CACHE_SIZE 4096 /* a power of two */

typedef struct
{
  gint32  pid;
  guint32 task; /* the task + 1; 0: free */
} ThTdTaskEntry;

/* The tasks of the pids that were looked up last, for one thread. */
typedef struct
{
  ThTasks       *tasks;
  ThTdTaskEntry *entries; /* TH_TD_CACHE_SIZE, from the first lookup on */
} ThTdTasks;

void    th_td_tasks_init           (ThTdTasks       *self,
                                    ThTasks         *tasks);
void    th_td_tasks_clear          (ThTdTasks       *self);
guint32 th_td_tasks_get            (ThTdTasks       *self,
                                    gint32           pid);
/* Sets the task of each event of the walk from its pid. */
void    th_td_walk_pids_to_tasks   (ThTdWalk        *self,
                                    ThTdTasks       *tasks);
/* Likewise, but lists only the changes of the task. */
void    th_td_walk_pids_to_changes (ThTdWalk        *self,
                                    ThTdTasks       *tasks);
/* Converts the stamps of the walk in place.  Clears @ascends unless the times ascend, too. */
void    th_td_walk_stamps_to_times (ThTdWalk        *self,
                                    const ThTdClock *clock,
                                    guint            cpu);

G_END_DECLS
