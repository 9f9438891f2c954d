/* th-recording-loader.h - opens and loads a file and the files appended to it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Files are opened and loaded on workers, while the main thread polls their progress ten times
 * a second.  Another set of files, another offset, or a file that has grown reopens all; the
 * old recording stays until the new one has been opened.
 *
 * Properties (all with notify): state, progress, title, changed (the files on disk
 * are no longer what was loaded).
 *
 * Signals, in the order in which another recording comes
 *   "closing":       the recording goes; the getters still have it
 *   "replaced":      another recording is there; tell nobody yet
 *   "opened":        tell everybody; its events begin to come
 *   "grown":         more events, or the end of the load
 *   "loaded":        the load ended: whole, in part, or cancelled
 *   "append-failed": a file could not be put beside the others
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
  TH_DOCUMENT_LOADING, /* there is a recording, and it grows */
  TH_DOCUMENT_LOADED,  /* whole, in part, or cancelled: see the recording */
  TH_DOCUMENT_FAILED   /* refused: there is an error */
} ThDocumentState;

#define TH_TYPE_RECORDING_LOADER (th_recording_loader_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordingLoader, th_recording_loader, TH, RECORDING_LOADER, GObject)

/* @append (ThAppendedFile) is copied; NULL for none. */
ThRecordingLoader *th_recording_loader_new              (GFile             *file,
                                                         const GPtrArray   *append);
/* Opens the requested files; does nothing while a job runs. */
void               th_recording_loader_open             (ThRecordingLoader *self);
/* Stops opening and loading, and keeps the events read so far.  FALSE if there was nothing to
 * stop. */
gboolean           th_recording_loader_cancel           (ThRecordingLoader *self);
/* Stops for good: drops the recording, and emits nothing any more. */
void               th_recording_loader_close            (ThRecordingLoader *self);

GFile             *th_recording_loader_get_file         (ThRecordingLoader *self);
/* Lent; NULL before the header was read. */
ThRecording       *th_recording_loader_get_recording    (ThRecordingLoader *self);
ThDocumentState    th_recording_loader_get_state        (ThRecordingLoader *self);
gboolean           th_recording_loader_is_opening       (ThRecordingLoader *self);
/* Why the last opening failed, translated; lent; NULL if it did not. */
const char        *th_recording_loader_get_error        (ThRecordingLoader *self);
/* From 0 to 1; negative if the size is unknown. */
double             th_recording_loader_get_progress     (ThRecordingLoader *self);
/* -1 while there is no estimate. */
double             th_recording_loader_get_seconds_left (ThRecordingLoader *self);
/* Names of the files; lent. */
const char        *th_recording_loader_get_title        (ThRecordingLoader *self);
/* Whether the loader waits for a pipe or an archive, and how many bytes it has received. */
gboolean           th_recording_loader_get_awaited      (ThRecordingLoader *self,
                                                         guint64           *n_bytes);
/* Whether a file can be read only once; FALSE while that is not known. */
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
/* The recordings that should be on the timeline, and those that are; lent. */
ThTimelineParts   *th_recording_loader_get_parts        (ThRecordingLoader *self);
/* The error that "append-failed" reported; lent. */
const char        *th_recording_loader_get_append_error (ThRecordingLoader *self);

G_END_DECLS
