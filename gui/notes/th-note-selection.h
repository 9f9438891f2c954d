/* th-note-selection.h - the rows that a view shows of a list of notes, and the selected one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A row that the user selects becomes the selected note of the review, and the other way round.  So
 * all views of a review have the same selection.
 *
 * Signal "reveal" (uint): the note at that position was selected elsewhere; bring it into view.
 *
 * Main thread.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-note-list.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTE_SELECTION (th_note_selection_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteSelection, th_note_selection, TH, NOTE_SELECTION, GObject)

ThNoteSelection   *th_note_selection_new       (ThOpenReview    *review,
                                                ThNoteList      *notes);
/* The model for the view, of ThNoteItem; owned by @self. */
GtkSelectionModel *th_note_selection_get_model (ThNoteSelection *self);

G_END_DECLS
