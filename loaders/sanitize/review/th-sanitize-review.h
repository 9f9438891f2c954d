/* th-sanitize-review.h - removes personal data from a review with its recordings, notes, sessions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The result is a review of its own: a folder with a sanitized copy of each recording, also of
 * those outside the folder.  Notes and sessions refer to the copies, and all of it has the same
 * new names.  The recordings are called recording-1.dat and so on.  Names in notes are replaced as
 * whole words.  Paths that led out of the folder, files
 * that do not belong to a review, and lines that are no notes are left out.
 *
 * This user can merge answers to it, because the original names are kept in a file that only this
 * user can read (th-sanitize-merge.h).
 */
#pragma once

#include "th-review.h"
#include "th-sanitize.h"

G_BEGIN_DECLS

/* Finds the personal data of @review: of the recordings that it lists, and of the notes and
 * sessions in its folder.  A recording that is missing, or is no trace.dat, is an error: a review
 * is sanitized as a whole. */
gboolean th_sanitize_review_survey (ThSanitizer     *sanitizer,
                                    const ThReview  *review,
                                    ThProgress      *progress,
                                    GError         **error);
/* Writes @review, which was surveyed, as @target, which must not exist; on error it
 * does not exist afterwards either. */
gboolean th_sanitize_review        (ThSanitizer     *sanitizer,
                                    const ThReview  *review,
                                    const char      *target,
                                    ThProgress      *progress,
                                    GError         **error);

G_END_DECLS
