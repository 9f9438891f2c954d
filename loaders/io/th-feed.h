/* th-feed.h - how far a file that is being recorded has been written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The pages of each CPU are appended to a region of the file of its own, so the size of the file
 * says nothing.  The writer tells how many bytes of each region are written; a loader that has
 * the feed of its bytes (th_bytes_get_feed()) loads each region as it grows, and ends its load
 * when the feed is closed.
 *
 * What the writer sets becomes visible with th_feed_publish(), all of it at once.
 *
 * While the file is being finished its regions may move: th_feed_move() replaces the offsets under
 * a lock, so that what is read by the old offsets (places of events) stays readable.
 *
 * Reference-counted.  One thread writes, any thread reads.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThFeed ThFeed;

/**
 * ThFeedPortion:
 * @begin: for each CPU, the bytes of its region that were loaded before; the load sets it to where
 *   it ended, whole pages
 * @max: the load ends when it has loaded this many bytes, even though the feed is not closed
 *
 * A long recording can be loaded in portions, each into a recording of its own, by a reader that
 * is done with an event once it has looked at it (th_bytes_set_portion()).
 */
typedef struct
{
  guint64 *begin;
  guint64  max;
} ThFeedPortion;

/* @offsets: where the region of each CPU begins in the file; ascending. */
ThFeed  *th_feed_new        (guint          n_cpus,
                             const guint64 *offsets);
ThFeed  *th_feed_ref        (ThFeed        *self);
void     th_feed_unref      (ThFeed        *self);

guint    th_feed_get_n_cpus (ThFeed        *self);
/* Where the region of @cpu was written. */
guint64  th_feed_get_offset (ThFeed        *self,
                             guint          cpu);
/* The bytes of the region of @cpu (an index) that are written: whole pages. */
guint64  th_feed_get_size   (ThFeed        *self,
                             guint          cpu);
/* The ns of the recording's clock up to which all CPUs have been read: an idle CPU writes no
 * pages, but is known to have nothing before this.  G_MININT64 while unknown. */
gint64   th_feed_get_until  (ThFeed        *self);
/* How often texts (symbols, names) have been added to the file. */
guint    th_feed_get_n_texts (ThFeed       *self);
/* After this the writer does not change the file any more. */
gboolean th_feed_is_closed  (ThFeed        *self);
/* Waits until something changed since @serial, or for @timeout_ms (-1: without a limit); returns
 * the serial to wait for next. */
guint    th_feed_wait       (ThFeed        *self,
                             guint          serial,
                             gint           timeout_ms);
/* Ends all waits, so that a reader notices that it was cancelled.  Any thread. */
void     th_feed_wake       (ThFeed        *self);

/* For the writer.  th_feed_publish() wakes the readers. */
void     th_feed_set_size   (ThFeed        *self,
                             guint          cpu,
                             guint64        size);
void     th_feed_set_until  (ThFeed        *self,
                             gint64         until);
void     th_feed_add_texts  (ThFeed        *self);
void     th_feed_publish    (ThFeed        *self);
void     th_feed_close      (ThFeed        *self);

/* Returns the place in the file of what was written at @offset; G_MAXUINT64 if that was removed.
 * A reader holds the lock while it reads. */
guint64  th_feed_lock       (ThFeed        *self,
                             guint64        offset);
void     th_feed_unlock     (ThFeed        *self);
/* Holds the lock while @move changes the file.  Then the regions begin at @offsets, without their
 * first @removed bytes (NULL: nothing was removed); both are read after @move has returned. */
void     th_feed_move       (ThFeed        *self,
                             const guint64 *offsets,
                             const guint64 *removed,
                             void         (*move) (gpointer data),
                             gpointer       data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFeed, th_feed_unref)

G_END_DECLS
