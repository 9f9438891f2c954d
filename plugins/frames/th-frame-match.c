/* th-frame-match.c - which packet a frame is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-frame-match-private.h"

#define MIN_CORE 500
/* One of this many may be missing without suspicion. */
#define FEW 1000

/* The frames and packets of @group with this direction. */
static ThFrameGroup
select_direction (const Matcher      *self,
                  const ThFrameGroup *group,
                  ThFrameDirection    direction,
                  guint32            *frames,
                  guint32            *packets)
{
  ThFrameGroup selected = { frames, 0, packets, 0 };

  for (guint32 i = 0; i < group->n_frames; i++)
    if (self->matches[group->frames[i]].direction == direction)
      frames[selected.n_frames++] = group->frames[i];
  for (guint32 i = 0; i < group->n_packets; i++)
    if (self->packets.items[group->packets[i]].direction == direction)
      packets[selected.n_packets++] = group->packets[i];
  return selected;
}

/* Frames without a direction have no order among others; ambiguous if there is a packet. */
static void
match_lost (Matcher            *self,
            const ThFrameGroup *group)
{
  guint32 n = 0;

  for (guint32 i = 0; i < group->n_frames; i++)
    n += self->matches[group->frames[i]].direction == TH_FRAME_NO_DIRECTION;
  if (n == 0)
    return;

  th_frame_order_set_ranges (self, group);
  for (guint32 i = 0; i < group->n_frames; i++)
    if (self->matches[group->frames[i]].direction == TH_FRAME_NO_DIRECTION &&
        self->from[i] < self->to[i])
      self->matches[group->frames[i]].state = TH_FRAME_AMBIGUOUS;
}

static void
forget (Matcher *self)
{
  for (guint32 i = 0; i < self->frames.n; i++)
    {
      self->matches[i].packet = TH_FRAME_NO_PACKET;
      self->matches[i].state = TH_FRAME_UNMATCHED;
    }
}

/* Matches the frames of all groups; their directions are known. */
static void
match_groups (Matcher             *self,
              const ThFrameGroups *groups,
              guint32             *rows)
{
  forget (self);
  for (guint32 i = 0; i < groups->n; i++)
    {
      ThFrameGroup whole = th_frame_groups_get (groups, i);

      match_lost (self, &whole);
      for (ThFrameDirection direction = TH_FRAME_IN; direction <= TH_FRAME_OUT; direction++)
        {
          ThFrameGroup group = select_direction (self, &whole, direction, rows,
                                                 rows + whole.n_frames);

          th_frame_connections_match (self, &group, &whole, rows, rows + whole.n_frames);
          th_frame_order_match (self, &group, &whole);
        }
    }
}

/* Puts the times side by side: the sightings of one key are far apart in memory. */
static gint64 *
list_times (ThSightings         side,
            const ThFrameClock *clock)
{
  gint64 *times = g_new (gint64, MAX (side.n, 1));

  for (guint32 i = 0; i < side.n; i++)
    times[i] = clock != NULL ? th_frame_clock_map (clock, side.items[i].time) : side.items[i].time;
  return times;
}

ThFrameMatch *
th_frame_match_find (ThSightings          frames,
                     ThSightings          packets,
                     const ThFrameGroups *groups,
                     const ThFrameClock  *clock,
                     gboolean             has_loss)
{
  gint64 width = MAX (clock->high - clock->low, MIN_CORE);
  g_autofree guint32 *buffer = g_new (guint32, 5 * (gsize) frames.n + packets.n + 1);
  guint32 *rows = buffer + 4 * (gsize) frames.n;
  g_autofree gint64 *frame_times = list_times (frames, clock);
  g_autofree gint64 *packet_times = list_times (packets, NULL);
  Matcher self = {
    .frames = frames,
    .packets = packets,
    .clock = clock,
    .frame_times = frame_times,
    .packet_times = packet_times,
    .width = width,
    .core = MAX (4 * clock->deviation, MIN_CORE),
    .early = MAX (TH_FRAME_EARLY_NS, width) - clock->low,
    .late = MAX (TH_FRAME_LATE_NS, 4 * width) + clock->high,
    .has_loss = has_loss,
    .matches = g_new0 (ThFrameMatch, MAX (frames.n, 1)),
    .from = buffer,
    .to = buffer + frames.n,
    .left = buffer + 2 * (gsize) frames.n,
    .right = buffer + 3 * (gsize) frames.n
  };

  forget (&self);
  if (frames.n == 0 || packets.n == 0)
    return self.matches;

  self.first = matcher_get_frame_time (&self, 0);
  self.last = matcher_get_frame_time (&self, frames.n - 1);
  th_frame_directions_find (&self, groups);
  match_groups (&self, groups, rows);
  if (self.n_lone_frames > frames.n / FEW && self.n_lone_packets > packets.n / FEW)
    {
      self.is_strict = TRUE;
      match_groups (&self, groups, rows);
    }
  return self.matches;
}
