/* gui-keyboard.h - keys as a keyboard sends them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* FALSE where keys cannot be sent (no xdotool); the test is skipped then, and
 * fails under CI, which has to have it. */
gboolean keyboard_is_there (void);

/* Puts the pointer into the corner of the screen: keys act at the pointer, too. */
void     keyboard_away     (void);
/* Without a window manager nobody gives the focus back when a window closes. */
void     keyboard_give     (GtkWindow  *window);
/* Presses and releases the key of a GTK accelerator: the display server tells
 * the window that has the focus, through its extension for tests. */
void     keyboard_press    (const char *accel);

G_END_DECLS
