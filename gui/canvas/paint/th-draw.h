/* th-draw.h - colours and text with cairo
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
/* In logical pixels. */
double th_draw_text_width (PangoLayout *layout);
/* @y is the middle of the line.  Returns the width. */
double th_draw_text       (cairo_t     *cr,
                           PangoLayout *layout,
                           double       x,
                           double       y);
/* As much of @text as fits into @width, with an ellipsis; nothing if that is less
 * than @min_chars.  Returns the width it took. */
double th_draw_text_fit   (cairo_t     *cr,
                           ThTheme     *theme,
                           const char  *text,
                           double       scale,
                           gboolean     bold,
                           double       x,
                           double       y,
                           double       width,
                           guint        min_chars);

/* A logical length as whole device pixels. */
static inline gint
th_draw_device (const ThGrid *grid,
                double        length)
{
  return (gint) (length * grid->scale + 0.5);
}

G_END_DECLS
