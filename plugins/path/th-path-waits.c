/* th-path-waits.c - the analysis that collects what each task did, and who woke it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-path-waits.h"

#include "th-path-causes.h"
#include "th-path-history.h"

enum
{
  EVENT_SWITCH,
  EVENT_WAKING,
  EVENT_WAKEUP,
  EVENT_NEW,
  N_SUBJECT,
  EVENT_CAUSES = N_SUBJECT
};

static const ThSubscription subscriptions[] = {
  { "sched:sched_switch", N_("Without it no critical path can be found."),
    { "prev_pid", "prev_state", "next_pid" } },
  { "sched:sched_waking",
    N_("Without it a critical path often does not know what ended a wait."),
    { "pid", "?common_flags" } },
  { "sched:sched_wakeup", NULL, { "pid", "?common_flags", "?target_cpu" } },
  { "sched:sched_wakeup_new", NULL, { "pid", "?common_flags", "?target_cpu" } },
  TH_PATH_CAUSE_SUBSCRIPTIONS,
  { NULL }
};

#define MAX_CPUS 65536

/* What is known of a task at the moment. */
typedef enum
{
  STATE_UNKNOWN,
  STATE_RUNNING,
  STATE_RUNNABLE,
  STATE_BLOCKED,
  STATE_GONE
} State;

/* @early: a waking that came while the task still ran, perhaps about to block. */
typedef struct
{
  State    state;
  guint    cpu;       /* where it ran last */
  guint    n_losses;  /* number of losses when this was true */
  gboolean has_early;
  ThChange early;
} Task;

typedef struct
{
  guint32 task;       /* + 1; 0: not known */
  gint64  last_time;  /* of an event */
} Cpu;

typedef struct
{
  ThRecording   *recording;
  ThResults     *results;
  ThTasks       *tasks;
  ThPathHistory *history; /* owned by the results */
  ThPathCauses  *causes;
  GArray        *states;  /* of Task, by number */
  GArray        *cpus;    /* of Cpu, by number */
  guint          n_losses;
  const ThField *state_field;
  guint64        blocked_bits, gone_bits; /* of that field */
} Waits;

static gpointer
waits_begin (ThRecording       *recording,
             ThResults         *results,
             GHashTable        *params,
             ThResults *const  *needed,
             GError           **error)
{
  Waits *self = g_new0 (Waits, 1);

  self->recording = recording;
  self->results = results;
  self->tasks = th_recording_get_tasks (recording);
  self->history = th_path_history_new ();
  th_results_take_data (results, self->history, (GDestroyNotify) th_path_history_free);
  self->causes = th_path_causes_new (results, self->history, EVENT_CAUSES);
  self->states = g_array_new (FALSE, TRUE, sizeof (Task));
  self->cpus = g_array_new (FALSE, TRUE, sizeof (Cpu));

  return self;
}

static Cpu *
get_cpu (Waits *self,
         guint  number)
{
  if (number >= self->cpus->len)
    g_array_set_size (self->cpus, number + 1);

  return &g_array_index (self->cpus, Cpu, number);
}

/* After a loss only those tasks are known that run on other CPUs. */
static Task *
get_task (Waits   *self,
          guint32  number)
{
  Task *task;

  if (number >= self->states->len)
    g_array_set_size (self->states, number + 1);

  task = &g_array_index (self->states, Task, number);
  if (task->n_losses != self->n_losses &&
      (task->state != STATE_RUNNING || get_cpu (self, task->cpu)->task != number + 1))
    {
      task->state = STATE_UNKNOWN;
      task->has_early = FALSE;
    }
  task->n_losses = self->n_losses;

  return task;
}

static void
add_change (Waits         *self,
            guint32        task,
            const ThEvent *event,
            ThChangeKind   kind,
            guint          flags)
{
  th_path_history_add (self->history, task, &(ThChange) {
    event->time, event->ref, TH_NO_WAKER, event->cpu, kind, flags
  });
}

/* --- switches ---------------------------------------------------------- */

/* The bits of prev_state by the letters of the recording's own print format; those of Linux 4.14
 * and later if it has none. */
