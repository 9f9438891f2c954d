/* th-status-bar.h - the status bar: what is selected, and what is being done
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * At its left end it describes the document: the filter, lost events, the span,
 * the distance of the markers, the selected event, the followed flow.  At its right
 * end it says what is being done, and for some seconds what was just done.  Where
 * that has no room a button opens all of it.
 *
 * Properties: "document" (ThDocument); read-only "text" (the left end), "activity"
 * (the right end) and "notice" (what was just done, all of its lines; or NULL).
 * Signal: "updated", after its text was written.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-marker-bar.h"

G_BEGIN_DECLS

#define TH_TYPE_STATUS_BAR (th_status_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThStatusBar, th_status_bar, TH, STATUS_BAR, GtkBox)

/* NULL: an empty bar. */
void     th_status_bar_set_document   (ThStatusBar *self,
                                       ThDocument  *document);
/* The bar that knows what lies between the markers. */
void     th_status_bar_set_marker_bar (ThStatusBar *self,
                                       ThMarkerBar *marker_bar);
/* Says for some seconds what was just done.  The first line is shown in the bar, all of
 * them are in the tooltip and in the popover. */
void     th_status_bar_say            (ThStatusBar *self,
                                       const char  *text);
/* Updates the text after a change for which the document has no signal.  All changes of
 * one turn of the main loop are shown once, before the next frame. */
void     th_status_bar_queue_update   (ThStatusBar *self);
/* Opens all of its text. */
void     th_status_bar_open           (ThStatusBar *self);
gboolean th_status_bar_is_empty       (ThStatusBar *self);

G_END_DECLS
