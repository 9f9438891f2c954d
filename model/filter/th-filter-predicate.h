/* th-filter-predicate.h - one test, compiled for one event type
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-filter-ast.h"

G_BEGIN_DECLS

struct _FilterArithTest;

typedef enum
{
  PREDICATE_INT,
  PREDICATE_DOUBLE,
  PREDICATE_NAMES,  /* compares the names of flags and symbolic values with a text */
  PREDICATE_SYMBOL, /* compares the name of the code at an address with a text */
  PREDICATE_TEXT,
  PREDICATE_BYTES,  /* whether an array is not empty */
  PREDICATE_PAIR_INT,
  PREDICATE_PAIR_TEXT,
  PREDICATE_ARITH
} PredicateKind;

typedef struct
{
  PredicateKind  kind;
  const ThField *field; /* NULL: something that every event has */
  union
  {
    const ThField           *other; /* of a pair */
    struct _FilterArithTest *arith; /* of an ARITH */
  };
  FilterIntTest  test;
} FilterPredicate;

/* How well a test fits an event type, the best last. */
typedef enum
{
  FIT_LACKS,    /* there is no such field */
  FIT_KIND,     /* the field cannot be compared like this */
  FIT_FRACTION, /* it takes whole numbers only */
  FIT_NUMBER,   /* it is a number, and is compared with a text */
  FIT_TEXT,     /* it is a text, and is compared with a number */
  FIT_NAME,     /* its values have names, but none has this one */
  FIT_OK
} FilterFit;

/* @table is lent.  The predicate must be cleared whatever this returns. */
FilterFit filter_predicate_init  (FilterPredicate    *predicate,
                                  const FilterLeaf   *leaf,
                                  const ThFieldTable *table);
void      filter_predicate_clear (FilterPredicate    *predicate);
/* Compiles a comparison with numbers, from the items of @leaf. */
FilterFit filter_int_test_init   (FilterIntTest      *test,
                                  const FilterLeaf   *leaf,
                                  gboolean            is_signed,
                                  const ThField      *field);

G_END_DECLS
