/* th-frame-clock-find.h - finds how the clock of a capture relates to that of a trace
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

#include "th-frame-clock.h"
#include "th-frame-sighting.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FRAME_CLOCK_NONE,      /* too few packets were seen by both sides */
  TH_FRAME_CLOCK_AMBIGUOUS, /* another offset fits nearly as well, as with regular traffic */
  TH_FRAME_CLOCK_FOUND
} ThFrameClockState;

/* @hint: about the offset, if it is known from elsewhere; decides if several fit equally.
 * G_MININT64: not known. */
ThFrameClockState th_frame_clock_find (ThSightings          frames,
                                       ThSightings          packets,
                                       const ThFrameGroups *groups,
                                       gint64               hint,
                                       ThFrameClock        *clock);

G_END_DECLS
