/* th-filter-bar.h - the entry of the filter, with its chips and its menu
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is typed becomes the filter of the document once typing has rested, what the
 * document's filter becomes is shown.  A filter that stays for some seconds is noted
 * as a recent one.
 *
 * Properties: "document" (ThDocument); read-only "mistake" (string: what is wrong
 * with the text; NULL where nothing is, or while words are offered).  Signal: "leave",
 * when the focus should go back to the lanes.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-completion-popup.h"
#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_FILTER_BAR (th_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThFilterBar, th_filter_bar, TH, FILTER_BAR, GtkBox)

void           th_filter_bar_set_document    (ThFilterBar *self,
                                              ThDocument  *document);
/* Takes what is in the entry at once. */
void           th_filter_bar_apply           (ThFilterBar *self);
void           th_filter_bar_set_text        (ThFilterBar *self,
                                              const char  *text);
/* Chips and text (th-filter-state.h); a text with a mistake is shown to be mended. */
void           th_filter_bar_set_state       (ThFilterBar *self,
                                              const char  *state);
/* Lent. */
const char    *th_filter_bar_get_mistake     (ThFilterBar *self);
/* Offers words where the caret is. */
void           th_filter_bar_complete        (ThFilterBar *self);
/* Typing has not rested yet. */
gboolean       th_filter_bar_is_typing       (ThFilterBar *self);
ThSuggestions *th_filter_bar_get_suggestions (ThFilterBar *self);
GtkMenuButton *th_filter_bar_get_menu_button (ThFilterBar *self);

G_END_DECLS
