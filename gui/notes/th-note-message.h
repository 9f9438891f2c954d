/* th-note-message.h - one note or reply: who wrote it, when, and its text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-open-review.h"

G_BEGIN_DECLS

/* @reply: whether it is a reply, which has a menu of its own. */
GtkWidget *th_note_message_new      (ThOpenReview *review,
                                     const ThNote *note,
                                     gboolean      reply);
/* The time of @entry as in th-date-text.h; free with g_free(). */
char      *th_note_message_dup_time (const ThNoteEntry *entry);
/* A button that opens the menu of @note. */
GtkWidget *th_note_menu_button_new  (ThOpenReview *review,
                                     const ThNote *note);

G_END_DECLS
