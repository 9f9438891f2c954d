/* th-filter-eval-block.c - evaluates a filter on the columns of 64 rows at once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There are three results: a row passes, does not pass, or is open until its payload is read.
 * The same tree is first evaluated on the index (th-filter-eval-index.c); then a row may also be
 * open until its columns are read.
 */
#include "config.h"

#include <string.h>

#include "th-filter-eval-state.h"
#include "th-filter-flow-terms.h"

/* --- types ------------------------------------------------------------- */

static guint64
types_bits (const ThFilterEvaluator *self,
            const LeafState         *state,
            guint64                  active)
{
  guint64 mask = th_cpu_block_get_mask (&self->block);
  guint64 bits = 0;

  if ((mask & state->yes_types) == 0)
    return 0;
  if ((mask & state->no_types) == 0)
    return active;
  if (state->only != G_MAXUINT32)
    return th_cpu_block_find_type (&self->block, active, state->only);

  for (guint64 left = active; left != 0; left &= left - 1)
    {
      guint i = __builtin_ctzll (left);

      bits |= (guint64) (state->by_type[run_type (self, i)] == SAYS_YES) << i;
    }

  return bits;
}

/* --- tasks ------------------------------------------------------------- */

/* Evaluates the rows @rows of a task whose name changes, which rarely happens within a block. */
static guint64
named_bits (ThFilterEvaluator *self,
            const FilterLeaf  *leaf,
            LeafState         *state,
            guint32            task,
            guint64            rows)
{
  gint64 last = th_cpu_block_get_time (&self->block, 63 - __builtin_clzll (rows));
  guint64 bits = 0;

  while (rows != 0)
    {
      guint i = __builtin_ctzll (rows);
      const NameSlot *slot = filter_evaluator_name_at (self, leaf, state, task,
                                                       th_cpu_block_get_time (&self->block, i));
      guint64 same = last < slot->until ? rows : G_GUINT64_CONSTANT (1) << i;

      if (slot->says == SAYS_YES)
        bits |= same;
      rows &= ~same;
    }

  return bits;
}

/* A block has few tasks, so each of them is evaluated once. */
static guint64
tasks_bits (ThFilterEvaluator *self,
            const FilterLeaf  *leaf,
            LeafState         *state,
            guint64            active)
{
  guint64 bits = 0;

  if (!state->any_task)
    return 0;

  for (guint64 left = active; left != 0;)
    {
      guint32 task = th_cpu_block_get_task (&self->block, __builtin_ctzll (left));
      guint64 same = th_cpu_block_find_task (&self->block, left, task);
      guint8 says = task < self->n_tasks ? state->by_task[task] : SAYS_NO;

      if (says == SAYS_YES)
        bits |= same;
      else if (says == SAYS_OPEN)
        bits |= named_bits (self, leaf, state, task, same);
      left &= ~same;
    }

  return bits;
}

/* --- times ------------------------------------------------------------- */

static guint64
times_bits (const ThFilterEvaluator *self,
            const FilterLeaf        *leaf,
            guint64                  active)
{
  guint8 says = filter_evaluator_ask_times (&leaf->test, th_cpu_block_get_time (&self->block, 0),
                                            th_cpu_block_get_time (&self->block,
                                                                   self->block.n - 1));
  guint64 bits = 0;

  if (says != SAYS_OPEN)
    return says == SAYS_YES ? active : 0;

  for (guint64 left = active; left != 0; left &= left - 1)
    {
      guint i = __builtin_ctzll (left);

      if (filter_int_test (&leaf->test, (guint64) th_cpu_block_get_time (&self->block, i)))
        bits |= G_GUINT64_CONSTANT (1) << i;
    }

  return bits;
}

/* --- payloads ---------------------------------------------------------- */

/* A test of a field leaves the rows of types that have it open. */
static guint64
field_open (ThFilterEvaluator *self,
            const FilterLeaf  *leaf,
            const LeafState   *state,
            guint64            active)
{
  guint last = G_MAXUINT;
  guint64 open = 0;
  guint8 says = SAYS_NO;

  for (guint64 left = active; left != 0; left &= left - 1)
    {
      guint i = __builtin_ctzll (left);
      guint type = run_type (self, i);

      if (type != last)
        says = state->by_type[type];
      last = type;
      if (G_UNLIKELY (says == SAYS_UNKNOWN))
        says = filter_evaluator_compile (self, leaf, type);
      open |= (guint64) (says == SAYS_OPEN) << i;
    }

  return open;
}

