/* th-filter-arith-eval.c - compiles arithmetic for an event type, and evaluates it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-arith-eval.h"

/* --- running ----------------------------------------------------------- */

/* Sufficient for the deepest parentheses, each with one operator of every precedence. */
#define MAX_STACK 512

gboolean
filter_program_run (const FilterProgram *self,
                    FilterReadFunc       read,
                    gpointer             data,
                    __int128            *value)
{
  __int128 stack[MAX_STACK];
  guint n = 0;

  for (guint i = 0; i < self->n_steps; i++)
    {
      const FilterStep *step = &self->steps[i];
      gboolean unary = step->kind == ARITH_NEGATE || step->kind == ARITH_INVERT;

      if (step->kind == ARITH_VALUE)
        {
          if (step->subject == SUBJECT_NONE)
            stack[n] = step->number;
          else if (!read (step, &stack[n], data))
            return FALSE;
          if (self->wraps)
            stack[n] = (guint64) stack[n];
          n++;
          continue;
        }

      n -= unary ? 1 : 2;
      if (!(self->wraps ? filter_arith_apply_wrapping : filter_arith_apply) (step->kind, stack[n],
                                                                             unary ? 0
                                                                                   : stack[n + 1],
                                                                             &stack[n]))
        return FALSE;
      n++;
    }

  *value = stack[0];
  return TRUE;
}

static gboolean
in_list (const FilterArithTest *self,
         __int128               value,
         FilterReadFunc         read,
         gpointer               data)
{
  for (guint i = 0; i + 1 < self->n_others; i += 2)
    {
      gboolean is_range = self->others[i + 1].n_steps > 0;
      __int128 low, high;

      if (!filter_program_run (&self->others[i], read, data, &low))
        continue;
      high = low;
      if ((!is_range || filter_program_run (&self->others[i + 1], read, data, &high)) &&
          value >= low && value <= high)
        return TRUE;
    }

  return FALSE;
}

gboolean
filter_arith_test_match (const FilterArithTest *self,
                         FilterReadFunc         read,
                         gpointer               data)
{
  __int128 left, right;

  if (!filter_program_run (&self->left, read, data, &left))
    return FALSE;
  if (self->op == OP_THERE)
    return left != 0;
  if (self->op == OP_IN)
    return in_list (self, left, read, data);
  if (!filter_program_run (&self->others[0], read, data, &right))
    return FALSE;

  switch (self->op)
    {
    case OP_NE:
      return left != right;
    case OP_LT:
      return left < right;
    case OP_LE:
      return left <= right;
    case OP_GT:
      return left > right;
    case OP_GE:
      return left >= right;
    default:
      return left == right;
    }
}

/* --- compiling --------------------------------------------------------- */

typedef struct
{
  const ThFieldTable *table;   /* NULL for values of flows */
  ThResults          *results;
  const FilterLeaf   *leaf;
  GArray             *steps;
  guint               depth;
  guint               max_depth;
  FilterFit           fit;
  const ThField      *wrong;   /* the field that does not fit */
} Compiler;

static gboolean
refuse (Compiler      *compiler,
        FilterFit      fit,
        const ThField *field)
{
  compiler->fit = fit;
  compiler->wrong = field;
  return FALSE;
}

typedef struct
{
  Compiler   *compiler;
  const char *name;
  __int128   *number;
} NameSearch;

/* Returns FALSE, which ends the search, once the name is found. */
static gboolean
search_name (FilterArith *value,
             gpointer     data)
{
  NameSearch *search = data;
  const ThField *field = value->operand.subject == SUBJECT_FIELD && search->compiler->table != NULL
                           ? th_field_table_find (search->compiler->table, value->operand.field)
                           : NULL;

  for (guint i = 0; field != NULL && i < field->n_values; i++)
    if (strcmp (field->values[i].name, search->name) == 0)
      {
        *search->number = field->flags & TH_FIELD_SIGNED
                          ? (__int128) (gint64) field->values[i].value : field->values[i].value;
        return FALSE;
      }

  return TRUE;
}

/* Looks for a value of this name in the fields of the expression, then in those of the other
 * side of the comparison. */
static gboolean
find_name (Compiler          *compiler,
           const FilterArith *value,
           __int128          *number)
{
  NameSearch search = { compiler, value->operand.text, number };

  return !filter_arith_foreach (compiler->leaf->arith, search_name, &search) ||
         !filter_arith_foreach (compiler->leaf->other, search_name, &search) ||
         refuse (compiler, FIT_NAME, NULL);
}

