/* th-packet-continuation.c - decides whether an event continues the last life of its address
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Addresses are reused within microseconds and many lives end without an event, so an
 * address alone is not enough.  The rules were verified against recordings in which
 * probes show every start and end: they were right for 412474 of 412582 pairs of
 * consecutive events of an address.
 */
#include "config.h"

#include "th-packet-continuation.h"
#include "th-packet-event.h"
#include "th-packet-freed.h"
#include "th-packet-strings.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

#define VLAN_HEADER 18
/* The shortest header before the data: IPv4 and UDP. */
#define LEAST_HEADER 28
/* The greatest length of a TCP packet without data. */
#define EMPTY_LENGTH 60
/* What a tunnel adds to a packet: at least IPv4 and UDP headers; at most Ethernet, IPv6, UDP and
 * tunnel headers, padding and an authentication tag. */
#define LEAST_TUNNEL 28
#define MOST_TUNNEL 160

static gboolean
same_place (const Life *life,
            const Skb  *skb)
{
  return life->last_cpu == skb->cpu && life->last_in == skb->in;
}

/* Whether the NET_RX softirq in which the packet was last seen is still running; TRUE if that is
 * not known.  The stack forwards a packet before it returns. */
static gboolean
same_run (const Packets *self,
          const Life    *life,
          const Skb     *skb)
{
  const Cpu *cpu = skb->cpu;

  return !cpu->in_softirq || !self->recorded[EVENT_SOFTIRQ_EXIT] ||
         (cpu->in_net_rx && life->last_time >= cpu->entered);
}

static gboolean
other_device (const Life *life,
              const Skb  *skb)
{
  return life->device != skb->device;
}

/* Whether the packet has ended without an event.  TCP is done with a packet without data before it
 * handles the next one.  A FIN is queued, but no reader copies it; the CPU that allocated it may
 * free it later, in a softirq (skb_attempt_defer_free()). */
static gboolean
has_ended (const Life *life,
           const Skb  *skb)
{
  if (!life->empty)
    return FALSE;

  switch (skb->kind)
    {
    case KIND_TOUCH:
    case KIND_END:
      return FALSE;
    case KIND_KFREE:
      return !same_place (life, skb) || handle_get (skb->place->received) != life;
    case KIND_CONSUME:
      return skb->in == CONTEXT_TASK;
    default:
      return TRUE;
    }
}

/* Whether a packet of length @inner, sent through a tunnel, can have the length @outer. */
static gboolean
fits_tunnel (gint64 outer,
             gint64 inner)
{
  return inner > 0 && outer >= inner + LEAST_TUNNEL && outer <= inner + MOST_TUNNEL;
}

static gboolean
by_rule (Continuation *continuation,
         RuleId        rule)
{
  *continuation = (Continuation) { rule, TH_CONFIDENCE_INFERRED };
  return TRUE;
}

/* Whether the packet comes from the NAPI instance of a network card.  Tunnels pass packets to GRO
 * through NAPI instances without an ID, as these cannot be busy-polled (net/core/gro_cells.c). */
static gboolean
comes_from_card (const Skb *skb)
{
  gint64 napi_id;

  return th_event_get_int (skb->event, FIELD_B, &napi_id) && napi_id != 0;
}

/* Behind veth and in tunnels, GRO receives packets that already exist. */
static gboolean
gro_continues (const Life   *life,
               const Skb    *skb,
               Continuation *continuation)
{
  if (!other_device (life, skb))
    return FALSE;
  if (life->last_kind == KIND_START || life->last_kind == KIND_XMIT ||
      life->last_kind == KIND_QUEUE)
    return by_rule (continuation, RULE_VETH);

  if (life->last_kind != KIND_RX || skb->length < 0 || life->length <= skb->length ||
      comes_from_card (skb))
    return FALSE;
  if (same_place (life, skb))
    return by_rule (continuation, RULE_TUNNEL);

  return fits_tunnel (life->length, skb->length) && by_rule (continuation, RULE_DECRYPTED);
}

/* An acknowledgement ends without an event, and its address is reused for the next packet
 * sent: that is not forwarding. */
