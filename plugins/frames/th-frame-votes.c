/* th-frame-votes.c - differences of times of frames and packets with equal keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>

#include "th-frame-votes.h"

#define MAX_VOTES   300000
#define MAX_PAUSES  300    /* sightings of a frequent key that vote */
#define MAX_FREQUENT 3     /* frequent keys that vote */
#define MAX_PEAKS   8
#define MAX_NEAR    10000  /* frames that vote when the clock is nearly known */
#define MAX_CANDIDATES 128 /* packets of each of them */

typedef struct
{
  guint32 index;
  guint64 cost;
} Group;

static int
compare_groups (gconstpointer a,
                gconstpointer b)
{
  const Group *x = a, *y = b;

  return x->cost < y->cost ? -1 : x->cost > y->cost;
}

static GArray *
list_groups (const ThFrameGroups *groups)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Group));

  for (guint32 i = 0; i < groups->n; i++)
    {
      ThFrameGroup group = th_frame_groups_get (groups, i);
      Group item = { i, (guint64) group.n_frames * group.n_packets };

      if (item.cost > 0)
        g_array_append_val (list, item);
    }
  g_array_sort (list, compare_groups);
  return list;
}

static void
add_pairs (GArray        *votes,
           ThSightings    frames,
           const guint32 *frame_rows,
           guint32        n_frames,
           ThSightings    packets,
           const guint32 *packet_rows,
           guint32        n_packets)
{
  double weight = 1.0 / MAX (n_frames, n_packets);

  for (guint32 i = 0; i < n_frames; i++)
    for (guint32 j = 0; j < n_packets; j++)
      {
        gint64 time = frames.items[frame_rows[i]].time;
        ThFrameVote vote = { time, packets.items[packet_rows[j]].time - time, weight };

        g_array_append_val (votes, vote);
      }
}

typedef struct
{
  gint64  pause;
  guint32 row;
} Pause;

static int
compare_pauses (gconstpointer a,
                gconstpointer b)
{
  const Pause *x = a, *y = b;

  return x->pause > y->pause ? -1 : x->pause < y->pause ? 1 : x->row < y->row ? -1 : 1;
}

/* The rows that follow the longest pauses: the beginnings of bursts. */
static guint32 *
list_pauses (ThSightings    side,
             const guint32 *rows,
             guint32        n,
             guint32       *n_found)
{
  g_autofree Pause *pauses = g_new (Pause, n);
  guint32 *found;

  for (guint32 i = 0; i < n; i++)
    pauses[i] = (Pause) { i > 0 ? side.items[rows[i]].time - side.items[rows[i - 1]].time : 0,
                          rows[i] };
  qsort (pauses, n, sizeof *pauses, compare_pauses);
  *n_found = MIN (n, MAX_PAUSES);
  found = g_new (guint32, *n_found);
  for (guint32 i = 0; i < *n_found; i++)
    found[i] = pauses[i].row;
  return found;
}

static void
add_pauses (GArray      *votes,
            ThSightings  frames,
            ThSightings  packets,
            ThFrameGroup group)
{
  guint32 n_frames, n_packets;
  g_autofree guint32 *frame_rows = list_pauses (frames, group.frames, group.n_frames, &n_frames);
  g_autofree guint32 *packet_rows = list_pauses (packets, group.packets, group.n_packets,
                                                 &n_packets);
  guint first = votes->len;

  add_pairs (votes, frames, frame_rows, n_frames, packets, packet_rows, n_packets);
  /* Each of them may vote once, as those of other keys. */
  for (guint i = first; i < votes->len; i++)
    g_array_index (votes, ThFrameVote, i).weight = 1.0;
}

static int
compare_votes (gconstpointer a,
               gconstpointer b)
{
  const ThFrameVote *x = a, *y = b;

  return x->difference < y->difference ? -1 : x->difference > y->difference;
}

