/* th-frame-collect.c - frames and packets, from events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-frames-private.h"
#include "th-hash.h"

/* Together; about a gigabyte. */
#define MAX_ITEMS 8000000
#define MAX_PORTS 1000
#define MAX_ARRIVALS 100000
#define ETHERNET_HEADER 14

enum
{
  FRAME_LENGTH, FRAME_DIRECTION, FRAME_OFFSET, FRAME_SRC, FRAME_DST, FRAME_SPORT, FRAME_DPORT,
  FRAME_SEQ, FRAME_ACK, FRAME_FLAGS, FRAME_PAYLOAD, FRAME_HASH, FRAME_MAC
};

enum
{
  PACKET_SKB, PACKET_LENGTH, PACKET_NAME, PACKET_OFFSET, PACKET_GSO_SIZE, PACKET_SEGMENTS
};

const ThSubscription th_frame_subscriptions[] = {
  [EVENT_FRAME] = { "frame:*", N_("There is no capture to match with packets."),
                    { "length", "direction", "?offset", "?src", "?dst", "?sport", "?dport", "?seq",
                      "?ack", "?flags", "?payload", "?hash", "?mac_src" } },
  { NULL }
};

/* Only if there is a capture. */
const ThSubscription th_frame_packet_subscriptions[] = {
  { "net:netif_receive_skb", N_("Received frames are not matched with packets."),
    { "skbaddr", "len", "name" } },
  { "net:netif_rx", NULL, { "skbaddr", "len", "name" } },
  { "net:net_dev_start_xmit", N_("Transmitted frames are not matched with packets."),
    { "skbaddr", "len", "name", "?network_offset", "?gso_size", "?gso_segs" } },
  { NULL }
};

typedef struct
{
  guint64 skb;
  gint64  time;
} Arrival;

static void
port_free (gpointer data)
{
  Port *port = data;

  g_free (port->name);
  g_array_unref (port->items);
  g_free (port);
}

void
th_frames_collect_begin (Frames *self)
{
  self->interfaces = g_ptr_array_new_with_free_func (port_free);
  self->devices = g_ptr_array_new_with_free_func (port_free);
  self->links = g_array_new (FALSE, FALSE, sizeof (ThEventLink));
  self->remote_links = g_array_new (FALSE, FALSE, sizeof (ThEventLink));
  self->relayed_links = g_array_new (FALSE, FALSE, sizeof (ThEventLink));
  self->ends = th_frame_ends_new ();
  self->n_parts = th_recording_get_n_parts (self->recording);
  self->has_loss = g_new0 (gboolean, self->n_parts);
  self->arrivals = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < self->n_parts; i++)
    g_ptr_array_add (self->arrivals,
                     g_hash_table_new_full (th_int64_hash, g_int64_equal, NULL, g_free));
}

static void
port_clear (GPtrArray **ports)
{
  g_clear_pointer (ports, g_ptr_array_unref);
}

void
th_frames_collect_end (Frames *self)
{
  port_clear (&self->interfaces);
  port_clear (&self->devices);
  g_clear_pointer (&self->arrivals, g_ptr_array_unref);
  g_clear_pointer (&self->links, g_array_unref);
  g_clear_pointer (&self->remote_links, g_array_unref);
  g_clear_pointer (&self->relayed_links, g_array_unref);
  g_clear_pointer (&self->own_links, th_event_links_free);
  g_clear_pointer (&self->ends, g_hash_table_unref);
  g_clear_pointer (&self->has_loss, g_free);
}

static guint
find_part (Frames        *self,
           const ThEvent *event)
{
  return th_recording_get_index (th_recording_get_stream_part (self->recording,
                                                               event->ref.stream));
}

static Port *
add_port (GPtrArray  *ports,
          guint       part,
          guint       stream,
          const char *name,
          gsize       length,
          gsize       size)
{
  Port *port;

  if (ports->len >= MAX_PORTS)
    return NULL;
  port = g_new0 (Port, 1);
  port->part = part;
  port->stream = stream;
  port->name = g_strndup (name, length);
  port->items = g_array_new (FALSE, FALSE, size);
  g_ptr_array_add (ports, port);
  return port;
}

static Port *
find_interface (Frames        *self,
                const ThEvent *event)
{
  const char *name;

  for (guint i = 0; i < self->interfaces->len; i++)
    {
      Port *port = g_ptr_array_index (self->interfaces, i);

      if (port->stream == event->ref.stream)
        return port;
    }
  name = th_stream_get_name (th_recording_get_stream (self->recording, event->ref.stream));
  return add_port (self->interfaces, find_part (self, event), event->ref.stream, name,
                   strlen (name), sizeof (Frame));
}

static Port *
find_device (Frames        *self,
             const ThEvent *event)
{
  guint part = find_part (self, event);
  const char *name;
  gsize length;

  if (!th_event_get_text (event, PACKET_NAME, &name, &length))
    return NULL;
  for (guint i = 0; i < self->devices->len; i++)
    {
      Port *port = g_ptr_array_index (self->devices, i);

      if (port->part == part && strncmp (port->name, name, length) == 0 &&
          port->name[length] == '\0')
        return port;
    }
  return add_port (self->devices, part, 0, name, length, sizeof (Packet));
}

/* --- frames --------------------------------------------------------------------- */

static guint64
get_number (const ThEvent *event,
            guint          field)
{
  guint64 value = 0;

  return th_event_get_uint (event, field, &value) ? value : 0;
}

