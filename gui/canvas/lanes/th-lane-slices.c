/* th-lane-slices.c - a row of slices, as bars with names or columns of color
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column inside one slice belongs to its bar.  A column that several slices share, or that is
 * only partly covered, shows the longest one; the less of the column is covered, the lighter.
 */
#include "config.h"

#include <string.h>

#include "th-lane-draw.h"
#include "th-time.h"

#define NAME_SCALE 0.85
#define NAME_SMALL_SCALE 0.72
#define NAME_PAD_PX 4
#define NAME_MIN_PX 18
#define NAME_MIN_CHARS 3

/* The least width at which a state's name is followed by its duration. */
#define DURATION_MIN_PX 110

#define INFERRED_SHARE 128
/* The least share of a slice's color, of 256, in a column that is hardly covered. */
#define FAINT_SHARE 168
#define FAINT_SHARE_CONTRAST 208

/* Wider pictures are image files, which are drawn only once. */
#define MAX_KEPT_COLUMNS 10000
#define MAX_KEPT_ROWS 512

/* The height of the strip for deeper slices, as a share of the last row. */
#define DEEPER_SHARE 0.3

/* --- reading ----------------------------------------------------------- */

/* Cached columns of a row, like those of a CPU in th-lane-columns.c. */
typedef struct
{
  __int128      span;
  __int128      first;
  gint          n;      /* columns, including the padding on both sides */
  guint32       n_slices;
  ThSlicePixel *pixels;
} KeptColumns;

static void
slice_columns_free (KeptColumns *self)
{
  g_free (self->pixels);
  g_free (self);
}

static KeptColumns *
columns_of (ThLaneCache    *cache,
            const ThSlices *slices,
            guint           depth)
{
  /* An address inside the object serves as a key per depth. */
  gpointer key = (char *) slices + depth;
  KeptColumns *self;

  if (cache->slice_columns == NULL)
    cache->slice_columns = g_hash_table_new_full (NULL, NULL, NULL,
                                                  (GDestroyNotify) slice_columns_free);
  self = g_hash_table_lookup (cache->slice_columns, key);
  if (self != NULL)
    return self;

  if (g_hash_table_size (cache->slice_columns) >= MAX_KEPT_ROWS)
    g_hash_table_remove_all (cache->slice_columns);
  self = g_new0 (KeptColumns, 1);
  g_hash_table_insert (cache->slice_columns, key, self);

  return self;
}

/* Reads columns narrower than the unit of time, with one lookup per unit. */
static void
ask_units (ThLaneDraw     *draw,
           const ThSlices *slices,
           guint           depth,
           ThSlicePixel   *pixels)
{
  const ThGrid *grid = &draw->grid;
  gint n = grid->n + 2 * draw->pad;
  gint64 from = th_grid_time_at (grid, -draw->pad);
  gint64 to = th_grid_time_at (grid, grid->n + draw->pad);

  to += to < G_MAXINT64;
  th_slices_get_pixels (slices, depth, from, to, to - from, pixels);
  for (gint i = n - 1; i >= 0; i--)
    pixels[i] = pixels[CLAMP (th_grid_time_at (grid, i - draw->pad) - from, 0, to - from - 1)];
}

/* Reads columns [@begin, @end). */
static void
ask (ThLaneDraw     *draw,
     const ThSlices *slices,
     guint           depth,
     gint            begin,
     gint            end,
     ThSlicePixel   *pixels)
{
  th_slices_get_pixels (slices, depth, th_grid_time_at (&draw->grid, begin - draw->pad),
                        th_grid_time_at (&draw->grid, end - draw->pad), end - begin,
                        pixels + begin);
}

