/* th-frame-remote.c - whether an interface is a device, or at the other end of its wire
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * On one machine, the events of packets come shortly after the time stamps of their frames in both
 * directions.  Seen from the other end of the wire, a packet that the machine sends passes its
 * device earlier, and one that it receives later, by the delay of the wire: nearly all differences
 * in one direction are larger than nearly all in the other one.
 */
#include "config.h"

#include <stdlib.h>

#include "th-frames-private.h"

/* The least and about the greatest number of differences to look at in each direction. */
#define MIN_DIFFERENCES 8
#define MAX_DIFFERENCES 10000
/* One in this many differences may be an outlier. */
#define ONE_OF 10
/* In ns.  The delay between two machines is longer, and the queues within one are shorter. */
#define MIN_REMOTE 20000

static GArray *
list_differences (const FramePair *pair,
                  ThFrameDirection direction)
{
  GArray *differences = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n = pair->interface->items->len, step = n / MAX_DIFFERENCES + 1;

  for (guint i = 0; i < n; i += step)
    {
      const ThFrameMatch *match = &pair->matches[i];
      const Frame *frame = &g_array_index (pair->interface->items, Frame, i);
      gint64 difference;

      if (match->packet == TH_FRAME_NO_PACKET || match->relation != TH_FRAME_WHOLE ||
          match->direction != direction)
        continue;
      difference = g_array_index (pair->other->items, Packet, match->packet).seen.time
                   - th_frame_clock_map (&pair->clock, frame->seen.time);
      g_array_append_val (differences, difference);
    }
  return differences;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const gint64 *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

gint64
th_frame_remote_measure (const FramePair *pair)
{
  g_autoptr(GArray) in = NULL, out = NULL;

  if (pair->matches == NULL || pair->is_device_ambiguous)
    return 0;
  in = list_differences (pair, TH_FRAME_IN);
  out = list_differences (pair, TH_FRAME_OUT);
  if (in->len < MIN_DIFFERENCES || out->len < MIN_DIFFERENCES)
    return 0;

  g_array_sort (in, compare);
  g_array_sort (out, compare);
  return g_array_index (in, gint64, in->len / ONE_OF)
         - g_array_index (out, gint64, out->len - 1 - out->len / ONE_OF);
}

gboolean
th_frame_remote_is (const FramePair *pair)
{
  return pair->distance > MIN_REMOTE;
}

gboolean
th_frame_remote_is_nearer (const FramePair *a,
                           const FramePair *b)
{
  gint64 here = MAX (a->distance, 0), there = MAX (b->distance, 0);

  return a->clock.n > b->clock.n / 2 && there > MIN_REMOTE && here < there / 2;
}
