/* th-scene-private.h - what the files of the scene share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-color.h"
#include "th-grid.h"
#include "th-pixels.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* Columns read beyond both ends of a view, so that what is decided from the
 * surroundings is the same at its edges as in the middle. */
#define TH_LANE_PAD_PX 32

/* Consecutive columns that look the same in the run row. */
typedef struct
{
  gint       begin; /* columns; may lie outside the view */
  gint       end;
  guint32    run;   /* or G_MAXUINT32 where several share it */
  guint32    task;
  guint32    color;  /* of the task, packed; 0 where nothing is known */
  guint32    fill;   /* what is drawn: lighter where unsure or half idle */
  ThRunFlags flags;
} ThSpan;

/* Where things are in a CPU lane, in logical pixels from its top. */
typedef struct
{
  double height;
  double marks_top;
  double marks_base;
  double tick_height;
  double runs_top;
  double runs_height;
} ThLaneShape;

/* What one task looks like, kept between frames. */
typedef struct
{
  const char *name;  /* NULL while unknown, or while it has several */
  guint32     fill;
  gboolean    known;
} ThTaskLook;

/* Counts whose height is looked up; most columns have few events. */
#define TH_N_HEIGHTS 512

struct _ThScene
{
  ThRecording     *recording;
  ThTheme         *theme;
  GArray          *lanes;        /* ThLane */
  GStringChunk    *words;        /* their titles */
  GHashTable      *lane_index;   /* stream << 32 | cpu */
  ThLaneShape      shape;
  double           section_height;
  double           height;

  gboolean         has_range;
  gint64           first;
  gint64           last;
  gboolean         ticks;        /* the clock counts no ns */

  GArray          *looks;        /* ThTaskLook, by task */
  GHashTable      *name_fills;   /* interned name: packed colour */

  double           log_top;      /* log2 of the events a pixel of full height has */
  double           heights_scale; /* that height_of_count is made for; 0: none */
  guint16          height_of_count[TH_N_HEIGHTS];

  /* Scratch, grown once and used again for every lane.  Element i is column
   * i - pad. */
  ThPixel         *pixels;
  ThTaskPixel     *tasks;
  guint32         *marks;        /* packed colours of the event marks */
  guint32         *heights;      /* of the event marks, device pixels; 0: none */
  guint32         *row;          /* a row of pixels */
  guint32         *order;        /* columns by height */
  guint            n_scratch;
  GArray          *spans;        /* ThSpan */

  cairo_surface_t *hatch;        /* of lost events, for hatch_scale */
  double           hatch_scale;
};

/* What a lane is drawn with; lives for one call. */
typedef struct
{
  ThScene     *scene;
  ThStream    *stream;
  ThCpu       *cpu;
  ThCpu       *runs;   /* where the runs come from */
  ThGrid       grid;
  gint         pad;    /* columns read on either side */
  cairo_t     *cr;
  double       width;  /* logical pixels */
  gboolean     direct; /* pixels may be written */
  guint32      back;   /* packed: background, idle bar, tick */
  guint32      idle;
  guint32      tick;
} ThLaneDraw;

/* th-scene.c */
void        th_scene_reserve       (ThScene          *self,
                                    guint             n_columns);
/* Name and packed colour of @task at the left edge of @column. */
const char *th_scene_get_task      (ThScene          *self,
                                    guint32           task,
                                    const ThGrid     *grid,
                                    gint              column,
                                    guint32          *fill);

/* th-lane-runs.c: reads first, for the marks take their colours from it. */
void        th_lane_read_runs      (ThLaneDraw       *draw);
void        th_lane_paint_runs     (ThLaneDraw       *draw); /* vectors */
void        th_lane_copy_runs      (ThLaneDraw       *draw,
                                    const ThPixels   *pixels);
void        th_lane_draw_names     (ThLaneDraw       *draw);

/* th-lane-marks.c */
void        th_lane_read_marks     (ThLaneDraw       *draw);
void        th_lane_paint_marks    (ThLaneDraw       *draw); /* vectors */
void        th_lane_copy_marks     (ThLaneDraw       *draw,
                                    const ThPixels   *pixels);

/* th-lost.c */
void        th_lane_draw_lost      (ThLaneDraw       *draw);
/* The first loss that ends after @time; their number if none. */
guint32     th_lost_find           (ThCpu            *cpu,
                                    gint64            time);
/* When a loss began; the one before the first event has no begin of its own. */
gint64      th_lost_begin          (ThScene          *scene,
                                    const ThLost     *lost);
/* Adds the columns of the losses of @cpu to the path of @cr, those that touch
 * as one, over the height from @top to @bottom. */
void        th_lost_add_path       (ThScene          *scene,
                                    ThCpu            *cpu,
                                    const ThGrid     *grid,
                                    double            top,
                                    double            bottom,
                                    cairo_t          *cr);
/* Hatches the path of @cr, and takes it away. */
void        th_lost_hatch          (ThScene          *scene,
                                    const ThGrid     *grid,
                                    double            width,
                                    double            height,
                                    cairo_t          *cr,
                                    gboolean          direct);

/* th-draw.c: small things */
void        th_draw_color          (cairo_t          *cr,
                                    ThColor           color);
void        th_draw_role           (ThScene          *self,
                                    cairo_t          *cr,
                                    ThColorRole       role);
double      th_draw_text_width     (PangoLayout      *layout);
/* @y is the middle of the line.  Returns the width. */
double      th_draw_text           (cairo_t          *cr,
                                    PangoLayout      *layout,
                                    double            x,
                                    double            y);
/* As much of @text as fits into @width, with an ellipsis; nothing if that is
 * less than @min_chars.  Returns the width it took. */
double      th_draw_text_fit       (ThScene          *self,
                                    cairo_t          *cr,
                                    const char       *text,
                                    double            scale,
                                    gboolean          bold,
                                    double            x,
                                    double            y,
                                    double            width,
                                    guint             min_chars);
/* A logical length as whole device pixels. */
static inline gint
th_draw_device (const ThGrid *grid,
                double        length)
{
  return (gint) (length * grid->scale + 0.5);
}

G_END_DECLS
