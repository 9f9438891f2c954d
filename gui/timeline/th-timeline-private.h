/* th-timeline-private.h - declarations shared by the files of ThTimeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-lane-arrangement.h"
#include "th-hover-card.h"
#include "th-lane-painter.h"
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
  GSignalGroup   *document_signals;
  GSignalGroup   *marker_signals;
  GSignalGroup   *flag_signals;
  GtkWidget      *overview;
  GtkWidget      *overview_label;
  GtkWidget      *ruler_label;
  GtkWidget      *scrollbar;
  GtkWidget      *card;
  GtkWidget      *menu;        /* weak; NULL if no menu is open */
  GtkAdjustment  *scroll;
  gboolean        allocating;  /* size_allocate() runs: changes need no further allocation */
  GPtrArray      *lanes;       /* ThLaneView children, in use or spare */
  guint           reserve_id;  /* idle handler that adds missing lane views */
  guint           n_lanes_used;
  guint           n_pinned_used; /* number of pinned lanes, which come first */
  ThLanePainter  *painter;
  guint           n_late;      /* lanes without their current picture, and 1 for old counts of
                                * the overview or the ruler */
  guint           late_id;     /* timer while there are any */
  gboolean        reading;     /* property "reading" */
  gint64          lane_usec;   /* property "lane-time" */
  guint           n_still;     /* frames since the view moved */
  ThView          drawn_view;  /* the view of the last frame */
  ThTextureCache  ruler;
  ThHitTicks      hits;
  GArray         *wakeups;     /* ThWakeup, of the last frame that showed any; or NULL */
  ThPictureKey    wakeups_key; /* what they depend on */
  double          label_width;
  int             lanes_height; /* property "lanes-height" */
  double          time_x;      /* x of the time area: 0 when the labels are on the right */
  guint           current;
  gboolean        shows_late;   /* scroll to the current lane with the next layout */
  const char     *current_name; /* of the current lane, owned by the scene; or NULL */

  /* Animation of the view */
  guint           tick_id;
  gint64          glide_begin; /* frame time in µs; 0: no animation */
  ThView          glide_from, glide_to;
  ThHold          hold;
  gint64          hold_last;
  double          hold_speed;  /* 1: normal */

  /* Pointer position in pixels; negative if it is outside */
  double          pointer_x, pointer_y;
  GtkEventController *keys;    /* of the window */
  gboolean        keys_lead;   /* the last input was a key: no hover card */
  ThHit           hit;
  gint64          drag_time;   /* where dragging a span began, or TH_TIME_NONE */
  gboolean        dragging;
  ThMarker        drag_marker; /* the dragged marker, or TH_N_MARKERS */
  ThView          drag_view;   /* the view when a pan or pinch began */
  double          drag_scroll;
  const char     *drag_lane;   /* name of the dragged lane, or NULL */
  guint           drop_before; /* the lane before which it would be dropped; G_MAXUINT: it stays */
  gboolean        drop_pinned; /* it would be dropped among the pinned lanes */
};

/* th-timeline-geometry.c */
/* Returns NULL without a document. */
ThScene *th_timeline_get_scene     (ThTimeline *self);

/* Geometry from top to bottom: overview, separator, ruler, lanes. */
double   th_timeline_get_overview_height (void);
double   th_timeline_get_ruler_height (void);

/* Returns the visible part of the lanes, below the ruler. */
ThViewport   th_timeline_get_viewport      (ThTimeline *self);
/* Returns the y of a lane's top edge. */
double   th_timeline_lane_top      (ThTimeline   *self,
                                    const ThLane *lane);
/* Converts @y to a distance from the top of the first lane. */
double   th_timeline_scene_y       (ThTimeline *self,
                                    double      y);
/* Returns the lane at @y; or NULL. */
const ThLane *th_timeline_get_lane_at (ThTimeline *self,
                                       double      y);

/* Returns whether @x is in the time area, not on the labels. */
gboolean th_timeline_in_time       (ThTimeline *self,
                                    double      x);
gboolean th_timeline_in_lanes      (ThTimeline *self,
                                    double      x,
                                    double      y);
gint64   th_timeline_time_at       (ThTimeline *self,
                                    double      x);
/* Returns the left edge of a flag on the line at @x: right of the line, or left of it where only
 * that is in the time area. */
