/* th-sched.c - the analysis of the scheduler: which tasks ran, waited and slept, and why
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A wakeup lasts from the first sched_waking (or sched_wakeup) of a sleeping task until
 * the task is switched in.  A sched_waking of a task that still runs is not a wakeup: the
 * task was about to sleep and continues to run.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-hash.h"
#include "th-sched.h"
#include "th-sched-private.h"
#include "th-time.h"

enum
{
  EVENT_SWITCH,
  EVENT_WAKING,
  EVENT_WAKEUP,
  EVENT_NEW,
  N_SUBJECT,
  EVENT_IRQ_ENTRY = N_SUBJECT,
  EVENT_IRQ_EXIT,
  EVENT_SOFTIRQ_ENTRY,
  EVENT_SOFTIRQ_EXIT
};

/* The index of common_flags in the fields of wakeups. */
#define FIELD_FLAGS 1

static const ThSubscription subscriptions[] = {
  { "sched:sched_switch", N_("Without it running, waiting and sleeping tasks are unknown."),
    { "prev_pid", "prev_state", "next_pid" } },
  { "sched:sched_waking", NULL, { "pid", "?common_flags" } },
  { "sched:sched_wakeup", NULL, { "pid", "?common_flags" } },
  { "sched:sched_wakeup_new", NULL, { "pid", "?common_flags" } },
  { "irq:irq_handler_entry", NULL, { "?irq", "?name" } },
  { "irq:irq_handler_exit", NULL, { NULL } },
  { "irq:softirq_entry", NULL, { "?vec" } },
  { "irq:softirq_exit", NULL, { NULL } },
  { NULL }
};

#define WAKEUP_COLUMN_TASK 1
#define WAKEUP_COLUMN_LATENCY 4

