/* th-cpu-write-runs.c - appends task runs, and sums them up in the levels above
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A run is a stretch of time in which one task was on the CPU.  The nodes of each level
 * sum up consecutive runs, so that th-cpu-task-pixels.c need not look at every run.
 */
#include "config.h"

#include "th-cpu-private.h"
#include "th-tally.h"
#include "th-time.h"

static void
th_cpu_sum_runs (ThCpu   *self,
                 guint32  first)
{
  RunNode *node = th_series_append (&self->run_nodes[0]);
  Run run = cpu_run (self, first), next;
  Tally tally;

  tally.n = 0;
  node->begin = run.begin;
  for (guint32 i = first + 1; i <= first + (1u << run_level_shift[0]); i++, run = next)
    {
      gint64 length;

      next = cpu_run (self, i);
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
                 Run    run,
                 guint  index)
{
  RunGroup group = cpu_run_group (self, index);
  guint64 since = (guint64) run.begin - (guint64) group.begin;
  OddRun *odd;

  if (since <= G_MAXUINT32 && run.row - group.row <= G_MAXUINT16 && run.task_and_flags < RUN_ODD)
    return (PackedRun) { since, run.row - group.row, run.task_and_flags };

  odd = th_series_append (&self->odd_runs);
  *odd = (OddRun) { run.begin, run.before, run.row, run.task_and_flags };
  return (PackedRun) { self->odd_runs.n_written - 1, 0, RUN_ODD };
}

void
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
    *(RunGroup *) th_series_append (&self->run_groups) = (RunGroup) { begin, row };
  *run = th_cpu_pack_run (self, (Run) { begin, before, row, task_and_flags }, n);
  self->run_task = task;
  if (!(flags & TH_RUN_INFERRED))
    /* Only one thread writes. */
    __atomic_store_n (&self->n_exact, self->n_exact + 1, __ATOMIC_RELAXED);

  if (n > 0 && n % (1u << run_level_shift[0]) == 0)
    th_cpu_sum_runs (self, n - (1u << run_level_shift[0]));
  for (guint level = 1; level < N_RUN_LEVELS; level++)
    if (n > 0 && n % (1u << run_level_shift[level]) == 0)
      th_cpu_sum_nodes (self, level);
}
