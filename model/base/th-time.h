/* th-time.h - saturating arithmetic on times
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-ref.h"

G_BEGIN_DECLS

/* Times come from files and may lie at both ends of the range of 64 bits.  Sums and lengths
 * saturate there; the result is never TH_TIME_NONE. */
static inline gint64
th_time_add (gint64 a,
             gint64 b)
{
  gint64 sum;

  if (G_UNLIKELY (__builtin_add_overflow (a, b, &sum) || sum == TH_TIME_NONE))
    return a < 0 ? TH_TIME_NONE + 1 : G_MAXINT64;

  return sum;
}

/* @to - @from */
static inline gint64
th_time_between (gint64 from,
                 gint64 to)
{
  gint64 length;

  if (G_UNLIKELY (__builtin_sub_overflow (to, from, &length) || length == TH_TIME_NONE))
    return to < from ? TH_TIME_NONE + 1 : G_MAXINT64;

  return length;
}

/* Converts the product of a time and a fraction, saturating. */
static inline gint64
th_time_of (double time)
{
  if (time >= (double) G_MAXINT64)
    return G_MAXINT64;

  return time <= (double) G_MININT64 ? TH_TIME_NONE + 1 : (gint64) time;
}

/* @time + @shift, saturating.  TH_TIME_NONE stays TH_TIME_NONE. */
static inline gint64
th_time_shift (gint64 time,
               gint64 shift)
{
  return time == TH_TIME_NONE ? time : th_time_add (time, shift);
}

G_END_DECLS
