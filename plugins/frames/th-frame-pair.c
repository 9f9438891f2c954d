/* th-frame-pair.c - which device an interface is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-frame-runs.h"
#include "th-frames-private.h"

/* Devices that are tried for an interface whose name no device has. */
#define MAX_TRIED 32
/* The interface belongs to the device whose packets differ least from its frames in time.  A device
 * whose differences spread wider than that by this factor is ruled out. */
#define CLEARLY 1.3
/* Differences of times that are this small say nothing about which device it is. */
#define MIN_WIDTH 500
/* At least MIN_MATCHED frames have to be matched, and one in LEAST_MATCHED of those captured while
 * the trace was recorded. */
#define MIN_MATCHED 4
#define LEAST_MATCHED 10
/* The first frame of a packet may be this much after the packet, and before it. */
#define RUN_EARLY_NS 20000
#define RUN_LATE_NS 2000000

static int
compare_sightings (gconstpointer a,
                   gconstpointer b)
{
  const ThSighting *x = a, *y = b;

  return x->time < y->time ? -1 : x->time > y->time;
}

/* Frames of several queues may not be in order. */
static void
sort_frames (Port *port)
{
  g_array_sort (port->items, compare_sightings);
}

/* The kernel stamps a received packet when it reaches the first tap, just after
 * netif_receive_skb; but if any socket of the machine asks for time stamps, already when it is
 * queued (netstamp_needed_key in net/core/dev.c). */
static void
set_times (Port     *device,
           gboolean  by_arrival)
{
  for (guint i = 0; i < device->items->len; i++)
    {
      Packet *packet = &g_array_index (device->items, Packet, i);

      packet->seen.time = by_arrival ? packet->arrival : packet->time;
    }
  g_array_sort (device->items, compare_sightings);
}

/* The frames of an interface, with their hash as the key if they are compared with those of another
 * capture.  Free the items. */
static ThSightings
list_frames (const Port *interface,
             gboolean    by_hash)
{
  ThSighting *items = g_new (ThSighting, MAX (interface->items->len, 1));

  for (guint i = 0; i < interface->items->len; i++)
    {
      items[i] = g_array_index (interface->items, Frame, i).seen;
      if (by_hash)
        {
          items[i].key = g_array_index (interface->items, Frame, i).hash;
          items[i].connection = 0;
          items[i].direction = TH_FRAME_IN;
        }
    }
  return (ThSightings) { items, interface->items->len };
}

/* The packets of a device.  Address translation gives packets other ends than their sockets have,
 * so only connections that the interface has count.  Free the items. */
static ThSightings
list_packets (Frames     *self,
              const Port *device,
              const Port *interface)
{
  ThSighting *items = g_new (ThSighting, MAX (device->items->len, 1));
  g_autofree guint8 *has = th_frame_ends_list (self, interface);

  for (guint i = 0; i < device->items->len; i++)
    {
      items[i] = g_array_index (device->items, Packet, i).seen;
      if (!has[items[i].connection])
        items[i].connection = 0;
    }
  return (ThSightings) { items, device->items->len };
}

/* The offset by time of day, or 0 if the user has placed the capture already. */
static gint64
find_hint (Frames     *self,
           const Port *interface,
           const Port *other)
{
  ThRecording *capture = th_recording_get_part (self->recording, interface->part);
  ThRecording *trace = th_recording_get_part (self->recording, other->part);
  gint64 here = th_recording_get_clock (capture)->wall_offset;
  gint64 there = th_recording_get_clock (trace)->wall_offset, hint;

  if (here == TH_TIME_NONE || there == TH_TIME_NONE || __builtin_sub_overflow (here, there, &hint))
    return th_recording_get_shift (capture) != 0 ? 0 : G_MININT64;
  return ABS (hint) < TH_SIGHTING_MAX_TIME ? hint : G_MININT64;
}

static gboolean
is_lossy (Frames     *self,
          const Port *a,
          const Port *b)
{
  return self->has_loss[a->part] || self->has_loss[b->part];
}

