/* th-expression-field.h - a field of a form for an expression: words are offered, and what is wrong
 * is told
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It is shown as th-expression-entry.h has it, and under the entry a line says what is
 * wrong; neither while words are offered (th-completion-popup.h), for what is half
 * written need not be told to be wrong.  An empty text is no mistake.
 *
 * Signals: "changed", "activate" as of GtkEntry.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-recording.h"

G_BEGIN_DECLS

/* FALSE with the rest set; places are bytes of @text. */
typedef gboolean (*ThExpressionCheckFunc) (ThRecording  *recording,
                                           const char   *text,
                                           guint        *begin,
                                           guint        *end,
                                           GError      **error);

#define TH_TYPE_EXPRESSION_FIELD (th_expression_field_get_type ())
G_DECLARE_FINAL_TYPE (ThExpressionField, th_expression_field, TH, EXPRESSION_FIELD, GtkBox)

/* @label: what a screen reader says. */
GtkWidget  *th_expression_field_new      (ThRecording           *recording,
                                          ThExpressionCheckFunc  check,
                                          const char            *label,
                                          const char            *placeholder);
const char *th_expression_field_get_text (ThExpressionField     *self);
void        th_expression_field_set_text (ThExpressionField     *self,
                                          const char            *text);
/* What is wrong with the text; NULL: nothing. */
const char *th_expression_field_get_mistake (ThExpressionField  *self);

G_END_DECLS
