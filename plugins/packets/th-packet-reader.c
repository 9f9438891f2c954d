/* th-packet-reader.c - which task read a packet from its socket, and what it waited for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * With TCP there is an event for each copy (skb_copy_datagram_iovec); a datagram has a
 * consume_skb inside the reader's call, or since Linux 6.17 only sock_recv_length.
 * There the socket identifies the datagram; in a text, where sk_data_ready has no
 * socket, its length and the woken task do.  Why the reader ran follows from the first
 * wakeup after the packet was received, in the same context, and the first switch to the
 * reader after that.
 */
#include "config.h"

#include <string.h>

#include "th-packet-reader.h"
#include "th-packet-call.h"
#include "th-packet-cpu.h"
#include "th-packet-event.h"
#include "th-packet-life.h"
#include "th-packet-socket.h"
#include "th-packet-strings.h"
#include "th-packet-task.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

#define MSG_PEEK 2
#define IPPROTO_UDP 17

/* --- steps --------------------------------------------------------------- */

static guint
add_mark (Packets    *self,
          Life       *life,
          guint       after,
          const Mark *mark,
          guint       subscription,
          RuleId      rule,
          guint8      stage)
{
  ThStep step = {
    mark->ref, mark->time, self->labels[subscription], th_packet_mark_name (self, mark), mark->cpu,
    rule, TH_CONFIDENCE_INFERRED, stage, TH_STEP_CONTEXT
  };

  if (life->steps[after].time > mark->time)
    {
      step.rule = RULE_CLOCK;
      step.confidence = TH_CONFIDENCE_AMBIGUOUS;
    }
  return th_packet_life_add (life, after, &step);
}

/* Returns the first switch to the task at or after @time, or NULL if it is not known. */
static const Mark *
first_switch (const Task *task,
              gint64      time)
{
  const Mark *found = NULL, *mark;

  for (guint i = 0; (mark = th_packet_task_get_switch (task, i)) != NULL; i++)
    {
      if (mark->time < time)
        return found;
      found = mark;
    }

  return task->n_switches <= N_SWITCHES ? found : NULL;
}

/* With per-CPU clocks, the switch caused by a wakeup may have an earlier time. */
static const Mark *
switch_before (const Packets *self,
               const Task    *task,
               const Mark    *waking,
               gint64         received)
{
  const Mark *last = th_packet_task_get_switch (task, 0);

  return self->local_clock && last != NULL && last->cpu != waking->cpu &&
         last->time < waking->time && last->time > received ? last : NULL;
}

/* Returns whether it became readable while the reader was already running for another packet. */
static gboolean
reader_was_awake (const Life *life,
                  const Mark *switched)
{
  const ThStep *ready = &life->steps[life->queued_step];

  return life->ready && ready->confidence == TH_CONFIDENCE_INFERRED && ready->time > switched->time;
}

static const Mark *
find_waking (const Life *life,
             guint32     task)
{
  for (guint i = 0; i < life->n_wakes; i++)
    if (life->wakes[i].task == task)
      return &life->wakes[i];

  return NULL;
}

guint8
th_packet_reader_arrive (Packets *self,
                         Life    *life,
                         Task    *task,
                         guint32  task_number,
                         gint64   time)
{
  const Mark *mark = find_waking (life, task_number), *switched;
  guint after = life->queued_step;

  if (!(life->kinds & KIND_BIT (KIND_RX)) || life->n_steps == 0)
    return STAGE_QUEUE;

  switched = first_switch (task, mark != NULL ? mark->time : life->steps[after].time);
  if (mark != NULL && switched == NULL)
    switched = switch_before (self, task, mark, life->steps[after].time);
  if (mark != NULL && switched != NULL && !self->local_clock && reader_was_awake (life, switched))
    return STAGE_QUEUE;

  /* The reader was woken for another packet, and this one became readable before it ran. */
  while (mark != NULL && after > 0 && life->steps[after].time > mark->time &&
         life->steps[after].cpu == mark->cpu)
    after--;
  if (mark != NULL)
    after = add_mark (self, life, after, mark, EVENT_WAKING, RULE_WAKING,
                      life->ready && after == life->queued_step ? STAGE_QUEUE : STAGE_STACK);
  if (switched == NULL || switched->time > time)
    return STAGE_QUEUE;

  add_mark (self, life, after, switched, EVENT_SWITCH, mark != NULL ? RULE_SWITCH : RULE_RAN,
            mark != NULL ? STAGE_WAKEUP : STAGE_QUEUE);
  return STAGE_READER;
}

