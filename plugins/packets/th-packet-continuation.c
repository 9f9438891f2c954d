/* th-packet-continuation.c - whether an event goes on with the last life of its address
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Addresses are used again within microseconds and many lives end without an
 * event, so that an address alone says little.  These rules were held against
 * recordings in which probes tell each beginning and end (right for 26541 of
 * 26554 pairs of neighbouring events on one address).
 */
#include "config.h"

#include "th-packet-continuation.h"
#include "th-packet-event.h"
#include "th-packet-strings.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

#define VLAN_HEADER 18
/* The least that lies before the data: IPv4 and UDP. */
#define LEAST_HEADER 28
/* No longer than what TCP sends without data. */
#define EMPTY_LENGTH 60

static gboolean
same_place (const Life *life,
            const Skb  *skb)
{
  return life->last_cpu == skb->cpu && life->last_in == skb->in;
}

static gboolean
other_device (const Life *life,
              const Skb  *skb)
{
  return life->device != skb->device;
}

static gboolean
by_rule (Joint *joint,
         RuleId rule)
{
  *joint = (Joint) { rule, TH_SURE_INFERRED };
  return TRUE;
}

/* Behind veth and in tunnels GRO gets what was already there. */
static gboolean
gro_goes_on (const Life *life,
             const Skb  *skb,
             Joint      *joint)
{
  if (!other_device (life, skb))
    return FALSE;
  if (life->last_kind == KIND_START || life->last_kind == KIND_XMIT || life->last_kind == KIND_QUEUE)
    return by_rule (joint, RULE_VETH);

  return life->last_kind == KIND_RX && same_place (life, skb) && skb->length >= 0 && life->length > 0 &&
         skb->length < life->length && by_rule (joint, RULE_TUNNEL);
}

/* An acknowledgement ends silently and its address is taken for the next
 * thing sent: that is no forwarding. */
static gboolean
is_forwarded (const Life *life,
              const Skb  *skb)
{
  return same_place (life, skb) && other_device (life, skb) && life->length >= 0 &&
         (skb->length == life->length + ETHERNET_HEADER || skb->length == life->length + VLAN_HEADER) &&
         skb->cpu->n_probes == life->n_probes;
}

static gboolean
queue_goes_on (const Packets *self,
               const Life    *life,
               const Skb     *skb,
               Joint         *joint)
{
  if (life->last_kind == KIND_RX)
    {
      *joint = self->recorded[WANT_PROBE] ? (Joint) { RULE_FORWARDED, TH_SURE_INFERRED }
                                          : (Joint) { RULE_FORWARDED_PERHAPS, TH_SURE_AMBIGUOUS };
      return is_forwarded (life, skb);
    }
  if (KIND_BIT (life->last_kind) & KINDS_TX)
    return (life->last_kind == KIND_QUEUE || life->last_kind == KIND_START) && life->last_cpu == skb->cpu &&
           other_device (life, skb) && by_rule (joint, RULE_STACKED);

  return life->last_kind == KIND_NONE || life->last_kind == KIND_BORN;
}

static gboolean
start_goes_on (const Life *life)
{
  return life->last_kind == KIND_QUEUE || life->last_kind == KIND_ENQUEUE || life->last_kind == KIND_DEQUEUE ||
         (life->last_kind == KIND_XMIT && life->rc_bad);
}

static gboolean
receive_goes_on (const Packets *self,
                 const Space   *space,
                 const Life    *life,
                 const Skb     *skb,
                 Joint         *joint)
{
  if (life->last_kind == KIND_COPY)
    return FALSE;
  if (KIND_BIT (life->last_kind) & KINDS_TX && !(life->kinds & (KIND_BIT (KIND_RXN) | KIND_BIT (KIND_RXN_ENTRY))))
    return (other_device (life, skb) || skb->device == self->word_lo) && by_rule (joint, RULE_VETH);
  if (life->last_kind != KIND_RX || other_device (life, skb))
    return TRUE;

  /* Without the events before it this one is where a packet begins. */
  if (life->last_cpu != skb->cpu || !(space->seen & (KIND_BIT (KIND_GRO) | KIND_BIT (KIND_RX_ENTRY))))
    return FALSE;

  return by_rule (joint, RULE_AGAIN);
}

static gboolean
entry_goes_on (const Life *life,
               const Skb  *skb,
               Joint      *joint)
{
  if (life->last_kind == KIND_COPY)
    return FALSE;
  if (life->last_kind == KIND_RX)
    return other_device (life, skb) && same_place (life, skb) && by_rule (joint, RULE_TUNNEL);
  if (KIND_BIT (life->last_kind) & KINDS_TX)
    return by_rule (joint, RULE_VETH);

  return TRUE;
}

/* A packet socket gets clones, which nothing announces: at an address that a
 * stream has just left it is another task that copies. */
static gboolean
copy_goes_on (Packets    *self,
              const Life *life,
              const Skb  *skb,
              Joint      *joint)
{
  guint32 task = skb->event->task;

  if (life->delivered && life->reader != task &&
      (th_tasks_get_tgid (self->tasks, task) < 0 || th_tasks_get_tgid (self->tasks, task) != th_tasks_get_tgid (self->tasks, life->reader)))
    return FALSE;
  if (life->last_kind == KIND_RX && skb->length > life->length - LEAST_HEADER)
    {
      *joint = life->length > EMPTY_LENGTH ? (Joint) { RULE_COALESCED, TH_SURE_INFERRED } : (Joint) { RULE_GREW, TH_SURE_AMBIGUOUS };
      return TRUE;
    }

  return TRUE;
}

static gboolean
xmit_goes_on (const Life *life)
{
  return life->kinds & (KIND_BIT (KIND_QUEUE) | KIND_BIT (KIND_START) | KIND_BIT (KIND_DEQUEUE)) && life->last_kind != KIND_COPY;
}

