/* th-packet-stage-links.c - links between packets that the events of a stage map show
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A probe at the entry of a function has the packets; whether they are linked may only
 * be known when it returns, on the same CPU, in the same context and task.  Packets that
 * begin in between may have been created by it.  A call whose return was missed is
 * dropped when the next of its kind begins there.
 */
#include "config.h"

#include <string.h>

#include "th-packet-stage-links.h"
#include "th-packet-event.h"
#include "th-packet-life.h"
#include "th-packet-map.h"
#include "th-packet-space.h"
#include "th-packet-strings.h"
#include "th-packets-private.h"

#define MAX_HEADS (1u << 20)

static const ParentKind kinds[] = {
  [TH_STAGE_LINK_CLONE] = PARENT_CLONE, [TH_STAGE_LINK_SEGMENT] = PARENT_SEGMENT,
      [TH_STAGE_LINK_COPY] = PARENT_COPY,
  [TH_STAGE_LINK_GRO] = PARENT_GRO, [TH_STAGE_LINK_COALESCE] = PARENT_COALESCE,
      [TH_STAGE_LINK_FRAGMENT] = PARENT_FRAGMENT
};

/* @from: the time since which both packets are known. */
static void
link_lives (Packets     *self,
            Life        *life,
            const Life  *parent,
            ThStageLink  link,
            RuleId       rule,
            gint64       from,
            gint64       to)
{
  Link *told;

  if (life == NULL || parent == NULL || life == parent)
    return;
  told = th_packet_life_set_link (life, kinds[link], parent->number, rule, TH_CONFIDENCE_EXACT);
  if (told == NULL)
    return;

  told->by_map = TRUE;
  told->from = from;
  told->to = to;
  life->merged |= told == &life->links[LINK_MERGE];
  /* The caller of the coalescing function frees the emptied packet at once. */
  if (link == TH_STAGE_LINK_COALESCE)
    th_packet_life_end (self, life, END_MERGED, to);
}

static Life *
find_living (Packets *self,
             Space   *space,
             guint64  address)
{
  Life *life = address != 0 ? th_packet_space_find (space, address) : NULL;

  return life != NULL && life->state == LIFE_LIVE ? life : NULL;
}

/* --- data heads ----------------------------------------------------------- */

static HeadOwners *
find_head (Space   *space,
           guint64  head)
{
  guint32 *place;

  if (head == 0 ||
      (space->head_owners->len >= MAX_HEADS && th_packet_map_find (&space->heads, head) == 0))
    return NULL;

  place = th_packet_map_get (&space->heads, head);
  if (*place == 0)
    {
      g_array_set_size (space->head_owners, space->head_owners->len + 1);
      *place = space->head_owners->len;
    }

  return &g_array_index (space->head_owners, HeadOwners, *place - 1);
}

static void
owners_drop_dead (HeadOwners *owners)
{
  guint n = 0;

  for (guint i = 0; i < owners->n; i++)
    {
      Life *life = handle_get (owners->lives[i]);

      if (life != NULL && life->state == LIFE_LIVE)
        owners->lives[n++] = owners->lives[i];
    }
  owners->n = n;
}

/* Links the event with the only live packet with the same head; if there are several, the
 * last one is a guess. */
static void
link_by_head (Life             *life,
              const HeadOwners *owners,
              ThStageLink       link)
{
  guint32 numbers[MAX_SAME_HEAD];
  Link *found;

  if (owners->n == 0)
    return;
  found = th_packet_life_set_link (life, kinds[link], owners->lives[owners->n - 1].number,
                                   RULE_HEAD,
                                   owners->n == 1 ? TH_CONFIDENCE_INFERRED
                                                  : TH_CONFIDENCE_AMBIGUOUS);
  if (found == NULL || owners->n == 1)
    return;

  for (guint i = 0; i < owners->n; i++)
    numbers[i] = owners->lives[i].number;
  th_packet_link_set_candidates (found, numbers, owners->n);
}

