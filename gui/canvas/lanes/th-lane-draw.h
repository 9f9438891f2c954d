/* th-lane-draw.h - what the files that draw lanes share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A lane is read into columns, from these into bars and event ticks, and those
 * are drawn by one of the two backends.  Each stage returns what the next one is
 * given; it is lent until the same stage runs again.
 */
#pragma once

#include "th-color.h"
#include "th-draw.h"
#include "th-lane-cache.h"
#include "th-lane-rows.h"
#include "th-lane-shape.h"
#include "th-pixels.h"
#include "th-scene-draw.h"

G_BEGIN_DECLS

/* Columns read beyond both ends of a view, so that what is decided from the
 * surroundings is the same at its edges as in the middle. */
#define TH_LANE_PAD_PX 32

/* What a lane is drawn with; lives for one call. */
typedef struct
{
  ThScene           *scene;
  ThTheme           *theme;
  ThLaneCache       *cache;
  const ThLane      *lane;
  guint              index;
  ThStream          *stream; /* of a CPU */
  ThCpu             *cpu;
  ThCpu             *runs;   /* where its runs come from */
  ThGrid             grid;
  gint               pad;    /* columns read on either side */
  cairo_t           *cr;
  cairo_t           *names;  /* for text: the same, or what is put over dimmed parts */
  double             width;  /* logical pixels */
  double             height;
  const ThLaneShape *shape;
  gboolean           direct; /* pixels may be written */
  guint32            back;   /* packed: background, idle bar, tick */
  guint32            idle;
  guint32            tick;
} ThLaneDraw;

/* The background of the whole lane. */
static inline void
th_lane_draw_background (ThLaneDraw *draw)
{
  double height = th_draw_device (&draw->grid, draw->height) / draw->grid.scale;

  th_draw_role (draw->cr, draw->theme, TH_COLOR_BACKGROUND);
  cairo_rectangle (draw->cr, 0, 0, draw->width, height);
  cairo_fill (draw->cr);
}

/* --- th-lane-columns.c -------------------------------------------------- */

/* Element i is column i - pad. */
typedef struct
{
  const ThTaskPixel *tasks;
  const ThPixel     *pixels;
} ThCpuColumns;

ThCpuColumns        th_lane_read_columns      (ThLaneDraw         *draw);
/* Moves counts of units of time that are longer than a column, each to its first
 * column. */
void                th_lane_spread_counts     (ThLaneDraw *draw,
                                               ThPixel    *pixels,
                                               gint64      from,
                                               gint        units);

/* --- th-bar-spans.c: consecutive columns that look the same -------------- */

typedef struct
{
  gint    begin;   /* columns; may lie outside the view */
  gint    end;
  guint32 index;   /* of the run or slice; G_MAXUINT32 where several share it */
  guint32 what;    /* task of a run, name of a slice; G_MAXUINT32 where nothing is known */
  guint32 color;   /* of the task or context, packed; 0 where nothing is known */
  guint32 fill;    /* what is drawn: lighter where unsure or half idle */
  guint16 context; /* of a slice */
  guint8  flags;   /* ThRunFlags or ThSliceFlags */
} ThBarSpan;

/* It is one run or slice, and wide enough for corners. */
gboolean            th_bar_span_is_bar        (const ThLaneDraw *draw,
                                               const ThBarSpan  *span);
/* Gives a single column that two bars share to the one that leads in it. */
void                th_bar_spans_join         (GArray             *spans);
/* Pixels: rows [@top, @bottom), device pixels. */
void                th_bar_spans_copy         (ThLaneDraw     *draw,
                                               const GArray   *spans,
                                               const ThPixels *pixels,
                                               gint            top,
                                               gint            bottom);
/* The same as vectors, with round @corners or without. */
void                th_bar_spans_paint        (ThLaneDraw   *draw,
                                               const GArray *spans,
                                               gint          top,
                                               gint          bottom,
                                               gboolean      corners);

