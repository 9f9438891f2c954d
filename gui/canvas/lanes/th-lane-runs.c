/* th-lane-runs.c - which task ran, as bars with names or columns of color
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column inside one run belongs to its bar.  A column shared by several runs shows
 * the task that ran longest, mixed with the idle color by the idle share.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-lane-draw.h"

#define NAME_SCALE 0.85
#define NAME_PAD_PX 5
#define NAME_MIN_CHARS 4
/* Narrower bars get no name, so that no text is measured for them. */
#define NAME_MIN_PX 20

/* The share of background, of 256, in an inferred run. */
#define INFERRED_SHARE 128

/* --- reading ----------------------------------------------------------- */

static guint32
span_fill (ThLaneDraw      *draw,
           const ThBarSpan *span,
           guint            busy)
{
  guint32 fill = span->color;

  if (span->what == TH_TASK_IDLE)
    return fill;

  /* Mixed in sixteen steps, so that columns can be merged; never so light that a rare
   * task becomes invisible. */
  if (span->index == G_MAXUINT32)
    fill = th_pixel_mix (draw->idle, fill, 76 + (busy >> 4) * 12);
  if (span->flags & TH_RUN_INFERRED)
    fill = th_pixel_mix (fill, draw->back, INFERRED_SHARE);

  return fill;
}

static ThBarSpan
span_new (ThLaneDraw        *draw,
          gint               column,
          const ThTaskPixel *pixel)
{
  ThBarSpan span = { column, column + 1, pixel->run, pixel->task, .flags = pixel->flags };

  if (pixel->task == TH_TASK_NONE)
    return span;

  /* The flags of a pixel include those of runs of zero length. */
  if (span.index != G_MAXUINT32 && span.flags != 0)
    span.flags = th_cpu_get_run (draw->runs, span.index).flags;
  if (pixel->task == TH_TASK_IDLE)
    span.color = draw->idle;
  else
    th_lane_colors_get_task (draw->cache->colors, pixel->task, &draw->grid, column, &span.color);
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

const GArray *
th_lane_read_runs (ThLaneDraw        *draw,
                   const ThTaskPixel *tasks)
{
  GArray *spans = draw->cache->scratch.bars;
  gint n = draw->grid.n + 2 * draw->pad;
  ThBarSpan *span;
  guint n_spans = 0;

  g_array_set_size (spans, n);
  span = (ThBarSpan *) (gpointer) spans->data;
  for (gint i = 0; i < n; i++)
    {
      if (i > 0 && same_look (&tasks[i], &tasks[i - 1]))
        span[n_spans - 1].end++;
      else
        span[n_spans++] = span_new (draw, i - draw->pad, &tasks[i]);
    }

  g_array_set_size (spans, n_spans);
  th_bar_spans_join (spans);
  return spans;
}

/* --- names ------------------------------------------------------------- */

static void
draw_name (ThLaneDraw      *draw,
           const ThBarSpan *span)
{
  const ThLaneShape *shape = draw->shape;
  double from = MAX (span->begin, 0) / draw->grid.scale;
  double to = MIN (span->end, draw->grid.n) / draw->grid.scale;
  guint32 unused;
  const char *name;

  if (to - from < NAME_MIN_PX)
    return;

  /* Looks the name up one column later, because the task may have had an earlier name in the
   * first column of the bar.
   * Translators: what a CPU does that has nothing to do */
  name = span->what == TH_TASK_IDLE ? _("idle")
         : th_lane_colors_get_task (draw->cache->colors, span->what, &draw->grid, span->begin + 1,
                                    &unused);
  th_lane_set_ink (draw, span->fill, from, to);
  th_draw_text_fit (draw->names, draw->theme, name, NAME_SCALE, FALSE, from + NAME_PAD_PX,
                    shape->runs_top + shape->runs_height / 2, to - from - 2 * NAME_PAD_PX,
                    NAME_MIN_CHARS);
}

void
th_lane_draw_run_names (ThLaneDraw   *draw,
                        const GArray *runs)
{
  for (guint i = 0; i < runs->len; i++)
    {
      const ThBarSpan *span = &g_array_index (runs, ThBarSpan, i);

      if (!th_bar_span_is_bar (draw, span) || span->end <= 0 || span->begin >= draw->grid.n)
        continue;
      if (span->flags & TH_RUN_INFERRED)
        th_bar_draw_dashes (draw, span->begin, span->end, draw->shape->runs_top,
                            th_color_unpack (span->color));
      draw_name (draw, span);
    }
}
