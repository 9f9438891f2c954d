/* th-shift-view.h - plots the factor by which each quantile changed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The quantile under the pointer is marked; without a pointer, that of the row.  Left and Right
 * move the mark (action "shift.move").
 */
#pragma once

#include <gtk/gtk.h>

#include "th-shift.h"

G_BEGIN_DECLS

#define TH_TYPE_SHIFT_VIEW (th_shift_view_get_type ())
G_DECLARE_FINAL_TYPE (ThShiftView, th_shift_view, TH, SHIFT_VIEW, GtkWidget)

/* Shows @shift and marks the quantile @p; shows nothing for NULL.  @shift must live until it is
 * replaced. */
void  th_shift_view_set       (ThShiftView   *self,
                               const ThShift *shift,
                               double         margin,
                               double         p);
/* Marks the quantile at index @point of the shift function. */
void  th_shift_view_set_point (ThShiftView   *self,
                               guint          point);
/* Describes the marked quantile: "p50 ×3.40 (×1.85 … ×6.25)".  Free with g_free(). */
char *th_shift_view_describe  (ThShiftView   *self);

G_END_DECLS
