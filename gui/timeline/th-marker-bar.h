/* th-marker-bar.h - buttons of markers A and B, and the time between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The button of an unset marker sets it (win.set-marker); that of a set one goes to it
 * (win.go-marker).  Once both are set, the bar shows the time between them on a button,
 * which opens a summary of the events in between.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_MARKER_BAR (th_marker_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThMarkerBar, th_marker_bar, TH, MARKER_BAR, GtkWidget)

void        th_marker_bar_set_document (ThMarkerBar *self,
                                        ThDocument  *document);
/* Describes the span between the markers, one fact per line; "" unless both are set.
 * Valid until the next call. */
const char *th_marker_bar_describe     (ThMarkerBar *self);

G_END_DECLS
