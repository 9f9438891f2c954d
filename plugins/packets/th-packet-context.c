/* th-packet-context.c - the interrupt, softirq and poll in which a packet is handled
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The context follows from nesting on the CPU and is never assumed: a poll may run in
 * the softirq that a handler or its thread raised, in one that another CPU requested (RPS),
 * in ksoftirqd, in a kernel thread of its own, or inside the reader's system call (busy
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
  cpu->irq = (Irq) {
    event->time, event->ref, irq,
    th_packet_detail_irq (self, irq, th_packet_device (self, event, 1)), event->cpu
  };
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

/* With PREEMPT_RT, threadirqs and some drivers, the handler's thread raises NET_RX.  If it is still
 * running when the handler runs again, it is not woken again. */
static void
raise_in_thread (Raise     *raise,
                 Task      *task,
                 const Cpu *cpu)
{
  gboolean woken = task->waking.time > task->raised;
  gint64 from = woken ? task->waking.time : cpu->irq.time;
  const Mark *mark;

  if (!woken && (cpu->irq.number != task->waking_irq.number || from <= task->raised))
    return; /* not because of an interrupt */

  task->raised = raise->time;
  raise->in_thread = TRUE;
  raise->irq = woken ? task->waking_irq : cpu->irq;
  if (woken)
    raise->waking = task->waking;
  for (guint i = 0; (mark = th_packet_task_get_switch (task, i)) != NULL && mark->time >= from; i++)
    raise->run = *mark;
}

static void
softirq_raise (Packets       *self,
               Cpu           *cpu,
               const ThEvent *event)
{
  Raise *raise = &cpu->pending;
  Task *task;

  if (raise->time != TH_TIME_NONE)
    return;

  *raise = (Raise) {
    .time = event->time, .ref = event->ref, .irq.time = TH_TIME_NONE, .waking.ref = TH_REF_NONE,
    .run.ref = TH_REF_NONE, .exit_time = TH_TIME_NONE
  };
  if (cpu->in_irq)
    {
      raise->irq = cpu->irq;
      raise->irq_open = TRUE;
      return;
    }

  task = th_packet_task_get (self, event->task);
  if (task->is_irq_thread && !cpu->in_softirq && cpu->lost < task->waking.time)
    raise_in_thread (raise, task, cpu);
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
                                  (Continuation) { RULE_POLL_END, TH_CONFIDENCE_INFERRED }, detail,
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
        softirq_raise (self, cpu, event);
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

  step.confidence = TH_CONFIDENCE_INFERRED;
  step.flags |= TH_STEP_CONTEXT;
  *place = step;
  return place - life->steps;
}

static guint
add_irq (Packets   *self,
         Life      *life,
         guint      after,
         const Irq *irq,
         RuleId     rule)
{
  return add_context (life, after, (ThStep) {
    .anchor = irq->ref, .time = irq->time, .label = self->labels[EVENT_IRQ_ENTRY],
    .detail = irq->string, .cpu = irq->cpu, .rule = rule, .stage = TH_FLOW_NO_STAGE
  });
}

/* The waking of a thread by its handler, or the switch to it. */
static guint
add_thread (Packets    *self,
            Life       *life,
            guint       after,
            const Mark *mark,
            guint       label,
            RuleId      rule,
            guint8      stage)
{
  return add_context (life, after, (ThStep) {
    .anchor = mark->ref, .time = mark->time, .label = self->labels[label],
    .detail = th_packet_mark_name (self, mark), .cpu = mark->cpu, .rule = rule,
    .stage = life->n_steps > 0 ? stage : TH_FLOW_NO_STAGE
  });
}

/* @before: the stage before the raise, if that was not in an interrupt handler. */
static guint
add_raise (Packets     *self,
           Life        *life,
           guint        after,
           const Cpu   *cpu,
           const Raise *raise,
           guint8       before)
{
  guint8 stage = raise->irq.time != TH_TIME_NONE ? STAGE_IRQ : before;

  if (raise->irq.time != TH_TIME_NONE)
    after = add_irq (self, life, after, &raise->irq, raise->in_thread ? RULE_IRQ_THREAD : RULE_IRQ);
  if (!th_ref_is_none (raise->waking.ref))
    after = add_thread (self, life, after, &raise->waking, EVENT_WAKING, RULE_IRQ_THREAD,
                        STAGE_IRQ);
  if (!th_ref_is_none (raise->run.ref))
    after = add_thread (self, life, after, &raise->run, EVENT_SWITCH, RULE_IRQ_THREAD,
                        STAGE_SOFTIRQ);
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
    after = add_raise (self, life, after, cpu, &cpu->active,
                       life->n_steps > 0 ? STAGE_SOFTIRQ : TH_FLOW_NO_STAGE);
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
      if (task->waking_irq.time != TH_TIME_NONE)
        add_irq (self, life, life->n_steps, &task->waking_irq, RULE_IRQ);
      add_thread (self, life, life->n_steps, waking, EVENT_WAKING, RULE_NAPI_THREAD, STAGE_IRQ);
    }
  add_thread (self, life, life->n_steps, mark, EVENT_SWITCH, RULE_NAPI_THREAD, STAGE_SOFTIRQ);
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
    add_irq (self, life, 0, &cpu->irq, RULE_IRQ);

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

      raise.irq.time = raise.exit_time = TH_TIME_NONE;
      raise.waking.ref = raise.run.ref = TH_REF_NONE;
      /* A packet that the stack already had was being decrypted until then. */
      after = add_raise (self, life, after, cpu, &raise,
                         life->last_kind == KIND_RX ? STAGE_STACK : STAGE_SOFTIRQ);
    }
  add_softirq (self, life, after, cpu, STAGE_SOFTIRQ);
  life->resumed = TRUE;
}
