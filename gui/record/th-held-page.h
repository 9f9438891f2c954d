/* th-held-page.h - what a window shows of a recording that stays on the target until it stops
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * In ring and hold mode no events arrive before the stop, so there are no lanes to show.  The page
 * says what is kept, how much of it there is, and when the picture appears.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-live-recording.h"

G_BEGIN_DECLS

#define TH_TYPE_HELD_PAGE (th_held_page_get_type ())
G_DECLARE_FINAL_TYPE (ThHeldPage, th_held_page, TH, HELD_PAGE, GtkWidget)

/* @recording: of a plan with a ring, or which holds the events. */
GtkWidget *th_held_page_new (ThLiveRecording *recording);

G_END_DECLS
