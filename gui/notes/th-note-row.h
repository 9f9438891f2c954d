/* th-note-row.h - a note in the list of notes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The row shows a line of the note, and all of its thread while it is selected.  A filler decides
 * when it shows another note.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-note-filler.h"
#include "th-note-item.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTE_ROW (th_note_row_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteRow, th_note_row, TH, NOTE_ROW, GtkBox)

GtkWidget *th_note_row_new      (ThOpenReview *review,
                                 ThNotePlaces *places,
                                 ThNoteFiller *filler);
/* @item may be NULL.  @is_urgent: shows the note now. */
void       th_note_row_set_item (ThNoteRow    *self,
                                 ThNoteItem   *item,
                                 gboolean      is_selected,
                                 gboolean      is_urgent);
/* What the filler of the rows calls. */
void       th_note_row_fill     (GtkWidget    *row);

G_END_DECLS
