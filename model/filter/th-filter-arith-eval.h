/* th-filter-arith-eval.h - arithmetic, compiled for one event type or for flows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-filter-arith.h"
#include "th-filter-flow-names.h"
#include "th-filter-predicate.h"

G_BEGIN_DECLS

/* One step pushes a value on the stack, or applies an operator to the top of it. */
typedef struct
{
  FilterArithKind    kind;
  FilterSubject    subject; /* of a VALUE; NONE: a number */
  const ThField   *field;
  FilterFlowColumn flow;
  __int128         number;
} FilterStep;

/* With @wraps, computes like trace-cmd: unsigned in 64 bits, modulo 2^64.  Otherwise the result
 * is exact in 128 bits, or there is none. */
typedef struct
{
  gboolean    wraps;
  guint       n_steps;
  FilterStep *steps;
} FilterProgram;

/* Compares a value with others: with one, or with alternating lows and highs of "in" (a high
 * without steps means a single value).  Without others, the value must not be 0. */
struct _FilterArithTest
{
  FilterOp      op;
  FilterProgram left;
  guint         n_others;
  FilterProgram others[];
};

/* Reads the value of @step; FALSE if there is none. */
typedef gboolean (*FilterReadFunc) (const FilterStep *step,
                                    __int128         *value,
                                    gpointer          data);

/* Compiles the test for events of @table, or for flows of @results, without taking a reference.
 * Returns NULL with *@fit set if they lack something. */
FilterArithTest *filter_arith_test_new   (const FilterLeaf   *leaf,
                                          const ThFieldTable *table,
                                          ThResults          *results,
                                          FilterFit          *fit,
                                          const ThField     **wrong);
void           filter_arith_test_free  (FilterArithTest       *self);
gboolean       filter_arith_test_match (const FilterArithTest *self,
                                        FilterReadFunc         read,
                                        gpointer               data);
/* Computes the value on the left.  Returns FALSE if there is none. */
gboolean       filter_program_run    (const FilterProgram *self,
                                      FilterReadFunc       read,
                                      gpointer             data,
                                      __int128            *value);

G_END_DECLS
