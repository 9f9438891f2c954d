/* th-txt-token.c - numbers, times and tasks in a line of text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-txt-token.h"

gboolean
th_txt_parse_pid (const char **at,
                  const char  *end,
                  gint32      *pid)
{
  guint64 value;

  if (!th_txt_number (at, end, &value) || value > G_MAXINT32)
    return FALSE;
  *pid = value;
  return TRUE;
}

/* Parses the digits after the point; those beyond nanoseconds are dropped. */
static gboolean
parse_fraction (const char **at,
                const char  *end,
                gint64      *ns)
{
  static const gint64 units[] = { 1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000,
                                  100, 10, 1 };
  const char *p = *at;
  guint n;
  gint64 sum = th_txt_digits (p, end, &n);

  if (n == 0)
    return FALSE;

  p += n;
  if (n == 8 && p < end && th_txt_is_digit (*p))
    {
      sum = sum * 10 + (*p++ - '0');
      n++;
    }
  *ns = sum * units[n];
  while (n == 9 && p < end && th_txt_is_digit (*p))
    p++;
  *at = p;
  return TRUE;
}

/* Parses seconds, us or ticks; sets *@huge if they exceed 63 bits. */
static gboolean
parse_whole (const char **at,
             const char  *end,
             gint64      *whole,
             gboolean    *huge)
{
  const char *p = *at;
  guint n;
  gint64 sum = th_txt_digits (p, end, &n);

  if (n == 0)
    return FALSE;

  for (p += n; n == 8 && p < end && th_txt_is_digit (*p); p++)
    *huge |= __builtin_mul_overflow (sum, (gint64) 10, &sum) ||
      __builtin_add_overflow (sum, (gint64) (*p - '0'), &sum);
  *at = p;
  *whole = sum;
  return TRUE;
}

gboolean
th_txt_parse_time (const char **at,
                   const char  *end,
                   gint64      *time,
                   ThTxtUnit   *unit)
{
  gboolean huge = FALSE;
  gint64 whole, scale = 1, fraction = 0;

  if (!parse_whole (at, end, &whole, &huge))
    return FALSE;

  *unit = TH_TXT_TIME_NS;
  if (*at < end && **at == '.')
    {
      ++*at;
      if (!parse_fraction (at, end, &fraction))
        return FALSE;
      scale = 1000000000;
    }
  else if (end - *at >= 2 && memcmp (*at, "us", 2) == 0)
    {
      *at += 2;
      scale = 1000;
    }
  else
    *unit = TH_TXT_TIME_TICKS;

  /* The greatest time is reserved: it means none. */
  if (huge || __builtin_mul_overflow (whole, scale, time) ||
      __builtin_add_overflow (*time, fraction, time) || *time == G_MAXINT64)
    {
      *unit = TH_TXT_TIME_HUGE;
      *time = 0;
    }
  return TRUE;
}

gboolean
th_txt_parse_task (ThTxtPart  part,
                   ThTxtPart *comm,
                   gint32    *pid)
{
  const char *end = part.text + part.size;
  const char *dash = end;
  const char *at;

  while (dash > part.text && th_txt_is_digit (dash[-1]))
    dash--;
  if (dash == end || dash <= part.text + 1 || dash[-1] != '-')
    return FALSE;

  at = dash;
  *comm = (ThTxtPart) { part.text, (gsize) (dash - 1 - part.text) };
  return th_txt_parse_pid (&at, end, pid);
}
