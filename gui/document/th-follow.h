/* th-follow.h - the followed flow and the pinned flows of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The followed flow has a lane, its path is drawn over the others, and the view goes to it; its
 * lane is removed when another flow is followed, unless it is pinned.  A step of the history
 * holds the followed flow as well, so Back restores it.  Works for the flows of any analysis.
 *
 * Signals of the document
 *   "follow-changed": the followed flow, the pins or a pending lookup changed
 *   "followed":       the flow that the user requested is now followed: show it
 *
 * Main thread only.
 */
#pragma once

#include "th-document.h"
#include "th-flow-follower.h"
#include "th-journey.h"

G_BEGIN_DECLS

/* The noun for the flow of the event, as in "Follow packet": translated; NULL if no results so
 * far can have such a flow. */
const char   *th_document_get_noun       (ThDocument  *self,
                                          ThRef        event);
/* Follows the flow of @event, as soon as the analyses have it. */
void          th_document_follow_event   (ThDocument  *self,
                                          ThRef        event);
/* Follows flow @row of @results, which are among th_document_get_results(). */
void          th_document_follow         (ThDocument  *self,
                                          ThResults   *results,
                                          guint32      row);
/* Stops following, and cancels a pending lookup; pinned lanes stay. */
void          th_document_unfollow       (ThDocument  *self);
/* Cancels a pending lookup; FALSE if there is none. */
gboolean      th_document_cancel_follow  (ThDocument  *self);
ThFollowState th_document_get_follow_state (ThDocument *self);
/* Says that a lookup is pending, or why it found nothing; translated.  NULL while there is
 * nothing to say. */
const char   *th_document_describe_lookup (ThDocument *self);
/* Owned by @self; NULL if nothing is followed. */
ThResults    *th_document_get_followed   (ThDocument  *self,
                                          guint32     *row);

/* Follows the previous (-1) or next (1) flow with the same key; FALSE if there is none. */
gboolean      th_document_follow_life    (ThDocument  *self,
                                          int          direction);
/* Follows the flow with the greatest total so far, or with the greatest below that of the
 * followed flow, once all have been compared.  Flows that are part of another do not count. */
void          th_document_follow_slowest (ThDocument  *self,
                                          gboolean     next);
/* Selects the event of the next (1) or previous (-1) step. */
gboolean      th_document_follow_step    (ThDocument  *self,
                                          int          direction);
void          th_document_select_step    (ThDocument  *self,
                                          guint32      step);
/* The selected step; G_MAXUINT32 if there is none. */
guint32       th_document_get_step       (ThDocument  *self);

/* Whether the followed flow is pinned. */
gboolean      th_document_is_pinned      (ThDocument  *self);
void          th_document_set_pinned     (ThDocument  *self,
                                          gboolean     pinned);
/* Unpins any flow. */
void          th_document_unpin          (ThDocument  *self,
                                          ThResults   *results,
                                          guint32      row);
void          th_document_set_dim        (ThDocument  *self,
                                          gboolean     dim);

G_END_DECLS
