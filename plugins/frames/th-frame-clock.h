/* th-frame-clock.h - how the clock of a capture relates to that of a trace
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Neither clock is trusted.  Every frame and every packet with its key is a vote for the
 * difference of their times; the true difference gets a vote from each packet that both sides
 * saw, wrong ones are spread over the whole recording.  The best differences are then tested
 * with different drifts, in steps that become finer, and a line is fitted to what remains.  The
 * finest steps are for packets and frames of one machine.  On their way to another machine packets
 * are delayed by more than that, so coarser steps are tried next, up to 2 ms.
 */
#pragma once

#include <math.h>

#include "th-frame-sighting.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FRAME_CLOCK_NONE,      /* too few packets were seen by both sides */
  TH_FRAME_CLOCK_AMBIGUOUS, /* another offset fits nearly as well, as with regular traffic */
  TH_FRAME_CLOCK_FOUND
} ThFrameClockState;

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

/* @hint: about the offset, if it is known from elsewhere; decides if several fit equally.
 * G_MININT64: not known. */
ThFrameClockState th_frame_clock_find (ThSightings          frames,
                                       ThSightings          packets,
                                       const ThFrameGroups *groups,
                                       gint64               hint,
                                       ThFrameClock        *clock);
/* The time of the trace at a time of the capture. */
static inline gint64
th_frame_clock_map (const ThFrameClock *self,
                    gint64              time)
{
  return time + self->offset + (gint64) llround (self->drift * (double) (time - self->at));
}

G_END_DECLS
