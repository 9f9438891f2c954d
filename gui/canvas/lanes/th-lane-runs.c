/* th-lane-runs.c - which task ran, as bars with names or columns of colour
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column that lies in one run belongs to its bar.  One that several runs
 * share shows the task that was longest, mixed with the colour of idleness by
 * the share that was idle.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-scene-private.h"

/* A bar this wide has corners, logical pixels. */
#define BAR_MIN_PX 6

#define NAME_SCALE 0.85
#define NAME_PAD_PX 5
#define NAME_MIN_CHARS 4
/* No name is tried below this, so that nothing is measured for narrow bars. */
#define NAME_MIN_PX 20

/* How much of its colour an inferred run gives to the background, of 256. */
#define INFERRED_SHARE 128

/* --- reading ----------------------------------------------------------- */

static guint32
span_fill (ThLaneDraw   *draw,
           const ThSpan *span,
           guint         busy)
{
  guint32 fill = span->color;

  if (span->task == TH_TASK_IDLE)
    return fill;

  /* In sixteen steps, or no two columns could be merged; never so pale that a
   * rare task is lost. */
  if (span->run == G_MAXUINT32)
    fill = th_pixel_mix (draw->idle, fill, 76 + (busy >> 4) * 12);
  if (span->flags & TH_RUN_INFERRED)
    fill = th_pixel_mix (fill, draw->back, INFERRED_SHARE);

  return fill;
}

static ThSpan
span_new (ThLaneDraw        *draw,
          gint               column,
          const ThTaskPixel *pixel)
{
  ThSpan span = { column, column + 1, pixel->run, pixel->task, 0, 0, pixel->flags };

  if (pixel->task == TH_TASK_NONE)
    return span;

  /* The flags of a pixel are also those of runs without length. */
  if (span.run != G_MAXUINT32 && span.flags != 0)
    span.flags = th_cpu_get_run (draw->runs, span.run).flags;
  if (pixel->task == TH_TASK_IDLE)
    span.color = draw->idle;
  else
    th_scene_get_task (draw->scene, pixel->task, &draw->grid, column, &span.color);
  span.fill = span_fill (draw, &span, pixel->busy);

  return span;
}

static gboolean
same_look (const ThTaskPixel *a,
           const ThTaskPixel *b)
{
  return a->run == b->run && a->task == b->task &&
         (a->run != G_MAXUINT32 || (a->busy >> 4 == b->busy >> 4 && a->flags == b->flags));
}

/* The one column that two bars share goes to the one that leads in it. */
static void
join_edges (GArray *spans)
{
  ThSpan *span = (ThSpan *) spans->data;
  guint n = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      gboolean edge = span[i].run == G_MAXUINT32 && span[i].end - span[i].begin == 1 && span[i].task != TH_TASK_NONE;

      if (edge && i + 1 < spans->len && span[i + 1].run != G_MAXUINT32 && span[i + 1].task == span[i].task)
        span[i + 1].begin = span[i].begin;
      else if (edge && n > 0 && span[n - 1].run != G_MAXUINT32 && span[n - 1].task == span[i].task)
        span[n - 1].end = span[i].end;
      else
        span[n++] = span[i];
    }

  g_array_set_size (spans, n);
}

/* The marks of dense columns are coloured by who led there. */
static void
color_marks (ThLaneDraw *draw)
{
  GArray *spans = draw->scene->spans;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThSpan *span = &g_array_index (spans, ThSpan, i);
      guint32 color = span->task == TH_TASK_NONE || span->task == TH_TASK_IDLE ? draw->tick : span->color;

      for (gint column = span->begin; column < span->end; column++)
        draw->scene->marks[column + draw->pad] = color;
    }
}

void
th_lane_read_runs (ThLaneDraw *draw)
{
  GArray *spans = draw->scene->spans;
  const ThTaskPixel *tasks = draw->tasks;
  gint n = draw->grid.n + 2 * draw->pad;
  ThSpan *span;
  guint n_spans = 0;

  g_array_set_size (spans, n);
  span = (ThSpan *) spans->data;
  for (gint i = 0; i < n; i++)
    {
      if (i > 0 && same_look (&tasks[i], &tasks[i - 1]))
        span[n_spans - 1].end++;
      else
        span[n_spans++] = span_new (draw, i - draw->pad, &tasks[i]);
    }

  g_array_set_size (spans, n_spans);
  join_edges (spans);
  color_marks (draw);
}

/* --- drawing ----------------------------------------------------------- */

