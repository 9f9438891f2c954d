/* th-hover-card.h - a card that describes what is under the pointer
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
/* Releases the reader of the previous document.  @document may be NULL. */
void       th_hover_card_set_document (ThHoverCard *self,
                                       ThDocument  *document);
/* Describes what is at that position, or hides the card if nothing is. */
void       th_hover_card_show     (ThHoverCard *self,
                                   const ThHit *hit,
                                   gint64       time);

G_END_DECLS
