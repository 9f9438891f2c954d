/* th-scene.h - the lanes of a recording, and how each is drawn and hit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A scene is the list of lanes of one recording with their places from top to
 * bottom, folded and hidden ones included, plus the theme.  The window and
 * `thresh render` draw through the same functions, so both show the same.
 *
 * Every draw function paints at the origin of the cairo_t it is given, and
 * nothing outside the size it is told.  It works for any target.  Two doors:
 * TH_RENDER_PIXELS writes dense lanes as pixels (the target must be an image
 * surface, of any device scale); TH_RENDER_VECTOR emits merged rectangles, for
 * SVG and PDF, and gives the same picture.
 *
 * What is drawn at any zoom: task runs with names where there is room; where
 * several runs share a pixel, the task that was longest, shaded by how busy
 * the pixel was; events as ticks where they can be told apart and as density
 * (height = logarithm of events per pixel) where not, so that one rare event
 * in 20 million stays visible; lost events as a hatched band; what is not
 * loaded yet as such, never as idle.
 *
 * What analyses found lies in rows: those of a CPU under its runs, in the
 * first buffer that has this CPU; those of a task in a lane of the section
 * "Tasks", busiest first, under a heading where several are of one process;
 * others in lanes of a section by the analysis' title.  Where a host and its
 * guest are joined, each CPU of the guest has right below it a lane of the task
 * of the host that is this CPU, with all that is known of it; folding the CPU
 * folds that away.  The user hides, pins,
 * moves and sorts them: th-lane-state.h.  Each CPU has one lane at any time,
 * except that where very many CPUs of a buffer have no events, one lane of kind
 * TH_LANE_MORE stands for all of those.
 * Indices may change with th_scene_update(), th_scene_set_folded() and the like.
 *
 * Cost is pixels × log events.  Main thread (or the one thread of `thresh`).
 */
#pragma once

#include <cairo.h>

#include "th-number-format.h"
#include "th-recording.h"
#include "th-results.h"
#include "th-rows.h"
#include "th-theme.h"
#include "th-view.h"

G_BEGIN_DECLS

typedef struct _ThScene ThScene;

typedef enum
{
  TH_LANE_SECTION, /* a heading: "CPUs", or a buffer's name; can be folded */
  TH_LANE_CPU,     /* its track rows can be folded away */
  TH_LANE_TASK,
  TH_LANE_TRACK,   /* a track that belongs to no CPU or task */
  TH_LANE_FLOW,    /* one flow, its legs behind each other */
  TH_LANE_MORE,    /* ends a section that does not show all: unfold it for more */
  TH_LANE_PROCESS, /* a heading in the section of tasks; can be folded */
  TH_LANE_UNHIDE   /* ends a section of which lanes are hidden: unfold it for them */
} ThLaneKind;

/* How high a lane is. */
typedef enum
{
  TH_LANE_NORMAL,
  TH_LANE_LOW,     /* one line of label */
  TH_LANE_HIGH,
  TH_N_LANE_SIZES
} ThLaneSize;

/**
 * ThLane:
 * @kind: what it is
 * @stream: which buffer (TH_LANE_CPU, and headings of CPUs)
 * @cpu: index of the CPU in it (TH_LANE_CPU)
 * @task: the task (TH_LANE_TASK); else TH_TASK_NONE
 * @title: "CPU 0"; UTF-8
 * @detail: "62 % busy · 12 345 events", or ""
 * @results: of a section of an analysis, of TH_LANE_TRACK and TH_LANE_FLOW;
 *   else NULL
 * @track: TH_LANE_TRACK
 * @flow: row of the flow (TH_LANE_FLOW)
 * @y: top edge, from the top of the first lane; 0 height if folded away
 * @height: in logical pixels
 * @can_fold: th_scene_set_folded() changes something
 * @hidden: by the user, or left out by th_scene_show_cpus(); it has no height
 * @pinned: it is in the section on top
 * @folded: the section or process is closed (its lanes have no height), the
 *   CPU's track rows are, or there is more to show
 * @size: see th-lane-state.h
 * @level: 1 below the heading of a process, else 0
 * @name: stable, see th-lane-state.h; stays as long as the scene; or NULL
 *
 * The texts are lent until the next th_scene_update() or th_scene_set_folded().
 */
