/* th-shift-view.h - plots the factor by which each quantile changed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The quantile under the pointer is marked; without a pointer, that of the row.  Left and Right
 * move the mark (action "shift.move").  A brush marks a range of quantiles: by dragging, or with
 * Shift and Left or Right from the mark (action "shift.extend"); Escape removes it
 * ("shift.clear").
 *
 * Signal: "brushed" (double low, double high), when the brush is complete: after a drag, and with
 * Enter ("shift.select").
 *
 * The accessible description, and the tooltip, is the marked quantile:
 * "p50 ×3.40 (×1.85 … ×6.25)".
 */
#pragma once

#include <gtk/gtk.h>

#include "th-shift.h"

G_BEGIN_DECLS

#define TH_TYPE_SHIFT_VIEW (th_shift_view_get_type ())
G_DECLARE_FINAL_TYPE (ThShiftView, th_shift_view, TH, SHIFT_VIEW, GtkWidget)

/* Shows @shift and marks the quantile @p; shows nothing for NULL.  @shift must live until it is
 * replaced. */
void th_shift_view_set (ThShiftView   *self,
                        const ThShift *shift,
                        double         margin,
                        double         p);

G_END_DECLS
