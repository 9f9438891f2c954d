/* th-interrupted-box.h - offers to finish recordings that a crash left
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It looks into the folder of recordings each time it is mapped, and is hidden while there is
 * nothing.  A recording that was finished is opened with "win.open-uri".
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_INTERRUPTED_BOX (th_interrupted_box_get_type ())
G_DECLARE_FINAL_TYPE (ThInterruptedBox, th_interrupted_box, TH, INTERRUPTED_BOX, GtkWidget)

G_END_DECLS
