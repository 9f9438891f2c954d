/* th-read-notes.h - remembers which notes of a review the user has read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The ids of the notes and replies that were read are in a file for each review, in
 * thresher/reviews/ in g_get_user_state_dir().  Ids are only appended, one on each line, so
 * several windows may write at once.  As with th-session-store.h, no file is read or written
 * unless the program has enabled that.
 *
 * Signal "loaded": the file was read.
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TH_TYPE_READ_NOTES (th_read_notes_get_type ())
G_DECLARE_FINAL_TYPE (ThReadNotes, th_read_notes, TH, READ_NOTES, GObject)

/* Starts to load what is remembered of the review in @folder. */
ThReadNotes *th_read_notes_new       (const char   *folder);
gboolean     th_read_notes_is_loaded (ThReadNotes  *self);
gboolean     th_read_notes_contains  (ThReadNotes  *self,
                                      const char   *id);
/* Remembers @ids, a list of texts that is copied. */
void         th_read_notes_add       (ThReadNotes  *self,
                                      GPtrArray    *ids);

G_END_DECLS
