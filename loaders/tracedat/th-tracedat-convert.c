/* th-tracedat-convert.c - turns stamps and pids of walked pages into times and tasks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tracedat-convert.h"

void
th_td_tasks_init (ThTdTasks *self,
                  ThTasks   *tasks)
{
  *self = (ThTdTasks) { .tasks = tasks };
}

void
th_td_tasks_clear (ThTdTasks *self)
{
  g_clear_pointer (&self->entries, g_free);
}

guint32
th_td_tasks_get (ThTdTasks *self,
                 gint32     pid)
{
  ThTdTaskEntry *entry;

  if (G_UNLIKELY (self->entries == NULL))
    self->entries = g_new0 (ThTdTaskEntry, TH_TD_CACHE_SIZE);

  entry = &self->entries[(guint32) pid % TH_TD_CACHE_SIZE];
  if (G_UNLIKELY (entry->pid != pid || entry->task == 0))
    *entry = (ThTdTaskEntry) { pid, th_tasks_intern (self->tasks, pid) + 1 };
  return entry->task - 1;
}

void
th_td_walk_pids_to_tasks (ThTdWalk  *self,
                          ThTdTasks *tasks)
{
  for (guint32 i = 0; i < self->n_pid_runs; i++)
    {
      guint32 end = i + 1 < self->n_pid_runs ? self->pid_runs[i + 1].row : self->n;
      guint32 task = th_td_tasks_get (tasks, self->pid_runs[i].pid);

      for (guint32 row = self->pid_runs[i].row; row < end; row++)
        self->tasks[row] = task;
    }
}

void
th_td_walk_pids_to_changes (ThTdWalk  *self,
                            ThTdTasks *tasks)
{
  for (guint32 i = 0; i < self->n_pid_runs; i++)
    self->changes[i] = (ThTaskChange) { self->pid_runs[i].row,
                                        th_td_tasks_get (tasks, self->pid_runs[i].pid) };
  self->n_changes = self->n_pid_runs;
}

/* If stamps ascend, so do times, unless these wrap from the highest to the lowest. */
static gboolean
is_ascent (guint64 first,
           guint64 last)
{
  return (gint64) last >= (gint64) first && last - first <= G_MAXINT64;
}

void
th_td_walk_stamps_to_times (ThTdWalk        *self,
                            const ThTdClock *clock,
                            guint            cpu)
{
  if (th_td_clock_is_plain (clock, cpu))
    {
      guint64 offset = (guint64) clock->offset;

      for (guint32 i = 0; offset != 0 && i < self->n; i++)
        self->stamps[i] += offset;
      self->ascends &= self->n == 0 || is_ascent (self->stamps[0], self->stamps[self->n - 1]);
      return;
    }

  self->ascends = FALSE;
  for (guint32 i = 0; i < self->n; i++)
    self->stamps[i] = (guint64) th_td_clock_convert (clock, cpu, self->stamps[i]);
}
