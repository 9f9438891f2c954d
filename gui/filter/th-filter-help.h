/* th-filter-help.h - the syntax of filters and expressions, by example
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_FILTER_HELP (th_filter_help_get_type ())
G_DECLARE_FINAL_TYPE (ThFilterHelp, th_filter_help, TH, FILTER_HELP, GtkWindow)

/* Creates the help for the window @parent.  Choosing an example sets its filter by
 * win.set-filter. */
GtkWidget *th_filter_help_new (GtkWindow *parent);

G_END_DECLS
