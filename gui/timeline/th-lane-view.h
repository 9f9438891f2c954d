/* th-lane-view.h - one visible lane of the timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shows the picture that the canvas draws, and stands for the lane towards
 * assistive technology: a list item with the lane's name, and a description
 * that says what it holds, how it is arranged and what is selected in it.
 *
 * A lane that has a picture already is drawn again only while the frame has
 * time: #ThPace.  Else it shows the last picture, moved to where it belongs
 * now, and follows in the next frame.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_LANE_VIEW (th_lane_view_get_type ())
G_DECLARE_FINAL_TYPE (ThLaneView, th_lane_view, TH, LANE_VIEW, GtkWidget)

/**
 * ThPace:
 * @until: when the lanes have taken their share of the frame, monotonic time
 * @n_drawn: lanes drawn in this frame; the first one is never put off
 * @n_late: lanes that were put off
 *
 * What the lanes of one frame may take together.
 */
typedef struct
{
  gint64 until;
  guint  n_drawn;
  guint  n_late;
} ThPace;

/* @pace is the timeline's, which sets it for each frame. */
GtkWidget *th_lane_view_new       (ThDocument *document,
                                   ThPace     *pace);
/* Shows lane @lane of the scene from now on. */
void       th_lane_view_bind      (ThLaneView *self,
                                   guint       lane,
                                   double      label_width,
                                   gboolean    current);
guint      th_lane_view_get_lane  (ThLaneView *self);
/* How often its pictures were drawn; for tests of the cache. */
guint      th_lane_view_get_n_drawn (ThLaneView *self);

G_END_DECLS
