/* th-compare-experiment.h - arguments of a comparison that may be the directory of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A part of thresh-full: the manifest of an experiment is JSON.
 */
#pragma once

#include "th-compare-sides.h"

G_BEGIN_DECLS

/* Splits the arguments of @command into the files of both sides, either of which may be empty.
 * If the only argument is a directory, it must be that of an experiment: the files are its
 * recordings, and @verdict gets the α that this comparison may spend.  Returns TH_EXIT_PART if some
 * recordings are missing.  Reports errors. */
ThExit   th_compare_experiment_split   (const char          *command,
                                        char               **arguments,
                                        GStrv               *a,
                                        GStrv               *b,
                                        ThVerdictOptions    *verdict);

/* Splits the arguments and compares the files, as th_compare_sides_compare_files() does. */
ThExit   th_compare_experiment_compare (const char          *command,
                                        char               **arguments,
                                        char               **with,
                                        GStrv               *files,
                                        GPtrArray          **runs,
                                        ThComparedRecording *kept,
                                        ThComparison       **comparison);

/* `thresh compare` with a directory among its arguments. */
int      th_compare_experiment_main    (int                  argc,
                                        char               **argv);

G_END_DECLS
