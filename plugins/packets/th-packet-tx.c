/* th-packet-tx.c - sending: transmit calls, segments, clones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packet-tx.h"
#include "th-packet-ends.h"
#include "th-packet-event.h"
#include "th-packet-life.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

/* A fast clone directly follows its original.  sizeof (struct sk_buff) is 232 in most
 * kernels; other kernel options make it a little larger or smaller. */
#define MIN_CLONE_OFFSET 184
#define MAX_CLONE_OFFSET 320

/* Header lengths before the payload, with the link header: from IPv4 with UDP on a device
 * without a link header to IPv6 with TCP options in a tunnel.  Always even. */
#define MIN_HEADER 28
#define MAX_HEADER 170

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

/* --- segments ------------------------------------------------------------ */

static void
tx_cut (Space     *space,
        const Skb *skb,
        Life      *life)
{
  space->cut[space->n_cut++ % MAX_CUT] = (Cut) {
    .number = life->number, .device = life->device, .length = life->length, .left = life->length,
        .time = skb->event->time
  };
  skb->place->cut = handle_to (life);
  skb->place->cut_task = skb->event->task;
  skb->place->dequeued = FALSE;
}

static Cut *
find_cut (Space   *space,
          guint32  number)
{
  for (guint i = 1; i <= MIN (space->n_cut, MAX_CUT); i++)
    {
      Cut *cut = &space->cut[(space->n_cut - i) % MAX_CUT];

      if (cut->number == number)
        return cut;
    }

  return NULL;
}

/* Returns whether a packet of @length can be the next segment: each segment repeats the header, all
 * have the same payload length, and the last one has the rest. */
static gboolean
cut_has_room (const Cut *cut,
              gint64     length)
{
  if (cut->is_whole || length < 0 || length > cut->length || cut->length > G_MAXINT32)
    return FALSE;
  if (cut->n_parts == 0)
    return TRUE;

  for (gint64 header = MIN_HEADER; header <= MAX_HEADER && header < length; header += 2)
    {
      gint64 left = cut->length - header - cut->n_parts * (cut->part_length - header);

      if (length == cut->part_length ? left >= length - header : length < cut->part_length &&
          left == length - header)
        return TRUE;
    }

  return FALSE;
}

static void
cut_add_part (Cut    *cut,
              gint64  length)
{
  if (cut->n_parts++ == 0)
    cut->part_length = length;
  cut->is_whole = length == cut->length || length < cut->part_length;
}

/* For a segment of a packet that a qdisc segmented earlier: finds the oldest packet that has
 * payload left, and all other candidates. */
static void
tx_guess_big (Space     *space,
              const Skb *skb,
              Life      *life)
{
  guint32 fitting[MAX_CUT];
  /* The right packet may be unknown if events were lost since the oldest known one. */
  gint64 oldest = space->n_cut > MAX_CUT ? space->cut[space->n_cut % MAX_CUT].time : G_MININT64;
  guint n = 0;
  Cut *first = NULL;
  Link *link;

  for (guint i = MIN (space->n_cut, MAX_CUT); i > 0; i--)
    {
      Cut *cut = &space->cut[(space->n_cut - i) % MAX_CUT];

      if (cut->device != skb->device || cut->length < skb->length ||
          (cut->n_parts > 0 && !cut_has_room (cut, skb->length)))
        continue;
      fitting[n++] = cut->number;
      if (first == NULL && cut->left >= skb->length)
        first = cut;
    }

  if (n == 0)
    return;
  link = th_packet_life_set_link (life, PARENT_SEGMENT, first != NULL
                                  ? first->number : fitting[n - 1], RULE_SEGMENT_QDISC,
                                  TH_CONFIDENCE_AMBIGUOUS);
  if (link == NULL)
    return;
  link->from = oldest;
  link->to = skb->event->time;
  th_packet_link_set_candidates (link, fitting, n);
  if (first != NULL)
    first->left -= skb->length;
}

static void
tx_start (Packets   *self,
          Space     *space,
          const Skb *skb,
          Life      *life,
          gboolean   born)
{
  Place *place = skb->place;
  Life *big = handle_get (place->cut);
  Cut *cut = big != NULL ? find_cut (space, big->number) : NULL;

  if (place->n_xmit == MAX_OPEN)
    place->n_xmit = 0;
  place->xmit[place->n_xmit++] = handle_to (life);

  if (life->links[LINK_ORIGIN].number != TH_FLOW_NONE || !(space->seen & KIND_BIT (KIND_QUEUE)) ||
      (!born && life->first_kind != KIND_DEQUEUE))
    return;
  if (!born || cut == NULL || place->cut_task != skb->event->task || place->dequeued ||
      !self->recorded[EVENT_DEQUEUE] ||
      !cut_has_room (cut, skb->length))
    {
      tx_guess_big (space, skb, life);
      return;
    }

  cut_add_part (cut, skb->length);
  th_packet_life_set_link (life, PARENT_SEGMENT, cut->number, RULE_SEGMENT, TH_CONFIDENCE_INFERRED);
}

/* --- clones -------------------------------------------------------------- */

/* Returns the clone that was sent for the original of the event. */
static Life *
find_clone (const Skb *skb)
{
  Life *clone = handle_get (skb->place->queued);

  return clone != NULL && skb->place->queued_task == skb->event->task &&
         clone->address >= skb->address + MIN_CLONE_OFFSET &&
         clone->address <= skb->address + MAX_CLONE_OFFSET ? clone : NULL;
}

/* The event has the original, which no other event shows; the packet queued just before is
 * its clone. */
static void
tx_retransmit (Packets   *self,
               const Skb *skb,
               Life      *original)
{
  Life *clone = find_clone (skb);

  if (clone == NULL ||
      (self->clone_offset != 0 && clone->address - skb->address != self->clone_offset))
    return;

  self->clone_offset = clone->address - skb->address;
  th_packet_ends_copy (clone, original);
  th_packet_life_set_link (clone, PARENT_CLONE, original->number, RULE_CLONE_OFFSET,
                           TH_CONFIDENCE_INFERRED);
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
      if (handle_get (place->queued) == life && life->last_kind == KIND_CONSUME &&
          !(life->kinds & KIND_BIT (KIND_START)))
        tx_cut (space, skb, life);
      break;
    case KIND_DEQUEUE:
      place->dequeued = TRUE;
      break;
    case KIND_START:
      tx_start (self, space, skb, life, born);
      break;
    case KIND_RETRANSMIT:
      tx_retransmit (self, skb, life);
      break;
    default:
      break;
    }
}
