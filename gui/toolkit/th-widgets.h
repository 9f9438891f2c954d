/* th-widgets.h - pieces that windows and panels are put together from
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets a text that may contain strings from a recording; bidirectional overrides in
 * it have no effect. */
void       th_label_set_text (GtkWidget  *label,
                             const char *text);
/* A one-line label aligned to the leading edge.  @css_class may be %NULL. */
GtkWidget *th_label_new     (const char *text,
                             const char *css_class);
/* A label that wraps; a word that is too long is broken. */
GtkWidget *th_paragraph_new (const char *text,
                             const char *css_class);
/* A button whose label has a mnemonic. */
GtkWidget *th_button_new    (const char *mnemonic);
/* A button with an icon only; @text becomes its tooltip and its accessible name. */
GtkWidget *th_icon_button_new (const char *icon,
                             const char *text);
/* Sets the accessible names of the buttons below @parent that a .ui file made: icon
 * buttons get their tooltip, those with a mnemonic their text. */
void       th_buttons_name  (GtkWidget  *parent);
/* The focus of a GtkDropDown or a GtkColorButton is on a button inside it, which
 * needs the accessible name, and the current choice as its description. */
void       th_inner_button_name (GtkWidget  *widget,
                             const char *name);
/* Where several buttons have the same text: sets the accessible name "@of: @text". */
void       th_button_name_of (GtkWidget *button,
                             const char *of,
                             const char *text);
/* Tells a screen reader that @label stands at @row and @column of a table which is
 * built as a grid of labels. */
void       th_label_place   (GtkWidget  *label,
                             const char *row,
                             const char *column);
/* Shows @child, and over its middle the placeholder of th_empty_state_set_text(). */
GtkWidget *th_empty_state_new    (GtkWidget  *child);
void       th_empty_state_set_text (GtkWidget *hollow,
                             const char *text, /* NULL: @child has content */
                             const char *button,
                             const char *action);
/* A vertical scroller, as wide as @child. */
GtkWidget *th_scroller_new  (GtkWidget  *child);

/* Removes all children of @parent, a GtkBox, a GtkGrid or a GtkListBox. */
void       th_widget_clear  (GtkWidget  *parent);
/* Gives @dialog a header bar like that of the main window instead of the window
 * manager's.  To be called before it is shown. */
void       th_dialog_add_header (GtkWindow *dialog);
/* Lets buttons of @dialog activate the actions of @parent. */
void       th_dialog_lend_actions (GtkWindow *dialog,
                                   GtkWindow *parent);
/* The open dialog of @type over @parent, owned by GTK; or NULL. */
GtkWindow *th_dialog_find   (GtkWindow  *parent,
                             GType       type);
/* Brings that dialog to the front; FALSE if there is none. */
gboolean   th_dialog_present (GtkWindow *parent,
                             GType      type);
/* For expressions, signed numbers and times: they run from left to right in every
 * language; otherwise a leading sign would move to the end. */
void       th_widget_set_code (GtkWidget *widget);
/* Calls @func when the main loop is idle, if @widget still exists.  Holds no
 * reference: GTK 4.8 queries the pointer on the surface of a widget that it was over
 * half a second ago, as long as the widget is alive, even if its window is gone. */
typedef void (*ThWidgetFunc) (GtkWidget *widget);
void       th_widget_call_when_idle (GtkWidget   *widget,
                             ThWidgetFunc func);
/* Closes all popovers that are open inside @parent. */
void       th_popovers_close (GtkWidget *parent);
/* To be called before a key opens @popover: when it closes, the focus returns to
 * where it is now, unless something else took it.  GTK leaves it on the popover's
 * button. */
void       th_popover_give_back_focus (GtkPopover *popover);
/* Returns the focus when the menu closes.  GTK 4.8 leaves it inside after a submenu
 * was used, and no key reaches the window then. */
void       th_menu_button_take_back_focus (GtkMenuButton *button);

G_END_DECLS
