/* th-target-row.h - a machine in the list of targets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All but this computer can be forgotten, by a button or the key Delete.  The row then activates
 * "targets.forget" with the text of the target, an action of a widget that holds the list.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-target-link.h"

G_BEGIN_DECLS

#define TH_TYPE_TARGET_ROW (th_target_row_get_type ())
G_DECLARE_FINAL_TYPE (ThTargetRow, th_target_row, TH, TARGET_ROW, GtkListBoxRow)

GtkWidget    *th_target_row_new      (ThTargetLink *link);
ThTargetLink *th_target_row_get_link (ThTargetRow  *self);

G_END_DECLS
