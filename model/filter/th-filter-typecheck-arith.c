/* th-filter-typecheck-arith.c - type-checks arithmetic
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-filter-arith-eval.h"
#include "th-filter-flow-terms.h"
#include "th-filter-typecheck.h"

/* --- names ------------------------------------------------------------- */

typedef struct
{
  Checker      *checker;
  const guint8 *candidates;
  FilterLeaf   *leaf;
  guint         n_flow;   /* number of values of flows */
  guint         n_event;  /* number of values of events */
  FilterArith    *name;     /* the first word that is not a field */
} Values;

static gboolean
is_text (const FilterOperand *operand)
{
  if (operand->subject == SUBJECT_FLOW)
    return filter_flow_is_text (operand->column);

  return operand->subject != SUBJECT_FIELD && !filter_subject_is_int (operand->subject);
}

static gboolean
resolve (FilterArith *value,
         gpointer     data)
{
  Values *values = data;
  FilterOperand *operand = &value->operand;

  if (operand->kind == OPERAND_NUMBER)
    return TRUE;
  if (operand->kind == OPERAND_TEXT)
    return check_fail (values->checker, TH_FILTER_ERROR_TYPE, operand->begin, operand->end,
                       _("Text cannot be used in arithmetic"));

  if (!check_resolve_word (values->checker, values->candidates, operand))
    {
      operand->subject = SUBJECT_NAME;
      values->name = values->name != NULL ? values->name : value;
      return TRUE;
    }
  if (is_text (operand))
    return check_fail (values->checker, TH_FILTER_ERROR_TYPE, operand->begin, operand->end,
                       _("“%s” is text, which cannot be used in arithmetic"), operand->text);

  if (operand->subject == SUBJECT_FLOW)
    values->n_flow++;
  else
    values->n_event++;
  return TRUE;
}

static gboolean
fail_name (Values *values)
{
  const FilterOperand *name = &values->name->operand;

  if (values->checker->filter->of_flows)
    return check_fail (values->checker, TH_FILTER_ERROR_UNKNOWN, name->begin, name->end,
                       _("There is no column “%s” here"), name->text);

  return check_fail_unknown (values->checker, name, values->candidates, FALSE);
}

static gboolean
check_values (Values *values)
{
  FilterLeaf *leaf = values->leaf;

  if (!filter_arith_foreach (leaf->arith, resolve, values) ||
      !filter_arith_foreach (leaf->other, resolve, values))
    return FALSE;
  if (values->n_flow == 0 && values->n_event == 0 && values->name != NULL)
    return fail_name (values);
  if (values->n_flow == 0 && values->n_event == 0)
    return check_fail (values->checker, TH_FILTER_ERROR_TYPE, leaf->begin, leaf->end,
                       _("One side of a comparison must be a field of the event"));
  if (values->n_flow > 0 && values->n_event > 0)
    return check_fail (values->checker, TH_FILTER_ERROR_TYPE, leaf->begin, leaf->end,
                       _("Event fields and analysis results cannot be mixed in arithmetic"));

  return TRUE;
}

/* --- units ------------------------------------------------------------- */

typedef enum
{
  UNIT_OPEN,     /* a number without a unit, whose unit is not determined yet */
  UNIT_PLAIN,
  UNIT_DURATION, /* numbers combined with it are in ns */
  UNIT_TIME      /* numbers combined with it are in seconds, as with ts */
} Unit;

static gboolean
set_number (Checker     *checker,
            FilterArith *value,
            Unit         unit,
            const char  *text)
{
  const FilterOperand left = { .subject = unit == UNIT_TIME ? SUBJECT_TIME : unit == UNIT_DURATION
                               ? SUBJECT_FLOW : SUBJECT_FIELD,
                               .column = TH_COLUMN_DURATION, .text = (char *) text };
  FilterConst constant = { 0, };

  if (!check_number (checker, &left, &value->operand, &constant))
    return FALSE;
  if (constant.has_fraction)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, value->begin, value->end,
                       _("Arithmetic works on whole numbers only"));

  value->number = constant.negative ? -(__int128) constant.magnitude : constant.magnitude;
  return TRUE;
}

