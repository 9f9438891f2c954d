/* th-format-fields.h - the fields of an event format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-event-format.h"
#include "th-print-lex.h"

G_BEGIN_DECLS

/* Reads the fields.  @lexer must be at the start of the text, and is afterwards at the end
 * of the fields. */
gboolean             th_format_read_fields (ThEventFormat       *event,
                                            ThLexer             *lexer,
                                            guint                long_size);
/* The field called @name, or NULL. */
const ThFormatField *th_format_find_field  (const ThEventFormat *event,
                                            const char          *name,
                                            gboolean             with_common);

G_END_DECLS
