/* th-filter-help.h - how filters and expressions are written, by example
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_FILTER_HELP (th_filter_help_get_type ())
G_DECLARE_FINAL_TYPE (ThFilterHelp, th_filter_help, TH, FILTER_HELP, GtkWindow)

/* Of the window @parent: an example that is chosen is put into its filter by its
 * action win.set-filter. */
GtkWidget  *th_filter_help_new         (GtkWindow *parent);
/* The examples, in their order; NULL past the last one. */
const char *th_filter_help_get_example (guint      index);

G_END_DECLS
