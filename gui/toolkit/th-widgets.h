/* th-widgets.h - pieces that windows and panels are put together from
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets what a recording may have a part in: nothing in it turns the text around. */
void       th_label_set_text (GtkWidget  *label,
                             const char *text);
/* A line of text that begins at the leading edge.  @css_class may be %NULL. */
GtkWidget *th_label_new     (const char *text,
                             const char *css_class);
/* The same, on as many lines as it needs; a word that is too long is broken. */
GtkWidget *th_paragraph_new (const char *text,
                             const char *css_class);
/* A button whose text has a mnemonic. */
GtkWidget *th_button_new    (const char *mnemonic);
/* One with a picture alone: @text says what it does, as a tooltip and to a screen
 * reader. */
GtkWidget *th_icon_button_new (const char *icon,
                             const char *text);
/* Names the buttons below @parent that a ui file made: those with a picture by
 * their tooltip, those with a mnemonic by their text, once. */
void       th_buttons_name  (GtkWidget  *parent);
/* What has the focus of @widget, a GtkDropDown or a GtkColorButton, is a button
 * inside, which has to be told the name, and what is chosen. */
void       th_inner_button_name (GtkWidget  *widget,
                             const char *name);
/* Several buttons have the same text: to a screen reader the name of @button is
 * "@of: @text". */
void       th_button_name_of (GtkWidget *button,
                             const char *of,
                             const char *text);
/* @label is at @row and @column of a table that is a grid of labels: a screen
 * reader says so after its text. */
void       th_label_place   (GtkWidget  *label,
                             const char *row,
                             const char *column);
/* @child, and over its middle what th_empty_state_set_text() says, with a button for
 * @action where that is not %NULL. */
GtkWidget *th_empty_state_new    (GtkWidget  *child);
void       th_empty_state_set_text (GtkWidget *hollow,
                             const char *text, /* NULL: @child is not empty */
                             const char *button,
                             const char *action);
/* Scrolls @child up and down, and is as wide as that. */
GtkWidget *th_scroller_new  (GtkWidget  *child);

/* Removes all children of @parent: a GtkBox, a GtkGrid or a GtkListBox. */
void       th_widget_clear  (GtkWidget  *parent);
/* Gives @dialog a title bar like that of the main window, instead of the one that
 * the window manager would draw.  To be called before it is shown. */
void       th_dialog_add_header (GtkWindow *dialog);
/* Buttons of @dialog activate the actions of its @parent. */
void       th_dialog_lend_actions (GtkWindow *dialog,
                                   GtkWindow *parent);
/* The window of @type that is open over @parent; lent; NULL: there is none. */
GtkWindow *th_dialog_find   (GtkWindow  *parent,
                             GType       type);
/* Brings it to the front; FALSE: there is none. */
gboolean   th_dialog_present (GtkWindow *parent,
                             GType      type);
/* For expressions, numbers with a sign, times: they run from left to right in any
 * language; in others a sign in front would go behind. */
void       th_widget_set_code (GtkWidget *widget);
/* Calls @func when there is nothing else to do, if @widget is still there.  To wait
 * with a reference is no way: GTK 4.8 asks for the pointer on the surface of what
 * was under it half a second ago and is alive, be its window gone or not. */
typedef void (*ThWidgetFunc) (GtkWidget *widget);
void       th_widget_call_when_idle (GtkWidget   *widget,
                             ThWidgetFunc func);
/* All that are open inside of @parent. */
void       th_popovers_close (GtkWidget *parent);
/* Before a popover opens by a key: when it closes, the focus is where it is now,
 * unless something else took it.  GTK leaves it at the popover's button. */
void       th_popover_give_back_focus (GtkPopover *popover);
/* When its menu closes, the focus does not stay in it.  GTK 4.8 leaves it
 * there if a menu in the menu was used, and no key reaches the window then. */
void       th_menu_button_take_back_focus (GtkMenuButton *button);

G_END_DECLS
