/* th-cli-report.h - prints on standard error what went wrong in a load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* Prints @message about @path.  Both may contain bytes of a file: control characters are
 * escaped, so that they cannot control the terminal. */
void   th_cli_report          (const char   *path,
                               const char   *message);
/* Call it before a load. */
void   th_cli_report_begin    (void);
void   th_cli_report_problems (const char   *path,
                               ThRecording  *recording);
/* Reports that @path could not be opened; returns TH_EXIT_REFUSED. */
ThExit th_cli_refuse          (const char   *path,
                               const GError *error);
/* Call it at the end of a command with its @status: reports failed reads that have not been
 * reported, such as those of payloads, and files that changed after they were loaded. */
ThExit th_cli_check_reads     (ThExit        status);

/* Combines two statuses into the one that scripts should see. */
ThExit th_cli_worse           (ThExit        a,
                               ThExit        b);

G_END_DECLS
