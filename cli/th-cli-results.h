/* th-cli-results.h - what the analyses find, for the commands that show it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No command names an analysis: a new one appears in all of them.
 */
#pragma once

#include "th-cli-options.h"
#include "th-results.h"

G_BEGIN_DECLS

/* Runs all analyses that need no parameters, and those of @with, over a loaded
 * recording.  Elements are ThResults.  NULL after a mistake in @with, which
 * standard error has told: end with TH_EXIT_USAGE. */
GPtrArray *th_cli_analyze         (const char  *command,
                                   ThRecording *recording,
                                   char       **with);

/* The same; analyses that have the parameter @param get @value for it, unless
 * that is %NULL. */
GPtrArray *th_cli_analyze_with    (const char  *command,
                                   ThRecording *recording,
                                   char       **with,
                                   const char  *param,
                                   const char  *value);

/* Appends what the command shows of all results, then prints their remarks. */
typedef void (*ThCliAppendFunc) (ThRecording *recording,
                                 GPtrArray   *all,
                                 gboolean     json,
                                 GString     *text);
/* All of a command that shows results as they are: runs the analyses and prints what
 * @append makes of them. */
ThExit     th_cli_print_results   (const char         *command,
                                   ThRecording        *recording,
                                   const ThCliOptions *options,
                                   ThCliAppendFunc     append);

/* "wakeups", or "sched/wakeups" where several have one of that name. */
ThTable   *th_cli_find_table      (GPtrArray   *all,
                                   const char  *name,
                                   ThResults  **results);

/* Whether a tree is called so: "skb:kfree_skb" or "kfree_skb". */
gboolean   th_cli_tree_is         (ThCallTree  *tree,
                                   const char  *name);
/* The weight called @name, the first for NULL; G_MAXUINT if the tree has none. */
guint      th_cli_find_weight     (ThCallTree  *tree,
                                   const char  *name);
/* The trees that there are, and their weights, for people. */
char      *th_cli_list_trees      (GPtrArray   *all);

/* A cell for people; "" where it is empty.  Free with g_free(). */
char      *th_cli_format_cell     (ThRecording *recording,
                                   ThResults   *results,
                                   ThTable     *table,
                                   guint32      row,
                                   guint        column);

/* "188.024123456", with six digits where the clock tells microseconds; ticks as they are. */
char      *th_cli_format_time     (ThRecording *recording,
                                   gint64       time);
/* "1.234 ms", as th-number-format.h has it; in ticks where the recording's clock counts those. */
char      *th_cli_format_duration (ThRecording *recording,
                                   gint64       duration);
/* A value of a measure. */
char      *th_cli_format_value    (ThRecording *recording,
                                   ThUnit       unit,
                                   gint64       value);
const char *th_cli_unit_id        (ThUnit       unit);

/* What the analyses have to say of what is missing, on standard error. */
void       th_cli_tell_remarks    (ThResults   *results);

G_END_DECLS
