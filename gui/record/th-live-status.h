/* th-live-status.h - rates, losses and buffers of a recording, for the status bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-live-recording.h"

G_BEGIN_DECLS

#define TH_TYPE_LIVE_STATUS (th_live_status_get_type ())
G_DECLARE_FINAL_TYPE (ThLiveStatus, th_live_status, TH, LIVE_STATUS, GtkWidget)

GtkWidget *th_live_status_new (ThLiveRecording *recording);

G_END_DECLS
