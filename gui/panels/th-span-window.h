/* th-span-window.h - what happened in the selected span, counted
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Follows the selection while it is open; without one it is about the view as it
 * was when it was opened.  Counted on a worker (th-span-stats.h).
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-span-stats.h"

G_BEGIN_DECLS

#define TH_TYPE_SPAN_WINDOW (th_span_window_get_type ())
G_DECLARE_FINAL_TYPE (ThSpanWindow, th_span_window, TH, SPAN_WINDOW, GtkWindow)

ThSpanWindow *th_span_window_new       (GtkWindow    *parent,
                                        ThDocument   *document);
gboolean      th_span_window_is_busy   (ThSpanWindow *self);
/* Lent; NULL until the first are there. */
ThSpanStats  *th_span_window_get_stats (ThSpanWindow *self);

G_END_DECLS