static Unit
unit_of_value (const FilterOperand *operand)
{
  if (operand->kind == OPERAND_NUMBER)
    return operand->number.scale == 0 ? UNIT_OPEN : operand->number.is_time ? UNIT_DURATION
                                                                            : UNIT_PLAIN;
  if (operand->subject == SUBJECT_TIME ||
      (operand->subject == SUBJECT_FLOW && operand->column == TH_COLUMN_TIME))
    return UNIT_TIME;

  return operand->subject == SUBJECT_FLOW && operand->column == TH_COLUMN_DURATION ? UNIT_DURATION
                                                                                   : UNIT_PLAIN;
}

/* The unit of the result.  The sum of times is a time, and so is the remainder of a
 * division of times; every other operation on a time yields a number of ns. */
static Unit
unit_of (const FilterArith *arith)
{
  Unit left, right;

  if (arith->kind == ARITH_VALUE)
    return unit_of_value (&arith->operand);

  left = unit_of (arith->left);
  if (arith->right == NULL)
    return arith->kind == ARITH_NEGATE ? left : UNIT_PLAIN;

  right = unit_of (arith->right);
  if (arith->kind == ARITH_ADD || arith->kind == ARITH_SUBTRACT)
    return MAX (left, right);
  if (arith->kind == ARITH_REMAINDER && left > UNIT_PLAIN && right > UNIT_PLAIN)
    return UNIT_DURATION;
  return UNIT_PLAIN;
}

gboolean
filter_arith_is_time (const FilterArith *self)
{
  return unit_of (self) > UNIT_PLAIN;
}

/* Sets the units of the numbers in @arith.  @beside: the unit of the value that it is added to
 * or compared with. */
static gboolean
set_numbers (Checker     *checker,
             FilterArith *arith,
             Unit         beside,
             const char  *text)
{
  Unit unit;

  if (arith->kind == ARITH_VALUE)
    return arith->operand.kind != OPERAND_NUMBER || set_number (checker, arith, beside, text);
  if (arith->kind == ARITH_ADD || arith->kind == ARITH_SUBTRACT || arith->kind == ARITH_NEGATE)
    {
      unit = MAX (unit_of (arith), beside);
      return set_numbers (checker, arith->left, unit, text) &&
             (arith->right == NULL || set_numbers (checker, arith->right, unit, text));
    }

  return set_numbers (checker, arith->left, UNIT_PLAIN, text) &&
         (arith->right == NULL || set_numbers (checker, arith->right, UNIT_PLAIN, text));
}

static gboolean
check_listed (Checker          *checker,
              const FilterLeaf *leaf)
{
  for (guint i = 0; i < 2 * leaf->items->len; i++)
    {
      const FilterItem *item = &g_array_index (leaf->items, FilterItem, i / 2);
      const FilterConst *constant = i % 2 == 0 ? &item->low : &item->high;

      if (constant->quoted)
        return check_fail (checker, TH_FILTER_ERROR_TYPE, constant->begin, constant->end,
                           _("“%s” is a number, not text"), leaf->left.text);
      if (constant->has_fraction)
        return check_fail (checker, TH_FILTER_ERROR_TYPE, constant->begin, constant->end,
                           _("Arithmetic works on whole numbers only"));
    }

  return TRUE;
}

static gboolean
check_units (Checker    *checker,
             FilterLeaf *leaf)
{
  Unit left = unit_of (leaf->arith);
  Unit right = leaf->other != NULL ? unit_of (leaf->other) : UNIT_PLAIN, unit = MAX (left, right);

  if (!set_numbers (checker, leaf->arith, unit, leaf->left.text) ||
      (leaf->other != NULL && !set_numbers (checker, leaf->other, unit, leaf->left.text)))
    return FALSE;

  /* The list is read in this unit; the caller then marks the left side as computed. */
  leaf->left.subject = unit == UNIT_TIME ? SUBJECT_TIME : SUBJECT_FIELD;
  return leaf->op != OP_IN || (check_constants (checker, leaf) && check_listed (checker, leaf));
}

/* --- fields ------------------------------------------------------------ */

typedef struct
{
  Checker      *checker;
  const guint8 *candidates;
} WrongField;