/* --- devices -------------------------------------------------------------------- */

static void
try_times (Frames     *self,
           ThSightings frames,
           gboolean    by_arrival,
           FramePair  *pair)
{
  ThSightings packets;
  g_autoptr(ThFrameGroups) groups = NULL;

  set_times (pair->other, by_arrival);
  packets = list_packets (self, pair->other, pair->interface);
  groups = th_frame_groups_new (frames, packets);
  pair->by_arrival = by_arrival;
  pair->state = th_frame_clock_find (frames, packets, groups,
                                     find_hint (self, pair->interface, pair->other),
                                     &pair->clock);
  g_free ((gpointer) packets.items);
}

static gint64
get_width (const FramePair *pair)
{
  return MAX (pair->clock.deviation, MIN_WIDTH);
}

/* Whether @a fits better than @b: it has clearly more of the frames, or as many whose times vary
 * less. */
static gboolean
is_better (const FramePair *a,
           const FramePair *b)
{
  if (b->other == NULL || (a->state != b->state && a->clock.n * 2 > b->clock.n))
    return b->other == NULL || a->state > b->state;
  if (a->clock.n * 20 < b->clock.n * 19)
    return FALSE;
  if (b->clock.n * 20 < a->clock.n * 19)
    return TRUE;
  return get_width (a) < get_width (b);
}

gboolean
th_frame_pair_is_better (const FramePair *a,
                         const FramePair *b)
{
  if (a->other == NULL || th_frame_remote_is_nearer (b, a))
    return FALSE;
  return th_frame_remote_is_nearer (a, b) || is_better (a, b);
}

static void
try_device (Frames     *self,
            ThSightings frames,
            Port       *device,
            FramePair  *pair)
{
  FramePair other = *pair;

  pair->other = other.other = device;
  try_times (self, frames, FALSE, pair);
  if (!device->has_arrivals)
    return;
  try_times (self, frames, TRUE, &other);
  if (is_better (&other, pair))
    *pair = other;
}

static gboolean
is_as_good (const FramePair *a,
            const FramePair *best)
{
  return a->state == best->state && a->clock.n * 20 >= best->clock.n * 19 &&
         (double) get_width (a) < CLEARLY * (double) get_width (best);
}

static gboolean
has_name (const Port *device,
          const Port *interface)
{
  return strcmp (device->name, interface->name) == 0;
}

/* Whether a device of @part has the name of the interface. */
static gboolean
is_named (Frames     *self,
          guint       part,
          const Port *interface)
{
  for (guint i = 0; i < self->devices->len; i++)
    {
      const Port *device = g_ptr_array_index (self->devices, i);

      if (device->part == part && has_name (device, interface))
        return TRUE;
    }
  return FALSE;
}

static void
find_device (Frames     *self,
             ThSightings frames,
             guint       part,
             FramePair  *pair)
{
  gboolean by_name = is_named (self, part, pair->interface);
  g_autoptr(GArray) tried = g_array_new (FALSE, FALSE, sizeof (FramePair));
  FramePair best = *pair;

  for (guint i = 0; i < self->devices->len && tried->len < MAX_TRIED; i++)
    {
      Port *device = g_ptr_array_index (self->devices, i);
      FramePair candidate = *pair;

      if (device->part != part || (by_name && !has_name (device, pair->interface)))
        continue;
      try_device (self, frames, device, &candidate);
      if (candidate.state == TH_FRAME_CLOCK_NONE)
        continue;
      g_array_append_val (tried, candidate);
      if (is_better (&candidate, &best))
        best = candidate;
    }

  *pair = best;
  for (guint i = 0; i < tried->len; i++)
    {
      const FramePair *other = &g_array_index (tried, FramePair, i);

      pair->is_device_ambiguous |= other->other != best.other && is_as_good (other, &best);
    }
}

/* --- parts of packets ------------------------------------------------------------ */

