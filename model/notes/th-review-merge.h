/* th-review-merge.h - merges another copy of a review into this one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Nothing is lost from either copy, and merging twice changes nothing the second time:
 * - A file of notes that this copy lacks is copied.  If this copy has the beginning of it, the rest
 *   is appended, as its author would have done.  If the two contradict each other, the lines that
 *   this copy lacks are put into a file of their own beside it.
 * - A session that says something else here is kept under a name of its own, too
 *   (th-review-session.h).  A new one refers to the recordings of this copy.
 * - A recording that this copy lacks or misses is copied if the other copy has it in its folder,
 *   and else referred to.  A cut of a recording that is here is left out.
 *
 * The other copy is untrusted, as is any review.  It may have been renamed, as a sanitized one is:
 * then a translation leads what it says back to this copy.
 */
#pragma once

#include "th-review.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_notes;      /* files of notes that are new or have grown */
  guint n_sessions;   /* sessions that are new */
  guint n_recordings; /* recordings that are new or were missing */
  guint n_missing;    /* recordings that neither copy has */
} ThReviewMerged;

/**
 * ThReviewTranslation:
 * @notes: returns the text of a file of notes in the words of this copy and its length; %NULL if
 *   this copy has all of it.  The result for a file that has grown begins with that for the shorter
 *   one, so that it is appended to
 * @session: the same for a session; *@name is that of its file, which may be replaced
 * @has_recording: whether this copy has the original of the recording with that key
 * @data: the last argument of each
 */
typedef struct
{
  char     *(*notes)         (const char  *text,
                              gsize        length,
                              gsize       *translated,
                              gpointer     data);
  char     *(*session)       (char       **name,
                              const char  *text,
                              gsize        length,
                              gsize       *translated,
                              gpointer     data);
  gboolean  (*has_recording) (const char  *key,
                              gpointer     data);
  gpointer    data;
} ThReviewTranslation;

/* Merges @other into @self.  Without a @translation, TH_REVIEW_ERROR_OTHER if it is a copy of
 * another review; with one, the caller has checked that it is not.  After an error, everything
 * before it has been merged. */
gboolean th_review_merge (ThReview                  *self,
                          const ThReview            *other,
                          const ThReviewTranslation *translation,
                          ThReviewMerged            *merged,
                          GError                   **error);

G_END_DECLS
