/* th-packet-lives.c - begins, continues and ends lives of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-packet-lives.h"
#include "th-packet-call.h"
#include "th-packet-coalesce.h"
#include "th-packet-context.h"
#include "th-packet-continuation.h"
#include "th-packet-cpu.h"
#include "th-packet-ends.h"
#include "th-packet-event.h"
#include "th-packet-finalize.h"
#include "th-packet-freed.h"
#include "th-packet-gro.h"
#include "th-packet-life.h"
#include "th-packet-reader.h"
#include "th-packet-space.h"
#include "th-packet-stages.h"
#include "th-packet-strings.h"
#include "th-packet-tx.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

/* More packets in flight at once mean that ends were not recorded. */
#define MAX_LIVE 65536

/* The length of a TCP packet without data: from plain IPv4 to IPv6, with and without options. */
#define LEAST_TCP 40
#define MOST_TCP 120

/* --- begin and end ------------------------------------------------------- */

static void
life_add_born (Life *life)
{
  guint at = th_packet_life_add (life, 0, &life->born_step);

  if (at > 0 && life->steps[at].stage == TH_FLOW_NO_STAGE)
    life->steps[at].stage = STAGE_NEXT;
  life->waits_born = FALSE;
}

static void
life_finalize (Packets *self,
               Life    *life)
{
  if (life->waits_born)
    life_add_born (life);
  th_packet_finalize (self, life);
  th_packet_life_release (self, life);
}

void
th_packet_lives_finalize_due (Packets *self,
                              gint64   time)
{
  Life *life;

  if (time <= self->due)
    return;

  while ((life = th_packet_life_pop_due (self, time)) != NULL)
    life_finalize (self, life);
}

void
th_packet_lives_finish (Packets *self)
{
  Life *life;

  while ((life = th_packet_life_pop (self)) != NULL)
    {
      if (life->state == LIFE_LIVE)
        life->why_open = self->string_whole;
      life_finalize (self, life);
    }
}

/* --- events -------------------------------------------------------------- */

static guint32
skb_detail (Packets   *self,
            const Skb *skb)
{
  gint64 number, code;

  switch (skb->kind)
    {
    case KIND_COPY:
      return th_packet_detail_bytes (self, skb->length);
    case KIND_CONSUME:
      return th_packet_location (self, skb->event, FIELD_A);
    case KIND_KFREE:
      return th_packet_detail_join (self, th_packet_reason (self, skb->event, FIELD_B),
                                    th_packet_location (self, skb->event, FIELD_A));
    case KIND_XMIT:
      if (th_event_get_int (skb->event, FIELD_A, &number) && number != 0)
        return th_packet_detail_result (self, number);
      break;
    case KIND_TOUCH:
      if (skb->event->subscription == EVENT_ICMP &&
          th_event_get_int (skb->event, FIELD_A, &number) &&
          th_event_get_int (skb->event, FIELD_B, &code))
        return th_packet_detail_icmp (self, number, code);
      break;
    default:
      break;
    }

  return th_packet_detail_device (self, skb->device, skb->length);
}

/* Whether tcp_probe says that its packet has no data.  It stores the length in 16 bits, so the
 * packet's own length has to agree: see may_be_empty(). */
static gboolean
probes_empty (const ThEvent *event)
{
  gint64 length;

  return th_event_get_int (event, FIELD_DATA, &length) && length == 0;
}

static gboolean
may_be_empty (const Life *life)
{
  return life->last_kind == KIND_RX && life->length >= LEAST_TCP && life->length <= MOST_TCP;
}

static void
life_note_probe (Life      *life,
                 const Skb *skb)
{
  /* TCP queues the packet, and wakes its reader, after this event. */
  if (!life->delivered)
    life->queued_step = life->n_steps - 1;
  if (!probes_empty (skb->event) || !may_be_empty (life))
    return;

  life->empty = TRUE;
  skb->place->received = handle_to (life);
}

