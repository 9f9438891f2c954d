/* th-notes-table.h - the notes of a review as a table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The selection is that of the review.  Enter and a double click activate "win.select-note" with
 * the id of the note.
 *
 * Main thread.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-note-places.h"

G_BEGIN_DECLS

#define TH_NOTES_TABLE_TAB "notes" /* the name of its tab */

#define TH_TYPE_NOTES_TABLE (th_notes_table_get_type ())
G_DECLARE_FINAL_TYPE (ThNotesTable, th_notes_table, TH, NOTES_TABLE, GtkBox)

GtkWidget *th_notes_table_new (ThOpenReview *review,
                               ThNotePlaces *places);

G_END_DECLS
