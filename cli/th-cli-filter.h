/* th-cli-filter.h - filters events, and reports errors of expressions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-rows.h"

G_BEGIN_DECLS

/* The events of @recording that match @expression.  If that is invalid, prints a message,
 * the expression and a caret below the error on standard error and returns NULL; then end
 * with TH_EXIT_USAGE. */
ThRows *th_cli_filter (const char  *command,
                       ThRecording *recording,
                       const char  *expression);

/* Prints a message, the expression, and carets below its bytes @begin … @end. */
void    th_cli_print_error (const char *command,
                            const char *expression,
                            guint       begin,
                            guint       end,
                            const char *message);
/* Reports on how many events a regular expression gave up, if any. */
void    th_cli_report_given_up (const char *command,
                                guint       n);
/* The exit status of a command that would have ended with @status, with regard to such events. */
ThExit  th_cli_check_given_up  (ThExit      status);

/* Runs the analyses whose flows an expression refers to ("packet.total") over a loaded
 * recording.  Call it before the filter is created. */
void    th_cli_analyze_for   (ThRecording *recording,
                              const char  *expression);

G_END_DECLS