static void
life_note (const Packets *self,
           Life          *life,
           const Skb     *skb)
{
  gint64 rc = 0;

  if (life->kinds == 0)
    life->own_ref = skb->event->ref;
  if (!(life->kinds & (KINDS_RX | KINDS_TX)))
    life->sent_first = (KIND_BIT (skb->kind) & KINDS_TX) != 0;
  life->kinds |= KIND_BIT (skb->kind);
  life->last_time = skb->event->time;
  life->last_cpu = skb->cpu;
  if (skb->event->subscription == EVENT_PROBE)
    life_note_probe (life, skb);
  else
    life->n_probes = skb->cpu->n_probes;
  life->last_in = skb->in;
  if (skb->kind != KIND_RETRANSMIT && skb->kind != KIND_TOUCH && skb->kind != KIND_END)
    life->last_kind = skb->kind;
  if (skb->device != TH_STEP_NO_DETAIL)
    {
      life->device = skb->device;
      if (life->first_device == TH_STEP_NO_DETAIL)
        life->first_device = skb->device;
    }
  if (skb->length >= 0 && skb->kind != KIND_COPY)
    {
      if (skb->kind == KIND_RX && life->kinds & KIND_BIT (KIND_GRO) && skb->length > life->length)
        life->whole_length = skb->length; /* passed on by GRO with the frames that it merged */
      life->length = skb->length;
      if (life->first_length < 0)
        life->first_length = skb->length;
    }
  if (skb->kind == KIND_RX_ENTRY || skb->kind == KIND_RXN_ENTRY)
    th_event_get_uint (skb->event, FIELD_A, &life->hash);
  if (skb->kind == KIND_START)
    life->xmit_cpu = skb->cpu;
  if (skb->kind == KIND_QUEUE)
    life->queue_cpu = skb->cpu;
  if (skb->kind == KIND_QUEUE || skb->kind == KIND_DEQUEUE || skb->kind == KIND_START)
    life->queued = skb->kind != KIND_START && self->recorded[EVENT_START];
  if (skb->kind == KIND_XMIT)
    {
      life->rc_bad = th_event_get_int (skb->event, FIELD_A, &rc) && rc != 0;
      life->sent |= !life->rc_bad && !life->queued;
    }
  else if (KIND_BIT (skb->kind) & (KINDS_RX & ~KIND_BIT (KIND_RXN) & ~KIND_BIT (KIND_RXN_ENTRY)))
    life->sent = FALSE;
}

static void
life_freed (Packets   *self,
            Life      *life,
            const Skb *skb)
{
  guint64 protocol;
  guint32 location;

  if (skb->kind == KIND_KFREE)
    {
      life->foreign = !(life->kinds & (KINDS_RX | KINDS_TX)) &&
                      th_event_get_uint (skb->event, FIELD_PROTOCOL, &protocol) && protocol == 0;
      life->reason = th_packet_reason (self, skb->event, FIELD_B);
      life->location = th_packet_location (self, skb->event, FIELD_A);
      life->purged = th_packet_is_purge (th_packet_string (self, life->location),
                                         th_packet_string (self, life->reason));
    }
  location = th_packet_location (self, skb->event, FIELD_A);
  life->listed = th_packet_is_list_free (th_packet_string (self, location));
  th_packet_life_end (self, life, skb->kind == KIND_KFREE ? END_FREED : END_CONSUMED,
                      skb->event->time);
}

/* Applies the effects that the event has besides being a step. */
static void
life_follow (Packets   *self,
             Space     *space,
             Life      *life,
             const Skb *skb,
             gboolean   born)
{
  switch (skb->kind)
    {
    case KIND_GRO:
      th_packet_gro_enter (self, skb, life);
      break;
    case KIND_RX:
      th_packet_gro_received (self, skb, life);
      th_packet_reader_received (skb->place, life);
      th_packet_coalesce_received (skb->cpu, life);
      break;
    case KIND_COPY:
      if (skb->in == CONTEXT_TASK)
        {
          th_packet_call_delivered (self, life, skb->task, skb->event->task, skb->length);
          th_packet_coalesce_copied (self, life, skb->event->time);
        }
      break;
    case KIND_CONSUME:
    case KIND_KFREE:
      th_packet_tx_event (self, space, skb, life, born);
      life_freed (self, life, skb);
      break;
    case KIND_END:
      life->end_by_map = TRUE;
      th_packet_life_end (self, life, END_CONSUMED, skb->event->time);
      /* consume_skb announced it, but the memory is freed here. */
      life->end_time = skb->event->time;
      break;
    default:
      if (KIND_BIT (skb->kind) & KINDS_TX || skb->kind == KIND_RETRANSMIT)
        th_packet_tx_event (self, space, skb, life, born);
      break;
    }
}

