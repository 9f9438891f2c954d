/* th-compare-arguments.h - splits arguments into the two sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * "A… -- B…", or "A B".
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Replaces each "--" in @argv by a mark, so that options are accepted on both sides of it.  Call
 * it before options are parsed, which would remove "--". */
void th_compare_arguments_mark  (int     argc,
                                 char  **argv);

/* The same, if @argv has @option: without it, "--" only ends the options. */
void th_compare_arguments_mark_if (int         argc,
                                   char      **argv,
                                   const char *option);

/* Splits the remaining @arguments, which may be NULL, at the mark; without a mark, two files
 * are a side each.  Either side may be empty.  Returns FALSE if there are more than two sides, as
 * in A -- B -- C; both are empty then. */
gboolean th_compare_arguments_split (char  **arguments,
                                     GStrv  *a,
                                     GStrv  *b);

/* What the file names of @paths (element-type filename) have in common: "before" for
 * before-1.dat and before-2.dat; the display name of a single file; "" without files.  Free
 * with g_free(). */
char *th_compare_arguments_name (GPtrArray *paths);

/* The same of @files, which are paths or "PATH@FROM..TO"; without the spans, and printable. */
char *th_compare_arguments_name_files (char **files);

G_END_DECLS
