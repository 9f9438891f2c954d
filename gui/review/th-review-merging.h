/* th-review-merging.h - merges answers into a review, on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-progress.h"
#include "th-review-merge.h"

G_BEGIN_DECLS

/**
 * ThReviewMerging:
 * @folder: of the review
 * @other: a folder with another copy of it, or an archive
 * @n_notes: out: how many notes and replies are new
 * @n_entries: out: how many entries are new: those, edits, labels and so on
 * @merged: out: what else is new
 */
typedef struct
{
  char           *folder;
  char           *other;
  guint           n_notes;
  guint           n_entries;
  ThReviewMerged  merged;
} ThReviewMerging;

ThReviewMerging *th_review_merging_new  (const char       *folder,
                                         const char       *other);
void             th_review_merging_free (ThReviewMerging  *self);

/* Merges; of a ThReviewMerging.  An archive is untrusted, and unpacked to a folder beside the
 * review, which is removed in every case.  FALSE without an error if it was cancelled. */
gboolean         th_review_merging_run  (gpointer          self,
                                         ThProgress       *progress,
                                         GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThReviewMerging, th_review_merging_free)

G_END_DECLS
