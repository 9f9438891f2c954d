/* th-find-bar.h - the entry that finds events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is typed is sought once typing has rested; beside it stands how many hits
 * there are, which of them is selected, and how many more the filter hides.  Enter
 * goes to the next hit, with Shift to the one before.
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

#define TH_TYPE_FIND_BAR (th_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThFindBar, th_find_bar, TH, FIND_BAR, GtkBox)

void           th_find_bar_set_document    (ThFindBar  *self,
                                            ThDocument *document);
void           th_find_bar_set_text        (ThFindBar  *self,
                                            const char *text);
/* Takes what is in the entry at once; if that was sought already, goes to the next
 * hit. */
void           th_find_bar_step            (ThFindBar  *self,
                                            gboolean    backward);
/* Lent. */
const char    *th_find_bar_get_mistake     (ThFindBar  *self);
/* Offers words where the caret is; FALSE if the focus is elsewhere. */
gboolean       th_find_bar_complete        (ThFindBar  *self);
ThSuggestions *th_find_bar_get_suggestions (ThFindBar  *self);

G_END_DECLS