/* --- th-bar.c: bars with round corners ----------------------------------- */

void                th_bar_add_path           (cairo_t *cr,
                                               double   x,
                                               double   y,
                                               double   width,
                                               double   height);
/* Mixes the background into the corners of a bar that is written already; columns
 * of the grid, device pixels. */
void                th_bar_cut                (ThLaneDraw     *draw,
                                               const ThPixels *pixels,
                                               gint            begin,
                                               gint            end,
                                               gint            top,
                                               gint            height);
/* A dashed upper edge, for what is inferred. */
void                th_bar_draw_dashes        (ThLaneDraw *draw,
                                               gint        begin,
                                               gint        end,
                                               double      y,
                                               ThColor     color);

/* --- th-lane-runs.c ----------------------------------------------------- */

/* ThBarSpan, of all columns. */
const GArray       *th_lane_read_runs         (ThLaneDraw        *draw,
                                               const ThTaskPixel *tasks);
void                th_lane_draw_run_names    (ThLaneDraw   *draw,
                                               const GArray *runs);

/* --- th-lane-event-ticks.c ---------------------------------------------- */

/* Element i is column i - pad. */
typedef struct
{
  guint32 *colors;  /* packed */
  guint32 *heights; /* device pixels; 0: none */
} ThTickLayer;

typedef struct
{
  ThTickLayer all;
  ThTickLayer matched; /* drawn over all, which are dimmed then; its heights NULL: no filter */
} ThEventTicks;

/* In dense columns ticks have the colour of the task that led there. */
ThEventTicks        th_lane_read_event_ticks  (ThLaneDraw    *draw,
                                               const ThPixel *pixels,
                                               const GArray  *runs);
void                th_lane_paint_event_ticks (ThLaneDraw         *draw,
                                               const ThEventTicks *ticks);
void                th_lane_copy_event_ticks  (ThLaneDraw         *draw,
                                               const ThEventTicks *ticks,
                                               const ThPixels     *pixels);

/* --- th-lost.c ---------------------------------------------------------- */

/* Bands over the lane of a CPU, with words where there is room. */
void                th_lane_draw_lost         (ThLaneDraw         *draw);

/* --- rows of tracks, on a background that is drawn ----------------------- */

/* th-lane-slices.c, th-lane-points.c, th-lane-values.c */
void                th_lane_draw_slices       (ThLaneDraw       *draw,
                                               const ThTrackRow *row);
void                th_lane_draw_points       (ThLaneDraw       *draw,
                                               const ThTrackRow *row);
void                th_lane_draw_values       (ThLaneDraw       *draw,
                                               const ThTrackRow *row);
/* th-value-columns.c: the columns of points and values; element 0 is column 0,
 * and there are some before it. */
const ThValuePixel *th_lane_read_values       (ThLaneDraw *draw,
                                               ThTrack    *track);
/* th-lane-track.c: all rows of the lane */
void                th_lane_draw_rows         (ThLaneDraw         *draw);

/* --- whole lanes --------------------------------------------------------- */

/* th-lane-cpu.c, th-lane-flow.c */
void                th_lane_draw_cpu          (ThLaneDraw      *draw,
                                               ThRenderBackend  backend);
void                th_lane_draw_flow         (ThLaneDraw         *draw);

/* --- th-lane-dim.c ------------------------------------------------------- */

/* A part of a lane that is off the path of the followed flow; logical pixels. */
typedef struct
{
  double from;
  double to;
} ThDimmedSpan;

/* A lane is dimmed except where the followed flow was on it, and its names are
 * drawn over that so that they can be read.  Begin before, end after all else. */
void                th_lane_begin_dim         (ThLaneDraw         *draw);
void                th_lane_end_dim           (ThLaneDraw         *draw);
/* Of a name at @x on @fill, packed: draw the name with draw->names. */
void                th_lane_set_ink           (ThLaneDraw *draw,
                                               guint32     fill,
                                               double      x);

G_END_DECLS
