/* th-compare-dialog.h - chooses the recordings of both sides, and compares them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-comparison-view.h"
#include "th-file-list.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPARE_DIALOG (th_compare_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThCompareDialog, th_compare_dialog, TH, COMPARE_DIALOG, GtkWindow)

/* Creates a dialog that is transient for @parent and starts its comparison in @view.  The file
 * lists initially hold the recordings of the current comparison; if there is none, A holds the
 * open recording. */
ThCompareDialog *th_compare_dialog_new     (GtkWindow        *parent,
                                            ThComparisonView *view);
/* Presents the dialog.  If no recording is listed, also opens the file chooser of A, as the user
 * needs it in any case. */
void             th_compare_dialog_present (ThCompareDialog  *self);

G_END_DECLS
