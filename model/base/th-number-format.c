/* th-number-format.c - formats counts, times and durations for people
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-number-format.h"

/* The absolute value; also correct for G_MININT64. */
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

static const char *
get_sign (gint64        value,
          ThFormatFlags flags)
{
  if (value >= 0)
    return "";

  return flags & TH_FORMAT_PLAIN ? "-" : TH_MINUS;
}

/* --- counts ------------------------------------------------------------- */

/* Groups digits in threes, from the right. */
static void
append_grouped (GString *text,
                guint64  value)
{
  char digits[24];
  gint length = g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, value);

  for (gint i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (text, TH_DIGIT_SEPARATOR);
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

/* --- with a point ------------------------------------------------------- */

static void
append_magnitude (GString    *text,
                  guint64     size,
                  guint       exponent,
                  guint       digits,
                  const char *separator)
{
  char fraction[24];

  g_string_append_printf (text, "%" G_GUINT64_FORMAT, size / power10 (exponent));
  if (digits == 0)
    return;

  g_snprintf (fraction, sizeof fraction, "%0*" G_GUINT64_FORMAT, (gint) exponent,
              size % power10 (exponent));
  g_string_append_c (text, '.');
  for (guint i = 0; i < digits; i++)
    {
      if (i > 0 && i % 3 == 0)
        g_string_append (text, separator);
      g_string_append_c (text, fraction[i]);
    }
}

void
th_append_decimal (GString    *text,
                   gint64      value,
                   guint       exponent,
                   guint       digits,
                   const char *separator)
{
  g_string_append (text, get_sign (value, 0));
  append_magnitude (text, magnitude (value), exponent, digits, separator);
}

/* --- times -------------------------------------------------------------- */

/* Whether a duration of @size has no meaningful nanoseconds. */
static gboolean
is_whole_us (guint64      size,
             ThResolution resolution)
{
  return resolution == TH_RESOLUTION_US && size % 1000 == 0;
}

char *
th_format_count_short (guint64 count)
{
  static const struct { double unit; const char *name; } units[] = { { 1e9, "G" }, { 1e6, "M" },
                                                                     { 1e3, "k" } };

  for (guint i = 0; i < G_N_ELEMENTS (units) && count >= 100000; i++)
    if (count >= units[i].unit * 0.9995)
      {
        double value = count / units[i].unit;

        return g_strdup_printf ("%.*f" TH_DIGIT_SEPARATOR "%s",
                                value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, units[i].name);
      }

  return th_format_count (count);
}

char *
th_format_time (gint64        time,
                ThResolution  resolution,
                ThFormatFlags flags)
{
  guint64 size = magnitude (time);
  GString *text;

  if (resolution == TH_RESOLUTION_TICKS && flags & TH_FORMAT_PLAIN)
    return g_strdup_printf ("%" G_GINT64_FORMAT, time);

  text = g_string_new (get_sign (time, flags));
  if (resolution == TH_RESOLUTION_TICKS)
    append_grouped (text, size);
  else
    append_magnitude (text, size, 9, is_whole_us (size, resolution) ? 6 : 9, "");

  return g_string_free (text, FALSE);
}

static char *
format_ticks (gint64        duration,
              ThFormatFlags flags)
{
  g_autofree char *count = NULL;

  if (flags & TH_FORMAT_PLAIN)
    return g_strdup_printf ("%" G_GINT64_FORMAT, duration);

  count = th_format_count (magnitude (duration));
  /* Translators: %s%s is a sign and a number of a clock's ticks */
  return g_strdup_printf (ngettext ("%s%s tick", "%s%s ticks", magnitude (duration)),
                          get_sign (duration, flags), count);
}

char *
th_format_duration (gint64        duration,
                    ThResolution  resolution,
                    ThFormatFlags flags)
{
  static const char *const units[] = { " ns", " µs", " ms", " s" };
  guint64 size = magnitude (duration);
  gboolean whole = is_whole_us (size, resolution);
  guint unit = size >= 1000000000 ? 3 : size >= 1000000 ? 2 : size >= 1000 || whole ? 1 : 0;
  guint digits = 3 * unit - (whole ? 3 : 0);
  GString *text;

  if (resolution == TH_RESOLUTION_TICKS)
    return format_ticks (duration, flags);

  text = g_string_new (get_sign (duration, flags));
  append_magnitude (text, size, 3 * unit, flags & TH_FORMAT_FULL ? digits : MIN (digits, 3), "");
  g_string_append (text, units[unit]);

  return g_string_free (text, FALSE);
}

char *
th_format_offset (gint64       from,
                  gint64       to,
                  ThResolution resolution)
{
  guint64 size = to < from ? (guint64) from - (guint64) to : (guint64) to - (guint64) from;
  GString *text = g_string_new (to < from ? TH_MINUS : "+");

  if (resolution == TH_RESOLUTION_TICKS)
    append_magnitude (text, size, 0, 0, "");
  else
    append_magnitude (text, size, 3, is_whole_us (size, resolution) ? 0 : 3, "");

  return g_string_free (text, FALSE);
}

/* --- shares ------------------------------------------------------------- */

char *
th_format_share (double share)
{
  return g_strdup_printf ("%.*f %%", share > 0 && share < 0.001 ? 3 : 1, share * 100);
}

char *
th_format_points (double        change,
                  ThFormatFlags flags)
{
  double points = fabs (change) * 100;
  guint digits = points >= 10 ? 1 : points >= 0.1 ? 2 : 3;

  if (!(points > 0))
    return g_strdup ("0");

  return g_strdup_printf ("%s%.*f", change > 0 ? "+" : get_sign (-1, flags), digits, points);
}
