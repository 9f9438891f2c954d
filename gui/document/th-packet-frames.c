/* th-packet-frames.c - the frames of captures that the selected or followed packet consists of
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-follower.h"
#include "th-journey-links.h"
#include "th-packet-frames.h"

static void
add_followed (GArray             *refs,
              ThDocument         *document,
              const ThEventLinks *links,
              guint               max)
{
  guint32 row = 0;
  ThResults *results = th_flow_follower_get_followed (th_document_get_follower (document), &row);
  ThFlows *flows = results != NULL ? th_results_get_flows (results) : NULL;
  g_autoptr(GArray) found = NULL;

  if (flows == NULL)
    return;
  found = th_journey_list_links (flows, th_flows_get (flows, row), links, max);
  for (guint i = 0; i < found->len; i++)
    g_array_append_val (refs, g_array_index (found, ThJourneyLink, i).link->event);
}

GArray *
th_packet_frames_list (ThDocument *document,
                       guint       max)
{
  GArray *refs = g_array_new (FALSE, FALSE, sizeof (ThRef));
  const ThEventLinks *links = th_results_find_links (th_document_get_results (document));
  guint n;
  const ThEventLink *selected = th_event_links_find_of (links, th_document_get_selected (document),
                                                        &n);

  for (guint i = 0; i < MIN (n, max); i++)
    g_array_append_val (refs, selected[i].event);
  if (refs->len == 0)
    add_followed (refs, document, links, max);
  return refs;
}

gboolean
th_packet_frames_has_selected (ThDocument *document)
{
  guint n;

  th_event_links_find_of (th_results_find_links (th_document_get_results (document)),
                          th_document_get_selected (document), &n);
  return n > 0;
}