static gboolean
names_socket (const Skb *skb)
{
  switch (skb->event->subscription)
    {
    case EVENT_PROBE:
    case EVENT_RETRANSMIT:
    case EVENT_TCP:
    case EVENT_KFREE:
      return TRUE;
    default:
      return skb->point != NULL;
    }
}

/* Whether the event frees a packet after its journey.  The CPU that allocated a packet may free it
 * long after delivery (skb_attempt_defer_free()); only the reader's own call belongs to it. */
static gboolean
is_freed_later (const Life *life,
                const Skb  *skb)
{
  if (!life->delivered)
    return FALSE;

  return skb->kind == KIND_CONSUME ||
         (skb->kind == KIND_END &&
          (skb->in != CONTEXT_TASK || skb->event->task != life->reader));
}

/* Whether the packet waited at its socket until the event freed it unread, as a FIN does: the stack
 * is done with a packet when the softirq that received it ends. */
static gboolean
waited_unread (const Life *life,
               const Skb  *skb)
{
  if ((skb->kind != KIND_CONSUME && skb->kind != KIND_END) || life->last_kind != KIND_RX)
    return FALSE;
  if (life->ready)
    return TRUE;
  if (life->last_in != CONTEXT_SOFTIRQ)
    return FALSE;

  return skb->in == CONTEXT_TASK ? !skb->task->is_napi && !skb->task->is_worker
         : skb->in == CONTEXT_SOFTIRQ &&
           (skb->cpu != life->last_cpu || skb->cpu->entered > life->last_time);
}

static void
life_step (Packets      *self,
           Space        *space,
           Life         *life,
           const Skb    *skb,
           Continuation  continuation,
           gboolean      born)
{
  Continuation reading;
  gboolean fresh = born || life->kinds == KIND_BIT (KIND_BORN);
  gboolean read = life->state == LIFE_LIVE && th_packet_reader_takes (self, life, skb, &reading);
  guint8 stage, reading_stage = STAGE_QUEUE;

  if (read && continuation.confidence <= TH_CONFIDENCE_AMBIGUOUS && skb->kind == KIND_CONSUME &&
      !life->delivered)
    continuation = reading;
  if (read && !life->delivered)
    reading_stage = th_packet_reader_arrive (self, life, skb->task, skb->event->task,
                                             skb->event->time);
  else if (!born)
    th_packet_context_resume (self, life, skb);

  stage = skb->stage != TH_FLOW_NO_STAGE ? skb->stage : th_packet_stage_of (life, skb->kind);
  if (read && !life->delivered)
    stage = reading_stage;
  else if (!life->delivered && skb->stage == TH_FLOW_NO_STAGE && waited_unread (life, skb))
    stage = STAGE_QUEUE;
  else if (!read && is_freed_later (life, skb))
    {
      stage = TH_FLOW_NO_STAGE;
      if (skb->kind == KIND_CONSUME && continuation.confidence == TH_CONFIDENCE_EXACT)
        continuation.rule = RULE_DEFERRED;
    }

  life->resumed = FALSE;
  th_packet_life_add_event (self, life, skb->event, stage, continuation, skb_detail (self, skb), 0);
  if (read && skb->kind == KIND_CONSUME)
    th_packet_call_delivered (self, life, skb->task, skb->event->task, -1);
  else if (skb->kind == KIND_CONSUME && skb->in == CONTEXT_TASK && !(life->kinds & KINDS_TX))
    th_packet_call_perhaps (skb->task, life);
  life_note (self, life, skb);
  if (names_socket (skb))
    th_packet_ends_learn (self, life, skb);
  life_follow (self, space, life, skb, fresh);
  if (skb->kind == KIND_CONSUME && life->kinds & KINDS_RX &&
      th_packet_is_local (th_packet_string (self, th_packet_location (self, skb->event, FIELD_A))))
    th_packet_reader_retract (self, life, skb->task);
}