void
th_packet_reader_retract (const Packets *self,
                          Life          *life,
                          Task          *task)
{
  guint n = 0;

  for (guint32 i = life->queued_step + 1; i < life->n_steps; i++)
    {
      life->steps[i].rule = RULE_LATER;
      life->steps[i].confidence = TH_CONFIDENCE_AMBIGUOUS;
      life->steps[i].stage = TH_FLOW_NO_STAGE;
    }
  for (guint i = 0; i < task->n_delivered; i++)
    if (handle_get (task->delivered[i]) != life)
      task->delivered[n++] = task->delivered[i];
  task->n_delivered = n;
  life->delivered = FALSE;
  life->reader = TH_TASK_NONE;
  life->copied = -1;
  life->end = END_NONE;
  life->why_open = self->string_reused;
}

/* --- deliveries ---------------------------------------------------------- */

/* Whether the location of the end is one where readers free what they have read; TRUE if the
 * location is not known. */
static gboolean
place_reads (Packets   *self,
             const Skb *skb)
{
  guint32 location = th_packet_location (self, skb->event, FIELD_A);
  const char *text = location != TH_STEP_NO_DETAIL ? th_results_get_word (self->results, location)
                     : "0x";

  return g_str_has_prefix (text, "0x") || strstr (text, "recv") != NULL ||
         strstr (text, "skb_consume_udp") != NULL;
}

/* Returns whether the packet was received and is not in use elsewhere, and the task that frees it
 * neither polls nor, as a worker that decrypts, goes on with what the stack does. */
gboolean
th_packet_reader_takes (Packets      *self,
                        const Life   *life,
                        const Skb    *skb,
                        Continuation *continuation)
{
  const Task *task = skb->task;

  if (skb->in != CONTEXT_TASK || skb->event->task == TH_TASK_IDLE)
    return FALSE;
  if (skb->kind == KIND_COPY)
    return TRUE;
  if (skb->kind != KIND_CONSUME || task->is_napi || task->is_worker ||
      KIND_BIT (life->last_kind) & KINDS_TX)
    return FALSE;
  if (life->delivered)
    return life->reader == skb->event->task;

  if (task->calls_seen && task->n_losses == self->losses->len)
    {
      *continuation = (Continuation) { RULE_CONSUMED_IN_CALL, TH_CONFIDENCE_INFERRED };
      return task->call == CALL_RECEIVE;
    }
  *continuation = (Continuation) { RULE_CONSUMED_IN_TASK, TH_CONFIDENCE_INFERRED };
  return th_packet_cpu_knows_context (self, skb->event, FIELD_FLAGS) &&
         life->kinds & KIND_BIT (KIND_RX) && place_reads (self, skb);
}

/* --- events -------------------------------------------------------------- */

void
th_packet_reader_received (Place *place,
                           Life  *life)
{
  if (place->n_batch == MAX_BATCH)
    place->n_batch = 0;
  place->batch[place->n_batch++] = handle_to (life);
  place->received = handle_to (life);
  life->queued_step = life->n_steps - 1;
}

static void
life_note_waking (Life       *life,
                  const Mark *mark)
{
  for (guint i = 0; i < life->n_wakes; i++)
    if (life->wakes[i].task == mark->task)
      return;

  if (life->n_wakes < MAX_WAKES)
    life->wakes[life->n_wakes++] = *mark;
}

/* sched_wakeup follows sched_waking, possibly on another CPU, and is only used if that was not
 * recorded. */
static void
note_waking (Packets       *self,
             Cpu           *cpu,
             const ThEvent *event)
{
  CpuContext context = th_packet_cpu_get_context (self, cpu, event, 1);
  gboolean in_hardirq = context == CONTEXT_HARDIRQ || event->fields[1] == NULL;
  Place *place = &cpu->places[context];
  gint64 pid;
  guint32 number;
  Task *task;

  if ((event->subscription == EVENT_WAKEUP && self->recorded[EVENT_WAKING]) ||
      !th_event_get_int (event, 0, &pid) ||
      (number = th_tasks_find (self->tasks, pid)) == TH_TASK_NONE)
    return;

  task = th_packet_task_get (self, number);
  th_packet_task_wake (self, task, &(Mark) {
    event->time, event->ref, number, th_packet_task_name_in_event (self, task, event, 2), event->cpu
  }, cpu, in_hardirq);
  for (guint i = 0; i < place->n_batch; i++)
    {
      Life *life = handle_get (place->batch[i]);

      if (life != NULL && life->state == LIFE_LIVE)
        life_note_waking (life, &task->waking);
    }
}

static void
note_switch (Packets       *self,
             Cpu           *cpu,
             const ThEvent *event)
{
  gint64 pid;
  guint32 number;
  Task *task;
  Mark mark;

  th_packet_place_close (&cpu->places[CONTEXT_TASK]);
  if (!th_event_get_int (event, 0, &pid) || pid == 0 ||
      (number = th_tasks_find (self->tasks, pid)) == TH_TASK_NONE)
    return;

  task = th_packet_task_get (self, number);
  mark = (Mark) {
    event->time, event->ref, number, th_packet_task_name_in_event (self, task, event, 1), event->cpu
  };
  th_packet_task_add_switch (task, &mark);
}

