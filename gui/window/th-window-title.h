/* th-window-title.h - name and summary of a recording, in the header bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A click on the summary opens the window with all details of the recording.
 *
 * Properties: "document" (ThDocument); "comparison", "recording" and "review" (strings: shown
 * instead of the name of the document, the former first; or %NULL); "notes" (string: a summary of
 * the notes of that review); read-only "name" (string: what is shown, the name of the program if
 * there is nothing else).
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_WINDOW_TITLE (th_window_title_get_type ())
G_DECLARE_FINAL_TYPE (ThWindowTitle, th_window_title, TH, WINDOW_TITLE, GtkBox)

G_END_DECLS
