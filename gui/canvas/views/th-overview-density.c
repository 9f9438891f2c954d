/* th-overview-density.c - the event density and the losses of the whole recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-color.h"
#include "th-draw.h"
#include "th-lost.h"
#include "th-overview-density.h"
#include "th-pixels.h"
#include "th-scene-times.h"

/* The width of a bar, and the distance from one bar to the next. */
#define BAR_PX 2
#define PERIOD_PX 3
#define TOP_PX 3
#define BASE_PX 2

static guint
find_most (const guint64 *counts,
           guint          n)
{
  guint64 most = 1;

  for (guint i = 0; i < n; i++)
    most = MAX (most, counts[i]);

  return MIN (most, G_MAXUINT);
}

/* @top: the logarithm that takes the full height of the strip; @lightness: the share of the
 * background in the color. */
static void
fill_bars (ThScene       *self,
           const guint64 *counts,
           guint          n,
           double         top,
           double         lightness,
           double         height,
           cairo_t       *cr)
{
  ThTheme *theme = th_scene_get_theme (self);
  double room = height - TOP_PX - BASE_PX;

  for (guint i = 0; i < n; i++)
    if (counts[i] > 0)
      {
        double bar = MAX (1, round (room * log2 (1.0 + counts[i]) / top));

        cairo_rectangle (cr, i * PERIOD_PX, height - BASE_PX - bar, BAR_PX, bar);
      }

  th_draw_color (cr, th_color_mix (th_theme_get_color (theme, TH_COLOR_TICK),
                                   th_theme_get_color (theme, TH_COLOR_BACKGROUND_LABEL),
                                   lightness));
  cairo_fill (cr);
}

/* Draws all events, with a filter in a lighter color behind the events that match. */
static void
draw_bars (ThScene         *self,
           const ThDensity *density,
           double           height,
           cairo_t         *cr)
{
  const guint64 *counts = th_density_get_all (density);
  const guint64 *matched = th_density_get_matched (density);
  guint n = th_density_get_n (density);
  double top = log2 (1.0 + find_most (counts, n));

  fill_bars (self, counts, n, top, matched != NULL ? 0.72 : 0.25, height, cr);
  if (matched != NULL)
    fill_bars (self, matched, n, top, 0.25, height, cr);
}

static void
draw_losses (ThScene         *self,
             const ThView    *view,
             double           height,
             cairo_t         *cr,
             ThRenderBackend  backend)
{
  ThGrid grid = th_grid_make (view, th_pixels_get_scale (cr));
  gint64 first, last;

  th_scene_get_range (self, &first, &last);
  cairo_new_path (cr);
  for (guint i = 0; i < th_scene_get_n_cpus (self); i++)
    {
      guint stream, index;
      ThCpu *cpu = th_scene_get_cpu (self, i, &stream, &index);

      if (cpu != NULL)
        th_lost_add_path (cpu, first, &grid, 0, height - 1, cr);
    }

  th_lost_hatch (th_lane_cache_get (self), &grid, view->width, height, cr,
                 backend == TH_RENDER_PIXELS);
}

ThDensity *
th_overview_density_new (ThScene         *scene,
                         double           width,
                         const ThDensity *last)
{
  gint64 first, last_time;
  ThView view;

  if (width <= 0 || !th_scene_get_range (scene, &first, &last_time))
    return NULL;

  view = th_view_fit (first, last_time, width);
  return th_density_new (scene, &view, CLAMP (width / PERIOD_PX, 1, TH_GRID_MAX_COLUMNS), last);
}

void
th_scene_draw_overview (ThScene         *self,
                        const ThDensity *density,
                        double           width,
                        double           height,
                        cairo_t         *cr,
                        ThRenderBackend  backend)
{
  ThTheme *theme = th_scene_get_theme (self);
  gint64 first, last;
  ThView view;

  if (width <= 0 || height <= 0)
    return;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  th_draw_role (cr, theme, TH_COLOR_BACKGROUND_LABEL);
  cairo_paint (cr);

  if (th_scene_get_range (self, &first, &last))
    {
      view = th_view_fit (first, last, width);
      if (density != NULL)
        draw_bars (self, density, height, cr);
      draw_losses (self, &view, height, cr, backend);
    }

  th_draw_role (cr, theme, TH_COLOR_LINE);
  cairo_rectangle (cr, 0, height - 1, width, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}
