/* th-frame-clock.h - how the clock of a capture relates to that of a trace
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <math.h>

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThFrameClock:
 * @at: the time of the capture at which @offset is valid
 * @offset: what to add to a time of the capture, ns
 * @drift: what to add to that for each ns since @at
 * @low, @median, @high: quantiles of what packets' times differ from frames' after that: 1 %,
 *   50 % and 99 %, ns
 * @deviation: the mean distance of these differences from their median, ns
 * @n: frames with a packet within the last step
 * @rival: how well the next best offset fits, compared with this one: 0 to 1
 */
typedef struct
{
  gint64  at;
  gint64  offset;
  double  drift;
  gint64  low;
  gint64  median;
  gint64  high;
  gint64  deviation;
  guint32 n;
  double  rival;
} ThFrameClock;

/* The time of the trace at a time of the capture. */
static inline gint64
th_frame_clock_map (const ThFrameClock *self,
                    gint64              time)
{
  return time + self->offset + (gint64) llround (self->drift * (double) (time - self->at));
}

G_END_DECLS
