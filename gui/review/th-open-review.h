/* th-open-review.h - the review that a window has open
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It has the manifest, the notes (th-note-store.h), what the user has read of them and has begun to
 * write (th-review-memory.h), and the note that is selected.  A thread counts as one note.
 *
 * Properties (with notify): "n-notes", "n-open", "n-unread" (uint: threads), "summary" (string:
 * "3 people · 7 notes, 2 open"), "selected" (string, writable: the id of the selected note; NULL
 * if there is none; a note that is selected has been read).
 *
 * Signals:
 *   "changed":            the notes, or what the user has read of them
 *   "recordings-changed": where a recording is
 *   "failed" (message):   an entry could not be saved
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

#include "th-note-store.h"
#include "th-review-memory.h"
#include "th-review-opening.h"

G_BEGIN_DECLS

#define TH_TYPE_OPEN_REVIEW (th_open_review_get_type ())
G_DECLARE_FINAL_TYPE (ThOpenReview, th_open_review, TH, OPEN_REVIEW, GObject)

/* Takes ownership of @opened. */
ThOpenReview   *th_open_review_new          (ThOpenedReview      *opened);
/* Takes what the same review is now, after a recording was located. */
void            th_open_review_replace      (ThOpenReview        *self,
                                             ThOpenedReview      *opened);
GFile          *th_open_review_get_folder   (ThOpenReview        *self);
/* The name of the folder without its suffix, safe to display; owned by @self. */
const char     *th_open_review_get_name     (ThOpenReview        *self);
const char     *th_open_review_get_summary  (ThOpenReview        *self);

guint           th_open_review_get_n_recordings (ThOpenReview    *self);
ThReviewState   th_open_review_get_state    (ThOpenReview        *self,
                                             guint                index);
const char     *th_open_review_get_key      (ThOpenReview        *self,
                                             guint                index);
/* Whether notes about the recording with this key are about the one at @index, or one that it is a
 * part of. */
gboolean        th_open_review_has_content  (ThOpenReview        *self,
                                             guint                index,
                                             const char          *key);
/* The keys of parts of recordings → the keys under which notes name those (th-review.h); copies.
 * Free with g_hash_table_unref(). */
GHashTable     *th_open_review_dup_originals (ThOpenReview       *self);
/* Returns a new reference. */
GFile          *th_open_review_get_file     (ThOpenReview        *self,
                                             guint                index);

/* All owned by @self. */
ThNoteStore    *th_open_review_get_store    (ThOpenReview        *self);
ThReviewMemory *th_open_review_get_memory   (ThOpenReview        *self);
const char     *th_open_review_get_selected (ThOpenReview        *self);
void            th_open_review_select       (ThOpenReview        *self,
                                             const char          *id);
/* Whether @note or one of its replies is by somebody else and was not read. */
gboolean        th_open_review_is_unread    (ThOpenReview        *self,
                                             const ThNote        *note);
/* Whether this user may edit and delete @note. */
gboolean        th_open_review_is_own       (ThOpenReview        *self,
                                             const ThNote        *note);
/* Saves an entry of @kind about the entry @of; @text is that of a reply or an edit, or a label. */
void            th_open_review_change       (ThOpenReview        *self,
                                             ThNoteKind           kind,
                                             const char          *of,
                                             const char          *text);

G_END_DECLS
