/* th-picture-head.c - the title of a comparison, and how its recordings were made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-comparison-text.h"
#include "th-conditions.h"
#include "th-picture-parts.h"
#include "th-picture-text.h"

#define SIDE_PX 14
#define GAP_PX 22
#define SIGN_PX 10
#define PAD_PX 8
#define TITLE_SCALE 1.25

/* --- signs -------------------------------------------------------------------- */

/* A check mark, or a triangle with an exclamation mark: @size square, centered at @y. */
static void
draw_sign (const ThPen *pen,
           gboolean     is_warning,
           double       x,
           double       y,
           double       size)
{
  if (pen->cr == NULL)
    return;

  cairo_save (pen->cr);
  cairo_translate (pen->cr, x, y - size / 2);
  cairo_scale (pen->cr, size, size);
  th_draw_role (pen->cr, pen->theme, is_warning ? TH_COLOR_HIT : TH_COLOR_MARKER_B);
  cairo_move_to (pen->cr, is_warning ? .5 : .05, is_warning ? .05 : .55);
  cairo_line_to (pen->cr, is_warning ? 1 : .35, is_warning ? .95 : .85);
  cairo_line_to (pen->cr, is_warning ? 0 : .95, is_warning ? .95 : .15);
  if (is_warning)
    {
      cairo_close_path (pen->cr);
      cairo_move_to (pen->cr, .5, .4);
      cairo_line_to (pen->cr, .5, .75);
    }
  cairo_set_line_width (pen->cr, .15);
  cairo_stroke (pen->cr);
  cairo_restore (pen->cr);
}

/* --- conditions ---------------------------------------------------------------- */

static double
measure_condition (const ThPen       *pen,
                   const ThCondition *condition)
{
  return th_theme_grow (pen->theme, SIGN_PX) + 12 +
         th_pen_measure (pen, &th_pen_small, condition->title) +
         th_pen_measure (pen, &th_pen_small_bold, condition->value);
}

static void
draw_condition (const ThPen       *pen,
                const ThCondition *condition,
                double             x,
                double             y,
                double             width)
{
  double size = th_theme_grow (pen->theme, SIGN_PX), end = x + width;

  if (condition->is_fine || condition->warnings->len > 0)
    draw_sign (pen, condition->warnings->len > 0, x, y, size);
  x += size + 6;
  x += th_pen_write (pen, &th_pen_small, condition->title, x, y) + 6;
  th_pen_write_fit (pen, &th_pen_small_bold, condition->value, x, y, end - x);
}

/* Conditions from left to right, in as many lines as they need. */
static double
draw_conditions (const ThComparisonPicture *self,
                 const ThPen               *pen,
                 double                     y,
                 double                     width)
{
  g_autoptr(GArray) list = th_conditions_list (self->comparison);
  double line = th_pen_line (pen) + 4, room = width - 2 * SIDE_PX;
  double x = SIDE_PX, start = y;

  y += PAD_PX;
  x += th_pen_write (pen, &th_pen_small_bold, _("Recording conditions"), x, y + line / 2) + GAP_PX;
  for (guint i = 0; i < list->len; i++)
    {
      const ThCondition *condition = &g_array_index (list, ThCondition, i);
      double length = MIN (measure_condition (pen, condition), room);

      if (x > SIDE_PX && x + length > SIDE_PX + room)
        {
          x = SIDE_PX;
          y += line;
        }
      draw_condition (pen, condition, x, y + line / 2, length);
      x += length + GAP_PX;
    }
  y += line + PAD_PX;
  th_pen_fill (pen, TH_COLOR_LINE, 0, y - 1, width, 1);
  return y - start;
}

/* --- the title ------------------------------------------------------------------- */

static double
draw_title (const ThComparisonPicture *self,
            const ThPen               *pen,
            double                     width)
{
  static const ThPenStyle style = { TITLE_SCALE, TRUE, TH_COLOR_INK };
  g_autofree char *title = g_strdup_printf ("%s ↔ %s", self->sides[0].name, self->sides[1].name);
  g_autofree char *facts = th_comparison_describe (self->comparison);
  double line = th_pen_line (pen), big = ceil (line * TITLE_SCALE), room = width - 2 * SIDE_PX;
  double height = PAD_PX + big + line + PAD_PX;
  double length = MIN (th_pen_measure (pen, &style, title), room);

  th_pen_fill (pen, TH_COLOR_BACKGROUND_ALT, 0, 0, width, height);
  th_pen_fill (pen, TH_COLOR_LINE, 0, height - 1, width, 1);
  th_pen_write_fit (pen, &style, title, round ((width - length) / 2), PAD_PX + big / 2, room);
  th_pen_write (pen, &th_pen_small, facts,
                round ((width - th_pen_measure (pen, &th_pen_small, facts)) / 2),
                PAD_PX + big + line / 2);
  return height;
}

double
th_picture_draw_head (const ThComparisonPicture *self,
                      double                     width,
                      cairo_t                   *cr)
{
  const ThPen pen = { self->theme, cr };
  double height = draw_title (self, &pen, width);

  return height + draw_conditions (self, &pen, height, width);
}
