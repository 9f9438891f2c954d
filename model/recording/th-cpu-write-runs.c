/* th-cpu-write-runs.c - appends task runs, and sums them up in the levels above
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A run is a stretch of time in which one task was on the CPU.  The nodes of each level
 * sum up consecutive runs, so that th-cpu-task-pixels.c need not look at every run.
 */
#include "config.h"

#include "th-cpu-private.h"
#include "th-cpu-stretch.h"
#include "th-tally.h"
#include "th-time.h"

static void
th_cpu_sum_runs (ThCpu   *self,
                 guint32  first)
{
  const guint n = 1u << run_level_shift[0];
  RunNode *node = th_series_append (&self->run_nodes[0]);
  /* These runs are adjacent in memory, and in one group. */
  const PackedRun *packed = th_series_get (&self->runs, first);
  RunGroup group = cpu_run_group (self, first);
  Run run = cpu_unpack_run (self, packed[0], group), next;
  Tally tally;

  tally.n = 0;
  node->begin = run.begin;
  for (guint i = 1; i <= n; i++, run = next)
    {
      gint64 length;

      next = i < n ? cpu_unpack_run (self, packed[i], group) : cpu_run (self, first + n);
      length = th_time_between (run.begin, run_end (run, next));

      node->flags |= run_flags (run);
      if (run_task (run) == TH_TASK_IDLE || run_task (run) == TH_TASK_NONE)
        continue;
      node->busy = th_time_add (node->busy, length);
      tally_add (&tally, run_task (run), length);
    }

  node->lead = tally.n > 0 ? tally.key[tally_lead (&tally)] : TH_TASK_NONE;
  node->lead_busy = tally.n > 0 ? tally.time[tally_lead (&tally)] : 0;
}

static void
th_cpu_sum_nodes (ThCpu *self,
                  guint  level)
{
  RunNode *node = th_series_append (&self->run_nodes[level]);
  guint32 first = (self->run_nodes[level].n_written - 1) * 8;
  Tally tally = { 0, };

  node->begin = ((const RunNode *) th_series_get (&self->run_nodes[level - 1], first))->begin;
  for (guint i = 0; i < 8; i++)
    {
      const RunNode *child = th_series_get (&self->run_nodes[level - 1], first + i);

      node->busy += child->busy;
      node->flags |= child->flags;
      if (child->lead != TH_TASK_NONE)
        tally_add (&tally, child->lead, child->lead_busy);
    }

  node->lead = tally.n > 0 ? tally.key[tally_lead (&tally)] : TH_TASK_NONE;
  node->lead_busy = tally.n > 0 ? tally.time[tally_lead (&tally)] : 0;
}

static PackedRun
th_cpu_pack_run (ThCpu *self,
                 Run    run)
{
  RunGroup group = self->run_group;
  guint64 since = (guint64) run.begin - (guint64) group.begin;
  OddRun *odd;

  if (since <= G_MAXUINT32 && run.row - group.row <= G_MAXUINT16 && run.task_and_flags < RUN_ODD)
    return (PackedRun) { since, run.row - group.row, run.task_and_flags };

  odd = th_series_append (&self->odd_runs);
  *odd = (OddRun) { run.begin, run.before, run.row, run.task_and_flags };
  return (PackedRun) { self->odd_runs.n_written - 1, 0, RUN_ODD };
}

static void
th_cpu_begin_run (ThCpu      *self,
                  guint32     row,
                  guint32     task,
                  ThRunFlags  flags,
                  gint64      begin,
                  gint64      before)
{
  guint32 n = self->runs.n_written;
  PackedRun *run = th_series_append (&self->runs);
  guint32 task_and_flags = MIN (task, RUN_TASK_MASK) | (guint32) flags << RUN_TASK_BITS;

  if (n % RUN_GROUP == 0)
    {
      self->run_group = (RunGroup) { begin, row };
      *(RunGroup *) th_series_append (&self->run_groups) = self->run_group;
    }
  *run = th_cpu_pack_run (self, (Run) { begin, before, row, task_and_flags });
  self->run_task = task;
  if (!(flags & TH_RUN_INFERRED))
    /* Only one thread writes. */
    __atomic_store_n (&self->n_exact, self->n_exact + 1, __ATOMIC_RELAXED);

  if (n == 0 || n % (1u << run_level_shift[0]) != 0)
    return;
  th_cpu_sum_runs (self, n - (1u << run_level_shift[0]));
  for (guint level = 1; level < N_RUN_LEVELS && n % (1u << run_level_shift[level]) == 0; level++)
    th_cpu_sum_nodes (self, level);
}

/* The time of a row that is not published. */
static gint64
written_time (ThCpu   *self,
              guint32  row)
{
  const Segment *segment = cpu_segment (self, row);
  guint index = row & (SEGMENT_ROWS - 1);

  return segment_time (segment, segment_unit (segment, index)->columns, index);
}

/* Begins a run at event @i of the batch.  @last_time is the time of the last row before the
 * batch. */
static void
th_cpu_write_run (ThCpu         *self,
                  const ThBatch *batch,
                  guint32        i,
                  guint32        task,
                  ThRunFlags     flags,
                  gint64         last_time)
{
  guint32 row = self->n_written + i;

  if (batch->ascends)
    th_cpu_begin_run (self, row, task, flags, batch->time[i], i > 0 ? batch->time[i - 1]
                                                                    : last_time);
  else
    th_cpu_begin_run (self, row, task, flags, written_time (self, row),
                      i > 0 ? written_time (self, row - 1) : last_time);
}

void
th_cpu_write_runs (ThCpu         *self,
                   const ThBatch *batch,
                   guint32        n,
                   gint64         last_time)
{
  Stretch stretch = { 0 };
  guint32 next = 0;

  for (guint32 i = 0, to; i < n; i = to)
    {
      guint32 stop = next < batch->n_switches ? batch->switches[next].index : G_MAXUINT32;

      stretch_reach (&stretch, batch, i);
      to = stop > i ? MIN (stretch.end, stop) : stretch.end;
      if (stretch.task != self->run_task || self->is_after_loss)
        th_cpu_write_run (self, batch, i, stretch.task,
                          TH_RUN_INFERRED | (self->is_after_loss ? TH_RUN_AFTER_LOSS : 0),
                          last_time);
      self->is_after_loss = FALSE;

      if (stop == i)
        {
          th_cpu_write_run (self, batch, i, batch->switches[next++].next_task, 0, last_time);
          to = i + 1;
        }
    }
}
