/* th-recording-page.h - a recording in progress, as a page of the inspector
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Facts, events per second, the ring buffers, and marks.  It stays after the recording has ended,
 * without marks.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-live-recording.h"

G_BEGIN_DECLS

#define TH_TYPE_RECORDING_PAGE (th_recording_page_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordingPage, th_recording_page, TH, RECORDING_PAGE, GtkWidget)

GtkWidget *th_recording_page_new       (ThLiveRecording *recording);
/* Moves the focus to the text of a mark. */
void       th_recording_page_ask_mark  (ThRecordingPage *self);

G_END_DECLS
