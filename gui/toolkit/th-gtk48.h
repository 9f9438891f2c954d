/* th-gtk48.h - workarounds for what GTK 4.8 lacks or does wrong
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each function says which version of GTK makes it unnecessary, if one is known; where
 * none is named, no newer version was tried.  Three workarounds are modules of their
 * own: th-header-sorter.h (until 4.10: GtkColumnViewSorter), th-incremental-model.h, and
 * the settings portal in th-style.c (until 4.20: "gtk-interface-color-scheme").
 * Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* --- names for screen readers ----------------------------------------------- */

/* GTK derives the accessible name of a button with a mnemonic from the text including the
 * underscore, and repeats it for the label inside.  This leaves the label's name. */
void th_button_fix_name    (GtkWidget  *button);
/* Sets the accessible names of the buttons below @parent that a .ui file made: icon
 * buttons get their tooltip, those with a mnemonic their text. */
void th_buttons_name       (GtkWidget  *parent);
/* The focus of a GtkDropDown or a GtkColorButton is on a button inside it, which
 * needs the accessible name, and the current choice as its description. */
void th_inner_button_name  (GtkWidget  *widget,
                            const char *name);

/* --- children ----------------------------------------------------------------- */

/* Removes all children of @parent, a GtkBox, a GtkGrid or a GtkListBox.  Takes the focus
 * from a removed child, because GTK would leave its surroundings drawn as if it were still
 * there.  Until 4.12 for list boxes: gtk_list_box_remove_all(). */
void th_widget_clear       (GtkWidget  *parent);

/* --- windows -------------------------------------------------------------------- */

/* Unsets the transient parent of @window when the parent is destroyed.  GTK leaves the pointer
 * if @window was closed before, and uses it when @window is disposed of, which is later than the
 * parent while work in progress has a reference to @window. */
void th_window_forget_parent (GtkWindow *window);

/* --- when idle ------------------------------------------------------------------ */

typedef void (*ThWidgetFunc) (GtkWidget *widget);

/* Calls @func when the main loop is idle, if @widget still exists.  Holds no
 * reference: GTK queries the pointer on the surface of a widget that it was over
 * half a second ago, as long as the widget is alive, even if its window is gone. */
void th_widget_call_when_idle (GtkWidget   *widget,
                               ThWidgetFunc func);

/* --- focus ----------------------------------------------------------------------- */

/* To be called before a key opens @popover: when it closes, the focus returns to
 * where it is now, unless something else took it.  GTK leaves it on the popover's
 * button. */
void th_popover_give_back_focus     (GtkPopover    *popover);
/* Opens the menu of @button, which that may build.  When it closes, the focus returns likewise. */
void th_menu_button_open_by_key     (GtkMenuButton *button);
/* Returns the focus when the menu closes.  GTK leaves it inside after a submenu was
 * used, and no key reaches the window then. */
void th_menu_button_take_back_focus (GtkMenuButton *button);

/* --- column views ------------------------------------------------------------------ */

/* Aligns the title of a column of numbers with them, at the @right, for which GTK has no
 * property.  In right-to-left locales every title is aligned right. */
void th_column_view_align_title (GtkColumnView *view,
                                 guint          column,
                                 gboolean       right);
/* Shows @widget, which is as wide as the column, instead of the title of a column.  The
 * title remains the name of the column for screen readers. */
void th_column_view_replace_title (GtkColumnView *view,
                                   guint          column,
                                   GtkWidget     *widget);
/* If @list, the list view inside a column view, has the focus, moves it to the row
 * at @position.  Without it, selecting a row from elsewhere would leave the focus on
 * a row that may not even be visible.  Cells must have gone through
 * th_list_row_mark_cell().  Until 4.12: gtk_column_view_scroll_to(). */
void th_column_view_lead_keys   (GtkWidget     *list,
                                 guint          position);
/* Names the rows for screen readers, and lets Tab leave the table; GTK would visit
 * every row first.  Until 4.12: gtk_column_view_set_tab_behavior(). */
void th_column_view_pass_tab    (GtkColumnView *view);
/* The same for @list, a GtkListView that has a name already.  Until 4.12:
 * gtk_list_view_set_tab_behavior(). */
void th_list_view_pass_tab      (GtkWidget     *list);
/* Lets Enter open and close @expander, as Space does, instead of activating the default widget of
 * the window. */
void th_expander_take_enter     (GtkExpander   *expander);

G_END_DECLS
