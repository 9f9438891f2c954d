/* th-packet-context.c - the interrupt, softirq and poll in which a packet is handled
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The context follows from nesting on the CPU and is never assumed: a poll may run in
 * the softirq that a handler raised, in one that another CPU requested (RPS), in
 * ksoftirqd, in a kernel thread of its own, or inside the reader's system call (busy
 * polling).  The event napi_poll marks the end of a poll; its start is inferred.
 */
#include "config.h"

#include "th-packet-context.h"
#include "th-packet-cpu.h"
#include "th-packet-event.h"
#include "th-packet-life.h"
#include "th-packet-strings.h"
#include "th-packet-task.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

#define NET_RX 3

/* --- what the CPU does --------------------------------------------------- */

static void
poll_begin (Packets *self,
            Cpu     *cpu,
            gint64   time,
            ThRef    ref)
{
  cpu->poll_time = time;
  cpu->poll_ref = ref;
  cpu->turn_time = TH_TIME_NONE;
  cpu->batch = ++self->n_batches;
  cpu->n_batch = 0;
}

static void
irq_enter (Packets       *self,
           Cpu           *cpu,
           const ThEvent *event)
{
  guint64 irq = 0;

  th_event_get_uint (event, 0, &irq);
  cpu->in_irq = TRUE;
  cpu->irq_time = event->time;
  cpu->irq_ref = event->ref;
  cpu->irq_string = th_packet_detail_irq (self, irq, th_packet_device (self, event, 1));
}

static void
irq_leave (Cpu           *cpu,
           const ThEvent *event)
{
  if (cpu->pending.irq_open)
    {
      cpu->pending.exit_time = event->time;
      cpu->pending.exit_ref = event->ref;
      cpu->pending.irq_open = FALSE;
    }
  cpu->in_irq = FALSE;
}

static void
softirq_raise (Cpu           *cpu,
               const ThEvent *event)
{
  Raise *raise = &cpu->pending;

  if (raise->time != TH_TIME_NONE)
    return;

  *raise = (Raise) {
    event->time, event->ref, TH_TIME_NONE, TH_REF_NONE, 0, TH_TIME_NONE, TH_REF_NONE, FALSE
  };
  if (cpu->in_irq)
    {
      raise->irq_time = cpu->irq_time;
      raise->irq_ref = cpu->irq_ref;
      raise->irq_string = cpu->irq_string;
      raise->irq_open = TRUE;
    }
}

static void
softirq_enter (Packets       *self,
               Cpu           *cpu,
               const ThEvent *event,
               guint64        vector)
{
  cpu->in_softirq = TRUE;
  cpu->in_irq = FALSE;
  cpu->in_net_rx = vector == NET_RX;
  cpu->places[CONTEXT_SOFTIRQ].n_gro = cpu->places[CONTEXT_SOFTIRQ].n_xmit = 0;
  th_packet_place_close (&cpu->places[CONTEXT_SOFTIRQ]);
  if (vector != NET_RX)
    return;

  cpu->active = cpu->pending;
  cpu->pending.time = TH_TIME_NONE;
  cpu->pending.irq_open = FALSE;
  cpu->entered = event->time;
  cpu->entered_ref = event->ref;
  poll_begin (self, cpu, event->time, event->ref);
}

static void
softirq_leave (Cpu     *cpu,
               guint64  vector)
{
  cpu->in_softirq = FALSE;
  cpu->in_net_rx = FALSE;
  th_packet_place_close (&cpu->places[CONTEXT_SOFTIRQ]);
  if (vector == NET_RX)
    cpu->poll_time = TH_TIME_NONE;
}

static void
poll_end (Packets       *self,
          Cpu           *cpu,
          const ThEvent *event)
{
  gint64 work = -1, budget = -1;
  guint32 detail;

  th_event_get_int (event, 1, &work);
  th_event_get_int (event, 2, &budget);
  detail = th_packet_detail_pair (self, work, budget);
  for (guint i = 0; i < cpu->n_batch; i++)
    {
      Life *life = handle_get (cpu->batch_lives[i]);

      if (life != NULL && life->state == LIFE_LIVE)
        th_packet_life_add_event (self, life, event, STAGE_NEXT,
                                  (Continuation) { RULE_POLL_END, TH_SURE_INFERRED }, detail,
                                  TH_STEP_CONTEXT);
    }
  poll_begin (self, cpu, event->time, event->ref);
  /* Delivery to the stack was not recorded: it usually has happened by now. */
  if (!self->recorded[EVENT_RX])
    cpu->n_held = 0;
}

