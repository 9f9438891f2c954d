/* th-lost.c - lost events as hatched bands
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording may have thousands of losses.  Those within the last drawn column are
 * skipped by a binary search.
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-lane-draw.h"
#include "th-lost.h"

#define HATCH_PX 7
#define HATCH_LINE 1.4
#define MIN_PX 2
#define WORDS_SCALE 0.85
#define WORDS_PAD_PX 6

gint64
th_lost_begin (const ThLost *lost,
               gint64        first)
{
  return lost->from != TH_TIME_NONE ? lost->from : MIN (first, lost->to);
}

guint32
th_lost_find (ThCpu  *cpu,
              gint64  time)
{
  guint32 low = 0, high = th_cpu_get_n_lost (cpu);

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (th_cpu_get_lost (cpu, middle).to <= time)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* Finds the columns of the next band from loss *@index on, merging losses that touch.
 * Sets *@n_losses to their least number. */
static gboolean
next_band (ThCpu        *cpu,
           gint64        first,
           const ThGrid *grid,
           guint32      *index,
           gint         *begin,
           gint         *end,
           guint32      *n_losses)
{
  gint thick = MAX (th_draw_device (grid, MIN_PX), 1);
  guint32 n = th_cpu_get_n_lost (cpu);
  guint32 first_index = *index;

  *end = G_MININT;
  while (*index < n)
    {
      ThLost lost = th_cpu_get_lost (cpu, *index);
      gint from = th_grid_column (grid, th_lost_begin (&lost, first), -thick - 1, grid->n + 1);
      gint to = th_grid_column (grid, lost.to, -thick - 1, grid->n + 1);

      if (*end == G_MININT)
        *begin = from;
      else if (from > *end)
        break;
      *end = MAX (*end, MAX (to, from + thick));
      if (*end > grid->n)
        {
          *index = n;
          break;
        }
      *index = MAX (th_lost_find (cpu, th_grid_time (grid, *end - 1)), *index + 1);
    }

  *n_losses = *index - first_index;
  return *end != G_MININT && *begin < grid->n;
}

static guint32
first_band (ThCpu        *cpu,
            const ThGrid *grid)
{
  return th_lost_find (cpu, th_grid_time (grid, -MAX (th_draw_device (grid, MIN_PX), 1)));
}

void
th_lost_add_path (ThCpu        *cpu,
                  gint64        first,
                  const ThGrid *grid,
                  double        top,
                  double        bottom,
                  cairo_t      *cr)
{
  guint32 index = first_band (cpu, grid);
  guint32 n_losses;
  gint begin, end;

  while (next_band (cpu, first, grid, &index, &begin, &end, &n_losses))
    {
      begin = CLAMP (begin, 0, grid->n);
      end = CLAMP (end, 0, grid->n);
      if (begin < end)
        cairo_rectangle (cr, begin / grid->scale, top, (end - begin) / grid->scale, bottom - top);
    }
}

/* --- the hatch --------------------------------------------------------- */

static cairo_surface_t *
tile_new (ThColor color,
          double  scale)
{
  gint size = MAX (round (HATCH_PX * scale), 2);
  cairo_surface_t *tile = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  guint8 *data = cairo_image_surface_get_data (tile);
  gint stride = cairo_image_surface_get_stride (tile);

  for (gint y = 0; y < size; y++)
    for (gint x = 0; x < size; x++)
      {
        gint distance = MIN ((x + y) % size, size - (x + y) % size);
        double alpha = CLAMP (HATCH_LINE * scale / 2 + 0.5 - distance, 0, 1);
        guint32 a = alpha * 255 + .5;

        ((guint32 *) (data + (gssize) y * stride))[x] =
          a << 24 | (guint32) (color.red * a + .5) << 16 | (guint32) (color.green * a + .5) << 8 |
          (guint32) (color.blue * a + .5);
      }

  cairo_surface_mark_dirty (tile);
  cairo_surface_set_device_scale (tile, scale, scale);
  return tile;
}

static void
fill_tiles (ThLaneCache  *cache,
            const ThGrid *grid,
            cairo_t      *cr)
{
  ThHatch *hatch = &cache->hatch;
  cairo_pattern_t *pattern;
  cairo_matrix_t matrix;
  gint size = MAX (round (HATCH_PX * grid->scale), 2);

  if (hatch->tile == NULL || hatch->scale != grid->scale)
    {
      g_clear_pointer (&hatch->tile, cairo_surface_destroy);
      hatch->tile = tile_new (th_theme_get_color (cache->theme, TH_COLOR_LOST), grid->scale);
      hatch->scale = grid->scale;
    }

  pattern = cairo_pattern_create_for_surface (hatch->tile);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_matrix_init_translate (&matrix, th_grid_phase (grid, 0, size) / grid->scale, 0);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_set_source (cr, pattern);
  cairo_fill (cr);
  cairo_pattern_destroy (pattern);
}

