/* th-paned-bin.h - the parent of a GtkPaned, which places its divider
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where a divider belongs depends on the size of its paned, which is known only when that is
 * allocated.  So a ThPanedBin asks a function for the position right before it allocates the
 * paned; then the first frame is right.  It asks once for each th_paned_bin_place(), as soon as
 * both children are visible, and each time the paned is resized, until the user moves the
 * divider.
 * Property "size" (int, read-only): the size at which the paned was last divided; 0 if it has not
 * been divided yet.  Its "notify" is emitted during the allocation, when no widget may be changed.
 *
 * Property "narrow" (boolean, read-only): the bin is smaller than th_paned_bin_set_narrow_func()
 * says.  Its "notify" is emitted right before the paned is allocated, so a handler may show or hide
 * the children of the paned, and nothing else.  Until it is narrow, the bin requests the space of
 * the first child only; otherwise it could not become narrow.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_PANED_BIN (th_paned_bin_get_type ())
G_DECLARE_FINAL_TYPE (ThPanedBin, th_paned_bin, TH, PANED_BIN, GtkWidget)

/* @size: the width of a horizontal paned, the height of a vertical one
 * Returns the size of the first child, which GtkPaned clamps to what both children need. */
typedef int (*ThPanedFunc) (int      size,
                            gpointer data);

void     th_paned_bin_set_func        (ThPanedBin  *self,
                                       ThPanedFunc  func,
                                       gpointer     data);
/* @func: returns the size below which the bin is narrow; it is given the size of the bin */
void     th_paned_bin_set_narrow_func (ThPanedBin  *self,
                                       ThPanedFunc  func,
                                       gpointer     data);
gboolean th_paned_bin_is_narrow       (ThPanedBin  *self);
/* Places the divider in the next frame, unless the user has moved it since the last reset. */
void     th_paned_bin_place           (ThPanedBin  *self);
/* Places the divider even if the user has moved it. */
void     th_paned_bin_reset           (ThPanedBin  *self);

G_END_DECLS
