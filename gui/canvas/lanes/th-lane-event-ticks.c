/* th-lane-event-ticks.c - the events of a CPU: ticks, or density where they crowd
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ticks and hills stand on the same line.  Which of them a place gets is
 * decided for cells of a few pixels that are fixed in time, by the events in
 * the cell alone: so panning changes nothing, and a sparse place beside a
 * dense one keeps its ticks.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-scene-private.h"

/* Device pixels; more than the marks have at the largest scale. */
#define MAX_HEIGHT 511

#define CELL_PX 16

/* A cell with this many columns in use shows density: its ticks would stand
 * less than three pixels apart. */
#define CELL_DENSE 6

/* How much of its colour a mark that is out gives to the background, of 256. */
#define DIM_SHARE 190

G_STATIC_ASSERT (CELL_PX <= TH_LANE_PAD_PX);

/* --- reading ----------------------------------------------------------- */

/* Of the events that are in the subset. */
static void
read_counts (ThLaneDraw *draw,
             ThRows     *rows,
             ThPixel    *pixels)
{
  const ThGrid *grid = &draw->grid;
  gint n = grid->n + 2 * draw->pad;
  gint64 from = th_grid_time (grid, -draw->pad);
  gint64 to = th_grid_time (grid, grid->n + draw->pad);
  gint units = grid->span >= grid->n ? n : to - from;

  th_rows_get_pixels (rows, th_stream_get_index (draw->stream), draw->cpu_index, from, to, units, pixels);
  if (grid->span < grid->n)
    th_lane_spread_counts (draw, pixels, from, units);
}

/* From the first event on that is not decided all are as they were. */
static void
keep_undecided (ThLaneDraw *draw)
{
  ThScene *scene = draw->scene;
  gint n = draw->grid.n + draw->pad;
  guint32 decided = th_rows_get_decided (scene->rows, th_stream_get_index (draw->stream), draw->cpu_index);
  gint column = n;

  if (decided < th_cpu_get_n_rows (draw->cpu))
    column = th_grid_column (&draw->grid, th_cpu_get_time (draw->cpu, decided), -draw->pad, n);
  for (; column < n; column++)
    scene->in_pixels[column + draw->pad] = draw->pixels[column + draw->pad];
}

/* Counts are per logical pixel, so that a finer screen shows the same hills.
 * Steps of the logarithm stand on the tick of a single event. */
static guint32
compute_height (ThLaneDraw *draw,
                guint32     count)
{
  const ThLaneShape *shape = draw->shape;
  double top = shape->ticks_base - shape->ticks_top;
  double height = shape->tick_height + (top - shape->tick_height) * log2 (count * draw->grid.scale) / draw->scene->log_top;

  return MAX (round (CLAMP (height, 1, top) * draw->grid.scale), 1);
}

static guint32
mark_height (ThLaneDraw *draw,
             guint32     count)
{
  return count < TH_N_HEIGHTS ? draw->shape->height_of_count[count] : compute_height (draw, count);
}

/* A logarithm for each column of a frame would be a third of its cost. */
static void
fill_heights (ThLaneDraw *draw)
{
  if (draw->shape->heights_scale == draw->grid.scale)
    return;

  draw->shape->heights_scale = draw->grid.scale;
  draw->shape->height_of_count[0] = 0;
  for (guint i = 1; i < TH_N_HEIGHTS; i++)
    draw->shape->height_of_count[i] = compute_height (draw, i);
}

static void
read_sparse_cell (ThLaneDraw *draw,
                  gint        begin,
                  gint        end)
{
  ThScene *scene = draw->scene;
  gint n = draw->grid.n + 2 * draw->pad;
  gint thick = MAX (th_draw_device (&draw->grid, 1), 1);

  for (gint i = begin; i < end; i++)
    {
      if (draw->pixels[i].count == 0)
        continue;

      for (gint j = i; j < MIN (i + thick, n); j++)
        {
          scene->marks[j] = draw->tick;
          scene->heights[j] = MAX (scene->heights[j], mark_height (draw, draw->pixels[i].count));
          if (scene->layered && scene->in_pixels[i].count > 0)
            scene->in_heights[j] = MAX (scene->in_heights[j], mark_height (draw, scene->in_pixels[i].count));
        }
    }
}

