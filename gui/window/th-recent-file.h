/* th-recent-file.h - texts that describe a recent file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Most recordings are called trace.dat.  Their folders and the times at which they were
 * written tell them apart.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The folder of @file, relative to the home directory, shortened in the middle to about 40
 * characters; valid UTF-8.  Free with g_free(). */
char *th_recent_file_dup_folder (GFile     *file);
/* @time, seen from @now: "Today, 14:30", "Yesterday, 14:30" or
 * "12 Nov 2026".  Free with g_free(). */
char *th_recent_file_dup_date   (GDateTime *time,
                                 GDateTime *now);
/* Folder and date of the last change of @file, or the folder alone if the date is not
 * known.  Asks the file system.  Free with g_free(). */
char *th_recent_file_describe   (GFile     *file);

G_END_DECLS
