/* th-frame-rows.c - the tables and the measure of frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-frames-private.h"

#define STATE_OUTSIDE TH_N_FRAME_STATES
#define CLOCK_DEVICE (TH_FRAME_CLOCK_FOUND + 1)

static const char *const state_names[] = {
  [TH_FRAME_UNMATCHED] = N_("unmatched"),
  [TH_FRAME_AMBIGUOUS] = N_("ambiguous"),
  [TH_FRAME_INFERRED] = N_("inferred"),
  [TH_FRAME_EXACT] = N_("exact"),
  [STATE_OUTSIDE] = N_("outside the trace")
};

/* How a frame belongs to its packet, by ThFrameRelation. */
static const char *const relation_names[] = {
  [TH_FRAME_WHOLE] = N_("whole"),
  [TH_FRAME_SEGMENT] = N_("segment"),
  [TH_FRAME_MERGED] = N_("merged")
};

static const char *const direction_names[] = { N_("unknown"), N_("received"), N_("sent") };

static const char *const clock_state_names[] = {
  [TH_FRAME_CLOCK_NONE] = N_("no packets in common"),
  [TH_FRAME_CLOCK_AMBIGUOUS] = N_("no offset fits clearly better than others"),
  [TH_FRAME_CLOCK_FOUND] = N_("found"),
  [CLOCK_DEVICE] = N_("several devices are possible")
};

