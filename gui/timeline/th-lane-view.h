/* th-lane-view.h - one visible lane of the timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shows the picture that the canvas draws, and represents the lane to assistive
 * technology as a list item with the lane's name, and a description of its
 * content, its arrangement and its selected event.
 * The picture is drawn by a worker thread (th-lane-painter.h), which the timeline asks for it
 * in each frame.  Until it is ready, the lane shows its last picture, moved to the current view;
 * the label is drawn at once.
 *
 * Read-only properties: "lane" (uint), the lane of the scene that it shows; "n-drawn"
 * (uint), the number of pictures of that lane so far, which shows what the cache saves.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-lane-painter.h"

G_BEGIN_DECLS

#define TH_TYPE_LANE_VIEW (th_lane_view_get_type ())
G_DECLARE_FINAL_TYPE (ThLaneView, th_lane_view, TH, LANE_VIEW, GtkWidget)

GtkWidget *th_lane_view_new       (ThDocument    *document);
/* Makes the widget show lane @lane of the scene. */
void       th_lane_view_bind      (ThLaneView    *self,
                                   guint          lane,
                                   double         label_width,
                                   gboolean       current);
/* Exchanges the pictures of two widgets, to follow the lanes that they show. */
void       th_lane_view_swap      (ThLaneView    *self,
                                   ThLaneView    *other);
/* Whether the last picture is one of the lane @lane of the scene. */
gboolean   th_lane_view_has_lane  (ThLaneView    *self,
                                   guint          lane);

/* Takes the picture from @painter if it is ready.  Returns whether the lane is up to date. */
gboolean   th_lane_view_take      (ThLaneView    *self,
                                   ThLanePainter *painter);
/* Orders the current picture of the lane. */
void       th_lane_view_order     (ThLaneView    *self,
                                   ThLanePainter *painter);
/* Returns how many frames in a row, this one included, lacked the picture. */
guint      th_lane_view_count_late (ThLaneView   *self,
                                   gboolean       is_late);
/* Whether it has nothing to show until its picture is ready. */
gboolean   th_lane_view_is_blank  (ThLaneView    *self);

G_END_DECLS
