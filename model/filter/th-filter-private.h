/* th-filter-private.h - makes filters: what th-filter.c calls, and what others make with it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The lexer cuts a text into tokens (th-filter-lexer.c), and the parser makes a tree of
 * tests of them (th-filter-parser.c).  The type check (th-filter-typecheck.c) finds out
 * what each test is about, by the event types that it can match.  An evaluator
 * (th-filter-evaluator.c) decides blocks of 64 rows by their columns; rows that these
 * leave open are decided by their payloads (th-filter-eval-row.c), where a test is
 * compiled for each event type on the first row of that type (th-filter-predicate.c).
 */
#pragma once

#include "th-filter-ast.h"

G_BEGIN_DECLS

/* Returns a filter without a tree, which lets everything through; NULL with @error set
 * if @text is too long or is not UTF-8. */
ThFilter *filter_new_empty    (ThRecording  *recording,
                               const char   *text,
                               guint        *begin,
                               guint        *end,
                               GError      **error);
/* Returns a filter whose value th-expression.c reads; an empty text is an error. */
ThFilter *filter_new_of_value (ThRecording  *recording,
                               const char   *text,
                               guint        *begin,
                               guint        *end,
                               GError      **error);
/* Makes @self let through only what both let through.  Takes the tests of @other, to
 * which nobody else may hold a reference, and frees it. */
void      filter_join         (ThFilter     *self,
                               ThFilter     *other);

/* Parses the text of @self into a tree.  FALSE with @error, @begin and @end set. */
gboolean  filter_parse        (ThFilter     *self,
                               guint        *begin,
                               guint        *end,
                               GError      **error);
/* Type-checks the tree of @self.  FALSE with @error, @begin and @end set. */
gboolean  filter_check        (ThFilter     *self,
                               guint        *begin,
                               guint        *end,
                               GError      **error);

G_END_DECLS
