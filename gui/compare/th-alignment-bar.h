/* th-alignment-bar.h - how the sides of a comparison are aligned, and whether they are linked
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The offset is shown as th_offset_format() writes it; one that is typed aligns by hand.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-view-link.h"

G_BEGIN_DECLS

#define TH_TYPE_ALIGNMENT_BAR (th_alignment_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThAlignmentBar, th_alignment_bar, TH, ALIGNMENT_BAR, GtkBox)

/* Shows and changes @link and its alignment from now on; NULL for none. */
void th_alignment_bar_set_link (ThAlignmentBar *self,
                                ThViewLink     *link);

G_END_DECLS
