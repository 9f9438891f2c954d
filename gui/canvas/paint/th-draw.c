/* th-draw.c - colors and text with cairo
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-draw.h"

void
th_draw_color (cairo_t *cr,
               ThColor  color)
{
  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
}

void
th_draw_role (cairo_t     *cr,
              ThTheme     *theme,
              ThColorRole  role)
{
  th_draw_color (cr, th_theme_get_color (theme, role));
}

double
th_draw_text_width (PangoLayout *layout)
{
  gint width;

  pango_layout_get_size (layout, &width, NULL);

  return width / (double) PANGO_SCALE;
}

double
th_draw_text (cairo_t     *cr,
              PangoLayout *layout,
              double       x,
              double       y)
{
  gint width, height;

  pango_layout_get_size (layout, &width, &height);
  cairo_move_to (cr, x, round (y - height / (2.0 * PANGO_SCALE)));
  pango_cairo_show_layout (cr, layout);

  return width / (double) PANGO_SCALE;
}

/* The number of bytes of the layout's text that fit into @width. */
static gint
fitting_bytes (PangoLayout *layout,
               double       width)
{
  gint index, trailing;

  pango_layout_xy_to_index (layout, width * PANGO_SCALE, 0, &index, &trailing);

  return index;
}

double
th_draw_text_fit (cairo_t    *cr,
                  ThTheme    *theme,
                  const char *text,
                  double      scale,
                  gboolean    bold,
                  double      x,
                  double      y,
                  double      width,
                  guint       min_chars)
{
  PangoLayout *layout = th_theme_get_layout (theme, text, scale, bold);
  const char *valid;
  g_autofree char *cut = NULL;
  gint bytes;

  if (th_draw_text_width (layout) <= width)
    return th_draw_text (cr, layout, x, y);

  width -= 0.75 * scale * th_theme_get_line_height (theme); /* room for an ellipsis */
  if (width <= 0)
    return 0;

  valid = pango_layout_get_text (layout);
  bytes = fitting_bytes (layout, width);
  if (g_utf8_strlen (valid, bytes) < min_chars)
    return 0;

  cut = g_strdup_printf ("%.*s…", bytes, valid);
  return th_draw_text (cr, th_theme_get_layout (theme, cut, scale, bold), x, y);
}
