/* th-review-file.h - reads and writes the small files of a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-review.h"

G_BEGIN_DECLS

/* Sets @error to TH_REVIEW_ERROR_FILE for the errno @code, and returns FALSE. */
gboolean th_review_fail       (GError     **error,
                               const char  *path,
                               int          code);
/* Reads @size bytes; FALSE with errno, EIO if the file has fewer. */
gboolean th_review_read_bytes (int          fd,
                               guint64      offset,
                               guint8      *bytes,
                               gsize        size);
/* Reads a regular file of at most @max bytes, or returns NULL with @error.  A NUL follows it. */
char    *th_review_read_file  (const char  *path,
                               gsize        max,
                               gsize       *length,
                               GError     **error);

/* Replaces the file once the new one is on the disk. */
gboolean th_review_write_file (const char  *path,
                               const char  *text,
                               gsize        length,
                               GError     **error);
G_END_DECLS
