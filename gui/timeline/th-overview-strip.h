/* th-overview-strip.h - the whole trace as a strip, with the view as a brush
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Dragging the brush pans the view, dragging one of its edges resizes it, and a click
 * beside it centers the view there.  Over an edge the cursor is "col-resize".
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_OVERVIEW_STRIP (th_overview_strip_get_type ())
G_DECLARE_FINAL_TYPE (ThOverviewStrip, th_overview_strip, TH, OVERVIEW_STRIP, GtkWidget)

GtkWidget *th_overview_strip_new          (void);
void       th_overview_strip_set_document (ThOverviewStrip *self,
                                           ThDocument      *document);

/* Counts the events again if there are others, on a worker thread; waits for what is being counted
 * until the monotonic time @until.  Call it in each frame, before the strip is drawn.  Returns
 * whether the strip is up to date; if it is not, it shows what was counted last, and asks for a
 * frame once there is more. */
gboolean   th_overview_strip_bring        (ThOverviewStrip *self,
                                           gint64           until);

G_END_DECLS
