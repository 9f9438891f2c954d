/* th-lane-event-ticks.c - the events of a CPU: ticks, or density where there are many
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ticks and density bars share a baseline.  Whether ticks or density are drawn is
 * decided per cell of a few pixels; cells are fixed in time, and only the events in
 * the cell count.  So panning changes nothing, and a sparse cell beside a dense one
 * keeps its ticks.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-lane-draw.h"

#define CELL_PX 16

/* A cell with this many occupied columns shows density, because its ticks would be
 * less than three pixels apart. */
#define CELL_DENSE 6

/* The share of background, of 256, in a tick that does not match the filter. */
#define DIM_SHARE 190

G_STATIC_ASSERT (CELL_PX <= TH_LANE_PAD_PX);

/* --- counts ------------------------------------------------------------ */

/* Counts the events in @rows. */
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

  th_rows_get_pixels (rows, draw->lane->stream, draw->lane->cpu, from, to, units, pixels);
  if (grid->span < grid->n)
    th_lane_spread_counts (draw, pixels, from, units);
}

/* Undecided events count as matches. */
static void
keep_undecided (ThLaneDraw    *draw,
                ThRows        *rows,
                const ThPixel *pixels,
                ThPixel       *matched)
{
  gint n = draw->grid.n + draw->pad;
  guint32 decided = th_rows_get_decided (rows, draw->lane->stream, draw->lane->cpu);
  gint column = n;

  if (decided < th_cpu_get_n_rows (draw->cpu))
    column = th_grid_column (&draw->grid, th_cpu_get_time (draw->cpu, decided), -draw->pad, n);
  for (; column < n; column++)
    matched[column + draw->pad] = pixels[column + draw->pad];
}

/* The columns of matching events; %NULL without a filter. */
static const ThPixel *
read_matched (ThLaneDraw    *draw,
              const ThPixel *pixels)
{
  ThRows *rows = draw->content->filter;
  ThPixel *matched = draw->cache->scratch.matched_pixels;

  if (rows == NULL)
    return NULL;

  read_counts (draw, rows, matched);
  keep_undecided (draw, rows, pixels, matched);
  return matched;
}

/* --- heights ------------------------------------------------------------ */

/* The count of full height: ten times the mean per column when the whole trace is a
 * thousand pixels wide.  Fixed for a recording, so that heights are comparable between
 * lanes and zoom levels. */
static double
get_log_top (ThLaneDraw *draw)
{
  return MAX (5, log2 (draw->content->most_events / 100.0 + 1));
}

/* Counts are per logical pixel, so that heights do not depend on the device scale.
 * The logarithm is added to the height of a single tick. */
static guint32
compute_height (ThLaneDraw *draw,
                double      log_top,
                guint32     count)
{
  const ThLaneShape *shape = draw->shape;
  double top = shape->ticks_base - shape->ticks_top;
  double height =
    shape->tick_height + (top - shape->tick_height) * log2 (count * draw->grid.scale) / log_top;

  return MAX (round (CLAMP (height, 1, top) * draw->grid.scale), 1);
}

/* Computing a logarithm per column would be a third of a frame's cost. */
static const ThTickHeights *
get_heights (ThLaneDraw *draw)
{
  ThTickHeights *heights = &draw->cache->heights[draw->lane->size];
  double log_top = get_log_top (draw);

  if (heights->scale == draw->grid.scale && heights->log_top == log_top)
    return heights;

  heights->scale = draw->grid.scale;
  heights->log_top = log_top;
  heights->of_count[0] = 0;
  for (guint i = 1; i < TH_N_HEIGHTS; i++)
    heights->of_count[i] = compute_height (draw, log_top, i);

  return heights;
}

static guint32
tick_height (ThLaneDraw          *draw,
             const ThTickHeights *heights,
             guint32              count)
{
  return count < TH_N_HEIGHTS ? heights->of_count[count]
                              : compute_height (draw, heights->log_top, count);
}

/* --- cells --------------------------------------------------------------- */

/* Input and output of reading cells. */
typedef struct
{
  ThLaneDraw          *draw;
  const ThTickHeights *heights;
  const ThPixel       *pixels;
  const ThPixel       *matched; /* %NULL without a filter */
  ThEventTicks         ticks;
} Reader;

static void
read_sparse_cell (Reader *reader,
                  gint    begin,
                  gint    end)
{
  ThLaneDraw *draw = reader->draw;
  const ThTickLayer *all = &reader->ticks.all, *matched = &reader->ticks.matched;
  gint n = draw->grid.n + 2 * draw->pad;
  gint thick = MAX (th_draw_device (&draw->grid, 1), 1);

  for (gint i = begin; i < end; i++)
    {
      guint32 height = tick_height (draw, reader->heights, reader->pixels[i].count);
      guint32 over = reader->matched != NULL && reader->matched[i].count > 0
                     ? tick_height (draw, reader->heights, reader->matched[i].count) : 0;

      for (gint j = i; height > 0 && j < MIN (i + thick, n); j++)
        {
          all->colors[j] = draw->tick;
          all->heights[j] = MAX (all->heights[j], height);
          if (over > 0)
            matched->heights[j] = MAX (matched->heights[j], over);
        }
    }
}

