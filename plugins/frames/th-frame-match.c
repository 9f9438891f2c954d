/* th-frame-match.c - which packet a frame is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-frame-match.h"

/* The kernel may be interrupted between the stamp of a frame and its event. */
#define LATE_NS  2000000
#define EARLY_NS 20000
#define MIN_CORE 500
/* One of this many may be missing without suspicion. */
#define FEW 1000
/* Sources whose packets pass in one way at least this often do so always. */
#define SURE_WAY 10

typedef struct
{
  ThSightings          frames;
  ThSightings          packets;
  const ThFrameClock  *clock;
  gint64              *frame_times;  /* by the clock of the packets */
  gint64              *packet_times;
  gint64               width; /* of the differences of nearly all */
  gint64               core;  /* of those of most */
  gint64               early, late; /* how far packets may be from frames */
  gboolean             has_loss;
  gint64               first, last; /* when the capture ran */
  guint32              n_lone_frames, n_lone_packets; /* what the other side lacks */
  gboolean             is_strict; /* both do, so that losses may lie side by side */
  ThFrameMatch        *matches;
  guint32             *from, *to;     /* the packets of the group that are possible */
  guint32             *left, *right;  /* the earliest and latest assignment */
} Matcher;

static gint64
get_frame_time (const Matcher *self,
                guint32        row)
{
  return self->frame_times[row];
}

/* --- ways ----------------------------------------------------------------------- */

typedef struct
{
  guint32 n[TH_WAY_OUT + 1];
} Ways;

/* The way of the packets that may be the frame; TH_WAY_UNKNOWN if there are both or none. */
static ThFrameWay
find_way (const Matcher      *self,
          const ThFrameGroup *group,
          guint32             frame,
          guint32            *first)
{
  gint64 time = get_frame_time (self, frame);
  ThFrameWay way = TH_WAY_UNKNOWN;

  while (*first < group->n_packets &&
         self->packet_times[group->packets[*first]] < time + self->clock->low - self->width)
    (*first)++;
  for (guint32 i = *first; i < group->n_packets; i++)
    {
      const ThSighting *packet = &self->packets.items[group->packets[i]];

      if (packet->time > time + self->clock->high + self->width)
        break;
      if (way != TH_WAY_UNKNOWN && way != packet->way)
        return TH_WAY_UNKNOWN;
      way = packet->way;
    }
  return way;
}

static void
count_ways (Matcher             *self,
            const ThFrameGroups *groups,
            GHashTable          *sources)
{
  for (guint32 i = 0; i < groups->n; i++)
    {
      ThFrameGroup group = th_frame_groups_get (groups, i);
      guint32 first = 0;

      for (guint32 j = 0; j < group.n_frames; j++)
        {
          guint32 row = group.frames[j];
          gpointer source = GUINT_TO_POINTER (self->frames.items[row].source);
          ThFrameWay way;
          Ways *ways;

          self->matches[row].way = self->frames.items[row].way;
          if (self->matches[row].way != TH_WAY_UNKNOWN)
            continue;
          way = find_way (self, &group, row, &first);
          if (source == NULL)
            {
              self->matches[row].way = way;
              continue;
            }
          ways = g_hash_table_lookup (sources, source);
          if (ways == NULL)
            {
              ways = g_new0 (Ways, 1);
              g_hash_table_insert (sources, source, ways);
            }
          ways->n[way]++;
        }
    }
}

/* Sets the way of frames that do not tell it by those of the same source. */
static void
find_ways (Matcher             *self,
           const ThFrameGroups *groups)
{
  g_autoptr(GHashTable) sources = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  count_ways (self, groups, sources);
  for (guint32 i = 0; i < self->frames.n; i++)
    {
      gpointer source = GUINT_TO_POINTER (self->frames.items[i].source);
      const Ways *ways = g_hash_table_lookup (sources, source);

      if (self->matches[i].way != TH_WAY_UNKNOWN || ways == NULL)
        continue;
      if (ways->n[TH_WAY_IN] > SURE_WAY * ways->n[TH_WAY_OUT])
        self->matches[i].way = TH_WAY_IN;
      else if (ways->n[TH_WAY_OUT] > SURE_WAY * ways->n[TH_WAY_IN])
        self->matches[i].way = TH_WAY_OUT;
    }
}

/* --- order ---------------------------------------------------------------------- */

/* Sets the packets that are possible for each frame of the group. */
static void
find_ranges (Matcher            *self,
             const ThFrameGroup *group)
{
  guint32 from = 0, to = 0;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      gint64 time = get_frame_time (self, group->frames[i]);

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

static gint64
get_rest (const Matcher      *self,
          const ThFrameGroup *group,
          guint32             frame,
          guint32             packet)
{
  return self->packet_times[group->packets[packet]]
         - get_frame_time (self, group->frames[frame]) - self->clock->median;
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
      gint64 rest = ABS (get_rest (self, group, frame, i));

      if (rest > 3 * self->core)
        continue;
      if (best != TH_FRAME_NO_PACKET || rest > self->core)
        return TH_FRAME_NO_PACKET;
      best = i;
    }
  return best;
}

