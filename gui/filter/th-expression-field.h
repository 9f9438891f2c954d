/* th-expression-field.h - an entry for an expression, with completion and validation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The entry has syntax highlighting (th-expression-entry.h), and a line below it shows the
 * mistake.  Mistakes are hidden while the completion popup is open, because the text is then
 * incomplete.  An empty text is valid.
 * Signals: "changed" and "activate", as in GtkEntry.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-recording.h"

G_BEGIN_DECLS

/* Returns FALSE and sets the other arguments if @text is invalid; offsets are bytes of @text. */
typedef gboolean (*ThExpressionCheckFunc) (ThRecording  *recording,
                                           const char   *text,
                                           guint        *begin,
                                           guint        *end,
                                           GError      **error);

#define TH_TYPE_EXPRESSION_FIELD (th_expression_field_get_type ())
G_DECLARE_FINAL_TYPE (ThExpressionField, th_expression_field, TH, EXPRESSION_FIELD, GtkBox)

/* @label is the name for screen readers. */
GtkWidget  *th_expression_field_new      (ThRecording           *recording,
                                          ThExpressionCheckFunc  check,
                                          const char            *label,
                                          const char            *placeholder);
const char *th_expression_field_get_text (ThExpressionField     *self);
void        th_expression_field_set_text (ThExpressionField     *self,
                                          const char            *text);
/* What is wrong with the text; NULL if it is valid. */
const char *th_expression_field_get_mistake (ThExpressionField  *self);

G_END_DECLS
