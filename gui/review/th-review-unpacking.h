/* th-review-unpacking.h - unpacks an archive of a review, on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The archive is untrusted (th-archive.h).
 */
#pragma once

#include <gio/gio.h>

#include "th-progress.h"

G_BEGIN_DECLS

/**
 * ThReviewUnpacking:
 * @archive: the path of the archive
 * @folder: the path of the review that it becomes
 */
typedef struct
{
  char *archive;
  char *folder;
} ThReviewUnpacking;

/* Whether @file is called NAME.review.tar.zst.  Only the name counts. */
gboolean           th_review_unpacking_is_archive (GFile              *file);

/* @archive becomes NAME.review in @parent.  NULL if one of them is not local. */
ThReviewUnpacking *th_review_unpacking_new        (GFile              *archive,
                                                   GFile              *parent);
void               th_review_unpacking_free       (ThReviewUnpacking  *self);

/* Unpacks; of a ThReviewUnpacking.  FALSE with TH_ARCHIVE_ERROR, or without an error if it was
 * cancelled: then nothing is left of it. */
gboolean           th_review_unpacking_run        (gpointer            self,
                                                   ThProgress         *progress,
                                                   GError            **error);
/* Unpacks the archive at the path @archive as the folder @folder, in the same way. */
gboolean           th_review_unpack               (const char         *archive,
                                                   const char         *folder,
                                                   ThProgress         *progress,
                                                   GError            **error);

G_END_DECLS
