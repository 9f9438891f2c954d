/* th-overview-density.c - the whole recording as one density, with its losses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-scene-private.h"

/* Bars and the gaps between them. */
#define BAR_PX 2
#define PERIOD_PX 3
#define TOP_PX 3
#define BASE_PX 2

/* %NULL if it is left out.  Whether its lane is folded or hidden is all the same. */
static ThCpu *
get_cpu (ThScene *self,
         guint    index)
{
  const ThTrackGroup *group = g_ptr_array_index (self->cpus, index);

  return group->left_out ? NULL : th_stream_get_cpu (th_recording_get_stream (self->recording, group->stream), group->cpu);
}

static ThSceneDensity
describe (ThScene      *self,
          const ThView *view,
          guint         n)
{
  ThSceneDensity density = { NULL, n, view->from, view->to, 0, 0 };

  for (guint i = 0; i < self->cpus->len; i++)
    {
      ThCpu *cpu = get_cpu (self, i);

      density.which = density.which * 31 + (cpu != NULL);
      density.n_rows += cpu != NULL ? th_cpu_get_n_rows (cpu) : 0;
    }

  return density;
}

/* Once: hundreds of CPUs take longer than all the rest of a frame. */
static const guint64 *
count_bars (ThScene      *self,
            const ThView *view,
            guint         n)
{
  ThSceneDensity density = describe (self, view, n), *kept = &self->density;

  if (kept->counts != NULL && kept->n == density.n && kept->first == density.first && kept->last == density.last &&
      kept->n_rows == density.n_rows && kept->which == density.which)
    return kept->counts;

  g_free (kept->counts);
  *kept = density;
  kept->counts = g_new0 (guint64, n);
  for (guint i = 0; i < self->cpus->len; i++)
    {
      ThCpu *cpu = get_cpu (self, i);

      if (cpu == NULL)
        continue;

      th_cpu_get_pixels (cpu, view->from, view->to, n, self->pixels);
      for (guint j = 0; j < n; j++)
        kept->counts[j] += self->pixels[j].count;
    }

  return kept->counts;
}

/* Of those, how many the filter leaves in; %NULL without a filter. */
static const guint64 *
count_left (ThScene      *self,
            const ThView *view,
            guint         n)
{
  ThSceneDensity density = describe (self, view, n), *kept = &self->left;

  if (self->rows == NULL)
    return NULL;

  density.n_decided = th_rows_get_n_decided (self->rows);
  if (kept->counts != NULL && kept->n == density.n && kept->first == density.first && kept->last == density.last &&
      kept->n_rows == density.n_rows && kept->which == density.which && kept->n_decided == density.n_decided)
    return kept->counts;

  g_free (kept->counts);
  *kept = density;
  kept->counts = g_new0 (guint64, n);
  for (guint i = 0; i < self->cpus->len; i++)
    {
      const ThTrackGroup *group = g_ptr_array_index (self->cpus, i);

      if (group->left_out)
        continue;

      th_rows_get_pixels (self->rows, group->stream, group->cpu, view->from, view->to, n, self->pixels);
      for (guint j = 0; j < n; j++)
        kept->counts[j] += self->pixels[j].count;
    }

  return kept->counts;
}

static guint
find_most (const guint64 *counts,
           guint          n)
{
  guint64 most = 1;

  for (guint i = 0; i < n; i++)
    most = MAX (most, counts[i]);

  return MIN (most, G_MAXUINT);
}

/* @top: the logarithm that is as high as the strip; @paleness: how much of the ground
 * is in the colour. */
static void
fill_bars (ThScene       *self,
           const guint64 *counts,
           guint          n,
           double         top,
           double         paleness,
           double         height,
           cairo_t       *cr)
{
  double room = height - TOP_PX - BASE_PX;

  for (guint i = 0; i < n; i++)
    if (counts[i] > 0)
      {
        double bar = MAX (1, round (room * log2 (1.0 + counts[i]) / top));

        cairo_rectangle (cr, i * PERIOD_PX, height - BASE_PX - bar, BAR_PX, bar);
      }

  th_draw_color (cr, th_color_mix (th_theme_get_color (self->theme, TH_COLOR_TICK),
                                   th_theme_get_color (self->theme, TH_COLOR_BACKGROUND_LABEL), paleness));
  cairo_fill (cr);
}

/* All events; pale behind those that the filter leaves in, where there is one. */
static void
draw_bars (ThScene      *self,
           const ThView *view,
           double        height,
           cairo_t      *cr)
{
  guint n = CLAMP (view->width / PERIOD_PX, 1, TH_GRID_MAX_COLUMNS);
  const guint64 *counts, *left;
  double top;

  th_scene_reserve (self, n);
  counts = count_bars (self, view, n);
  left = count_left (self, view, n);
  top = log2 (1.0 + find_most (counts, n));

  fill_bars (self, counts, n, top, left != NULL ? 0.72 : 0.25, height, cr);
  if (left != NULL)
    fill_bars (self, left, n, top, 0.25, height, cr);
}

static void
draw_losses (ThScene         *self,
             const ThView    *view,
             double           height,
             cairo_t         *cr,
             ThRenderBackend  backend)
{
  ThGrid grid = th_grid_make (view, th_pixels_get_scale (cr));

  cairo_new_path (cr);
  for (guint i = 0; i < self->cpus->len; i++)
    {
      ThCpu *cpu = get_cpu (self, i);

      if (cpu != NULL)
        th_lost_add_path (self, cpu, &grid, 0, height - 1, cr);
    }

  th_lost_hatch (self, &grid, view->width, height, cr, backend == TH_RENDER_PIXELS);
}

void
th_scene_draw_overview (ThScene         *self,
                        double           width,
                        double           height,
                        cairo_t         *cr,
                        ThRenderBackend  backend)
{
  ThView view = th_view_fit (self->first, self->last, width);

  if (width <= 0 || height <= 0)
    return;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  th_draw_role (cr, self->theme, TH_COLOR_BACKGROUND_LABEL);
  cairo_paint (cr);

  if (self->has_range)
    {
      draw_bars (self, &view, height, cr);
      draw_losses (self, &view, height, cr, backend);
    }

  th_draw_role (cr, self->theme, TH_COLOR_LINE);
  cairo_rectangle (cr, 0, height - 1, width, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}
