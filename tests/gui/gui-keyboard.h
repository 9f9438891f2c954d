/* gui-keyboard.h - keys and clicks as a keyboard and a mouse send them
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

/* Button 1 down at one place of @widget, up at another; @key (NULL, "ctrl") is
 * held.  Places are in pixels of the widget, whatever the scale of the screen. */
void     pointer_press     (GtkWidget  *widget,
                            double      from_x,
                            double      from_y,
                            double      to_x,
                            double      to_y,
                            const char *key);
/* The same with another button of the mouse: 2 the middle one. */
void     pointer_drag      (GtkWidget  *widget,
                            guint       button,
                            double      from_x,
                            double      from_y,
                            double      to_x,
                            double      to_y,
                            const char *key);
/* So many clicks at one place; 4 and 5 turn the wheel up and down. */
void     pointer_click     (GtkWidget  *widget,
                            guint       button,
                            guint       n_clicks,
                            double      x,
                            double      y,
                            const char *key);

G_END_DECLS
