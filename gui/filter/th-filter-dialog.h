/* th-filter-dialog.h - saving the filter under a name, and the saved ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_FILTER_DIALOG (th_filter_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThFilterDialog, th_filter_dialog, TH, FILTER_DIALOG, GtkWindow)

/* Of the window @parent, whose filter is @state ("": there is none to save).  One
 * that is picked is put in force by its action win.pick-filter. */
ThFilterDialog *th_filter_dialog_new    (GtkWindow      *parent,
                                         const char     *state);
/* As if the name was typed and saved; FALSE if it cannot be. */
gboolean        th_filter_dialog_save   (ThFilterDialog *self,
                                         const char     *name);
guint           th_filter_dialog_get_n  (ThFilterDialog *self);

G_END_DECLS
