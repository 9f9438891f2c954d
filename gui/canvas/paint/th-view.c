/* th-view.c - the visible span of time, and its width in pixels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-view.h"

/* The margin at either end, as a fraction of the whole. */
#define MARGIN_PART 50

/* A damaged recording may contain any time; a view stays in the range where a margin,
 * a zoom and a difference of two times cannot overflow. */
#define TIME_LIMIT (G_GINT64_CONSTANT (1) << 61)

static gint64
view_span (const ThView *view)
{
  guint64 span = (guint64) view->to - (guint64) view->from;

  return view->to > view->from ? MIN (span, G_MAXINT64) : 1;
}

static gint64
time_add (gint64 time,
          double delta)
{
  double limit = 2.0 * TIME_LIMIT;

  return CLAMP (time, -TIME_LIMIT, TIME_LIMIT) + (gint64) CLAMP (delta, -limit, limit);
}

double
th_view_ns_per_px (const ThView *view)
{
  return view_span (view) / MAX (view->width, 1.0);
}

double
th_view_time_to_x (const ThView *view,
                   gint64        time)
{
  /* The signed difference might overflow; the unsigned ones cannot. */
  double delta = time >= view->from ? (double) ((guint64) time - (guint64) view->from)
                                    : -(double) ((guint64) view->from - (guint64) time);

  return delta * view->width / view_span (view);
}

gint64
th_view_x_to_time (const ThView *view,
                   double        x)
{
  return time_add (view->from, floor (x * th_view_ns_per_px (view)));
}

static void
sort_range (gint64 *first,
            gint64 *last)
{
  gint64 low = CLAMP (MIN (*first, *last), -TIME_LIMIT, TIME_LIMIT);
  gint64 high = CLAMP (MAX (*first, *last), -TIME_LIMIT, TIME_LIMIT);

  *first = low;
  *last = high;
}

/* The largest view: [first, last] with margins, at least the smallest span. */
static void
widen (gint64 *first,
       gint64 *last)
{
  gint64 margin;

  sort_range (first, last);
  margin = (*last - *first) / MARGIN_PART;
  margin = MAX (margin, (TH_VIEW_MIN_SPAN - (*last - *first) + 1) / 2);
  *first -= margin;
  *last += margin;
}

ThView
th_view_clamp (const ThView *view,
               gint64        first,
               gint64        last)
{
  gint64 from = CLAMP (view->from, -TIME_LIMIT, TIME_LIMIT);
  gint64 span;

  widen (&first, &last);
  span = CLAMP (view->to, -TIME_LIMIT, TIME_LIMIT) - from;
  span = CLAMP (span, TH_VIEW_MIN_SPAN, last - first);
  from = CLAMP (from, first, last - span);

  return (ThView) { from, from + span, view->width };
}

ThView
th_view_zoom (const ThView *view,
              double        factor,
              double        x,
              gint64        first,
              gint64        last)
{
  double share = view->width > 0 ? x / view->width : 0.5;
  double old_span = view_span (view);
  gint64 span;
  ThView zoomed;

  if (!(factor > 0) || !isfinite (factor) || !isfinite (share))
    return th_view_clamp (view, first, last);

  widen (&first, &last);
  /* Limits the span before the position is computed; otherwise the last step of zooming
   * in would also pan. */
  span = MIN (round (old_span / factor), 3.0 * TIME_LIMIT);
  span = CLAMP (span, TH_VIEW_MIN_SPAN, last - first);
  zoomed.from = time_add (view->from, round ((old_span - span) * share));
  zoomed.from = CLAMP (zoomed.from, first, last - span);
  zoomed.to = zoomed.from + span;
  zoomed.width = view->width;

  return zoomed;
}

ThView
th_view_pan (const ThView *view,
             gint64        delta,
             gint64        first,
             gint64        last)
{
  gint64 span = view_span (view);
  ThView panned = *view;

  panned.from = CLAMP (view->from, -TIME_LIMIT, TIME_LIMIT) + CLAMP (delta, -TIME_LIMIT,
                                                                     TIME_LIMIT);

  widen (&first, &last);
  span = CLAMP (span, TH_VIEW_MIN_SPAN, last - first);
  panned.from = CLAMP (panned.from, first, last - span);
  panned.to = panned.from + span;
  return panned;
}

ThView
th_view_fit (gint64 first,
             gint64 last,
             double width)
{
  widen (&first, &last);

  return (ThView) { first, last, width };
}
