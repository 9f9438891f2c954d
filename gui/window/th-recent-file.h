/* th-recent-file.h - texts that describe a recent file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Most recordings are called trace.dat; they are distinguished by their folders and the
 * times at which they were written.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Returns the folder of @file, relative to the home directory, shortened to 40 characters;
 * valid UTF-8.  Free with g_free().  Public for tests. */
char *th_recent_file_dup_folder (GFile *file);
/* Returns the folder of @file and the date of its last change, or only the folder if the
 * date is not known.  Accesses the file system.  Free with g_free(). */
char *th_recent_file_describe   (GFile *file);

G_END_DECLS
