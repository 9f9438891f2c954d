/* th-caret-context.h - where the caret is in an expression, and what may follow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The text before the caret is cut into tokens, and a walk over these finds out what
 * may come next, and which event types the conditions before the caret leave.
 */
#pragma once

#include "th-filter-token.h"
#include "th-filter-types.h"

G_BEGIN_DECLS

typedef enum
{
  SPOT_NOTHING,
  SPOT_CONDITION,
  SPOT_OPERATOR,   /* behind a field, or what is compared with one */
  SPOT_VALUE,
  SPOT_TERM,       /* what something is computed with */
  SPOT_LIST,       /* where "{" must stand */
  SPOT_LIST_VALUE,
  SPOT_LIST_NEXT,  /* "," or "}" */
  SPOT_NEXT        /* behind a condition */
} FilterPlace;

typedef struct
{
  FilterPlace place;
  char       *field;   /* that a value or an operator is for; NULL: a constant */
  gboolean    in_sum;  /* it is computed with */
  FilterOp    op;
  guint       depth;   /* of open parentheses */
  GArray     *types;   /* of FilterTypes: one of these, if there are any */
  guint       begin;   /* what of the text a word replaces */
  guint       end;
  char       *word;    /* what is there before the caret, without quotes */
  gboolean    quoted;
} FilterSpot;

void     filter_spot_init      (FilterSpot       *spot,
                                ThRecording      *recording,
                                const char       *text,
                                guint             caret);
void     filter_spot_clear     (FilterSpot       *spot);
/* Whether events of @type can be where the spot is. */
gboolean filter_spot_has_type  (const FilterSpot *spot,
                                ThRecording      *recording,
                                guint             type);

G_END_DECLS
