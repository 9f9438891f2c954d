/* th-notes-panel.h - the notes of a review, beside the lanes: the list, and where notes are written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Selecting a note leads the view of the document to its subject, in the view in which the note was
 * written.  (The table of notes stays in front of that of a row meanwhile, unless the user goes to
 * the note.)  The widget has the actions "notes.reply", "notes.resolve", "notes.reopen",
 * "notes.edit", "notes.delete", "notes.copy", "notes.add-label" (with the id of a note),
 * "notes.remove-label" (id, label) and "notes.follow-link" (id, number of a link).
 *
 * Signals:
 *   "message" (string): a text for the status bar
 *   "find-row" (boolean) -> string: asks for the name of the selected row of a comparison, only if
 *                       that has the focus for TRUE; NULL if there is none
 *   "show-row" (string) -> boolean: asks to show that row of a comparison; FALSE if there is none
 *   "left":             the user has finished writing or reading, so the lanes should have the
 *                       focus
 *
 * Main thread.
 */
#pragma once

#include "th-document-view.h"
#include "th-note-places.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTES_PANEL (th_notes_panel_get_type ())
G_DECLARE_FINAL_TYPE (ThNotesPanel, th_notes_panel, TH, NOTES_PANEL, GtkBox)

/* @view outlives the panel. */
GtkWidget *th_notes_panel_new   (ThOpenReview   *review,
                                 ThNotePlaces   *places,
                                 ThDocumentView *view);
/* Focuses the list of notes, where Enter replies and Escape leads back to the lanes; where notes
 * are written if there is none yet. */
void       th_notes_panel_focus (ThNotesPanel   *self);
/* Begins a note on what is selected; see th_note_subject_find(). */
void       th_notes_panel_write (ThNotesPanel   *self,
                                 ThNoteOn        on);
/* Writes @text as a note on what is selected, as the user does. */
void       th_notes_panel_save  (ThNotesPanel   *self,
                                 const char     *text);
/* Selects the note @id and leads the view to it, even if it is selected already. */
void       th_notes_panel_go    (ThNotesPanel   *self,
                                 const char     *id);
/* Selects the next (1) or previous (-1) note of the list. */
void       th_notes_panel_step  (ThNotesPanel   *self,
                                 int             step);

G_END_DECLS
