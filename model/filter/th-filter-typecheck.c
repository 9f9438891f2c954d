/* th-filter-typecheck.c - type-checks an expression against the event types it can match
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A test is checked against the types that the expression can match at that place: those that
 * pass the type tests joined to it by "and".  So the formats of other types need not be read.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-filter-flow-terms.h"
#include "th-filter-frames.h"
#include "th-filter-typecheck.h"

/* --- builtin subjects -------------------------------------------------- */

/* Returns the first constant of the wrong kind. */
static const FilterConst *
find_const (const FilterLeaf *leaf,
            gboolean          quoted)
{
  for (guint i = 0; i < leaf->items->len; i++)
    {
      const FilterItem *item = &g_array_index (leaf->items, FilterItem, i);

      if (item->is_range && quoted)
        return &item->high;
      if ((item->low.word != NULL && item->low.quoted) != quoted)
        return &item->low;
      if (item->is_range && item->high.word != NULL)
        return &item->high;
    }

  return NULL;
}

static gboolean
check_builtin_int (Checker    *checker,
                   FilterLeaf *leaf)
{
  gboolean is_signed = leaf->left.subject != SUBJECT_CPU &&
                       (leaf->left.subject != SUBJECT_FLOW ||
                        leaf->left.column != TH_COLUMN_ADDRESS);

  if (filter_op_is_text (leaf->op))
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->right.begin, leaf->right.end,
                       _("“%s” is a number, not text"), leaf->left.text);

  for (guint i = 0; i < leaf->items->len; i++)
    {
      const FilterItem *item = &g_array_index (leaf->items, FilterItem, i);

      for (guint j = 0; j < (item->is_range ? 2 : 1); j++)
        {
          const FilterConst *constant = j == 0 ? &item->low : &item->high;

          if (constant->word != NULL)
            return check_fail_word (checker, leaf, constant);
          if (constant->has_fraction)
            return check_fail (checker, TH_FILTER_ERROR_TYPE, constant->begin, constant->end,
                               _("“%s” is a whole number"), leaf->left.text);
        }
    }

  return filter_int_test_init (&leaf->test, leaf, is_signed, NULL) == FIT_OK;
}

static gboolean
any_stream_matches (Checker          *checker,
                    const FilterText *text)
{
  ThRecording *recording = checker->filter->recording;

  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      const char *name = th_stream_get_name (th_recording_get_stream (recording, i));

      if (filter_text_match (text, name, strlen (name), &(FilterPatience) { 0 }))
        return TRUE;
    }

  return FALSE;
}

static gboolean
any_part_matches (Checker          *checker,
                  const FilterText *text)
{
  ThRecording *recording = checker->filter->recording;

  for (guint i = 0; i < th_recording_get_n_parts (recording); i++)
    {
      const char *name = th_recording_get_name (th_recording_get_part (recording, i));

      if (filter_text_match (text, name, strlen (name), &(FilterPatience) { 0 }))
        return TRUE;
    }

  return FALSE;
}

static gboolean
any_type_matches (Checker          *checker,
                  const FilterLeaf *leaf)
{
  for (guint i = 0; i < checker->n_types; i++)
    if (filter_leaf_match_type (leaf, checker->filter->recording, i))
      return TRUE;

  return FALSE;
}

static gboolean
anything_matches (Checker    *checker,
                  FilterLeaf *leaf)
{
  switch (leaf->left.subject)
    {
    case SUBJECT_STREAM:
      return any_stream_matches (checker, leaf->text);
    case SUBJECT_RECORDING:
      return any_part_matches (checker, leaf->text);
    default:
      return any_type_matches (checker, leaf);
    }
}

/* An unknown name of a type, a buffer or a recording is an error, not an empty result. */
static gboolean
check_exists (Checker    *checker,
              FilterLeaf *leaf)
{
  FilterText *text = leaf->text;
  gboolean missing = FALSE;

  if (text->kind != TEXT_EQUAL && text->kind != TEXT_GLOB)
    return TRUE;

  for (guint i = 0; i < text->words->len && !missing; i++)
    {
      FilterTextKind kind = text->kind;
      const FilterItem *item = kind == TEXT_EQUAL ? &g_array_index (leaf->items, FilterItem, i)
                                                  : NULL;
      const char *word = g_ptr_array_index (text->words, i);

      leaf->text = filter_text_new (kind, FALSE, word);
      missing = !anything_matches (checker, leaf);
      if (missing)
        check_fail_missing (checker, leaf->left.subject, word,
                            item != NULL ? item->low.begin : leaf->right.begin,
                            item != NULL ? item->low.end : leaf->right.end);
      filter_text_free (leaf->text);
    }

  leaf->text = text;
  return !missing;
}

