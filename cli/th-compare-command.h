/* th-compare-command.h - runs `thresh compare`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cli-report.h"
#include "th-verdict.h"

G_BEGIN_DECLS

/* Splits the arguments of @command into the files of both sides, either of which may be empty,
 * and may change the options of the verdict.  Reports errors. */
typedef ThExit (*ThCompareSplitFunc) (const char          *command,
                                      char               **arguments,
                                      GStrv               *a,
                                      GStrv               *b,
                                      ThVerdictOptions    *verdict);

/* Runs the command and returns its exit status.  @split: NULL if the arguments are files only. */
int th_compare_command_run (int                argc,
                            char             **argv,
                            ThCompareSplitFunc split);

G_END_DECLS
