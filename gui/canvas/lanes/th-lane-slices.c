/* th-lane-slices.c - a row of slices, as bars with names or columns of colour
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column that lies in one slice belongs to its bar.  One that several share,
 * or that a slice covers in part, shows what was longest, paler the less of it
 * is covered.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-scene-private.h"
#include "th-time.h"

#define BAR_MIN_PX 6

#define NAME_SCALE 0.85
#define NAME_SMALL_SCALE 0.72
#define NAME_PAD_PX 4
#define NAME_MIN_PX 18
#define NAME_MIN_CHARS 3

/* From here on a state's name has its duration behind it. */
#define DURATION_MIN_PX 110

#define INFERRED_SHARE 128
/* Of a column of which hardly anything is covered, in 256ths. */
#define FAINT_SHARE 168
#define FAINT_SHARE_CONTRAST 208

/* Pictures wider than screens are drawn once. */
#define MAX_KEPT_COLUMNS 10000
#define MAX_KEPT_ROWS 512

/* Height of what is below the last row, of the row's. */
#define DEEPER_SHARE 0.3

/* --- reading ----------------------------------------------------------- */

/* Columns of a row, kept as those of a CPU are (th-lane-columns.c). */
struct _ThSliceColumns
{
  __int128      span;
  __int128      first;
  gint          n;      /* columns kept, on both sides too */
  guint32       n_slices;
  ThSlicePixel *pixels;
};

static void
slice_columns_free (ThSliceColumns *self)
{
  g_free (self->pixels);
  g_free (self);
}

static ThSliceColumns *
columns_of (ThScene        *scene,
            const ThSlices *slices,
            guint           depth)
{
  /* An address inside, another for each depth. */
  gpointer key = (char *) slices + depth;
  ThSliceColumns *self;

  if (scene->slice_columns == NULL)
    scene->slice_columns = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) slice_columns_free);
  self = g_hash_table_lookup (scene->slice_columns, key);
  if (self != NULL)
    return self;

  if (g_hash_table_size (scene->slice_columns) >= MAX_KEPT_ROWS)
    g_hash_table_remove_all (scene->slice_columns);
  self = g_new0 (ThSliceColumns, 1);
  g_hash_table_insert (scene->slice_columns, key, self);

  return self;
}

/* Columns shorter than the unit of time: ask once for each unit. */
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

/* Columns [@begin, @end) of those that are read. */
static void
ask (ThLaneDraw     *draw,
     const ThSlices *slices,
     guint           depth,
     gint            begin,
     gint            end,
     ThSlicePixel   *pixels)
{
  th_slices_get_pixels (slices, depth, th_grid_time_at (&draw->grid, begin - draw->pad),
                        th_grid_time_at (&draw->grid, end - draw->pad), end - begin, pixels + begin);
}

static const ThSlicePixel *
read_pixels (ThLaneDraw     *draw,
             const ThSlices *slices,
             guint           depth)
{
  const ThGrid *grid = &draw->grid;
  gint n = grid->n + 2 * draw->pad;
  ThSliceColumns now = { grid->span, grid->first - draw->pad, n, th_slices_get_n (slices, depth), draw->scene->slice_pixels };
  ThSliceColumns *kept;
  __int128 shift;

  if (grid->span < grid->n || n > MAX_KEPT_COLUMNS)
    {
      if (grid->span < grid->n)
        ask_units (draw, slices, depth, now.pixels);
      else
        ask (draw, slices, depth, 0, n, now.pixels);
      return now.pixels;
    }

  kept = columns_of (draw->scene, slices, depth);
  now.pixels = kept->n == n ? kept->pixels : g_renew (ThSlicePixel, kept->pixels, n);
  shift = now.first - kept->first;
  if (kept->span != now.span || kept->n != n || kept->n_slices != now.n_slices || shift <= -n || shift >= n)
    ask (draw, slices, depth, 0, n, now.pixels);
  else
    {
      gint by = shift;

      memmove (now.pixels + MAX (-by, 0), now.pixels + MAX (by, 0), (n - ABS (by)) * sizeof *now.pixels);
      if (by > 0)
        ask (draw, slices, depth, n - by, n, now.pixels);
      else if (by < 0)
        ask (draw, slices, depth, 0, -by, now.pixels);
    }
  *kept = now;

  return now.pixels;
}

