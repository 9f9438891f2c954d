/* th-time-span.c - parses and formats spans of time for people
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-time-span.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-literals.h"

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
               ticks ? _("“%s” is not a time of this recording: its clock counts ticks, so use a "
                         "whole number, like 1284031 or +500")
                     : _("“%s” is not a time: use a form like 188.024, 188.024s, 12ms or +12ms"),
               text);
  return FALSE;
}

static gboolean
counts_ticks (ThRecording *recording)
{
  return th_recording_get_n_streams (recording) > 0 &&
         th_stream_get_clock (th_recording_get_stream (recording, 0))->ticks;
}

gboolean
th_time_span_parse (ThRecording *recording,
                    const char  *from,
                    const char  *to,
                    gint64      *begin,
                    gint64      *end,
                    GError     **error)
{
  gboolean ticks = counts_ticks (recording);
  gint64 first, last;

  th_recording_get_range (recording, &first, &last);
  *begin = first;
  *end = last == G_MAXINT64 ? last : last + 1;

  if ((from != NULL && !parse_time (from, ticks, first, begin, error)) ||
      (to != NULL && !parse_time (to, ticks, first, end, error)))
    return FALSE;
  if (from == NULL || to == NULL || *begin <= *end)
    return TRUE;

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("The span ends before it begins: %s is later than %s"), from, to);
  return FALSE;
}

gboolean
th_time_span_parse_range (ThRecording *recording,
                          const char  *range,
                          gint64      *begin,
                          gint64      *end,
                          GError     **error)
{
  g_auto(GStrv) ends = NULL;

  *begin = TH_TIME_NONE;
  *end = G_MAXINT64;
  if (range == NULL)
    return TRUE;

  ends = g_strsplit (range, "..", 2);
  return th_time_span_parse (recording, ends[0][0] != '\0' ? ends[0] : NULL,
                             ends[1] != NULL && ends[1][0] != '\0' ? ends[1] : NULL, begin, end,
                             error);
}

char *
th_time_span_split (const char  *argument,
                    const char **range)
{
  const char *at = strrchr (argument, '@');

  *range = NULL;
  if (at == NULL || strstr (at, "..") == NULL || g_file_test (argument, G_FILE_TEST_EXISTS))
    return g_strdup (argument);

  *range = at + 1;
  return g_strndup (argument, at - argument);
}

char *
th_time_span_format (ThRecording *recording,
                     gint64       begin,
                     gint64       end)
{
  const char *unit = counts_ticks (recording) ? "" : "ns";

  return g_strdup_printf ("%" G_GINT64_FORMAT "%s..%" G_GINT64_FORMAT "%s", begin, unit, end, unit);
}
