/* th-filter-arith.h - arithmetic expressions: the tree, and numbers known in advance
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-filter-ast.h"

G_BEGIN_DECLS

/* Takes ownership of the parts; @right is NULL for a unary operator. */
FilterArith  *filter_arith_new     (FilterArithKind kind,
                                    FilterArith    *left,
                                    FilterArith    *right);
void        filter_arith_free    (FilterArith     *self);
/* Replaces an operation on numbers by its result, if that is exact and its unit is
 * clear. */
void        filter_arith_fold    (FilterArith     *self);
/* Returns whether the result is a time or a duration (th-filter-typecheck-arith.c). */
gboolean    filter_arith_is_time (const FilterArith *self);
/* Calls @func for each value, from left to right, until it returns FALSE. */
gboolean    filter_arith_foreach (FilterArith     *self,
                                  gboolean     (*func) (FilterArith *value,
                                                        gpointer   data),
                                  gpointer       data);

/* --- th-filter-arith-ops.c ---------------------------------------------- */

/* Applies one operator, exactly in 128 bits.  Returns FALSE if there is no result.  Unary
 * operators ignore @b. */
gboolean    filter_arith_apply          (FilterArithKind kind,
                                         __int128        a,
                                         __int128        b,
                                         __int128       *value);
/* Does the same as trace-cmd does: unsigned in 64 bits. */
gboolean    filter_arith_apply_wrapping (FilterArithKind kind,
                                         __int128        a,
                                         __int128        b,
                                         __int128       *value);

G_END_DECLS
