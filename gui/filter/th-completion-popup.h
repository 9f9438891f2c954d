/* th-completion-popup.h - completes the words of an expression while it is typed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The list is below the word at the caret and has the words that are valid there according
 * to th-completion.h.  It opens while the user types, and on request.  Tab takes the
 * chosen word, or else the first one; Enter takes only a chosen word, so that it does
 * not change a complete expression; Up and Down choose, Escape closes the list.  Once
 * a word has been begun, the first one is chosen.  The focus stays in the entry.
 *
 * The popup is a child of the entry's parent; "visible" says whether it is open.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-recording.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPLETION_POPUP (th_completion_popup_get_type ())
G_DECLARE_FINAL_TYPE (ThCompletionPopup, th_completion_popup, TH, COMPLETION_POPUP, GtkPopover)

/* @entry must be in a box, which owns the popup; whoever holds the pointer unparents the popup
 * before the entry goes.  A text is an expression if it begins with @sign, which may be "". */
ThCompletionPopup *th_completion_popup_new           (GtkEntry          *entry,
                                                      const char        *sign);
/* If @recording is NULL, no words are offered. */
void               th_completion_popup_set_recording (ThCompletionPopup *self,
                                                      ThRecording       *recording);
/* Opens the list, even if no word has been begun. */
void               th_completion_popup_open          (ThCompletionPopup *self);
gboolean           th_completion_popup_is_open       (ThCompletionPopup *self);

G_END_DECLS
