/* th-view.h - the visible span of time, and its width in pixels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A plain value.  All arithmetic is relative to the view's start, so that
 * nanoseconds stay exact at times of 10^18.
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
/* The time at position @x, rounded down. */
gint64 th_view_x_to_time (const ThView *view,
                          double        x);
double th_view_ns_per_px (const ThView *view);

/* These return new views, kept inside [first, last] with a small margin at both ends,
 * and never shorter than TH_VIEW_MIN_SPAN. */
ThView th_view_zoom      (const ThView *view,
                          double        factor, /* > 1 zooms in */
                          double        x,      /* the position that stays fixed */
                          gint64        first,
                          gint64        last);
ThView th_view_pan       (const ThView *view,
                          gint64        delta,
                          gint64        first,
                          gint64        last);
ThView th_view_clamp     (const ThView *view,
                          gint64        first,
                          gint64        last);
/* All of [first, last] with a small margin. */
ThView th_view_fit       (gint64        first,
                          gint64        last,
                          double        width);

G_END_DECLS
