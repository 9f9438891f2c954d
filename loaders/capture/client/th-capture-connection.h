/* th-capture-connection.h - the thread that reads from an agent and writes to it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Starts the command of a target, moves bytes between its pipes and a ThCaptureProtocol, sends
 * ALIVE, and reports snapshots of the state.  Requests may be made from any thread; they are
 * carried out in order.  The connection lives until the command has ended, even after its last
 * reference was dropped; then the recording is finished with what has arrived.
 *
 * Reference-counted; for any thread.
 */
#pragma once

#include "th-capture.h"

G_BEGIN_DECLS

/* The state of a connection at one moment.  The strings, variants and the feed are references of
 * the snapshot; the CPUs of @status belong to it, too. */
typedef struct
{
  ThCaptureState  state;
  guint           n_changes;  /* of the state */
  GError         *error;
  GVariant       *hello;
  GVariant       *configured;
  GVariant       *end;
  char           *refusal;
  char           *path;
  gint64          span;       /* see th_capture_get_span() */
  gboolean        is_held;
  gboolean        is_resuming;
  guint           n_resumed;
  gboolean        has_clock;
  ThClockRelation clock;
  ThFeed         *feed;
  char           *log;
  gboolean        has_status;
  ThCaptureStatus status;
} ThCaptureSnapshot;

void th_capture_snapshot_clear (ThCaptureSnapshot *self);

typedef struct _ThCaptureConnection ThCaptureConnection;

/* Called by the thread of the connection when there is a new snapshot, or an answer. */
typedef void (*ThCaptureConnectionChanged) (gpointer data);

/* @free_data frees @data, in the thread of the connection, when nothing more will be reported. */
ThCaptureConnection *th_capture_connection_new   (ThTarget                  *target,
                                                  const char                *agent,
                                                  ThCaptureConnectionChanged changed,
                                                  gpointer                   data,
                                                  GDestroyNotify             free_data);
void                 th_capture_connection_unref (ThCaptureConnection       *self);

/* Moves the present state into @snapshot, which the caller clears. */
void           th_capture_connection_take_snapshot (ThCaptureConnection *self,
                                                    ThCaptureSnapshot   *snapshot);
/* The next answer, or NULL. */
GVariant      *th_capture_connection_take_answer   (ThCaptureConnection *self,
                                                    guint               *ticket);

void th_capture_connection_ask     (ThCaptureConnection *self,
                                    guint                ticket,
                                    GVariant            *question);
void th_capture_connection_start   (ThCaptureConnection *self,
                                    GVariant            *configuration,
                                    const char          *path,
                                    guint64              limit);
/* See th_capture_check_head(). */
void th_capture_connection_check_head (ThCaptureConnection *self,
                                    ThCaptureCheck       check,
                                    gpointer             data,
                                    GDestroyNotify       free_data);
void th_capture_connection_measure (ThCaptureConnection *self,
                                    GVariant            *configuration,
                                    double               seconds);
void th_capture_connection_mark    (ThCaptureConnection *self,
                                    const char          *text);
void th_capture_connection_hold    (ThCaptureConnection *self);
void th_capture_connection_release (ThCaptureConnection *self);
void th_capture_connection_withdraw (ThCaptureConnection *self,
                                    const char          *reason);
void th_capture_connection_measure_clock (ThCaptureConnection *self);
void th_capture_connection_set_offset (ThCaptureConnection *self,
                                    gint64               offset,
                                    gint64               error);
void th_capture_connection_stop    (ThCaptureConnection *self,
                                    double               keep_seconds);
void th_capture_connection_discard (ThCaptureConnection *self);
/* Waits until the command has ended, which may take as long as @timeout_us. */
void th_capture_connection_wait    (ThCaptureConnection *self,
                                    gint64               timeout_us);
/* Stops at once, and keeps what has arrived. */
void th_capture_connection_hang_up (ThCaptureConnection *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCaptureConnection, th_capture_connection_unref)

G_END_DECLS
