/* th-scene-times.h - the time range of a scene, and times and values as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Free the returned texts with g_free().
 */
#pragma once

#include "th-number-format.h"
#include "th-scene.h"

G_BEGIN_DECLS

typedef enum
{
  TH_TIME_ABSOLUTE, /* seconds, with the digits that the trace has; ticks as integers */
  TH_TIME_RELATIVE, /* since the first event */
  TH_TIME_SINCE_ZERO, /* since the time of th_scene_set_zero(): a marker */
  TH_TIME_SINCE_BEFORE, /* in lists, since the preceding row; elsewhere like TH_TIME_RELATIVE */
  TH_N_TIME_FORMATS
} ThTimeFormat;

/* TH_TIME_NONE, the default, stands for the first event. */
void     th_scene_set_zero        (ThScene *self,
                                   gint64   time);
/* The origin of times in that format. */
gint64   th_scene_get_zero        (ThScene      *self,
                                   ThTimeFormat  format);
/* The first and last time as of the last update; %FALSE, and both 0, without events. */
gboolean th_scene_get_range       (ThScene *self,
                                   gint64  *first,
                                   gint64  *last);
/* Whether one of the clocks counts ticks instead of nanoseconds. */
gboolean th_scene_has_ticks       (ThScene      *self);

/* The resolution of times: ticks if any of the clocks counts ticks. */
ThResolution th_scene_get_resolution (ThScene   *self);
/* Rounds @time down to a value of the clock, because a position between two microseconds has
 * digits that were not measured. */
gint64   th_scene_round_time      (ThScene      *self,
                                   gint64        time);

/* For example "188.024046310", or "1 284 031" for ticks; relative to an origin with all digits,
 * too: "+8.098123456 s". */
char    *th_scene_format_time     (ThScene      *self,
                                   gint64        time,
                                   ThTimeFormat  format);
/* For example "175.000 µs", "2.184 s", "12 ns", or "175 ticks". */
char    *th_scene_format_duration (ThScene *self,
                                   gint64   duration);
/* With all nanoseconds: "6.257964 ms", "1.234567890 s". */
char    *th_scene_format_length   (ThScene *self,
                                   gint64   duration);
/* Formats a value of a track: "2.400 GHz", "1 234". */
char    *th_scene_format_value    (ThScene *self,
                                   double   value,
                                   ThUnit   unit);

G_END_DECLS