static ThFramePart *
list_parts (const FramePair *pair)
{
  const GArray *frames = pair->interface->items;
  ThFramePart *parts = g_new0 (ThFramePart, MAX (frames->len, 1));

  for (guint i = 0; i < frames->len; i++)
    {
      const Frame *frame = &g_array_index (frames, Frame, i);

      parts[i].time = th_frame_clock_map (&pair->clock, frame->seen.time);
      parts[i].direction = pair->matches[i].direction;
      if (!frame->has_seq || frame->payload == 0 || frame->payload >= frame->seen.key ||
          frame->seen.connection == 0 || pair->matches[i].packet != TH_FRAME_NO_PACKET)
        continue;
      parts[i].connection = frame->seen.connection;
      parts[i].seq = frame->seq;
      parts[i].payload = frame->payload;
      parts[i].header = (guint32) frame->seen.key - frame->payload;
      parts[i].is_free = TRUE;
    }
  return parts;
}

/* Packets longer than any frame that went in the same direction; @rows are theirs. */
static GArray *
list_bulks (Frames          *self,
            const FramePair *pair,
            GArray          *rows)
{
  g_autofree guint8 *has = th_frame_ends_list (self, pair->interface);
  GArray *bulks = g_array_new (FALSE, FALSE, sizeof (ThFrameBulk));
  guint64 longest[TH_FRAME_OUT + 1] = { 0 };

  for (guint i = 0; i < pair->interface->items->len; i++)
    {
      guint64 *most = &longest[pair->matches[i].direction];

      *most = MAX (*most, g_array_index (pair->interface->items, Frame, i).seen.key);
    }
  for (guint32 i = 0; i < pair->other->items->len; i++)
    {
      const Packet *packet = &g_array_index (pair->other->items, Packet, i);
      guint32 connection = has[packet->seen.connection] ? packet->seen.connection : 0;
      ThFrameBulk bulk = { packet->seen.time, connection, (guint32) packet->seen.key,
                           packet->gso_size, packet->n_segments, packet->seen.direction };

      if (packet->seen.key <= longest[bulk.direction] || packet->seen.key > G_MAXUINT32)
        continue;
      g_array_append_val (bulks, bulk);
      g_array_append_val (rows, i);
    }
  return bulks;
}

/* If events or frames were lost, runs may seem to be of other packets. */
static void
match_runs (Frames    *self,
            FramePair *pair)
{
  const ThFrameClock *clock = &pair->clock;
  gboolean is_sure = !pair->is_device_ambiguous && !is_lossy (self, pair->interface, pair->other);
  gint64 width = MAX (clock->high - clock->low, MIN_WIDTH);
  g_autofree ThFramePart *parts = list_parts (pair);
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) bulks = list_bulks (self, pair, rows);
  g_autofree guint32 *found =
    th_frame_runs_find (parts, pair->interface->items->len,
                        (const ThFrameBulk *) (gpointer) bulks->data, bulks->len,
                        MAX (RUN_EARLY_NS, width) - clock->low,
                        MAX (RUN_LATE_NS, 4 * width) + clock->high);

  for (guint i = 0; i < pair->interface->items->len; i++)
    if (found[i] == TH_FRAME_SEVERAL_PACKETS || (found[i] != TH_FRAME_NO_PACKET && !is_sure))
      pair->matches[i].state = TH_FRAME_AMBIGUOUS;
    else if (found[i] != TH_FRAME_NO_PACKET)
      pair->matches[i] = (ThFrameMatch) {
        g_array_index (rows, guint32, found[i]), TH_FRAME_INFERRED, parts[i].direction,
        parts[i].direction == TH_FRAME_OUT ? TH_FRAME_SEGMENT : TH_FRAME_MERGED };
}

/* --- matching ------------------------------------------------------------------- */

