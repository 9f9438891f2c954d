/* th-picture-text.c - texts and small shapes of the picture of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-picture-text.h"

#define SMALL .88
#define SWATCH_PX 10

const ThPenStyle th_pen_plain = { 1, FALSE, TH_COLOR_INK };
const ThPenStyle th_pen_bold = { 1, TRUE, TH_COLOR_INK };
const ThPenStyle th_pen_dim = { 1, FALSE, TH_COLOR_INK_DIM };
const ThPenStyle th_pen_small = { SMALL, FALSE, TH_COLOR_INK_DIM };
const ThPenStyle th_pen_small_bold = { SMALL, TRUE, TH_COLOR_INK };

double
th_pen_line (const ThPen *pen)
{
  return ceil (th_theme_get_line_height (pen->theme));
}

static PangoLayout *
get_layout (const ThPen      *pen,
            const ThPenStyle *style,
            const char       *text)
{
  return th_theme_get_layout (pen->theme, text, style->scale, style->is_bold);
}

double
th_pen_measure (const ThPen      *pen,
                const ThPenStyle *style,
                const char       *text)
{
  return th_draw_text_width (get_layout (pen, style, text));
}

double
th_pen_write (const ThPen      *pen,
              const ThPenStyle *style,
              const char       *text,
              double            x,
              double            y)
{
  if (pen->cr == NULL)
    return th_pen_measure (pen, style, text);

  th_draw_role (pen->cr, pen->theme, style->role);
  return th_draw_text (pen->cr, get_layout (pen, style, text), x, y);
}

double
th_pen_write_fit (const ThPen      *pen,
                  const ThPenStyle *style,
                  const char       *text,
                  double            x,
                  double            y,
                  double            width)
{
  if (pen->cr == NULL)
    return MIN (th_pen_measure (pen, style, text), MAX (width, 0));

  th_draw_role (pen->cr, pen->theme, style->role);
  return th_draw_text_fit (pen->cr, pen->theme, text, style->scale, style->is_bold, x, y, width, 1);
}

double
th_pen_write_end (const ThPen      *pen,
                  const ThPenStyle *style,
                  const char       *text,
                  double            x,
                  double            y)
{
  return th_pen_write (pen, style, text, x - th_pen_measure (pen, style, text), y);
}

double
th_pen_write_name (const ThPen *pen,
                   double       scale,
                   const char  *name,
                   double       x,
                   double       y,
                   double       width)
{
  const ThPenStyle measure = { scale, TRUE, TH_COLOR_INK }, class = { scale, FALSE, TH_COLOR_INK };
  const char *rest = strstr (name, " · ");
  g_autofree char *bold = g_strndup (name, rest != NULL ? rest - name : strlen (name));
  double used = th_pen_write_fit (pen, &measure, bold, x, y, width);

  return rest != NULL ? used + th_pen_write_fit (pen, &class, rest, x + used, y, width - used)
                      : used;
}

double
th_pen_paragraph (const ThPen      *pen,
                  const ThPenStyle *style,
                  ThColor           color,
                  const char       *text,
                  double            x,
                  double            y,
                  double            width)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  double height = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr(PangoLayout) layout = pango_layout_copy (get_layout (pen, style, lines[i]));
      gint size;

      pango_layout_set_width (layout, (gint) (MAX (width, 1) * PANGO_SCALE));
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
      pango_layout_get_size (layout, NULL, &size);
      if (pen->cr != NULL)
        {
          th_draw_color (pen->cr, color);
          cairo_move_to (pen->cr, x, round (y + height));
          pango_cairo_show_layout (pen->cr, layout);
        }
      height += ceil (size / (double) PANGO_SCALE);
    }
  return height;
}

static void
add_round_path (cairo_t *cr,
                double   x,
                double   y,
                double   width,
                double   height,
                double   radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

void
th_pen_fill_round (const ThPen *pen,
                   ThColor      color,
                   double       x,
                   double       y,
                   double       width,
                   double       height,
                   double       radius)
{
  if (pen->cr == NULL)
    return;

  th_draw_color (pen->cr, color);
  add_round_path (pen->cr, x, y, width, height, radius);
  cairo_fill (pen->cr);
}

void
th_pen_fill (const ThPen *pen,
             ThColorRole  role,
             double       x,
             double       y,
             double       width,
             double       height)
{
  if (pen->cr == NULL)
    return;

  th_draw_role (pen->cr, pen->theme, role);
  cairo_rectangle (pen->cr, x, y, width, height);
  cairo_fill (pen->cr);
}

void
th_pen_swatch (const ThPen *pen,
               ThColor      color,
               double       x,
               double       y)
{
  double size = th_theme_grow (pen->theme, SWATCH_PX);

  th_pen_fill_round (pen, color, x, round (y - size / 2), size, size, 2);
}
