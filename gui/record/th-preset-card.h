/* th-preset-card.h - a preset to choose, and how much of it the target supports
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-preset-match.h"

G_BEGIN_DECLS

#define TH_TYPE_PRESET_CARD (th_preset_card_get_type ())
G_DECLARE_FINAL_TYPE (ThPresetCard, th_preset_card, TH, PRESET_CARD, GtkToggleButton)

/* @preset must outlive the card. */
GtkWidget      *th_preset_card_new        (const ThPreset      *preset);
const ThPreset *th_preset_card_get_preset (ThPresetCard        *self);
/* Shows how many of the events the target has; @match is NULL if that is unknown. */
void            th_preset_card_set_match  (ThPresetCard        *self,
                                           const ThPresetMatch *match);

G_END_DECLS
