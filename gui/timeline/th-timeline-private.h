/* th-timeline-private.h - what the files of ThTimeline share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-lane-arrangement.h"
#include "th-hover-card.h"
#include "th-lane-view.h"
#include "th-hit-ticks.h"
#include "th-overview-strip.h"
#include "th-scene-hit.h"
#include "th-texture-cache.h"
#include "th-timeline.h"
#include "th-viewport.h"

G_BEGIN_DECLS

#define HITS_PX 4

struct _ThTimeline
{
  GtkWidget       parent;

  ThDocument     *document;
  GtkWidget      *overview;
  GtkWidget      *overview_label;
  GtkWidget      *ruler_label;
  GtkWidget      *scrollbar;
  GtkWidget      *card;
  GtkWidget      *menu;        /* lent; NULL: none was opened, or it is gone */
  GtkAdjustment  *scroll;
  gboolean        allocating;  /* what changes now needs no other allocation */
  GPtrArray      *lanes;       /* ThLaneView children, in use or spare */
  guint           reserve_id;  /* adds those that were short */
  guint           n_lanes_used;
  guint           n_pinned_used; /* of them, first */
  ThPace          pace;        /* of the frame that is drawn */
  guint           first_late;  /* the lane to begin a frame with */
  gint64          share_usec;  /* what lanes may take of any frame */
  guint           n_still;     /* frames since the view moved */
  ThView          drawn_view;  /* of the last frame */
  ThTextureCache  ruler;
  ThHitTicks      hits;
  double          label_width;
  double          time_x;      /* where time begins: 0 where labels are on the right */
  guint           current;
  gboolean        shows_late;   /* the current lane comes to sight with the first layout */
  const char     *current_name; /* lent by the scene; NULL: it has none */

  /* Gliding */
  guint           tick_id;
  gint64          glide_begin; /* frame time, us; 0: not gliding */
  ThView          glide_from, glide_to;
  ThHold          hold;
  gint64          hold_last;
  double          hold_speed;  /* 1: the usual */

  /* Pointer, in the timeline's pixels; negative: elsewhere */
  double          pointer_x, pointer_y;
  ThHit           hit;
  gint64          drag_time;   /* where a span drag began; TH_TIME_NONE: none */
  gboolean        dragging;
  ThMarker        drag_marker; /* TH_N_MARKERS: none */
  ThView          drag_view;   /* the view as a pan or pinch began */
  double          drag_scroll;
  const char     *drag_lane;   /* name of the lane whose label is dragged, or NULL */
  guint           drop_before; /* where it would go; G_MAXUINT: it stays */
  gboolean        drop_pinned; /* among those that are pinned */
};

/* th-timeline-geometry.c */
/* NULL while there is none. */
ThScene *th_timeline_get_scene     (ThTimeline *self);

/* From above: the overview, a line, the ruler, the lanes. */
double   th_timeline_get_overview_height (void);
double   th_timeline_get_ruler_height (void);
double   th_timeline_get_lanes_top (void);

/* What is seen of the lanes, below the ruler. */
ThViewport   th_timeline_get_viewport      (ThTimeline *self);
/* Top edge of a lane. */
double   th_timeline_lane_top      (ThTimeline   *self,
                                    const ThLane *lane);
/* From the top of the first lane. */
double   th_timeline_scene_y       (ThTimeline *self,
                                    double      y);
/* NULL where none is. */
const ThLane *th_timeline_get_lane_at (ThTimeline *self,
                                       double      y);

/* Not on the labels. */
gboolean th_timeline_in_time       (ThTimeline *self,
                                    double      x);
gboolean th_timeline_in_lanes      (ThTimeline *self,
                                    double      x,
                                    double      y);
gint64   th_timeline_time_at       (ThTimeline *self,
                                    double      x);

/* th-timeline-lanes.c */
/* A child that comes while places are given would ask for another layout, too
 * late for this frame: as many as will be seen are there before. */
void     th_timeline_reserve_lanes (ThTimeline *self);
/* Lanes came, went or moved: the current one is the same. */
void     th_timeline_find_current  (ThTimeline *self);
/* One widget for each lane that is at least partly visible. */
void     th_timeline_allocate_lanes (ThTimeline *self,
                                    int         width);

/* th-timeline-pointer.c */
void     th_timeline_set_pointer   (ThTimeline *self,
                                    double      x,
                                    double      y);

/* Selects what is there, and shows what can be done with it. */
void     th_timeline_popup_menu_at (ThTimeline *self,
                                    double      x,
                                    double      y);

/* th-timeline-motion.c */
void     th_timeline_zoom_at       (ThTimeline *self,
                                    double      factor,
                                    double      x, /* from the left of the time part */
                                    gboolean    glide);
void     th_timeline_stop_motion   (ThTimeline *self);

/* th-timeline-input.c */
void     th_timeline_add_input     (ThTimeline *self);

/* th-timeline-markers.c */
/* The time at @x; of an event that is nearer than a few pixels, in the lane at
 * @y if that is a CPU's, else in any. */
gint64   th_timeline_snap          (ThTimeline *self,
                                    double      x,
                                    double      y);
ThMarker th_timeline_find_marker   (ThTimeline *self,
                                    double      x,
                                    double      y);
/* Tells names and times of bookmarks whose flags the pointer is over. */
void     th_timeline_add_tooltips  (ThTimeline *self);
/* The bookmark whose flag is at @x, @y in the ruler; G_MAXUINT if none is. */
guint    th_timeline_find_bookmark (ThTimeline *self,
                                    double      x,
                                    double      y);
void     th_timeline_snapshot_marks (ThTimeline  *self,
                                     GtkSnapshot *snapshot);

/* th-timeline-overlay.c */
void     th_timeline_snapshot_overlay (ThTimeline  *self,
                                       GtkSnapshot *snapshot);

/* th-timeline-row.c: the row of a table that is shown.  Its CPU's lane is the one that
 * keys act on; it is in view, and so is the lane of its task where both have room. */
void th_timeline_show_row      (ThTimeline  *self);
/* What its frame says: who had the CPU, and for how long; NULL where nobody is to blame. */
char *th_timeline_dup_blame    (ThTimeline  *self);
void th_timeline_snapshot_row  (ThTimeline  *self,
                                GtkSnapshot *snapshot);

G_END_DECLS
