/* th-expression.c - evaluates expressions for single events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-expression.h"
#include "th-filter-evaluator.h"
#include "th-filter-flow-terms.h"
#include "th-filter-private.h"
#include "th-flow-registry.h"

/* Compiled texts are kept, as the columns of a table are few. */
typedef struct
{
  ThFilter    *filter;  /* NULL: invalid text */
  ThFilterEvaluator *run;
  guint        n_types; /* at the time it was compiled */
  guint        n_flows;
} Compiled;

struct _ThExpressions
{
  ThRecording *recording;
  GHashTable  *compiled;
};

void
th_value_clear (ThValue *value)
{
  g_clear_pointer (&value->text, g_free);
  *value = (ThValue) { .unit = TH_COLUMN_COUNT };
}

/* --- numbers ----------------------------------------------------------- */

/* A number that does not fit 64 bits is not a value. */
static void
set_wide (ThValue  *value,
          __int128  number)
{
  if (number < G_MININT64 || number > G_MAXUINT64)
    return;

  value->kind = TH_VALUE_NUMBER;
  value->unit = TH_COLUMN_COUNT;
  value->is_unsigned = number > G_MAXINT64;
  value->number = (gint64) (guint64) number;
}

static gboolean
is_address (const ThField *field)
{
  return field->kind == TH_FIELD_POINTER || field->kind == TH_FIELD_SYMBOL ||
         field->flags & TH_FIELD_HEX;
}

/* Whether the expression is an address with an offset, or some bits of an address. */
static gboolean
program_is_address (const FilterProgram *program)
{
  guint n = 0;

  for (guint i = 0; i < program->n_steps; i++)
    {
      const FilterStep *step = &program->steps[i];

      if (step->kind == ARITH_MULTIPLY || step->kind == ARITH_DIVIDE ||
          step->kind == ARITH_REMAINDER || step->kind == ARITH_NEGATE ||
          step->kind == ARITH_LEFT || step->kind == ARITH_RIGHT)
        return FALSE;
      n += step->subject == SUBJECT_FIELD && is_address (step->field);
    }

  return n == 1;
}

/* --- flows ------------------------------------------------------------- */

static ThColumnKind
unit_of_column (ThColumnKind kind)
{
  return kind == TH_COLUMN_TIME || kind == TH_COLUMN_DURATION || kind == TH_COLUMN_BYTES ||
         kind == TH_COLUMN_ADDRESS ||
         kind == TH_COLUMN_SHARE ? kind : TH_COLUMN_COUNT;
}

static gboolean
read_flow (ThFilterEvaluator      *run,
           const FilterLeaf       *leaf,
           const FilterFlowColumn *column,
           ThValue                *value)
{
  guint32 row = filter_evaluator_find_flow (run, column->results);
  ThColumnKind kind = leaf->left.column;
  __int128 arith;
  gint64 cell;

  if (row == TH_FLOW_NONE)
    return FALSE;
  if (column->arith != NULL)
    {
      if (filter_program_run (&column->arith->left, filter_flow_read_step, &row, &arith))
        set_wide (value, arith);
      return value->kind != TH_VALUE_NONE;
    }

  if (filter_flow_is_text (kind))
    {
      value->text = filter_flow_dup_text (run->filter, column, kind, row);
      value->kind = value->text != NULL ? TH_VALUE_TEXT : TH_VALUE_NONE;
      return value->text != NULL;
    }
  if ((cell = filter_flow_get_cell (column, row)) == TH_CELL_NONE)
    return FALSE;

  value->kind = TH_VALUE_NUMBER;
  value->unit = unit_of_column (kind);
  value->is_unsigned = kind == TH_COLUMN_ADDRESS;
  value->number = cell;
  return TRUE;
}

static void
read_flows (ThFilterEvaluator *run,
            const FilterLeaf  *leaf,
            ThValue           *value)
{
  gboolean done = FALSE;

  for (guint i = 0; i < leaf->flow_columns->len && !done; i++)
    done = read_flow (run, leaf, &g_array_index (leaf->flow_columns, FilterFlowColumn, i), value);
}

/* --- events ------------------------------------------------------------ */

/* The test compiled for the type; NULL if the type lacks a field. */
static const FilterPredicate *
get_predicate (ThFilterEvaluator *run,
               const FilterLeaf  *leaf)
{
  guint type = run_type (run, run->row - run->first_row);
  const LeafState *state = &run->leaves[leaf->index];
  guint8 says = state->by_type[type] == SAYS_UNKNOWN ? filter_evaluator_compile (run, leaf, type)
                                                     : state->by_type[type];

  return says == SAYS_OPEN ? &state->predicates[type] : NULL;
}

