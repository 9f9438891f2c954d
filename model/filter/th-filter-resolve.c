/* th-filter-resolve.c - resolves the operands of a test
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-filter-flow-names.h"
#include "th-filter-names.h"
#include "th-filter-typecheck.h"

/* --- names ------------------------------------------------------------- */

gboolean
check_resolve_builtin (FilterOperand *operand)
{
  FilterSubject subject = filter_find_builtin (operand->text);

  if (subject == SUBJECT_NONE)
    return FALSE;

  operand->subject = subject;
  return TRUE;
}

static gboolean
resolve_field (Checker       *checker,
               const guint8  *candidates,
               FilterOperand *operand)
{
  const char *name = g_str_has_prefix (operand->text, "field.") ? operand->text + 6 : operand->text;

  for (guint i = 0; i < checker->n_types; i++)
    if (candidates[i] &&
        th_field_table_find (th_recording_get_fields (checker->filter->recording, i), name) != NULL)
      {
        operand->subject = SUBJECT_FIELD;
        operand->field = name;
        return TRUE;
      }

  return FALSE;
}

/* In trace-cmd's syntax, fields of the record take precedence over builtin names. */
gboolean
check_resolve_word (Checker       *checker,
                    const guint8  *candidates,
                    FilterOperand *operand)
{
  if (operand->kind != OPERAND_WORD)
    return FALSE;
  if (operand->subject != SUBJECT_NONE)
    return TRUE;

  if (checker->filter->of_flows)
    return filter_flow_resolve (checker->filter, operand);
  if (checker->filter->is_tracecmd)
    return resolve_field (checker, candidates, operand) || check_resolve_builtin (operand);
  return check_resolve_builtin (operand) || filter_flow_resolve (checker->filter, operand) ||
         resolve_field (checker, candidates, operand);
}

/* --- constants --------------------------------------------------------- */

gboolean
check_number (Checker             *checker,
              const FilterOperand *left,
              const FilterOperand *operand,
              FilterConst         *constant)
{
  gboolean of_flow = left->subject == SUBJECT_FLOW;
  gboolean is_time = left->subject == SUBJECT_TIME || (of_flow && left->column == TH_COLUMN_TIME);
  gboolean is_duration = of_flow && left->column == TH_COLUMN_DURATION;
  const FilterNumber *number = &operand->number;
  guint64 scale = MAX (number->scale, 1);
  guint64 part;

  if ((is_time || is_duration) && checker->ticks && number->scale > 0)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, operand->begin, operand->end,
                       _("The clock of this recording counts ticks, so “%s” must be a whole "
                         "number"),
                       left->text);
  if (is_time && !checker->ticks && number->scale == 0)
    scale = 1000000000;
  if ((is_time || is_duration) && number->scale > 0 && !number->is_time)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, operand->begin, operand->end,
                       _("“%s” is a time: use one of the units ns, us, ms and s"), left->text);

  part = (unsigned __int128) number->nano * scale / 1000000000;
  if (__builtin_mul_overflow (number->whole, scale, &constant->magnitude) ||
      __builtin_add_overflow (constant->magnitude, part, &constant->magnitude))
    return check_fail (checker, TH_FILTER_ERROR_SYNTAX, operand->begin, operand->end,
                       _("This number is too large"));

  constant->negative = number->negative;
  constant->has_fraction = (unsigned __int128) number->nano * scale % 1000000000 != 0;
  constant->real = ((double) number->whole + number->nano / 1e9) * scale * (number->negative ? -1
                                                                                             : 1);
  return TRUE;
}

static gboolean
const_from_operand (Checker             *checker,
                    const FilterOperand *left,
                    const FilterOperand *operand,
                    FilterConst         *constant)
{
  *constant = (FilterConst) { .begin = operand->begin, .end = operand->end };
  if (operand->kind == OPERAND_NUMBER)
    return check_number (checker, left, operand, constant);

  constant->word = operand->text;
  constant->quoted = operand->kind == OPERAND_TEXT;
  constant->quote = checker->filter->is_tracecmd ? operand->quote : '"';
  return TRUE;
}

static gboolean
leaf_add_item (Checker             *checker,
               FilterLeaf          *leaf,
               const FilterOperand *low,
               const FilterOperand *high)
{
  FilterItem item = { 0, };

  if (!const_from_operand (checker, &leaf->left, low, &item.low))
    return FALSE;
  item.is_range = high->kind != OPERAND_NONE;
  if (item.is_range && !const_from_operand (checker, &leaf->left, high, &item.high))
    return FALSE;

  g_array_append_val (leaf->items, item);
  return TRUE;
}

/* Collects the words that a text may be equal to. */
static void
leaf_make_words (FilterLeaf *leaf)
{
  leaf->text = filter_text_new (TEXT_EQUAL, leaf->op == OP_NE, NULL);
  for (guint i = 0; i < leaf->items->len; i++)
    {
      const FilterItem *item = &g_array_index (leaf->items, FilterItem, i);

      if (item->low.word != NULL)
        g_ptr_array_add (leaf->text->words, g_strdup (item->low.word));
    }
}

static gboolean
leaf_make_regex (Checker    *checker,
                 FilterLeaf *leaf)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *basic = leaf->is_basic ? filter_regex_from_basic (leaf->right.text, FALSE)
                                          : NULL;

  leaf->text = filter_text_new_regex (basic != NULL ? basic : leaf->right.text, leaf->ignore_case,
                                      leaf->op == OP_NOT_REGEX, &error);
  if (leaf->text != NULL)
    return TRUE;

  return check_fail (checker, TH_FILTER_ERROR_SYNTAX, leaf->right.begin, leaf->right.end,
                     _("Invalid regular expression: %s"), error->message);
}

/* Resolves the right side of a comparison. */
gboolean
check_constants (Checker    *checker,
                 FilterLeaf *leaf)
{
  g_array_set_size (leaf->items, 0);
  g_clear_pointer (&leaf->text, filter_text_free);

  switch (leaf->op)
    {
    case OP_THERE:
      leaf->text = filter_text_new (TEXT_THERE, FALSE, NULL);
      return TRUE;

    case OP_GLOB:
    case OP_NOT_GLOB:
      leaf->text = filter_text_new (TEXT_GLOB, leaf->op == OP_NOT_GLOB, leaf->right.text);
      return TRUE;

    case OP_CONTAINS:
      leaf->text = filter_text_new (TEXT_CONTAINS, FALSE, leaf->right.text);
      return TRUE;

    case OP_REGEX:
    case OP_NOT_REGEX:
      return leaf_make_regex (checker, leaf);

    case OP_IN:
      for (guint i = 0; i + 1 < leaf->operands->len; i += 2)
        if (!leaf_add_item (checker, leaf, &g_array_index (leaf->operands, FilterOperand, i),
                            &g_array_index (leaf->operands, FilterOperand, i + 1)))
          return FALSE;
      break;

    default:
      if (!leaf_add_item (checker, leaf, &leaf->right, &(FilterOperand) { 0, }))
        return FALSE;
    }

  leaf_make_words (leaf);
  return TRUE;
}
