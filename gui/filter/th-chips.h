/* th-chips.h - shows conditions of the filter as buttons before its text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each chip has two buttons: its title includes or excludes it (win.turn-chip), its
 * cross removes it (win.remove-chip).
 */
#pragma once

#include <gtk/gtk.h>

#include "th-filter-state.h"

G_BEGIN_DECLS

/* Fills @box with the chips of @state.  The focus stays on its button, or moves to the button of
 * the chip that takes its place.  FALSE if a chip had the focus and no chip is left. */
gboolean  th_chips_fill      (GtkBox        *box,
                              ThFilterState *state);

G_END_DECLS