static void
read_field (ThFilterEvaluator *run,
            const FilterLeaf  *leaf,
            ThValue           *value)
{
  const ThField *field =
    th_field_table_find (th_recording_get_fields (run->recording,
                                                  run_type (run, run->row - run->first_row)),
                         leaf->left.field);
  const ThPayload *payload = field != NULL ? filter_evaluator_get_payload (run) : NULL;
  GString *text;
  guint64 number;

  if (payload == NULL)
    return;

  text = g_string_new (NULL);
  if (!th_reader_format_field (run->reader, field, payload, text))
    {
      g_string_free (text, TRUE);
      return;
    }
  value->kind = TH_VALUE_TEXT;
  value->text = g_string_free (text, FALSE);
  if (field->kind != TH_FIELD_DOUBLE && field->kind != TH_FIELD_FUNCTION &&
      th_field_read_u64 (field, payload, &number))
    {
      value->kind = TH_VALUE_NUMBER;
      value->is_unsigned = (field->flags & TH_FIELD_SIGNED) == 0;
      value->number = (gint64) number;
    }
}

static void
read_arith (ThFilterEvaluator *run,
            const FilterLeaf  *leaf,
            ThValue           *value)
{
  const FilterPredicate *predicate = get_predicate (run, leaf);
  __int128 number;

  if (predicate == NULL ||
      !filter_program_run (&predicate->arith->left, filter_evaluator_read_step, run, &number))
    return;

  set_wide (value, number);
  if (program_is_address (&predicate->arith->left))
    value->unit = TH_COLUMN_ADDRESS;
}

static void
read_builtin (ThFilterEvaluator *run,
              const FilterLeaf  *leaf,
              ThValue           *value)
{
  const FilterStep step = { .kind = ARITH_VALUE, .subject = leaf->left.subject };
  __int128 number;

  if (!filter_subject_is_int (leaf->left.subject))
    {
      value->text = filter_evaluator_dup_text (run, leaf->left.subject);
      value->kind = value->text != NULL ? TH_VALUE_TEXT : TH_VALUE_NONE;
      return;
    }

  if (!filter_evaluator_read_step (&step, &number, run))
    return;
  set_wide (value, number);
  value->unit = leaf->left.subject == SUBJECT_TIME ? TH_COLUMN_TIME : TH_COLUMN_COUNT;
}

static void
read_value (ThFilterEvaluator *run,
            const FilterLeaf  *leaf,
            ThValue           *value)
{
  if (leaf->flow_columns != NULL)
    read_flows (run, leaf, value);
  else if (leaf->arith != NULL)
    read_arith (run, leaf, value);
  else if (leaf->left.subject == SUBJECT_FIELD)
    read_field (run, leaf, value);
  else
    read_builtin (run, leaf, value);

  if (value->kind != TH_VALUE_NONE && leaf->arith != NULL && filter_arith_is_time (leaf->arith))
    value->unit = TH_COLUMN_DURATION;
}

/* --- conditions -------------------------------------------------------- */

/* Whether the event has any field of the condition; a condition on fields of every event
 * applies to all. */
static gboolean
applies (ThFilterEvaluator *run)
{
  gboolean any = FALSE;

  for (guint i = 0; i < run->filter->leaves->len; i++)
    {
      const FilterLeaf *leaf = run->filter->leaves->pdata[i];
      gboolean of_field = leaf->op != OP_TYPES &&
                          (leaf->is_pair || leaf->left.subject == SUBJECT_FIELD);
      gboolean of_flow = leaf->flow_columns != NULL;

      any |= of_field || of_flow;
      if (of_field && get_predicate (run, leaf) != NULL)
        return TRUE;
      for (guint j = 0; of_flow && j < leaf->flow_columns->len; j++)
        if (filter_evaluator_find_flow (run,
                                        g_array_index (leaf->flow_columns, FilterFlowColumn,
                                                       j).results) != TH_FLOW_NONE)
          return TRUE;
    }

  return !any;
}

static void
read_truth (ThFilterEvaluator *run,
            ThRef              ref,
            ThValue           *value)
{
  value->number = th_filter_evaluator_match (run, ref) ? 1 : 0;
  filter_evaluator_enter (run, ref);
  value->kind = value->number != 0 || applies (run) ? TH_VALUE_TRUTH : TH_VALUE_NONE;
  filter_evaluator_leave (run);
}

/* --- the texts --------------------------------------------------------- */

static void
compiled_clear (Compiled *self)
{
  g_clear_pointer (&self->run, th_filter_evaluator_free);
  g_clear_pointer (&self->filter, th_filter_unref);
}

static void
compiled_free (gpointer data)
{
  compiled_clear (data);
  g_free (data);
}

