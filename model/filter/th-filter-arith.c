/* th-filter-arith.c - the tree of an arithmetic expression, and constant folding
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-arith.h"

#define NANO 1000000000

FilterArith *
filter_arith_new (FilterArithKind kind,
                  FilterArith    *left,
                  FilterArith    *right)
{
  FilterArith *self = g_new0 (FilterArith, 1);

  self->kind = kind;
  self->left = left;
  self->right = right;
  if (left != NULL)
    self->begin = left->begin;
  if (right != NULL)
    self->end = right->end;
  else if (left != NULL)
    self->end = left->end;

  return self;
}

void
filter_arith_free (FilterArith *self)
{
  if (self == NULL)
    return;

  filter_arith_free (self->left);
  filter_arith_free (self->right);
  g_free (self->operand.text);
  g_free (self);
}

gboolean
filter_arith_foreach (FilterArith  *self,
                      gboolean  (*func) (FilterArith *value,
                                         gpointer   data),
                      gpointer    data)
{
  if (self == NULL)
    return TRUE;
  if (self->kind == ARITH_VALUE)
    return func (self, data);

  return filter_arith_foreach (self->left, func, data) &&
         filter_arith_foreach (self->right, func, data);
}

/* --- numbers ----------------------------------------------------------- */

static gboolean
is_number (const FilterArith *self)
{
  return self != NULL && self->kind == ARITH_VALUE && self->operand.kind == OPERAND_NUMBER;
}

/* Converts a number to the smallest unit; FALSE if it is not a multiple of that. */
static gboolean
get_whole (const FilterNumber *number,
           __int128           *whole)
{
  guint64 scale = MAX (number->scale, 1);
  unsigned __int128 part = (unsigned __int128) number->nano * scale;

  if (part % NANO != 0)
    return FALSE;

  *whole = (__int128) number->whole * scale + (__int128) (part / NANO);
  *whole = number->negative ? -*whole : *whole;
  return TRUE;
}

/* A number without a unit may turn out to be in seconds if it is combined with a time, so sums
 * of numbers with and without a unit are not folded.  A product has a unit if one factor has; a
 * quotient of two numbers with units has none. */
static gboolean
fold_unit (const FilterArith *self,
           FilterNumber      *number)
{
  const FilterNumber *a = &self->left->operand.number;
  const FilterNumber *b = self->right != NULL ? &self->right->operand.number : a;
  gboolean same = (a->scale > 0) == (b->scale > 0) && a->is_time == b->is_time;
  gboolean has_unit = a->scale > 0;

  switch (self->kind)
    {
    case ARITH_MULTIPLY:
      if (a->scale > 0 && b->scale > 0)
        return FALSE;
      has_unit = a->scale > 0 || b->scale > 0;
      break;
    case ARITH_DIVIDE:
      if (b->scale > 0 && !same)
        return FALSE;
      has_unit = a->scale > 0 && b->scale == 0;
      break;
    case ARITH_LEFT:
    case ARITH_RIGHT:
      if (b->scale > 0)
        return FALSE;
      break;
    default:
      if (!same)
        return FALSE;
    }

  number->scale = has_unit ? 1 : 0;
  number->is_time = has_unit && (a->is_time || b->is_time);
  return TRUE;
}

void
filter_arith_fold (FilterArith *self)
{
  FilterNumber number = { 0, };
  __int128 a, b = 0, value;

  if (self->kind == ARITH_VALUE || !is_number (self->left) ||
      (self->right != NULL && !is_number (self->right)))
    return;
  if (!get_whole (&self->left->operand.number, &a) ||
      (self->right != NULL && !get_whole (&self->right->operand.number, &b)) ||
      !fold_unit (self, &number) || !filter_arith_apply (self->kind, a, b, &value) ||
      value > G_MAXUINT64 || -value > G_MAXUINT64)
    return;

  number.negative = value < 0;
  number.whole = number.negative ? -value : value;
  g_clear_pointer (&self->left, filter_arith_free);
  g_clear_pointer (&self->right, filter_arith_free);
  self->kind = ARITH_VALUE;
  self->operand = (FilterOperand) { .kind = OPERAND_NUMBER, .begin = self->begin, .end = self->end,
                                    .number = number };
}
