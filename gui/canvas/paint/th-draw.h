/* th-draw.h - colors and text with cairo
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-grid.h"
#include "th-theme.h"

G_BEGIN_DECLS

void   th_draw_color      (cairo_t     *cr,
                           ThColor      color);
void   th_draw_role       (cairo_t     *cr,
                           ThTheme     *theme,
                           ThColorRole  role);
/* The width in logical pixels. */
double th_draw_text_width (PangoLayout *layout);
/* Draws a line of text centered at @y; returns its width. */
double th_draw_text       (cairo_t     *cr,
                           PangoLayout *layout,
                           double       x,
                           double       y);
/* Draws as much of @text as fits into @width, with an ellipsis, but nothing if fewer than
 * @min_chars fit.  Returns the width of the drawn text. */
double th_draw_text_fit   (cairo_t     *cr,
                           ThTheme     *theme,
                           const char  *text,
                           double       scale,
                           gboolean     bold,
                           double       x,
                           double       y,
                           double       width,
                           guint        min_chars);

/* Converts a logical length to whole device pixels. */
static inline gint
th_draw_device (const ThGrid *grid,
                double        length)
{
  return (gint) (length * grid->scale + 0.5);
}

G_END_DECLS