static gboolean
check_builtin_text (Checker    *checker,
                    FilterLeaf *leaf)
{
  const FilterConst *wrong = find_const (leaf, TRUE);
  FilterSubject subject = leaf->left.subject;

  if (filter_op_is_order (leaf->op) || leaf->op == OP_ANY)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                       _("“%s” is text: compare it with ==, !=, ~, =~ or contains"),
                       leaf->left.text);
  if (wrong != NULL)
    return check_fail_quotes (checker, leaf, wrong);

  if (subject == SUBJECT_EVENT || subject == SUBJECT_SYSTEM || subject == SUBJECT_TYPE ||
      subject == SUBJECT_STREAM ||
      subject == SUBJECT_RECORDING)
    return check_exists (checker, leaf);
  return TRUE;
}

/* --- flows ------------------------------------------------------------- */

/* Words need no quotes here, because they cannot be names of anything else. */
static gboolean
check_flow_text (Checker    *checker,
                 FilterLeaf *leaf)
{
  if (filter_op_is_order (leaf->op) || leaf->op == OP_ANY)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                       _("“%s” is text: compare it with ==, !=, ~, =~ or contains"),
                       leaf->left.text);

  for (guint i = 0; i < leaf->items->len; i++)
    {
      const FilterItem *item = &g_array_index (leaf->items, FilterItem, i);

      if (item->is_range || item->low.word == NULL)
        return check_fail_quotes (checker, leaf, &item->low);
      if (!filter_op_is_text (leaf->op) && !check_flow_word (checker, leaf, &item->low))
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_flow (Checker      *checker,
            FilterLeaf   *leaf,
            const guint8 *candidates)
{
  FilterOperand right = leaf->right;

  if (right.kind == OPERAND_WORD && filter_flow_resolve (checker->filter, &right))
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                       _("“%s” and “%s” cannot be compared like this"), leaf->left.text,
                       right.text);

  leaf->flow_columns = filter_flow_list (checker->filter, &leaf->left);
  return filter_flow_is_text (leaf->left.column) ? check_flow_text (checker, leaf)
                                                 : check_builtin_int (checker, leaf);
}

/* --- fields ------------------------------------------------------------ */

static FilterFit
best_fit (Checker       *checker,
          FilterLeaf    *leaf,
          const guint8  *candidates,
          ThField       *field)
{
  FilterFit best = FIT_LACKS;

  for (guint i = 0; i < checker->n_types && best != FIT_OK; i++)
    {
      FilterPredicate predicate;
      FilterFit fit;

      if (!candidates[i])
        continue;
      fit = filter_predicate_init (&predicate, leaf,
                                   th_recording_get_fields (checker->filter->recording, i));
      filter_predicate_clear (&predicate);
      if (fit > best && predicate.field != NULL)
        *field = *predicate.field;
      best = MAX (best, fit);
    }

  return best;
}

static gboolean
check_pair (Checker      *checker,
            FilterLeaf   *leaf,
            const guint8 *candidates)
{
  ThField field = { 0, };
  FilterFit fit;

  if (leaf->left.subject == SUBJECT_FLOW || leaf->right.subject == SUBJECT_FLOW)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                       _("“%s” and “%s” cannot be compared like this"), leaf->left.text,
                       leaf->right.text);

  leaf->is_pair = TRUE;
  if (leaf->left.subject != SUBJECT_FIELD && leaf->right.subject != SUBJECT_FIELD)
    {
      FilterPredicate predicate;

      fit = filter_predicate_init (&predicate, leaf, &(ThFieldTable) { NULL, 0 });
    }
  else
    fit = best_fit (checker, leaf, candidates, &field);

  if (fit == FIT_OK)
    return TRUE;
  if (fit == FIT_LACKS)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                       _("No event has both “%s” and “%s”"), leaf->left.text, leaf->right.text);
  return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                     _("“%s” and “%s” cannot be compared like this"), leaf->left.text,
                     leaf->right.text);
}

/* A bare word on the right is the name of a value, otherwise a field, otherwise a symbol. */
static gboolean
check_field (Checker      *checker,
             FilterLeaf   *leaf,
             const guint8 *candidates)
{
  ThField field = { 0, };
  FilterFit fit = best_fit (checker, leaf, candidates, &field);
  gboolean named = fit == FIT_OK && (field.n_values > 0 || field.flags & TH_FIELD_BOOL);

  if (leaf->right.kind == OPERAND_WORD && !named &&
      check_resolve_word (checker, candidates, &leaf->right))
    return check_pair (checker, leaf, candidates);
  if (fit == FIT_OK)
    return TRUE;

  return check_fail_fit (checker, leaf, candidates, fit, &field);
}

