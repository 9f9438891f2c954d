/* th-cli-output.h - standard output and standard error, safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-text-output.h"

G_BEGIN_DECLS

/* From this call on, g_print() and g_printerr() never print terminal control sequences, and
 * write() fails at the limit on the size of files instead of ending the process. */
void   th_cli_output_guard (void);

/* Begins to write to standard output.  A reader that closed the pipe (`head`) is not an error:
 * writing stops silently. */
void   th_cli_output_init  (ThTextOutput *self);
/* A line that is quoted in a message, cut to a length that can be read. */
char  *th_cli_shorten      (const char   *line);
/* Writes all of standard output at once; returns as th_cli_output_end(). */
ThExit th_cli_output_print (const char   *text);
/* Writes the rest and reports errors.  Returns TH_EXIT_WHOLE or TH_EXIT_REFUSED. */
ThExit th_cli_output_end   (ThTextOutput *self);

G_END_DECLS
