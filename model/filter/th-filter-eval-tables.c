/* th-filter-eval-tables.c - tables of the results of each test by event type and by task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Types and tasks may be added while a recording loads, so the tables grow.  A task may turn out
 * to have another name, so names are tested again until the load has ended.
 */
#include "config.h"

#include <string.h>

#include "th-filter-evaluator.h"

/* --- types ------------------------------------------------------------- */

gboolean
filter_evaluator_is_of_types (const FilterLeaf *leaf)
{
  return leaf->op == OP_TYPES ||
         (!leaf->is_pair &&
          (leaf->left.subject == SUBJECT_EVENT || leaf->left.subject == SUBJECT_SYSTEM ||
           leaf->left.subject == SUBJECT_TYPE));
}

static gboolean
is_of_fields (const FilterLeaf *leaf)
{
  return leaf->op != OP_TYPES && (leaf->is_pair || leaf->left.subject == SUBJECT_FIELD);
}

/* TH_TYPE_OTHER and all types that are not known yet share the last element. */
static void
leaf_add_type (ThFilterEvaluator *self,
               const FilterLeaf  *leaf,
               LeafState         *state,
               guint              type,
               guint             *n_yes)
{
  gboolean is_other = type == self->n_types;
  gboolean matches = filter_leaf_match_type (leaf, self->recording,
                                             is_other ? TH_TYPE_OTHER : type);
  guint64 bit = is_other ? G_GUINT64_CONSTANT (1) << (TH_TYPE_OTHER & 63)
                         : G_GUINT64_CONSTANT (1) << (type & 63);

  state->by_type[type] = matches ? SAYS_YES : SAYS_NO;
  if (matches)
    {
      state->yes_types |= bit;
      state->only = (*n_yes)++ == 0 && !is_other ? type : G_MAXUINT32;
    }
  else
    state->no_types |= bit;
}

static void
leaf_grow_types (ThFilterEvaluator *self,
                 const FilterLeaf  *leaf,
                 LeafState         *state,
                 guint              n_before)
{
  guint n_yes = 0;

  state->by_type = g_renew (guint8, state->by_type, self->n_types + 1);
  if (filter_evaluator_is_of_types (leaf))
    {
      state->yes_types = state->no_types = 0;
      state->only = G_MAXUINT32;
      for (guint type = 0; type <= self->n_types; type++)
        leaf_add_type (self, leaf, state, type, &n_yes);
      return;
    }

  memset (state->by_type + n_before, SAYS_UNKNOWN, self->n_types + 1 - n_before);
  state->predicates = g_renew (FilterPredicate, state->predicates, self->n_types + 1);
  memset (state->predicates + n_before, 0,
          (self->n_types + 1 - n_before) * sizeof (FilterPredicate));
}

static void
run_grow_types (ThFilterEvaluator *self)
{
  guint n_before = self->n_types;

  self->n_types = th_recording_get_n_types (self->recording);
  if (n_before == self->n_types)
    return;

  for (guint i = 0; i < self->filter->leaves->len; i++)
    {
      const FilterLeaf *leaf = g_ptr_array_index (self->filter->leaves, i);

      if (filter_evaluator_is_of_types (leaf) || is_of_fields (leaf))
        leaf_grow_types (self, leaf, &self->leaves[i], n_before == G_MAXUINT ? 0 : n_before);
    }
}

guint8
filter_evaluator_compile (ThFilterEvaluator *self,
                          const FilterLeaf  *leaf,
                          guint              type)
{
  LeafState *state = &self->leaves[leaf->index];
  FilterPredicate *predicate = &state->predicates[type];
  const ThFieldTable *table = th_recording_get_fields (self->recording, type);

  if (filter_predicate_init (predicate, leaf, table) == FIT_OK)
    state->by_type[type] = SAYS_OPEN;
  else
    {
      filter_predicate_clear (predicate);
      state->by_type[type] = SAYS_NO;
    }

  return state->by_type[type];
}

/* --- tasks ------------------------------------------------------------- */

guint8
filter_evaluator_ask_name (ThFilterEvaluator *self,
                           const FilterLeaf  *leaf,
                           guint32            task,
                           const char        *name)
{
  g_autofree char *full = leaf->with_pid
                          ? g_strdup_printf ("%s-%d", name, th_tasks_get_pid (self->tasks, task))
                          : NULL;
  const char *text = full != NULL ? full : name;

  return filter_text_match (leaf->text, text, strlen (text), &self->patience) ? SAYS_YES : SAYS_NO;
}

static guint8
leaf_ask_task (ThFilterEvaluator *self,
               const FilterLeaf  *leaf,
               guint32            task)
{
  const char *name;
  gint64 until;

  switch (leaf->left.subject)
    {
    case SUBJECT_PID:
      return filter_int_test (&leaf->test, (gint64) th_tasks_get_pid (self->tasks, task))
             ? SAYS_YES : SAYS_NO;
    case SUBJECT_TGID:
      return filter_int_test (&leaf->test, (gint64) th_tasks_get_tgid (self->tasks, task))
             ? SAYS_YES : SAYS_NO;
    case SUBJECT_SAVED:
      name = th_tasks_get_saved (self->tasks, task);
      break;
    default:
      name = th_tasks_get_name_until (self->tasks, task, G_MININT64, &until);
      if (until != G_MAXINT64)
        return SAYS_OPEN;
    }

  return filter_evaluator_ask_name (self, leaf, task, name);
}

static void
leaf_ask_tasks (ThFilterEvaluator *self,
                const FilterLeaf  *leaf,
                LeafState         *state,
                guint32            first)
{
  state->by_task = g_renew (guint8, state->by_task, self->n_tasks + 1);
  state->any_task = first > 0 && state->any_task;
  memset (state->names, 0, sizeof state->names);

  for (guint32 task = first; task < self->n_tasks; task++)
    {
      state->by_task[task] = leaf_ask_task (self, leaf, task);
      state->any_task |= state->by_task[task] != SAYS_NO;
    }
}

static gboolean
is_of_tasks (const FilterLeaf *leaf)
{
  return leaf->op != OP_TYPES && !leaf->is_pair &&
         (leaf->left.subject == SUBJECT_PID || leaf->left.subject == SUBJECT_TGID ||
          leaf->left.subject == SUBJECT_TASK ||
          leaf->left.subject == SUBJECT_SAVED);
}

static void
run_grow_tasks (ThFilterEvaluator *self)
{
  gboolean settled = th_recording_get_state (self->recording) != TH_LOAD_RUNNING;
  guint32 n_before = settled && self->tasks_settled ? self->n_tasks : 0;

  if (n_before == th_tasks_get_n (self->tasks))
    return;

  self->tasks_settled = settled;
  self->n_tasks = th_tasks_get_n (self->tasks);
  for (guint i = 0; i < self->filter->leaves->len; i++)
    {
      const FilterLeaf *leaf = g_ptr_array_index (self->filter->leaves, i);

      if (is_of_tasks (leaf))
        leaf_ask_tasks (self, leaf, &self->leaves[i], n_before);
    }
}

/* --- both -------------------------------------------------------------- */

void
filter_evaluator_grow_tables (ThFilterEvaluator *self)
{
  run_grow_types (self);
  run_grow_tasks (self);
}
