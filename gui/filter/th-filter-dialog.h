/* th-filter-dialog.h - saving the filter under a name, and the saved ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-filter-state.h"

G_BEGIN_DECLS

#define TH_TYPE_FILTER_DIALOG (th_filter_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThFilterDialog, th_filter_dialog, TH, FILTER_DIALOG, GtkWindow)

/* For the window @parent, whose filter is @state; an empty one cannot be saved.  Applying
 * a saved filter activates win.pick-filter of that window. */
ThFilterDialog *th_filter_dialog_new    (GtkWindow      *parent,
                                         ThFilterState  *state);
/* As if the name was typed and saved; FALSE if it cannot be. */
gboolean        th_filter_dialog_save   (ThFilterDialog *self,
                                         const char     *name);
guint           th_filter_dialog_get_n  (ThFilterDialog *self);

G_END_DECLS
