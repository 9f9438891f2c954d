/* th-review-recordings.h - puts recordings into a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * th-review.h writes into the manifest what it is told; these functions also look into the
 * recordings.  One that was cut from another (th-cut.h) is added with the key of the original, so
 * that notes about either are found in both.
 *
 * Functions block on the disk: call them on a worker.  Errors: TH_REVIEW_ERROR.
 */
#pragma once

#include "th-review.h"

G_BEGIN_DECLS

/* Like th_review_create() and th_review_add(). */
ThReview *th_review_start         (const char         *folder,
                                   const char *const  *paths,
                                   GError            **error);
gboolean  th_review_add_recording (ThReview           *review,
                                   const char         *path,
                                   GError            **error);

G_END_DECLS
