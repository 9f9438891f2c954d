/* th-picture-text.h - texts and small shapes of the picture of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Positions are in pixels of @pen->cr, which may be NULL: then nothing is drawn, but sizes
 * are the same.
 */
#pragma once

#include "th-draw.h"

G_BEGIN_DECLS

/* What is drawn with. */
typedef struct
{
  ThTheme *theme;
  cairo_t *cr;
} ThPen;

/* A style of text. */
typedef struct
{
  double      scale; /* 1 is normal */
  gboolean    is_bold;
  ThColorRole role;
} ThPenStyle;

extern const ThPenStyle th_pen_plain, th_pen_bold, th_pen_dim, th_pen_small, th_pen_small_bold;

/* The height of a line, rounded up. */
double th_pen_line       (const ThPen      *pen);
double th_pen_measure    (const ThPen      *pen,
                          const ThPenStyle *style,
                          const char       *text);
/* Draws a line of text from @x on, centered at @y; returns its width. */
double th_pen_write      (const ThPen      *pen,
                          const ThPenStyle *style,
                          const char       *text,
                          double            x,
                          double            y);
/* The same, shortened to @width. */
double th_pen_write_fit  (const ThPen      *pen,
                          const ThPenStyle *style,
                          const char       *text,
                          double            x,
                          double            y,
                          double            width);
/* The same, but the text ends at @x. */
double th_pen_write_end  (const ThPen      *pen,
                          const ThPenStyle *style,
                          const char       *text,
                          double            x,
                          double            y);
/* Writes the name of a row, "reader · eth0": the measure is bold, the class is not. */
double th_pen_write_name (const ThPen      *pen,
                          double            scale,
                          const char       *name,
                          double            x,
                          double            y,
                          double            width);
/* Wraps @text to @width, from its top @y on, in @color; returns its height. */
double th_pen_paragraph  (const ThPen      *pen,
                          const ThPenStyle *style,
                          ThColor           color,
                          const char       *text,
                          double            x,
                          double            y,
                          double            width);
/* A rectangle with round corners. */
void   th_pen_fill_round (const ThPen      *pen,
                          ThColor           color,
                          double            x,
                          double            y,
                          double            width,
                          double            height,
                          double            radius);
void   th_pen_fill       (const ThPen      *pen,
                          ThColorRole       role,
                          double            x,
                          double            y,
                          double            width,
                          double            height);
/* A square of @color, as the key to what has that color, centered at @y. */
void   th_pen_swatch     (const ThPen      *pen,
                          ThColor           color,
                          double            x,
                          double            y);

G_END_DECLS
