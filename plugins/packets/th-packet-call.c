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

/* The fields of raw events. */
#define FIELD_ID      0
#define FIELD_ARGS    1
#define FIELD_EXIT_ID 1

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
  guint n = 0;

  /* Of others it is not known that they were read: see th_packet_call_perhaps(). */
  for (guint i = 0; i < task->n_delivered; i++)
    {
      const Life *life = handle_get (task->delivered[i]);

      n += life != NULL && life->delivered;
    }

  for (guint i = 0; i < task->n_delivered; i++)
    {
      Life *life = handle_get (task->delivered[i]);

      if (life == NULL || !life->delivered)
        continue;
      th_packet_life_add_event (self, life, event, STAGE_COPY,
                                (Continuation) { RULE_CALL, TH_CONFIDENCE_INFERRED },
                                known ? th_packet_detail_result (self, result) : TH_STEP_NO_DETAIL,
                                TH_STEP_CONTEXT);
      if (known && result >= 0 && n == 1 && life->copied < 0 && !task->peeks)
        life->copied = result;
    }
}

static const char *const receiving[] = { "recvfrom", "recvmsg", "recvmmsg", "recv", "read", "readv",
                                         "preadv", "splice", "io_uring_enter",
                                         "recvmmsg_time32", "socketcall" };
static const char *const sending[] = { "sendto", "sendmsg", "sendmmsg", "send", "write", "writev",
                                       "sendfile", "sendfile64", "connect",
                                       "shutdown", "close" };

/* The name of the call of @event: that of its type, or of the number in a raw event, which is field
 * @number.  NULL if the number is not known. */
static const char *
get_name (Packets       *self,
          const ThEvent *event,
          guint          number)
{
  const char *name;
  guint64 id;

  if (event->subscription == EVENT_RAW_ENTER || event->subscription == EVENT_RAW_EXIT)
    return th_event_get_uint (event, number, &id) ? th_syscall_names_get (self->syscall_names, id)
                                                  : NULL;

  name = th_recording_get_type_name (self->recording, event->type);
  return name + (g_str_has_prefix (name, "sys_enter_") ? strlen ("sys_enter_")
                 : g_str_has_prefix (name, "sys_exit_") ? strlen ("sys_exit_") : 0);
}

static Call
call_kind (const char *name)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (receiving); i++)
    if (strcmp (name, receiving[i]) == 0)
      return CALL_RECEIVE;
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (sending); i++)
    if (strcmp (name, sending[i]) == 0)
      return CALL_SEND;

  return CALL_OTHER;
}

/* An argument of a raw event, which has all of them in an array. */
static gboolean
get_argument (const ThEvent *event,
              guint          index,
              guint64       *value)
{
  const ThField *args = event->fields[FIELD_ARGS];

  return args != NULL && args->kind == TH_FIELD_ARRAY && args->element_size > 0 &&
         index < args->size / args->element_size &&
         th_payload_read_uint (&event->payload, args->offset + index * (gsize) args->element_size,
                               args->element_size, value);
}

/* Whether the call only looks at the data, by its flags: recvfrom (fd, data, length, flags, …),
 * recvmsg (fd, message, flags). */
static gboolean
peeks (const ThEvent *event,
       const char    *name)
{
  guint64 flags = 0;

  if (event->subscription == EVENT_ENTER_RECVFROM || event->subscription == EVENT_ENTER_RECVMSG)
    return th_event_get_uint (event, 0, &flags) && flags & MSG_PEEK;
  if (event->subscription != EVENT_RAW_ENTER || name == NULL)
    return FALSE;

  return ((strcmp (name, "recvfrom") == 0 && get_argument (event, 3, &flags)) ||
          (strcmp (name, "recvmsg") == 0 && get_argument (event, 2, &flags))) &&
         flags & MSG_PEEK;
}

void
th_packet_call_enter (Packets       *self,
                      Task          *task,
                      const ThEvent *event)
{
  const char *name = get_name (self, event, FIELD_ID);

  task->calls_seen = TRUE;
  task->n_losses = self->losses->len;
  task->call_string = th_packet_label (self, event);
  task->call_detail = event->subscription == EVENT_RAW_ENTER && name != NULL
                      ? th_results_intern (self->results, name) : TH_STEP_NO_DETAIL;
  task->call = call_kind (name);
  task->call_time = event->time;
  task->call_ref = event->ref;
  task->call_cpu = event->cpu;
  task->n_delivered = 0;
  task->peeks = peeks (event, name);
}

/* The task was already inside the call when the recording began. */
static void
call_was_open (Packets       *self,
               Task          *task,
               const ThEvent *event)
{
  Call kind = call_kind (get_name (self, event, FIELD_EXIT_ID));
  guint n = 0;

  for (guint i = 0; i < task->n_delivered; i++)
    {
      Life *life = handle_get (task->delivered[i]);

      if (life == NULL || (!life->delivered && kind != CALL_RECEIVE))
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
