/* th-filter-predicate.h - a test, compiled for an event type
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
  PREDICATE_SYMBOL, /* compares the symbol of an address with a text */
  PREDICATE_TEXT,
  PREDICATE_BYTES,  /* tests that an array is not empty */
  PREDICATE_PAIR_INT,
  PREDICATE_PAIR_TEXT,
  PREDICATE_ARITH
} PredicateKind;

typedef struct
{
  PredicateKind  kind;
  const ThField *field; /* NULL: a field that every event has */
  union
  {
    const ThField           *other; /* of a pair */
    struct _FilterArithTest *arith; /* of an ARITH */
  };
  FilterIntTest  test;
} FilterPredicate;

/* How well a test fits an event type, from worst to best. */
typedef enum
{
  FIT_LACKS,    /* there is no such field */
  FIT_KIND,     /* the field cannot be compared like this */
  FIT_FRACTION, /* the field has only integers */
  FIT_NUMBER,   /* a number is compared with a text */
  FIT_TEXT,     /* a text is compared with a number */
  FIT_NAME,     /* the values have names, but this is none of them */
  FIT_OK
} FilterFit;

/* Takes no reference to @table.  The predicate must be cleared in any case. */
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