/* Evaluates a test of flows for the single row that is evaluated, by its key. */
static guint64
key_bits (ThFilterEvaluator *self,
          const FilterLeaf  *leaf,
          guint64            active)
{
  self->tried = self->good = 0;
  for (guint i = 0; active != 0 && i < leaf->flow_columns->len; i++)
    {
      const FilterFlowColumn *column = &g_array_index (leaf->flow_columns, FilterFlowColumn, i);
      guint32 row = filter_evaluator_find_flow (self, column->results);

      if (row != TH_FLOW_NONE && filter_flow_test (self->filter, leaf, column, row))
        return active;
    }

  return 0;
}

static guint64
leaf_bits (ThFilterEvaluator *self,
           const FilterLeaf  *leaf,
           LeafState         *state,
           guint64            active,
           guint64           *open)
{
  if (self->by_index && state->reads_columns)
    return filter_evaluator_index (self, leaf, state, active, open);
  if (leaf->op == OP_TYPES)
    return types_bits (self, state, active);
  if (leaf->is_pair || leaf->left.subject == SUBJECT_FIELD)
    {
      *open = field_open (self, leaf, state, active);
      return 0;
    }

  switch (leaf->left.subject)
    {
    case SUBJECT_CPU:
    case SUBJECT_STREAM:
    case SUBJECT_RECORDING:
      return state->constant ? active : 0;
    case SUBJECT_FLOW:
      if (self->by_key)
        return key_bits (self, leaf, active);
      return filter_flow_bits (self->filter, leaf, self->stream, self->cpu_index,
                               self->first_row) & active;
    case SUBJECT_TIME:
      return times_bits (self, leaf, active);
    case SUBJECT_PID:
    case SUBJECT_TGID:
    case SUBJECT_TASK:
    case SUBJECT_SAVED:
      return tasks_bits (self, leaf, state, active);
    case SUBJECT_INFO:
      *open = active;
      return 0;
    default:
      return types_bits (self, state, active);
    }
}

/* --- the tree ---------------------------------------------------------- */

static guint64
and_bits (ThFilterEvaluator *self,
          const FilterNode  *node,
          guint64            active,
          guint64           *open)
{
  guint64 yes = active, maybe = 0;

  for (guint i = 0; i < node->children->len && (yes | maybe) != 0; i++)
    {
      guint64 child_open;
      guint64 child = filter_evaluator_block (self, g_ptr_array_index (node->children, i),
                                              yes | maybe, &child_open);
      guint64 left = (yes | maybe) & (child | child_open);

      yes &= child;
      maybe = left & ~yes;
    }

  *open = maybe;
  return yes;
}

static guint64
or_bits (ThFilterEvaluator *self,
         const FilterNode  *node,
         guint64            active,
         guint64           *open)
{
  guint64 yes = 0, maybe = 0;

  for (guint i = 0; i < node->children->len && yes != active; i++)
    {
      guint64 child_open;

      yes |= filter_evaluator_block (self, g_ptr_array_index (node->children, i), active & ~yes,
                                     &child_open);
      maybe |= child_open;
    }

  *open = maybe & ~yes;
  return yes;
}

guint64
filter_evaluator_block (ThFilterEvaluator *self,
                        const FilterNode  *node,
                        guint64            active,
                        guint64           *open)
{
  guint64 yes;

  *open = 0;
  switch (node->kind)
    {
    case NODE_AND:
      return and_bits (self, node, active, open);

    case NODE_OR:
      return or_bits (self, node, active, open);

    case NODE_NOT:
      yes = filter_evaluator_block (self, g_ptr_array_index (node->children, 0), active, open);
      return active & ~yes & ~*open;

    default:
      {
        LeafState *state = &self->leaves[node->leaf->index];

        return state->bits = leaf_bits (self, node->leaf, state, active, open);
      }
    }
}