/* Overwrites the right part of a thick tick at the end of the cell before. */
static void
read_dense_cell (Reader *reader,
                 gint    begin,
                 gint    end)
{
  for (gint i = begin; i < end; i++)
    {
      if (reader->pixels[i].count > 0)
        reader->ticks.all.heights[i] = tick_height (reader->draw, reader->heights,
                                                    reader->pixels[i].count);
      if (reader->matched != NULL && reader->matched[i].count > 0)
        reader->ticks.matched.heights[i] = tick_height (reader->draw, reader->heights,
                                                        reader->matched[i].count);
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

static void
read_cells (Reader *reader)
{
  const ThGrid *grid = &reader->draw->grid;
  gint pad = reader->draw->pad, n = grid->n + 2 * pad;
  gint cell = MAX (th_draw_device (grid, CELL_PX), 1);
  gint begin = 0;
  gint end = cell - th_grid_phase (grid, -pad, cell);

  /* The first and last cell may be incomplete, but lie outside the view. */
  for (; begin < n; begin = end, end = MIN (end + cell, n))
    {
      end = MIN (end, n);
      if (cell_is_dense (reader->pixels, begin, end))
        read_dense_cell (reader, begin, end);
      else
        read_sparse_cell (reader, begin, end);
    }
}

/* --- colors ------------------------------------------------------------- */

/* Colors ticks of dense columns by the task that ran longest there. */
static void
color_by_task (ThLaneDraw   *draw,
               const GArray *runs,
               guint32      *colors)
{
  for (guint i = 0; i < runs->len; i++)
    {
      const ThBarSpan *span = &g_array_index (runs, ThBarSpan, i);
      gboolean is_task = span->what != TH_TASK_NONE && span->what != TH_TASK_IDLE;
      guint32 color = is_task ? span->color : draw->tick;

      for (gint column = span->begin; column < span->end; column++)
        colors[column + draw->pad] = color;
    }
}

/* The first rule takes precedence, so it is painted last. */
static void
color_by_rule (ThLaneDraw    *draw,
               const ThPixel *pixels,
               guint32       *colors)
{
  const ThSceneRules *rules = &draw->content->rules;
  ThPixel *counts = draw->cache->scratch.rule_pixels;
  gint n = draw->grid.n + 2 * draw->pad;
  gint thick = MAX (th_draw_device (&draw->grid, 1), 1);

  for (guint rule = rules->n; rule-- > 0;)
    {
      guint32 fill = th_color_pack (rules->colors[rule]);

      read_counts (draw, rules->rows[rule], counts);
      for (gint i = 0; i < n; i++)
        if (counts[i].count > 0 && pixels[i].count > 0)
          for (gint j = i; j < MIN (i + thick, n); j++)
            colors[j] = fill;
    }
}

/* Dims events that do not match the filter; matching ones are drawn over them. */
static void
dim_ticks (ThLaneDraw         *draw,
           const ThEventTicks *ticks)
{
  gint n = draw->grid.n + 2 * draw->pad;
  guint32 color = 0, dimmed = 0;

  for (gint i = 0; i < n; i++)
    {
      if (ticks->all.colors[i] != color)
        {
          color = ticks->all.colors[i];
          dimmed = th_pixel_mix (color, draw->back, DIM_SHARE);
        }
      ticks->matched.colors[i] = color;
      ticks->all.colors[i] = dimmed;
    }
}

/* --- reading ----------------------------------------------------------- */

/* Returns columns without ticks. */
static ThEventTicks
clear_ticks (ThLaneDraw *draw,
             gboolean    layered)
{
  const ThLaneScratch *scratch = &draw->cache->scratch;
  ThEventTicks ticks = { .all = { scratch->tick_colors, scratch->tick_heights } };
  gint n = draw->grid.n + 2 * draw->pad;

  memset (ticks.all.heights, 0, sizeof *ticks.all.heights * n);
  if (!layered)
    return ticks;

  ticks.matched = (ThTickLayer) { scratch->matched_colors, scratch->matched_heights };
  memset (ticks.matched.heights, 0, sizeof *ticks.matched.heights * n);
  return ticks;
}

ThEventTicks
th_lane_read_event_ticks (ThLaneDraw    *draw,
                          const ThPixel *pixels,
                          const GArray  *runs)
{
  const ThPixel *matched = read_matched (draw, pixels);
  gboolean hides = matched != NULL && draw->content->hides;
  Reader reader = { draw, get_heights (draw), hides ? matched : pixels, hides ? NULL : matched };

  reader.ticks = clear_ticks (draw, reader.matched != NULL);
  color_by_task (draw, runs, reader.ticks.all.colors);
  read_cells (&reader);
  color_by_rule (draw, reader.pixels, reader.ticks.all.colors);
  if (reader.matched != NULL)
    dim_ticks (draw, &reader.ticks);

  return reader.ticks;
}