/* Whether two neighbours that different CPUs handled may have changed places. */
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
  gint64 rest = ABS (get_rest (self, group, frame, packet));
  gint64 usual = self->is_strict ? 0 : self->width;

  if (rest <= usual)
    return FALSE;
  if (rest > (self->is_strict ? self->core : MAX (4 * self->width, EARLY_NS)))
    return TRUE;
  for (guint32 i = self->from[frame]; i < self->to[frame]; i++)
    if (ABS (get_rest (self, group, frame, i)) < rest - usual)
      return TRUE;
  return FALSE;
}

static gboolean
is_exact (const Matcher      *self,
          const ThFrameGroup *whole)
{
  return !self->has_loss && whole->n_frames == 1 && whole->n_packets == 1;
}

static void
decide (Matcher            *self,
        const ThFrameGroup *group,
        const ThFrameGroup *whole)
{
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
      if (packet == TH_FRAME_NO_PACKET || is_late (self, group, i, packet) ||
          (packet > 0 && may_swap (self, group, packet - 1, packet)) ||
          (packet + 1 < group->n_packets && may_swap (self, group, packet, packet + 1)))
        continue;
      match->packet = group->packets[packet];
      match->state = is_exact (self, whole) ? TH_FRAME_EXACT : TH_FRAME_INFERRED;
    }
}

static void
drop_match (ThFrameMatch *match)
{
  if (match->packet == TH_FRAME_NO_PACKET)
    return;
  match->packet = TH_FRAME_NO_PACKET;
  match->state = TH_FRAME_AMBIGUOUS;
}

/* A packet that two frames got is none's, and neither is one out of order. */
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

/* If a frame got the packet of its neighbour, that shows only at the neighbour: those beside an
 * ambiguous frame are ambiguous, too, unless they are far from it. */
static void
spread_doubt (Matcher            *self,
              const ThFrameGroup *group)
{
  gint64 last_doubt = G_MININT64 / 2;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      ThFrameMatch *match = &self->matches[group->frames[i]];
      gint64 time = get_frame_time (self, group->frames[i]);
      gboolean doubtful = match->state == TH_FRAME_AMBIGUOUS;

      /* One that was in doubt before has spread it already. */
      for (guint32 j = i; doubtful && j-- > 0 &&
           self->matches[group->frames[j]].state != TH_FRAME_AMBIGUOUS &&
           time - get_frame_time (self, group->frames[j]) <= 3 * self->core;)
        drop_match (&self->matches[group->frames[j]]);
      if (doubtful)
        last_doubt = time;
      else if (time - last_doubt <= 3 * self->core)
        drop_match (match);
    }
}

/* The frames and packets of @group with this way. */
static ThFrameGroup
select_way (const Matcher      *self,
            const ThFrameGroup *group,
            ThFrameWay          way,
            guint32            *frames,
            guint32            *packets)
{
  ThFrameGroup selected = { frames, 0, packets, 0 };

  for (guint32 i = 0; i < group->n_frames; i++)
    if (self->matches[group->frames[i]].way == way)
      frames[selected.n_frames++] = group->frames[i];
  for (guint32 i = 0; i < group->n_packets; i++)
    if (self->packets.items[group->packets[i]].way == way)
      packets[selected.n_packets++] = group->packets[i];
  return selected;
}

/* Frames without a way have no order with others; they are ambiguous if there is a packet. */
static void
match_lost (Matcher            *self,
            const ThFrameGroup *group)
{
  guint32 n = 0;

  for (guint32 i = 0; i < group->n_frames; i++)
    n += self->matches[group->frames[i]].way == TH_WAY_UNKNOWN;
  if (n == 0)
    return;

  find_ranges (self, group);
  for (guint32 i = 0; i < group->n_frames; i++)
    if (self->matches[group->frames[i]].way == TH_WAY_UNKNOWN && self->from[i] < self->to[i])
      self->matches[group->frames[i]].state = TH_FRAME_AMBIGUOUS;
}

/* Adds those that get nothing even if as many as possible are matched. */
static void
count_rests (Matcher            *self,
             const ThFrameGroup *group)
{
  guint32 matched = 0, packets = 0;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      gint64 time = get_frame_time (self, group->frames[i]);

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

static void
forget (Matcher *self)
{
  for (guint32 i = 0; i < self->frames.n; i++)
    {
      self->matches[i].packet = TH_FRAME_NO_PACKET;
      self->matches[i].state = TH_FRAME_UNMATCHED;
    }
}

/* Matches the frames of all groups; their ways are known. */
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
      for (ThFrameWay way = TH_WAY_UNKNOWN + 1; way <= TH_WAY_OUT; way++)
        {
          ThFrameGroup group = select_way (self, &whole, way, rows, rows + whole.n_frames);

          find_ranges (self, &group);
          assign (self, &group);
          count_rests (self, &group);
          decide (self, &group, &whole);
          check_order (self, &group);
          if (self->is_strict)
            spread_doubt (self, &group);
        }
    }
}

/* Times lie close together in arrays of their own: sightings of a key are far apart. */
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
    .early = MAX (EARLY_NS, width) - clock->low,
    .late = MAX (LATE_NS, 4 * width) + clock->high,
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

  self.first = get_frame_time (&self, 0);
  self.last = get_frame_time (&self, frames.n - 1);
  find_ways (&self, groups);
  match_groups (&self, groups, rows);
  if (self.n_lone_frames > frames.n / FEW && self.n_lone_packets > packets.n / FEW)
    {
      self.is_strict = TRUE;
      match_groups (&self, groups, rows);
    }
  return self.matches;
}
