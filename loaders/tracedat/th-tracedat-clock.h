/* th-tracedat-clock.h - converts time stamps of the ring buffer to times of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-byte-cursor.h"

G_BEGIN_DECLS

/* How time stamps are converted to times. */
typedef struct
{
  gboolean ticks;  /* times remain ticks */
  guint32  mult;   /* 0: stamps are in ns */
  guint32  shift;
  gint64   offset; /* added last */
  gboolean has_date; /* @offset converts to the time of day */
  gboolean interpolate;
  GArray  *shifts; /* per CPU a GArray of ThTdShift, or NULL */
} ThTdClock;

typedef struct
{
  gint64  time;
  gint64  offset;
  guint64 scaling;
  guint64 fraction;
} ThTdShift;

gint64        th_td_clock_convert (const ThTdClock *self,
                                   guint            cpu,
                                   guint64          stamp);
/* Whether a time on @cpu is just the stamp plus the offset. */
gboolean      th_td_clock_is_plain (const ThTdClock *self,
                                    guint            cpu);
/* Reads the samples of TIME_SHIFT.  @cursor is after the trace id of the peer. */
void          th_td_clock_add_shifts (ThTdClock    *self,
                                      ThByteCursor *cursor);
void          th_td_clock_clear      (ThTdClock  *self);

G_END_DECLS
