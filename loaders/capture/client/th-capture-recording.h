/* th-capture-recording.h - writes what an agent sends of one recording into a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Texts and pages are not trusted: CPUs must be among those of CONFIGURED, pages must not exceed
 * its page size, the total size of texts is bounded, and the only file that is written is
 * PATH.part.  Errors are of TH_CAPTURE_ERROR: PROTOCOL for what no agent sends, DISK, LIMIT.
 *
 * For the thread of the capture.
 */
#pragma once

#include "th-capture.h"
#include "th-wire-file.h"

G_BEGIN_DECLS

/* The agent's own probes are stored under this system, so that their names do not differ from one
 * recording to the next; the agent's group has a number. */
#define TH_CAPTURE_PROBE_SYSTEM "deep"

typedef struct _ThCaptureRecording ThCaptureRecording;

/* @hello, @configured: the dictionaries of these frames; @limit: see th_capture_start(). */
ThCaptureRecording *th_capture_recording_new  (const char          *path,
                                               guint64              limit,
                                               GVariant            *hello,
                                               GVariant            *configured,
                                               GError             **error);
/* How the recording is being made, as th_origin_encode() returns it; stored from the beginning on.
 * Before th_capture_recording_begin(). */
void                th_capture_recording_set_origin (ThCaptureRecording *self,
                                                GBytes              *origin);
/* How many events the kernel counted as lost, when the agent has ended the recording. */
void                th_capture_recording_set_lost   (ThCaptureRecording *self,
                                                guint64              n_lost);
/* An unfinished recording stays as PATH.part. */
void                th_capture_recording_free (ThCaptureRecording  *self);

gboolean     th_capture_recording_add_file     (ThCaptureRecording  *self,
                                                const ThWireFile    *file,
                                                GError             **error);
/* Writes the head of the file; call it when all texts that belong there have arrived. */
gboolean     th_capture_recording_begin        (ThCaptureRecording  *self,
                                                GError             **error);
gboolean     th_capture_recording_add_pages    (ThCaptureRecording  *self,
                                                const guint8        *payload,
                                                gsize                size,
                                                GError             **error);
void         th_capture_recording_set_until    (ThCaptureRecording  *self,
                                                gint64               until);
/* See th_trace_writer_set_offset(); nothing before th_capture_recording_begin(). */
void         th_capture_recording_set_offset   (ThCaptureRecording  *self,
                                                gint64               offset,
                                                gint64               error);
void         th_capture_recording_add_counters (ThCaptureRecording  *self,
                                                GVariant            *counters);
/* Makes everything that has arrived part of the file. */
gboolean     th_capture_recording_commit       (ThCaptureRecording  *self,
                                                GError             **error);
gboolean     th_capture_recording_is_pending   (ThCaptureRecording  *self);
/* @keep_seconds: see th_capture_stop().  Without th_capture_recording_begin() there is
 * nothing to finish, and the file is removed. */
gboolean     th_capture_recording_finish       (ThCaptureRecording  *self,
                                                double               keep_seconds,
                                                GError             **error);
void         th_capture_recording_discard      (ThCaptureRecording  *self);

/* The present name of the file; NULL if there is none. */
const char  *th_capture_recording_get_path     (ThCaptureRecording  *self);
/* See th_capture_get_span(). */
gint64       th_capture_recording_get_span     (ThCaptureRecording  *self);
/* NULL before th_capture_recording_begin(). */
ThFeed      *th_capture_recording_get_feed     (ThCaptureRecording  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCaptureRecording, th_capture_recording_free)

G_END_DECLS
