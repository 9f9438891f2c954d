/* th-cli-events.h - options and messages common to `thresh events` and `thresh find`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-event-printer.h"

G_BEGIN_DECLS

/* FALSE if @names, which may be NULL, is invalid; the error is reported. */
gboolean     th_cli_check_names (const char *command,
                                 const char *names);
ThPrintFlags th_cli_names_flag  (const char *names);

/* Reports on standard error how many texts could not be read. */
ThExit       th_cli_report_unread (guint64     n);

G_END_DECLS
