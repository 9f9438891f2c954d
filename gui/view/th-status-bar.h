/* th-status-bar.h - the status bar: selection, progress and messages
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The left end describes the document: the filter, lost events, the span, the events
 * between the markers, the selected event, the followed flow.  The right end shows progress
 * and, for some seconds, a message.  A button opens the complete text if there is no room
 * for it.
 * Properties: "document" (ThDocument); "reading" (boolean), tells that events of the view are being
 * decoded, once the document is loaded; read-only "text" (the left end), "activity"
 * (the right end) and "notice" (the message with all its lines; or NULL).
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-marker-bar.h"

G_BEGIN_DECLS

#define TH_TYPE_STATUS_BAR (th_status_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThStatusBar, th_status_bar, TH, STATUS_BAR, GtkBox)

/* The bar is empty if @document is NULL. */
void     th_status_bar_set_document   (ThStatusBar *self,
                                       ThDocument  *document);
/* Sets the bar that provides the facts about the time between the markers. */
void     th_status_bar_set_marker_bar (ThStatusBar *self,
                                       ThMarkerBar *marker_bar);
/* Shows a message for some seconds.  The bar shows its first line; the tooltip and the
 * popover show all lines. */
void     th_status_bar_say            (ThStatusBar *self,
                                       const char  *text);
/* Shows what happened without the user, after a message that is being shown; see th-notice.h. */
void     th_status_bar_remark         (ThStatusBar *self,
                                       const char  *text);
/* Updates the text before the next frame, once for any number of calls.  For changes for
 * which the document has no signal. */
void     th_status_bar_queue_update   (ThStatusBar *self);
/* Shows @live instead of the text on the left, which the popover still has; %NULL shows the text
 * again.  While it is shown, the text on the right is shown only if there is a message. */
void     th_status_bar_set_live       (ThStatusBar *self,
                                       GtkWidget   *live);
/* Opens the popover with the complete text. */
void     th_status_bar_open           (ThStatusBar *self);
gboolean th_status_bar_is_empty       (ThStatusBar *self);

G_END_DECLS
