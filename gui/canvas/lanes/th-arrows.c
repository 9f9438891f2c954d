/* th-arrows.c - the path of the followed flow from lane to lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A step lies in the row of its CPU where it happened: in the interrupt that it
 * began, else in the innermost interrupt or softirq at that time, else beside the
 * task.  A curve connects consecutive steps in different rows.
 */
#include "config.h"

#include <math.h>

#include "th-draw.h"
#include "th-lane-rows.h"
#include "th-lane-shape.h"
#include "th-pinned-flows.h"
#include "th-scene-draw.h"

#define LINE_PX 1.4
#define DOT_PX 2.8
#define START_PX 1.8

/* The least horizontal swing of a curve, where there is room for it. */
#define SWING_PX 10

/* Curves whose ends differ by less than this are merged. */
#define MERGE_PX 3

#define MAX_ARROWS 256
#define MAX_STEPS 4096

/* Ends outside the view are clamped to this distance, in views, against overflow. */
#define OUTSIDE_VIEWS 2

typedef struct
{
  double x;
  double y;
} Point;

/* --- positions ------------------------------------------------------------ */

static guint
row_rank (const ThTrackRow *row,
          const ThStep     *step)
{
  ThSlices *slices = th_track_get_slices (row->track);
  guint32 index = slices != NULL ? th_slices_find (slices, row->depth, step->time) : G_MAXUINT32;
  const ThSlice *slice;

  if (index == G_MAXUINT32)
    return 0;
  slice = th_slices_get (slices, row->depth, index);
  if (slice->end < step->time)
    return 0;
  if (th_ref_equal (slice->anchor, step->anchor))
    return 4;

  return slice->context == TH_CONTEXT_IRQ ? 3 : slice->context == TH_CONTEXT_SOFTIRQ ? 2 : 0;
}

/* The distance from the top of the lane. */
static double
step_row (ThScene      *self,
          guint         lane,
          const ThStep *step)
{
  const ThLaneShape *shape = th_scene_get_shape (self, th_scene_get_lane (self, lane)->size);
  double y = shape->runs_top + shape->runs_height / 2;
  guint n, best = 0;
  const ThTrackRow *rows = th_scene_get_lane_rows (self, lane, &n);

  for (guint i = 0; i < n; i++)
    {
      guint rank = row_rank (&rows[i], step);

      /* Of two nested slices, choose the deeper one. */
      if (rank == 0 || rank < best)
        continue;
      best = rank;
      y = rows[i].top + rows[i].height / 2;
    }

  return y;
}

static gboolean
step_point (ThScene          *self,
            const ThView     *view,
            const ThViewport *viewport,
            const ThStep     *step,
            Point            *point)
{
  __int128 reach = ((__int128) view->to - view->from) * OUTSIDE_VIEWS;
  gint64 low = MAX (view->from - reach, G_MININT64 + 1);
  gint64 high = MIN (view->to + reach, G_MAXINT64);
  const ThLane *lane;
  guint index;

  if (th_ref_is_none (step->anchor))
    return FALSE;
  index = th_scene_find_cpu (self, step->anchor.stream, step->anchor.cpu);
  if (index == G_MAXUINT || (lane = th_scene_get_lane (self, index))->height <= 0)
    return FALSE;

  point->x = th_view_time_to_x (view, CLAMP (step->time, low, high));
  point->y = th_viewport_place (viewport, lane, step_row (self, index, step));
  return TRUE;
}

/* --- curves ------------------------------------------------------------ */

static gboolean
is_new (GHashTable  *drawn,
        const Point *from,
        const Point *to)
{
  gint64 key[] = { lround (from->x / MERGE_PX), lround (to->x / MERGE_PX), lround (from->y),
                   lround (to->y) };
  guint64 hash = 1469598103934665603u;
  gint64 *kept;

  for (guint i = 0; i < G_N_ELEMENTS (key); i++)
    hash = (hash ^ (guint64) key[i]) * 1099511628211u;
  kept = g_new (gint64, 1);
  *kept = (gint64) hash;

  return g_hash_table_add (drawn, kept);
}

static void
stroke_curve (cairo_t     *cr,
              const Point *from,
              const Point *to,
              double       line)
{
  double swing = MAX (fabs (to->x - from->x) / 2, MIN (SWING_PX, fabs (to->y - from->y)));

  cairo_set_line_width (cr, line);
  cairo_move_to (cr, from->x, from->y);
  cairo_curve_to (cr, from->x + swing, from->y, to->x - swing, to->y, to->x, to->y);
  cairo_stroke (cr);
}

static void
fill_dot (cairo_t     *cr,
          const Point *at,
          double       radius)
{
  cairo_arc (cr, at->x, at->y, radius, 0, 2 * G_PI);
  cairo_fill (cr);
}

/* Draws the curve with a halo that separates it from the lanes below. */
static void
draw_arrow (ThScene     *self,
            cairo_t     *cr,
            const Point *from,
            const Point *to)
{
  ThTheme *theme = th_scene_get_theme (self);
  ThColor halo = th_theme_get_color (theme, TH_COLOR_BACKGROUND);

  cairo_set_source_rgba (cr, halo.red, halo.green, halo.blue, 0.7);
  stroke_curve (cr, from, to, LINE_PX + 2);
  th_draw_role (cr, theme, TH_COLOR_CURSOR);
  stroke_curve (cr, from, to, LINE_PX);
  fill_dot (cr, from, START_PX);
  fill_dot (cr, to, DOT_PX);
}

static gboolean
is_seen (const ThView     *view,
         const ThViewport *viewport,
         const Point      *from,
         const Point      *to)
{
  return MAX (from->x, to->x) >= -SWING_PX && MIN (from->x, to->x) <= view->width + SWING_PX &&
         MAX (from->y, to->y) >= -DOT_PX && MIN (from->y, to->y) <= viewport->height + DOT_PX;
}

void
th_scene_draw_arrows (ThScene          *self,
                      const ThView     *view,
                      const ThViewport *viewport,
                      cairo_t          *cr)
{
  g_autoptr(GHashTable) drawn = NULL;
  gboolean has_last = FALSE;
  Point last = { 0, 0 }, point;
  ThFlows *flows;
  const ThFlow *flow = th_scene_get_followed (self, &flows);

  if (flow == NULL)
    return;

  drawn = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width, viewport->height);
  cairo_clip (cr);
  for (guint32 i = 0; i < MIN (flow->n_steps, MAX_STEPS) && g_hash_table_size (drawn) < MAX_ARROWS;
       i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (!step_point (self, view, viewport, &step, &point))
        continue;
      if (has_last && fabs (point.y - last.y) > 1 && is_seen (view, viewport, &last, &point) &&
          is_new (drawn, &last, &point))
        draw_arrow (self, cr, &last, &point);
      last = point;
      has_last = TRUE;
    }
  cairo_restore (cr);
}
