/* th-filter-dialog.h - the saved filters, and saving the current one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Actions: saved.save (name), saved.apply (name), saved.remove (name) and saved.rename
 * (name, new name).  A refused name changes nothing.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-filter-state.h"

G_BEGIN_DECLS

#define TH_TYPE_FILTER_DIALOG (th_filter_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThFilterDialog, th_filter_dialog, TH, FILTER_DIALOG, GtkWindow)

/* Creates the dialog for the window @parent, whose filter is @state; an empty filter cannot be
 * saved.  The action win.pick-filter of that window applies a saved filter. */
ThFilterDialog *th_filter_dialog_new (GtkWindow     *parent,
                                      ThFilterState *state);

G_END_DECLS
