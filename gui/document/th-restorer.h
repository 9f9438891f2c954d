/* th-restorer.h - what is selected and followed, beyond this load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The selected event, the followed flow and the flows whose lanes stay are found
 * again when the file is loaded again, alone or beside others, and when it is
 * opened the next time: the event once its recording is loaded, a flow once the
 * analyses have it.  What the user selects or follows meanwhile counts.
 *
 * Signal of the document
 *   "followed-again": the flow that was followed is found
 *
 * Main thread only.
 */
#pragma once

#include "th-document.h"
#include "th-session.h"

G_BEGIN_DECLS

/* Also while it is not found yet.  FALSE: nothing is selected. */
gboolean  th_document_get_selected_anchor (ThDocument     *self,
                                           ThAnchor       *anchor);
/* While "selection-changed" tells of an event that was found again: the view
 * stays where it is. */
gboolean  th_document_is_finding_again    (ThDocument     *self);
/* Followed or kept, also while they are not found yet.
 * Returns (element-type ThSessionFlow): free with g_array_unref(). */
GArray   *th_document_list_flows          (ThDocument     *self);
/* @selected may be NULL; @flows (element-type ThSessionFlow) is copied.  What is
 * still being sought from before stays wanted, and comes first. */
void      th_document_find_again          (ThDocument     *self,
                                           const ThAnchor *selected,
                                           const GArray   *flows);

G_END_DECLS
