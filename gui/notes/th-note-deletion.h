/* th-note-deletion.h - deletes a note once the user has confirmed it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Main thread.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-open-review.h"

G_BEGIN_DECLS

/* Asks in a dialog above the window of @widget. */
void th_note_deletion_ask (GtkWidget    *widget,
                           ThOpenReview *review,
                           const char   *id);

G_END_DECLS