static const ThSlicePixel *
read_pixels (ThLaneDraw     *draw,
             const ThSlices *slices,
             guint           depth)
{
  const ThGrid *grid = &draw->grid;
  gint n = grid->n + 2 * draw->pad;
  KeptColumns now = { grid->span, grid->first - draw->pad, n, th_slices_get_n (slices, depth),
                      draw->cache->scratch.slice_pixels };
  KeptColumns *kept;
  __int128 shift;

  if (grid->span < grid->n || n > MAX_KEPT_COLUMNS)
    {
      if (grid->span < grid->n)
        ask_units (draw, slices, depth, now.pixels);
      else
        ask (draw, slices, depth, 0, n, now.pixels);
      return now.pixels;
    }

  kept = columns_of (draw->cache, slices, depth);
  now.pixels = kept->n == n ? kept->pixels : g_renew (ThSlicePixel, kept->pixels, n);
  shift = now.first - kept->first;
  if (kept->span != now.span || kept->n != n || kept->n_slices != now.n_slices || shift <= -n ||
      shift >= n)
    ask (draw, slices, depth, 0, n, now.pixels);
  else
    {
      gint by = shift;

      memmove (now.pixels + MAX (-by, 0), now.pixels + MAX (by, 0),
               (n - ABS (by)) * sizeof *now.pixels);
      if (by > 0)
        ask (draw, slices, depth, n - by, n, now.pixels);
      else if (by < 0)
        ask (draw, slices, depth, 0, -by, now.pixels);
    }
  *kept = now;

  return now.pixels;
}

/* A running task has the color that it has in the CPU's lane. */
static guint32
slice_color (ThLaneDraw         *draw,
             const ThTrackRow   *row,
             const ThSlicePixel *pixel,
             gint                column)
{
  ThLaneColors *colors = draw->cache->colors;
  guint32 fill;

  if (pixel->context == TH_CONTEXT_TASK)
    return th_lane_colors_get_name (colors, th_results_get_word (row->results, pixel->name));
  if (pixel->context == TH_CONTEXT_RUNNING && draw->lane->kind == TH_LANE_TASK)
    {
      th_lane_colors_get_task (colors, draw->lane->task, &draw->grid, column, &fill);
      return fill;
    }

  return th_lane_colors_get_context (colors, pixel->context);
}

static ThBarSpan
span_new (ThLaneDraw         *draw,
          const ThTrackRow   *row,
          const ThSlicePixel *pixel,
          gint                column)
{
  gint faint = th_theme_has_high_contrast (draw->theme) ? FAINT_SHARE_CONTRAST : FAINT_SHARE;
  ThBarSpan span = {
    column, column + 1, pixel->index, pixel->name, 0, 0, pixel->context, pixel->flags
  };

  if (pixel->name == G_MAXUINT32)
    return span;

  span.color = span.fill = slice_color (draw, row, pixel, column);
  if (span.index == G_MAXUINT32)
    span.fill = th_pixel_mix (draw->back, span.fill,
                              faint + (pixel->share >> 4) * (256 - faint) / 16);
  if (span.flags & TH_SLICE_INFERRED)
    span.fill = th_pixel_mix (span.fill, draw->back, INFERRED_SHARE);

  return span;
}

static inline gboolean
same_look (const ThSlicePixel *a,
           const ThSlicePixel *b)
{
  return a->index == b->index && a->name == b->name && a->context == b->context &&
         (a->index != G_MAXUINT32 || (a->share >> 4 == b->share >> 4 && a->flags == b->flags));
}

static const GArray *
read_spans (ThLaneDraw       *draw,
            const ThTrackRow *row,
            guint             depth)
{
  GArray *spans = draw->cache->scratch.bars;
  const ThSlicePixel *pixels = read_pixels (draw, th_track_get_slices (row->track), depth);
  gint n = draw->grid.n + 2 * draw->pad;
  ThBarSpan *span;
  guint n_spans = 0;

  g_array_set_size (spans, n);
  span = (ThBarSpan *) (gpointer) spans->data;
  for (gint i = 0; i < n; i++)
    {
      if (i > 0 && same_look (&pixels[i], &pixels[i - 1]))
        span[n_spans - 1].end++;
      else
        span[n_spans++] = span_new (draw, row, &pixels[i], i - draw->pad);
    }

  g_array_set_size (spans, n_spans);
  th_bar_spans_join (spans);
  return spans;
}

/* --- names and patterns ------------------------------- */

/* Draws a toothed edge where the begin or end of a slice was not recorded. */
static void
draw_ragged (ThLaneDraw       *draw,
             const ThTrackRow *row,
             double            x,
             double            inward)
{
  double tooth = row->height / 4;

  for (gint i = 0; i < 4; i++)
    {
      cairo_move_to (draw->cr, x, row->top + i * tooth);
      cairo_line_to (draw->cr, x + inward, row->top + (i + 0.5) * tooth);
      cairo_line_to (draw->cr, x, row->top + (i + 1) * tooth);
      cairo_close_path (draw->cr);
    }
  th_draw_color (draw->cr, th_color_unpack (draw->back));
  cairo_fill (draw->cr);
}

