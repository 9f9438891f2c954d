/* th-packet-call.c - the system calls of tasks, and the packets that each of them read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-packet-call.h"
#include "th-packet-strings.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

#define MSG_PEEK 2

static void
task_note_delivered (Task *task,
                     Life *life)
{
  for (guint i = 0; i < task->n_delivered; i++)
    if (handle_get (task->delivered[i]) == life)
      return;

  if (task->delivered == NULL)
    task->delivered = g_new (Handle, MAX_DELIVERED);
  if (task->n_delivered < MAX_DELIVERED)
    task->delivered[task->n_delivered++] = handle_to (life);
}

void
th_packet_call_perhaps (Task *task,
                        Life *life)
{
  if (!task->calls_seen)
    task_note_delivered (task, life);
}

void
th_packet_call_delivered (Packets *self,
                          Life    *life,
                          Task    *task,
                          guint32  task_number,
                          gint64   bytes)
{
  life->delivered = TRUE;
  life->reader = task_number;
  if (bytes >= 0 && task->peeks)
    life->peeked += bytes;
  else if (bytes >= 0)
    life->copied = MAX (life->copied, 0) + bytes;
  task_note_delivered (task, life);
}

void
th_packet_call_add_return (Packets       *self,
                           Task          *task,
                           const ThEvent *event,
                           gint64         result,
                           gboolean       known)
{
  for (guint i = 0; i < task->n_delivered; i++)
    {
      Life *life = handle_get (task->delivered[i]);

      if (life == NULL)
        continue;
      th_packet_life_add_event (self, life, event, STAGE_COPY,
                                (Continuation) { RULE_CALL, TH_SURE_INFERRED },
                                known ? th_packet_detail_result (self, result) : TH_STEP_NO_DETAIL,
                                TH_STEP_CONTEXT);
      if (known && result >= 0 && task->n_delivered == 1 && life->copied < 0 && !task->peeks)
        life->copied = result;
    }
}

static const char *const receiving[] = { "recvfrom", "recvmsg", "recvmmsg", "recv", "read", "readv",
                                         "preadv", "splice", "io_uring_enter",
                                         "recvmmsg_time32", "socketcall" };
static const char *const sending[] = { "sendto", "sendmsg", "sendmmsg", "send", "write", "writev",
                                       "sendfile", "sendfile64", "connect",
                                       "shutdown", "close" };

/* Classifies a system call by the name of its event type. */
static Call
call_kind (const char *name)
{
  name += g_str_has_prefix (name, "sys_enter_") ? strlen ("sys_enter_")
  : g_str_has_prefix (name, "sys_exit_") ? strlen ("sys_exit_") : 0;
  for (guint i = 0; i < G_N_ELEMENTS (receiving); i++)
    if (strcmp (name, receiving[i]) == 0)
      return CALL_RECEIVE;
  for (guint i = 0; i < G_N_ELEMENTS (sending); i++)
    if (strcmp (name, sending[i]) == 0)
      return CALL_SEND;

  return CALL_OTHER;
}

void
th_packet_call_enter (Packets       *self,
                      Task          *task,
                      const ThEvent *event)
{
  gint64 flags = 0;

  task->calls_seen = TRUE;
  task->n_losses = self->losses->len;
  task->call_string = th_packet_label (self, event);
  task->call = event->subscription == EVENT_RAW_ENTER ? CALL_OTHER
               : call_kind (th_results_get_word (self->results, task->call_string));
  task->call_time = event->time;
  task->call_ref = event->ref;
  task->call_cpu = event->cpu;
  task->n_delivered = 0;
  task->peeks = (event->subscription == EVENT_ENTER_RECVFROM ||
                 event->subscription == EVENT_ENTER_RECVMSG) &&
                 th_event_get_int (event, 0, &flags) && flags & MSG_PEEK;
}

/* The task was already inside the call when the recording began. */
static void
call_was_open (Packets       *self,
               Task          *task,
               const ThEvent *event)
{
  const char *name = th_recording_get_type_name (self->recording, event->type);
  guint n = 0;

  for (guint i = 0; i < task->n_delivered; i++)
    {
      Life *life = handle_get (task->delivered[i]);

      if (life == NULL || (!life->delivered && call_kind (name) != CALL_RECEIVE))
        continue;
      if (!life->delivered)
        th_packet_call_delivered (self, life, task, event->task, -1);
      task->delivered[n++] = task->delivered[i];
    }
  task->n_delivered = n;
}

void
th_packet_call_leave (Packets       *self,
                      Task          *task,
                      const ThEvent *event)
{
  gint64 result;
  gboolean known = th_event_get_int (event, 0, &result);

  if (!task->calls_seen)
    call_was_open (self, task, event);

  th_packet_call_add_return (self, task, event, known ? result : 0, known);
  task->call = CALL_NONE;
  task->peeks = FALSE;
  task->n_delivered = 0;
}