static guint32
get_word (Frames        *self,
          const ThEvent *event,
          guint          field)
{
  const char *text;
  gsize length;

  if (!th_event_get_text (event, field, &text, &length) || length == 0)
    return FRAME_NO_WORD;
  return th_results_intern_n (self->results, text, length);
}

static guint8
get_direction (const ThEvent *event,
               const Port    *port)
{
  guint64 direction = get_number (event, FRAME_DIRECTION);

  if (direction == TH_FRAME_IN || direction == TH_FRAME_OUT)
    return direction;
  /* libpcap drops what leaves by the loopback device, since it comes in there again. */
  return strcmp (port->name, "lo") == 0 ? TH_FRAME_IN : TH_FRAME_NO_DIRECTION;
}

static void
add_frame (Frames        *self,
           const ThEvent *event)
{
  Port *port = find_interface (self, event);
  Frame frame = { .ref = event->ref };
  guint64 offset = get_number (event, FRAME_OFFSET), seq, sport;
  guint32 mac;

  if (port == NULL)
    {
      self->is_full = TRUE;
      return;
    }

  frame.length = (guint32) get_number (event, FRAME_LENGTH);
  frame.seen.time = event->time;
  frame.seen.key = frame.length - MIN (offset, frame.length);
  frame.seen.direction = get_direction (event, port);
  frame.hash = get_number (event, FRAME_HASH);
  frame.protocol = th_results_intern (self->results, th_recording_get_type_name (self->recording,
                                                                                 event->type));
  frame.src = get_word (self, event, FRAME_SRC);
  frame.dst = get_word (self, event, FRAME_DST);
  mac = get_word (self, event, FRAME_MAC);
  frame.seen.source = mac != FRAME_NO_WORD ? mac + 1 : frame.src != FRAME_NO_WORD ? frame.src + 1
                                                                                  : 0;
  frame.has_ports = th_event_get_uint (event, FRAME_SPORT, &sport);
  frame.sport = (guint16) get_number (event, FRAME_SPORT);
  frame.dport = (guint16) get_number (event, FRAME_DPORT);
  frame.has_seq = th_event_get_uint (event, FRAME_SEQ, &seq);
  frame.seq = (guint32) get_number (event, FRAME_SEQ);
  frame.ack = (guint32) get_number (event, FRAME_ACK);
  frame.flags = frame.has_seq ? (guint16) get_number (event, FRAME_FLAGS) : 0;
  frame.payload = (guint32) get_number (event, FRAME_PAYLOAD);
  th_frame_ends_set (self, &frame);
  g_array_append_val (port->items, frame);
}

/* --- packets -------------------------------------------------------------------- */

/* The kernel may stamp a packet before it queues it for its softirq. */
static void
note_arrival (Frames        *self,
              const ThEvent *event)
{
  GHashTable *arrivals = g_ptr_array_index (self->arrivals, find_part (self, event));
  Arrival *arrival;

  if (g_hash_table_size (arrivals) >= MAX_ARRIVALS)
    g_hash_table_remove_all (arrivals);
  arrival = g_new (Arrival, 1);
  *arrival = (Arrival) { get_number (event, PACKET_SKB), event->time };
  g_hash_table_replace (arrivals, &arrival->skb, arrival);
}

static gint64
take_arrival (Frames        *self,
              const ThEvent *event,
              guint64        skb)
{
  GHashTable *arrivals = g_ptr_array_index (self->arrivals, find_part (self, event));
  const Arrival *arrival = g_hash_table_lookup (arrivals, &skb);
  gint64 time = event->time;

  if (arrival != NULL)
    {
      time = arrival->time;
      g_hash_table_remove (arrivals, &skb);
    }
  return time;
}

static void
add_packet (Frames        *self,
            const ThEvent *event)
{
  Port *port = find_device (self, event);
  gboolean is_received = event->subscription == EVENT_RECEIVE;
  Packet packet = { .ref = event->ref, .skb = get_number (event, PACKET_SKB) };
  gint64 offset = ETHERNET_HEADER;
  guint64 length;

  if (port == NULL || !th_event_get_uint (event, PACKET_LENGTH, &length))
    return;
  if (!is_received)
    {
      th_event_get_int (event, PACKET_OFFSET, &offset);
      packet.gso_size = (guint16) get_number (event, PACKET_GSO_SIZE);
      packet.n_segments = (guint16) get_number (event, PACKET_SEGMENTS);
    }
  packet.seen.time = packet.time = event->time;
  packet.arrival = is_received ? take_arrival (self, event, packet.skb) : event->time;
  port->has_arrivals |= packet.arrival != packet.time;
  packet.seen.key = is_received || offset < 0 || (guint64) offset > length ? length
                                                                          : length - offset;
  packet.seen.direction = is_received ? TH_FRAME_IN : TH_FRAME_OUT;
  packet.seen.lane = (guint16) event->cpu;
  g_array_append_val (port->items, packet);
}

void
th_frames_collect (Frames        *self,
                   const ThEvent *event)
{
  if (ABS (event->time) > TH_SIGHTING_MAX_TIME)
    return;
  if (event->subscription == EVENT_ARRIVE)
    {
      note_arrival (self, event);
      return;
    }
  if (self->n >= MAX_ITEMS)
    {
      self->is_full = TRUE;
      return;
    }
  self->n++;
  if (event->subscription == EVENT_FRAME)
    add_frame (self, event);
  else
    add_packet (self, event);
}