static gboolean
has_duration (guint16 context)
{
  return context == TH_CONTEXT_RUNNABLE || context == TH_CONTEXT_WAKEUP ||
         context == TH_CONTEXT_BLOCKED_HARD ||
         context == TH_CONTEXT_SYSCALL;
}

static char *
slice_text (ThLaneDraw       *draw,
            const ThTrackRow *row,
            const ThBarSpan  *span,
            double            width)
{
  const char *name = th_results_get_word (row->results, span->what);
  const ThSlice *slice = th_slices_get (th_track_get_slices (row->track), row->depth, span->index);
  g_autofree char *duration = NULL;

  if (width < DURATION_MIN_PX || !has_duration (span->context) ||
      slice->flags & (TH_SLICE_NO_BEGIN | TH_SLICE_NO_END))
    return g_strdup (name);

  duration = th_format_duration (th_time_between (slice->begin, slice->end),
                                 draw->content->resolution, 0);
  return g_strdup_printf ("%s  %s", name, duration);
}

static void
draw_name (ThLaneDraw       *draw,
           const ThTrackRow *row,
           const ThBarSpan  *span)
{
  double from = MAX (span->begin, 0) / draw->grid.scale;
  double to = MIN (span->end, draw->grid.n) / draw->grid.scale;
  double size = row->height >= draw->shape->runs_height ? NAME_SCALE : NAME_SMALL_SCALE;
  g_autofree char *text = NULL;

  if (to - from < NAME_MIN_PX)
    return;

  text = slice_text (draw, row, span, to - from);
  th_lane_set_ink (draw, span->fill, from, to);
  th_draw_text_fit (draw->names, draw->theme, text, size, FALSE, from + NAME_PAD_PX,
                    row->top + row->height / 2,
                    to - from - 2 * NAME_PAD_PX, NAME_MIN_CHARS);
}

static void
draw_details (ThLaneDraw       *draw,
              const ThTrackRow *row,
              const GArray     *spans)
{
  for (guint i = 0; i < spans->len; i++)
    {
      const ThBarSpan *span = &g_array_index (spans, ThBarSpan, i);
      double tooth = MIN (4, (span->end - span->begin) / draw->grid.scale / 3);

      if (!th_bar_span_is_bar (draw, span) || span->end <= 0 || span->begin >= draw->grid.n)
        continue;
      if (span->flags & TH_SLICE_INFERRED)
        th_bar_draw_dashes (draw, span->begin, span->end, row->top, th_color_unpack (span->color));
      if (span->flags & TH_SLICE_NO_BEGIN && span->begin >= 0)
        draw_ragged (draw, row, span->begin / draw->grid.scale, tooth);
      if (span->flags & TH_SLICE_NO_END && span->end <= draw->grid.n)
        draw_ragged (draw, row, span->end / draw->grid.scale, -tooth);
      draw_name (draw, row, span);
    }
}

/* --- both render backends ----------------------------------------------------- */

/* Slices of the next depth enclose all deeper ones. */
static void
paint_deeper (ThLaneDraw       *draw,
              const ThTrackRow *row)
{
  gint top = th_draw_device (&draw->grid, row->top + row->height * (1 - DEEPER_SHARE));
  gint bottom = th_draw_device (&draw->grid, row->top + row->height);

  th_bar_spans_paint (draw, read_spans (draw, row, row->depth + 1), top, bottom, FALSE);
}

void
th_lane_draw_slices (ThLaneDraw       *draw,
                     const ThTrackRow *row)
{
  gint top = th_draw_device (&draw->grid, row->top);
  gint bottom = th_draw_device (&draw->grid, row->top + row->height);
  const GArray *spans = read_spans (draw, row, row->depth);
  ThPixels pixels;

  if (draw->direct && th_pixels_open (&pixels, draw->cr))
    {
      th_bar_spans_copy (draw, spans, &pixels, top, bottom);
      th_pixels_close (&pixels);
    }
  else
    th_bar_spans_paint (draw, spans, top, bottom, TRUE);

  if (row->deeper)
    {
      paint_deeper (draw, row);
      spans = read_spans (draw, row, row->depth);
    }
  draw_details (draw, row, spans);
}