static gboolean
span_is_bar (const ThLaneDraw *draw,
             const ThSpan     *span)
{
  return span->run != G_MAXUINT32 && span->fill != 0 && span->end - span->begin >= BAR_MIN_PX * draw->grid.scale;
}

void
th_lane_paint_runs (ThLaneDraw *draw)
{
  const GArray *spans = draw->scene->spans;
  double scale = draw->grid.scale;
  double top = th_draw_device (&draw->grid, draw->shape->runs_top) / scale;
  double height = th_draw_device (&draw->grid, draw->shape->runs_height) / scale;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThSpan *span = &g_array_index (spans, ThSpan, i);
      gint begin = CLAMP (span->begin, 0, draw->grid.n);
      gint end = CLAMP (span->end, 0, draw->grid.n);

      if (span->fill == 0 || begin >= end)
        continue;

      /* Bars that reach beyond the view have their corners there. */
      cairo_save (draw->cr);
      if (span_is_bar (draw, span))
        {
          cairo_rectangle (draw->cr, begin / scale, top, (end - begin) / scale, height);
          cairo_clip (draw->cr);
          th_bar_add_path (draw->cr, span->begin / scale, top, (span->end - span->begin) / scale, height);
        }
      else
        cairo_rectangle (draw->cr, begin / scale, top, (end - begin) / scale, height);
      th_draw_color (draw->cr, th_color_unpack (span->fill));
      cairo_fill (draw->cr);
      cairo_restore (draw->cr);
    }
}

static void
cut_corners (ThLaneDraw     *draw,
             const ThPixels *pixels,
             gint            top,
             gint            height)
{
  const GArray *spans = draw->scene->spans;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThSpan *span = &g_array_index (spans, ThSpan, i);

      if (span_is_bar (draw, span))
        th_bar_cut (draw, pixels, span->begin, span->end, top, height);
    }
}

void
th_lane_copy_runs (ThLaneDraw     *draw,
                   const ThPixels *pixels)
{
  const GArray *spans = draw->scene->spans;
  guint32 *row = draw->scene->row;
  gint top = th_draw_device (&draw->grid, draw->shape->runs_top);
  gint height = th_draw_device (&draw->grid, draw->shape->runs_height);
  gint left = MAX (pixels->left, 0);
  gint right = MIN (pixels->right, draw->grid.n);

  for (guint i = 0; i < spans->len; i++)
    {
      const ThSpan *span = &g_array_index (spans, ThSpan, i);
      gint begin = MAX (span->begin, left);
      gint end = MIN (span->end, right);
      guint32 color = span->fill != 0 ? span->fill : draw->back;

      for (gint column = begin; column < end; column++)
        row[column] = color;
    }

  for (gint y = MAX (top, pixels->top); left < right && y < MIN (top + height, pixels->bottom); y++)
    memcpy (th_pixels_row (pixels, y) + left, row + left, sizeof *row * (right - left));

  cut_corners (draw, pixels, top, height);
}

/* --- what is the same for both doors ----------------------------------- */

static void
draw_name (ThLaneDraw   *draw,
           const ThSpan *span)
{
  const ThLaneShape *shape = draw->shape;
  double from = MAX (span->begin, 0) / draw->grid.scale;
  double to = MIN (span->end, draw->grid.n) / draw->grid.scale;
  guint32 unused;
  const char *name;

  if (to - from < NAME_MIN_PX)
    return;

  /* Its first column may be one that it shares with an earlier name.
   * Translators: what a CPU does that has nothing to do */
  name = span->task == TH_TASK_IDLE ? _("idle")
         : th_scene_get_task (draw->scene, span->task, &draw->grid, span->begin + 1, &unused);
  th_lane_set_ink (draw, span->fill, from);
  th_draw_text_fit (draw->names, draw->scene->theme, name, NAME_SCALE, FALSE, from + NAME_PAD_PX,
                    shape->runs_top + shape->runs_height / 2, to - from - 2 * NAME_PAD_PX, NAME_MIN_CHARS);
}

void
th_lane_draw_names (ThLaneDraw *draw)
{
  const GArray *spans = draw->scene->spans;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThSpan *span = &g_array_index (spans, ThSpan, i);

      if (!span_is_bar (draw, span) || span->end <= 0 || span->begin >= draw->grid.n)
        continue;
      if (span->flags & TH_RUN_INFERRED)
        th_bar_draw_dashes (draw, span->begin, span->end, draw->shape->runs_top, th_color_unpack (span->color));
      draw_name (draw, span);
    }
}
