/* th-sanitize-merge.h - merges another copy of a review, which may be sanitized, into this one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-review-merge.h"

G_BEGIN_DECLS

/* Does the same as th_review_merge(), and also takes answers to a sanitized copy, if this user
 * sanitized it (th-sanitize-back.h): replies belong to the notes of the original, anchors are in
 * its recordings, and names are translated back.  What was removed instead of renamed remains
 * removed.
 * Fails with TH_REVIEW_ERROR_OTHER if the original names are not on this machine, or belong to
 * another review. */
gboolean th_sanitize_merge (ThReview        *self,
                            const ThReview  *other,
                            ThReviewMerged  *merged,
                            GError         **error);

G_END_DECLS
