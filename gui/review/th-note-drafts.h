/* th-note-drafts.h - texts of notes that were begun and not saved
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each draft has a key that names what it is for.  They are kept in a file for each review, in
 * thresher/reviews/ in g_get_user_state_dir(), which is replaced on a worker within a second of a
 * change; so a crash loses only what was typed in the last second.  If two windows of a user have
 * drafts of one review, those of the last change are kept.  As with th-session-store.h, no file is
 * read or written unless the program has enabled that.
 *
 * Signal "loaded": the drafts of the file are there.
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TH_TYPE_NOTE_DRAFTS (th_note_drafts_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteDrafts, th_note_drafts, TH, NOTE_DRAFTS, GObject)

/* Starts to load the drafts of the review in @folder. */
ThNoteDrafts *th_note_drafts_new (const char   *folder);
/* NULL if there is none; owned by @self. */
const char   *th_note_drafts_get (ThNoteDrafts *self,
                                  const char   *key);
/* "" removes the draft. */
void          th_note_drafts_set (ThNoteDrafts *self,
                                  const char   *key,
                                  const char   *text);

G_END_DECLS
