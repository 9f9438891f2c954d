/* th-review-opening.h - opens and starts reviews on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

#include "th-review.h"

G_BEGIN_DECLS

/**
 * ThOpenedReview:
 * @review: its manifest
 * @states: (array): a ThReviewState for each of its recordings
 */
typedef struct
{
  ThReview      *review;
  ThReviewState *states;
} ThOpenedReview;

/* The folder of the review @file, which may be a folder NAME.review, any folder with a manifest, or
 * the manifest itself; NULL for anything else.  Does not read the manifest. */
GFile          *th_review_opening_find_folder  (GFile               *file);

/* Reads the review in @folder, and looks whether its recordings are there. */
void            th_review_opening_open_async   (GFile               *folder,
                                                GAsyncReadyCallback  callback,
                                                gpointer             data);
/* Creates @folder with a review that refers to the recordings at @paths. */
void            th_review_opening_start_async  (GFile               *folder,
                                                const char *const   *paths,
                                                GAsyncReadyCallback  callback,
                                                gpointer             data);
/* Makes the recording with @key refer to @path.  It is an error if that has another content. */
void            th_review_opening_locate_async (GFile               *folder,
                                                const char          *key,
                                                const char          *path,
                                                GAsyncReadyCallback  callback,
                                                gpointer             data);
/* The review as it is then; free with th_opened_review_free(). */
ThOpenedReview *th_review_opening_finish       (GAsyncResult        *result,
                                                GError             **error);
void            th_opened_review_free          (ThOpenedReview      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThOpenedReview, th_opened_review_free)

G_END_DECLS
