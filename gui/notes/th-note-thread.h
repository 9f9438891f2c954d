/* th-note-thread.h - a whole note: its messages, its labels, and why its subject is not shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-note-item.h"

G_BEGIN_DECLS

/* Returns a widget that shows the current state of the note of @item. */
GtkWidget *th_note_thread_new (ThOpenReview *review,
                               ThNoteItem   *item);

G_END_DECLS
