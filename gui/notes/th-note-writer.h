/* th-note-writer.h - where notes, replies and labels are written: the composer and what it writes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It writes a reply to the selected note, unless the user has begun something else.  Without a
 * selected note it has a button that begins a note, and says what that would be about.
 *
 * Signals:
 *   "message" (string): a text for the status bar
 *   "left":             the user has finished writing, so the lanes should have the focus
 *
 * Main thread.
 */
#pragma once

#include "th-document-view.h"
#include "th-note-places.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTE_WRITER (th_note_writer_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteWriter, th_note_writer, TH, NOTE_WRITER, GtkBox)

/* To be called once, before anything else.  @view outlives the widget. */
void th_note_writer_set_review       (ThNoteWriter   *self,
                                      ThOpenReview   *review,
                                      ThNotePlaces   *places,
                                      ThDocumentView *view);
/* Shows what the notes are now. */
void th_note_writer_update           (ThNoteWriter   *self);
/* Another note was selected: a new note that was begun stays, all else becomes a reply. */
void th_note_writer_follow_selection (ThNoteWriter   *self);
/* Begins a note on @subject, which it takes, or with NULL on what is selected; see
 * th_note_subject_find(). */
void th_note_writer_write            (ThNoteWriter   *self,
                                      ThNoteOn        on,
                                      ThNoteAnchor   *subject);
/* Begins a reply to the selected note. */
void th_note_writer_reply            (ThNoteWriter   *self);
/* Begins an edit of the note or reply @id, or a label for it. */
void th_note_writer_change           (ThNoteWriter   *self,
                                      ThNoteKind      kind,
                                      const char     *id);
/* Writes @text as a note, likewise. */
void th_note_writer_save             (ThNoteWriter   *self,
                                      const char     *text,
                                      ThNoteAnchor   *subject);

G_END_DECLS