static gboolean
is_forwarded (const Packets *self,
              const Life    *life,
              const Skb     *skb)
{
  return same_place (life, skb) && same_run (self, life, skb) && other_device (life, skb) &&
         life->length >= 0 &&
         (skb->length == life->length + ETHERNET_HEADER ||
          skb->length == life->length + VLAN_HEADER) &&
         skb->cpu->n_probes == life->n_probes;
}

/* Whether the device that transmits the packet, or did, has passed it on to another device. */
static gboolean
sent_on (const Life   *life,
         const Skb    *skb,
         Continuation *continuation)
{
  if ((life->last_kind == KIND_QUEUE || life->last_kind == KIND_START) &&
      life->last_cpu == skb->cpu)
    return by_rule (continuation, RULE_STACKED);

  /* Another CPU may encrypt it and pass it on before the transmit function returns. */
  return (life->last_kind == KIND_START || (life->last_kind == KIND_XMIT && life->sent)) &&
         fits_tunnel (skb->length, life->length) && by_rule (continuation, RULE_ENCRYPTED);
}

static gboolean
queue_continues (const Packets *self,
                 const Life    *life,
                 const Skb     *skb,
                 Continuation  *continuation)
{
  if (life->last_kind == KIND_RX)
    {
      *continuation = self->recorded[EVENT_PROBE]
                      ? (Continuation) { RULE_FORWARDED, TH_CONFIDENCE_INFERRED }
                      : (Continuation) { RULE_FORWARDED_PERHAPS, TH_CONFIDENCE_AMBIGUOUS };
      return is_forwarded (self, life, skb);
    }
  if (KIND_BIT (life->last_kind) & KINDS_TX)
    return other_device (life, skb) && sent_on (life, skb, continuation);

  return life->last_kind == KIND_NONE || life->last_kind == KIND_BORN;
}

/* The net_dev_xmit of an upper device, such as a VLAN, may come while the packet still waits in the
 * qdisc of the device below. */
static gboolean
start_continues (const Life *life)
{
  return life->last_kind == KIND_QUEUE || life->last_kind == KIND_ENQUEUE ||
         life->last_kind == KIND_DEQUEUE ||
         (life->last_kind == KIND_XMIT && (life->rc_bad || life->queued));
}

static gboolean
receive_continues (const Packets *self,
                   const Space   *space,
                   const Life    *life,
                   const Skb     *skb,
                   Continuation  *continuation)
{
  if (life->last_kind == KIND_COPY)
    return FALSE;
  if (KIND_BIT (life->last_kind) & KINDS_TX &&
      !(life->kinds & (KIND_BIT (KIND_RXN) | KIND_BIT (KIND_RXN_ENTRY))))
    return (other_device (life, skb) || skb->device == self->string_lo) &&
           by_rule (continuation, RULE_VETH);
  if (life->last_kind != KIND_RX || other_device (life, skb))
    return TRUE;

  /* If the earlier events were not recorded, a packet begins with this one. */
  if (life->last_cpu != skb->cpu ||
      !(space->seen & (KIND_BIT (KIND_GRO) | KIND_BIT (KIND_RX_ENTRY))))
    return FALSE;

  return by_rule (continuation, RULE_AGAIN);
}

/* Whether the task that received the packet has been running since; always TRUE in softirqs. */
static gboolean
same_turn (const Life *life,
           const Skb  *skb)
{
  return skb->cpu->in_softirq || th_packet_place_has (skb->place, life);
}

static gboolean
entry_continues (const Packets *self,
                 const Life    *life,
                 const Skb     *skb,
                 Continuation  *continuation)
{
  if (life->last_kind == KIND_COPY)
    return FALSE;
  if (life->last_kind == KIND_RX)
    return other_device (life, skb) && same_place (life, skb) && same_run (self, life, skb) &&
           same_turn (life, skb) && skb->length <= life->length &&
           by_rule (continuation, RULE_TUNNEL);
  if (KIND_BIT (life->last_kind) & KINDS_TX)
    return by_rule (continuation, RULE_VETH);

  return TRUE;
}