/* --- tests ------------------------------------------------------------- */

static FilterOp
flipped (FilterOp op)
{
  switch (op)
    {
    case OP_LT:
      return OP_GT;
    case OP_LE:
      return OP_GE;
    case OP_GT:
      return OP_LT;
    case OP_GE:
      return OP_LE;
    default:
      return op;
    }
}

static gboolean
can_flip (FilterOp op)
{
  return op == OP_EQ || op == OP_NE || op == OP_ANY || filter_op_is_order (op);
}

/* Puts the field on the left side of the comparison. */
static gboolean
resolve_left (Checker      *checker,
              FilterLeaf   *leaf,
              const guint8 *candidates)
{
  if (check_resolve_word (checker, candidates, &leaf->left))
    return TRUE;

  if (can_flip (leaf->op) && check_resolve_word (checker, candidates, &leaf->right))
    {
      FilterOperand left = leaf->left;

      leaf->left = leaf->right;
      leaf->right = left;
      leaf->op = flipped (leaf->op);
      return TRUE;
    }

  if (leaf->left.kind == OPERAND_WORD)
    return checker->filter->of_flows
           ? check_fail (checker, TH_FILTER_ERROR_UNKNOWN, leaf->left.begin, leaf->left.end,
                         _("There is no column “%s” here"), leaf->left.text)
                                     : check_fail_unknown (checker, &leaf->left, candidates,
                                                           leaf->op == OP_THERE);

  return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->left.begin, leaf->end,
                     _("One side of a comparison must be a field of the event"));
}

static gboolean
leaf_set_types (Checker         *checker,
                FilterLeaf      *leaf,
                FilterTypes      types)
{
  for (guint i = 0; i < checker->n_types; i++)
    if (filter_types_match_type (&types, checker->filter->recording, i))
      {
        leaf->op = OP_TYPES;
        leaf->left.subject = SUBJECT_TYPES;
        g_array_append_val (leaf->types, types);
        return TRUE;
      }

  filter_types_clear (&types);
  return FALSE;
}

/* Resolves a word on its own: an event, otherwise a field, otherwise a system. */
static gboolean
resolve_alone (Checker      *checker,
               FilterLeaf   *leaf,
               const guint8 *candidates)
{
  FilterTypes event = { NULL, filter_text_new (TEXT_GLOB, FALSE, leaf->left.text), FALSE };
  FilterTypes system = { NULL, NULL, FALSE };

  if (leaf_set_types (checker, leaf, event))
    return TRUE;
  if (candidates == NULL || check_resolve_word (checker, candidates, &leaf->left))
    return TRUE;

  system.system = filter_text_new (TEXT_GLOB, FALSE, leaf->left.text);
  return leaf_set_types (checker, leaf, system);
}

static gboolean
check_leaf (Checker      *checker,
            FilterLeaf   *leaf,
            const guint8 *candidates)
{
  if (leaf->op == OP_TYPES && checker->filter->of_flows)
    return check_fail (checker, TH_FILTER_ERROR_UNKNOWN, leaf->begin, leaf->end,
                       _("This table has columns, not events"));
  if (leaf->op == OP_THERE && leaf->arith == NULL && leaf->left.subject == SUBJECT_NONE &&
      !checker->filter->is_tracecmd && !checker->filter->of_flows)
    resolve_alone (checker, leaf, candidates);
  if (leaf->op == OP_TYPES)
    return check_types (checker, leaf);

  leaf->is_unsigned = checker->filter->is_tracecmd;
  if (filter_frames_is_meant (checker, leaf))
    return filter_frames_check (checker, leaf);
  if (leaf->arith != NULL)
    return check_arith (checker, leaf, candidates);
  if (!resolve_left (checker, leaf, candidates) || !check_constants (checker, leaf))
    return FALSE;
  if (leaf->left.subject == SUBJECT_FLOW)
    return check_flow (checker, leaf, candidates);
  if (leaf->left.subject == SUBJECT_FIELD)
    return check_field (checker, leaf, candidates);

  if (leaf->right.kind == OPERAND_WORD && check_resolve_word (checker, candidates, &leaf->right))
    return check_pair (checker, leaf, candidates);
  if (filter_subject_is_int (leaf->left.subject))
    return check_builtin_int (checker, leaf);
  return check_builtin_text (checker, leaf);
}