static void
read_states (Waits         *self,
             const ThField *field)
{
  self->state_field = field;
  self->blocked_bits = field->n_values > 0 ? 0 : 0xff;
  self->gone_bits = field->n_values > 0 ? 0 : 0x30;
  for (guint i = 0; i < field->n_values; i++)
    {
      self->blocked_bits |= field->values[i].value;
      if (strpbrk (field->values[i].name, "XZ") != NULL)
        self->gone_bits |= field->values[i].value;
    }
}

static void
leave (Waits         *self,
       guint32        number,
       const ThEvent *event)
{
  Task *task = get_task (self, number);
  guint64 bits = 0;
  gboolean known = th_event_get_uint (event, 1, &bits);

  if (known && event->fields[1] != self->state_field)
    read_states (self, event->fields[1]);

  if (!known || (bits & self->blocked_bits) == 0)
    {
      task->state = STATE_RUNNABLE;
      task->has_early = FALSE;
      add_change (self, number, event, TH_CHANGE_PREEMPTED, known ? 0 : TH_CHANGE_INFERRED);
    }
  else if ((bits & self->gone_bits) != 0)
    {
      task->state = STATE_GONE;
      add_change (self, number, event, TH_CHANGE_GONE, 0);
    }
  else
    {
      task->state = STATE_BLOCKED;
      add_change (self, number, event, TH_CHANGE_BLOCKED, 0);
    }
}

/* The waking that came early ended the wait: nothing else did. */
static void
use_early (Waits   *self,
           guint32  number,
           guint    flags)
{
  Task *task = get_task (self, number);

  task->early.flags |= flags;
  task->has_early = FALSE;
  th_path_history_add (self->history, number, &task->early);
}

static void
run (Waits         *self,
     guint32        number,
     const ThEvent *event,
     guint          flags)
{
  Task *task = get_task (self, number);

  task->state = STATE_RUNNING;
  task->cpu = event->cpu;
  task->has_early = FALSE;
  add_change (self, number, event, TH_CHANGE_RUN, flags);
}

static void
arrive (Waits         *self,
        guint32        number,
        const ThEvent *event)
{
  Task *task = get_task (self, number);

  if (task->state == STATE_BLOCKED && task->has_early)
    use_early (self, number, TH_CHANGE_INFERRED);
  run (self, number, event, 0);
}

/* Each event tells who runs on its CPU.  If another task was believed to run, a switch is missing,
 * as are all events of that task since. */
static void
see (Waits         *self,
     guint32        number,
     const ThEvent *event)
{
  Cpu *cpu = get_cpu (self, event->cpu);

  if (cpu->task == number + 1)
    return;

  if (cpu->task != 0)
    {
      get_task (self, cpu->task - 1)->state = STATE_UNKNOWN;
      th_path_history_add_gap (self->history, &(ThGap) {
        cpu->last_time, event->time, event->cpu, TRUE
      });
      th_path_history_add_occupant (self->history, event->cpu, cpu->last_time, TH_TASK_NONE);
    }
  cpu->task = number + 1;
  th_path_history_add_occupant (self->history, event->cpu, event->time, number);
  if (number != TH_TASK_IDLE)
    run (self, number, event, TH_CHANGE_INFERRED | TH_CHANGE_NO_BEGIN);
}

static void
note_switch (Waits         *self,
             const ThEvent *event)
{
  gint64 prev_pid, next_pid;
  guint32 prev, next;

  if (!th_event_get_int (event, 0, &prev_pid) || !th_event_get_int (event, 2, &next_pid))
    return;

  prev = th_tasks_intern (self->tasks, prev_pid);
  next = th_tasks_intern (self->tasks, next_pid);
  see (self, prev, event);
  if (prev != TH_TASK_IDLE)
    leave (self, prev, event);
  if (next != TH_TASK_IDLE)
    arrive (self, next, event);
  get_cpu (self, event->cpu)->task = next + 1;
  th_path_history_add_occupant (self->history, event->cpu, event->time, next);
}

/* --- wakeups ----------------------------------------------------------- */

/* Sets the waker of @change.  @is_remote: another CPU may have asked for it. */
static void
find_waker (Waits         *self,
            const ThEvent *event,
            gboolean       is_remote,
            ThChange      *change)
{
  guint32 waker = th_path_causes_find (self->causes, event, 1, is_remote);

  if (waker != TH_NO_WAKER)
    change->waker = waker;
  else if (!is_remote && event->task != TH_TASK_IDLE && event->task != TH_TASK_NONE &&
           th_path_causes_get_level (self->causes, event, 1) == TH_LEVEL_TASK)
    {
      change->waker = event->task;
      change->flags |= TH_CHANGE_BY_TASK;
    }
}

