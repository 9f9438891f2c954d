/* th-held-keys.h - keys that are not accelerators: letters, arrows, held keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GTK does not pass accelerators of the application to widgets, so a letter as accelerator
 * could not be typed into entries.  These keys activate their actions only if the widget
 * with the focus does not handle them.  Keys that zoom and pan do so smoothly while they are
 * held.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-timeline.h"

G_BEGIN_DECLS

#define TH_TYPE_HELD_KEYS (th_held_keys_get_type ())
G_DECLARE_FINAL_TYPE (ThHeldKeys, th_held_keys, TH, HELD_KEYS, GObject)

/* Handles the keys of @window and activates its actions. */
ThHeldKeys *th_held_keys_new          (GtkWindow  *window);
/* Sets the timeline that zooms and pans while a key is held; may be %NULL. */
void        th_held_keys_set_timeline (ThHeldKeys *self,
                                       ThTimeline *timeline);

G_END_DECLS