static void
stroke_lines (ThLaneCache  *cache,
              const ThGrid *grid,
              double        width,
              double        height,
              cairo_t      *cr)
{
  gint size = MAX (round (HATCH_PX * grid->scale), 2);
  double step = size / grid->scale;
  double x = (1 - th_grid_phase (grid, 0, size)) / grid->scale;
  double x1, y1, x2, y2;

  cairo_save (cr);
  cairo_clip (cr);
  cairo_clip_extents (cr, &x1, &y1, &x2, &y2);
  x += floor ((x1 - x) / step) * step;
  for (; x < MIN (x2, width) + height; x += step)
    {
      cairo_move_to (cr, x, 0);
      cairo_line_to (cr, x - height, height);
    }
  th_draw_role (cr, cache->theme, TH_COLOR_LOST);
  cairo_set_line_width (cr, HATCH_LINE * G_SQRT2 / 2);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
th_lost_hatch (ThLaneCache  *cache,
               const ThGrid *grid,
               double        width,
               double        height,
               cairo_t      *cr,
               gboolean      direct)
{
  if (cairo_has_current_point (cr))
    {
      if (direct)
        fill_tiles (cache, grid, cr);
      else
        stroke_lines (cache, grid, width, height, cr);
    }

  cairo_new_path (cr);
}

/* --- labels ------------------------------------------------------------- */

static char *
lost_words (ThCpu   *cpu,
            guint32  index,
            guint32  n_losses)
{
  ThLost lost = th_cpu_get_lost (cpu, index);
  g_autofree char *count = NULL;

  if (n_losses != 1 || lost.count < 0)
    return g_strdup (_("events lost"));

  count = th_format_count (lost.count);
  return g_strdup_printf (ngettext ("%s event lost", "%s events lost", lost.count), count);
}

static void
draw_words (ThLaneDraw *draw,
            double      from,
            double      to,
            guint32     index,
            guint32     n_losses)
{
  double middle = draw->shape->height / 2;
  double line = th_theme_get_line_height (draw->theme) * WORDS_SCALE;
  ThColor back = th_theme_get_color (draw->theme, TH_COLOR_BACKGROUND);
  g_autofree char *words = NULL;
  PangoLayout *layout;
  double width;

  if (to - from < 3 * line)
    return;

  words = lost_words (draw->cpu, index, n_losses);
  layout = th_theme_get_layout (draw->theme, words, WORDS_SCALE, TRUE);
  width = th_draw_text_width (layout);
  if (width + 2 * WORDS_PAD_PX > to - from)
    return;

  from = round ((from + to - width) / 2);
  cairo_rectangle (draw->cr, from - 3, round (middle - line / 2) - 1, width + 6, ceil (line) + 2);
  cairo_set_source_rgba (draw->cr, back.red, back.green, back.blue, 0.85);
  cairo_fill (draw->cr);
  th_draw_role (draw->cr, draw->theme, TH_COLOR_INK);
  th_draw_text (draw->cr, layout, from, middle);
}

void
th_lane_draw_lost (ThLaneDraw *draw)
{
  const ThGrid *grid = &draw->grid;
  double bottom =
    (th_draw_device (grid, draw->height) - MAX (th_draw_device (grid, 2), 1)) / grid->scale;
  guint32 index, first, n_losses;
  gint begin, end;

  if (th_cpu_get_n_lost (draw->cpu) == 0)
    return;

  cairo_new_path (draw->cr);
  th_lost_add_path (draw->cpu, draw->content->first, grid,
                    th_draw_device (grid, 2) / grid->scale, bottom, draw->cr);
  th_lost_hatch (draw->cache, grid, draw->width, draw->height, draw->cr, draw->direct);

  first = index = first_band (draw->cpu, grid);
  while (next_band (draw->cpu, draw->content->first, grid, &index, &begin, &end, &n_losses))
    {
      draw_words (draw, CLAMP (begin, 0, grid->n) / grid->scale,
                  CLAMP (end, 0, grid->n) / grid->scale, first, n_losses);
      first = index;
    }
}