/* Drawn over the tail of a thick tick that stands at the end of the cell before. */
static void
read_dense_cell (ThLaneDraw *draw,
                 gint        begin,
                 gint        end)
{
  ThScene *scene = draw->scene;

  for (gint i = begin; i < end; i++)
    {
      if (draw->pixels[i].count > 0)
        scene->heights[i] = mark_height (draw, draw->pixels[i].count);
      if (scene->layered && scene->in_pixels[i].count > 0)
        scene->in_heights[i] = mark_height (draw, scene->in_pixels[i].count);
    }
}

static gboolean
cell_is_dense (const ThPixel *pixels,
               gint           begin,
               gint           end)
{
  guint used = 0;

  for (gint i = begin; i < end; i++)
    used += pixels[i].count > 0;

  return used >= CELL_DENSE;
}

/* What is out is dimmed, and what is in lies over it. */
static void
dim_marks (ThLaneDraw *draw)
{
  ThScene *scene = draw->scene;
  gint n = draw->grid.n + 2 * draw->pad;
  guint32 color = 0, dim = 0;

  for (gint i = 0; i < n; i++)
    {
      if (scene->marks[i] != color)
        {
          color = scene->marks[i];
          dim = th_pixel_mix (color, draw->back, DIM_SHARE);
        }
      scene->in_marks[i] = color;
      scene->marks[i] = dim;
    }
}

static void
read_all_counts (ThLaneDraw *draw)
{
  ThScene *scene = draw->scene;
  gint n = draw->grid.n + 2 * draw->pad;

  scene->layered = scene->rows != NULL && !scene->hide;
  if (scene->rows == NULL)
    return;

  read_counts (draw, scene->rows, scene->in_pixels);
  keep_undecided (draw);
  if (scene->hide)
    draw->pixels = scene->in_pixels;
  for (gint i = 0; i < n; i++)
    scene->in_heights[i] = 0;
}

/* Of several rules the first has the column: it is painted last. */
static void
color_marks (ThLaneDraw *draw)
{
  ThScene *scene = draw->scene;
  gint n = draw->grid.n + 2 * draw->pad;
  gint thick = MAX (th_draw_device (&draw->grid, 1), 1);

  for (guint rule = scene->rules.n; rule-- > 0;)
    {
      guint32 fill = th_color_pack (scene->rules.colors[rule]);

      read_counts (draw, scene->rules.rows[rule], scene->rules.pixels);
      for (gint i = 0; i < n; i++)
        if (scene->rules.pixels[i].count > 0 && draw->pixels[i].count > 0)
          for (gint j = i; j < MIN (i + thick, n); j++)
            scene->marks[j] = fill;
    }
}

void
th_lane_read_event_ticks (ThLaneDraw *draw)
{
  ThScene *scene = draw->scene;
  gint n = draw->grid.n + 2 * draw->pad;
  gint cell = MAX (th_draw_device (&draw->grid, CELL_PX), 1);
  gint begin = 0;
  gint end = cell - th_grid_phase (&draw->grid, -draw->pad, cell);

  fill_heights (draw);
  read_all_counts (draw);
  for (gint i = 0; i < n; i++)
    scene->heights[i] = 0;

  /* The first and the last cell may be cut, but lie outside the view. */
  for (; begin < n; begin = end, end = MIN (end + cell, n))
    {
      end = MIN (end, n);
      if (cell_is_dense (draw->pixels, begin, end))
        read_dense_cell (draw, begin, end);
      else
        read_sparse_cell (draw, begin, end);
    }

  color_marks (draw);
  if (scene->layered)
    dim_marks (draw);
}

/* --- drawing ----------------------------------------------------------- */

