/* th-scene-times.c - the time range of a scene, and times and values as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-scene-private.h"

void
th_scene_set_zero (ThScene *self,
                   gint64   time)
{
  self->times.zero = time;
}

gint64
th_scene_get_zero (ThScene      *self,
                   ThTimeFormat  format)
{
  if (format == TH_TIME_ABSOLUTE)
    return 0;

  return format == TH_TIME_SINCE_ZERO && self->times.zero != TH_TIME_NONE ? self->times.zero
                                                                          : self->times.first;
}

gboolean
th_scene_get_range (ThScene *self,
                    gint64  *first,
                    gint64  *last)
{
  *first = self->times.first;
  *last = self->times.last;
  return self->times.has_range;
}

gboolean
th_scene_has_ticks (ThScene *self)
{
  return self->times.has_ticks;
}

ThResolution
th_scene_get_resolution (ThScene *self)
{
  return self->times.has_ticks ? TH_RESOLUTION_TICKS
                               : th_recording_get_resolution (self->recording);
}

gint64
th_scene_round_time (ThScene *self,
                     gint64   time)
{
  gint64 rest = time % 1000;

  if (th_scene_get_resolution (self) != TH_RESOLUTION_US || time < G_MININT64 + 1000)
    return time;

  return time - rest - (rest < 0 ? 1000 : 0);
}

char *
th_scene_format_time (ThScene      *self,
                      gint64        time,
                      ThTimeFormat  format)
{
  gint64 told = th_scene_round_time (self, time);
  g_autofree char *duration = NULL;
  __int128 delta;

  if (format == TH_TIME_ABSOLUTE)
    return th_format_time (told, th_scene_get_resolution (self), 0);

  delta = (__int128) told - th_scene_round_time (self, th_scene_get_zero (self, format));
  /* All digits, or events that the clock tells apart would have the same time. */
  duration = th_scene_format_length (self, CLAMP (delta, G_MININT64, G_MAXINT64));
  return g_strconcat (delta >= 0 ? "+" : "", duration, NULL);
}

char *
th_scene_format_duration (ThScene *self,
                          gint64   duration)
{
  return th_format_duration (duration, th_scene_get_resolution (self), 0);
}

char *
th_scene_format_length (ThScene *self,
                        gint64   duration)
{
  return th_format_duration (duration, th_scene_get_resolution (self), TH_FORMAT_FULL);
}

char *
th_scene_format_value (ThScene *self,
                       double   value,
                       ThUnit   unit)
{
  if (unit == TH_UNIT_HERTZ && value >= 1e9 && value < 1e15)
    return g_strdup_printf ("%.3f GHz", value / 1e9);
  if (unit == TH_UNIT_HERTZ && value >= 1e6 && value < 1e15)
    return g_strdup_printf ("%.0f MHz", value / 1e6);
  if (unit == TH_UNIT_TIME && fabs (value) < 9e18)
    return th_scene_format_duration (self, (gint64) value);
  if (unit == TH_UNIT_BYTES && value >= 1024 && value < 1e18)
    return g_format_size_full (value, G_FORMAT_SIZE_IEC_UNITS);
  if (value == floor (value) && value >= 0 && value < 1e15)
    return th_format_count (value);

  return g_strdup_printf ("%.6g", value);
}
