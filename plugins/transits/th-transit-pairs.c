/* th-transit-pairs.c - finds the packets of two machines that a capture shows to be the same
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A frame that is linked with a packet sent by one machine and with a packet received by another
 * was both.  A packet of GSO has many frames, and GRO makes few packets of them again, so one
 * packet at the sender may be several at the receiver, and the reverse.
 */
#include "config.h"

#include "th-transits-private.h"

static guint
get_part (ThRecording *recording,
          ThRef        event)
{
  return th_recording_get_index (th_recording_get_stream_part (recording, event.stream));
}

/* Returns FALSE if no packet has the event. */
static gboolean
find_end (ThRecording       *recording,
          ThResults *const  *packets,
          const ThEventLink *link,
          TransitEnd        *end)
{
  gint64 time = th_recording_get_time (recording, link->of);
  ThFlows *flows;

  end->part = get_part (recording, link->of);
  end->event = link->of;
  flows = th_results_get_flows (packets[end->part]);
  end->row = flows != NULL ? th_flows_find (flows, link->key, time, link->of) : TH_FLOW_NONE;
  return end->row != TH_FLOW_NONE;
}

/* Adds the pairs of the packet @sent with those that the @n links of the same frame lead to. */
static void
add_pairs_of (GArray            *pairs,
              ThRecording       *recording,
              ThResults *const  *packets,
              const ThEventLink *sent,
              const ThEventLink *links,
              guint              n)
{
  Transit one = { .interface = sent->event.stream };

  if (!find_end (recording, packets, sent, &one.sent))
    return;
  for (guint i = 0; i < n; i++)
    if (get_part (recording, links[i].of) != one.sent.part &&
        !th_transit_is_sent (recording, links[i].of) &&
        find_end (recording, packets, &links[i], &one.received))
      {
        one.confidence = MAX (sent->confidence, links[i].confidence);
        g_array_append_val (pairs, one);
      }
}

/* Adds the packets that the @n links of one frame lead to. */
static void
add_pairs (GArray            *pairs,
           ThRecording       *recording,
           ThResults *const  *packets,
           const ThEventLink *links,
           guint              n)
{
  for (guint i = 0; n > 1 && i < n; i++)
    if (th_transit_is_sent (recording, links[i].of))
      add_pairs_of (pairs, recording, packets, &links[i], links, n);
}

#define COMPARE(x, y) if ((x) != (y)) return (x) < (y) ? -1 : 1

/* Of several frames of the same two packets, the one that is matched best comes first. */
static gint
compare_pairs (gconstpointer a,
               gconstpointer b)
{
  const Transit *x = a, *y = b;

  COMPARE (x->sent.part, y->sent.part);
  COMPARE (x->sent.row, y->sent.row);
  COMPARE (x->received.part, y->received.part);
  COMPARE (x->received.row, y->received.row);
  COMPARE (x->confidence, y->confidence);
  return 0;
}

static gint
compare_times (gconstpointer a,
               gconstpointer b,
               gpointer      recording)
{
  const Transit *x = a, *y = b;

  COMPARE (th_recording_get_time (recording, x->sent.event),
           th_recording_get_time (recording, y->sent.event));
  return compare_pairs (a, b);
}

static gboolean
is_same (const Transit *a,
         const Transit *b)
{
  return a->sent.part == b->sent.part && a->sent.row == b->sent.row &&
         a->received.part == b->received.part && a->received.row == b->received.row;
}

GArray *
th_transit_list_pairs (ThRecording      *recording,
                       ThResults *const *packets,
                       ThResults        *frames)
{
  const ThEventLinks *links = th_results_get_links (frames);
  ThTable *table = th_results_find_table (frames, "frames");
  GArray *pairs = g_array_new (FALSE, TRUE, sizeof (Transit));
  guint n_kept = 0;

  for (guint32 row = 0; table != NULL && row < th_table_get_n (table); row++)
    {
      guint n;
      const ThEventLink *of_frame = th_event_links_find_from (links,
                                                              th_table_get_anchor (table, row), &n);

      add_pairs (pairs, recording, packets, of_frame, n);
    }

  g_array_sort (pairs, compare_pairs);
  for (guint i = 0; i < pairs->len; i++)
    {
      const Transit *pair = &g_array_index (pairs, Transit, i);

      if (n_kept == 0 || !is_same (&g_array_index (pairs, Transit, n_kept - 1), pair))
        g_array_index (pairs, Transit, n_kept++) = *pair;
    }
  g_array_set_size (pairs, n_kept);
  g_array_sort_with_data (pairs, compare_times, recording);
  return pairs;
}
