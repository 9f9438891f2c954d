/* th-recording-loader.h - opens and loads a file and the files appended to it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Files are opened and loaded on workers, while the main thread polls their progress ten times
 * a second.  A file that is being recorded (th_recording_loader_set_feed()) is not polled: its
 * load tells of new events, and "grown" is emitted at most ten times a second.  It stays in the
 * state TH_DOCUMENT_LOADING until the recording ends.  Another set of files, another offset, or a
 * file that has grown reopens all; the old recording stays until the new one has been opened.
 *
 * Properties (all with notify): state, progress, title, changed (the files on disk
 * are no longer what was loaded).
 *
 * Signals, in the order in which they are emitted for another recording
 *   "closing":       the recording is about to be dropped; the getters still return it
 *   "replaced":      the getters return another recording; do not notify others yet
 *   "opened":        the recording is ready for everyone; its events are about to be read
 *   "grown":         more events were read or are complete, or the load ended
 *   "loaded":        the load ended, whether complete, partial or cancelled
 *   "append-failed": a file could not be appended
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-timeline-parts.h"

G_BEGIN_DECLS

typedef enum
{
  TH_DOCUMENT_OPENING, /* reading the header */
  TH_DOCUMENT_LOADING, /* there is a recording, which grows */
  TH_DOCUMENT_LOADED,  /* complete, partial or cancelled: see the recording */
  TH_DOCUMENT_FAILED   /* there is an error */
} ThDocumentState;

#define TH_TYPE_RECORDING_LOADER (th_recording_loader_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordingLoader, th_recording_loader, TH, RECORDING_LOADER, GObject)

/* @append (ThAppendedFile) is copied; NULL for none. */
ThRecordingLoader *th_recording_loader_new              (GFile             *file,
                                                         const GPtrArray   *append);
/* The first file is being recorded by the writer of @feed.  Before the first open. */
void               th_recording_loader_set_feed         (ThRecordingLoader *self,
                                                         ThFeed            *feed);
/* Whether it has a feed, and th_recording_loader_finish_feed() was not called yet. */
gboolean           th_recording_loader_has_feed         (ThRecordingLoader *self);
/* The recording has ended, and the first file is called @file now: opens it again. */
void               th_recording_loader_finish_feed      (ThRecordingLoader *self,
                                                         GFile             *file);
/* Opens the requested files; does nothing while files are being opened. */
void               th_recording_loader_open             (ThRecordingLoader *self);
/* Stops opening and loading, and keeps the events read so far.  FALSE if there was nothing to
 * stop. */
gboolean           th_recording_loader_cancel           (ThRecordingLoader *self);
/* Stops for good: drops the recording and emits nothing from then on. */
void               th_recording_loader_close            (ThRecordingLoader *self);

GFile             *th_recording_loader_get_file         (ThRecordingLoader *self);
/* NULL until the header has been read.  Owned by @self. */
ThRecording       *th_recording_loader_get_recording    (ThRecordingLoader *self);
ThDocumentState    th_recording_loader_get_state        (ThRecordingLoader *self);
gboolean           th_recording_loader_is_opening       (ThRecordingLoader *self);
/* Why the files could not be opened, translated; NULL if they could.  Owned by @self. */
const char        *th_recording_loader_get_error        (ThRecordingLoader *self);
/* From 0 to 1; negative if the size is unknown. */
double             th_recording_loader_get_progress     (ThRecordingLoader *self);
/* -1 while there is no estimate. */
double             th_recording_loader_get_seconds_left (ThRecordingLoader *self);
/* Names of the files; owned by @self. */
const char        *th_recording_loader_get_title        (ThRecordingLoader *self);
/* Whether the loader waits for a pipe or an archive, and how many bytes it has received. */
gboolean           th_recording_loader_get_awaited      (ThRecordingLoader *self,
                                                         guint64           *n_bytes);
/* Whether a file can be read only once; FALSE while this is unknown. */
gboolean           th_recording_loader_is_pipe          (ThRecordingLoader *self);
gboolean           th_recording_loader_get_changed      (ThRecordingLoader *self);
/* Checks whether the files changed, and notifies "changed". */
void               th_recording_loader_look_at_files    (ThRecordingLoader *self);

/* See th-document-parts.h. */
void               th_recording_loader_append           (ThRecordingLoader *self,
                                                         GFile             *file,
                                                         ThAlign            align,
                                                         gint64             shift);
void               th_recording_loader_align            (ThRecordingLoader *self,
                                                         guint              part,
                                                         ThAlign            align,
                                                         gint64             shift);
void               th_recording_loader_remove           (ThRecordingLoader *self,
                                                         guint              part);
/* The files requested for the timeline and those on it; owned by @self. */
ThTimelineParts   *th_recording_loader_get_parts        (ThRecordingLoader *self);
/* The error that "append-failed" reported; owned by @self. */
const char        *th_recording_loader_get_append_error (ThRecordingLoader *self);

G_END_DECLS
