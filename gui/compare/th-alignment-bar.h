/* th-alignment-bar.h - how the sides of a comparison are aligned, and whether they are linked
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The offset is formatted by th_offset_format(); typing one switches to alignment by hand.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-view-link.h"

G_BEGIN_DECLS

#define TH_TYPE_ALIGNMENT_BAR (th_alignment_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThAlignmentBar, th_alignment_bar, TH, ALIGNMENT_BAR, GtkBox)

/* The start of the bar, which is the place for the filter of both sides. */
GtkBox *th_alignment_bar_get_filter_place (ThAlignmentBar *self);
/* Makes the bar show and control @link and its alignment; NULL: none. */
void th_alignment_bar_set_link (ThAlignmentBar *self,
                                ThViewLink     *link);

G_END_DECLS
