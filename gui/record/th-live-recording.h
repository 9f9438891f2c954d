/* th-live-recording.h - a recording in progress, as a window shows and controls it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It owns a capture that has begun to record.  It keeps the clock of the document that shows the
 * growing file up to date (th_document_set_clock_lead()), and gives it the finished file at the end
 * (th_document_finished()).
 *
 * Nothing is polled: everything changes with the reports of the agent, four a second.
 *
 * Properties (with notify)
 *   "state" (int): a ThCaptureState, from RECORDING on
 *   "elapsed" (string): "0:14.8"
 *   "report" (uint): a serial of the agent's reports
 *   "problem" (string): what the user should know while it goes on (the connection was lost and is
 *     being taken up again, or what is to end it cannot); NULL: nothing
 * Signals
 *   "ended": the capture has ended, and the document knows it
 *   "finished": after that, the further targets, if there are any, have ended, too; the outcome is
 *     final
 *
 * Main thread only.
 */
#pragma once

#include "th-capture.h"
#include "th-companions.h"
#include "th-document.h"
#include "th-held-command.h"
#include "th-record-plan.h"

G_BEGIN_DECLS

#define TH_TYPE_LIVE_RECORDING (th_live_recording_get_type ())
G_DECLARE_FINAL_TYPE (ThLiveRecording, th_live_recording, TH, LIVE_RECORDING, GObject)

/* @capture: in RECORDING.  Lets @command (or NULL), that of @plan, run; the recording lasts as long
 * as that, or as @plan says, or until it is stopped. */
ThLiveRecording *th_live_recording_new           (ThCapture          *capture,
                                                  const ThRecordPlan *plan,
                                                  ThHeldCommand      *command);
/* The targets that are recorded at the same time; they begin now, and do what this one does. */
void             th_live_recording_set_companions (ThLiveRecording   *self,
                                                   ThCompanions      *companions);
/* NULL if there are none; owned by @self. */
ThCompanions    *th_live_recording_get_companions (ThLiveRecording   *self);
/* The document of th_capture_get_path(), which is not kept alive. */
void             th_live_recording_set_document  (ThLiveRecording    *self,
                                                  ThDocument         *document);
ThDocument      *th_live_recording_get_document  (ThLiveRecording    *self);
/* Owned by @self. */
ThCapture       *th_live_recording_get_capture   (ThLiveRecording    *self);
/* FALSE once it has ended. */
gboolean         th_live_recording_is_active     (ThLiveRecording    *self);
/* The connection is lost: nothing arrives, and the last report is old. */
gboolean         th_live_recording_is_resuming   (ThLiveRecording    *self);
/* Events arrive now, and are counted. */
gboolean         th_live_recording_has_rates     (ThLiveRecording    *self);
const char      *th_live_recording_get_elapsed   (ThLiveRecording    *self);
/* The name of the machine, as it calls itself; owned by @self. */
const char      *th_live_recording_get_host      (ThLiveRecording    *self);
/* What was chosen; owned by @self. */
const ThRecordPlan *th_live_recording_get_plan  (ThLiveRecording    *self);
/* Events that should have been recorded and were not; those that a ring overwrites are not lost. */
guint64          th_live_recording_get_n_lost    (ThLiveRecording    *self);
/* "Packet Follow · until stopped"; owned by @self. */
const char      *th_live_recording_get_summary   (ThLiveRecording    *self);

/* @keep_seconds: keep only what was recorded in the last so many seconds; 0: everything. */
void             th_live_recording_stop          (ThLiveRecording    *self,
                                                  double              keep_seconds);
/* Stops and removes the file. */
void             th_live_recording_discard       (ThLiveRecording    *self);
/* Sets a bookmark called @text at the present, and if @to_target writes @text to the trace of the
 * target.  FALSE if there are no events yet, or too many bookmarks. */
gboolean         th_live_recording_mark          (ThLiveRecording    *self,
                                                  const char         *text,
                                                  gboolean            to_target);

/* Events per second, one value for each equal share of the elapsed time; the time of one share in
 * seconds.  Owned by @self, and valid until the next report. */
const GArray    *th_live_recording_get_rates     (ThLiveRecording    *self,
                                                  double             *seconds);
/* How long the oldest of the events that were shown last had waited for that, in ms; -1 if that is
 * not known. */
double           th_live_recording_get_delay_ms  (ThLiveRecording    *self);

/* After the end: what was kept and what went wrong, in sentences; NULL if it was discarded. */
char            *th_live_recording_dup_outcome   (ThLiveRecording    *self);
/* Whether something went wrong: it ended with an error, or events were lost. */
gboolean         th_live_recording_had_trouble   (ThLiveRecording    *self);

G_END_DECLS