double   th_timeline_place_flag    (ThTimeline *self,
                                    double      x,
                                    double      line_width,
                                    double      flag_width);

/* th-timeline-lanes.c */
/* Creates as many lane views as will be visible, before allocation: a child added
 * during allocation would request another layout, too late for this frame. */
void     th_timeline_reserve_lanes (ThTimeline *self);
/* Finds the current lane again after lanes were added, removed or moved. */
void     th_timeline_find_current  (ThTimeline *self);
/* Allocates one widget for each lane that is at least partly visible. */
void     th_timeline_allocate_lanes (ThTimeline *self,
                                    int         width);

/* th-timeline-frame.c */
/* Orders the missing pictures of the lanes and the overview from workers, and takes those that are
 * ready within a short time. */
void     th_timeline_bring_pictures (ThTimeline *self);
void     th_timeline_snapshot_lanes (ThTimeline  *self,
                                     GtkSnapshot *snapshot);

/* th-timeline-late.c */
/* Keeps the property "reading" up to date; call it when the number of late lanes may have changed,
 * or when the widget was unmapped.  @moved: the view is another one than in the last frame. */
void     th_timeline_tell_late     (ThTimeline *self,
                                    gboolean    moved);

/* th-timeline-pointer.c */
void     th_timeline_set_pointer   (ThTimeline *self,
                                    double      x,
                                    double      y);

/* Selects the item at that position and opens its context menu. */
void     th_timeline_popup_menu_at (ThTimeline *self,
                                    double      x,
                                    double      y);

/* th-timeline-motion.c */
void     th_timeline_zoom_at       (ThTimeline *self,
                                    double      factor,
                                    double      x, /* from the left edge of the time area */
                                    gboolean    glide);
void     th_timeline_stop_motion   (ThTimeline *self);

/* th-timeline-input.c */
void     th_timeline_add_input     (ThTimeline *self);

/* th-timeline-markers.c */
/* Returns the time at @x, snapped to an event within a few pixels: in the lane at @y if that is
 * a lane of a CPU, in any lane otherwise. */
gint64   th_timeline_snap          (ThTimeline *self,
                                    double      x,
                                    double      y);
ThMarker th_timeline_find_marker   (ThTimeline *self,
                                    double      x,
                                    double      y);
/* Adds tooltips with name and time to the flags of bookmarks. */
void     th_timeline_add_tooltips  (ThTimeline *self);
/* Returns the bookmark whose flag is at @x, @y in the ruler; or G_MAXUINT. */
guint    th_timeline_find_bookmark (ThTimeline *self,
                                    double      x,
                                    double      y);
void     th_timeline_snapshot_marks (ThTimeline  *self,
                                     GtkSnapshot *snapshot);

/* th-timeline-flags.c */
/* Activates the flag of a note at @x, @y; FALSE if there is none. */
gboolean th_timeline_click_flag     (ThTimeline  *self,
                                     double       x,
                                     double       y);
/* The text of the flag there, or NULL; valid until the flags change. */
const char *th_timeline_find_flag_text (ThTimeline *self,
                                     double       x,
                                     double       y);
/* Describes the selected flag for screen readers; NULL if none is selected.  Free with g_free(). */
char    *th_timeline_dup_selected_flag (ThTimeline *self);
/* Draws the flags on the ruler and the lanes, or those @on_labels of lanes. */
void     th_timeline_snapshot_flags (ThTimeline  *self,
                                     GtkSnapshot *snapshot,
                                     gboolean     on_labels);

/* th-timeline-overlay.c */
void     th_timeline_snapshot_overlay (ThTimeline  *self,
                                       GtkSnapshot *snapshot);

/* th-timeline-present.c: draws up to where a live document is complete, and what is to come. */
void     th_timeline_snapshot_present (ThTimeline  *self,
                                       GtkSnapshot *snapshot);

/* th-timeline-row.c: shows the row of a table.  The lane of its CPU becomes current and
 * is scrolled into view, and so is the lane of its task if both fit. */
void th_timeline_show_row      (ThTimeline  *self);
/* Sets the accessible description to the text in the frame of the row: what occupied the CPU, and
 * for how long; or, if no row is shown or the occupant is unknown, to that of the selected flag. */
void th_timeline_describe_row  (ThTimeline  *self);
void th_timeline_snapshot_row  (ThTimeline  *self,
                                GtkSnapshot *snapshot);

G_END_DECLS
