/* th-cli-error.c - prints on standard error why a command ends without a result
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-error.h"

ThExit
th_cli_usage_error (const char *command,
                    const char *format,
                    ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  g_printerr ("thresh %s: %s\n", command, message);
  /* Translators: %s is a command, as in "thresh info" */
  g_printerr (_("Try “thresh %s --help”.\n"), command);
  return TH_EXIT_USAGE;
}

ThExit
th_cli_unknown_error (const char    *command,
                      const ThGuess *guess,
                      const char    *format,
                      ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  if (guess->best == NULL)
    return th_cli_usage_error (command, "%s", message);

  /* Translators: a message without a period, and the name that is similar */
  return th_cli_usage_error (command, _("%s; did you mean “%s”?"), message, guess->best);
}

ThExit
th_cli_fail (const char   *command,
             const GError *error)
{
  g_printerr ("thresh %s: %s\n", command, error->message);
  return TH_EXIT_REFUSED;
}
