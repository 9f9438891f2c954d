/* th-words.c - times, durations and counts of a scene
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"
#include "th-words.h"

#define THIN "\xe2\x80\x89" /* U+2009 */

char *
th_format_count_short (guint64 count)
{
  static const struct { double unit; const char *name; } units[] = { { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } };

  for (guint i = 0; i < G_N_ELEMENTS (units) && count >= 100000; i++)
    if (count >= units[i].unit * 0.9995)
      {
        double value = count / units[i].unit;

        return g_strdup_printf ("%.*f" THIN "%s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, units[i].name);
      }

  return th_format_count (count);
}

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
