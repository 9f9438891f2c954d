/* th-filter-predicate.c - compiles one test for one event type
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-arith-eval.h"
#include "th-filter-predicate.h"

#define SIGN_BIT (G_GUINT64_CONSTANT (1) << 63)

/* --- ranges ------------------------------------------------------------ */

static void
test_add (FilterIntTest *test,
          guint64        low,
          guint64        high)
{
  FilterRange range = { low, high - low };

  if (test->n == 0)
    test->one = range;
  else
    {
      test->more = g_renew (FilterRange, test->more, test->n + 1);
      if (test->n == 1)
        test->more[0] = test->one;
      test->more[test->n] = range;
    }

  test->n++;
}

/* Computes the key of a constant; returns -1 or 1 if it is below or above the range of 64
 * bits. */
static int
const_key (const FilterConst *constant,
           gboolean           is_signed,
           guint64           *key)
{
  *key = constant->negative ? -constant->magnitude : constant->magnitude;
  if (!is_signed)
    return constant->negative && constant->magnitude > 0 ? -1 : 0;

  *key ^= SIGN_BIT;
  if (constant->negative)
    return constant->magnitude > SIGN_BIT ? -1 : 0;
  return constant->magnitude >= SIGN_BIT ? 1 : 0;
}

/* Adds all keys for which the comparison @op with the constant holds. */
static void
test_add_compare (FilterIntTest     *test,
                  FilterOp           op,
                  const FilterConst *constant,
                  gboolean           is_signed)
{
  guint64 key;
  int side = const_key (constant, is_signed, &key);
  gboolean below = op == OP_LT || op == OP_LE;
  gboolean strict = op == OP_LT || op == OP_GT;

  if (!filter_op_is_order (op))
    {
      if (side == 0)
        test_add (test, key, key);
    }
  else if (side != 0)
    {
      if ((side > 0) == below)
        test_add (test, 0, G_MAXUINT64);
    }
  else if (below && !(strict && key == 0))
    test_add (test, 0, strict ? key - 1 : key);
  else if (!below && !(strict && key == G_MAXUINT64))
    test_add (test, strict ? key + 1 : key, G_MAXUINT64);
}

static void
test_add_range (FilterIntTest     *test,
                const FilterConst *low,
                const FilterConst *high,
                gboolean           is_signed)
{
  guint64 from, to;
  int from_side = const_key (low, is_signed, &from);
  int to_side = const_key (high, is_signed, &to);

  if (from_side > 0 || to_side < 0)
    return;
  if (from_side < 0)
    from = 0;
  if (to_side > 0)
    to = G_MAXUINT64;
  if (from <= to)
    test_add (test, from, to);
}

/* --- names ------------------------------------------------------------- */

static gboolean
const_from_value (guint64      value,
                  gboolean     is_signed,
                  FilterConst *constant)
{
  constant->negative = is_signed && (gint64) value < 0;
  constant->magnitude = constant->negative ? -value : value;
  return TRUE;
}

/* Finds the @nth value of @field with the name in @constant. */
static gboolean
find_name (const ThField     *field,
           const FilterConst *constant,
           gboolean           is_signed,
           guint              nth,
           FilterConst       *found)
{
  for (guint i = 0; field != NULL && i < field->n_values; i++)
    if (strcmp (field->values[i].name, constant->word) == 0 && nth-- == 0)
      return const_from_value (field->values[i].value, is_signed, found);

  if (nth > 0 || (constant->quoted && constant->quote != '\''))
    return FALSE;

  /* In trace-cmd, a quoted character stands for its code. */
  if (constant->quoted)
    return strlen (constant->word) == 1 &&
           const_from_value ((guchar) constant->word[0], is_signed, found);

  if (strcmp (constant->word, "true") == 0 || strcmp (constant->word, "false") == 0)
    return field != NULL && field->flags & TH_FIELD_BOOL &&
           const_from_value (constant->word[0] == 't', is_signed, found);

  return FALSE;
}

static FilterFit
fit_of_word (const ThField     *field,
             const FilterConst *constant)
{
  if (field != NULL && field->n_values > 0)
    return FIT_NAME;

  return constant->quoted ? FIT_NUMBER : FIT_KIND;
}

