/* th-cpu-stretch.h - steps over the tasks of a batch, whichever way the loader gives them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cpu.h"

G_BEGIN_DECLS

/* Consecutive events of a batch that have the same task. */
typedef struct
{
  guint32 end;    /* the event after them; at first 0 */
  guint32 task;
  guint32 change; /* the next change */
} Stretch;

/* The index of the first task from @begin on that is not @task; compares four at a time, as
 * runs are long. */
static inline guint32
same_until (const guint32 *tasks,
            guint32        begin,
            guint32        end,
            guint32        task)
{
  while (begin + 4 <= end &&
         ((tasks[begin] ^ task) | (tasks[begin + 1] ^ task) | (tasks[begin + 2] ^ task) |
          (tasks[begin + 3] ^ task)) == 0)
    begin += 4;
  while (begin < end && tasks[begin] == task)
    begin++;

  return begin;
}

/* Makes the stretch contain the event @i, which is in it or just after it. */
static inline void
stretch_reach (Stretch       *self,
               const ThBatch *batch,
               guint32        i)
{
  if (i < self->end)
    return;

  if (batch->task != NULL)
    {
      self->task = batch->task[i];
      self->end = same_until (batch->task, i + 1, batch->n, self->task);
      return;
    }
  self->task = batch->changes[self->change++].task;
  self->end = self->change < batch->n_changes ? batch->changes[self->change].index : batch->n;
}

/* Moves past the events before @to, none of which is before the stretch. */
static inline void
stretch_pass (Stretch       *self,
              const ThBatch *batch,
              guint32        to)
{
  while (self->end < to)
    stretch_reach (self, batch, self->end);
}

/* Sets the tasks of the @n events from @from on. */
static inline void
stretch_expand (Stretch       *self,
                const ThBatch *batch,
                guint32        from,
                guint32        n,
                guint32       *tasks)
{
  for (guint32 i = from, to; i < from + n; i = to)
    {
      stretch_reach (self, batch, i);
      to = MIN (self->end, from + n);
      for (guint32 j = i; j < to; j++)
        tasks[j - from] = self->task;
    }
}

G_END_DECLS