GArray *
th_frame_votes_all (ThSightings          frames,
                    ThSightings          packets,
                    const ThFrameGroups *groups)
{
  g_autoptr(GArray) list = list_groups (groups);
  GArray *votes = g_array_new (FALSE, FALSE, sizeof (ThFrameVote));
  guint next = 0;

  for (; next < list->len; next++)
    {
      const Group *item = &g_array_index (list, Group, next);
      ThFrameGroup group = th_frame_groups_get (groups, item->index);

      if (votes->len + item->cost > MAX_VOTES)
        break;
      add_pairs (votes, frames, group.frames, group.n_frames, packets, group.packets,
                 group.n_packets);
    }
  for (guint i = MAX (next, list->len > MAX_FREQUENT ? list->len - MAX_FREQUENT : 0);
       i < list->len; i++)
    add_pauses (votes, frames, packets,
                th_frame_groups_get (groups, g_array_index (list, Group, i).index));

  for (guint i = 0; i < votes->len; i++)
    g_array_index (votes, ThFrameVote, i).weight =
      MAX (g_array_index (votes, ThFrameVote, i).weight, 1e-6);
  g_array_sort (votes, compare_votes);
  return votes;
}

/* --- peaks ---------------------------------------------------------------------- */

typedef struct
{
  gint64 center;
  double score;
} Peak;

/* The range with the most votes among those that are not near one of @peaks. */
static gboolean
find_peak (const GArray *votes,
           gint64        range,
           const GArray *peaks,
           Peak         *found)
{
  double sum = 0;
  guint begin = 0;

  found->score = 0;
  for (guint end = 0; end < votes->len; end++)
    {
      const ThFrameVote *vote = &g_array_index (votes, ThFrameVote, end);
      gint64 center;
      gboolean is_taken = FALSE;

      sum += vote->weight;
      while (g_array_index (votes, ThFrameVote, begin).difference < vote->difference - range)
        sum -= g_array_index (votes, ThFrameVote, begin++).weight;
      if (sum <= found->score)
        continue;
      center = g_array_index (votes, ThFrameVote, (begin + end) / 2).difference;
      for (guint i = 0; i < peaks->len && !is_taken; i++)
        is_taken = ABS (center - g_array_index (peaks, gint64, i)) < range;
      if (!is_taken)
        *found = (Peak) { center, sum };
    }
  return found->score > 0;
}

GArray *
th_frame_votes_list_peaks (const GArray *votes,
                           gint64        range)
{
  GArray *peaks = g_array_new (FALSE, FALSE, sizeof (gint64));
  Peak peak;

  while (peaks->len < MAX_PEAKS && find_peak (votes, range, peaks, &peak))
    g_array_append_val (peaks, peak.center);
  return peaks;
}

/* --- when the clock is nearly known ----------------------------------------------- */

/* The first packet of the group at or after @time. */
static guint32
find_packet (ThSightings         packets,
             const ThFrameGroup *group,
             gint64              time)
{
  guint32 low = 0, high = group->n_packets;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (packets.items[group->packets[middle]].time < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
add_near (GArray             *votes,
          gint64              time,
          gint64              mapped,
          ThSightings         packets,
          const ThFrameGroup *group,
          gint64              distance,
          gboolean            closest)
{
  guint32 first = find_packet (packets, group, mapped - distance);
  ThFrameVote best = { 0 };
  gint64 best_distance = G_MAXINT64;

  for (guint32 i = first; i < group->n_packets && i - first < MAX_CANDIDATES; i++)
    {
      gint64 there = packets.items[group->packets[i]].time;
      ThFrameVote vote = { time, there - time, 1 };

      if (there > mapped + distance)
        break;
      if (!closest)
        g_array_append_val (votes, vote);
      else if (ABS (there - mapped) < best_distance)
        {
          best = vote;
          best_distance = ABS (there - mapped);
        }
    }
  if (best_distance != G_MAXINT64)
    g_array_append_val (votes, best);
}

guint32
th_frame_votes_get_step (ThSightings frames)
{
  return frames.n / MAX_NEAR + 1;
}

GArray *
th_frame_votes_near (ThSightings          frames,
                     ThSightings          packets,
                     const ThFrameGroups *groups,
                     const ThFrameClock  *clock,
                     gint64               distance,
                     gboolean             closest)
{
  GArray *votes = g_array_new (FALSE, FALSE, sizeof (ThFrameVote));
  guint32 every = th_frame_votes_get_step (frames);

  for (guint32 i = 0; i < groups->n; i++)
    {
      ThFrameGroup group = th_frame_groups_get (groups, i);

      for (guint32 j = 0; j < group.n_frames; j++)
        {
          gint64 time = frames.items[group.frames[j]].time;

          if (group.frames[j] % every == 0)
            add_near (votes, time, th_frame_clock_map (clock, time), packets, &group, distance,
                      closest);
        }
    }
  return votes;
}
