/* th-cli-span.c - the span of time that options choose
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-span.h"

#include <glib/gi18n-lib.h>

#include "th-cli-error.h"
#include "th-text-values.h"
#include "th-time-span.h"
#include "th-time.h"

void
th_cli_report_outside (const char  *command,
                       ThRecording *recording,
                       gint64       begin,
                       gint64       end)
{
  g_autofree char *first_text = NULL, *last_text = NULL;
  gint64 first, last;

  if (!th_recording_get_range (recording, &first, &last) ||
      (begin <= last && end > first && begin < end))
    return;

  first_text = th_text_format_time (recording, first);
  last_text = th_text_format_time (recording, last);
  /* Translators: the times of the first and of the last event */
  g_printerr (_("thresh %s: no part of the recording lies in this span; the recording goes from "
                "%s to %s\n"), command, first_text, last_text);
}

gboolean
th_cli_parse_span (const char         *command,
                   ThRecording        *recording,
                   const ThCliOptions *options,
                   gint64             *begin,
                   gint64             *end)
{
  g_autoptr(GError) error = NULL;

  if (!th_time_span_parse (recording, options->from, options->to, begin, end, &error))
    {
      th_cli_usage_error (command, "%s", error->message);
      return FALSE;
    }

  /* Without an option the last event belongs to the span. */
  if (options->from != NULL || options->to != NULL)
    th_cli_report_outside (command, recording, *begin,
                           options->to != NULL ? *end : th_time_shift (*end, 1));
  return TRUE;
}
