/* th-sched-tasks.c - the states of a task over time: running, waiting, sleeping
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A wakeup or a switch may have been lost on any CPU, so a loss makes the states of
 * sleeping and waiting tasks unknown: they end where the loss begins.  Tasks that
 * run on other CPUs are not affected.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-sched-private.h"
#include "th-time.h"

static const ThContext left_context[N_LEFT] = {
  [LEFT_RUNNABLE] = TH_CONTEXT_RUNNABLE,
  [LEFT_ASLEEP] = TH_CONTEXT_BLOCKED,
  [LEFT_ASLEEP_HARD] = TH_CONTEXT_BLOCKED_HARD,
  [LEFT_IDLE] = TH_CONTEXT_BLOCKED,
  [LEFT_STOPPED] = TH_CONTEXT_BLOCKED,
  [LEFT_GONE] = TH_CONTEXT_BLOCKED,
};

Task *
th_sched_get_task (Sched  *self,
                   gint32  pid,
                   ThRef   ref)
{
  Task *task = g_hash_table_lookup (self->tasks, GINT_TO_POINTER (pid));

  if (task == NULL)
    {
      task = g_new0 (Task, 1);
      task->number = th_tasks_intern (th_recording_get_tasks (self->recording), pid);
      task->first_ref = task->longest_ref = ref;
      g_hash_table_insert (self->tasks, GINT_TO_POINTER (pid), task);
      g_ptr_array_add (self->order, task);
    }

  return task;
}

/* --- slices ------------------------------------------------------------ */

static void
task_add_slice (Sched  *self,
                Task   *task,
                gint64  end,
                guint   flags)
{
  ThSlice slice = { task->since, end, task->anchor, 0, 0, task->flags | flags };

  if (task->number == TH_TASK_IDLE ||
      (end <= task->since && (slice.flags & (TH_SLICE_NO_BEGIN | TH_SLICE_NO_END))))
    return;

  if (task->state == STATE_RUNNING)
    {
      slice.name = self->word_running;
      slice.context = TH_CONTEXT_RUNNING;
    }
  else if (task->state == STATE_RUNNABLE && task->woken)
    {
      slice.name = self->word_woken;
      slice.context = TH_CONTEXT_RUNNABLE;
    }
  else
    {
      slice.name = task->left.word;
      slice.context = left_context[task->left.kind];
    }

  if (task->track == NULL)
    task->track = th_results_add_track (self->results, &(ThTrackInfo) {
      TH_TRACK_SLICES, "state", _("State"), TH_ATTACH_TASK, task->number, TH_UNIT_TIME
    });
  th_slices_add (th_track_get_slices (task->track), 0, &slice);
}

void
th_sched_task_close (Sched  *self,
                     Task   *task,
                     gint64  time,
                     guint   flags)
{
  gint64 length = th_time_between (task->since, time);

  if (task->state == STATE_UNKNOWN)
    return;

  task_add_slice (self, task, time, flags);
  if (task->state == STATE_RUNNING)
    {
      task->run_time = th_time_add (task->run_time, length);
      task->n_runs++;
      if (!((task->flags | flags) & (TH_SLICE_NO_BEGIN | TH_SLICE_NO_END)) &&
          task->number != TH_TASK_IDLE)
        th_measure_append (self->run, &(ThSample) {
          length, task->anchor, self->n_run_samples++, task->number + 1
        });
    }
  else if (task->state == STATE_BLOCKED)
    task->blocked[task->left.kind] = th_time_add (task->blocked[task->left.kind], length);
  else
    task->wait_time = th_time_add (task->wait_time, length);

  task->state = STATE_UNKNOWN;
}

gboolean
th_sched_task_is_broken (Sched      *self,
                         const Task *task)
{
  return task->n_losses < self->losses->len &&
         (task->state == STATE_BLOCKED || task->state == STATE_RUNNABLE);
}

void
th_sched_task_break (Sched  *self,
                     Task   *task,
                     gint64  last_time)
{
  if (task->state == STATE_UNKNOWN)
    return;

  if (th_sched_task_is_broken (self, task))
    last_time = g_array_index (self->losses, Loss, task->n_losses).from;
  th_sched_task_close (self, task, MAX (last_time, task->since), TH_SLICE_NO_END);
}

void
th_sched_task_enter (Sched  *self,
                     Task   *task,
                     State   state,
                     gint64  time,
                     ThRef   anchor,
                     guint   flags)
{
  task->state = state;
  task->since = time;
  task->anchor = anchor;
  task->flags = flags;
  task->n_losses = self->losses->len;
  task->woken = FALSE;
}

/* --- waits ------------------------------------------------------------- */

