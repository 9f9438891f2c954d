/* th-held-keys.h - keys that are not accelerators: letters, arrows, held keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GTK offers an accelerator of the application to no widget, so a letter cannot be one, or
 * nobody could type.  These keys do their actions if the widget with the focus does not
 * take them.  Those that zoom and pan go on, paced by time, while they are held.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-timeline.h"

G_BEGIN_DECLS

#define TH_TYPE_HELD_KEYS (th_held_keys_get_type ())
G_DECLARE_FINAL_TYPE (ThHeldKeys, th_held_keys, TH, HELD_KEYS, GObject)

/* The keys of @window, whose actions they activate. */
ThHeldKeys *th_held_keys_new          (GtkWindow  *window);
/* The timeline that zooms and pans while a key is held; %NULL: none. */
void        th_held_keys_set_timeline (ThHeldKeys *self,
                                       ThTimeline *timeline);

G_END_DECLS
