/* th-review-unpacking.h - unpacks an archive of a review on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The archive is untrusted (th-archive.h).  Main thread.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Whether @file is called NAME.review.tar.zst.  Only the name counts. */
gboolean th_review_unpacking_is_archive  (GFile               *file);

/* Unpacks @archive as NAME.review in @parent.  *@permille grows meanwhile, and must live until
 * @callback is called; read it with g_atomic_int_get(). */
void     th_review_unpacking_start_async (GFile               *archive,
                                          GFile               *parent,
                                          gint                *permille,
                                          GCancellable        *cancellable,
                                          GAsyncReadyCallback  callback,
                                          gpointer             data);
/* The folder of the review; or NULL with @error, which is G_IO_ERROR_CANCELLED or of
 * TH_ARCHIVE_ERROR: then nothing is left of it. */
GFile   *th_review_unpacking_finish      (GAsyncResult        *result,
                                          GError             **error);

G_END_DECLS