static FilterFit
test_add_item (FilterIntTest    *test,
               const FilterLeaf *leaf,
               const FilterItem *item,
               gboolean          is_signed,
               const ThField    *field)
{
  FilterConst low = item->low, high = item->high;
  FilterOp op = leaf->op == OP_ANY || leaf->op == OP_NE || leaf->op == OP_IN ? OP_EQ : leaf->op;

  if (low.has_fraction || high.has_fraction)
    return FIT_FRACTION;
  if (low.word != NULL && !find_name (field, &item->low, is_signed, 0, &low))
    return fit_of_word (field, &item->low);
  if (item->is_range && high.word != NULL && !find_name (field, &item->high, is_signed, 0, &high))
    return fit_of_word (field, &item->high);

  if (leaf->op == OP_ANY)
    test->mask |= low.negative ? -low.magnitude : low.magnitude;
  else if (item->is_range)
    test_add_range (test, &low, &high, is_signed);
  else
    {
      test_add_compare (test, op, &low, is_signed);
      /* Two values may share a name. */
      for (guint i = 1;
           low.word != NULL && op == OP_EQ && find_name (field, &item->low, is_signed, i, &low);
           i++)
        test_add_compare (test, op, &low, is_signed);
    }

  return FIT_OK;
}

FilterFit
filter_int_test_init (FilterIntTest    *test,
                      const FilterLeaf *leaf,
                      gboolean          is_signed,
                      const ThField    *field)
{
  is_signed = is_signed && !leaf->is_unsigned;
  *test = (FilterIntTest) { .flip = is_signed ? SIGN_BIT : 0,
                            .negate = leaf->op == OP_NE || leaf->op == OP_THERE };

  if (leaf->op == OP_THERE)
    test_add (test, test->flip, test->flip);

  for (guint i = 0; i < leaf->items->len; i++)
    {
      FilterFit fit = test_add_item (test, leaf, &g_array_index (leaf->items, FilterItem, i),
                                     is_signed, field);

      if (fit != FIT_OK)
        {
          g_clear_pointer (&test->more, g_free);
          return fit;
        }
    }

  /* A mask of 0 has no bit in common with any value, and would be taken for ranges: the test
   * never matches. */
  return FIT_OK;
}

/* --- fields ------------------------------------------------------------ */

static gboolean
is_text (const ThField *field)
{
  return field->kind == TH_FIELD_STRING || field->kind == TH_FIELD_DYNAMIC_STRING;
}

static gboolean
is_int (const ThField *field)
{
  return field->kind == TH_FIELD_INT || field->kind == TH_FIELD_POINTER ||
         field->kind == TH_FIELD_SYMBOL;
}

static gboolean
only_words (const FilterLeaf *leaf)
{
  for (guint i = 0; i < leaf->items->len; i++)
    if (g_array_index (leaf->items, FilterItem, i).low.word == NULL ||
        g_array_index (leaf->items, FilterItem, i).is_range)
      return FALSE;

  return leaf->items->len > 0;
}

static gboolean
only_quoted (const FilterLeaf *leaf)
{
  for (guint i = 0; i < leaf->items->len; i++)
    if (!g_array_index (leaf->items, FilterItem, i).low.quoted)
      return FALSE;

  return only_words (leaf);
}

/* Whether a number is an address of code. */
static gboolean
is_code (const FilterLeaf *leaf,
         const ThField    *field)
{
  return field->kind == TH_FIELD_POINTER || field->kind == TH_FIELD_SYMBOL ||
         (leaf->is_unsigned && field->size == 8 && field->type_name != NULL &&
          strstr (field->type_name, "long") != NULL);
}

static FilterFit
init_number (FilterPredicate  *predicate,
             const FilterLeaf *leaf)
{
  const ThField *field = predicate->field;
  gboolean as_text = filter_op_is_text (leaf->op);

  if (is_code (leaf, field) && leaf->text != NULL && (as_text || only_words (leaf)))
    {
      predicate->kind = PREDICATE_SYMBOL;
      return FIT_OK;
    }
  if (as_text)
    {
      predicate->kind = PREDICATE_NAMES;
      return field->n_values > 0 ? FIT_OK : FIT_NUMBER;
    }

  predicate->kind = PREDICATE_INT;
  return filter_int_test_init (&predicate->test, leaf, field->flags & TH_FIELD_SIGNED, field);
}