static void
match (Frames     *self,
       ThSightings frames,
       FramePair  *pair)
{
  ThSightings packets = pair->by_hash ? list_frames (pair->other, TRUE)
                                      : list_packets (self, pair->other, pair->interface);
  g_autoptr(ThFrameGroups) groups = th_frame_groups_new (frames, packets);

  pair->matches = th_frame_match_find (frames, packets, groups, &pair->clock,
                                       is_lossy (self, pair->interface, pair->other));
  /* If the interface may be another device, only whether there is an event is known. */
  for (guint32 i = 0; pair->is_device_ambiguous && i < frames.n; i++)
    if (pair->matches[i].packet != TH_FRAME_NO_PACKET)
      pair->matches[i] = (ThFrameMatch) { TH_FRAME_NO_PACKET, TH_FRAME_AMBIGUOUS,
                                          pair->matches[i].direction, TH_FRAME_WHOLE };
  g_free ((gpointer) packets.items);
}

void
th_frame_pair_get_range (const FramePair *pair,
                         gint64          *first,
                         gint64          *last)
{
  const GArray *items = pair->other->items;

  if (pair->by_hash)
    {
      *first = g_array_index (items, Frame, 0).seen.time;
      *last = g_array_index (items, Frame, items->len - 1).seen.time;
    }
  else
    {
      *first = g_array_index (items, Packet, 0).seen.time;
      *last = g_array_index (items, Packet, items->len - 1).seen.time;
    }
}

static gboolean
is_matched (const FramePair    *pair,
            const ThFrameMatch *match)
{
  return match->packet != TH_FRAME_NO_PACKET ||
         (pair->is_device_ambiguous && match->state == TH_FRAME_AMBIGUOUS);
}

/* Some packets of any two recordings have the same lengths and the same distances in time.  If
 * hardly any frame is matched, the offset was found by chance. */
static void
reject_chance (ThSightings  frames,
               FramePair   *pair)
{
  guint32 n_inside = 0, n_matched = 0;
  gint64 first, last;

  th_frame_pair_get_range (pair, &first, &last);
  for (guint32 i = 0; i < frames.n; i++)
    {
      gint64 time = th_frame_clock_map (&pair->clock, frames.items[i].time);

      n_inside += time >= first && time <= last;
      n_matched += is_matched (pair, &pair->matches[i]);
    }
  if (n_matched >= MIN_MATCHED && n_matched * LEAST_MATCHED >= n_inside)
    return;

  g_clear_pointer (&pair->matches, g_free);
  *pair = (FramePair) { .interface = pair->interface, .by_hash = pair->by_hash };
}

void
th_frame_pair_find (Frames    *self,
                    Port      *interface,
                    guint      part,
                    FramePair *pair)
{
  ThSightings frames;

  *pair = (FramePair) { .interface = interface };
  sort_frames (interface);
  frames = list_frames (interface, FALSE);
  find_device (self, frames, part, pair);
  if (pair->state == TH_FRAME_CLOCK_FOUND)
    {
      set_times (pair->other, pair->by_arrival);
      match (self, frames, pair);
      match_runs (self, pair);
      reject_chance (frames, pair);
      pair->distance = th_frame_remote_measure (pair);
    }
  g_free ((gpointer) frames.items);
}

void
th_frame_pair_compare (Frames    *self,
                       Port      *interface,
                       Port      *other,
                       FramePair *pair)
{
  ThSightings frames, others;
  g_autoptr(ThFrameGroups) groups = NULL;

  *pair = (FramePair) { .interface = interface, .other = other, .by_hash = TRUE };
  sort_frames (interface);
  sort_frames (other);
  frames = list_frames (interface, TRUE);
  others = list_frames (other, TRUE);
  groups = th_frame_groups_new (frames, others);
  pair->state = th_frame_clock_find (frames, others, groups, find_hint (self, interface, other),
                                     &pair->clock);
  if (pair->state == TH_FRAME_CLOCK_FOUND)
    {
      match (self, frames, pair);
      reject_chance (frames, pair);
    }
  g_free ((gpointer) frames.items);
  g_free ((gpointer) others.items);
}

void
th_frame_pair_clear (FramePair *pair)
{
  g_clear_pointer (&pair->matches, g_free);
}
