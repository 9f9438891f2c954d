/* th-event-links.h - events that belong to other events: the frames of a packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An analysis that compares recordings finds events which are the same thing seen elsewhere: a
 * frame in a capture is a packet in a trace.  Each link says so of two events.  Links of which
 * nothing is known with some confidence do not exist.
 *
 * Immutable, so any thread may read them.  They belong to the results (th_results_take_links()).
 */
#pragma once

#include <glib.h>

#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThEventLinks ThEventLinks;

/* How an event belongs to another.  @id: a stable id such as "segment"; @title: N_(): "a segment
 * of it". */
typedef struct
{
  const char *id;
  const char *title;
} ThLinkKind;

/**
 * ThEventLink:
 * @event: the event that belongs to another: a frame
 * @of: the other one, which is a step of a flow: the packet on its way through a device
 * @key: the key of that flow, which @of names
 * @kind: index of a ThLinkKind
 * @sureness: a ThSureness
 */
typedef struct
{
  ThRef   event;
  ThRef   of;
  guint64 key;
  guint8  kind;
  guint8  sureness;
} ThEventLink;

/* Takes @links (element-type ThEventLink).  Links of the same @of keep their order.  @kinds is
 * static. */
ThEventLinks      *th_event_links_new        (const ThLinkKind   *kinds,
                                              guint               n_kinds,
                                              GArray             *links);
void               th_event_links_free       (ThEventLinks       *self);
gsize              th_event_links_get_memory (const ThEventLinks *self);
guint              th_event_links_get_n      (const ThEventLinks *self);
const ThLinkKind  *th_event_links_get_kind   (const ThEventLinks *self,
                                              guint               kind);

/* The links of the event @of, or those from @event, by binary search; *@n of them, which follow
 * each other.  NULL if there are none.  @self may be NULL, which has none. */
const ThEventLink *th_event_links_find_of    (const ThEventLinks *self,
                                              ThRef               of,
                                              guint              *n);
const ThEventLink *th_event_links_find_from  (const ThEventLinks *self,
                                              ThRef               event,
                                              guint              *n);

G_END_DECLS