/* A head that is not shared is new, regardless of its former owners. */
static void
head_event (Space     *space,
            const Skb *skb,
            Life      *life)
{
  const ThStagePoint *point = skb->point->point;
  HeadOwners *owners = find_head (space,
                                  th_packet_address (skb->point->head, &skb->event->payload));

  if (owners == NULL)
    return;

  if (point->link == TH_STAGE_LINK_NONE)
    owners->n = 0;
  owners_drop_dead (owners);
  if (point->link != TH_STAGE_LINK_NONE && point->parent == NULL && point->until == NULL)
    link_by_head (life, owners, point->link);
  if (skb->kind == KIND_BORN && owners->n < MAX_SAME_HEAD)
    owners->lives[owners->n++] = handle_to (life);
}

/* --- calls ---------------------------------------------------------------- */

static void
drop_call (Place *place,
           guint  index)
{
  for (guint i = index + 1; i < place->n_calls; i++)
    place->calls[i - 1] = place->calls[i];
  place->n_calls--;
}

static void
begin_call (const Skb          *skb,
            const ThStagePoint *point,
            Life               *life,
            Life               *parent,
            gint64              from)
{
  Place *place = skb->place;

  for (guint i = 0; i < place->n_calls; i++)
    if (place->calls[i].point == point || place->n_calls == MAX_OPEN)
      {
        drop_call (place, i);
        break;
      }
  place->calls[place->n_calls++] = (LinkCall) { point, handle_to (life), handle_to (parent),
                                                skb->event->task, from };
}

/* Links a packet that begins inside a call that creates packets from another. */
static void
link_born (Packets   *self,
           const Skb *skb,
           Life      *life)
{
  for (guint i = skb->place->n_calls; i > 0; i--)
    {
      const LinkCall *call = &skb->place->calls[i - 1];

      if (call->point->parent != NULL || call->task != skb->event->task)
        continue;
      link_lives (self, life, handle_get (call->life), call->point->link, RULE_WITHIN, call->from,
                  skb->event->time);
      return;
    }
}

void
th_packet_stage_links_event (Packets   *self,
                             Space     *space,
                             const Skb *skb)
{
  const ThStagePoint *point = skb->point->point;
  Life *life = find_living (self, space, skb->address), *parent;
  gint64 from;

  space->coalesce_told |= point->link == TH_STAGE_LINK_COALESCE;
  if (life == NULL)
    return;
  if (skb->point->head != NULL)
    head_event (space, skb, life);
  if (skb->kind == KIND_BORN)
    link_born (self, skb, life);
  if (point->link == TH_STAGE_LINK_NONE || (point->parent == NULL && point->until == NULL))
    return;

  parent = find_living (self, space, th_packet_address (skb->point->parent, &skb->event->payload));
  from = MIN (life->last_time, parent != NULL ? parent->last_time : life->last_time);
  if (point->until != NULL)
    begin_call (skb, point, life, parent, from);
  else
    link_lives (self, life, parent, point->link, RULE_NAMED, from, skb->event->time);
}

void
th_packet_stage_links_return (Packets   *self,
                              const Skb *skb)
{
  const ThStagePoint *end = skb->point->point;
  Place *place = skb->place;

  for (guint i = place->n_calls; i > 0; i--)
    {
      LinkCall call = place->calls[i - 1];
      guint64 result;

      if (call.task != skb->event->task || strcmp (call.point->until, end->event) != 0)
        continue;

      drop_call (place, i - 1);
      if (call.point->result != NULL &&
          (skb->point->result == NULL ||
           !th_field_read_u64 (skb->point->result, &skb->event->payload, &result) ||
           (result == 0) != call.point->good_zero))
        return;
      if (call.point->parent != NULL)
        link_lives (self, handle_get (call.life), handle_get (call.parent), call.point->link,
                    RULE_NAMED, call.from, skb->event->time);
      return;
    }
}
