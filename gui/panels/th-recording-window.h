/* th-recording-window.h - the details and the problems of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A window with the problems, their counts and places, and the sheets of
 * th-recording-sheets.h.  It does not update itself: its owner fills it again when the
 * recording grows.
 * Property "text": the complete text; the action "recording.copy" copies it.
 * Action "recording.show" (u): selects the event at the problem with that index, if it has
 * a time.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_RECORDING_WINDOW (th_recording_window_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordingWindow, th_recording_window, TH, RECORDING_WINDOW, GtkWindow)

GtkWidget  *th_recording_window_new     (GtkWindow         *parent);
/* @document must have a recording. */
void        th_recording_window_fill    (ThRecordingWindow *self,
                                         ThDocument        *document);

G_END_DECLS
