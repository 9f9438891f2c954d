/* th-frame-order.c - matches frames and packets by order and time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-frame-match-private.h"

void
th_frame_order_set_ranges (Matcher            *self,
                           const ThFrameGroup *group)
{
  guint32 from = 0, to = 0;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      gint64 time = matcher_get_frame_time (self, group->frames[i]);

      while (from < group->n_packets &&
             self->packet_times[group->packets[from]] < time - self->early)
        from++;
      to = MAX (to, from);
      while (to < group->n_packets &&
             self->packet_times[group->packets[to]] <= time + self->late)
        to++;
      self->from[i] = from;
      self->to[i] = to;
    }
}

static void
assign (Matcher            *self,
        const ThFrameGroup *group)
{
  guint32 next = 0, end = group->n_packets;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      guint32 packet = MAX (self->from[i], next);

      self->left[i] = packet < self->to[i] ? packet : TH_FRAME_NO_PACKET;
      if (packet < self->to[i])
        next = packet + 1;
    }
  for (guint32 i = group->n_frames; i-- > 0;)
    {
      guint32 limit = MIN (self->to[i], end);

      self->right[i] = limit > self->from[i] ? limit - 1 : TH_FRAME_NO_PACKET;
      if (limit > self->from[i])
        end = limit - 1;
    }
}

/* The packet whose time fits by far best: as well as those of most frames do, while the others
 * that are possible are farther off than nearly all are; else TH_FRAME_NO_PACKET. */
static guint32
find_closest (const Matcher      *self,
              const ThFrameGroup *group,
              guint32             frame)
{
  guint32 best = TH_FRAME_NO_PACKET;

  for (guint32 i = self->from[frame]; i < self->to[frame]; i++)
    {
      gint64 rest = ABS (matcher_get_rest (self, group, frame, i));

      if (rest > 3 * self->core || matcher_contradicts (self, group, frame, i))
        continue;
      if (best != TH_FRAME_NO_PACKET || rest > self->core)
        return TH_FRAME_NO_PACKET;
      best = i;
    }
  return best;
}

/* Whether two neighbors that different CPUs handled may have changed places. */
static gboolean
may_swap (const Matcher      *self,
          const ThFrameGroup *group,
          guint32             a,
          guint32             b)
{
  const ThSighting *x = &self->packets.items[group->packets[a]];
  const ThSighting *y = &self->packets.items[group->packets[b]];

  return x->lane != y->lane && ABS (y->time - x->time) <= self->width;
}

/* Whether another packet fits better by more than differences vary: then frames and packets may be
 * missing on both sides, and order does not tell who belongs to whom. */
static gboolean
is_late (const Matcher      *self,
         const ThFrameGroup *group,
         guint32             frame,
         guint32             packet)
{
  gint64 rest = ABS (matcher_get_rest (self, group, frame, packet));
  gint64 usual = self->is_strict ? 0 : self->width;

  if (rest <= usual)
    return FALSE;
  if (rest > (self->is_strict ? self->core : MAX (4 * self->width, TH_FRAME_EARLY_NS)))
    return TRUE;
  for (guint32 i = self->from[frame]; i < self->to[frame]; i++)
    if (ABS (matcher_get_rest (self, group, frame, i)) < rest - usual &&
        !matcher_contradicts (self, group, frame, i))
      return TRUE;
  return FALSE;
}

/* Whether there is no other packet of this length, or none of this connection that keeps the
 * order. */
static gboolean
is_exact (const Matcher      *self,
          const ThFrameGroup *group,
          const ThFrameGroup *whole,
          guint32             frame,
          guint32             packet)
{
  return (!self->has_loss && whole->n_frames == 1 && whole->n_packets == 1) ||
         (self->left[frame] == self->right[frame] &&
          matcher_agrees (self, group, frame, packet));
}

/* Returns whether order would give some frame the packet of another connection, so that those
 * beside it are in doubt, too. */