static void
paint_layer (ThLaneDraw    *draw,
             const guint32 *marks,
             const guint32 *heights)
{
  double scale = draw->grid.scale;
  gint base = th_draw_device (&draw->grid, draw->shape->ticks_base);
  gint end;

  for (gint i = 0; i < draw->grid.n; i = end)
    {
      end = i + 1;
      if (heights[i] == 0)
        continue;

      while (end < draw->grid.n && heights[end] == heights[i] && marks[end] == marks[i])
        end++;
      cairo_rectangle (draw->cr, i / scale, (base - (gint) heights[i]) / scale, (end - i) / scale, heights[i] / scale);
      th_draw_color (draw->cr, th_color_unpack (marks[i]));
      cairo_fill (draw->cr);
    }
}

void
th_lane_paint_event_ticks (ThLaneDraw *draw)
{
  ThScene *scene = draw->scene;

  paint_layer (draw, scene->marks + draw->pad, scene->heights + draw->pad);
  if (scene->layered)
    paint_layer (draw, scene->in_marks + draw->pad, scene->in_heights + draw->pad);
}

/* A column of the second layer. */
#define LAYER_BIT 0x80000000u

/* Sorts the columns [left, right) by height, the highest first; returns how
 * many have one, and where each height begins in *@begins.  @over, if not NULL,
 * is a second layer, behind the first where they are of one height. */
static guint
sort_heights (const guint32 *heights,
              const guint32 *over,
              gint           left,
              gint           right,
              guint32       *order,
              guint          begins[MAX_HEIGHT + 1])
{
  guint n = 0;

  memset (begins, 0, sizeof *begins * (MAX_HEIGHT + 1));
  for (gint i = left; i < right; i++)
    begins[MIN (heights[i], MAX_HEIGHT)]++;
  for (gint i = left; over != NULL && i < right; i++)
    begins[MIN (over[i], MAX_HEIGHT)]++;

  for (gint height = MAX_HEIGHT; height > 0; height--)
    {
      guint count = begins[height];

      begins[height] = n;
      n += count;
    }

  for (gint i = left; i < right; i++)
    if (heights[i] > 0)
      order[begins[MIN (heights[i], MAX_HEIGHT)]++] = i;
  for (gint i = left; over != NULL && i < right; i++)
    if (over[i] > 0)
      order[begins[MIN (over[i], MAX_HEIGHT)]++] = i | LAYER_BIT;

  return n;
}

/* From the top down a row is the one above and the columns that begin there. */
void
th_lane_copy_event_ticks (ThLaneDraw     *draw,
                          const ThPixels *pixels)
{
  ThScene *scene = draw->scene;
  const guint32 *marks = scene->marks + draw->pad;
  const guint32 *heights = scene->heights + draw->pad;
  const guint32 *in_marks = scene->in_marks + draw->pad;
  const guint32 *in_heights = scene->layered ? scene->in_heights + draw->pad : NULL;
  gint base = th_draw_device (&draw->grid, draw->shape->ticks_base);
  gint left = MAX (pixels->left, 0);
  gint right = MIN (pixels->right, draw->grid.n);
  guint begins[MAX_HEIGHT + 1];
  guint n, next = 0;

  if (left >= right)
    return;

  n = sort_heights (heights, in_heights, left, right, scene->order, begins);
  for (gint i = left; i < right; i++)
    scene->row[i] = draw->back;

  for (gint y = 0; y < MIN (base, pixels->bottom); y++)
    {
      for (; next < n; next++)
        {
          guint32 column = scene->order[next] & ~LAYER_BIT;
          gboolean over = scene->order[next] & LAYER_BIT;

          if ((gint) (over ? in_heights : heights)[column] < base - y)
            break;
          scene->row[column] = (over ? in_marks : marks)[column];
        }
      if (y >= pixels->top)
        memcpy (th_pixels_row (pixels, y) + left, scene->row + left, sizeof *scene->row * (right - left));
    }
}
