/* th-scene-times.c - times and durations of a scene
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"
#include "th-scene-times.h"

gint64
th_scene_get_zero (ThScene      *self,
                   ThTimeFormat  format)
{
  if (format == TH_TIME_ABSOLUTE)
    return 0;

  return format == TH_TIME_SINCE_ZERO && self->zero != TH_TIME_NONE ? self->zero : self->first;
}

/* Ticks, as soon as one of the clocks counts them. */
static ThResolution
get_resolution (ThScene *self)
{
  return self->ticks ? TH_RESOLUTION_TICKS : th_recording_get_resolution (self->recording);
}

char *
th_scene_format_time (ThScene      *self,
                      gint64        time,
                      ThTimeFormat  format)
{
  ThResolution resolution = get_resolution (self);
  g_autofree char *duration = NULL;
  __int128 delta;

  /* A place between two times that the clock can tell is at the first of them. */
  if (format == TH_TIME_ABSOLUTE)
    return th_format_time (resolution == TH_RESOLUTION_US ? time - time % 1000 : time, resolution, 0);

  delta = (__int128) time - th_scene_get_zero (self, format);
  duration = th_scene_format_duration (self, CLAMP (delta, G_MININT64, G_MAXINT64));
  return g_strconcat (delta >= 0 ? "+" : "", duration, NULL);
}

char *
th_scene_format_duration (ThScene *self,
                          gint64   duration)
{
  return th_format_duration (duration, get_resolution (self), 0);
}

char *
th_scene_format_length (ThScene *self,
                        gint64   duration)
{
  return th_format_duration (duration, get_resolution (self), TH_FORMAT_FULL);
}
