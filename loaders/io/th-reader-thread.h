/* th-reader-thread.h - a thread that fills a spool while others read it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A reader thread reads from somewhere (a pipe, see th-pipe-reader.h; a packed file, see
 * th-unpacked-bytes.h) and appends what it gets to a spool.  Any thread may read what has
 * been appended so far, and may wait for more.
 */
#pragma once

#include "th-problem.h"

G_BEGIN_DECLS

typedef struct _ThReaderThread ThReaderThread;

/* Reads until there is no more, until th_reader_thread_is_stopped(), or until
 * th_reader_thread_append() returns FALSE. */
typedef void (*ThReaderFunc) (ThReaderThread *self,
                              gpointer        data);

/* Starts a thread that calls @func.  Takes ownership of @data even on failure: @free_data is
 * called once the thread has ended. */
ThReaderThread *th_reader_thread_new         (ThReaderFunc     func,
                                              gpointer         data,
                                              GDestroyNotify   free_data,
                                              GError         **error);
/* Stops the thread and waits until it has finished its current piece. */
void            th_reader_thread_free        (ThReaderThread  *self);
/* Any thread; does not block. */
void            th_reader_thread_stop        (ThReaderThread  *self);

/* --- for the reader function -------------------------------------------- */

gboolean        th_reader_thread_is_stopped  (ThReaderThread  *self);
/* A file descriptor that can be read once the thread is stopped. */
int             th_reader_thread_get_wake_fd (ThReaderThread  *self);
/* Appends to the spool.  FALSE if not everything fits, with the errno of th_spool_write(). */
gboolean        th_reader_thread_append      (ThReaderThread  *self,
                                              const guint8    *bytes,
                                              gsize            size);
/* Notes that th_reader_thread_append() failed, at @offset of the source.  Always FALSE. */
gboolean        th_reader_thread_fail_full   (ThReaderThread  *self,
                                              guint64          offset);
/* Notes what went wrong at @offset of the source; @detail is static or NULL.  Always
 * FALSE. */
gboolean        th_reader_thread_fail        (ThReaderThread  *self,
                                              ThProblemKind    kind,
                                              guint64          offset,
                                              const char      *detail);
/* Sets the number of bytes of the source that were used so far. */
void            th_reader_thread_set_used    (ThReaderThread  *self,
                                              guint64          used);

/* --- for readers of the spool; any thread -------------------------------- */

/* How many bytes have been appended. */
guint64         th_reader_thread_get_size    (ThReaderThread  *self);
guint64         th_reader_thread_get_used    (ThReaderThread  *self);
/* Whether more bytes may arrive. */
gboolean        th_reader_thread_is_open     (ThReaderThread  *self);
/* Waits until @size bytes have been appended or no more will be, for at most @timeout_ms
 * (-1: without a limit).  Returns the size. */
guint64         th_reader_thread_wait        (ThReaderThread  *self,
                                              guint64          size,
                                              gint             timeout_ms);
/* Returns fewer bytes than @size at the end of what has been appended; -1 on an error, with
 * errno set. */
gssize          th_reader_thread_read        (ThReaderThread  *self,
                                              guint64          offset,
                                              void            *buffer,
                                              gsize            size);
/* The error that ended the thread; FALSE if there was none. */
gboolean        th_reader_thread_get_problem (ThReaderThread  *self,
                                              ThProblemKind   *kind,
                                              guint64         *offset,
                                              const char     **detail);

G_END_DECLS
