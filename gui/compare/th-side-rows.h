/* th-side-rows.h - a table of one side of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shows the tables of the view of that side, which are those of the run that is shown there; or
 * says why there are none.
 */
#pragma once

#include "th-side-view.h"

G_BEGIN_DECLS

#define TH_TYPE_SIDE_ROWS (th_side_rows_get_type ())
G_DECLARE_FINAL_TYPE (ThSideRows, th_side_rows, TH, SIDE_ROWS, GtkBox)

/* The side whose tables are shown; NULL before its view is destroyed. */
void th_side_rows_set_view  (ThSideRows *self,
                             ThSideView *view);
/* Takes the tables of the view, and shows the one of that name: "events", "packets/packets".  NULL
 * gives them back. */
void th_side_rows_set_table (ThSideRows *self,
                             const char *name);

G_END_DECLS
