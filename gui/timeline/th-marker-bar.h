/* th-marker-bar.h - markers A and B, and how far apart they are
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A marker that is not set is set by its button (win.set-marker); one that is
 * leads there (win.go-marker).  The distance is always in view once both are
 * set; its button tells what happened between them.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_MARKER_BAR (th_marker_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThMarkerBar, th_marker_bar, TH, MARKER_BAR, GtkWidget)

void        th_marker_bar_set_document (ThMarkerBar *self,
                                        ThDocument  *document);
/* "Δ 175.000 µs"; "" unless both markers are set. */
const char *th_marker_bar_get_delta    (ThMarkerBar *self);
/* What lies between the markers, a line each; "" unless both are set.  Lent until
 * the next call. */
const char *th_marker_bar_describe     (ThMarkerBar *self);

G_END_DECLS
