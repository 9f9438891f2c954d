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

/* Sums up the runs before run @n, if that is the first of a group of some level. */
static void
th_cpu_sum_before (ThCpu   *self,
                   guint32  n)
{
  if (n == 0 || n % (1u << run_level_shift[0]) != 0)
    return;

  th_cpu_sum_runs (self, n - (1u << run_level_shift[0]));
  for (guint level = 1; level < N_RUN_LEVELS && n % (1u << run_level_shift[level]) == 0; level++)
    th_cpu_sum_nodes (self, level);
}

static inline gboolean
th_cpu_can_pack (const ThCpu *self,
                 Run          run)
{
  return (guint64) run.begin - (guint64) self->run_group.begin <= G_MAXUINT32 &&
         run.row - self->run_group.row <= G_MAXUINT16 && run.task_and_flags < RUN_ODD;
}

static inline PackedRun
th_cpu_pack_run (const ThCpu *self,
                 Run          run)
{
  return (PackedRun) { (guint64) run.begin - (guint64) self->run_group.begin,
                       run.row - self->run_group.row, run.task_and_flags };
}

static PackedRun
th_cpu_pack_odd_run (ThCpu *self,
                     Run    run)
{
  OddRun *odd = th_series_append (&self->odd_runs);

  *odd = (OddRun) { run.begin, run.before, run.row, run.task_and_flags };
  return (PackedRun) { self->odd_runs.n_written - 1, 0, RUN_ODD };
}

/* Appends a run that may be odd, or the first of a group of any level. */
static __attribute__ ((noinline)) void
th_cpu_append_any_run (ThCpu *self,
                       Run    run)
{
  guint32 n = self->runs.n_written;
  PackedRun *packed = th_series_append (&self->runs);

  if (n % RUN_GROUP == 0)
    {
      self->run_group = (RunGroup) { run.begin, run.row };
      *(RunGroup *) th_series_append (&self->run_groups) = self->run_group;
    }
  *packed = th_cpu_can_pack (self, run) ? th_cpu_pack_run (self, run)
                                        : th_cpu_pack_odd_run (self, run);
  if (!(run_flags (run) & TH_RUN_INFERRED))
    /* Only one thread writes. */
    __atomic_store_n (&self->n_exact, self->n_exact + 1, __ATOMIC_RELAXED);
  th_cpu_sum_before (self, n);
}

/* Appends a run.  For nearly all runs this is short and calls nothing; a run that can be packed
 * into a group is exact. */
static inline void
th_cpu_append_run (ThCpu *self,
                   Run    run)
{
  if (self->runs.n_written % (1u << run_level_shift[0]) == 0 || !th_cpu_can_pack (self, run))
    {
      th_cpu_append_any_run (self, run);
      return;
    }

  *(PackedRun *) th_series_append_to_chunk (&self->runs) = th_cpu_pack_run (self, run);
  __atomic_store_n (&self->n_exact, self->n_exact + 1, __ATOMIC_RELAXED);
}

/* The time of event @i of the batch, as it is written. */
static inline gint64
event_time (ThCpu         *self,
            const ThBatch *batch,
            guint32        i)
{
  const Segment *segment;
  guint32 row = self->n_written + i;
  guint index = row & (SEGMENT_ROWS - 1);

  if (batch->ascends)
    return batch->time[i];

  segment = cpu_segment (self, row);
  return segment_time (segment, segment_unit (segment, index)->columns, index);
}

static guint32
task_and_flags (guint32    task,
                ThRunFlags flags)
{
  return MIN (task, RUN_TASK_MASK) | (guint32) flags << RUN_TASK_BITS;
}

/* Begins a run at event @i of the batch without a switch there.  @last_time is the time of the last
 * row before the batch. */
static __attribute__ ((noinline)) void
th_cpu_infer_run (ThCpu         *self,
                  const ThBatch *batch,
                  guint32        i,
                  guint32        task,
                  gint64         last_time)
{
  ThRunFlags flags = TH_RUN_INFERRED | (self->is_after_loss ? TH_RUN_AFTER_LOSS : 0);

  th_cpu_append_run (self, (Run) { event_time (self, batch, i),
                                   i > 0 ? event_time (self, batch, i - 1) : last_time,
                                   self->n_written + i, task_and_flags (task, flags) });
  self->run_task = task;
  self->is_after_loss = FALSE;
}

void
th_cpu_write_runs (ThCpu         *self,
                   const ThBatch *batch,
                   guint32        n,
                   gint64         last_time)
{
  Stretch stretch = { 0 };
  const ThSwitch *next = batch->switches;
  const ThSwitch *end = next != NULL ? next + batch->n_switches : NULL;

  for (guint32 i = 0, to; i < n; i = to)
    {
      guint32 stop = next < end ? next->index : G_MAXUINT32;

      stretch_reach (&stretch, batch, i);
      to = stop > i ? MIN (stretch.end, stop) : stretch.end;
      if (G_UNLIKELY (stretch.task != self->run_task || self->is_after_loss))
        th_cpu_infer_run (self, batch, i, stretch.task, last_time);

      if (stop == i)
        {
          self->run_task = next->next_task;
          th_cpu_append_run (self, (Run) { event_time (self, batch, i), 0, self->n_written + i,
                                           task_and_flags (next->next_task, 0) });
          next++;
          to = i + 1;
        }
    }
}
