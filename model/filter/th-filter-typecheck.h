/* th-filter-typecheck.h - declarations shared by the files of the type check
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

/* These functions set the error and its position, and return FALSE. */
gboolean check_fail         (Checker             *checker,
                             ThFilterError        code,
                             guint                begin,
                             guint                end,
                             const char          *format,
                             ...) G_GNUC_PRINTF (5, 6);
/* There is no such field; with @alone there is no such event either. */
gboolean check_fail_unknown (Checker             *checker,
                             const FilterOperand *operand,
                             const guint8        *candidates,
                             gboolean             alone);
/* There is no such event, system, buffer or recording. */
gboolean check_fail_missing (Checker             *checker,
                             FilterSubject        subject,
                             const char          *name,
                             guint                begin,
                             guint                end);
/* A number is compared with a word or a text. */
gboolean check_fail_word    (Checker             *checker,
                             const FilterLeaf    *leaf,
                             const FilterConst   *constant);
/* A text is compared with a word or a number. */
gboolean check_fail_quotes  (Checker             *checker,
                             const FilterLeaf    *leaf,
                             const FilterConst   *constant);
/* Fails if the columns of flows never contain this word. */
gboolean check_flow_word    (Checker             *checker,
                             const FilterLeaf    *leaf,
                             const FilterConst   *constant);
gboolean check_fail_fit     (Checker             *checker,
                             const FilterLeaf    *leaf,
                             const guint8        *candidates,
                             FilterFit            fit,
                             const ThField       *field);
/* Sets the subject of a field that every event has.  Returns FALSE if it is not one. */
gboolean check_resolve_builtin (FilterOperand    *operand);
/* Sets the subject of a word.  Returns FALSE if no event, flow or candidate type has that name. */
gboolean check_resolve_word (Checker             *checker,
                             const guint8        *candidates,
                             FilterOperand       *operand);
/* Converts the number @operand to the unit of @left. */
gboolean check_number       (Checker             *checker,
                             const FilterOperand *left,
                             const FilterOperand *operand,
                             FilterConst         *constant);
/* Reads the constants on the right side. */
gboolean check_constants    (Checker             *checker,
                             FilterLeaf          *leaf);
/* Checks a test with arithmetic (th-filter-typecheck-arith.c). */
gboolean check_arith          (Checker      *checker,
                               FilterLeaf   *leaf,
                               const guint8 *candidates);
/* Checks that the recording has an event type that matches. */
gboolean check_types        (Checker             *checker,
                             const FilterLeaf    *leaf);

G_END_DECLS
