/* th-file-list.h - chooses the recordings of one side of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Files are added with a file chooser or by dropping them.  No file is listed twice.
 * gtk_widget_grab_focus() focuses the button that adds files.
 *
 * Properties: "side" (uint: 0 for A, 1 for B), "n-files" (uint, read-only, with notify).
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_FILE_LIST (th_file_list_get_type ())
G_DECLARE_FINAL_TYPE (ThFileList, th_file_list, TH, FILE_LIST, GtkBox)

/* Adds a file; does nothing if it is listed already or is not a local file. */
void        th_file_list_add       (ThFileList *self,
                                    GFile      *file);
/* Opens the file chooser in the folder of the first file of this side or else of the other one; in
 * the working directory if both sides are empty. */
void        th_file_list_choose    (ThFileList *self);
/* (element-type GFile); owned by @self. */
GListModel *th_file_list_get_files (ThFileList *self);

/* While @self is empty, its file chooser opens in the folder of the files of @other. */
void        th_file_list_set_others (ThFileList *self,
                                     ThFileList *other);

G_END_DECLS