typedef struct
{
  ThLaneKind  kind;
  guint       stream;
  guint       cpu;
  const char *title;
  const char *detail;
  double      y;
  double      height;
  gboolean    folded;
  gboolean    can_fold;
  gboolean    hidden;
  gboolean    pinned;
  ThLaneSize  size;
  guint       level;
  const char *name;
  guint32     task;
  ThResults  *results;
  ThTrack    *track;
  guint32     flow;
} ThLane;

/* It has a line of text and no time. */
static inline gboolean
th_lane_is_heading (const ThLane *lane)
{
  return lane->kind == TH_LANE_SECTION || lane->kind == TH_LANE_MORE || lane->kind == TH_LANE_PROCESS || lane->kind == TH_LANE_UNHIDE;
}

typedef enum
{
  TH_RENDER_PIXELS,
  TH_RENDER_VECTOR
} ThRenderBackend;

typedef enum
{
  TH_TIME_ABSOLUTE, /* s, with the digits that the trace has; ticks as integers */
  TH_TIME_RELATIVE, /* since the first event */
  TH_TIME_SINCE_ZERO, /* since the time of th_scene_set_zero(): a marker */
  TH_TIME_SINCE_BEFORE, /* of rows in a list since the row before; elsewhere as TH_TIME_RELATIVE */
  TH_N_TIME_FORMATS
} ThTimeFormat;

ThScene      *th_scene_new             (ThRecording  *recording,
                                        ThTheme      *theme);
void          th_scene_free            (ThScene      *self);

void          th_scene_set_theme       (ThScene      *self,
                                        ThTheme      *theme);
/* TH_TIME_NONE, as at first: the first event. */
void          th_scene_set_zero        (ThScene      *self,
                                        gint64        time);
ThTheme      *th_scene_get_theme       (ThScene      *self);
ThRecording  *th_scene_get_recording   (ThScene      *self);

/* The recording or results have grown, or ended: lanes and details are brought
 * up to date. */
void          th_scene_update          (ThScene      *self);

/* Shows what an analysis found, also what it still will: call
 * th_scene_update() then.  Takes a reference. */
void          th_scene_add_results     (ThScene      *self,
                                        ThResults    *results);
void          th_scene_remove_results  (ThScene      *self,
                                        ThResults    *results);
/* Events that are not in @rows are dimmed, or hidden with @hide; those that
 * are not decided on yet look as ever.  %NULL: all are in. */
void          th_scene_set_rows        (ThScene      *self,
                                        ThRows       *rows,
                                        gboolean      hide);

/* Events that are in one of @rows get its colour, of several the first; @n of
 * them, at most TH_SCENE_MAX_RULES.  Those that are not decided on have none. */
#define TH_SCENE_MAX_RULES 16
void          th_scene_set_rules       (ThScene      *self,
                                        ThRows *const *rows,
                                        const ThColor *colors,
                                        guint         n);
gboolean      th_scene_find_rule_color (ThScene      *self,
                                        ThRef         ref,
                                        ThColor      *color);

guint         th_scene_get_n_lanes     (ThScene      *self);
const ThLane *th_scene_get_lane        (ThScene      *self,
                                        guint         index);
double        th_scene_get_height      (ThScene      *self);
/* The lane at @y; G_MAXUINT below the last. */
guint         th_scene_find_lane       (ThScene      *self,
                                        double        y);
/* The lane of a CPU; G_MAXUINT if there is none. */
guint         th_scene_find_cpu        (ThScene      *self,
                                        guint         stream,
                                        guint         cpu);
/* The lane of a task; G_MAXUINT if it has none, or is not shown. */
guint         th_scene_find_task       (ThScene      *self,
                                        guint32       task);
/* The lane that shows a track; G_MAXUINT if none does. */
guint         th_scene_find_track      (ThScene      *self,
                                        const ThTrack *track);
