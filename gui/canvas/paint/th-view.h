/* th-view.h - which span of time is looked at, and on how many pixels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A plain value.  All arithmetic is relative to the view's start, so that a
 * nanosecond stays a nanosecond at 10^18.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The smallest span a view may show, in ns. */
#define TH_VIEW_MIN_SPAN 20

/**
 * ThView:
 * @from: time at the left edge
 * @to: time at the right edge; always more than @from
 * @width: logical pixels from left to right
 */
typedef struct
{
  gint64 from;
  gint64 to;
  double width;
} ThView;

double th_view_time_to_x (const ThView *view,
                          gint64        time);
/* The time at the left of pixel position @x; rounds down. */
gint64 th_view_x_to_time (const ThView *view,
                          double        x);
double th_view_ns_per_px (const ThView *view);

/* New spans; kept inside [first, last] with a little margin at both ends, and
 * never shorter than TH_VIEW_MIN_SPAN. */
ThView th_view_zoom      (const ThView *view,
                          double        factor, /* > 1 shows less time */
                          double        x,      /* this place stays */
                          gint64        first,
                          gint64        last);
ThView th_view_pan       (const ThView *view,
                          gint64        delta,
                          gint64        first,
                          gint64        last);
ThView th_view_clamp     (const ThView *view,
                          gint64        first,
                          gint64        last);
/* The whole of [first, last] with a little margin. */
ThView th_view_fit       (gint64        first,
                          gint64        last,
                          double        width);

G_END_DECLS
