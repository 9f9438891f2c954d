/* th-filter-eval-index.c - evaluates tests of columns by the index of a block alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Columns may have to be decoded, and the index often decides: by the mask of the types of the
 * block, by its time and that of the next one, and by the runs, which tell the task of each row.
 * What it does not decide is open.
 */
#include "config.h"

#include "th-filter-eval-state.h"

guint8
filter_evaluator_ask_times (const FilterIntTest *test,
                            gint64               first,
                            gint64               last)
{
  guint64 begin = (guint64) first ^ test->flip, end = (guint64) last ^ test->flip;
  guint64 low = test->one.low, high = low + test->one.span;

  if (test->n != 1 || test->mask != 0)
    return SAYS_OPEN;
  if (begin >= low && end <= high)
    return test->negate ? SAYS_NO : SAYS_YES;
  if (end < low || begin > high)
    return test->negate ? SAYS_YES : SAYS_NO;

  return SAYS_OPEN;
}

/* --- types ------------------------------------------------------------- */

static guint8
ask_types (const ThFilterEvaluator *self,
           const LeafState         *state)
{
  guint64 mask = th_cpu_block_peek_mask (self->cpu, self->first_row);

  if ((mask & state->yes_types) == 0)
    return SAYS_NO;

  return (mask & state->no_types) == 0 ? SAYS_YES : SAYS_OPEN;
}

/* --- times ------------------------------------------------------------- */

/* Sets the time of the first row of the block, and one that is not before its last row. */
static void
block_times (const ThFilterEvaluator *self,
             gint64                  *first,
             gint64                  *last)
{
  guint32 next = self->first_row + TH_BLOCK_ROWS;

  *first = th_cpu_get_time (self->cpu, self->first_row);
  *last = next < th_cpu_get_n_rows (self->cpu) ? th_cpu_get_time (self->cpu, next) : G_MAXINT64;
}

/* --- tasks ------------------------------------------------------------- */

/* What the name of a task says during the whole block. */
static guint8
ask_name (ThFilterEvaluator *self,
          const FilterLeaf  *leaf,
          LeafState         *state,
          guint32            task)
{
  gint64 first, last;
  const NameSlot *slot;

  block_times (self, &first, &last);
  slot = filter_evaluator_name_at (self, leaf, state, task, first);

  return last < slot->until ? slot->says : SAYS_OPEN;
}

static guint64
tasks_bits (ThFilterEvaluator *self,
            const FilterLeaf  *leaf,
            LeafState         *state,
            guint64            active,
            guint64           *open)
{
  guint64 bits = 0;

  for (guint64 left = active; left != 0;)
    {
      guint32 row = self->first_row + __builtin_ctzll (left), n;
      guint64 same;
      guint8 says;

      th_cpu_find_task_span (self->cpu, row, &self->span);
      n = self->span.end - self->first_row;
      same = n < TH_BLOCK_ROWS ? left & ((G_GUINT64_CONSTANT (1) << n) - 1) : left;
      says = self->span.task < self->n_tasks ? state->by_task[self->span.task] : SAYS_NO;
      if (says == SAYS_OPEN)
        says = ask_name (self, leaf, state, self->span.task);

      if (says == SAYS_YES)
        bits |= same;
      else if (says == SAYS_OPEN)
        *open |= same;
      left &= ~same;
    }

  return bits;
}

/* --- all --------------------------------------------------------------- */

/* What the index says of all rows of the block. */
static guint8
ask_leaf (const ThFilterEvaluator *self,
          const FilterLeaf        *leaf,
          const LeafState         *state)
{
  gint64 first, last;

  if (filter_evaluator_is_of_types (leaf))
    return ask_types (self, state);
  /* The types in question have the field. */
  if (leaf->is_pair || leaf->left.subject == SUBJECT_FIELD)
    return ask_types (self, state) == SAYS_NO ? SAYS_NO : SAYS_OPEN;
  if (leaf->left.subject != SUBJECT_TIME)
    return SAYS_OPEN;

  block_times (self, &first, &last);
  return filter_evaluator_ask_times (&leaf->test, first, last);
}

guint64
filter_evaluator_index (ThFilterEvaluator *self,
                        const FilterLeaf  *leaf,
                        LeafState         *state,
                        guint64            active,
                        guint64           *open)
{
  guint8 says;

  if (filter_evaluator_is_of_tasks (leaf))
    {
      if (!state->any_task)
        return 0;
      /* Columns are faster than runs if they need not be decoded. */
      if (self->has_spans && !th_cpu_block_is_in_memory (self->cpu, self->first_row))
        return tasks_bits (self, leaf, state, active, open);
    }

  says = ask_leaf (self, leaf, state);
  *open = says == SAYS_OPEN ? active : 0;
  return says == SAYS_YES ? active : 0;
}