/* A packet socket gets clones, which have no event of their own: if the address was used
 * by a stream just before, it is a different task that copies. */
static gboolean
copy_continues (Packets      *self,
                const Life   *life,
                const Skb    *skb,
                Continuation *continuation)
{
  guint32 task = skb->event->task;

  if (life->delivered && life->reader != task &&
      (th_tasks_get_tgid (self->tasks, task) < 0 ||
       th_tasks_get_tgid (self->tasks, task) != th_tasks_get_tgid (self->tasks, life->reader)))
    return FALSE;
  if (life->last_kind == KIND_RX && skb->length > life->length - LEAST_HEADER)
    {
      *continuation = life->length > EMPTY_LENGTH
                      ? (Continuation) { RULE_COALESCED, TH_CONFIDENCE_INFERRED }
                      : (Continuation) { RULE_GREW, TH_CONFIDENCE_AMBIGUOUS };
      return TRUE;
    }

  return TRUE;
}

static gboolean
xmit_continues (const Life *life)
{
  return life->kinds & (KIND_BIT (KIND_QUEUE) | KIND_BIT (KIND_START) | KIND_BIT (KIND_DEQUEUE)) &&
         life->last_kind != KIND_COPY;
}

/* A packet that was received and never queued for sending cannot be dropped while being
 * sent: it ended without an event, and the address had been reused. */
static gboolean
is_dropped_sending (Packets    *self,
                    const Life *life,
                    const Skb  *skb)
{
  return skb->kind == KIND_KFREE &&
         KIND_BIT (life->last_kind) & (KINDS_RX | KIND_BIT (KIND_COPY)) &&
         th_packet_is_sending_reason (th_packet_string (self,
                                                        th_packet_reason (self, skb->event,
                                                                          FIELD_B)));
}

/* Messages of UNIX sockets have no protocol, but every received packet has one.  So the packet has
 * ended without an event, and a message got its address. */
static gboolean
is_local_message (const Life *life,
                  const Skb  *skb)
{
  guint64 protocol;

  return skb->kind == KIND_KFREE && life->kinds & KINDS_RX &&
         th_event_get_uint (skb->event, FIELD_PROTOCOL, &protocol) && protocol == 0;
}

/* Returns whether the event is in the context that received the packet, with nothing received
 * since: it had no time to end without an event. */
static gboolean
touch_continues (Packets      *self,
                 const Life   *life,
                 const Skb    *skb,
                 Continuation *continuation)
{
  if (is_dropped_sending (self, life, skb) || is_local_message (life, skb))
    return FALSE;
  if (life->last_kind == KIND_RX &&
      !(same_place (life, skb) && handle_get (skb->place->received) == life))
    *continuation = (Continuation) { RULE_LATER, TH_CONFIDENCE_AMBIGUOUS };

  return TRUE;
}

static gboolean
live_continues (Packets      *self,
                const Space  *space,
                const Life   *life,
                const Skb    *skb,
                Continuation *continuation)
{
  if (has_ended (life, skb))
    return FALSE;

  switch (skb->kind)
    {
    case KIND_GRO:
      return gro_continues (life, skb, continuation);
    case KIND_QUEUE:
      return queue_continues (self, life, skb, continuation);
    case KIND_START:
    case KIND_DEQUEUE:
      return start_continues (life);
    case KIND_RX:
      return receive_continues (self, space, life, skb, continuation);
    case KIND_RX_ENTRY:
    case KIND_RXN_ENTRY:
      return entry_continues (self, life, skb, continuation);
    case KIND_XMIT:
      return xmit_continues (life);
    case KIND_COPY:
      return copy_continues (self, life, skb, continuation);
    case KIND_CONSUME:
    case KIND_KFREE:
    case KIND_TOUCH:
    case KIND_END:
      return touch_continues (self, life, skb, continuation);
    case KIND_BORN:
      return FALSE;
    case KIND_RETRANSMIT:
      return FALSE; /* the previous one may have been acknowledged, and ended without an event */
    case KIND_RXN:
      return life->last_kind != KIND_COPY;
    default:
      return TRUE;
    }
}