static gboolean
decide (Matcher            *self,
        const ThFrameGroup *group,
        const ThFrameGroup *whole)
{
  gboolean is_doubtful = FALSE;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      ThFrameMatch *match = &self->matches[group->frames[i]];
      guint32 packet = self->left[i];

      if (self->left[i] == TH_FRAME_NO_PACKET && self->right[i] == TH_FRAME_NO_PACKET &&
          self->from[i] == self->to[i])
        continue;
      match->state = TH_FRAME_AMBIGUOUS;
      if (self->left[i] != self->right[i])
        packet = find_closest (self, group, i);
      if (packet != TH_FRAME_NO_PACKET && matcher_contradicts (self, group, i, packet))
        {
          is_doubtful = TRUE;
          continue;
        }
      if (packet == TH_FRAME_NO_PACKET || is_late (self, group, i, packet) ||
          (packet > 0 && may_swap (self, group, packet - 1, packet)) ||
          (packet + 1 < group->n_packets && may_swap (self, group, packet, packet + 1)))
        continue;
      match->packet = group->packets[packet];
      match->state = is_exact (self, group, whole, i, packet) ? TH_FRAME_EXACT
                                                              : TH_FRAME_INFERRED;
    }
  return is_doubtful;
}

static void
drop_match (ThFrameMatch *match)
{
  if (match->packet == TH_FRAME_NO_PACKET)
    return;
  match->packet = TH_FRAME_NO_PACKET;
  match->state = TH_FRAME_AMBIGUOUS;
}

/* Two frames that got the same packet, or packets out of order, get none. */
static void
check_order (Matcher            *self,
             const ThFrameGroup *group)
{
  ThFrameMatch *last = NULL;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      ThFrameMatch *match = &self->matches[group->frames[i]];

      if (match->packet == TH_FRAME_NO_PACKET)
        continue;
      if (last != NULL && match->packet <= last->packet)
        {
          last->state = match->state = TH_FRAME_AMBIGUOUS;
          match->packet = last->packet = TH_FRAME_NO_PACKET;
          last = NULL;
        }
      else
        last = match;
    }
}

/* If a frame got the packet of its neighbor, this shows only at the neighbor: so the frames beside
 * an ambiguous one become ambiguous, too, unless they are far from it in time. */
static void
spread_doubt (Matcher            *self,
              const ThFrameGroup *group)
{
  gint64 last_doubt = G_MININT64 / 2;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      ThFrameMatch *match = &self->matches[group->frames[i]];
      gint64 time = matcher_get_frame_time (self, group->frames[i]);
      gboolean doubtful = match->state == TH_FRAME_AMBIGUOUS;

      /* A frame that was ambiguous before has made the frames beyond it ambiguous already. */
      for (guint32 j = i; doubtful && j-- > 0 &&
           self->matches[group->frames[j]].state != TH_FRAME_AMBIGUOUS &&
           time - matcher_get_frame_time (self, group->frames[j]) <= 3 * self->core;)
        drop_match (&self->matches[group->frames[j]]);
      if (doubtful)
        last_doubt = time;
      else if (time - last_doubt <= 3 * self->core)
        drop_match (match);
    }
}

/* Counts frames and packets that remain alone even if as many as possible are matched. */
static void
count_rests (Matcher            *self,
             const ThFrameGroup *group)
{
  guint32 matched = 0, packets = 0;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      gint64 time = matcher_get_frame_time (self, group->frames[i]);

      matched += self->left[i] != TH_FRAME_NO_PACKET;
      self->n_lone_frames += self->left[i] == TH_FRAME_NO_PACKET &&
                             time >= self->packet_times[0] &&
                             time <= self->packet_times[self->packets.n - 1];
    }
  for (guint32 i = 0; i < group->n_packets; i++)
    {
      gint64 time = self->packet_times[group->packets[i]];

      packets += time >= self->first && time <= self->last;
    }
  self->n_lone_packets += packets > matched ? packets - matched : 0;
}

void
th_frame_order_match (Matcher            *self,
                      const ThFrameGroup *group,
                      const ThFrameGroup *whole)
{
  gboolean is_doubtful = self->is_strict;

  th_frame_order_set_ranges (self, group);
  assign (self, group);
  count_rests (self, group);
  is_doubtful |= decide (self, group, whole);
  check_order (self, group);
  if (is_doubtful)
    spread_doubt (self, group);
}