static const ThColumn frame_columns[] = {
  { "time", N_("Time"), TH_COLUMN_TIME },
  { "interface", N_("Interface"), TH_COLUMN_TEXT },
  { "direction", N_("Direction"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "protocol", N_("Protocol"), TH_COLUMN_TEXT },
  { "src", N_("Source"), TH_COLUMN_TEXT },
  { "sport", N_("Source port"), TH_COLUMN_COUNT },
  { "dst", N_("Destination"), TH_COLUMN_TEXT },
  { "dport", N_("Destination port"), TH_COLUMN_COUNT },
  { "flags", N_("Flags"), TH_COLUMN_TEXT },
  { "seq", N_("Sequence number"), TH_COLUMN_COUNT },
  { "ack", N_("Acknowledged"), TH_COLUMN_COUNT },
  { "payload", N_("Payload"), TH_COLUMN_BYTES },
  { "length", N_("Length"), TH_COLUMN_BYTES },
  { "state", N_("Match"), TH_COLUMN_TEXT },
  { "packet", N_("Packet"), TH_COLUMN_ADDRESS },
  { "event", N_("Event"), TH_COLUMN_EVENT },
  { "device", N_("Device"), TH_COLUMN_TEXT },
  { "difference", N_("Difference"), TH_COLUMN_DURATION },
  { "relation", N_("Part of the packet"), TH_COLUMN_TEXT }
};

/* Those that tell of the frame itself. */
#define N_HEADER_COLUMNS 13

static const ThColumn clock_columns[] = {
  { "capture", N_("Capture"), TH_COLUMN_TEXT },
  { "interface", N_("Interface"), TH_COLUMN_TEXT },
  { "other", N_("Matched with"), TH_COLUMN_TEXT },
  { "device", N_("Device"), TH_COLUMN_TEXT },
  { "state", N_("Clocks"), TH_COLUMN_TEXT },
  { "offset", N_("Offset"), TH_COLUMN_DURATION },
  { "at", N_("Offset at"), TH_COLUMN_TIME },
  { "drift", N_("Drift (ns per s)"), TH_COLUMN_COUNT },
  { "low", N_("Difference 1 %"), TH_COLUMN_DURATION },
  { "median", N_("Difference 50 %"), TH_COLUMN_DURATION },
  { "high", N_("Difference 99 %"), TH_COLUMN_DURATION },
  { "earliest", N_("Offset at least"), TH_COLUMN_DURATION },
  { "latest", N_("Offset at most"), TH_COLUMN_DURATION },
  { "frames", N_("Frames"), TH_COLUMN_COUNT },
  { "exact", N_("Exact"), TH_COLUMN_COUNT },
  { "inferred", N_("Inferred"), TH_COLUMN_COUNT },
  { "ambiguous", N_("Ambiguous"), TH_COLUMN_COUNT },
  { "unmatched", N_("Unmatched"), TH_COLUMN_COUNT },
  { "outside", N_("Outside the trace"), TH_COLUMN_COUNT },
  { "unseen", N_("Packets without frame"), TH_COLUMN_COUNT },
  { "part", N_("Recording"), TH_COLUMN_COUNT },
  { "other_part", N_("Other recording"), TH_COLUMN_COUNT }
};

static const ThColumn unseen_columns[] = {
  { "time", N_("Time"), TH_COLUMN_TIME },
  { "device", N_("Device"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "direction", N_("Direction"), TH_COLUMN_TEXT },
  { "packet", N_("Packet"), TH_COLUMN_ADDRESS },
  { "length", N_("Length after the link header"), TH_COLUMN_BYTES }
};

const ThMeasureInfo th_frame_measures[] = {
  { "frame.difference", N_("From frame to event"),
    N_("from the time that the capture gives a frame to the event of its packet, after the clocks "
       "were joined"), TH_UNIT_TIME },
  { NULL }
};

void
th_frame_rows_begin (Frames *self)
{
  self->clocks = th_results_add_table (self->results, &(ThTableInfo) {
    "frame-clocks", _("Clocks of captures"), N_("interface"), clock_columns,
    G_N_ELEMENTS (clock_columns), -1, .is_inventory = TRUE });
  self->frames = th_results_add_table (self->results, &(ThTableInfo) {
    "frames", _("Frames"), N_("frame"), frame_columns, G_N_ELEMENTS (frame_columns), 0 });
  self->missing = th_results_add_table (self->results, &(ThTableInfo) {
    "missing-frames", _("Frames that no trace has"), N_("frame"), frame_columns,
    N_HEADER_COLUMNS, 0 });
  self->unseen = th_results_add_table (self->results, &(ThTableInfo) {
    "unseen-packets", _("Packets that no capture has"), N_("packet"), unseen_columns,
    G_N_ELEMENTS (unseen_columns), 0 });
  self->difference = th_results_add_measure (self->results, &th_frame_measures[0]);
  for (guint i = 0; i < G_N_ELEMENTS (state_names); i++)
    self->states[i] = th_results_intern (self->results, _(state_names[i]));
  for (guint i = 0; i < G_N_ELEMENTS (relation_names); i++)
    self->relations[i] = th_results_intern (self->results, _(relation_names[i]));
  for (guint i = 0; i < G_N_ELEMENTS (direction_names); i++)
    self->directions[i] = th_results_intern (self->results, _(direction_names[i]));
  for (guint i = 0; i < G_N_ELEMENTS (clock_state_names); i++)
    self->clock_states[i] = th_results_intern (self->results, _(clock_state_names[i]));
}

static gint64
cell_of_word (guint32 word)
{
  return word != FRAME_NO_WORD ? word : TH_CELL_NONE;
}

static gint64
intern_flags (Frames      *self,
              const Frame *frame)
{
  static const char *const names[] = { "FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR" };
  g_autoptr(GString) text = g_string_new (NULL);

  if (!frame->has_seq)
    return TH_CELL_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((frame->flags & 1u << i) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "|" : "", names[i]);
  return th_results_intern (self->results, text->str);
}

static const ThSighting *
get_other (const FramePair *pair,
           guint32          row)
{
  return pair->by_hash ? &g_array_index (pair->other->items, Frame, row).seen
                       : &g_array_index (pair->other->items, Packet, row).seen;
}

typedef struct
{
  gint64   n[TH_N_FRAME_STATES + 1];
  gint64   unseen;
  gboolean has_bound[2];
  gint64   bound[2]; /* of the offset: at least, at most */
} Counts;

static guint
get_state (const FramePair *pair,
           guint32          row,
           gint64           first,
           gint64           last)
{
  const Frame *frame = &g_array_index (pair->interface->items, Frame, row);
  gint64 time;

  if (pair->matches == NULL)
    return TH_FRAME_UNMATCHED;
  time = th_frame_clock_map (&pair->clock, frame->seen.time);
  if (pair->matches[row].state == TH_FRAME_UNMATCHED && (time < first || time > last))
    return STATE_OUTSIDE;
  return pair->matches[row].state;
}

static void
add_link (Frames          *self,
          const FramePair *pair,
          guint32          row)
{
  const Frame *frame = &g_array_index (pair->interface->items, Frame, row);
  const ThFrameMatch *match = pair->matches != NULL ? &pair->matches[row] : NULL;
  const Packet *packet;
  ThEventLink link;

  if (match == NULL || match->packet == TH_FRAME_NO_PACKET)
    return;
  packet = &g_array_index (pair->other->items, Packet, match->packet);
  link = (ThEventLink) { frame->ref, packet->ref, packet->skb, match->relation,
                         match->state == TH_FRAME_EXACT ? TH_CONFIDENCE_EXACT
                                                        : TH_CONFIDENCE_INFERRED };
  g_array_append_val (pair->is_remote ? self->remote_links : self->links, link);
}

static void
add_frame (Frames          *self,
           const FramePair *pair,
           guint32          row,
           guint            state,
           guint32          interface,
           guint32          device)
{
  const Frame *frame = &g_array_index (pair->interface->items, Frame, row);
  const ThFrameMatch *match = pair->matches != NULL ? &pair->matches[row] : NULL;
  ThFrameDirection direction = match != NULL && match->direction != TH_FRAME_NO_DIRECTION
                               ? match->direction : frame->seen.direction;
  gint64 cells[G_N_ELEMENTS (frame_columns)] = {
    frame->seen.time, interface, self->directions[direction],
    frame->protocol, cell_of_word (frame->src), frame->has_ports ? frame->sport : TH_CELL_NONE,
    cell_of_word (frame->dst), frame->has_ports ? frame->dport : TH_CELL_NONE,
    intern_flags (self, frame), frame->has_seq ? (gint64) frame->seq : TH_CELL_NONE,
    frame->has_seq ? (gint64) frame->ack : TH_CELL_NONE,
    frame->has_ports ? (gint64) frame->payload : TH_CELL_NONE, frame->length,
    self->states[state], TH_CELL_NONE, TH_CELL_NONE, TH_CELL_NONE, TH_CELL_NONE, TH_CELL_NONE
  };

  if (match != NULL && match->packet != TH_FRAME_NO_PACKET)
    {
      const Packet *packet = &g_array_index (pair->other->items, Packet, match->packet);
      gint64 difference = packet->seen.time
                          - th_frame_clock_map (&pair->clock, frame->seen.time);

      cells[14] = (gint64) packet->skb;
      cells[15] = th_cell_from_ref (packet->ref);
      cells[16] = device;
      cells[17] = difference;
      cells[18] = self->relations[match->relation];
      th_measure_append (self->difference, &(ThSample) { difference, frame->ref });
    }
  th_table_append (self->frames, frame->ref, cells);
  add_link (self, pair, row);
  if (state == TH_FRAME_UNMATCHED && match != NULL)
    th_table_append (self->missing, frame->ref, cells);
}

/* Adds the packets of the device that no frame is, while the capture ran. */
static void
add_unseen (Frames          *self,
            const FramePair *pair,
            guint32          device,
            Counts          *counts)
{
  const GArray *frames = pair->interface->items;
  gint64 first = th_frame_clock_map (&pair->clock, g_array_index (frames, Frame, 0).seen.time);
  gint64 last = th_frame_clock_map (&pair->clock,
                                    g_array_index (frames, Frame, frames->len - 1).seen.time);
  g_autofree guint8 *seen = g_new0 (guint8, pair->other->items->len);

  for (guint32 i = 0; i < frames->len; i++)
    if (pair->matches[i].packet != TH_FRAME_NO_PACKET)
      seen[pair->matches[i].packet] = TRUE;
  for (guint32 i = 0; i < pair->other->items->len; i++)
    {
      const Packet *packet = &g_array_index (pair->other->items, Packet, i);
      gint64 cells[] = { packet->time, device, self->directions[packet->seen.direction],
                         (gint64) packet->skb, (gint64) packet->seen.key };

      if (seen[i] || packet->seen.time < first || packet->seen.time > last)
        continue;
      counts->unseen++;
      th_table_append (self->unseen, packet->ref, cells);
    }
}

/* Nothing arrives before it was sent, so between two machines the differences in one direction are
 * upper bounds of the offset, and those in the other direction are lower bounds.  If the two sides
 * are captures, the direction is that of the frame; if one of them is a device of the other
 * machine, it is that of the packet there.  On one machine, an event comes after the time stamp of
 * its frame in both directions, so all differences are upper bounds. */
static void
bound_offset (const FramePair *pair,
              Counts          *counts)
{
  for (guint32 i = 0; i < pair->interface->items->len; i++)
    {
      const ThSighting *frame = &g_array_index (pair->interface->items, Frame, i).seen;
      const ThFrameMatch *match = &pair->matches[i];
      gint64 difference;
      guint side;

      /* Parts of a packet are later or earlier than it. */
      if (match->packet == TH_FRAME_NO_PACKET || match->relation != TH_FRAME_WHOLE ||
          (pair->by_hash && frame->direction == TH_FRAME_NO_DIRECTION) ||
          (pair->is_remote && match->direction == TH_FRAME_NO_DIRECTION))
        continue;
      side = pair->by_hash ? frame->direction == TH_FRAME_OUT
                           : !pair->is_remote || match->direction != TH_FRAME_OUT;
      difference = get_other (pair, match->packet)->time - frame->time
                   - (gint64) llround (pair->clock.drift * (double) (frame->time
                                                                     - pair->clock.at));
      if (!counts->has_bound[side] || (side == 0 ? difference > counts->bound[0]
                                                 : difference < counts->bound[1]))
        counts->bound[side] = difference;
      counts->has_bound[side] = TRUE;
    }
}

/* If packets went both ways, and took as long in both, the offset is in the middle of its bounds;
 * in any case it is between them. */
static void
center_offset (FramePair    *pair,
               const Counts *counts)
{
  gint64 width, middle, moved;

  if (!(pair->by_hash || pair->is_remote) || !counts->has_bound[0] || !counts->has_bound[1] ||
      __builtin_sub_overflow (counts->bound[1], counts->bound[0], &width))
    return;
  middle = counts->bound[0] + width / 2;
  moved = pair->clock.offset - middle;
  pair->clock.offset = middle;
  pair->clock.low += moved;
  pair->clock.median += moved;
  pair->clock.high += moved;
}

static guint32
intern_part (Frames *self,
             guint   part)
{
  const char *name = th_recording_get_name (th_recording_get_part (self->recording, part));

  return th_results_intern (self->results, name);
}

static void
add_clock (Frames          *self,
           const FramePair *pair,
           const Counts    *counts,
           guint32          interface,
           guint32          device)
{
  const ThFrameClock *clock = &pair->clock;
  gboolean is_known = pair->state == TH_FRAME_CLOCK_FOUND;
  gint64 cells[G_N_ELEMENTS (clock_columns)] = {
    intern_part (self, pair->interface->part), interface,
    pair->other != NULL ? intern_part (self, pair->other->part) : TH_CELL_NONE,
    pair->other != NULL ? device : TH_CELL_NONE,
    self->clock_states[pair->is_device_ambiguous ? CLOCK_DEVICE : (guint) pair->state],
    is_known ? clock->offset : TH_CELL_NONE, is_known ? clock->at : TH_CELL_NONE,
    is_known ? llround (clock->drift * 1e9) : TH_CELL_NONE,
    is_known ? clock->low : TH_CELL_NONE, is_known ? clock->median : TH_CELL_NONE,
    is_known ? clock->high : TH_CELL_NONE,
    counts->has_bound[0] ? counts->bound[0] : TH_CELL_NONE,
    counts->has_bound[1] ? counts->bound[1] : TH_CELL_NONE,
    pair->interface->items->len, counts->n[TH_FRAME_EXACT], counts->n[TH_FRAME_INFERRED],
    counts->n[TH_FRAME_AMBIGUOUS], counts->n[TH_FRAME_UNMATCHED], counts->n[STATE_OUTSIDE],
    is_known && !pair->by_hash ? counts->unseen : TH_CELL_NONE, pair->interface->part + 1,
    pair->other != NULL ? (gint64) pair->other->part + 1 : TH_CELL_NONE
  };

  th_table_append (self->clocks, g_array_index (pair->interface->items, Frame, 0).ref, cells);
}

static void
find_bounds (FramePair *pair,
             Counts    *counts)
{
  if (pair->matches == NULL)
    return;
  bound_offset (pair, counts);
  center_offset (pair, counts);
}

void
th_frame_rows_add (Frames          *self,
                   FramePair       *pair)
{
  guint32 interface = th_results_intern (self->results, pair->interface->name);
  guint32 device = pair->other != NULL ? th_results_intern (self->results, pair->other->name) : 0;
  Counts counts = { 0 };
  gint64 first = G_MAXINT64, last = G_MININT64;

  if (pair->matches != NULL)
    th_frame_pair_get_range (pair, &first, &last);
  for (guint32 i = 0; i < pair->interface->items->len; i++)
    {
      guint state = get_state (pair, i, first, last);

      counts.n[state]++;
      if (!pair->by_hash)
        add_frame (self, pair, i, state, interface, device);
    }
  if (pair->matches != NULL && !pair->by_hash)
    add_unseen (self, pair, device, &counts);
  find_bounds (pair, &counts);
  add_clock (self, pair, &counts, interface, device);
}

void
th_frame_rows_add_other (Frames    *self,
                         FramePair *pair)
{
  Counts counts = { 0 };
  gint64 first, last;

  th_frame_pair_get_range (pair, &first, &last);
  for (guint32 i = 0; i < pair->interface->items->len; i++)
    {
      counts.n[get_state (pair, i, first, last)]++;
      add_link (self, pair, i);
    }
  find_bounds (pair, &counts);
  add_clock (self, pair, &counts, th_results_intern (self->results, pair->interface->name),
             th_results_intern (self->results, pair->other->name));
}
