/* th-filter-typecheck.h - what the files of the type check share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-filter-predicate.h"
#include "th-filter-private.h"

G_BEGIN_DECLS

typedef struct
{
  ThFilter *filter;
  guint     n_types;
  gboolean  ticks;   /* the clock does not count ns */
  guint    *begin;
  guint    *end;
  GError  **error;
} Checker;

/* All set the error and its place, and return FALSE. */
gboolean check_fail         (Checker             *checker,
                             ThFilterError        code,
                             guint                begin,
                             guint                end,
                             const char          *format,
                             ...) G_GNUC_PRINTF (5, 6);
/* No such field, or with @alone no such event either. */
gboolean check_fail_unknown (Checker             *checker,
                             const FilterOperand *operand,
                             const guint8        *candidates,
                             gboolean             alone);
/* No such event, system or buffer. */
gboolean check_fail_missing (Checker             *checker,
                             FilterSubject        subject,
                             const char          *name,
                             guint                begin,
                             guint                end);
/* A word or a text against a number. */
gboolean check_fail_word    (Checker             *checker,
                             const FilterLeaf    *leaf,
                             const FilterConst   *constant);
/* A word or a number against a text. */
gboolean check_fail_quotes  (Checker             *checker,
                             const FilterLeaf    *leaf,
                             const FilterConst   *constant);
gboolean check_fail_fit     (Checker             *checker,
                             const FilterLeaf    *leaf,
                             const guint8        *candidates,
                             FilterFit            fit,
                             const ThField       *field);
/* Sets the subject of a field that every event has; FALSE if it is none. */
gboolean check_resolve_builtin (FilterOperand    *operand);
/* Sets the subject of a word; FALSE if none of the candidates knows it. */
gboolean check_resolve_word (Checker             *checker,
                             const guint8        *candidates,
                             FilterOperand       *operand);
/* @operand, a number beside @left. */
gboolean check_number       (Checker             *checker,
                             const FilterOperand *left,
                             const FilterOperand *operand,
                             FilterConst         *constant);
/* The constants on the right. */
gboolean check_constants    (Checker             *checker,
                             FilterLeaf          *leaf);
/* A test with a sum (th-filter-typecheck-arith.c). */
gboolean check_arith          (Checker      *checker,
                               FilterLeaf   *leaf,
                               const guint8 *candidates);
/* That there is an event of these patterns. */
gboolean check_types        (Checker             *checker,
                             const FilterLeaf    *leaf);

G_END_DECLS