/* A packet whose birth comes from a stage map may be received or sent; its next event decides,
 * and with it the stage before. */
static void
life_wait_born (Packets   *self,
                Life      *life,
                const Skb *skb)
{
  life->born_step = (ThStep) {
    skb->event->ref, skb->event->time, th_packet_label (self, skb->event), TH_STEP_NO_DETAIL,
    skb->event->cpu,
    RULE_BIRTH, TH_CONFIDENCE_EXACT, skb->stage, 0
  };
  life->waits_born = TRUE;
  life_note (self, life, skb);
}

/* Returns the life that the event belongs to, or NULL if a new one begins. */
static Life *
space_match (Packets      *self,
             Space        *space,
             Slot         *slot,
             const Skb    *skb,
             Continuation *continuation)
{
  Life *life;

  if (skb->kind == KIND_XMIT && (life = th_packet_tx_find_xmit (skb)) != NULL)
    {
      *continuation = life->state == LIFE_LIVE
                      ? (Continuation) { RULE_ADDRESS, TH_CONFIDENCE_EXACT }
                      : (Continuation) { RULE_LATE_XMIT, TH_CONFIDENCE_INFERRED };
      return life;
    }

  life = handle_get (slot->last);
  if (life == NULL || life->n_steps >= TH_PACKET_MAX_STEPS)
    return NULL;
  th_packet_coalesce_contradict (self, life, skb);

  return th_packet_continues (self, space, life, skb, continuation) ? life : NULL;
}

/* Generations are counted across all buffers. */
static Life *
lives_begin (Packets   *self,
             Slot      *slot,
             const Skb *skb)
{
  Life *life = th_packet_life_begin (self, skb->address, skb->kind);

  slot->last = handle_to (life);
  if (self->n_spaces > 1)
    slot = th_packet_space_get_slot (&self->spaces[0], skb->address);
  life->generation = ++slot->generation;
  return life;
}

static Life *
lives_replace (Packets   *self,
               Slot      *slot,
               const Skb *skb)
{
  Life *old = handle_get (slot->last);

  if (old != NULL)
    {
      old->why_open = self->string_reused;
      th_packet_life_end (self, old, END_NONE, skb->event->time);
    }
  if (self->live.n >= MAX_LIVE)
    th_packet_life_end (self, self->live.first, END_NONE, skb->event->time);

  return lives_begin (self, slot, skb);
}

void
th_packet_lives_event (Packets *self,
                       Space   *space,
                       Skb     *skb)
{
  Slot *slot = th_packet_space_get_slot (space, skb->address);
  Continuation continuation = { RULE_BIRTH, TH_CONFIDENCE_EXACT };
  Life *life = space_match (self, space, slot, skb, &continuation);
  gboolean born = life == NULL;

  if (born && skb->kind == KIND_END)
    return; /* nothing else shows that packet */
  if (born && slot->generation > 0 && (skb->kind == KIND_XMIT || skb->kind == KIND_ENQUEUE))
    {
      th_packet_finalize_unassigned (self, skb, "after-end");
      return;
    }

  if (born)
    {
      life = lives_replace (self, slot, skb);
      continuation = (Continuation) { RULE_BIRTH, TH_CONFIDENCE_EXACT };
    }
  else
    {
      th_packet_life_touch (self, life);
    }
  if (skb->kind == KIND_BORN)
    {
      life_wait_born (self, life, skb);
      return;
    }
  if (born || life->waits_born)
    th_packet_context_birth (self, life, skb);
  if (life->waits_born)
    life_add_born (life);

  space->seen |= KIND_BIT (skb->kind);
  life_step (self, space, life, skb, continuation, born);
  th_packet_cpu_turn (skb->cpu, skb->event);
}

void
th_packet_lives_probe (Place         *place,
                       const ThEvent *event)
{
  Life *found = NULL;
  guint n = 0;

  if (!probes_empty (event))
    return;
  for (guint i = 0; i < place->n_batch; i++)
    {
      Life *life = handle_get (place->batch[i]);

      if (life == NULL || life->state != LIFE_LIVE || life->empty || !may_be_empty (life))
        continue;
      found = life;
      n++;
    }

  if (n == 1 && found == handle_get (place->received))
    found->empty = TRUE;
}
