/* th-frame-ends.c - the connections of frames and of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Frames name their ends.  Those of a packet are known to the analysis of packets if an event names
 * its socket.  Without the events with which packets begin and end, that analysis may take several
 * packets for one, and all of their events would get the connection of one of them.  So a packet
 * that was sent or received twice, or sent after it was received, counts as unknown.  Packets that
 * are forwarded do that, too, but hardly any of those has a socket on the same machine.
 */
#include "config.h"

#include <string.h>

#include "th-flows.h"
#include "th-frames-private.h"

typedef struct
{
  guint32 src, dst; /* words */
  guint16 sport, dport;
} Ends;

static guint
ends_hash (gconstpointer data)
{
  const Ends *ends = data;

  return (ends->src * 31 + ends->dst) * 31 + ((guint32) ends->sport << 16 | ends->dport);
}

static gboolean
ends_equal (gconstpointer a,
            gconstpointer b)
{
  const Ends *x = a, *y = b;

  return x->src == y->src && x->dst == y->dst && x->sport == y->sport && x->dport == y->dport;
}

GHashTable *
th_frame_ends_new (void)
{
  return g_hash_table_new_full (ends_hash, ends_equal, g_free, NULL);
}

static guint32
get_number (Frames     *self,
            const Ends *ends)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->ends, ends));

  if (number == 0)
    {
      number = g_hash_table_size (self->ends) + 1;
      g_hash_table_insert (self->ends, g_memdup2 (ends, sizeof *ends), GUINT_TO_POINTER (number));
    }
  return number;
}

void
th_frame_ends_set (Frames *self,
                   Frame  *frame)
{
  Ends ends = { frame->src, frame->dst, frame->sport, frame->dport };

  if (frame->has_ports && frame->src != FRAME_NO_WORD && frame->dst != FRAME_NO_WORD)
    frame->seen.connection = get_number (self, &ends);
}

/* --- packets --------------------------------------------------------------------------- */

/* Whether the event is a step of the flow, and all steps are of one packet. */
static gboolean
is_one_packet (ThResults    *results,
               const ThFlow *flow,
               ThRef         event)
{
  const ThFlows *flows = th_results_get_flows (results);
  gboolean is_found = FALSE;
  guint n_sent = 0, n_received = 0;

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);
      const char *label;

      if (!th_step_is_own (&step))
        continue;
      if (step.confidence == TH_CONFIDENCE_AMBIGUOUS || step.confidence == TH_CONFIDENCE_BROKEN)
        return FALSE;
      is_found |= th_ref_equal (step.anchor, event);
      label = th_results_get_word (results, step.label);
      if (strcmp (label, "net_dev_start_xmit") == 0 && (++n_sent > 1 || n_received > 0))
        return FALSE;
      if (strcmp (label, "netif_receive_skb") == 0 && ++n_received > 1)
        return FALSE;
    }
  return is_found;
}

static guint32
intern (Frames    *self,
        ThResults *results,
        guint32    word)
{
  return th_results_intern (self->results, th_results_get_word (results, word));
}

/* The number of the packet's connection; 0 if it is not known, or if no frame belongs to it. */
static guint32
find_number (Frames       *self,
             ThResults    *results,
             const Packet *packet)
{
  ThFlows *flows = th_results_get_flows (results);
  guint32 row = flows == NULL ? TH_FLOW_NONE
                : th_flows_find (flows, packet->skb, packet->time, packet->ref);
  const ThFlowEnds *known = row != TH_FLOW_NONE ? th_flows_get_ends (flows, row) : NULL;
  const ThFlow *flow = row != TH_FLOW_NONE ? th_flows_get (flows, row) : NULL;
  guint32 number;
  Ends ends;

  if (known == NULL || known->source == TH_FLOW_NO_ADDRESS || known->source_port == 0 ||
      known->target == TH_FLOW_NO_ADDRESS || known->target_port == 0 ||
      (flow->flags & TH_FLOW_LOST) != 0)
    return 0;

  ends = (Ends) { intern (self, results, known->source), intern (self, results, known->target),
                  known->source_port, known->target_port };
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->ends, &ends));
  return number != 0 && is_one_packet (results, flow, packet->ref) ? number : 0;
}

void
th_frame_ends_find (Frames *self)
{
  for (guint i = 0; self->packets != NULL && i < self->devices->len; i++)
    {
      Port *device = g_ptr_array_index (self->devices, i);
      ThResults *results = self->packets[device->part];

      for (guint j = 0; j < device->items->len; j++)
        {
          Packet *packet = &g_array_index (device->items, Packet, j);

          packet->seen.connection = find_number (self, results, packet);
        }
    }
}

guint8 *
th_frame_ends_list (Frames     *self,
                    const Port *interface)
{
  guint8 *has = g_new0 (guint8, g_hash_table_size (self->ends) + 1);

  for (guint i = 0; i < interface->items->len; i++)
    has[g_array_index (interface->items, Frame, i).seen.connection] = TRUE;
  has[0] = FALSE;
  return has;
}
