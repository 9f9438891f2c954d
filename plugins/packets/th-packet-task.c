/* th-packet-task.c - the state of each task: its name, its wakeups, its system call
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-packet-task.h"
#include "th-packet-strings.h"
#include "th-packets-private.h"

/* All tasks from this number on share one state; only a damaged recording has that many. */
#define MAX_TASK (1u << 19)

Task *
th_packet_task_get (Packets *self,
                    guint32  number)
{
  Task *task;

  number = MIN (number, MAX_TASK);
  if (number >= self->task_states->len)
    g_ptr_array_set_size (self->task_states, number + 1);
  task = g_ptr_array_index (self->task_states, number);
  if (task == NULL)
    {
      task = g_new0 (Task, 1);
      task->waking.ref = TH_REF_NONE;
      task->waking_irq.time = task->raised = TH_TIME_NONE;
      g_ptr_array_index (self->task_states, number) = task;
    }

  return task;
}

void
th_packet_task_free (gpointer task)
{
  Task *self = task;

  if (self == NULL)
    return;
  g_free (self->switches);
  g_free (self->delivered);
  g_free (self);
}

/* Most tasks of a busy machine run a few times and end, so the ring begins with one place.  As long
 * as it grows, the places have the order of time. */
void
th_packet_task_add_switch (Task       *task,
                           const Mark *mark)
{
  guint n = task->n_switches;

  if (n < N_SWITCHES && (n & (n - 1)) == 0)
    task->switches = g_renew (Mark, task->switches, MAX (2 * n, 1));
  task->switches[task->n_switches++ % N_SWITCHES] = *mark;
}

const Mark *
th_packet_task_get_switch (const Task *task,
                           guint       back)
{
  return back < MIN (task->n_switches, N_SWITCHES)
         ? &task->switches[(task->n_switches - 1 - back) % N_SWITCHES] : NULL;
}

/* Interrupt threads are named irq/NUMBER-NAME (kernel/irq/manage.c, setup_irq_thread()). */
static gboolean
is_thread_of (Packets    *self,
              const Mark *mark,
              const Irq  *irq)
{
  const char *name = th_packet_string (self, mark->name);
  char *end;

  return name != NULL && irq->time != TH_TIME_NONE && g_str_has_prefix (name, "irq/") &&
         g_ascii_strtoull (name + strlen ("irq/"), &end, 10) == irq->number && *end == '-';
}

/* A handler wakes its own thread just after its exit event (kernel/irq/handle.c,
 * __handle_irq_event_percpu()). */
void
th_packet_task_wake (Packets    *self,
                     Task       *task,
                     const Mark *mark,
                     const Cpu  *cpu,
                     gboolean    in_hardirq)
{
  task->waking = *mark;
  task->is_irq_thread = !cpu->in_irq && in_hardirq && is_thread_of (self, mark, &cpu->irq);
  task->waking_irq.time = TH_TIME_NONE;
  if (cpu->in_irq || task->is_irq_thread)
    task->waking_irq = cpu->irq;
}

void
th_packet_task_look (Packets *self,
                     Task    *task,
                     guint32  number,
                     gint64   time)
{
  if (task->looked_at)
    return;

  task->is_napi = g_str_has_prefix (th_tasks_get_name (self->tasks, number, time), "napi/");
  task->is_worker = th_tasks_is_worker (self->tasks, number, time);
  task->looked_at = TRUE;
}

/* The name of a task rarely changes, so its string is cached. */
guint32
th_packet_task_name_in_event (Packets       *self,
                              Task          *task,
                              const ThEvent *event,
                              guint          field)
{
  const char *text;
  gsize length;

  if (!th_event_get_text (event, field, &text, &length) || length == 0)
    return TH_STEP_NO_DETAIL;
  if (length > sizeof task->comm)
    return th_results_intern_n (self->results, text, length);

  if (length != task->comm_length || memcmp (text, task->comm, length) != 0)
    {
      memcpy (task->comm, text, length);
      task->comm_length = length;
      task->comm_string = th_results_intern_n (self->results, text, length);
    }
  return task->comm_string;
}

guint32
th_packet_mark_name (Packets    *self,
                     const Mark *mark)
{
  if (mark->name != TH_STEP_NO_DETAIL)
    return mark->name;

  return th_results_intern (self->results, th_tasks_get_name (self->tasks, mark->task, mark->time));
}