/* sched_wakeup alone: on the CPU of the woken task it may be the answer to another CPU, unless a
 * task runs. */
static gboolean
may_be_remote (Waits         *self,
               const ThEvent *event)
{
  guint64 target;

  return event->subscription == EVENT_WAKEUP &&
         (!th_event_get_uint (event, 2, &target) || target == event->cpu) &&
         (event->task == TH_TASK_IDLE ||
          th_path_causes_get_level (self->causes, event, 1) != TH_LEVEL_TASK);
}

static void
note_wakeup (Waits         *self,
             const ThEvent *event)
{
  ThChange change = { event->time, event->ref, TH_NO_WAKER, event->cpu, TH_CHANGE_WOKEN, 0 };
  gboolean is_new = event->subscription == EVENT_NEW;
  gint64 pid;
  guint32 number;
  Task *task;

  if (!th_event_get_int (event, 0, &pid) || pid <= 0)
    return;

  number = th_tasks_intern (self->tasks, pid);
  task = get_task (self, number);
  if (task->state == STATE_RUNNING && event->subscription == EVENT_WAKING)
    {
      find_waker (self, event, FALSE, &change);
      task->early = change;
      task->has_early = TRUE;
      return;
    }
  if (task->state == STATE_RUNNING)
    task->has_early = FALSE;
  if (task->state == STATE_RUNNING || task->state == STATE_RUNNABLE ||
      (task->state == STATE_GONE && !is_new))
    return;

  if (task->state == STATE_BLOCKED && task->has_early && event->subscription == EVENT_WAKEUP)
    use_early (self, number, 0);
  else
    {
      change.kind = is_new ? TH_CHANGE_CREATED : TH_CHANGE_WOKEN;
      find_waker (self, event, may_be_remote (self, event), &change);
      th_path_history_add (self->history, number, &change);
    }
  task->has_early = FALSE;
  task->state = STATE_RUNNABLE;
}

/* --- events ------------------------------------------------------------ */

static void
waits_event (gpointer       state,
             const ThEvent *event)
{
  Waits *self = state;

  if (event->cpu >= MAX_CPUS)
    return;
  if (event->subscription != EVENT_SWITCH && event->task != TH_TASK_NONE)
    see (self, event->task, event);

  if (event->subscription >= EVENT_CAUSES)
    th_path_causes_event (self->causes, event);
  else if (event->subscription != EVENT_SWITCH)
    note_wakeup (self, event);
  else
    {
      th_path_causes_leave (self->causes, event->cpu);
      note_switch (self, event);
    }
  get_cpu (self, event->cpu)->last_time = event->time;
  th_results_set_data_memory (self->results, th_path_history_get_memory (self->history));
}

static void
waits_lost (gpointer      state,
            guint         stream,
            guint         cpu,
            const ThLost *lost)
{
  Waits *self = state;

  if (cpu >= MAX_CPUS)
    return;

  th_path_history_add_gap (self->history, &(ThGap) { lost->from, lost->to, cpu, FALSE });
  th_path_causes_leave (self->causes, cpu);
  get_cpu (self, cpu)->task = 0;
  self->n_losses++;
  if (lost->from != TH_TIME_NONE)
    th_path_history_add_occupant (self->history, cpu, lost->from, TH_TASK_NONE);
}

static void
waits_finish (gpointer state)
{
}

static void
waits_free (gpointer state)
{
  Waits *self = state;

  th_path_causes_free (self->causes);
  g_array_unref (self->states);
  g_array_unref (self->cpus);
  g_free (self);
}

const ThAnalysis th_path_waits_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "waits",
  .title = N_("Waits"),
  .text = N_("What each task did, and who woke it."),
  .subscriptions = subscriptions,
  .begin = waits_begin,
  .event = waits_event,
  .lost = waits_lost,
  .finish = waits_finish,
  .free = waits_free,
  .n_subject = N_SUBJECT,
  .only_needed = TRUE,
};
