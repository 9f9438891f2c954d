/* th-report-files.h - writes several files, all of them or none
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each is written as in th-atomic-file.h, and gets its name once all of them are on the disk.
 * Errors are of G_FILE_ERROR; their messages are translated and name the file.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThReportFiles ThReportFiles;

ThReportFiles *th_report_files_new    (void);
/* Removes what has not got its name. */
void           th_report_files_free   (ThReportFiles *self);
/* Writes a file that has no name yet. */
gboolean       th_report_files_add    (ThReportFiles *self,
                                       const char    *path,
                                       gconstpointer  bytes,
                                       gsize          size,
                                       GError       **error);
/* Gives all files their names, in the order of their addition. */
gboolean       th_report_files_finish (ThReportFiles *self,
                                       GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThReportFiles, th_report_files_free)

G_END_DECLS