static gboolean
find_field (Compiler            *compiler,
            const FilterOperand *operand,
            FilterStep          *step)
{
  step->field = compiler->table != NULL ? th_field_table_find (compiler->table, operand->field)
                                        : NULL;
  if (step->field == NULL)
    return refuse (compiler, FIT_LACKS, NULL);

  return step->field->kind == TH_FIELD_INT || step->field->kind == TH_FIELD_POINTER ||
         step->field->kind == TH_FIELD_SYMBOL ||
         refuse (compiler, FIT_KIND, step->field);
}

static gboolean
compile_value (Compiler          *compiler,
               const FilterArith *value,
               FilterStep        *step)
{
  step->subject = value->operand.subject;
  step->number = value->number;
  switch (step->subject)
    {
    case SUBJECT_FIELD:
      return find_field (compiler, &value->operand, step);
    case SUBJECT_NAME:
      step->subject = SUBJECT_NONE;
      return find_name (compiler, value, &step->number);
    case SUBJECT_FLOW:
      return (compiler->results != NULL &&
              filter_flow_find_number (compiler->results, &value->operand, &step->flow)) ||
             refuse (compiler, FIT_LACKS, NULL);
    default:
      return TRUE;
    }
}

static gboolean
compile (Compiler          *compiler,
         const FilterArith *arith)
{
  FilterStep step = { .kind = arith->kind };

  if (arith->kind == ARITH_VALUE)
    {
      if (!compile_value (compiler, arith, &step))
        return FALSE;
      compiler->depth++;
      compiler->max_depth = MAX (compiler->max_depth, compiler->depth);
    }
  else
    {
      if (!compile (compiler, arith->left) ||
          (arith->right != NULL && !compile (compiler, arith->right)))
        return FALSE;
      compiler->depth -= arith->right != NULL ? 1 : 0;
    }

  g_array_append_val (compiler->steps, step);
  return TRUE;
}

static gboolean
program_init (FilterProgram     *self,
              Compiler          *compiler,
              const FilterArith *arith)
{
  gboolean done;

  compiler->depth = compiler->max_depth = 0;
  compiler->steps = g_array_new (FALSE, FALSE, sizeof (FilterStep));
  done = compile (compiler, arith) && compiler->max_depth <= MAX_STACK;
  self->wraps = compiler->leaf->is_unsigned;
  self->n_steps = compiler->steps->len;
  self->steps = (FilterStep *) g_array_free (compiler->steps, FALSE);

  return done;
}

static const FilterOperand *
get_listed (const FilterLeaf *leaf,
            guint             i)
{
  return &g_array_index (leaf->operands, FilterOperand, i);
}

/* Compiles operand @i of a list: a value, or nothing for the upper end if the item is not a
 * range. */
static gboolean
program_init_listed (FilterProgram *self,
                     Compiler      *compiler,
                     guint          i)
{
  const FilterItem *item = &g_array_index (compiler->leaf->items, FilterItem, i / 2);
  const FilterConst *constant = i % 2 == 0 ? &item->low : &item->high;
  FilterArith value = { .operand = *get_listed (compiler->leaf, i) };

  if (value.operand.kind == OPERAND_NONE)
    return TRUE;

  value.operand.subject = constant->word != NULL ? SUBJECT_NAME : SUBJECT_NONE;
  value.number = constant->negative ? -(__int128) constant->magnitude : constant->magnitude;
  return program_init (self, compiler, &value);
}

FilterArithTest *
filter_arith_test_new (const FilterLeaf   *leaf,
                       const ThFieldTable *table,
                       ThResults          *results,
                       FilterFit          *fit,
                       const ThField     **wrong)
{
  guint n = leaf->op == OP_IN ? leaf->operands->len : leaf->other != NULL ? 1 : 0;
  FilterArithTest *self = g_malloc0 (sizeof (FilterArithTest) + n * sizeof (FilterProgram));
  Compiler compiler = { .table = table, .results = results, .leaf = leaf, .fit = FIT_OK };
  gboolean done;

  self->op = leaf->op;
  self->n_others = n;
  done = program_init (&self->left, &compiler, leaf->arith);
  for (guint i = 0; i < n && done; i++)
    done = leaf->op == OP_IN ? program_init_listed (&self->others[i], &compiler, i)
                             : program_init (&self->others[i], &compiler, leaf->other);

  *fit = done ? FIT_OK : compiler.fit == FIT_OK ? FIT_KIND : compiler.fit;
  if (wrong != NULL)
    *wrong = compiler.wrong;
  if (!done)
    g_clear_pointer (&self, filter_arith_test_free);
  return self;
}

void
filter_arith_test_free (FilterArithTest *self)
{
  g_free (self->left.steps);
  for (guint i = 0; i < self->n_others; i++)
    g_free (self->others[i].steps);
  g_free (self);
}