/* If a softirq or an interrupt used most of the time that the CPU was idle, the wait is attributed
 * to it. */
static void
blame_visitor (Tally     *tally,
               guint      idle,
               const Cpu *cpu,
               gint64     from,
               gint64     to)
{
  gint64 time = 0;
  guint32 word = th_sched_find_visitor (cpu, from, to, &time);

  if (word == TH_SCHED_NO_VISITOR || time <= tally->time[idle] / 2)
    return;

  tally->key[idle] = th_cell_from_word (word);
  tally->time[idle] = time;
}

/* Returns the task that used most of the time of @cpu from @from to @to, as a cell of a column
 * of tasks, and for how long. */
static gint64
cpu_meanwhile (const Cpu *cpu,
               gint64     from,
               gint64     to,
               gint64    *time)
{
  Tally tally = { 0, };
  gint64 end = to;
  guint lead;

  for (guint32 i = 0; i < MIN (cpu->n_runs, N_RECENT) && end > from; i++)
    {
      guint32 at = (cpu->n_runs - 1 - i) % N_RECENT;
      gint64 begin = MAX (cpu->begin[at], from);

      if (cpu->task[at] != TH_TASK_NONE && end > begin)
        tally_add (&tally, cpu->task[at], th_time_between (begin, end));
      end = cpu->begin[at];
    }

  if (tally.n == 0)
    return TH_CELL_NONE;

  lead = tally_lead (&tally);
  if (tally.key[lead] == TH_TASK_IDLE)
    {
      blame_visitor (&tally, lead, cpu, from, to);
      lead = tally_lead (&tally);
    }
  *time = tally.time[lead];
  return tally.key[lead];
}

static void
task_add_wakeup (Sched         *self,
                 Task          *task,
                 const Cpu     *cpu,
                 const ThEvent *event,
                 gint64         latency)
{
  gint64 time = TH_CELL_NONE;
  gint64 meanwhile = cpu_meanwhile (cpu, task->since, event->time, &time);
  gint64 cells[] = {
    task->since,
    task->number,
    task->waker,
    cpu->number,
    latency,
    meanwhile,
    time,
    th_cell_from_ref (event->ref)
  };

  th_table_append (self->wakeups, task->anchor, cells);
  th_measure_append_row (self->wakeup, self->n_wakeup_samples++);
  task->n_wakeups++;
  task->longest_wakeup = MAX (task->longest_wakeup, latency);
}

void
th_sched_task_waited (Sched         *self,
                      Task          *task,
                      const Cpu     *cpu,
                      const ThEvent *event)
{
  gint64 wait = th_time_between (task->since, event->time);

  th_measure_append (self->wait, &(ThSample) {
    wait, task->anchor, self->n_wait_samples++, task->number + 1
  });
  if (task->n_waits == 0 || wait > task->longest_wait)
    {
      task->longest_wait = wait;
      task->longest_ref = task->anchor;
    }
  task->n_waits++;
  if (task->woken)
    task_add_wakeup (self, task, cpu, event, wait);
}

void
th_sched_add_summary (Sched *self)
{
  for (guint i = 0; i < self->order->len; i++)
    {
      const Task *task = g_ptr_array_index (self->order, i);
      gint64 cells[] = {
        task->number, task->run_time, task->n_runs, task->n_waits, task->wait_time,
        task->n_waits > 0 ? task->longest_wait : TH_CELL_NONE,
        task->n_wakeups,
        task->n_wakeups > 0 ? task->longest_wakeup : TH_CELL_NONE,
        task->blocked[LEFT_ASLEEP], task->blocked[LEFT_ASLEEP_HARD],
        task->blocked[LEFT_IDLE] + task->blocked[LEFT_STOPPED]
      };

      if (task->number != TH_TASK_IDLE)
        th_table_append (self->summary, task->longest_ref, cells);
    }
}

static gint
compare_cpus (gconstpointer a,
              gconstpointer b)
{
  const Cpu *x = *(Cpu *const *) a, *y = *(Cpu *const *) b;

  return x->number < y->number ? -1 : x->number > y->number;
}

void
th_sched_add_cpu_summary (Sched *self)
{
  g_ptr_array_sort (self->cpu_order, compare_cpus);
  for (guint i = 0; i < self->cpu_order->len; i++)
    {
      const Cpu *cpu = g_ptr_array_index (self->cpu_order, i);
      gboolean ran = !th_ref_is_none (cpu->longest_ref);

      th_table_append (self->cpu_summary, cpu->longest_ref, (gint64[]) {
        cpu->number, cpu->busy, cpu->idle, cpu->n_switches, ran ? cpu->longest_run : TH_CELL_NONE
      });
    }
}
