/* th-note-composer.h - where a note or a reply is written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It writes for one target at a time: a new note, a reply, or another text of a note.  Each target
 * has a draft of its own, which stays until it is saved, so no text is lost when something else is
 * selected.  Ctrl+Enter saves, Escape leaves the composer.
 *
 * Signals:
 *   "save" (string text, boolean resolve): the user asks to save the text, and to resolve the note
 *   "cancel":                              the user leaves the composer
 *   "link":                                the user asks for a link to what is selected
 */
#pragma once

#include <gtk/gtk.h>

#include "th-review-memory.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTE_COMPOSER (th_note_composer_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteComposer, th_note_composer, TH, NOTE_COMPOSER, GtkBox)

/**
 * ThNoteTarget:
 * @key: names the target among the drafts
 * @title: what is being written: "Reply to note 3"
 * @button: the label of the button that saves
 * @text: what there is to change; or %NULL
 * @is_reply: a reply was not asked for, so there is also a button for a new note
 * @can_resolve: whether the text can also resolve the note
 */
typedef struct
{
  const char *key;
  const char *title;
  const char *button;
  const char *text;
  gboolean    is_reply;
  gboolean    can_resolve;
} ThNoteTarget;

/* Where the drafts are kept; to be called once, before anything else. */
void        th_note_composer_set_memory (ThNoteComposer     *self,
                                         ThReviewMemory     *memory);
/* %NULL: there is nothing to write for. */
void        th_note_composer_set_target (ThNoteComposer     *self,
                                         const ThNoteTarget *target);
/* The key of the target; NULL if there is none. */
const char *th_note_composer_get_key    (ThNoteComposer     *self);
/* Forgets the draft of @key, whose text was saved; unless it has changed from @text since. */
void        th_note_composer_saved      (ThNoteComposer     *self,
                                         const char         *key,
                                         const char         *text);
/* Inserts @text at the cursor. */
void        th_note_composer_insert     (ThNoteComposer     *self,
                                         const char         *text);
void        th_note_composer_focus      (ThNoteComposer     *self);

G_END_DECLS
