/* th-cli-load.h - the first steps of every command: parse options, load a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cli-error.h"
#include "th-cli-report.h"
#include "th-commands.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* Takes the options of @entries out of @argv, and the common ones that th_cli_load() uses:
 * --ignore, --append, …; --help prints and exits.  On a mistake it prints one line on
 * standard error and returns FALSE: end with TH_EXIT_USAGE. */
gboolean th_cli_parse        (int                *argc,
                              char             ***argv,
                              const GOptionEntry *entries,
                              const char         *arguments,
                              const char         *summary);

/* Which of the common options are accepted: all; all, but not listed by --help; or none, by a
 * command that loads nothing. */
typedef enum
{
  TH_CLI_COMMON,
  TH_CLI_COMMON_HIDDEN,
  TH_CLI_COMMON_NONE
} ThCliCommon;

gboolean th_cli_parse_with   (int                *argc,
                              char             ***argv,
                              const GOptionEntry *entries,
                              ThCliCommon         common,
                              const char         *arguments,
                              const char         *summary);

/* Opens and loads all of @path and the appended files, and prints their problems, or why a
 * file was refused, on standard error.  @recording is NULL if nothing could be loaded. */
ThExit   th_cli_load         (const char         *path,
                              ThRecording       **recording);

/* Called for a recording that still grows; return FALSE to stop.  If the load outgrew what was
 * opened, @recording is a new one that starts from the beginning. */
typedef gboolean (* ThCliGrowthFunc) (ThRecording *recording,
                                      gpointer     data);

/* Like th_cli_load(), but while a pipe grows, it calls @func several times a second on the
 * calling thread. */
ThExit   th_cli_load_growing (const char         *path,
                              ThCliGrowthFunc     func,
                              gpointer            data,
                              ThRecording       **recording);

/* Calls @func for each part of a timeline, since results of one recording do not apply to
 * another.  If @titled and there are several parts, it prints the name of each before.
 * Returns the worst status. */
typedef ThExit (* ThCliPartFunc) (ThRecording *part,
                                  gpointer     data);
ThExit   th_cli_each_part    (ThRecording        *recording,
                              gboolean            titled,
                              ThCliPartFunc       func,
                              gpointer            data);
/* Loads a file and calls @show for each part, without titles if *@json is set. */
ThExit   th_cli_show_one     (const char         *path,
                              const gboolean     *json,
                              ThCliPartFunc       show,
                              gpointer            data);
/* Runs a command that takes only options and one file: parses @entries, then does as
 * th_cli_show_one(). */
ThExit   th_cli_show_file    (int                 argc,
                              char              **argv,
                              const GOptionEntry *entries,
                              const char         *summary,
                              const gboolean     *json,
                              ThCliPartFunc       show,
                              gpointer            data);
/* Whether --append was given. */
gboolean th_cli_has_appended (void);

G_END_DECLS
