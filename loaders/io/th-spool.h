/* th-spool.h - an unnamed temporary file for bytes from a pipe or a decompressor
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file lies in $TMPDIR if that is set, else in the user's cache directory, else in the
 * system's directory for temporary files.  It has no name, so it vanishes with the process,
 * however that ends.  It grows to at most half of the space that was free on its disk when
 * it was made.
 *
 * One thread writes.  After th_spool_write() has returned, any thread may read what it
 * wrote, at any offset.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThSpool ThSpool;

/* Returns NULL with errno set if the file cannot be made. */
ThSpool *th_spool_new   (void);
void     th_spool_free  (ThSpool    *self);
/* Appends all of @data.  On FALSE errno is ENOSPC or EDQUOT if the disk is full, EFBIG at
 * the bound; what has been written stays, including the part of @data that fitted. */
gboolean th_spool_write (ThSpool    *self,
                         const void *data,
                         gsize       size);
/* A sentence for the user about errno @code of a write; static. */
const char *th_spool_explain (const ThSpool *self,
                              int            code);
guint64  th_spool_get_size (const ThSpool *self);
/* Like th_read_at(). */
gssize   th_spool_read  (ThSpool    *self,
                         guint64     offset,
                         void       *buffer,
                         gsize       size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSpool, th_spool_free)

G_END_DECLS