/**
 * ThCarrier:
 * @inside: the host had the CPU in the guest then
 * @cpu: where: the number of the host's CPU; else 0
 * @reason: not inside: as its slice is called: "exit: hlt"; lent; else NULL
 *
 * What the host did with a CPU of its guest at some time.
 */
typedef struct
{
  gboolean    inside;
  guint       cpu;
  const char *reason;
} ThCarrier;

/* For an event of a guest; FALSE if it is not of one whose host is here, or that
 * tells nothing of that time. */
gboolean      th_scene_find_carrier    (ThScene      *self,
                                        ThRef         ref,
                                        ThCarrier    *carrier);
/* Only the CPUs of these numbers have lanes; NULL: all. */
void          th_scene_show_cpus       (ThScene      *self,
                                        const guint  *numbers,
                                        guint         n);
/* Sections, processes, track rows of a CPU; unfolding TH_LANE_MORE shows more
 * lanes, folding it the first few again; unfolding TH_LANE_UNHIDE shows what is
 * hidden. */
void          th_scene_set_folded      (ThScene      *self,
                                        guint         lane,
                                        gboolean      folded);
/* Shows the lane of a task, however idle, in the open section; returns it, or
 * G_MAXUINT if no analysis said anything of it. */
guint         th_scene_reveal_task     (ThScene      *self,
                                        guint32       task);

/* --- following --------------------------------------------------------- */

/* Flow @row of @results, which were added, gets a lane in the section behind
 * that of the CPUs; no other lane loses its place in time.  At most
 * TH_SCENE_MAX_FLOWS: FALSE if there are as many. */
#define TH_SCENE_MAX_FLOWS 64
gboolean      th_scene_pin_flow        (ThScene      *self,
                                        ThResults    *results,
                                        guint32       row);
void          th_scene_unpin_flow      (ThScene      *self,
                                        ThResults    *results,
                                        guint32       row);
/* The flow whose way from lane to lane is drawn; NULL: none.  With @dim all
 * but its places is pale. */
void          th_scene_follow          (ThScene      *self,
                                        ThResults    *results,
                                        guint32       row,
                                        gboolean      dim);
/* Its lane; G_MAXUINT if it is not pinned. */
guint         th_scene_find_flow       (ThScene      *self,
                                        ThResults    *results,
                                        guint32       row);
/* Top and bottom of all lanes that the followed flow was on, its own too;
 * FALSE if there are none. */
gboolean      th_scene_get_followed_range (ThScene   *self,
                                        double       *top,
                                        double       *bottom);

/* --- drawing ----------------------------------------------------------- */

/* The time part of a lane: view->width × lane->height. */
void          th_scene_draw_lane       (ThScene      *self,
                                        guint         lane,
                                        const ThView *view,
                                        cairo_t      *cr,
                                        ThRenderBackend backend);
/* The label part: @width × lane->height; @mirrored: reading begins on the right. */
void          th_scene_draw_label      (ThScene      *self,
                                        guint         lane,
                                        double        width,
                                        gboolean      mirrored,
                                        cairo_t      *cr);
/* Whether the arrow that folds the lane is at @x, counted from where reading begins. */
gboolean      th_scene_is_arrow        (ThScene      *self,
                                        guint         lane,
                                        double        x);
/* What is seen of the lanes: those above @pinned stay on top, the others begin
 * @scroll further down; @height in all. */
typedef struct
{
  double pinned;
  double scroll;
  double height;
} ThViewport;

/* The way of the followed flow, over the lanes: curves from step to step where
 * it goes to another CPU or row.  The origin is the top of the viewport. */
void          th_scene_draw_arrows     (ThScene      *self,
                                        const ThView *view,
                                        const ThViewport *viewport,
                                        cairo_t      *cr);
/* A waking of one task by another, whose lanes are both seen: an arrow at @x from
 * the one lane to the other.  Places as of th_scene_draw_arrows(). */