/* What was received and never queued to be sent is not dropped on its way out:
 * it ended silently, and its address was another one's by then. */
static gboolean
is_dropped_sending (Packets    *self,
                    const Life *life,
                    const Skb  *skb)
{
  return skb->kind == KIND_KFREE && KIND_BIT (life->last_kind) & (KINDS_RX | KIND_BIT (KIND_COPY)) &&
         th_packet_is_sending_reason (th_packet_word (self, th_packet_reason (self, skb->event, FIELD_B)));
}

/* Where it was received, and nothing else was since: no time to end silently. */
static gboolean
touch_goes_on (Packets    *self,
               const Life *life,
               const Skb  *skb,
               Joint      *joint)
{
  if (is_dropped_sending (self, life, skb))
    return FALSE;
  if (life->last_kind == KIND_RX && !(same_place (life, skb) && handle_get (skb->place->received) == life))
    *joint = (Joint) { RULE_LATER, TH_SURE_AMBIGUOUS };

  return TRUE;
}

static gboolean
live_goes_on (Packets     *self,
              const Space *space,
              const Life  *life,
              const Skb   *skb,
              Joint       *joint)
{
  switch (skb->kind)
    {
    case KIND_GRO:
      return gro_goes_on (life, skb, joint);
    case KIND_QUEUE:
      return queue_goes_on (self, life, skb, joint);
    case KIND_START:
    case KIND_DEQUEUE:
      return start_goes_on (life);
    case KIND_RX:
      return receive_goes_on (self, space, life, skb, joint);
    case KIND_RX_ENTRY:
    case KIND_RXN_ENTRY:
      return entry_goes_on (life, skb, joint);
    case KIND_XMIT:
      return xmit_goes_on (life);
    case KIND_COPY:
      return copy_goes_on (self, life, skb, joint);
    case KIND_CONSUME:
    case KIND_KFREE:
    case KIND_TOUCH:
    case KIND_END:
      return touch_goes_on (self, life, skb, joint);
    case KIND_BORN:
      return FALSE;
    case KIND_RETRANSMIT:
      return FALSE; /* the one before may have been acknowledged, and ended silently */
    case KIND_RXN:
      return life->last_kind != KIND_COPY;
    default:
      return TRUE;
    }
}

/* Probes may sit in what ends it. */
static gboolean
ended_touch_goes_on (const Life *life,
                     const Skb  *skb,
                     Joint      *joint)
{
  *joint = (Joint) { RULE_LATER, TH_SURE_AMBIGUOUS };
  return same_place (life, skb);
}

/* Two events may come after the end. */
static gboolean
ended_goes_on (const Life *life,
               const Skb  *skb,
               Joint      *joint)
{
  if (skb->kind == KIND_XMIT && (life->xmit_cpu == skb->cpu || (life->xmit_cpu == NULL && life->queue_cpu == skb->cpu)))
    return by_rule (joint, RULE_LATE_XMIT);
  /* The struct is given back right after consume_skb. */
  if (skb->kind == KIND_END && !life->told_end)
    return by_rule (joint, RULE_TOLD);
  if (skb->kind == KIND_TOUCH)
    return ended_touch_goes_on (life, skb, joint);

  return skb->kind == KIND_ENQUEUE && life->queue_cpu == skb->cpu && by_rule (joint, RULE_LATE_ENQUEUE);
}

/* What begins or ends packets and was not recorded hides other lives.  Of
 * sending, all or nothing: half of it is taken for something else. */
gboolean
th_packet_joints_are_complete (const Packets *self)
{
  const gboolean *recorded = self->recorded;
  guint n_sending = recorded[WANT_QUEUE] + recorded[WANT_START] + recorded[WANT_XMIT];

  /* Drops are rare, so that a text may have none. */
  return recorded[WANT_CONSUME] && (recorded[WANT_KFREE] || self->is_text) && recorded[WANT_RX] && (n_sending == 0 || n_sending == 3) &&
         (recorded[WANT_GRO] || recorded[WANT_RX_ENTRY] || recorded[WANT_RXN_ENTRY]);
}

Joint
th_packet_joint_by_address (const Packets *self,
                            const Life    *life)
{
  gboolean born = KIND_BIT (life->first_kind) & KINDS_BIRTH ||
                  ((life->first_kind == KIND_START || life->first_kind == KIND_DEQUEUE) && self->recorded[WANT_QUEUE]);

  if (!th_packet_joints_are_complete (self))
    return (Joint) { RULE_INCOMPLETE, TH_SURE_AMBIGUOUS };

  return born ? (Joint) { RULE_ADDRESS, TH_SURE_EXACT } : (Joint) { RULE_NO_BIRTH, TH_SURE_INFERRED };
}

gboolean
th_packet_joint_goes_on (Packets     *self,
                         const Space *space,
                         const Life  *life,
                         const Skb   *skb,
                         Joint       *joint)
{
  gboolean told = life->first_kind == KIND_BORN && life->state == LIFE_LIVE && skb->kind != KIND_BORN;

  *joint = told ? (Joint) { RULE_TOLD, TH_SURE_EXACT } : th_packet_joint_by_address (self, life);
  if (!told && !(life->state == LIFE_LIVE ? live_goes_on (self, space, life, skb, joint) : ended_goes_on (life, skb, joint)))
    return FALSE;

  if (!told && !th_packet_joints_are_complete (self))
    joint->sureness = MAX (joint->sureness, TH_SURE_AMBIGUOUS);
  if (skb->cpu->lost > life->last_time || life->last_cpu->lost > life->last_time)
    *joint = (Joint) { RULE_LOST, TH_SURE_BROKEN };
  return TRUE;
}
