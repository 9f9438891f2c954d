/* th-expression-entry.h - syntax highlighting of an expression in an entry
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-recording.h"

G_BEGIN_DECLS

/* Highlights the words of @entry in the colors of the style; if @prefix is not "", only those
 * after it. */
void th_expression_entry_watch         (GtkEntry    *entry,
                                        const char  *prefix);
/* Sets the recording that defines the names; NULL for no highlighting. */
void th_expression_entry_set_recording (GtkEntry    *entry,
                                        ThRecording *recording);
/* Underlines the bytes of a mistake and marks the entry as invalid for screen readers; NULL if
 * there is no mistake. */
void th_expression_entry_set_mistake   (GtkEntry    *entry,
                                        const char  *mistake,
                                        guint        begin,
                                        guint        end);
/* Sets the accessible description: the mistake, or else @count, the number of matching events,
 * or else the tooltip.  Both may be NULL. */
void th_expression_entry_describe      (GtkEntry    *entry,
                                        const char  *mistake,
                                        const char  *count);

/* Calls th_expression_entry_set_mistake(), and draws a red frame around the entry while there is
 * an @error. */
void th_expression_entry_show_mistake (GtkEntry   *entry,
                                       const char *error,
                                       guint       begin,
                                       guint       end);

G_END_DECLS
