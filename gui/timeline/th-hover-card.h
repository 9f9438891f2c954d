/* th-hover-card.h - a few lines about what is under the pointer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The card is a child of the timeline, without a surface or focus of its own.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-scene-hit.h"

G_BEGIN_DECLS

#define TH_TYPE_HOVER_CARD (th_hover_card_get_type ())
G_DECLARE_FINAL_TYPE (ThHoverCard, th_hover_card, TH, HOVER_CARD, GtkWidget)

GtkWidget *th_hover_card_new      (void);
/* Drops the reader of the document before; NULL only drops it. */
void       th_hover_card_set_document (ThHoverCard *self,
                                       ThDocument  *document);
/* Describes what is at that place, or hides the card where nothing is. */
void       th_hover_card_show     (ThHoverCard *self,
                                   const ThHit *hit,
                                   gint64       time);

G_END_DECLS
