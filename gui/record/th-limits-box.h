/* th-limits-box.h - what a target cannot do, and the remedy
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_LIMITS_BOX (th_limits_box_get_type ())
G_DECLARE_FINAL_TYPE (ThLimitsBox, th_limits_box, TH, LIMITS_BOX, GtkWidget)

/* Shows the limits that the HELLO of the machine @name lists; hides the box if there are none, or
 * if @hello is NULL. */
void th_limits_box_set (ThLimitsBox *self,
                        const char  *name,
                        GVariant    *hello);

G_END_DECLS
