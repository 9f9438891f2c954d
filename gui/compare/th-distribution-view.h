/* th-distribution-view.h - the distributions of both sides, with a brush
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Dragging marks a range of values, whose ends are edges of the histogram; a click removes it.
 * On the keyboard, Left and Right move the range by one bin, with Shift its upper end (action
 * "distribution.move"); Escape removes it ("distribution.clear").  The signal
 * "brush-changed" is emitted when the range has changed.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-log-histogram.h"

G_BEGIN_DECLS

#define TH_TYPE_DISTRIBUTION_VIEW (th_distribution_view_get_type ())
G_DECLARE_FINAL_TYPE (ThDistributionView, th_distribution_view, TH, DISTRIBUTION_VIEW, GtkWidget)

/* Shows @histogram without a range; nothing for NULL.  @histogram must live until it is
 * replaced. */
void     th_distribution_view_set       (ThDistributionView   *self,
                                         const ThLogHistogram *histogram,
                                         ThUnit                unit);
/* The marked values v with *@low <= v < *@high; FALSE if there are none. */
gboolean th_distribution_view_get_range (ThDistributionView   *self,
                                         gint64               *low,
                                         gint64               *high);

G_END_DECLS
