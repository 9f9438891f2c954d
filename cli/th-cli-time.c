/* th-cli-time.c - times and CPUs on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-time.h"
#include "th-time-text.h"

/* More CPUs than any machine has, few enough to list. */
#define MAX_CPU 65535

static gboolean
parse_time (const char  *text,
            gboolean     ticks,
            gint64       first,
            gint64      *time,
            GError     **error)
{
  if (th_time_parse (text, ticks, first, time))
    return TRUE;

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               ticks ? _("“%s” is no time of this recording: its clock counts ticks, so give a whole number, "
                         "like 1284031 or +500")
                     : _("“%s” is no time: give it like 188.024, 188.024s, 12ms or +12ms"),
               text);
  return FALSE;
}

gboolean
th_cli_parse_span (ThRecording *recording,
                   const char  *from,
                   const char  *to,
                   gint64      *begin,
                   gint64      *end,
                   GError     **error)
{
  gboolean ticks = th_recording_get_n_streams (recording) > 0 &&
                   th_stream_get_clock (th_recording_get_stream (recording, 0))->ticks;
  gint64 first, last;

  if (!th_recording_get_range (recording, &first, &last))
    first = last = 0;
  *begin = first;
  *end = last == G_MAXINT64 ? last : last + 1;

  return (from == NULL || parse_time (from, ticks, first, begin, error)) &&
         (to == NULL || parse_time (to, ticks, first, end, error));
}

static gboolean
parse_cpu_range (const char *text,
                 GArray     *cpus)
{
  g_auto(GStrv) ends = g_strsplit (text, "-", 2);
  guint64 low, high;

  if (ends[0] == NULL || !g_ascii_string_to_unsigned (ends[0], 10, 0, MAX_CPU, &low, NULL))
    return FALSE;

  high = low;
  if (ends[1] != NULL && !g_ascii_string_to_unsigned (ends[1], 10, low, MAX_CPU, &high, NULL))
    return FALSE;

  for (guint cpu = low; cpu <= high; cpu++)
    g_array_append_val (cpus, cpu);

  return TRUE;
}

GArray *
th_cli_parse_cpus (const char  *text,
                   GError     **error)
{
  g_autoptr(GArray) cpus = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto(GStrv) ranges = g_strsplit (text, ",", 1024);

  for (guint i = 0; ranges[i] != NULL; i++)
    if (!parse_cpu_range (ranges[i], cpus) || cpus->len > 2 * MAX_CPU)
      {
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                     _("“%s” is no list of CPUs: give it like 0,2-3"), text);
        return NULL;
      }

  if (cpus->len == 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s", _("the list of CPUs is empty"));
      return NULL;
    }

  return g_steal_pointer (&cpus);
}
