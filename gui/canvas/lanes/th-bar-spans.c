/* th-bar-spans.c - runs and slices as bars or columns of color
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-lane-draw.h"

/* The least width of a bar with round corners, in logical pixels. */
#define BAR_MIN_PX 6

gboolean
th_bar_span_is_bar (const ThLaneDraw *draw,
                    const ThBarSpan  *span)
{
  return span->index != G_MAXUINT32 && span->fill != 0 &&
         span->end - span->begin >= BAR_MIN_PX * draw->grid.scale;
}

static inline gboolean
is_edge_of (const ThBarSpan *edge,
            const ThBarSpan *bar)
{
  return edge->index == G_MAXUINT32 && edge->end - edge->begin == 1 && edge->what != G_MAXUINT32 &&
         bar->index != G_MAXUINT32 && bar->what == edge->what && bar->context == edge->context;
}

void
th_bar_spans_join (GArray *spans)
{
  ThBarSpan *span = (ThBarSpan *) (gpointer) spans->data;
  guint n = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      if (i + 1 < spans->len && is_edge_of (&span[i], &span[i + 1]))
        span[i + 1].begin = span[i].begin;
      else if (n > 0 && is_edge_of (&span[i], &span[n - 1]))
        span[n - 1].end = span[i].end;
      else
        span[n++] = span[i];
    }

  g_array_set_size (spans, n);
}

/* --- pixels ------------------------------------------------------------ */

static void
cut_corners (ThLaneDraw     *draw,
             const GArray   *spans,
             const ThPixels *pixels,
             gint            top,
             gint            height)
{
  for (guint i = 0; i < spans->len; i++)
    {
      const ThBarSpan *span = &g_array_index (spans, ThBarSpan, i);

      if (th_bar_span_is_bar (draw, span))
        th_bar_cut (draw, pixels, span->begin, span->end, top, height);
    }
}

void
th_bar_spans_copy (ThLaneDraw     *draw,
                   const GArray   *spans,
                   const ThPixels *pixels,
                   gint            top,
                   gint            bottom)
{
  guint32 *row = draw->cache->scratch.row;
  gint left = MAX (pixels->left, 0);
  gint right = MIN (pixels->right, draw->grid.n);

  for (guint i = 0; i < spans->len; i++)
    {
      const ThBarSpan *span = &g_array_index (spans, ThBarSpan, i);
      gint end = MIN (span->end, right);
      guint32 color = span->fill != 0 ? span->fill : draw->back;

      for (gint column = MAX (span->begin, left); column < end; column++)
        row[column] = color;
    }

  for (gint y = MAX (top, pixels->top); left < right && y < MIN (bottom, pixels->bottom); y++)
    memcpy (th_pixels_row (pixels, y) + left, row + left, sizeof *row * (right - left));

  cut_corners (draw, spans, pixels, top, bottom - top);
}

/* --- vectors ----------------------------------------------------------- */

void
th_bar_spans_paint (ThLaneDraw   *draw,
                    const GArray *spans,
                    gint          top,
                    gint          bottom,
                    gboolean      corners)
{
  double scale = draw->grid.scale;
  double y = top / scale, height = (bottom - top) / scale;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThBarSpan *span = &g_array_index (spans, ThBarSpan, i);
      gint begin = CLAMP (span->begin, 0, draw->grid.n);
      gint end = CLAMP (span->end, 0, draw->grid.n);

      if (span->fill == 0 || begin >= end)
        continue;

      /* A bar that extends beyond the view has its corners outside. */
      cairo_save (draw->cr);
      cairo_rectangle (draw->cr, begin / scale, y, (end - begin) / scale, height);
      if (corners && th_bar_span_is_bar (draw, span))
        {
          cairo_clip (draw->cr);
          th_bar_add_path (draw->cr, span->begin / scale, y, (span->end - span->begin) / scale,
                           height);
        }
      th_draw_color (draw->cr, th_color_unpack (span->fill));
      cairo_fill (draw->cr);
      cairo_restore (draw->cr);
    }
}
