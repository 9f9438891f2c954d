/* th-bytes.h - where the bytes of a recording come from
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file is read by pread(2), never mapped: a recorder that truncates it
 * under an open viewer would kill the viewer.  Memory (tests, fuzzers) looks
 * the same.  So do pipes and what is wrapped in gzip, xz or zstd: a reader
 * thread (th-reader-thread.h) writes them into a spool while they are already
 * being read, so they grow until they have ended.  Reference-counted; any
 * thread may read at any offset, several at once.
 *
 * A file is remembered by device, inode, size and modification time as it was
 * when opened; th_bytes_changed() compares.
 *
 * What is unpacked has two bounds: th_bytes_get_unpack_bound() and that of the
 * spool.  What is brought in stays when it ends badly; th_bytes_get_problem()
 * tells.
 */
#pragma once

#include "th-problem.h"
#include "th-reader-thread.h"
#include "th-unpack.h"

G_BEGIN_DECLS

typedef struct _ThBytes ThBytes;

/* "-" and /dev/stdin are standard input.  Does not block on a pipe. */
ThBytes *th_bytes_new_file   (const char  *path,
                              GError     **error);
/* @data is copied. */
ThBytes *th_bytes_new_memory (const void  *data,
                              gsize        size);
/* What @thread reads, which it takes.  @packed is what it unpacks, or NULL. */
ThBytes *th_bytes_new_growing (ThReaderThread *thread,
                               ThBytes        *packed,
                               ThWrapper       wrapper);
ThBytes *th_bytes_ref        (ThBytes     *self);
void     th_bytes_unref      (ThBytes     *self);

/* So far. */
guint64  th_bytes_get_size   (ThBytes     *self);

/* The same of the outermost wrapper. */
guint64  th_bytes_get_packed_size (ThBytes *self);
/* How many bytes may be unpacked from it: 64 MiB and 256 times that size.  Layers
 * of compression share this bound, so that their ratios do not multiply.  The
 * bound of a pipe grows with what has come. */
guint64  th_bytes_get_unpack_bound (ThBytes *self);

/* Up to @size bytes at @offset; fewer at the end, which may be the end so far,
 * or when the file has shrunk; -1 on an error of the operating system (errno
 * is set). */
gssize   th_bytes_read       (ThBytes     *self,
                              guint64      offset,
                              void        *buffer,
                              gsize        size);

/* How many calls of th_bytes_read() ended with an error so far; where and why
 * the first did.  What was read in their place is missing, so every loader has
 * this told (th_loader_note_bytes()).  @detail is static or NULL. */
guint    th_bytes_get_n_failed (ThBytes     *self,
                                guint64     *offset,
                                const char **detail);

/* --- growing ----------------------------------------------------------- */

/* Whether more may come. */
gboolean th_bytes_is_growing (ThBytes     *self);
/* Waits until there are @size bytes or no more will come, at most
 * @timeout_ms (-1: as long as it takes); the size then. */
guint64  th_bytes_wait       (ThBytes     *self,
                              guint64      size,
                              gint         timeout_ms);
/* Nothing more is brought in: what came until now is all.  Any thread; waits
 * for nothing. */
void     th_bytes_stop       (ThBytes     *self);
/* The same where not the user but what reads it has had enough: it does not count
 * as stopped. */
void     th_bytes_abandon    (ThBytes     *self);
gboolean th_bytes_is_stopped (ThBytes     *self);
/* Whether the source can be read only once. */
gboolean th_bytes_is_pipe    (ThBytes     *self);
/* How far whoever reads in order is when it has read until @offset, of how
 * much; 0: nobody knows.  An estimate while it is unpacked. */
guint64  th_bytes_guess_total (ThBytes    *self);
/* How far it was brought in: 0 … 1; -1 where its end is not known. */
double   th_bytes_get_progress (ThBytes   *self);
/* The outermost wrapper, and how many there are. */
ThWrapper th_bytes_get_wrapper (ThBytes   *self,
                                guint     *depth);
/* What went wrong while it was brought in; FALSE if nothing did.  @detail is
 * static or NULL. */
gboolean th_bytes_get_problem (ThBytes        *self,
                               ThProblemKind  *kind,
                               guint64        *offset,
                               const char    **detail);

/* Whether the file under the name is no longer the one that was opened. */
gboolean th_bytes_changed    (ThBytes     *self);
/* Whether what is read is still what was opened: also after the name was
 * given to another file, but not after this one was written to. */
gboolean th_bytes_is_intact  (ThBytes     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThBytes, th_bytes_unref)

G_END_DECLS
