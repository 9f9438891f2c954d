/* th-time.h - times that are moved, and never past the ends of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-ref.h"

G_BEGIN_DECLS

/* @time + @shift, cut to what a time can be.  TH_TIME_NONE stays none. */
static inline gint64
th_time_shift (gint64 time,
               gint64 shift)
{
  gint64 sum;

  if (time == TH_TIME_NONE)
    return time;
  if (__builtin_add_overflow (time, shift, &sum))
    return shift > 0 ? G_MAXINT64 : TH_TIME_NONE + 1;

  return sum == TH_TIME_NONE ? TH_TIME_NONE + 1 : sum;
}

G_END_DECLS
