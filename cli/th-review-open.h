/* th-review-open.h - reviews as arguments: folders, and archives that are unpacked for reading
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"

G_BEGIN_DECLS

/* Whether @path is a review rather than a recording. */
gboolean th_review_is_argument  (const char *path);
/* Whether @path is not a folder, so that nothing can be changed in it. */
gboolean th_review_is_archive   (const char *path);
/* Reports that nothing can be changed in @path, which is not a folder.  TH_EXIT_USAGE. */
ThExit   th_review_refuse_file  (const char *command,
                                 const char *path);
/* Returns @path, or the folder that an archive was unpacked to, which is deleted when the program
 * ends; NULL after an error, which is reported as @command.  Without @recordings, which can be
 * large, those of an archive are missing.  Free with g_free(). */
char    *th_review_open_argument (const char *command,
                                  const char *path,
                                  gboolean    recordings);
/* Makes an empty folder in @parent, or NULL: in that of temporary files, which is deleted with the
 * review @name in it when the program ends.  Returns the path that the review is to have, or NULL
 * after an error, which is reported.  One at a time. */
char    *th_review_make_temporary (const char *command,
                                   const char *parent,
                                   const char *name);

G_END_DECLS
