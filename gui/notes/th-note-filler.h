/* th-note-filler.h - fills the rows of a long list a few per frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A GTK 4.8 list has rows for 200 items around those in view, and may bind all of them in one turn
 * of the main loop.  The first few are filled at once; the others wait for the next frames, those
 * in view first.
 *
 * Main thread.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_NOTE_FILLER (th_note_filler_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteFiller, th_note_filler, TH, NOTE_FILLER, GObject)

typedef void (*ThNoteFill) (GtkWidget *row);

/* @list, which has the rows, outlives the filler. */
ThNoteFiller *th_note_filler_new    (GtkWidget    *list,
                                     ThNoteFill    fill);
/* Fills @row in one of the next frames, or now if few were filled since the last frame or
 * @is_urgent. */
void          th_note_filler_add    (ThNoteFiller *self,
                                     GtkWidget    *row,
                                     gboolean      is_urgent);
/* Forgets @row, which need not be filled any more. */
void          th_note_filler_remove (ThNoteFiller *self,
                                     GtkWidget    *row);

G_END_DECLS
