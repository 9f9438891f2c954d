/* th-share-row.h - a row of the share dialog: what it is about, and the choices for it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Property "selected" (uint): the index of the choice.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_SHARE_ROW (th_share_row_get_type ())
G_DECLARE_FINAL_TYPE (ThShareRow, th_share_row, TH, SHARE_ROW, GtkListBoxRow)

/* @choices: translated, %NULL-terminated.  The texts may come from a recording. */
GtkWidget *th_share_row_new          (const char         *title,
                                      const char         *detail,
                                      const char *const  *choices,
                                      guint               selected);
guint      th_share_row_get_selected (ThShareRow         *self);

G_END_DECLS
