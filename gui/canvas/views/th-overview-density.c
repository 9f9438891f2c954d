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
#include "th-scene-cache.h"
#include "th-scene-filter.h"
#include "th-scene-times.h"

/* The width of a bar, and the distance from one bar to the next. */
#define BAR_PX 2
#define PERIOD_PX 3
#define TOP_PX 3
#define BASE_PX 2

/* --- cache -------------------------------------------------------------- */

/* The number of events in each column, and the state that they were counted for. */
typedef struct
{
  guint64 *counts;
  guint    n;
  gint64   first;
  gint64   last;
  guint64  n_rows;
  guint    which;     /* a digest of the CPUs that are not left out */
  guint    filter;    /* ThSceneChanges */
  guint64  n_decided; /* rows that the filter had decided */
} Density;

typedef struct
{
  Density  all;
  Density  matched; /* the events that match the filter */
  ThPixel *pixels;  /* scratch space for one CPU */
  guint    n_pixels;
} Cache;

static G_DEFINE_QUARK (th-overview-density, cache)

static void
cache_free (Cache *self)
{
  g_free (self->all.counts);
  g_free (self->matched.counts);
  g_free (self->pixels);
  g_free (self);
}

/* Returns the cache with space for @n columns. */
static Cache *
get_cache (ThScene *scene,
           guint    n)
{
  Cache *self = th_scene_get_cache (scene, cache_quark ());

  if (self == NULL)
    {
      self = g_new0 (Cache, 1);
      th_scene_set_cache (scene, cache_quark (), self, (GDestroyNotify) cache_free);
    }
  if (n > self->n_pixels)
    {
      self->pixels = g_renew (ThPixel, self->pixels, n);
      self->n_pixels = n;
    }

  return self;
}

/* Returns %NULL if the CPU is left out.  Whether its lane is folded or hidden does not
 * matter. */
static ThCpu *
get_cpu (ThScene *scene,
         guint    index)
{
  guint stream, cpu;

  return th_scene_get_cpu (scene, index, &stream, &cpu);
}

static Density
describe (ThScene      *scene,
          const ThView *view,
          guint         n)
{
  Density density = { .n = n, .first = view->from, .last = view->to };

  for (guint i = 0; i < th_scene_get_n_cpus (scene); i++)
    {
      ThCpu *cpu = get_cpu (scene, i);

      density.which = density.which * 31 + (cpu != NULL);
      density.n_rows += cpu != NULL ? th_cpu_get_n_rows (cpu) : 0;
    }

  return density;
}

/* Counting hundreds of CPUs takes longer than the rest of a frame, so the counts are kept.
 * Returns FALSE if the state has changed and @self has to be counted again. */
static gboolean
density_take (Density       *self,
              const Density *now)
{
  guint64 *counts = self->counts;
  gboolean same = counts != NULL && self->n == now->n && self->first == now->first &&
                  self->last == now->last && self->n_rows == now->n_rows &&
                  self->which == now->which &&
                  self->filter == now->filter && self->n_decided == now->n_decided;

  if (same)
    return TRUE;

  g_free (counts);
  *self = *now;
  self->counts = g_new0 (guint64, now->n);
  return FALSE;
}

static void
density_add (Density       *self,
             const ThPixel *pixels)
{
  for (guint i = 0; i < self->n; i++)
    self->counts[i] += pixels[i].count;
}

/* --- counting ----------------------------------------------------------- */

static const guint64 *
count_all (ThScene      *scene,
           const ThView *view,
           guint         n)
{
  Density now = describe (scene, view, n);
  Cache *cache = get_cache (scene, n);

  if (density_take (&cache->all, &now))
    return cache->all.counts;

  for (guint i = 0; i < th_scene_get_n_cpus (scene); i++)
    {
      ThCpu *cpu = get_cpu (scene, i);

      if (cpu == NULL)
        continue;
      th_cpu_get_pixels (cpu, view->from, view->to, n, cache->pixels);
      density_add (&cache->all, cache->pixels);
    }

  return cache->all.counts;
}

/* Counts the events that match the filter; %NULL without a filter. */
static const guint64 *
count_matched (ThScene      *scene,
               const ThView *view,
               guint         n)
{
  ThRows *rows = th_scene_get_rows (scene);
  Cache *cache = get_cache (scene, n);
  guint stream, cpu;
  Density now;

  if (rows == NULL)
    return NULL;

  now = describe (scene, view, n);
  now.filter = th_scene_get_changes (scene)->filter;
  now.n_decided = th_rows_get_n_decided (rows);
  if (density_take (&cache->matched, &now))
    return cache->matched.counts;

  for (guint i = 0; i < th_scene_get_n_cpus (scene); i++)
    {
      if (th_scene_get_cpu (scene, i, &stream, &cpu) == NULL)
        continue;
      th_rows_get_pixels (rows, stream, cpu, view->from, view->to, n, cache->pixels);
      density_add (&cache->matched, cache->pixels);
    }

  return cache->matched.counts;
}

/* --- drawing ------------------------------------------------------------ */

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
 * background in the colour. */
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

/* Draws all events, with a filter in a lighter colour behind the events that match. */
static void
draw_bars (ThScene      *self,
           const ThView *view,
           double        height,
           cairo_t      *cr)
{
  guint n = CLAMP (view->width / PERIOD_PX, 1, TH_GRID_MAX_COLUMNS);
  const guint64 *counts = count_all (self, view, n);
  const guint64 *matched = count_matched (self, view, n);
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
      ThCpu *cpu = get_cpu (self, i);

      if (cpu != NULL)
        th_lost_add_path (cpu, first, &grid, 0, height - 1, cr);
    }

  th_lost_hatch (th_lane_cache_get (self), &grid, view->width, height, cr,
                 backend == TH_RENDER_PIXELS);
}

void
th_scene_draw_overview (ThScene         *self,
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
      draw_bars (self, &view, height, cr);
      draw_losses (self, &view, height, cr, backend);
    }

  th_draw_role (cr, theme, TH_COLOR_LINE);
  cairo_rectangle (cr, 0, height - 1, width, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}
