/* th-paned-bin.h - the parent of a GtkPaned, which places its divider
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where a divider belongs depends on the space that there is, which is known only when it is
 * allocated.  So a ThPanedBin asks a function for the position right before it allocates its
 * paned, and the first frame is right.  It asks again whenever th_paned_bin_place() was called,
 * unless the divider was moved in the meantime.  It also waits until both children are visible.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_PANED_BIN (th_paned_bin_get_type ())
G_DECLARE_FINAL_TYPE (ThPanedBin, th_paned_bin, TH, PANED_BIN, GtkWidget)

/* @size: of the paned, along the line on which its children are
 * Returns the size of the first child, which GtkPaned clamps to what both children need. */
typedef int (*ThPanedFunc) (int      size,
                            gpointer data);

void th_paned_bin_set_func (ThPanedBin  *self,
                            ThPanedFunc  func,
                            gpointer     data);
/* Places the divider in the next frame, unless the user has moved it since the last time. */
void th_paned_bin_place    (ThPanedBin  *self);
/* Places the divider even if the user has moved it. */
void th_paned_bin_reset    (ThPanedBin  *self);

G_END_DECLS
