/* th-lane-view.h - one visible lane of the timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shows the picture that the canvas draws, and stands for the lane towards
 * assistive technology: a list item with the lane's name, and a description
 * that says what it holds and what is selected in it.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_LANE_VIEW (th_lane_view_get_type ())
G_DECLARE_FINAL_TYPE (ThLaneView, th_lane_view, TH, LANE_VIEW, GtkWidget)

GtkWidget *th_lane_view_new       (ThDocument *document);
/* Shows lane @lane of the scene from now on. */
void       th_lane_view_bind      (ThLaneView *self,
                                   guint       lane,
                                   double      label_width,
                                   gboolean    current);
guint      th_lane_view_get_lane  (ThLaneView *self);
/* How often its pictures were drawn; for tests of the cache. */
guint      th_lane_view_get_n_drawn (ThLaneView *self);

G_END_DECLS
