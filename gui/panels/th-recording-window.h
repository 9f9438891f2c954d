/* th-recording-window.h - all about a recording, and what is wrong with it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A window beside the main one: the problems with their counts and places, then
 * the sheets of th-recording-sheets.h.  A problem that has a place on the timeline leads
 * there.  It shows what was known when it was filled; who opens it fills it
 * again when the recording grows.
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

/* For tests: what “Copy” copies, and following the row of the problem @index. */
const char *th_recording_window_get_text (ThRecordingWindow *self);
gboolean    th_recording_window_lead     (ThRecordingWindow *self,
                                          guint              index);

G_END_DECLS
