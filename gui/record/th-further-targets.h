/* th-further-targets.h - which targets are to be recorded together with the selected one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Hidden while there is no other target.  None of them is connected to.
 *
 * Signal "changed": other targets are chosen.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-target-link.h"

G_BEGIN_DECLS

#define TH_TYPE_FURTHER_TARGETS (th_further_targets_get_type ())
G_DECLARE_FINAL_TYPE (ThFurtherTargets, th_further_targets, TH, FURTHER_TARGETS, GtkWidget)

/* Offers all targets of @list (th-target-list.h) except @selected; what was chosen stays chosen. */
void       th_further_targets_set  (ThFurtherTargets *self,
                                    GListModel       *list,
                                    ThTargetLink     *selected);
/* (element-type ThTargetLink): those that are chosen; free with g_ptr_array_unref(). */
GPtrArray *th_further_targets_list (ThFurtherTargets *self);

G_END_DECLS
