/* th-widgets.h - small building blocks of windows and panels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-gtk48.h"

G_BEGIN_DECLS

/* Sets a text that may contain strings from a recording; bidirectional overrides in
 * it have no effect. */
void       th_label_set_text (GtkWidget  *label,
                             const char *text);
/* The same; hides @label if @text is %NULL. */
void       th_label_show_text (GtkWidget *label,
                             const char *text);
/* Adds or removes the CSS class @name. */
void       th_widget_set_class (GtkWidget *widget,
                             const char *name,
                             gboolean    is_set);
/* Creates a one-line label aligned to the leading edge.  @css_class may be %NULL. */
GtkWidget *th_label_new     (const char *text,
                             const char *css_class);
/* The width-chars of wrapped labels.  Without it, a label finds its minimum width by laying out
 * its text with one character per line, which takes pango many times as long as the lines that
 * are shown. */
#define TH_PARAGRAPH_CHARS 8
/* Creates a label that wraps; words that are too long are broken.  If @text may be set later and
 * be long, set width-chars, too. */
GtkWidget *th_paragraph_new (const char *text,
                             const char *css_class);
/* Wraps text without hyphens, which could be mistaken for part of an address or a name. */
void       th_label_forbid_hyphens (GtkWidget *label);
/* Creates a button whose label has a mnemonic. */
GtkWidget *th_button_new    (const char *mnemonic);
/* Creates a button with an icon only; @text is its tooltip and accessible name. */
GtkWidget *th_icon_button_new (const char *icon,
                             const char *text);
/* Returns the icon of the program, @size_px wide and high, for a widget with the scale factor
 * @scale. */
GdkPaintable *th_logo_new   (int         size_px,
                             int         scale);
/* Sets the accessible name "@of: @text", for buttons that have the same text as others. */
void       th_button_name_of (GtkWidget *button,
                             const char *of,
                             const char *text);
/* Makes a screen reader see @label as the cell at @row and @column of a table that is built as a
 * grid of labels. */
void       th_label_place   (GtkWidget  *label,
                             const char *row,
                             const char *column);
/* Creates a widget that shows @child with the placeholder of th_empty_state_set_text() over
 * it. */
GtkWidget *th_empty_state_new    (GtkWidget  *child);
void       th_empty_state_set_text (GtkWidget *empty_state,
                             const char *text, /* NULL: @child has content */
                             const char *button,
                             const char *action);
/* A vertical scroller, as wide as @child. */
GtkWidget *th_scroller_new  (GtkWidget  *child);

/* Creates a window of @type, a subclass of GtkWindow, over @parent, with which it is
 * destroyed. */
gpointer   th_dialog_new    (GType      type,
                             GtkWindow *parent);
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
/* Closes all popovers that are open inside @parent. */
void       th_popovers_close (GtkWidget *parent);

G_END_DECLS
