/* th-notes-columns.h - the columns of the table of notes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-note-facts.h"

G_BEGIN_DECLS

/* Adds the columns to @view, whose rows are ThNoteItem.  Cells follow the changes of their note. */
void       th_notes_columns_add      (GtkColumnView *view,
                                      ThNotePlaces  *places);
/* The fact by which @view is sorted, TH_NOTE_FACT_NUMBER at first.  To be called when the sorter of
 * @view has changed. */
ThNoteFact th_notes_columns_get_sort (GtkColumnView *view,
                                      gboolean      *descending);

G_END_DECLS
