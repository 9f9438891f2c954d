/* th-span-window.h - statistics of the selected span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The window follows the selection; if nothing is selected, it counts the view as it was when
 * the window was opened.  A worker thread counts (th-span-stats.h).  The property "busy" is
 * TRUE until all rows of the result are shown.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_SPAN_WINDOW (th_span_window_get_type ())
G_DECLARE_FINAL_TYPE (ThSpanWindow, th_span_window, TH, SPAN_WINDOW, GtkWindow)

ThSpanWindow *th_span_window_new (GtkWindow  *parent,
                                  ThDocument *document);

G_END_DECLS
