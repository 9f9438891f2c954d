/* th-scene-times.h - the time range of a scene, and times and values as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The texts are to be freed with g_free().
 */
#pragma once

#include "th-number-format.h"
#include "th-scene.h"

G_BEGIN_DECLS

typedef enum
{
  TH_TIME_ABSOLUTE, /* s, with the digits that the trace has; ticks as integers */
  TH_TIME_RELATIVE, /* since the first event */
  TH_TIME_SINCE_ZERO, /* since the time of th_scene_set_zero(): a marker */
  TH_TIME_SINCE_BEFORE, /* of rows in a list since the row before; elsewhere TH_TIME_RELATIVE */
  TH_N_TIME_FORMATS
} ThTimeFormat;

/* TH_TIME_NONE, as at first: the first event. */
void     th_scene_set_zero        (ThScene *self,
                                   gint64   time);
/* The time that times of that format count from. */
gint64   th_scene_get_zero        (ThScene      *self,
                                   ThTimeFormat  format);
/* First and last time at the last update; %FALSE, and both 0, without any. */
gboolean th_scene_get_range       (ThScene *self,
                                   gint64  *first,
                                   gint64  *last);
/* One of the clocks counts ticks, not nanoseconds. */
gboolean th_scene_has_ticks       (ThScene      *self);

/* "188.024046310", "1 284 031" (ticks). */
char    *th_scene_format_time     (ThScene      *self,
                                   gint64        time,
                                   ThTimeFormat  format);
/* "175.000 µs", "2.184 s", "12 ns"; for a tick clock "175 ticks". */
char    *th_scene_format_duration (ThScene *self,
                                   gint64   duration);
/* The same with all of its nanoseconds: "6.257964 ms", "1.234567890 s". */
char    *th_scene_format_length   (ThScene *self,
                                   gint64   duration);
/* A value of a track: "2.400 GHz", "1 234". */
char    *th_scene_format_value    (ThScene *self,
                                   double   value,
                                   ThUnit   unit);

G_END_DECLS
