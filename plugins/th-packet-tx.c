/* th-packet-tx.c - sending: transmit calls, segments, clones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packets-private.h"

/* A fast clone lies right behind its original: sizeof (struct sk_buff) is 232
 * in most kernels, with options in either direction. */
#define MIN_CLONE_OFFSET 184
#define MAX_CLONE_OFFSET 320

Life *
th_packet_tx_find_xmit (const Skb *skb)
{
  Place *place = skb->place;

  for (guint i = place->n_xmit; i > 0; i--)
    {
      Life *life = handle_get (place->xmit[i - 1]);

      if (life != NULL && life->address == skb->address)
        {
          place->n_xmit = i - 1;
          return life;
        }
    }

  return NULL;
}

static void
tx_start (Packets   *self,
          const Skb *skb,
          Life      *life,
          gboolean   born)
{
  Place *place = skb->place;
  Life *big = handle_get (place->cut);

  if (place->n_xmit == MAX_OPEN)
    place->n_xmit = 0;
  place->xmit[place->n_xmit++] = handle_to (life);

  if (!born || big == NULL || place->cut_task != skb->event->task)
    return;
  if (place->dequeued || skb->length > big->length)
    th_packet_life_set_parent (life, PARENT_SEGMENT, big->number, RULE_SEGMENT_QDISC, TH_SURE_AMBIGUOUS);
  else
    th_packet_life_set_parent (life, PARENT_SEGMENT, big->number, RULE_SEGMENT, TH_SURE_INFERRED);
}

/* The event names the original, which nothing else shows; what was queued just
 * before is its clone. */
static void
tx_retransmit (Packets   *self,
               const Skb *skb,
               Life      *original)
{
  Life *clone = handle_get (skb->place->queued);
  guint64 offset;

  if (clone == NULL || skb->place->queued_task != skb->event->task || clone->address <= skb->address)
    return;

  offset = clone->address - skb->address;
  if (offset < MIN_CLONE_OFFSET || offset > MAX_CLONE_OFFSET || (self->clone_offset != 0 && offset != self->clone_offset))
    return;

  self->clone_offset = offset;
  th_packet_life_set_parent (clone, PARENT_CLONE, original->number, RULE_CLONE_OFFSET, TH_SURE_INFERRED);
}

void
th_packet_tx_event (Packets   *self,
                    Space     *space,
                    const Skb *skb,
                    Life      *life,
                    gboolean   born)
{
  Place *place = skb->place;

  switch (skb->kind)
    {
    case KIND_QUEUE:
      place->queued = handle_to (life);
      place->queued_task = skb->event->task;
      place->cut = (Handle) { NULL, 0 };
      break;
    case KIND_CONSUME:
      if (handle_get (place->queued) == life && life->last_kind == KIND_CONSUME && !(life->kinds & KIND_BIT (KIND_START)))
        {
          place->cut = handle_to (life);
          place->cut_task = skb->event->task;
          place->dequeued = FALSE;
        }
      break;
    case KIND_DEQUEUE:
      place->dequeued = TRUE;
      break;
    case KIND_START:
      tx_start (self, skb, life, born);
      break;
    case KIND_RETRANSMIT:
      tx_retransmit (self, skb, life);
      break;
    default:
      break;
    }
}
