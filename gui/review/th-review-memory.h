/* th-review-memory.h - what a user has read of a review, and has begun to write
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Both are kept for each review in thresher/reviews/ in g_get_user_state_dir(), in two files.  As
 * with th-session-store.h, no file is read or written unless the program has enabled that.
 *
 * The ids of the notes and replies that were read are only appended, one on each line, so several
 * windows may write at once.
 *
 * A draft is a text that was begun and not saved; its key names what it is for.  The file of drafts
 * is replaced on a worker within a second of a change, so a crash loses only what was typed in the
 * last second.  If two windows of a user have drafts of one review, those of the last change are
 * kept.
 *
 * Signal "loaded": the files were read.
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TH_TYPE_REVIEW_MEMORY (th_review_memory_get_type ())
G_DECLARE_FINAL_TYPE (ThReviewMemory, th_review_memory, TH, REVIEW_MEMORY, GObject)

/* Starts to load what is remembered of the review in @folder. */
ThReviewMemory *th_review_memory_new       (const char     *folder);
gboolean        th_review_memory_is_loaded (ThReviewMemory *self);

gboolean        th_review_memory_has_read  (ThReviewMemory *self,
                                            const char     *id);
/* Remembers @ids, a list of texts that is copied. */
void            th_review_memory_add_read  (ThReviewMemory *self,
                                            GPtrArray      *ids);

/* NULL if there is none; owned by @self. */
const char     *th_review_memory_get_draft (ThReviewMemory *self,
                                            const char     *key);
/* "" removes the draft. */
void            th_review_memory_set_draft (ThReviewMemory *self,
                                            const char     *key,
                                            const char     *text);
/* Saves the drafts at once if they have changed, for a window that is being closed; also done when
 * @self is disposed. */
void            th_review_memory_save_drafts (ThReviewMemory *self);

G_END_DECLS
