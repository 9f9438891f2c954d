/* gui-keyboard.h - sends keys and clicks through the display server
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns FALSE if keys cannot be sent (no xdotool); then the test is skipped or, under CI, fails.
 * */
gboolean keyboard_is_there (void);

/* Moves the pointer to the corner of the screen, because some keys act at the pointer. */
void     keyboard_away     (void);
/* Gives the focus to @window, which nobody else does without a window manager when a window
 * closes. */
void     keyboard_give     (GtkWindow  *window);
/* Presses and releases the key of a GTK accelerator.  The display server sends it to the focused
 * window, by the XTEST extension. */
void     keyboard_press    (const char *accel);

/* Presses button 1 at one place of @widget and releases it at another, while @key (NULL, "ctrl")
 * is held.  Coordinates are in pixels of the widget, whatever the scale of the screen. */
void     pointer_press     (GtkWidget  *widget,
                            double      from_x,
                            double      from_y,
                            double      to_x,
                            double      to_y,
                            const char *key);
/* Likewise with another mouse button; 2 is the middle one. */
void     pointer_drag      (GtkWidget  *widget,
                            guint       button,
                            double      from_x,
                            double      from_y,
                            double      to_x,
                            double      to_y,
                            const char *key);
/* Clicks several times at one place; the buttons 4 and 5 turn the wheel up and down. */
void     pointer_click     (GtkWidget  *widget,
                            guint       button,
                            guint       n_clicks,
                            double      x,
                            double      y,
                            const char *key);

G_END_DECLS
