/* th-frame-relay.c - a frame that two captures have leads to the packets of both machines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * On the machine that captured it, a frame is close in time to the event of its packet.  Between
 * machines delays vary, so that more frames are ambiguous by length and order alone.  If there is a
 * capture of each machine, a frame has the same hash in both, and each of them leads to the packet
 * on its machine.
 */
#include "config.h"

#include "th-frames-private.h"

static guint
get_part (Frames *self,
          ThRef   event)
{
  return th_recording_get_index (th_recording_get_stream_part (self->recording, event.stream));
}

static gboolean
has_part (Frames            *self,
          const ThEventLink *links,
          guint              n,
          guint              part)
{
  for (guint i = 0; i < n; i++)
    if (get_part (self, links[i].of) == part)
      return TRUE;
  return FALSE;
}

/* Links @frame with the packets of @same, which is the same frame in another capture. */
static void
relay (Frames      *self,
       ThRef        frame,
       ThRef        same,
       ThConfidence confidence)
{
  guint n, n_own;
  const ThEventLink *links = th_event_links_find_from (self->own_links, same, &n);
  const ThEventLink *own = th_event_links_find_from (self->own_links, frame, &n_own);

  for (guint i = 0; i < n; i++)
    {
      ThEventLink link = links[i];

      if (has_part (self, own, n_own, get_part (self, link.of)))
        continue;
      link.event = frame;
      link.confidence = MAX (link.confidence, confidence);
      g_array_append_val (self->relayed_links, link);
    }
}

void
th_frame_relay_add (Frames          *self,
                    const FramePair *pair)
{
  for (guint i = 0; pair->matches != NULL && i < pair->interface->items->len; i++)
    {
      const ThFrameMatch *match = &pair->matches[i];
      ThConfidence confidence = match->state == TH_FRAME_EXACT ? TH_CONFIDENCE_EXACT
                                                               : TH_CONFIDENCE_INFERRED;
      ThRef frame, same;

      if (match->packet == TH_FRAME_NO_PACKET)
        continue;
      frame = g_array_index (pair->interface->items, Frame, i).ref;
      same = g_array_index (pair->other->items, Frame, match->packet).ref;
      relay (self, frame, same, confidence);
      relay (self, same, frame, confidence);
    }
}

static int
compare_events (gconstpointer a,
                gconstpointer b)
{
  return th_ref_compare (((const ThEventLink *) a)->event, ((const ThEventLink *) b)->event);
}

/* Several captures may lead from a frame to the same machine: keeps one link to each. */
static void
drop_repeated (Frames *self)
{
  const GArray *links = self->relayed_links;
  guint n_kept = 0, first = 0;

  g_array_sort (self->relayed_links, compare_events);
  for (guint i = 0; i < links->len; i++)
    {
      const ThEventLink *kept = (const ThEventLink *) (gpointer) links->data;
      ThEventLink link = g_array_index (links, ThEventLink, i);

      if (n_kept > 0 && !th_ref_equal (kept[n_kept - 1].event, link.event))
        first = n_kept;
      if (!has_part (self, kept + first, n_kept - first, get_part (self, link.of)))
        g_array_index (links, ThEventLink, n_kept++) = link;
    }
  g_array_set_size (self->relayed_links, n_kept);
}

GArray *
th_frame_relay_list (Frames *self)
{
  GArray *all = g_array_copy (self->links);
  ThEventLinks *relayed;

  drop_repeated (self);
  relayed = th_event_links_new (NULL, 0, g_array_copy (self->relayed_links));
  for (guint i = 0; i < self->remote_links->len; i++)
    {
      const ThEventLink *link = &g_array_index (self->remote_links, ThEventLink, i);
      guint n;
      const ThEventLink *others = th_event_links_find_from (relayed, link->event, &n);

      if (!has_part (self, others, n, get_part (self, link->of)))
        g_array_append_val (all, *link);
    }
  th_event_links_free (relayed);
  return g_array_append_vals (all, self->relayed_links->data, self->relayed_links->len);
}
