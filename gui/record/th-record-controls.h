/* th-record-controls.h - the recording in the header bar: how long it lasts, and how to stop it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Hidden while there is no recording.  Its buttons activate "win.stop-recording",
 * "win.stop-keep-last" and "win.discard-recording".
 */
#pragma once

#include <gtk/gtk.h>

#include "th-live-recording.h"

G_BEGIN_DECLS

#define TH_TYPE_RECORD_CONTROLS (th_record_controls_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordControls, th_record_controls, TH, RECORD_CONTROLS, GtkWidget)

/* @recording: %NULL for none. */
void th_record_controls_set_recording (ThRecordControls *self,
                                       ThLiveRecording  *recording);

G_END_DECLS
