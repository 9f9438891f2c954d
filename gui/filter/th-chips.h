/* th-chips.h - conditions of the filter as buttons before its text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Of each chip of th-filter-state.h one: its name turns it (win.turn-chip), the
 * cross takes it away (win.remove-chip).
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Puts the chips of @state into @box.  The keys stay on the same button, or on
 * that of the chip that comes to its place; FALSE if they were on one and no chip
 * is left. */
gboolean  th_chips_fill      (GtkBox     *box,
                              const char *state);

G_END_DECLS
