/* th-lane-view.h - one visible lane of the timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shows the picture that the canvas draws, and represents the lane to assistive
 * technology as a list item with the lane's name, and a description of its
 * content, its arrangement and its selected event.
 * A lane that has a picture is drawn again only while the frame has time left:
 * #ThFrameBudget.  Otherwise it shows its last picture, moved to the current view, and
 * is drawn in a later frame.
 *
 * Read-only properties: "lane" (uint), the lane of the scene that it shows; "n-drawn"
 * (uint), the number of pictures drawn so far, which shows what the cache saves.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_LANE_VIEW (th_lane_view_get_type ())
G_DECLARE_FINAL_TYPE (ThLaneView, th_lane_view, TH, LANE_VIEW, GtkWidget)

/**
 * ThFrameBudget:
 * @until: the monotonic time at which the lanes have used up their share of the frame
 * @n_drawn: number of lanes drawn in this frame; the first one is never deferred
 * @n_late: number of deferred lanes
 *
 * The time that all lanes of one frame may take together.
 */
typedef struct
{
  gint64 until;
  guint  n_drawn;
  guint  n_late;
} ThFrameBudget;

/* @budget belongs to the timeline, which sets it for each frame. */
GtkWidget *th_lane_view_new       (ThDocument    *document,
                                   ThFrameBudget *budget);
/* Makes the widget show lane @lane of the scene. */
void       th_lane_view_bind      (ThLaneView    *self,
                                   guint          lane,
                                   double         label_width,
                                   gboolean       current);

G_END_DECLS
