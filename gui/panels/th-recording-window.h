/* th-recording-window.h - all about a recording, and what is wrong with it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A window beside the main one: the problems with their counts and places, then
 * the sheets of th-recording-sheets.h.  It shows what was known when it was filled; who
 * opens it fills it again when the recording grows.
 *
 * Property "text": all of it as text; "recording.copy" copies it.
 * Action "recording.show" (u): selects the event where the problem of that index occurred,
 * if it has a place on the timeline.
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
