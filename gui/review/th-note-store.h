/* th-note-store.h - the folder of notes of a review: read, watched and appended to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The folder is watched, and read again on a worker a moment after a file in it changed.  Local
 * files are watched by the kernel, so nothing runs while nobody writes; folders that it cannot
 * watch are read every other second.
 *
 * Signal "changed": the notes were read again.
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

#include "th-notes.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTE_STORE (th_note_store_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteStore, th_note_store, TH, NOTE_STORE, GObject)

/* Starts to watch and to read the folder at @path, which may not exist yet. */
ThNoteStore  *th_note_store_new             (const char          *path);
/* Reads the folder again, for a user who returns to the window. */
void          th_note_store_look            (ThNoteStore         *self);

/* The notes in their order (element-type ThNote).  This array and what is in it are valid until
 * the next "changed". */
GPtrArray    *th_note_store_get_all         (ThNoteStore         *self);
/* All of it, with what was left out; valid until the next "changed". */
ThNotes      *th_note_store_get_notes       (ThNoteStore         *self);
/* Says why some files could not be read; NULL if all were.  Valid until the next "changed". */
const char   *th_note_store_get_error       (ThNoteStore         *self);
/* The note or reply with that id; NULL if there is none. */
const ThNote *th_note_store_find            (ThNoteStore         *self,
                                             const char          *id);
/* The note at the top of the thread of the entry with that id; NULL if there is none. */
const ThNote *th_note_store_get_top         (ThNoteStore         *self,
                                             const char          *id);

/* The name under which this user writes; owned by @self. */
const char   *th_note_store_get_author      (ThNoteStore         *self);
/* An entry by this user, above all that were read or written; the caller sets its members. */
ThNoteEntry  *th_note_store_new_entry       (ThNoteStore         *self,
                                             ThNoteKind           kind);
/* Appends @entry, which it takes, to the file of this user.  It is on the disk when the callback
 * runs; "changed" follows. */
void          th_note_store_append_async    (ThNoteStore         *self,
                                             ThNoteEntry         *entry,
                                             GAsyncReadyCallback  callback,
                                             gpointer             data);
gboolean      th_note_store_append_finish   (GAsyncResult        *result,
                                             GError             **error);

G_END_DECLS