/* Returns the first packet received there that waits for the wakeup; *@n: the number of
 * candidates. */
static Life *
find_not_ready (const Place *place,
                guint       *n)
{
  Life *first = NULL;

  *n = 0;
  for (guint i = 0; i < place->n_batch; i++)
    {
      Life *life = handle_get (place->batch[i]);

      if (life == NULL || life->state != LIFE_LIVE || life->ready || life->delivered)
        continue;
      first = first != NULL ? first : life;
      (*n)++;
    }

  return first;
}

static void
note_ready (Packets       *self,
            Cpu           *cpu,
            const ThEvent *event)
{
  guint n;
  Life *life = find_not_ready (&cpu->places[th_packet_cpu_get_context (self, cpu, event, 1)], &n);
  Continuation continuation = n == 1 ? (Continuation) { RULE_READY, TH_CONFIDENCE_INFERRED }
                              : (Continuation) { RULE_READY_ORDER, TH_CONFIDENCE_AMBIGUOUS };
  guint64 socket;
  gint64 protocol = 0;

  if (life == NULL)
    return;

  th_packet_life_add_event (self, life, event, STAGE_STACK, continuation, TH_STEP_NO_DETAIL,
                            TH_STEP_CONTEXT);
  life->ready = TRUE;
  life->queued_step = life->n_steps - 1;
  if (th_event_get_uint (event, 0, &socket))
    th_packet_socket_push (self, socket, life);
  else if (th_event_get_int (event, 2, &protocol) && protocol == IPPROTO_UDP)
    th_packet_socket_push_unnamed (self, life);
}

/* Returns the datagram that a read of @result bytes from @socket returned, or NULL. */
static Life *
find_read (Packets      *self,
           guint64       socket,
           guint32       task,
           gint64        result,
           Continuation *continuation)
{
  guint n = 0;
  Life *life;

  *continuation = (Continuation) { RULE_SOCKET_ORDER, TH_CONFIDENCE_INFERRED };
  if (th_packet_socket_is_known (self, socket))
    return th_packet_socket_pop (self, socket);

  life = th_packet_socket_find_datagram (self, task, result, &n);
  *continuation = (Continuation) {
    RULE_DATAGRAM, n == 1 ? TH_CONFIDENCE_INFERRED : TH_CONFIDENCE_AMBIGUOUS
  };
  return life;
}

/* Since Linux 6.17 this is the only sign of a datagram's delivery. */
static void
note_received_length (Packets       *self,
                      Task          *task,
                      const ThEvent *event)
{
  gint64 result = -1, protocol = 0, flags = 0;
  guint64 socket;
  Continuation continuation;
  Life *life;
  guint8 stage;

  if (!th_event_get_int (event, 1, &result))
    th_event_get_int (event, 4, &result);
  th_event_get_int (event, 2, &protocol);
  th_event_get_int (event, 3, &flags);
  if (task->n_delivered > 0)
    {
      th_packet_call_add_return (self, task, event, result, result >= 0);
      if (task->call == CALL_NONE)
        task->n_delivered = 0;
      return;
    }
  if (result < 0 || protocol != IPPROTO_UDP || flags & MSG_PEEK ||
      !th_event_get_uint (event, 0, &socket) ||
      (life = find_read (self, socket, event->task, result, &continuation)) == NULL)
    return;

  stage = th_packet_reader_arrive (self, life, task, event->task, event->time);
  th_packet_life_add_event (self, life, event, stage, continuation,
                            th_packet_detail_result (self, result), TH_STEP_CONTEXT);
  th_packet_call_delivered (self, life, task, event->task, result);
  if (!task->calls_seen)
    task->n_delivered = 0;
}

gboolean
th_packet_reader_event (Packets       *self,
                        Cpu           *cpu,
                        const ThEvent *event)
{
  switch (event->subscription)
    {
    case EVENT_WAKING:
    case EVENT_WAKEUP:
      note_waking (self, cpu, event);
      return TRUE;
    case EVENT_SWITCH:
      note_switch (self, cpu, event);
      return TRUE;
    case EVENT_READY:
      note_ready (self, cpu, event);
      return TRUE;
    case EVENT_RECV_LENGTH:
      note_received_length (self, th_packet_task_get (self, event->task), event);
      return TRUE;
    case EVENT_ENTER:
    case EVENT_ENTER_RECVFROM:
    case EVENT_ENTER_RECVMSG:
    case EVENT_RAW_ENTER:
      th_packet_call_enter (self, th_packet_task_get (self, event->task), event);
      return TRUE;
    case EVENT_EXIT:
    case EVENT_RAW_EXIT:
      th_packet_call_leave (self, th_packet_task_get (self, event->task), event);
      return TRUE;
    default:
      return FALSE;
    }
}