typedef struct
{
  guint  from; /* lanes */
  guint  to;
  double x;
  double y1;
  double y2;
} ThWakeup;

/* Free with g_array_unref().  Near ones are merged, those of dense lanes left
 * out; none where there are too many to tell apart. */
GArray       *th_scene_list_wakeups    (ThScene      *self,
                                        const ThView *view,
                                        const ThViewport *viewport);
void          th_scene_draw_wakeups    (ThScene      *self,
                                        const GArray *wakeups,
                                        cairo_t      *cr);
/* Ticks and times: view->width × @height.  Only digits that differ are
 * crowded out, never cut. */
void          th_scene_draw_ruler      (ThScene      *self,
                                        const ThView *view,
                                        double        height,
                                        ThTimeFormat  format,
                                        cairo_t      *cr);
/* The whole trace as one density with loss, without the brush. */
void          th_scene_draw_overview   (ThScene      *self,
                                        double        width,
                                        double        height,
                                        cairo_t      *cr,
                                        ThRenderBackend backend);
/* All of it as one picture: title line, overview, ruler, labels and lanes.
 * @view->width is that of the whole picture.  Returns the height it takes;
 * with @cr NULL only that. */
double        th_scene_draw_picture    (ThScene      *self,
                                        const ThView *view,
                                        const char   *title,
                                        cairo_t      *cr,
                                        ThRenderBackend backend);

/* --- hitting ----------------------------------------------------------- */

/**
 * ThHit:
 * @lane: index, or G_MAXUINT
 * @ref: the event nearest to the pointer within a few pixels, or TH_REF_NONE
 * @run: index of the task run under the pointer in th_recording_get_runs_cpu(),
 *   or G_MAXUINT32
 * @count: events in the pixel under the pointer
 * @lost: index of the loss under the pointer, or G_MAXUINT32
 * @results, @track: the track whose row is under the pointer, or NULL: then
 *   nothing below counts
 * @depth, @slice: the slice of it, or G_MAXUINT32; @ref is its anchor
 * @point: the point or value (the last at or before the pointer) of it, or
 *   G_MAXUINT32; @ref is a point's anchor
 * @leg: in a lane of a flow: which of th_flows_list_legs(), or G_MAXUINT32;
 *   @ref is the event of the step that ends it
 */
typedef struct
{
  guint   lane;
  ThRef   ref;
  guint32 run;
  guint32 count;
  guint32 lost;
  ThResults *results;
  ThTrack   *track;
  guint      depth;
  guint32    slice;
  guint32    point;
  guint32    leg;
} ThHit;

ThHit         th_scene_hit             (ThScene      *self,
                                        const ThView *view,
                                        double        x,
                                        double        y); /* from the top of the first lane */

/* --- along a lane of slices, points or values --------------------------- */

/* Its next event after @time (@step 1), or the one before (-1): what a slice or a
 * point is anchored at.  TH_REF_NONE: there is none, or it is a lane of another kind. */
ThRef         th_scene_step_lane       (ThScene      *self,
                                        guint         lane,
                                        gint64        time,
                                        int           step);
/* Whether a slice or a point of it is anchored at @ref. */
gboolean      th_scene_lane_has        (ThScene      *self,
                                        guint         lane,
                                        ThRef         ref);

/* --- words ------------------------------------------------------------- */

/* Free with g_free(). "188.024046310", "1 284 031" (ticks), with format. */
char         *th_scene_format_time     (ThScene      *self,
                                        gint64        time,
                                        ThTimeFormat  format);
/* "175.000 µs", "2.184 s", "12 ns"; for a tick clock "175 ticks". */
char         *th_scene_format_duration (ThScene      *self,
                                        gint64        duration);
/* The same with all of its nanoseconds: "6.257964 ms", "1.234567890 s". */
char         *th_scene_format_length   (ThScene      *self,
                                        gint64        duration);
/* A value of a track: "2.400 GHz", "1 234". */
char         *th_scene_format_value    (ThScene      *self,
                                        double        value,
                                        ThUnit        unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThScene, th_scene_free)

G_END_DECLS