/* The number of a function means nothing to the user. */
static FilterFit
init_function (FilterPredicate  *predicate,
               const FilterLeaf *leaf)
{
  predicate->kind = PREDICATE_SYMBOL;
  if (filter_op_is_text (leaf->op))
    return FIT_OK;
  if (filter_op_is_order (leaf->op) || leaf->op == OP_ANY)
    return FIT_KIND;

  return leaf->op == OP_THERE || (leaf->text != NULL && only_words (leaf)) ? FIT_OK : FIT_TEXT;
}

static FilterFit
init_text (FilterPredicate  *predicate,
           const FilterLeaf *leaf)
{
  predicate->kind = PREDICATE_TEXT;
  if (leaf->op == OP_THERE || filter_op_is_text (leaf->op))
    return FIT_OK;
  if (filter_op_is_order (leaf->op) || leaf->op == OP_ANY)
    return FIT_KIND;

  return only_quoted (leaf) ? FIT_OK : FIT_TEXT;
}

static FilterFit
init_double (FilterPredicate  *predicate,
             const FilterLeaf *leaf)
{
  const FilterItem *item = leaf->items->len > 0 ? &g_array_index (leaf->items, FilterItem, 0)
                                                : NULL;

  predicate->kind = PREDICATE_DOUBLE;
  if (leaf->op == OP_THERE)
    return FIT_OK;
  if (item == NULL || filter_op_is_text (leaf->op) || leaf->op == OP_ANY || leaf->op == OP_IN)
    return FIT_KIND;

  return item->low.word == NULL ? FIT_OK : FIT_NUMBER;
}

/* Finds the field of an operand of a pair; other operands apply to every event. */
static FilterFit
pair_kind (const FilterOperand *operand,
           const ThFieldTable  *table,
           const ThField      **field,
           gboolean            *text)
{
  *field = NULL;
  if (operand->subject != SUBJECT_FIELD)
    {
      *text = !filter_subject_is_int (operand->subject);
      return FIT_OK;
    }

  *field = th_field_table_find (table, operand->field);
  if (*field == NULL)
    return FIT_LACKS;

  *text = is_text (*field);
  return *text || is_int (*field) ? FIT_OK : FIT_KIND;
}

static FilterFit
init_pair (FilterPredicate    *predicate,
           const FilterLeaf   *leaf,
           const ThFieldTable *table)
{
  gboolean text, other_text;
  FilterFit fit = pair_kind (&leaf->left, table, &predicate->field, &text);

  if (fit == FIT_OK)
    fit = pair_kind (&leaf->right, table, &predicate->other, &other_text);
  if (fit != FIT_OK)
    return fit;
  if (text != other_text)
    return FIT_KIND;
  if (filter_op_is_text (leaf->op) || leaf->op == OP_IN ||
      (text && leaf->op != OP_EQ && leaf->op != OP_NE))
    return FIT_KIND;

  predicate->kind = text ? PREDICATE_PAIR_TEXT : PREDICATE_PAIR_INT;
  return FIT_OK;
}

FilterFit
filter_predicate_init (FilterPredicate    *predicate,
                       const FilterLeaf   *leaf,
                       const ThFieldTable *table)
{
  FilterFit fit;

  *predicate = (FilterPredicate) { 0, };
  if (leaf->arith != NULL)
    {
      predicate->kind = PREDICATE_ARITH;
      predicate->arith = filter_arith_test_new (leaf, table, NULL, &fit, &predicate->field);
      return fit;
    }
  if (leaf->is_pair)
    return init_pair (predicate, leaf, table);

  predicate->field = th_field_table_find (table, leaf->left.field);
  if (predicate->field == NULL)
    return FIT_LACKS;
  if (is_int (predicate->field))
    return init_number (predicate, leaf);
  if (is_text (predicate->field))
    return init_text (predicate, leaf);
  if (predicate->field->kind == TH_FIELD_FUNCTION)
    return init_function (predicate, leaf);
  if (predicate->field->kind == TH_FIELD_DOUBLE)
    return init_double (predicate, leaf);

  predicate->kind = PREDICATE_BYTES;
  return leaf->op == OP_THERE ? FIT_OK : FIT_KIND;
}

void
filter_predicate_clear (FilterPredicate *predicate)
{
  g_clear_pointer (&predicate->test.more, g_free);
  if (predicate->kind == PREDICATE_ARITH)
    g_clear_pointer (&predicate->arith, filter_arith_test_free);
}
