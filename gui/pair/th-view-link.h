/* th-view-link.h - keeps the two documents of a comparison synchronized
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * While linked, a change that the user makes to one document is applied to the other: to the
 * visible span and the selected span of time (shifted by the alignment), the filter, and the
 * arrangement of the lanes (by the names of tasks, see th-lane-names.h).  The time of the
 * selected event becomes the linked time of the other document (th_document_set_linked_time()),
 * and the time under the pointer its linked pointer (th_document_set_linked_pointer()).
 *
 * Only changes by the user are passed on.  A change that arrives through the link is never sent
 * back, even if the other document adjusts it, as at the ends of its recording.
 *
 * Nothing is passed on until both recordings are loaded; then the state of the document that the
 * user changed last is copied to the other.  A document that replaces another takes over the
 * state of the other side.
 *
 * Properties (with notify): linked (boolean; TRUE by default), alignment (ThTimeAlignment,
 * construct only).
 *
 * Main thread only.
 */
#pragma once

#include "th-time-alignment.h"

G_BEGIN_DECLS

#define TH_TYPE_VIEW_LINK (th_view_link_get_type ())
G_DECLARE_FINAL_TYPE (ThViewLink, th_view_link, TH, VIEW_LINK, GObject)

ThViewLink *th_view_link_new        (ThTimeAlignment *alignment);
void        th_view_link_set_linked (ThViewLink      *self,
                                     gboolean         linked);
gboolean    th_view_link_get_linked (ThViewLink      *self);
/* Owned by @self. */
ThTimeAlignment *th_view_link_get_alignment (ThViewLink *self);

G_END_DECLS