/* A task that runs looks as it does in the lane of the CPU. */
static guint32
slice_color (ThLaneDraw         *draw,
             const ThTrackRow   *row,
             const ThSlicePixel *pixel,
             gint                column)
{
  ThScene *scene = draw->scene;
  guint32 fill;

  if (pixel->context == TH_CONTEXT_TASK)
    return th_scene_get_name_fill (scene, th_results_get_word (row->results, pixel->name));
  if (pixel->context == TH_CONTEXT_RUNNING && draw->group->kind == TH_LANE_TASK)
    {
      th_scene_get_task (scene, draw->group->key, &draw->grid, column, &fill);
      return fill;
    }

  return scene->context_fills[pixel->context < TH_N_CONTEXTS ? pixel->context : TH_CONTEXT_OTHER];
}

static ThSliceSpan
span_new (ThLaneDraw         *draw,
          const ThTrackRow   *row,
          const ThSlicePixel *pixel,
          gint                column)
{
  gint faint = th_theme_has_high_contrast (draw->scene->theme) ? FAINT_SHARE_CONTRAST : FAINT_SHARE;
  ThSliceSpan span = { column, column + 1, pixel->index, pixel->name, 0, 0, pixel->context, pixel->flags };

  if (pixel->name == G_MAXUINT32)
    return span;

  span.color = span.fill = slice_color (draw, row, pixel, column);
  if (span.index == G_MAXUINT32)
    span.fill = th_pixel_mix (draw->back, span.fill, faint + (pixel->share >> 4) * (256 - faint) / 16);
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

static inline gboolean
is_edge_of (const ThSliceSpan *edge,
            const ThSliceSpan *bar)
{
  return edge->index == G_MAXUINT32 && edge->end - edge->begin == 1 && edge->name != G_MAXUINT32 &&
         bar->index != G_MAXUINT32 && bar->name == edge->name && bar->context == edge->context;
}

/* The one column that two bars share goes to the one that leads in it. */
static void
join_edges (GArray *spans)
{
  ThSliceSpan *span = (ThSliceSpan *) spans->data;
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

static void
read_spans (ThLaneDraw       *draw,
            const ThTrackRow *row,
            guint             depth)
{
  GArray *spans = draw->scene->slice_spans;
  const ThSlicePixel *pixels = read_pixels (draw, th_track_get_slices (row->track), depth);
  gint n = draw->grid.n + 2 * draw->pad;
  ThSliceSpan *span;
  guint n_spans = 0;

  g_array_set_size (spans, n);
  span = (ThSliceSpan *) spans->data;
  for (gint i = 0; i < n; i++)
    {
      if (i > 0 && same_look (&pixels[i], &pixels[i - 1]))
        span[n_spans - 1].end++;
      else
        span[n_spans++] = span_new (draw, row, &pixels[i], i - draw->pad);
    }

  g_array_set_size (spans, n_spans);
  join_edges (spans);
}

/* --- names, and what tells without colour ------------------------------- */

static gboolean
span_is_bar (const ThLaneDraw  *draw,
             const ThSliceSpan *span)
{
  return span->index != G_MAXUINT32 && span->end - span->begin >= BAR_MIN_PX * draw->grid.scale;
}

/* Teeth in the colour of the background where an end was not seen. */
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
  return context == TH_CONTEXT_RUNNABLE || context == TH_CONTEXT_WAKEUP || context == TH_CONTEXT_BLOCKED_HARD ||
         context == TH_CONTEXT_SYSCALL;
}

static char *
slice_text (ThLaneDraw        *draw,
            const ThTrackRow  *row,
            const ThSliceSpan *span,
            double             width)
{
  const char *name = th_results_get_word (row->results, span->name);
  const ThSlice *slice = th_slices_get (th_track_get_slices (row->track), row->depth, span->index);
  g_autofree char *duration = NULL;

  if (width < DURATION_MIN_PX || !has_duration (span->context) || slice->flags & (TH_SLICE_NO_BEGIN | TH_SLICE_NO_END))
    return g_strdup (name);

  duration = th_scene_format_duration (draw->scene, th_time_between (slice->begin, slice->end));
  return g_strdup_printf ("%s  %s", name, duration);
}

static void
draw_name (ThLaneDraw        *draw,
           const ThTrackRow  *row,
           const ThSliceSpan *span)
{
  double from = MAX (span->begin, 0) / draw->grid.scale;
  double to = MIN (span->end, draw->grid.n) / draw->grid.scale;
  double size = row->height >= draw->shape->runs_height ? NAME_SCALE : NAME_SMALL_SCALE;
  g_autofree char *text = NULL;

  if (to - from < NAME_MIN_PX)
    return;

  text = slice_text (draw, row, span, to - from);
  th_lane_set_ink (draw, span->fill, from);
  th_draw_text_fit (draw->names, draw->scene->theme, text, size, FALSE, from + NAME_PAD_PX, row->top + row->height / 2,
                    to - from - 2 * NAME_PAD_PX, NAME_MIN_CHARS);
}

static void
draw_details (ThLaneDraw       *draw,
              const ThTrackRow *row)
{
  const GArray *spans = draw->scene->slice_spans;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThSliceSpan *span = &g_array_index (spans, ThSliceSpan, i);
      double tooth = MIN (4, (span->end - span->begin) / draw->grid.scale / 3);

      if (!span_is_bar (draw, span) || span->end <= 0 || span->begin >= draw->grid.n)
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

/* --- pixels ------------------------------------------------------------ */

static void
copy_spans (ThLaneDraw     *draw,
            const ThPixels *pixels,
            gint            top,
            gint            bottom)
{
  const GArray *spans = draw->scene->slice_spans;
  guint32 *row = draw->scene->row;
  gint left = MAX (pixels->left, 0);
  gint right = MIN (pixels->right, draw->grid.n);

  for (guint i = 0; i < spans->len; i++)
    {
      const ThSliceSpan *span = &g_array_index (spans, ThSliceSpan, i);
      gint end = MIN (span->end, right);
      guint32 color = span->name != G_MAXUINT32 ? span->fill : draw->back;

      for (gint column = MAX (span->begin, left); column < end; column++)
        row[column] = color;
    }

  for (gint y = MAX (top, pixels->top); left < right && y < MIN (bottom, pixels->bottom); y++)
    memcpy (th_pixels_row (pixels, y) + left, row + left, sizeof *row * (right - left));
}

static void
cut_corners (ThLaneDraw     *draw,
             const ThPixels *pixels,
             gint            top,
             gint            height)
{
  const GArray *spans = draw->scene->slice_spans;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThSliceSpan *span = &g_array_index (spans, ThSliceSpan, i);

      if (span_is_bar (draw, span))
        th_bar_cut (draw, pixels, span->begin, span->end, top, height);
    }
}

/* --- vectors ----------------------------------------------------------- */

static void
paint_spans (ThLaneDraw *draw,
             gint        top,
             gint        bottom,
             gboolean    corners)
{
  const GArray *spans = draw->scene->slice_spans;
  double scale = draw->grid.scale;
  double y = top / scale, height = (bottom - top) / scale;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThSliceSpan *span = &g_array_index (spans, ThSliceSpan, i);
      gint begin = CLAMP (span->begin, 0, draw->grid.n);
      gint end = CLAMP (span->end, 0, draw->grid.n);

      if (span->name == G_MAXUINT32 || begin >= end)
        continue;

      cairo_save (draw->cr);
      cairo_rectangle (draw->cr, begin / scale, y, (end - begin) / scale, height);
      if (corners && span_is_bar (draw, span))
        {
          cairo_clip (draw->cr);
          th_bar_add_path (draw->cr, span->begin / scale, y, (span->end - span->begin) / scale, height);
        }
      th_draw_color (draw->cr, th_color_unpack (span->fill));
      cairo_fill (draw->cr);
      cairo_restore (draw->cr);
    }
}

/* --- both -------------------------------------------------------------- */

/* Slices of the next depth hold all that are deeper still. */
static void
put_deeper (ThLaneDraw       *draw,
            const ThTrackRow *row)
{
  gint top = th_draw_device (&draw->grid, row->top + row->height * (1 - DEEPER_SHARE));
  gint bottom = th_draw_device (&draw->grid, row->top + row->height);

  read_spans (draw, row, row->depth + 1);
  paint_spans (draw, top, bottom, FALSE);
  read_spans (draw, row, row->depth);
}

void
th_lane_draw_slices (ThLaneDraw       *draw,
                     const ThTrackRow *row)
{
  gint top = th_draw_device (&draw->grid, row->top);
  gint bottom = th_draw_device (&draw->grid, row->top + row->height);
  ThPixels pixels;

  read_spans (draw, row, row->depth);
  if (draw->direct && th_pixels_open (&pixels, draw->cr))
    {
      copy_spans (draw, &pixels, top, bottom);
      cut_corners (draw, &pixels, top, bottom - top);
      th_pixels_close (&pixels);
    }
  else
    paint_spans (draw, top, bottom, TRUE);

  if (row->deeper)
    put_deeper (draw, row);
  draw_details (draw, row);
}
