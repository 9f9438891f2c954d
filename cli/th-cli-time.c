/* th-cli-time.c - times on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-time.h"
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

  th_recording_get_range (recording, &first, &last);
  *begin = first;
  *end = last == G_MAXINT64 ? last : last + 1;

  return (from == NULL || parse_time (from, ticks, first, begin, error)) &&
         (to == NULL || parse_time (to, ticks, first, end, error));
}
