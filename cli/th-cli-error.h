/* th-cli-error.h - prints on standard error why a command ends without a result
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-guess.h"

G_BEGIN_DECLS

/* Reports a mistake in the command line, and where to find help; returns TH_EXIT_USAGE. */
ThExit th_cli_usage_error   (const char    *command,
                             const char    *format,
                             ...) G_GNUC_PRINTF (2, 3);
/* Reports that there is no @guess->wanted, and the name that is similar to it, if there is one;
 * returns TH_EXIT_USAGE. */
ThExit th_cli_unknown_error (const char    *command,
                             const ThGuess *guess,
                             const char    *format,
                             ...) G_GNUC_PRINTF (3, 4);

/* Reports why the command failed; returns TH_EXIT_REFUSED. */
ThExit th_cli_fail          (const char    *command,
                             const GError  *error);

G_END_DECLS
