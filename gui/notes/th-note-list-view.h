/* th-note-list-view.h - the rows of the notes of a review, one of which may be selected
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The selection is that of the review: see th-note-selection.h.
 *
 * Main thread.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-note-list.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTE_LIST_VIEW (th_note_list_view_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteListView, th_note_list_view, TH, NOTE_LIST_VIEW, GtkBox)

/* To be called once, before anything else. */
void th_note_list_view_set_notes (ThNoteListView *self,
                                  ThOpenReview   *review,
                                  ThNotePlaces   *places,
                                  ThNoteList     *notes);

G_END_DECLS
