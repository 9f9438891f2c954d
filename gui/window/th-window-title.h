/* th-window-title.h - name and summary of a recording, in the header bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A click on the summary opens the window with all details of the recording.
 *
 * Properties: "document" (ThDocument); read-only "name" (string: the name of the
 * recording, or of the program while there is no document).
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_WINDOW_TITLE (th_window_title_get_type ())
G_DECLARE_FINAL_TYPE (ThWindowTitle, th_window_title, TH, WINDOW_TITLE, GtkBox)

void th_window_title_set_document (ThWindowTitle *self,
                                   ThDocument    *document);

G_END_DECLS
