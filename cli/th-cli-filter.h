/* th-cli-filter.h - filters events, and shows where an expression is wrong
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-rows.h"

G_BEGIN_DECLS

/* The events of @recording that match @expression.  NULL after a mistake: then
 * standard error has the sentence, the expression and a caret under the place,
 * and the command ends with TH_EXIT_USAGE. */
ThRows *th_cli_filter (const char  *command,
                       ThRecording *recording,
                       const char  *expression);

/* The sentence, the expression, and a caret under its bytes @begin … @end. */
void    th_cli_complain (const char *command,
                         const char *expression,
                         guint       begin,
                         guint       end,
                         const char *message);
/* On how many events a regular expression gave up; says nothing of none. */
void    th_cli_tell_given_up (const char *command,
                              guint       n);

/* Runs the analyses whose flows an expression speaks of ("packet.total"), over
 * a loaded recording: before a filter is made of it. */
void    th_cli_analyze_for   (ThRecording *recording,
                              const char  *expression);

G_END_DECLS
