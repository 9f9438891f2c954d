/* th-cli-results.h - the results of analyses, for the commands that show them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No command depends on a particular analysis: a new one appears in all of them.
 */
#pragma once

#include "th-cli-options.h"
#include "th-results.h"
#include "th-runner.h"

G_BEGIN_DECLS

/* Runs all analyses that need no parameters, and those of @with, over a loaded
 * recording.  Returns (element-type ThResults).  If @with is invalid, reports that and
 * returns NULL: then end with TH_EXIT_USAGE. */
GPtrArray *th_cli_analyze         (const char  *command,
                                   ThRecording *recording,
                                   char       **with);

/* Adds the analyses of th_cli_analyze(), but those that yield nothing but call trees, to a new
 * runner, for commands that run several at once: they run while th_runner_advance() returns
 * %TRUE, on any thread.  *@all gets the results.  NULL if @with is invalid, which has been
 * reported. */
ThRunner  *th_cli_prepare_analyses (const char  *command,
                                   ThRecording *recording,
                                   char       **with,
                                   GPtrArray  **all);

/* The same as th_cli_analyze(); sets the parameter @param to @value, unless that is %NULL,
 * in all analyses that have it. */
GPtrArray *th_cli_analyze_with    (const char  *command,
                                   ThRecording *recording,
                                   char       **with,
                                   const char  *param,
                                   const char  *value);

/* Appends the output of the command for all results, then prints their remarks. */
typedef void (*ThCliAppendFunc) (ThRecording *recording,
                                 GPtrArray   *all,
                                 gboolean     json,
                                 GString     *text);
/* A complete command that shows results: runs the analyses and prints the output of
 * @append. */
ThExit     th_cli_print_results   (const char         *command,
                                   ThRecording        *recording,
                                   const ThCliOptions *options,
                                   ThCliAppendFunc     append);

/* Whether @name, "skb:kfree_skb" or "kfree_skb", refers to the tree. */
gboolean   th_cli_tree_is         (ThCallTree  *tree,
                                   const char  *name);
/* The weight called @name, or the first for NULL; G_MAXUINT if there is none. */
guint      th_cli_find_weight     (ThCallTree  *tree,
                                   const char  *name);
/* A readable list of the trees and their weights. */
char      *th_cli_list_trees      (GPtrArray   *all);

const char *th_cli_unit_id        (ThUnit       unit);

/* Prints the remarks of the analyses about missing events on standard error. */
void       th_cli_report_remarks    (ThResults   *results);

G_END_DECLS
