/* th-bytes.h - where the bytes of a recording come from
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file is read by pread(2), never mapped: a recorder that truncates it
 * under an open viewer would kill the viewer.  Memory (tests, fuzzers) looks
 * the same.  Reference-counted; any thread may read at any offset at once.
 *
 * A file is remembered by device, inode, size and modification time as it was
 * when opened; th_bytes_changed() compares.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThBytes ThBytes;

ThBytes *th_bytes_new_file   (const char  *path,
                              GError     **error);
/* @data is copied. */
ThBytes *th_bytes_new_memory (const void  *data,
                              gsize        size);
ThBytes *th_bytes_ref        (ThBytes     *self);
void     th_bytes_unref      (ThBytes     *self);

guint64  th_bytes_get_size   (ThBytes     *self);

/* Up to @size bytes at @offset; fewer at the end or when the file has shrunk;
 * -1 on an error of the operating system (errno is set). */
gssize   th_bytes_read       (ThBytes     *self,
                              guint64      offset,
                              void        *buffer,
                              gsize        size);

/* Whether the file under the name is no longer the one that was opened. */
gboolean th_bytes_changed    (ThBytes     *self);
/* Whether what is read is still what was opened: also after the name was
 * given to another file, but not after this one was written to. */
gboolean th_bytes_is_intact  (ThBytes     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThBytes, th_bytes_unref)

G_END_DECLS
