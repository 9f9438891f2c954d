/* th-completion-popup.h - completes the words of an expression while it is typed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list under the word at the caret, of what th-completion.h says may stand
 * there.  It opens while one types, and when it is asked for.  Tab takes the
 * chosen word, or the first; Enter takes it only if one is chosen, so that a whole
 * expression is not changed by it; up and down choose, Escape closes.  The first
 * is chosen by itself where a word has been begun.  The focus stays in the entry.
 * "toggled" tells that the list has opened or closed.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-recording.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPLETION_POPUP (th_completion_popup_get_type ())
G_DECLARE_FINAL_TYPE (ThCompletionPopup, th_completion_popup, TH, COMPLETION_POPUP, GObject)

/* @entry, in a box, lives as long.  @sign: what a text begins with that is an
 * expression ("" if each is). */
ThCompletionPopup *th_completion_popup_new           (GtkEntry      *entry,
                                                      const char    *sign);
/* NULL: nothing is offered. */
void           th_completion_popup_set_recording (ThCompletionPopup *self,
                                                  ThRecording       *recording);
/* Also where no word has been begun. */
void           th_completion_popup_open          (ThCompletionPopup *self);
void           th_completion_popup_close         (ThCompletionPopup *self);
gboolean       th_completion_popup_is_open       (ThCompletionPopup *self);
void           th_completion_popup_move          (ThCompletionPopup *self,
                                                  int                step);
/* The chosen one, else the first. */
void           th_completion_popup_take          (ThCompletionPopup *self);
/* What is offered, a line each, the chosen one behind "> ".  Free with g_free(). */
char          *th_completion_popup_list          (ThCompletionPopup *self);

G_END_DECLS
