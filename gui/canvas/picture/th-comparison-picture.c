/* th-comparison-picture.c - a comparison as one picture, for files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-picture-parts.h"
#include "th-picture-text.h"

#define DETAILS_PX 370
#define MIN_WIDTH_PX 1200

/* @cr may be NULL. */
static void
push (cairo_t *cr,
      double   x,
      double   y)
{
  if (cr == NULL)
    return;

  cairo_save (cr);
  cairo_translate (cr, x, y);
}

static void
pop (cairo_t *cr)
{
  if (cr != NULL)
    cairo_restore (cr);
}

/* Both timelines, and the rows below them. */
static double
draw_left (const ThComparisonPicture *self,
           GPtrArray                 *rows,
           double                     width,
           cairo_t                   *cr,
           ThRenderBackend            backend)
{
  double y = 0;

  for (guint side = 0; side < 2; side++)
    {
      push (cr, 0, y);
      y += th_picture_draw_side (self, side, width, cr, backend);
      pop (cr);
    }
  push (cr, 0, y);
  y += th_picture_draw_rows (self, rows, width, cr);
  pop (cr);
  return y;
}

static double
draw_parts (const ThComparisonPicture *self,
            GPtrArray                 *rows,
            cairo_t                   *cr,
            ThRenderBackend            backend)
{
  double details = rows->len > 0 ? th_theme_grow (self->theme, DETAILS_PX) : 0;
  double left = self->width - details, head = th_picture_draw_head (self, self->width, cr);
  double height, right = 0;

  push (cr, 0, head);
  height = draw_left (self, rows, left, cr, backend);
  pop (cr);
  if (rows->len == 0)
    return head + height;

  push (cr, left, head);
  right = th_picture_draw_details (self, rows->pdata[0], details, cr);
  th_pen_fill (&(ThPen) { self->theme, cr }, TH_COLOR_LINE, 0, 0, 1, MAX (height, right));
  pop (cr);
  return head + MAX (height, right);
}

int
th_comparison_picture_get_min_width (ThTheme *theme)
{
  return th_theme_grow (theme, MIN_WIDTH_PX);
}

double
th_comparison_picture_draw (const ThComparisonPicture *self,
                            cairo_t                   *cr,
                            ThRenderBackend            backend)
{
  g_autoptr(GPtrArray) rows = th_picture_list_rows (self);
  double height = ceil (draw_parts (self, rows, NULL, backend));

  if (cr == NULL)
    return height;

  /* The plots are made for the background of labels. */
  th_pen_fill (&(ThPen) { self->theme, cr }, TH_COLOR_BACKGROUND_LABEL, 0, 0, self->width, height);
  draw_parts (self, rows, cr, backend);
  return height;
}