/* Reports the operand whose field does not fit; FALSE once it is found. */
static gboolean
complain_of_field (FilterArith *value,
                   gpointer     data)
{
  WrongField *wrong = data;
  const FilterOperand *operand = &value->operand;
  ThRecording *recording = wrong->checker->filter->recording;

  for (guint i = 0; operand->subject == SUBJECT_FIELD && i < wrong->checker->n_types; i++)
    {
      const ThFieldTable *table = wrong->candidates[i] ? th_recording_get_fields (recording, i)
                                                       : NULL;
      const ThField *field = table != NULL ? th_field_table_find (table, operand->field) : NULL;

      if (field == NULL)
        continue;
      if (field->kind == TH_FIELD_STRING || field->kind == TH_FIELD_DYNAMIC_STRING ||
          field->kind == TH_FIELD_FUNCTION)
        return check_fail (wrong->checker, TH_FILTER_ERROR_TYPE, operand->begin, operand->end,
                           _("“%s” is text, which cannot be used in arithmetic"), operand->text);
      if (field->kind == TH_FIELD_ARRAY || field->kind == TH_FIELD_DYNAMIC_ARRAY)
        return check_fail (wrong->checker, TH_FILTER_ERROR_TYPE, operand->begin, operand->end,
                           _("“%s” has many values and cannot be used in arithmetic"),
                           operand->text);
      if (field->kind == TH_FIELD_DOUBLE)
        return check_fail (wrong->checker, TH_FILTER_ERROR_TYPE, operand->begin, operand->end,
                           _("Arithmetic works on whole numbers only"));
      return TRUE;
    }

  return TRUE;
}

static gboolean
fail_all (Checker          *checker,
          const FilterLeaf *leaf)
{
  return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->begin, leaf->end,
                     _("Nothing has all the fields of “%.*s”"),
                     (int) (leaf->end - leaf->begin), checker->filter->text + leaf->begin);
}

/* Whether the best fit of all candidate types is good enough. */
static gboolean
check_types_fit (Values *values)
{
  Checker *checker = values->checker;
  FilterLeaf *leaf = values->leaf;
  WrongField wrong = { checker, values->candidates };
  FilterFit best = FIT_LACKS;

  for (guint i = 0; i < checker->n_types && best != FIT_OK; i++)
    {
      const ThFieldTable *table;
      FilterArithTest *test;
      FilterFit fit;

      if (!values->candidates[i])
        continue;
      table = th_recording_get_fields (checker->filter->recording, i);
      test = filter_arith_test_new (leaf, table, NULL, &fit, NULL);
      g_clear_pointer (&test, filter_arith_test_free);
      best = MAX (best, fit);
    }

  if (best == FIT_OK)
    return TRUE;
  if (best == FIT_NAME && values->name != NULL)
    return fail_name (values);
  if (!filter_arith_foreach (leaf->arith, complain_of_field, &wrong) ||
      !filter_arith_foreach (leaf->other, complain_of_field, &wrong))
    return FALSE;

  return fail_all (checker, leaf);
}

/* --- a test ------------------------------------------------------------ */

static gboolean
check_flows (Checker    *checker,
             FilterLeaf *leaf,
             Values     *values)
{
  if (values->name != NULL)
    return fail_name (values);

  leaf->flow_columns = filter_flow_list_arith (checker->filter, leaf);
  leaf->left.subject = SUBJECT_FLOW;
  leaf->left.column = TH_COLUMN_COUNT;
  if (leaf->flow_columns->len > 0)
    return TRUE;

  return fail_all (checker, leaf);
}

gboolean
check_arith (Checker      *checker,
             FilterLeaf   *leaf,
             const guint8 *candidates)
{
  Values values = { .checker = checker, .candidates = candidates, .leaf = leaf };

  g_free (leaf->left.text);
  leaf->left.text = g_strndup (checker->filter->text + leaf->arith->begin,
                               leaf->arith->end - leaf->arith->begin);
  if (filter_op_is_text (leaf->op))
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->begin, leaf->end,
                       _("“%s” is a number, not text"), leaf->left.text);
  if (!check_values (&values) || !check_units (checker, leaf))
    return FALSE;
  if (values.n_flow > 0)
    return check_flows (checker, leaf, &values);

  leaf->is_pair = TRUE;
  leaf->left.subject = SUBJECT_ARITH;
  return check_types_fit (&values);
}
