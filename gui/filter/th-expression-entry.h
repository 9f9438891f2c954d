/* th-expression-entry.h - an expression in an entry: its words in colours, its mistake underlined
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-recording.h"

G_BEGIN_DECLS

/* From now on the words of @entry have colours, as those of the style; those behind
 * @prefix alone where it is not "". */
void th_expression_entry_watch         (GtkEntry    *entry,
                                        const char  *prefix);
/* Whose words they are; NULL: nobody's, without colours. */
void th_expression_entry_set_recording (GtkEntry    *entry,
                                        ThRecording *recording);
/* What is wrong with it (NULL: nothing), and where, in bytes of its text; told to
 * screen readers, too. */
void th_expression_entry_set_mistake   (GtkEntry    *entry,
                                        const char  *mistake,
                                        guint        begin,
                                        guint        end);
/* What a screen reader says of it: what is wrong with it, else @count, which is of
 * the events that it means, else what its tooltip explains.  Both may be NULL. */
void th_expression_entry_describe      (GtkEntry    *entry,
                                        const char  *mistake,
                                        const char  *count);

/* The same, and what is around the entry has a red frame while there is an @error. */
void th_expression_entry_show_mistake (GtkEntry   *entry,
                                       const char *error,
                                       guint       begin,
                                       guint       end);

G_END_DECLS
