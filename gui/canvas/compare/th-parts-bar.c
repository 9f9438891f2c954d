/* th-parts-bar.c - the parts of a difference of means as a stacked bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-compare-colors.h"
#include "th-draw.h"
#include "th-parts-bar.h"

#define GAP_PX 4
#define HATCH_PX 4

typedef struct
{
  double x;
  double width;
} Place;

typedef void (*PlaceFunc) (const ThComparisonRow *row,
              guint                  index,
              const Place           *at,
              gpointer               data);

static const ThComparisonPart *
get_part (const ThComparisonRow *row,
          guint                  index)
{
  return &g_array_index (row->parts, ThComparisonPart, index);
}

gboolean
th_parts_bar_find_dimension (const ThComparisonRow *row,
                             const char            *dimension,
                             guint                 *begin,
                             guint                 *end)
{
  *begin = 0;
  while (*begin < row->parts->len && strcmp (get_part (row, *begin)->dimension, dimension) != 0)
    (*begin)++;
  *end = *begin;
  while (*end < row->parts->len && strcmp (get_part (row, *end)->dimension, dimension) == 0)
    (*end)++;
  return *begin < *end;
}

double
th_parts_bar_get_moved (const ThComparisonPart *part)
{
  return part->values + part->mix;
}

gboolean
th_parts_bar_is_against (const ThComparisonRow  *row,
                         const ThComparisonPart *part)
{
  return th_parts_bar_get_moved (part) * (row->mean_b - row->mean_a) < 0;
}

/* Calls @func for each part that has a width, from left to right. */
static void
foreach_place (const ThComparisonRow *row,
               const char            *dimension,
               double                 width,
               PlaceFunc              func,
               gpointer               data)
{
  double sums[2] = { 0, 0 }, sum, x = 0;
  guint begin, end;

  th_parts_bar_find_dimension (row, dimension, &begin, &end);
  for (guint i = begin; i < end; i++)
    sums[th_parts_bar_is_against (row, get_part (row, i))] +=
      fabs (th_parts_bar_get_moved (get_part (row, i)));
  sum = sums[0] + sums[1];
  if (sum <= 0)
    return;

  width -= sums[0] > 0 && sums[1] > 0 ? GAP_PX : 0;
  for (int against = 0; against < 2; against++)
    {
      x += against && sums[0] > 0 ? GAP_PX : 0;
      for (guint i = begin; i < end; i++)
        {
          Place at = { x, fabs (th_parts_bar_get_moved (get_part (row, i))) / sum * width };

          if (th_parts_bar_is_against (row, get_part (row, i)) != against)
            continue;
          func (row, i, &at, data);
          x += at.width;
        }
    }
}

/* --- drawing ------------------------------------------------------------------ */

typedef struct
{
  ThTheme *theme;
  double   height;
  cairo_t *cr;
} Bar;

static void
draw_hatch (const Bar   *bar,
            const Place *at)
{
  cairo_save (bar->cr);
  cairo_rectangle (bar->cr, at->x, 0, at->width, bar->height);
  cairo_clip (bar->cr);
  th_draw_role (bar->cr, bar->theme, TH_COLOR_BACKGROUND_LABEL);
  cairo_set_line_width (bar->cr, HATCH_PX / 2.0);
  for (double x = at->x - bar->height; x < at->x + at->width; x += HATCH_PX * 1.5)
    {
      cairo_move_to (bar->cr, x, bar->height);
      cairo_line_to (bar->cr, x + bar->height, 0);
    }
  cairo_stroke (bar->cr);
  cairo_restore (bar->cr);
}

static void
draw_part (const ThComparisonRow *row,
           guint                  index,
           const Place           *at,
           gpointer               data)
{
  const Bar *bar = data;

  th_draw_color (bar->cr, th_compare_get_part_color (bar->theme, get_part (row, index)));
  cairo_rectangle (bar->cr, at->x, 0, at->width, bar->height);
  cairo_fill (bar->cr);
  if (th_parts_bar_is_against (row, get_part (row, index)))
    draw_hatch (bar, at);
  if (at->width < 3)
    return;

  /* A separator, because neighbors may have similar colors. */
  th_draw_role (bar->cr, bar->theme, TH_COLOR_BACKGROUND_LABEL);
  cairo_rectangle (bar->cr, at->x + at->width - 1, 0, 1, bar->height);
  cairo_fill (bar->cr);
}

void
th_parts_bar_draw (ThTheme               *theme,
                   const ThComparisonRow *row,
                   const char            *dimension,
                   double                 width,
                   double                 height,
                   cairo_t               *cr)
{
  Bar bar = { theme, height, cr };

  foreach_place (row, dimension, width, draw_part, &bar);
}

/* --- hit-testing ---------------------------------------------------------------- */

typedef struct
{
  double x;
  gint   index;
} Search;

static void
match_part (const ThComparisonRow *row,
            guint                  index,
            const Place           *at,
            gpointer               data)
{
  Search *search = data;

  if (search->x >= at->x && search->x < at->x + at->width)
    search->index = index;
}

gint
th_parts_bar_find_part (const ThComparisonRow *row,
                        const char            *dimension,
                        double                 width,
                        double                 x)
{
  Search search = { x, -1 };

  foreach_place (row, dimension, width, match_part, &search);
  return search.index;
}
