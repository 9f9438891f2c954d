/* th-date-text.c - a date and a time of day, as short as possible
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-date-text.h"

#include <glib/gi18n-lib.h>

/* Counts calendar days, not spans of 24 hours. */
static int
days_before (GDateTime *time,
             GDateTime *now)
{
  GDate then, today;

  g_date_set_dmy (&then, g_date_time_get_day_of_month (time), g_date_time_get_month (time),
                  g_date_time_get_year (time));
  g_date_set_dmy (&today, g_date_time_get_day_of_month (now), g_date_time_get_month (now),
                  g_date_time_get_year (now));

  return g_date_days_between (&then, &today);
}

char *
th_date_text_new (GDateTime *time,
                  GDateTime *now)
{
  switch (days_before (time, now))
    {
    case 0:
      return g_date_time_format (time, _("Today, %H:%M"));
    case 1:
      return g_date_time_format (time, _("Yesterday, %H:%M"));
    default:
      return g_date_time_format (time, _("%-e %b %Y"));
    }
}
