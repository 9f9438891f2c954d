/* th-lane-draw.h - what the files share that each draw a part of a lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * th-lane-area.c calls them, according to the kind of the lane.  A lane is read into columns,
 * these are turned into bars and event ticks, and those are drawn by one of two render backends.
 * Each stage returns the input of the next one; it is valid until the same stage runs again.
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

/* Pixels read beyond both ends of a view, so that decisions that depend on neighboring
 * columns are the same at its edges as in the middle. */
#define TH_LANE_PAD_PX 32

/* The context of drawing one lane; lives for one call. */
typedef struct
{
  const ThLaneContent *content;
  ThTheme           *theme;
  ThLaneCache       *cache;
  const ThLane      *lane;
  ThStream          *stream; /* of a CPU lane */
  ThCpu             *cpu;
  ThCpu             *runs;   /* the CPU whose runs are drawn */
  ThGrid             grid;
  gint               pad;    /* columns read beyond either side */
  cairo_t           *cr;
  cairo_t           *names;  /* for text: cr, or the layer that is painted over dimmed parts */
  double             width;  /* logical pixels */
  double             height;
  const ThLaneShape *shape;
  gboolean           direct; /* writes pixels into memory: TH_RENDER_PIXELS */
  guint32            back;   /* packed: background, idle bar, tick */
  guint32            idle;
  guint32            tick;
} ThLaneDraw;

/* Fills the lane with its background. */
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
/* Where a unit of time is longer than a column: moves each unit's counts to the first
 * column that it covers. */
void                th_lane_spread_counts     (ThLaneDraw *draw,
                                               ThPixel    *pixels,
                                               gint64      from,
                                               gint        units);

/* --- th-bar-spans.c: consecutive columns of equal look -------------- */

typedef struct
{
  gint    begin;   /* in columns; may lie outside the view */
  gint    end;
  guint32 index;   /* of the run or slice; G_MAXUINT32 if several share the columns */
  guint32 what;    /* task of a run, or name of a slice; G_MAXUINT32 if unknown */
  guint32 color;   /* of the task or context, packed; 0 if unknown */
  guint32 fill;    /* the color drawn: lighter if inferred or partly idle */
  guint16 context; /* of a slice */
  guint8  flags;   /* ThRunFlags or ThSliceFlags */
} ThBarSpan;

/* Whether the span is a single run or slice, and wide enough for round corners. */
gboolean            th_bar_span_is_bar        (const ThLaneDraw *draw,
                                               const ThBarSpan  *span);
/* Gives a column that two bars share to the one that covers more of it. */
void                th_bar_spans_join         (GArray             *spans);
/* Writes the spans as pixels into rows [@top, @bottom). */
void                th_bar_spans_copy         (ThLaneDraw     *draw,
                                               const GArray   *spans,
                                               const ThPixels *pixels,
                                               gint            top,
                                               gint            bottom);
/* Draws the spans with cairo, with or without round @corners. */
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
/* Rounds the corners of a bar written as pixels by mixing in the background.  Columns
 * are those of the grid, rows device pixels. */
void                th_bar_cut                (ThLaneDraw     *draw,
                                               const ThPixels *pixels,
                                               gint            begin,
                                               gint            end,
                                               gint            top,
                                               gint            height);
/* Draws a dashed upper edge, which marks an inferred run. */
void                th_bar_draw_dashes        (ThLaneDraw *draw,
                                               gint        begin,
                                               gint        end,
                                               double      y,
                                               ThColor     color);

/* --- th-lane-runs.c ----------------------------------------------------- */

/* The runs of all columns, as ThBarSpan. */
const GArray       *th_lane_read_runs         (ThLaneDraw        *draw,
                                               const ThTaskPixel *tasks);
void                th_lane_draw_run_names    (ThLaneDraw   *draw,
                                               const GArray *runs);

/* --- th-lane-event-ticks.c ---------------------------------------------- */

/* Element i is column i - pad. */
typedef struct
{
  guint32 *colors;  /* packed */
  guint32 *heights; /* in device pixels; 0: no tick */
} ThTickLayer;

typedef struct
{
  ThTickLayer all;
  /* drawn over the others, which are then dimmed; NULL heights without a filter */
  ThTickLayer matched;
} ThEventTicks;

/* Ticks of dense columns have the color of the task that ran longest there. */
ThEventTicks        th_lane_read_event_ticks  (ThLaneDraw    *draw,
                                               const ThPixel *pixels,
                                               const GArray  *runs);
void                th_lane_paint_event_ticks (ThLaneDraw         *draw,
                                               const ThEventTicks *ticks);
void                th_lane_copy_event_ticks  (ThLaneDraw         *draw,
                                               const ThEventTicks *ticks,
                                               const ThPixels     *pixels);

/* --- th-lost.c ---------------------------------------------------------- */

/* Draws hatched bands over a CPU's lane, with labels where there is room. */
void                th_lane_draw_lost         (ThLaneDraw         *draw);

/* --- track rows, drawn over the background ----------------------- */

/* th-lane-slices.c, th-lane-points.c, th-lane-values.c */
void                th_lane_draw_slices       (ThLaneDraw       *draw,
                                               const ThTrackRow *row);
void                th_lane_draw_points       (ThLaneDraw       *draw,
                                               const ThTrackRow *row);
void                th_lane_draw_values       (ThLaneDraw       *draw,
                                               const ThTrackRow *row);
/* th-value-columns.c: the columns of points and values.  Element 0 is column 0;
 * elements before it are valid, too. */
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

/* A part of a lane off the path of the followed flow, in logical pixels. */
typedef struct
{
  double from;
  double to;
} ThDimmedSpan;

/* Dims a lane except where the followed flow was on it; names are drawn on top and stay
 * legible.  Call begin before all other drawing, end after it. */
void                th_lane_begin_dim         (ThLaneDraw         *draw);
void                th_lane_end_dim           (ThLaneDraw         *draw);
/* Sets the colors for a name between @from and @to on the packed @fill, a part of which may be
 * dimmed; draw the name with draw->names. */
void                th_lane_set_ink           (ThLaneDraw *draw,
                                               guint32     fill,
                                               double      from,
                                               double      to);

G_END_DECLS