static void
compile (ThExpressions *self,
         Compiled      *compiled,
         const char    *text)
{
  g_autoptr(GPtrArray) flows = th_flow_registry_list (self->recording);
  guint n_types = th_recording_get_n_types (self->recording);

  if (compiled->filter != NULL || (compiled->n_types == n_types && compiled->n_flows == flows->len))
    return;

  compiled->n_types = n_types;
  compiled->n_flows = flows->len;
  compiled->filter = filter_new_of_value (self->recording, text, NULL, NULL, NULL);
  if (compiled->filter != NULL)
    {
      compiled->run = th_filter_evaluator_new (compiled->filter);
      filter_evaluator_set_by_key (compiled->run);
    }
}

ThExpressions *
th_expressions_new (ThRecording *recording)
{
  ThExpressions *self = g_new0 (ThExpressions, 1);

  self->recording = th_recording_ref (recording);
  self->compiled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, compiled_free);
  return self;
}

void
th_expressions_free (ThExpressions *self)
{
  g_hash_table_unref (self->compiled);
  th_recording_unref (self->recording);
  g_free (self);
}

void
th_expressions_read (ThExpressions *self,
                     const char    *text,
                     ThRef          ref,
                     ThValue       *value)
{
  Compiled *compiled = g_hash_table_lookup (self->compiled, text);

  *value = (ThValue) { .unit = TH_COLUMN_COUNT };
  if (compiled == NULL)
    {
      compiled = g_new0 (Compiled, 1);
      compiled->n_flows = G_MAXUINT;
      g_hash_table_insert (self->compiled, g_strdup (text), compiled);
    }
  compile (self, compiled, text);
  if (compiled->filter == NULL)
    return;

  if (compiled->filter->value == NULL)
    {
      read_truth (compiled->run, ref, value);
      return;
    }
  filter_evaluator_enter (compiled->run, ref);
  read_value (compiled->run, compiled->filter->value, value);
  filter_evaluator_leave (compiled->run);
}

/* --- the kind of value ------------------------------------------------- */

/* Whether the value is an address in the first type that has all fields. */
static gboolean
arith_is_address (ThRecording      *recording,
                  const FilterLeaf *leaf)
{
  for (guint type = 0; type < th_recording_get_n_types (recording); type++)
    {
      FilterFit fit;
      FilterArithTest *test =
        filter_arith_test_new (leaf, th_recording_get_fields (recording, type), NULL, &fit, NULL);
      gboolean found = test != NULL && program_is_address (&test->left);

      if (test == NULL)
        continue;
      filter_arith_test_free (test);
      return found;
    }

  return FALSE;
}

static ThColumnKind
unit_of (const ThFilter *filter)
{
  const FilterLeaf *leaf = filter->value;

  if (leaf->arith != NULL)
    return filter_arith_is_time (leaf->arith) ? TH_COLUMN_DURATION
                                              : arith_is_address (filter->recording, leaf)
                                                ? TH_COLUMN_ADDRESS : TH_COLUMN_COUNT;
  if (leaf->left.subject == SUBJECT_TIME)
    return TH_COLUMN_TIME;

  return leaf->left.subject == SUBJECT_FLOW ? unit_of_column (leaf->left.column) : TH_COLUMN_COUNT;
}

static ThValueKind
kind_of (const ThFilter *filter)
{
  const FilterLeaf *leaf = filter->value;
  const ThField *field;

  if (leaf == NULL)
    return TH_VALUE_TRUTH;
  if (leaf->arith != NULL || filter_subject_is_int (leaf->left.subject))
    return TH_VALUE_NUMBER;
  if (leaf->left.subject == SUBJECT_FLOW)
    return filter_flow_is_text (leaf->left.column) ? TH_VALUE_TEXT : TH_VALUE_NUMBER;

  if (leaf->left.subject != SUBJECT_FIELD)
    return TH_VALUE_TEXT;

  field = th_recording_find_field (filter->recording, leaf->left.field);
  return field != NULL && th_field_is_plain (field) ? TH_VALUE_NUMBER : TH_VALUE_TEXT;
}

ThValueKind
th_expression_get_kind (ThRecording  *recording,
                        const char   *text,
                        ThColumnKind *unit)
{
  g_autoptr(ThFilter) filter = filter_new_of_value (recording, text, NULL, NULL, NULL);

  *unit = filter != NULL && filter->value != NULL ? unit_of (filter) : TH_COLUMN_COUNT;
  return filter != NULL ? kind_of (filter) : TH_VALUE_NONE;
}

gboolean
th_expression_check (ThRecording  *recording,
                     const char   *text,
                     guint        *begin,
                     guint        *end,
                     GError      **error)
{
  g_autoptr(ThFilter) filter = filter_new_of_value (recording, text, begin, end, error);

  return filter != NULL;
}
