/* th-bytes.h - the bytes of a recording, from a file, a pipe, memory or a wrapper
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file is read with pread(2) and never mapped: a recorder that truncates a mapped file
 * would kill the viewer with SIGBUS.  Memory (for tests and fuzzers), pipes and the
 * contents of gzip, xz and zstd have the same interface.  For the latter two a reader
 * thread (th-reader-thread.h) fills a spool while others already read, so they grow until
 * they end.  Reference-counted; several threads may read at any offset at once.
 *
 * The device, inode, size and modification time of a file are noted when it is opened;
 * th_bytes_changed() compares them.
 *
 * A file that is being recorded has a feed (th-feed.h), which tells what has been written.  It
 * grows until the feed is closed; its recorder's writes do not count as changes.
 *
 * Two bounds limit unpacked bytes: th_bytes_get_unpack_bound() and that of the spool.
 * After an error the bytes that have arrived stay readable; th_bytes_get_problem()
 * describes the error.
 */
#pragma once

#include "th-feed.h"
#include "th-problem.h"
#include "th-reader-thread.h"
#include "th-unpack.h"

G_BEGIN_DECLS

typedef struct _ThBytes ThBytes;

/* "-" and /dev/stdin are standard input.  Does not block on a pipe. */
ThBytes *th_bytes_new_file   (const char  *path,
                              GError     **error);
/* A regular file that the writer of @feed records; keeps a reference to @feed. */
ThBytes *th_bytes_new_feed   (const char  *path,
                              ThFeed      *feed,
                              GError     **error);
/* @data is copied. */
ThBytes *th_bytes_new_memory (const void  *data,
                              gsize        size);
/* Returns the bytes that @thread appends; takes ownership of @thread.  @packed is the source
 * that it unpacks, or NULL. */
ThBytes *th_bytes_new_growing (ThReaderThread *thread,
                               ThBytes        *packed,
                               ThWrapper       wrapper);
ThBytes *th_bytes_ref        (ThBytes     *self);
void     th_bytes_unref      (ThBytes     *self);

/* Returns the number of bytes that have arrived. */
guint64  th_bytes_get_size   (ThBytes     *self);

/* Returns the number of bytes of the outermost wrapper that have arrived. */
guint64  th_bytes_get_packed_size (ThBytes *self);
/* Returns how many bytes may be unpacked from these: 64 MiB plus 256 times the packed size.
 * Layers of compression share the bound, so that their ratios do not multiply.  The bound
 * of a pipe grows with the bytes that have arrived. */
guint64  th_bytes_get_unpack_bound (ThBytes *self);

/* Reads up to @size bytes at @offset.  Returns fewer at the end (or the end so far), and if
 * the file has shrunk; -1 on an I/O error, with errno set. */
gssize   th_bytes_read       (ThBytes     *self,
                              guint64      offset,
                              void        *buffer,
                              gsize        size);

/* How many calls of th_bytes_read() have failed so far, and where and why the first one
 * did.  Their bytes are missing, so every loader reports this (th_loader_note_bytes()).
 * @detail is static or NULL. */
guint    th_bytes_get_n_failed (ThBytes     *self,
                                guint64     *offset,
                                const char **detail);

/* Whether a loader may open these bytes after reading only a part of them: who loads them opens
 * them again if the load outgrows what was declared (th_recording_is_outgrown()).  Initially
 * not; a load that has outgrown it resets it. */
void     th_bytes_set_may_outgrow (ThBytes *self,
                                   gboolean may_outgrow);
gboolean th_bytes_get_may_outgrow (ThBytes *self);

/* --- growing ----------------------------------------------------------- */

/* Whether more bytes may arrive. */
gboolean th_bytes_is_growing (ThBytes     *self);
/* Waits until @size bytes have arrived or no more will, for at most @timeout_ms (-1: without
 * a limit).  Returns the size. */
guint64  th_bytes_wait       (ThBytes     *self,
                              guint64      size,
                              gint         timeout_ms);
/* The feed of a file that is being recorded, or NULL.  Borrowed. */
ThFeed  *th_bytes_get_feed   (ThBytes     *self);
/* Restricts the next load to a portion of the feed, which is not owned; NULL: to all of it. */
void     th_bytes_set_portion (ThBytes       *self,
                               ThFeedPortion *portion);
ThFeedPortion *
         th_bytes_get_portion (ThBytes       *self);
/* The same file without its feed, as the writer has left it so far: offsets are those in the file
 * now, so hold the lock of the feed.  NULL if there is no feed or no descriptor is left. */
ThBytes *th_bytes_dup_written (ThBytes    *self);
/* Stops the reader thread: the bytes end where they are.  Any thread; does not block. */
void     th_bytes_stop       (ThBytes     *self);
/* Stops the reader thread because no more bytes are needed, not for the user: the bytes do
 * not count as stopped. */
void     th_bytes_abandon    (ThBytes     *self);
gboolean th_bytes_is_stopped (ThBytes     *self);
/* Whether the source can be read only once. */
gboolean th_bytes_is_pipe    (ThBytes     *self);
/* The total size that a progress bar should show; 0 if it is unknown.  An estimate while
 * bytes are still being unpacked. */
guint64  th_bytes_guess_total (ThBytes    *self);
/* How much of the source has been read, from 0 to 1; -1 if its size is unknown. */
double   th_bytes_get_progress (ThBytes   *self);
/* The outermost wrapper, and how many there are. */
ThWrapper th_bytes_get_wrapper (ThBytes   *self,
                                guint     *depth);
/* The error that ended the reader thread; FALSE if there was none.  @detail is static or
 * NULL. */
gboolean th_bytes_get_problem (ThBytes        *self,
                               ThProblemKind  *kind,
                               guint64        *offset,
                               const char    **detail);

/* Whether the file of that name is no longer the one that was opened. */
gboolean th_bytes_changed    (ThBytes     *self);
/* Whether reads still return what was opened.  True after another file took the name, false
 * after this file was written to; except by a recorder that has locked it, which only adds. */
gboolean th_bytes_is_intact  (ThBytes     *self);
/* When the file was last written before it was opened, in µs since 1970; now for a pipe. */
gint64   th_bytes_get_time   (ThBytes     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThBytes, th_bytes_unref)

G_END_DECLS