static guint
leaf_cost (const FilterLeaf *leaf)
{
  if (leaf->is_pair)
    return 6;

  switch (leaf->left.subject)
    {
    case SUBJECT_CPU:
    case SUBJECT_STREAM:
    case SUBJECT_RECORDING:
      return 0;
    case SUBJECT_INFO:
      return 9;
    case SUBJECT_FIELD:
      return leaf->op == OP_REGEX || leaf->op == OP_NOT_REGEX ? 7 : filter_op_is_text (leaf->op)
             ? 5 : COST_PAYLOAD;
    case SUBJECT_TASK:
    case SUBJECT_SAVED:
    case SUBJECT_PID:
    case SUBJECT_TGID:
    case SUBJECT_FLOW:
      return 2;
    default:
      return 1;
    }
}

/* --- the tree ---------------------------------------------------------- */

/* Whether a test, or a combination of tests, depends only on the type. */
static gboolean
is_of_types (Checker          *checker,
             const FilterNode *node)
{
  FilterLeaf *leaf = node->leaf;

  for (guint i = 0; i < node->children->len; i++)
    if (!is_of_types (checker, g_ptr_array_index (node->children, i)))
      return FALSE;
  if (leaf == NULL || leaf->op == OP_TYPES)
    return TRUE;
  if (checker->filter->is_tracecmd || checker->filter->of_flows || leaf->left.kind != OPERAND_WORD)
    return FALSE; /* arithmetic has no left word either */
  if (leaf->op == OP_THERE)
    {
      resolve_alone (checker, leaf, NULL);
      return leaf->op == OP_TYPES;
    }

  if (leaf->right.kind == OPERAND_WORD || leaf->right.kind == OPERAND_NUMBER ||
      !check_resolve_builtin (&leaf->left))
    return FALSE;
  return leaf->left.subject == SUBJECT_EVENT || leaf->left.subject == SUBJECT_SYSTEM ||
         leaf->left.subject == SUBJECT_TYPE;
}

static gboolean
node_matches_type (Checker          *checker,
                   const FilterNode *node,
                   guint             type)
{
  gboolean any = FALSE, all = TRUE;

  if (node->kind == NODE_LEAF)
    return filter_leaf_match_type (node->leaf, checker->filter->recording, type);

  for (guint i = 0; i < node->children->len; i++)
    {
      gboolean matches = node_matches_type (checker, g_ptr_array_index (node->children, i), type);

      any |= matches;
      all &= matches;
    }

  return node->kind == NODE_OR ? any : node->kind == NODE_AND ? all : !any;
}

static int
compare_cost (gconstpointer a,
              gconstpointer b)
{
  return (int) (*(FilterNode *const *) a)->cost - (int) (*(FilterNode *const *) b)->cost;
}

static gboolean
check_node (Checker      *checker,
            FilterNode   *node,
            const guint8 *candidates)
{
  g_autofree guint8 *narrow = NULL;
  g_autofree gboolean *done = g_new0 (gboolean, node->children->len + 1);

  if (node->kind == NODE_LEAF)
    {
      if (!check_leaf (checker, node->leaf, candidates))
        return FALSE;
      node->cost = leaf_cost (node->leaf);
      return TRUE;
    }

  /* The other tests of an "and" are only checked against the types that pass its type tests. */
  for (guint i = 0; node->kind == NODE_AND && i < node->children->len; i++)
    {
      FilterNode *child = g_ptr_array_index (node->children, i);

      if (!is_of_types (checker, child))
        continue;
      if (!check_node (checker, child, candidates))
        return FALSE;
      done[i] = TRUE;
      if (narrow == NULL)
        narrow = g_memdup2 (candidates, checker->n_types + 1);
      for (guint j = 0; j < checker->n_types; j++)
        narrow[j] = narrow[j] && node_matches_type (checker, child, j);
    }

  for (guint i = 0; i < node->children->len; i++)
    {
      FilterNode *child = g_ptr_array_index (node->children, i);

      if (!done[i] && !check_node (checker, child, narrow != NULL ? narrow : candidates))
        return FALSE;
      node->cost = MAX (node->cost, child->cost);
    }

  g_ptr_array_sort (node->children, compare_cost);
  return TRUE;
}

gboolean
filter_check (ThFilter  *self,
              guint     *begin,
              guint     *end,
              GError   **error)
{
  guint n_types = th_recording_get_n_types (self->recording);
  g_autofree guint8 *candidates = g_malloc (n_types + 1);
  Checker checker = { .filter = self, .n_types = n_types, .begin = begin, .end = end,
                      .error = error };

  memset (candidates, 1, n_types + 1);
  if (th_recording_get_n_streams (self->recording) > 0)
    checker.ticks = th_stream_get_clock (th_recording_get_stream (self->recording, 0))->ticks;

  /* In a value expression, a word on its own is a value rather than an event. */
  if (self->value != NULL && self->value->arith == NULL &&
      !check_resolve_word (&checker, candidates, &self->value->left))
    self->value = NULL;

  return self->root == NULL || check_node (&checker, self->root, candidates);
}
