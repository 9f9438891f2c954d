/* th-note-body.h - the text of a note: paragraphs, lists, code and links
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A link activates the action "notes.follow-link" with the id of the note or reply and the number
 * of the link among th_note_text_list_spans() of th_note_body_dup_safe().
 */
#pragma once

#include <gtk/gtk.h>

#include "th-notes.h"

G_BEGIN_DECLS

/* A vertical box of labels. */
GtkWidget *th_note_body_new       (const ThNote *note);
/* @text without characters that are invisible or change the direction of text; line feeds stay.
 * Free with g_free(). */
char      *th_note_body_dup_safe  (const char   *text);
/* The text of @note as one line without markup, safe to display.  Free with g_free(). */
char      *th_note_body_dup_line  (const ThNote *note);
/* The same, or a remark that the note was deleted. */
char      *th_note_body_dup_excerpt (const ThNote *note);

G_END_DECLS
