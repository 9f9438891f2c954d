/* th-filter-private.h - construction of filters, shared by the files of the filter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The lexer splits a text into tokens (th-filter-lexer.c), and the parser builds a tree of
 * tests from them (th-filter-parser.c).  The type check (th-filter-typecheck.c) resolves the
 * operands of each test, by the event types that it can match.  An evaluator
 * (th-filter-evaluator.c) decides blocks of 64 rows by their columns; the remaining rows are
 * decided by their payloads (th-filter-eval-row.c), for which a test is compiled for each
 * event type at the first row of that type (th-filter-predicate.c).
 */
#pragma once

#include "th-filter-ast.h"

G_BEGIN_DECLS

/* Returns a filter without a tree, which passes everything; NULL with @error set if @text is too
 * long or not UTF-8. */
ThFilter *filter_new_empty    (ThRecording  *recording,
                               const char   *text,
                               guint        *begin,
                               guint        *end,
                               GError      **error);
/* Returns a filter for th-expression.c, which reads its value; an empty text is an error. */
ThFilter *filter_new_of_value (ThRecording  *recording,
                               const char   *text,
                               guint        *begin,
                               guint        *end,
                               GError      **error);
/* Makes @self pass only what both filters pass.  Takes the tests of @other, which must have no
 * other reference, and frees it. */
void      filter_join         (ThFilter     *self,
                               ThFilter     *other);

/* Parses the text of @self into a tree.  Returns FALSE with @error, @begin and @end set if it
 * is invalid. */
gboolean  filter_parse        (ThFilter     *self,
                               guint        *begin,
                               guint        *end,
                               GError      **error);
/* Type-checks the tree of @self.  Returns FALSE with @error, @begin and @end set if it is
 * invalid. */
gboolean  filter_check        (ThFilter     *self,
                               guint        *begin,
                               guint        *end,
                               GError      **error);

G_END_DECLS
