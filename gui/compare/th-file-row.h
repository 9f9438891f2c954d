/* th-file-row.h - a recording in the list of a side, with a button that removes it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Signal "removed": the button was clicked.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_FILE_ROW (th_file_row_get_type ())
G_DECLARE_FINAL_TYPE (ThFileRow, th_file_row, TH, FILE_ROW, GtkListBoxRow)

ThFileRow *th_file_row_new      (GFile     *file);
/* Owned by @self. */
GFile     *th_file_row_get_file (ThFileRow *self);

G_END_DECLS
