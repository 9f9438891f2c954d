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

G_END_DECLS
