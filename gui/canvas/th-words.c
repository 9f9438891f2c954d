/* th-words.c - times, durations and counts for people
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-scene-private.h"
#include "th-words.h"

#define THIN "\xe2\x80\x89" /* U+2009 */

/* Digits in threes, counted from the right. */
static void
append_grouped (GString *text,
                guint64  value)
{
  char digits[24];
  gint length = g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, value);

  for (gint i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (text, THIN);
      g_string_append_c (text, digits[i]);
    }
}

char *
th_format_count (guint64 count)
{
  GString *text = g_string_new (NULL);

  append_grouped (text, count);

  return g_string_free (text, FALSE);
}

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

/* The absolute value, also of the one that has none in gint64. */
static guint64
magnitude (gint64 value)
{
  return value < 0 ? -(guint64) value : (guint64) value;
}

static guint64
power10 (guint exponent)
{
  guint64 power = 1;

  while (exponent-- > 0)
    power *= 10;

  return power;
}

void
th_append_decimal (GString    *text,
                   gint64      value,
                   guint       exponent,
                   guint       digits,
                   const char *separator)
{
  guint64 whole = magnitude (value) / power10 (exponent);
  guint64 rest = magnitude (value) % power10 (exponent);
  char fraction[24];

  if (value < 0)
    g_string_append (text, "\xe2\x88\x92"); /* minus sign */
  g_string_append_printf (text, "%" G_GUINT64_FORMAT, whole);
  if (digits == 0)
    return;

  g_snprintf (fraction, sizeof fraction, "%0*" G_GUINT64_FORMAT, (gint) exponent, rest);
  g_string_append_c (text, '.');
  for (guint i = 0; i < digits; i++)
    {
      if (i > 0 && i % 3 == 0)
        g_string_append (text, separator);
      g_string_append_c (text, fraction[i]);
    }
}

gint64
th_scene_get_zero (ThScene      *self,
                   ThTimeFormat  format)
{
  if (format == TH_TIME_ABSOLUTE)
    return 0;

  return format == TH_TIME_SINCE_ZERO && self->zero != TH_TIME_NONE ? self->zero : self->first;
}

/* As many as the finest of the recordings has. */
static guint
count_digits (ThRecording *recording)
{
  guint n = th_recording_get_n_streams (recording);

  for (guint i = 0; i < n; i++)
    if (!th_stream_get_clock (th_recording_get_stream (recording, i))->coarse)
      return 9;

  return n > 0 ? 6 : 9;
}

char *
th_scene_format_time (ThScene      *self,
                      gint64        time,
                      ThTimeFormat  format)
{
  GString *text = g_string_new (NULL);

  if (format != TH_TIME_ABSOLUTE)
    {
      __int128 delta = (__int128) time - th_scene_get_zero (self, format);
      g_autofree char *duration = th_scene_format_duration (self, CLAMP (delta, G_MININT64, G_MAXINT64));

      g_string_printf (text, "%s%s", delta >= 0 ? "+" : "", duration);
    }
  else if (self->ticks)
    {
      if (time < 0)
        g_string_append (text, "\xe2\x88\x92");
      append_grouped (text, magnitude (time));
    }
  else
    th_append_decimal (text, time, 9, count_digits (self->recording), "");

  return g_string_free (text, FALSE);
}

char *
th_scene_format_duration (ThScene *self,
                          gint64   duration)
{
  return th_format_duration (duration, self->ticks);
}

static char *
format_duration (gint64   duration,
                 gboolean ticks,
                 gboolean full)
{
  guint64 size = magnitude (duration);
  GString *text;

  if (ticks)
    {
      g_autofree char *count = th_format_count (size);

      /* Translators: %s%s is a sign and a number of a clock's ticks */
      return g_strdup_printf (ngettext ("%s%s tick", "%s%s ticks", size), duration < 0 ? "\xe2\x88\x92" : "", count);
    }

  text = g_string_new (NULL);
  if (size < 1000)
    g_string_printf (text, "%s%u ns", duration < 0 ? "\xe2\x88\x92" : "", (guint) size);
  else
    {
      guint exponent = size < 1000000 ? 3 : size < 1000000000 ? 6 : 9;

      th_append_decimal (text, duration, exponent, full ? exponent : 3, "");
      g_string_append (text, exponent == 3 ? " µs" : exponent == 6 ? " ms" : " s");
    }

  return g_string_free (text, FALSE);
}

char *
th_format_duration (gint64   duration,
                    gboolean ticks)
{
  return format_duration (duration, ticks, FALSE);
}

char *
th_scene_format_length (ThScene *self,
                        gint64   duration)
{
  return format_duration (duration, self->ticks, TRUE);
}
