/* th-event-links.h - events that belong to other events: the frames of a packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Some analyses compare recordings, and find that an event of one is an event of another: a frame
 * of a capture is a packet of a trace.  A link connects two such events.  Each link is exact or
 * inferred; ambiguous pairs are not linked.
 *
 * Immutable, so any thread may read them.  They belong to the results (th_results_take_links()).
 */
#pragma once

#include <glib.h>

#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThEventLinks ThEventLinks;

/* What one event is to the other.  @id: a stable id such as "segment"; @title: N_(): "a segment of
 * it". */
typedef struct
{
  const char *id;
  const char *title;
} ThLinkKind;

/**
 * ThEventLink:
 * @event: the event of the capture: a frame
 * @of: the event of the trace, a step of a flow: a packet that passes a device
 * @key: the key of that flow, which @of names
 * @kind: index of a ThLinkKind
 * @confidence: a ThConfidence
 */
typedef struct
{
  ThRef   event;
  ThRef   of;
  guint64 key;
  guint8  kind;
  guint8  confidence;
} ThEventLink;

/* Takes @links (element-type ThEventLink).  Links of the same @of keep their order.  @kinds is
 * static. */
ThEventLinks      *th_event_links_new        (const ThLinkKind   *kinds,
                                              guint               n_kinds,
                                              GArray             *links);
void               th_event_links_free       (ThEventLinks       *self);
gsize              th_event_links_get_memory (const ThEventLinks *self);
const ThLinkKind  *th_event_links_get_kind   (const ThEventLinks *self,
                                              guint               kind);

/* The *@n links to the event @of, or those from @event, as an array; NULL if there are none.  Found
 * by binary search.  @self may be NULL. */
const ThEventLink *th_event_links_find_of    (const ThEventLinks *self,
                                              ThRef               of,
                                              guint              *n);
const ThEventLink *th_event_links_find_from  (const ThEventLinks *self,
                                              ThRef               event,
                                              guint              *n);

G_END_DECLS