/* Probes may fire inside the function that ends the packet. */
static gboolean
ended_touch_continues (const Life   *life,
                       const Skb    *skb,
                       Continuation *continuation)
{
  *continuation = (Continuation) { RULE_LATER, TH_CONFIDENCE_AMBIGUOUS };
  return same_place (life, skb);
}

/* Returns whether the event may follow the end of the life; two kinds may. */
static gboolean
ended_continues (const Life   *life,
                 const Skb    *skb,
                 Continuation *continuation)
{
  if (skb->kind == KIND_XMIT &&
      (life->xmit_cpu == skb->cpu || (life->xmit_cpu == NULL && life->queue_cpu == skb->cpu)))
    return by_rule (continuation, RULE_LATE_XMIT);
  /* The sk_buff is freed right after consume_skb. */
  if (skb->kind == KIND_END && !life->end_by_map)
    return by_rule (continuation, RULE_STAGE_MAP);
  if (skb->kind == KIND_TOUCH)
    return ended_touch_continues (life, skb, continuation);

  return skb->kind == KIND_ENQUEUE && life->queue_cpu == skb->cpu &&
         by_rule (continuation, RULE_LATE_ENQUEUE);
}

/* Lives are hidden if events that begin or end packets were not recorded.  Of the events
 * of sending, all or none must be there: some of them alone would be misinterpreted. */
void
th_packet_continuations_look (Packets *self)
{
  const gboolean *recorded = self->recorded;
  guint n_sending = recorded[EVENT_QUEUE] + recorded[EVENT_START] + recorded[EVENT_XMIT];

  /* Drops are rare, so a text may have none. */
  self->is_complete =
    recorded[EVENT_CONSUME] && (recorded[EVENT_KFREE] || self->is_text) &&
    recorded[EVENT_RX] && (n_sending == 0 || n_sending == 3) &&
    (recorded[EVENT_GRO] || recorded[EVENT_RX_ENTRY] || recorded[EVENT_RXN_ENTRY]);
}

gboolean
th_packet_continuations_are_complete (const Packets *self)
{
  return self->is_complete;
}

gboolean
th_packet_continuation_is_born (const Packets *self,
                                const Life    *life)
{
  return KIND_BIT (life->first_kind) & KINDS_BIRTH ||
         ((life->first_kind == KIND_START || life->first_kind == KIND_DEQUEUE) &&
          self->recorded[EVENT_QUEUE]);
}

Continuation
th_packet_continuation_by_address (const Packets *self,
                                   const Life    *life)
{
  gboolean born = th_packet_continuation_is_born (self, life);

  if (!th_packet_continuations_are_complete (self))
    return (Continuation) { RULE_INCOMPLETE, TH_CONFIDENCE_AMBIGUOUS };

  return born ? (Continuation) { RULE_ADDRESS, TH_CONFIDENCE_EXACT }
         : (Continuation) { RULE_NO_BIRTH, TH_CONFIDENCE_INFERRED };
}

gboolean
th_packet_continues (Packets      *self,
                     const Space  *space,
                     const Life   *life,
                     const Skb    *skb,
                     Continuation *continuation)
{
  gboolean told = life->first_kind == KIND_BORN && life->state == LIFE_LIVE &&
                  skb->kind != KIND_BORN;

  *continuation = told ? (Continuation) { RULE_STAGE_MAP, TH_CONFIDENCE_EXACT }
                       : th_packet_continuation_by_address (self, life);
  if (!told &&
      !(life->state == LIFE_LIVE
        ? live_continues (self, space, life, skb, continuation)
        : ended_continues (life, skb, continuation)))
    return FALSE;

  if (!told && !th_packet_continuations_are_complete (self))
    continuation->confidence = MAX (continuation->confidence, TH_CONFIDENCE_AMBIGUOUS);
  if (skb->cpu->lost > life->last_time || life->last_cpu->lost > life->last_time)
    *continuation = (Continuation) { RULE_LOST, TH_CONFIDENCE_BROKEN };
  return TRUE;
}
