/* th-svg-path.h - the path data of cairo in few bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends a coordinate, rounded to 1/100 px: "-.5".  A separator precedes it if it needs one. */
void     th_svg_append_number (GString    *text,
                               gint64      hundredths);
gint64   th_svg_round         (double      value);

/* In 1/100 px. */
typedef struct
{
  gint64 x;
  gint64 y;
} ThSvgPoint;

/**
 * ThSvgExtent:
 * @first: where a path begins
 * @last: where its last part begins
 * @from, @to: its leftmost and its rightmost coordinate
 * @is_closed: whether its last part is closed
 */
typedef struct
{
  ThSvgPoint first;
  ThSvgPoint last;
  gint64     from;
  gint64     to;
  gboolean   is_closed;
} ThSvgExtent;

/* Appends the path @data with relative coordinates after the first, absolute one, and sets
 * @extent.  Returns FALSE and appends nothing if it has commands that cairo does not write. */
gboolean th_svg_append_path   (GString           *text,
                               const char        *data,
                               ThSvgExtent       *extent);
/* Appends such a path, @more, to one whose last part begins at @last. */
void     th_svg_continue_path (GString           *text,
                               const ThSvgPoint  *last,
                               const char        *more,
                               const ThSvgExtent *extent);

G_END_DECLS
