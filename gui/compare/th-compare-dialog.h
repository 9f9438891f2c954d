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

/* Over @parent, which contains @view and shows the comparison.  Both sides begin with the
 * recordings of the current comparison; without one, A begins with the open recording.  The
 * caller presents it. */
ThCompareDialog *th_compare_dialog_new      (GtkWindow        *parent,
                                             ThComparisonView *view);
/* Owned by @self. */
ThFileList      *th_compare_dialog_get_list (ThCompareDialog  *self,
                                             guint             side);

G_END_DECLS