static const ThColumn wakeup_columns[] = {
  { "time", N_("Time"), TH_COLUMN_TIME },
  [WAKEUP_COLUMN_TASK] = { "task", N_("Task"), TH_COLUMN_TASK },
  { "waker", N_("Woken by"), TH_COLUMN_TASK },
  { "cpu", N_("CPU"), TH_COLUMN_CPU },
  [WAKEUP_COLUMN_LATENCY] = { "latency", N_("Latency"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  { "meanwhile", N_("Ran meanwhile"), TH_COLUMN_TASK, .role = TH_ROLE_BLAMED },
  { "meanwhile_time", N_("For"), TH_COLUMN_DURATION, .role = TH_ROLE_BLAMED_TIME },
  { "switched", N_("Switched in"), TH_COLUMN_EVENT }
};

static const ThColumn task_columns[] = {
  { "task", N_("Task"), TH_COLUMN_TASK },
  { "run", N_("Ran"), TH_COLUMN_DURATION },
  { "runs", N_("Runs"), TH_COLUMN_COUNT },
  { "waits", N_("Waits"), TH_COLUMN_COUNT },
  { "wait", N_("Waited"), TH_COLUMN_DURATION },
  { "longest_wait", N_("Longest wait"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN },
  { "wakeups", N_("Wakeups"), TH_COLUMN_COUNT },
  { "longest_wakeup", N_("Longest wakeup"), TH_COLUMN_DURATION },
  { "asleep", N_("Asleep"), TH_COLUMN_DURATION },
  { "uninterruptible", N_("Uninterruptible"), TH_COLUMN_DURATION },
  { "idle", N_("Idle or stopped"), TH_COLUMN_DURATION }
};

/* The time of a CPU counts from the first run that is known. */
static const ThColumn cpu_columns[] = {
  { "cpu", N_("CPU"), TH_COLUMN_CPU },
  { "busy", N_("Busy"), TH_COLUMN_DURATION },
  { "idle", N_("Idle"), TH_COLUMN_DURATION },
  { "switches", N_("Switches"), TH_COLUMN_COUNT },
  { "longest_run", N_("Longest run"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN }
};

static const ThTableInfo tables[] = {
  { "wakeups", N_("Wakeups"), N_("wakeup"), wakeup_columns, G_N_ELEMENTS (wakeup_columns), 4,
    TRUE },
  { "tasks", N_("Tasks"), N_("task"), task_columns, G_N_ELEMENTS (task_columns), 1, TRUE,
    .is_inventory = TRUE },
  { "cpus", N_("CPUs"), N_("CPU"), cpu_columns, G_N_ELEMENTS (cpu_columns), -1, FALSE,
    .is_inventory = TRUE }
};

static const ThClassColumn wakeup_class_columns[] = { { "task" }, { NULL } };

static const ThMeasureInfo measures[] = {
  { "wakeup", N_("Wakeup latency"), N_("From the waking of a task until it is switched in."),
    TH_UNIT_TIME, "wakeups", wakeup_class_columns },
  { "wait", N_("Wait for a CPU"),
    N_("From when a task became runnable, woken or preempted, until it ran."), TH_UNIT_TIME,
    .class_by_task = TRUE, .place = TH_PLACE_UNTIL_RUN },
  { "run", N_("Run"), N_("From switching to a task until switching to another."), TH_UNIT_TIME,
    .class_by_task = TRUE, .place = TH_PLACE_AFTER_ANCHOR },
  { NULL }
};

/* A sample of the wakeup latency is a row of the table of wakeups. */
static void
derive_wakeup (gconstpointer data,
               guint         what,
               guint32       row,
               ThSample     *sample)
{
  sample->value = th_table_get_cell (data, row, what);
  sample->anchor = th_table_get_anchor (data, row);
  sample->group = row;
  sample->task = th_table_get_cell (data, row, WAKEUP_COLUMN_TASK) + 1;
}

static void
cpu_free (gpointer data)
{
  Cpu *cpu = data;

  g_free (cpu->visits);
  g_free (cpu);
}

static gpointer
sched_begin (ThRecording       *recording,
             ThResults         *results,
             GHashTable        *params,
             ThResults *const  *needed,
             GError           **error)
{
  Sched *self = g_new0 (Sched, 1);

  self->recording = recording;
  self->results = results;
  self->tasks = g_hash_table_new (th_direct_hash, NULL);
  self->order = g_ptr_array_new_with_free_func (g_free);
  self->cpus = g_hash_table_new_full (NULL, NULL, NULL, cpu_free);
  self->cpu_order = g_ptr_array_new ();
  self->losses = g_array_new (FALSE, FALSE, sizeof (Loss));
  self->irq_words = g_hash_table_new (NULL, NULL);
  self->last_time = TH_TIME_NONE;
  self->wakeups = th_results_add_table (results, &tables[0]);
  self->summary = th_results_add_table (results, &tables[1]);
  self->cpu_summary = th_results_add_table (results, &tables[2]);
  self->wakeup = th_results_add_measure (results, &measures[0]);
  th_measure_derive (self->wakeup, derive_wakeup, self->wakeups, WAKEUP_COLUMN_LATENCY);
  self->wait = th_results_add_measure (results, &measures[1]);
  self->run = th_results_add_measure (results, &measures[2]);
  self->word_running = th_results_intern (results, _("Running"));
  self->word_woken = th_results_intern (results, _("Woken"));
  th_sched_states_init (&self->states, results);

  return self;
}

static Cpu *
sched_cpu (Sched *self,
           guint  number)
{
  Cpu *cpu = g_hash_table_lookup (self->cpus, GUINT_TO_POINTER (number));

  if (cpu == NULL)
    {
      cpu = g_new0 (Cpu, 1);
      cpu->number = number;
      cpu->last_time = TH_TIME_NONE;
      cpu->longest_ref = TH_REF_NONE;
      g_ptr_array_add (self->cpu_order, cpu);
      g_hash_table_insert (self->cpus, GUINT_TO_POINTER (number), cpu);
    }

  return cpu;
}

/* Begins a run, and ends the previous one. */
static void
cpu_note_run (Cpu    *cpu,
              guint32 task,
              gint64  time)
{
  guint32 last = cpu->n_runs > 0 ? cpu->task[(cpu->n_runs - 1) % N_RECENT] : TH_TASK_NONE;
  gint64 length = cpu->n_runs > 0 ? th_time_between (cpu->begin[(cpu->n_runs - 1) % N_RECENT], time)
                  : 0;

  if (last == TH_TASK_IDLE)
    cpu->idle = th_time_add (cpu->idle, length);
  else if (last != TH_TASK_NONE)
    cpu->busy = th_time_add (cpu->busy, length);

  cpu->begin[cpu->n_runs % N_RECENT] = time;
  cpu->task[cpu->n_runs % N_RECENT] = task;
  cpu->n_runs++;
}

/* If the current task of @cpu was not known, it is @task from here on.  The idle tasks of
 * all CPUs are pid 0, which therefore has no states. */
static void
sched_see (Sched         *self,
           Cpu           *cpu,
           Task          *task,
           const ThEvent *event)
{
  if (cpu->current == NULL)
    {
      /* It is not known when the task was switched in, nor until when it slept. */
      th_sched_task_break (self, task, task->since);
      if (task->number != TH_TASK_IDLE)
        th_sched_task_enter (self, task, STATE_RUNNING, event->time, event->ref, TH_SLICE_NO_BEGIN);
      task->cpu = cpu;
      cpu->current = task;
      cpu_note_run (cpu, task->number, event->time);
    }
  cpu->last_time = event->time;
  self->last_time = MAX (self->last_time, event->time);
}

/* The current task of @cpu is not known from @time on. */
static void
cpu_forget (Sched *self,
            Cpu   *cpu,
            gint64 time)
{
  if (cpu->current != NULL && cpu->current->state == STATE_RUNNING && cpu->current->cpu == cpu)
    th_sched_task_break (self, cpu->current, time);
  cpu->current = NULL;
  if (time != TH_TIME_NONE)
    cpu_note_run (cpu, TH_TASK_NONE, time);
}

/* --- events ------------------------------------------------------------ */

static void
cpu_note_longest (Cpu        *cpu,
                  const Task *task,
                  gint64      time)
{
  gint64 length = time - task->since;

  if (task->flags & TH_SLICE_NO_BEGIN ||
      (!th_ref_is_none (cpu->longest_ref) && length <= cpu->longest_run))
    return;

  cpu->longest_run = length;
  cpu->longest_ref = task->anchor;
}

static void
sched_leave (Sched         *self,
             Cpu           *cpu,
             Task          *task,
             const ThEvent *event)
{
  const ThField *field = event->fields[1];
  guint64 bits;

  if (task->state == STATE_RUNNING)
    {
      cpu_note_longest (cpu, task, event->time);
      th_sched_task_close (self, task, event->time, 0);
    }
  else
    th_sched_task_break (self, task, task->since);

  if (!th_event_get_uint (event, 1, &bits))
    return;
  task->left = th_sched_states_get (&self->states, field, bits);
  if (task->left.kind == LEFT_GONE)
    return;
  th_sched_task_enter (self, task, task->left.kind == LEFT_RUNNABLE
                       ? STATE_RUNNABLE : STATE_BLOCKED,
                       event->time, event->ref, 0);
}

static void
sched_arrive (Sched         *self,
              Cpu           *cpu,
              Task          *task,
              const ThEvent *event)
{
  if (th_sched_task_is_broken (self, task) || task->state == STATE_RUNNING)
    th_sched_task_break (self, task, task->since);
  else if (task->state == STATE_RUNNABLE)
    {
      th_sched_task_waited (self, task, cpu, event);
      th_sched_task_close (self, task, event->time, 0);
    }
  else
    /* The wakeup of the task was not recorded, so it is not known how long it waited. */
    th_sched_task_close (self, task, event->time, TH_SLICE_INFERRED);

  th_sched_task_enter (self, task, STATE_RUNNING, event->time, event->ref, 0);
  task->cpu = cpu;
}

static void
sched_switch (Sched         *self,
              Cpu           *cpu,
              const ThEvent *event)
{
  gint64 prev_pid, next_pid;
  Task *prev, *next;

  self->seen_switch = TRUE;
  if (!th_event_get_int (event, 0, &prev_pid) || !th_event_get_int (event, 2, &next_pid))
    return;

  prev = th_sched_get_task (self, prev_pid, event->ref);
  next = th_sched_get_task (self, next_pid, event->ref);

  /* A different task was believed to run: a switch is missing. */
  if (cpu->current != NULL && cpu->current != prev)
    cpu_forget (self, cpu, cpu->last_time);

  sched_see (self, cpu, prev, event);
  if (prev->number != TH_TASK_IDLE)
    sched_leave (self, cpu, prev, event);
  if (next->number != TH_TASK_IDLE)
    sched_arrive (self, cpu, next, event);
  cpu->current = next;
  cpu->n_switches++;
  cpu_note_run (cpu, next->number, event->time);
}

static void
sched_wake (Sched         *self,
            Cpu           *cpu,
            const ThEvent *event)
{
  gint64 pid;
  Task *task;

  self->seen_wake = TRUE;
  if (!th_event_get_int (event, 0, &pid) || pid == 0)
    return;

  task = th_sched_get_task (self, pid, event->ref);
  if (task->state == STATE_RUNNING ||
      (task->state == STATE_RUNNABLE && !th_sched_task_is_broken (self, task)))
    return;

  if (th_sched_task_is_broken (self, task))
    th_sched_task_break (self, task, task->since);
  else
    th_sched_task_close (self, task, event->time, 0);
  th_sched_task_enter (self, task, STATE_RUNNABLE, event->time, event->ref, 0);
  task->woken = TRUE;
  task->waker = th_sched_find_actor (self, cpu, event, FIELD_FLAGS);
}

static void
sched_event (gpointer       state,
             const ThEvent *event)
{
  Sched *self = state;
  Cpu *cpu = sched_cpu (self, event->cpu);

  switch (event->subscription)
    {
    case EVENT_SWITCH:
      /* Tasks are never switched in within an interrupt or a softirq. */
      th_sched_leave_context (cpu);
      sched_switch (self, cpu, event);
      return;
    case EVENT_IRQ_ENTRY:
      th_sched_enter_hardirq (self, cpu, event);
      return;
    case EVENT_IRQ_EXIT:
      th_sched_leave_hardirq (cpu, event);
      return;
    case EVENT_SOFTIRQ_ENTRY:
      th_sched_enter_softirq (self, cpu, event);
      return;
    case EVENT_SOFTIRQ_EXIT:
      th_sched_leave_softirq (cpu, event);
      return;
    default:
      break;
    }

  if (cpu->current == NULL && event->task != TH_TASK_NONE)
    sched_see (self, cpu,
               th_sched_get_task (self,
                                  th_tasks_get_pid (th_recording_get_tasks (self->recording),
                                                    event->task),
                                             event->ref), event);
  cpu->last_time = event->time;
  self->last_time = MAX (self->last_time, event->time);
  sched_wake (self, cpu, event);
}

static void
sched_lost (gpointer      state,
            guint         stream,
            guint         number,
            const ThLost *lost)
{
  Sched *self = state;
  Cpu *cpu = sched_cpu (self, number);
  Loss loss = { lost->from, lost->to };

  cpu_forget (self, cpu, MAX (cpu->last_time, lost->from));
  th_sched_leave_context (cpu);
  g_array_append_val (self->losses, loss);
}

static void
sched_finish (gpointer state)
{
  Sched *self = state;

  for (guint i = 0; i < self->order->len; i++)
    th_sched_task_break (self, g_ptr_array_index (self->order, i), self->last_time);
  th_sched_add_summary (self);
  th_sched_add_cpu_summary (self);
  if (self->seen_switch && !self->seen_wake)
    th_results_add_remark (self->results,
                           _("Neither sched_waking nor sched_wakeup was recorded. Without them "
                             "there are no "
                             "wakeup latencies, and waiting after a sleep is shown as sleep."));
}

static void
sched_free (gpointer state)
{
  Sched *self = state;

  th_sched_states_clear (&self->states);
  g_hash_table_unref (self->tasks);
  g_ptr_array_unref (self->order);
  g_hash_table_unref (self->cpus);
  g_ptr_array_unref (self->cpu_order);
  g_array_unref (self->losses);
  g_hash_table_unref (self->irq_words);
  g_free (self);
}

const ThAnalysis th_sched_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "sched",
  .title = N_("Scheduler"),
  .text = N_("When each task ran, waited for a CPU or slept, how long it took to run after being "
             "woken, and "
             "which tasks ran meanwhile."),
  .subscriptions = subscriptions,
  .begin = sched_begin,
  .event = sched_event,
  .lost = sched_lost,
  .finish = sched_finish,
  .free = sched_free,
  .n_subject = N_SUBJECT,
  .measures = measures,
};
