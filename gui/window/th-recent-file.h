/* th-recent-file.h - how a file that was opened before is described
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Most recordings are called trace.dat: what tells them apart is the folder they
 * are in and when they were written.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The folder of @file for people: relative to the home directory, at most about
 * 40 characters, shortened in the middle, valid UTF-8.  Free with g_free(). */
char *th_recent_file_dup_folder (GFile     *file);
/* When @time was, seen from @now: "Today, 14:30", "Yesterday, 14:30" or
 * "12 Nov 2026".  Free with g_free(). */
char *th_recent_file_dup_date   (GDateTime *time,
                                 GDateTime *now);
/* Folder and date of @file's last change, joined; the folder alone where the date
 * is not known.  Looks at the file system.  Free with g_free(). */
char *th_recent_file_describe   (GFile     *file);

G_END_DECLS