gboolean
th_packet_context_event (Packets       *self,
                         Cpu           *cpu,
                         const ThEvent *event)
{
  guint64 vector = G_MAXUINT64;

  switch (event->subscription)
    {
    case EVENT_IRQ_ENTRY:
      irq_enter (self, cpu, event);
      return TRUE;
    case EVENT_IRQ_EXIT:
      irq_leave (cpu, event);
      return TRUE;
    case EVENT_SOFTIRQ_RAISE:
      if (th_event_get_uint (event, 0, &vector) && vector == NET_RX)
        softirq_raise (cpu, event);
      return TRUE;
    case EVENT_SOFTIRQ_ENTRY:
      th_event_get_uint (event, 0, &vector);
      softirq_enter (self, cpu, event, vector);
      return TRUE;
    case EVENT_SOFTIRQ_EXIT:
      th_event_get_uint (event, 0, &vector);
      softirq_leave (cpu, vector);
      return TRUE;
    case EVENT_POLL:
      poll_end (self, cpu, event);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- steps before and between those of the packet ------------------------ */

/* Inserts a step of the context, as th_packet_life_insert() does; returns its index. */
static guint
add_context (Life   *life,
             guint   after,
             ThStep  step)
{
  ThStep *place = th_packet_life_insert (life, after, step.time);

  step.sureness = TH_SURE_INFERRED;
  step.flags |= TH_STEP_CONTEXT;
  *place = step;
  return place - life->steps;
}

static guint
add_raise (Packets     *self,
           Life        *life,
           guint        after,
           const Cpu   *cpu,
           const Raise *raise)
{
  guint8 stage = raise->irq_time != TH_TIME_NONE ? STAGE_IRQ : life->n_steps > 0 ? STAGE_SOFTIRQ
                 : TH_FLOW_NO_STAGE;

  if (raise->irq_time != TH_TIME_NONE)
    after = add_context (life, after, (ThStep) {
      .anchor = raise->irq_ref, .time = raise->irq_time, .label = self->labels[EVENT_IRQ_ENTRY],
      .detail = raise->irq_string, .cpu = cpu->number, .rule = RULE_IRQ, .stage = TH_FLOW_NO_STAGE
    });
  after = add_context (life, after, (ThStep) {
    .anchor = raise->ref, .time = raise->time, .label = self->labels[EVENT_SOFTIRQ_RAISE],
    .detail = self->string_net_rx, .cpu = cpu->number, .rule = RULE_RAISE, .stage = stage
  });
  if (raise->exit_time != TH_TIME_NONE)
    after = add_context (life, after, (ThStep) {
      .anchor = raise->exit_ref, .time = raise->exit_time, .label = self->labels[EVENT_IRQ_EXIT],
      .detail = TH_STEP_NO_DETAIL, .cpu = cpu->number, .rule = RULE_IRQ, .stage = STAGE_NEXT
    });

  return after;
}

static void
add_softirq (Packets   *self,
             Life      *life,
             guint      after,
             const Cpu *cpu,
             guint8     stage)
{
  add_context (life, after, (ThStep) {
    .anchor = cpu->entered_ref, .time = cpu->entered, .label = self->labels[EVENT_SOFTIRQ_ENTRY],
    .detail = self->string_net_rx, .cpu = cpu->number, .rule = RULE_SOFTIRQ, .stage = stage
  });
}

static void
add_raised_softirq (Packets   *self,
                    Life      *life,
                    const Cpu *cpu)
{
  guint after = life->n_steps;

  if (cpu->active.time != TH_TIME_NONE)
    after = add_raise (self, life, after, cpu, &cpu->active);
  add_softirq (self, life, after, cpu, life->n_steps > 0 ? STAGE_SOFTIRQ : TH_FLOW_NO_STAGE);
}

/* The thread was woken by the handler and switched in. */
static void
add_napi_thread (Packets    *self,
                 Life       *life,
                 const Cpu  *cpu,
                 const Task *task)
{
  const Mark *mark = th_packet_task_get_switch (task, 0);
  const Mark *waking = &task->waking;

  if (mark == NULL || mark->cpu != cpu->number || mark->time < cpu->lost)
    return;

  if (!th_ref_is_none (waking->ref) && waking->time <= mark->time)
    {
      if (!th_ref_is_none (task->waking_irq_ref))
        add_context (life, life->n_steps, (ThStep) {
          .anchor = task->waking_irq_ref, .time = task->waking_irq,
          .label = self->labels[EVENT_IRQ_ENTRY], .detail = task->waking_irq_string,
          .cpu = waking->cpu, .rule = RULE_IRQ, .stage = TH_FLOW_NO_STAGE
        });
      add_context (life, life->n_steps, (ThStep) {
        .anchor = waking->ref, .time = waking->time, .label = self->labels[EVENT_WAKING],
        .detail = th_packet_mark_name (self, waking), .cpu = waking->cpu,
        .rule = RULE_NAPI_THREAD, .stage = life->n_steps > 0 ? STAGE_IRQ : TH_FLOW_NO_STAGE
      });
    }
  add_context (life, life->n_steps, (ThStep) {
    .anchor = mark->ref, .time = mark->time, .label = self->labels[EVENT_SWITCH],
    .detail = th_packet_mark_name (self, mark), .cpu = mark->cpu, .rule = RULE_NAPI_THREAD,
    .stage = life->n_steps > 0 ? STAGE_SOFTIRQ : TH_FLOW_NO_STAGE
  });
}

/* Adds the start of the poll, and the time at which this packet was processed. */
static void
add_poll (Packets   *self,
          Life      *life,
          const Cpu *cpu,
          gint64     begin,
          ThRef      begin_ref)
{
  gint64 from = begin;

  if (cpu->poll_time != TH_TIME_NONE && cpu->poll_time >= begin)
    {
      from = cpu->poll_time;
      begin_ref = cpu->poll_ref;
    }
  add_context (life, life->n_steps, (ThStep) {
    .anchor = begin_ref, .time = from, .label = self->string_poll, .detail = TH_STEP_NO_DETAIL,
    .cpu = cpu->number, .rule = RULE_POLL,
    .stage = life->n_steps > 0 ? STAGE_NAPI : TH_FLOW_NO_STAGE, .flags = TH_STEP_PLACE
  });
  if (cpu->turn_time != TH_TIME_NONE && cpu->turn_time > from)
    add_context (life, life->n_steps, (ThStep) {
      .anchor = cpu->turn_ref, .time = cpu->turn_time, .label = self->string_turn,
      .detail = TH_STEP_NO_DETAIL, .cpu = cpu->number, .rule = RULE_TURN, .stage = STAGE_NAPI,
      .flags = TH_STEP_PLACE
    });
}

/* Begins with the system call of @task. */
static void
add_call (Life       *life,
          const Task *task,
          RuleId      rule)
{
  add_context (life, 0, (ThStep) {
    .anchor = task->call_ref, .time = task->call_time, .label = task->call_string,
    .detail = task->call_detail, .cpu = task->call_cpu, .rule = rule, .stage = TH_FLOW_NO_STAGE
  });
}

static void
birth_in_task (Packets   *self,
               Life      *life,
               const Skb *skb)
{
  const Task *task = skb->task;
  const Mark *mark = th_packet_task_get_switch (task, 0);

  if (task->is_napi && mark != NULL && mark->cpu == skb->cpu->number)
    {
      add_napi_thread (self, life, skb->cpu, task);
      add_poll (self, life, skb->cpu, mark->time, mark->ref);
    }
  else if (task->call == CALL_RECEIVE)
    {
      add_call (life, task, RULE_BUSY_POLL);
      add_poll (self, life, skb->cpu, task->call_time, task->call_ref);
    }
}

static void
birth_received (Packets   *self,
                Life      *life,
                const Skb *skb)
{
  Cpu *cpu = skb->cpu;

  if (skb->in == CONTEXT_SOFTIRQ && cpu->in_net_rx)
    {
      add_raised_softirq (self, life, cpu);
      add_poll (self, life, cpu, cpu->entered, cpu->entered_ref);
    }
  else if (skb->in == CONTEXT_TASK)
    birth_in_task (self, life, skb);
  else if (skb->in == CONTEXT_HARDIRQ && cpu->in_irq)
    add_context (life, 0, (ThStep) {
      .anchor = cpu->irq_ref, .time = cpu->irq_time, .label = self->labels[EVENT_IRQ_ENTRY],
      .detail = cpu->irq_string, .cpu = cpu->number, .rule = RULE_IRQ, .stage = TH_FLOW_NO_STAGE
    });

  life->batch = cpu->poll_time != TH_TIME_NONE ? cpu->batch : life->batch;
  if (cpu->n_batch < MAX_BATCH)
    cpu->batch_lives[cpu->n_batch++] = handle_to (life);
}

void
th_packet_context_birth (Packets   *self,
                         Life      *life,
                         const Skb *skb)
{
  const Task *task = skb->task;

  if (KIND_BIT (skb->kind) & KINDS_RX)
    birth_received (self, life, skb);
  else if (skb->kind == KIND_QUEUE && skb->in == CONTEXT_TASK && task->call == CALL_SEND)
    add_call (life, task, RULE_SEND_CALL);
}

/* Returns whether it is after the life's last event; at equal times, which occur in texts, by
 * the order on the CPU. */
static gboolean
comes_behind (const Life *life,
              gint64      time,
              ThRef       ref)
{
  ThRef last = life->n_steps > 0 ? life->steps[life->n_steps - 1].anchor : TH_REF_NONE;

  return time > life->last_time ||
         (time == life->last_time && ref.stream == last.stream && ref.cpu == last.cpu &&
          ref.row > last.row);
}

void
th_packet_context_resume (Packets   *self,
                          Life      *life,
                          const Skb *skb)
{
  const Cpu *cpu = skb->cpu;
  guint after = life->n_steps;

  if (!(KIND_BIT (skb->kind) & KINDS_RX) || skb->in != CONTEXT_SOFTIRQ || !cpu->in_net_rx ||
      !comes_behind (life, cpu->entered, cpu->entered_ref))
    return;

  if (cpu->active.time != TH_TIME_NONE && comes_behind (life, cpu->active.time, cpu->active.ref))
    {
      Raise raise = cpu->active;

      raise.irq_time = raise.exit_time = TH_TIME_NONE;
      after = add_raise (self, life, after, cpu, &raise);
    }
  add_softirq (self, life, after, cpu, STAGE_SOFTIRQ);
  life->resumed = TRUE;
}
