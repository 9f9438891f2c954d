/* th-cli-events.h - what `thresh events` and `thresh find` share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-event-printer.h"

G_BEGIN_DECLS

/* FALSE after a mistake, which has been told.  @names may be NULL. */
gboolean     th_cli_check_names (const char *command,
                                 const char *names);
ThPrintFlags th_cli_names_flag  (const char *names);

/* How many texts could not be read, on standard error. */
ThExit       th_cli_tell_unread (guint64     n);

G_END_DECLS
