/* th-cli-load.h - what every command does first: options, then load a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* Takes the options of @entries out of @argv, and those that all commands have
 * and th_cli_load() obeys: --ignore, --append, …; --help prints and exits.  After
 * a mistake one line on standard error has told it, and FALSE is returned:
 * end with TH_EXIT_USAGE. */
gboolean th_cli_parse        (int                *argc,
                              char             ***argv,
                              const GOptionEntry *entries,
                              const char         *arguments,
                              const char         *summary);

/* A mistake in the command line, in the same shape; returns TH_EXIT_USAGE. */
ThExit   th_cli_usage_error  (const char         *command,
                              const char         *format,
                              ...) G_GNUC_PRINTF (2, 3);

/* Opens and loads all of @path, with what is to be appended, and tells its problems or why it was
 * refused on standard error.  @recording is NULL if the status says that nothing is
 * there to go on with. */
ThExit   th_cli_load         (const char         *path,
                              ThRecording       **recording);

/* What is there of a recording that still grows; FALSE: that is enough.  It may
 * be another one than the last time, from the beginning: what grew turned out
 * other than it began. */
typedef gboolean (* ThCliGrowthFunc) (ThRecording *recording,
                                      gpointer     data);

/* The same; of what grows (a pipe), @func sees several times a second how far
 * it came, on the calling thread. */
ThExit   th_cli_load_growing (const char         *path,
                              ThCliGrowthFunc     func,
                              gpointer            data,
                              ThRecording       **recording);

/* What was found in one of several recordings on one timeline is of no other:
 * calls @func for each, behind a line with its name (@titled, and only if there
 * are several).  The worst status of all. */
typedef ThExit (* ThCliPartFunc) (ThRecording *part,
                                  gpointer     data);
ThExit   th_cli_each_part    (ThRecording        *recording,
                              gboolean            titled,
                              ThCliPartFunc       func,
                              gpointer            data);
/* All of a command that has nothing but options and one file: parses @entries,
 * loads the file and calls @show as th_cli_each_part() does, without titles if
 * @json turns out to be set. */
ThExit   th_cli_show_file    (int                 argc,
                              char              **argv,
                              const GOptionEntry *entries,
                              const char         *summary,
                              const gboolean     *json,
                              ThCliPartFunc       show,
                              gpointer            data);
/* At the end of a command that came to @status: tells of reads that failed and
 * were told by nobody, such as those of payloads. */
ThExit   th_cli_check_reads  (ThExit              status);

/* Whether --append was given. */
gboolean th_cli_has_appended (void);

/* The status of two files together: the one that scripts must hear about. */
ThExit   th_cli_worse        (ThExit              a,
                              ThExit              b);

G_END_DECLS
