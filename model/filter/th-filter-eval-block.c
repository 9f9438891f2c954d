/* th-filter-eval-block.c - evaluates a filter on the columns of 64 rows at once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There are three results: a row passes, does not pass, or is open until its payload is read.
 * Often a single check decides a whole block: of the mask of its types, of its first and last
 * time, or of its CPU.
 */
#include "config.h"

#include <string.h>

#include "th-filter-evaluator.h"
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

/* The result for the name of a task at a time, and until when it is valid. */
static const NameSlot *
name_at_time (ThFilterEvaluator *self,
              const FilterLeaf  *leaf,
              LeafState         *state,
              guint32            task,
              gint64             time)
{
  NameSlot *slot = &state->names[task & (N_NAME_SLOTS - 1)];
  const char *name;

  if (slot->says != SAYS_UNKNOWN && slot->task == task && time >= slot->from && time < slot->until)
    return slot;

  name = th_tasks_get_name_until (self->tasks, task, time, &slot->until);
  slot->from = time;
  slot->task = task;
  slot->says = filter_evaluator_ask_name (self, leaf, task, name);
  return slot;
}

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
      const NameSlot *slot = name_at_time (self, leaf, state, task,
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
time_key (const ThFilterEvaluator *self,
          const FilterIntTest     *test,
          guint                    i)
{
  return (guint64) th_cpu_block_get_time (&self->block, i) ^ test->flip;
}

/* Times ascend, so if both ends of a block are on the same side of a limit, all its rows are. */
static guint64
times_bits (const ThFilterEvaluator *self,
            const FilterLeaf        *leaf,
            guint64                  active)
{
  const FilterIntTest *test = &leaf->test;
  guint64 bits = 0;

  if (test->n == 1 && test->mask == 0)
    {
      guint64 low = test->one.low, high = low + test->one.span;
      guint64 begin = time_key (self, test, 0), end = time_key (self, test, self->block.n - 1);

      if (begin >= low && end <= high)
        return test->negate ? 0 : active;
      if (end < low || begin > high)
        return test->negate ? active : 0;
    }

  for (guint64 left = active; left != 0; left &= left - 1)
    {
      guint i = __builtin_ctzll (left);

      if (filter_int_test (test, time_key (self, test, i) ^ test->flip))
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

/* --- the mask alone ---------------------------------------------------- */

static guint8
ask_leaf (const ThFilterEvaluator *self,
          const FilterLeaf        *leaf,
          guint64                  mask)
{
  const LeafState *state = &self->leaves[leaf->index];

  if (!filter_evaluator_is_of_types (leaf))
    return SAYS_OPEN;
  if ((mask & state->yes_types) == 0)
    return SAYS_NO;

  return (mask & state->no_types) == 0 ? SAYS_YES : SAYS_OPEN;
}

/* One child with @decisive decides; otherwise they must agree. */
static guint8
ask_children (const ThFilterEvaluator *self,
              const FilterNode        *node,
              guint64                  mask,
              guint8                   decisive)
{
  guint8 all = decisive == SAYS_NO ? SAYS_YES : SAYS_NO;

  for (guint i = 0; i < node->children->len; i++)
    {
      guint8 says = filter_evaluator_ask_mask (self, g_ptr_array_index (node->children, i), mask);

      if (says == decisive)
        return decisive;
      if (says == SAYS_OPEN)
        all = SAYS_OPEN;
    }

  return all;
}

guint8
filter_evaluator_ask_mask (const ThFilterEvaluator *self,
                           const FilterNode        *node,
                           guint64                  mask)
{
  guint8 says;

  switch (node->kind)
    {
    case NODE_AND:
      return ask_children (self, node, mask, SAYS_NO);

    case NODE_OR:
      return ask_children (self, node, mask, SAYS_YES);

    case NODE_NOT:
      says = filter_evaluator_ask_mask (self, g_ptr_array_index (node->children, 0), mask);
      return says == SAYS_OPEN ? SAYS_OPEN : says == SAYS_YES ? SAYS_NO : SAYS_YES;

    default:
      return ask_leaf (self, node->leaf, mask);
    }
}
