/* th-cli-events.c - options and messages common to `thresh events` and `thresh find`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-error.h"
#include "th-cli-events.h"

gboolean
th_cli_check_names (const char *command,
                    const char *names)
{
  if (names == NULL || strcmp (names, "saved") == 0 || strcmp (names, "then") == 0)
    return TRUE;

  th_cli_usage_error (command, _("--names must be “saved” or “then”, not “%s”"), names);
  return FALSE;
}

ThPrintFlags
th_cli_names_flag (const char *names)
{
  if (names == NULL)
    return 0;

  return strcmp (names, "then") == 0 ? TH_PRINT_NAMES_THEN : TH_PRINT_NAMES_SAVED;
}

ThExit
th_cli_report_unread (guint64 n)
{
  /* Formatted separately: a format macro would split the message for translators. */
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, n);

  if (n == 0)
    return TH_EXIT_WHOLE;

  g_printerr (ngettext ("thresh: the text of %s event could not be read.\n",
                        "thresh: the text of %s events could not be read.\n", n),
              count);
  return TH_EXIT_PART;
}
