/* th-filter-eval-tables.c - tables of the results of each test by event type and by task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Types and tasks may be added while a recording loads, so the tables grow.  A task may turn out
 * to have another name, so names are tested again until the load has ended.
 */
#include "config.h"

#include <string.h>

#include "th-filter-eval-state.h"

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

/* The bit of a type in masks.  TH_TYPE_OTHER and all types that are not known yet share the last
 * element of the tables. */
static guint64
type_bit (const ThFilterEvaluator *self,
          guint                    type)
{
  return G_GUINT64_CONSTANT (1) << ((type == self->n_types ? TH_TYPE_OTHER : type) & 63);
}

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
  guint64 bit = type_bit (self, type);

  state->by_type[type] = matches ? SAYS_YES : SAYS_NO;
  if (self->occurs != NULL && !self->occurs[type])
    return;
  if (matches)
    {
      state->yes_types |= bit;
      state->only = (*n_yes)++ == 0 && !is_other ? type : G_MAXUINT32;
    }
  else
    state->no_types |= bit;
}

/* Notes the types that have the field, if it is known which occur. */
static void
leaf_note_fields (ThFilterEvaluator *self,
                  const FilterLeaf  *leaf,
                  LeafState         *state)
{
  state->no_types = G_MAXUINT64;
  state->yes_types = self->occurs == NULL ? G_MAXUINT64 : 0;
  for (guint type = 0; self->occurs != NULL && type <= self->n_types; type++)
    if (self->occurs[type] &&
        (state->by_type[type] == SAYS_OPEN ||
         (state->by_type[type] == SAYS_UNKNOWN &&
          filter_evaluator_compile (self, leaf, type) == SAYS_OPEN)))
      state->yes_types |= type_bit (self, type);
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

  /* The element of all types beyond is that of a type now. */
  if (state->predicates != NULL)
    filter_predicate_clear (&state->predicates[n_before]);
  memset (state->by_type + n_before, SAYS_UNKNOWN, self->n_types + 1 - n_before);
  state->predicates = g_renew (FilterPredicate, state->predicates, self->n_types + 1);
  memset (state->predicates + n_before, 0,
          (self->n_types + 1 - n_before) * sizeof (FilterPredicate));
  leaf_note_fields (self, leaf, state);
}

/* Adds the number of events of each type; FALSE if columns would have to be read for it. */
static gboolean
count_types (ThRecording *recording,
             guint        n_streams,
             guint64     *counts)
{
  for (guint i = 0; i < n_streams; i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        {
          const ThCpu *cpu = th_stream_get_cpu (stream, j);

          if (!th_cpu_knows_types (cpu))
            return FALSE;
          th_cpu_count_types (cpu, counts);
        }
    }

  return TRUE;
}

/* Most types that a recording declares do not occur, and without them masks say more. */
static void
run_find_types (ThFilterEvaluator *self)
{
  g_autofree guint64 *counts = g_new0 (guint64, TH_TYPE_OTHER + 1);

  g_clear_pointer (&self->occurs, g_free);
  if (!count_types (self->recording, self->n_streams, counts))
    return;

  self->occurs = g_new0 (guint8, self->n_types + 1);
  for (guint type = 0; type <= TH_TYPE_OTHER; type++)
    self->occurs[MIN (type, self->n_types)] |= counts[type] > 0;
}

static void
run_grow_types (ThFilterEvaluator *self)
{
  guint n_before = self->n_types, n_streams = th_recording_get_n_streams (self->recording);
  gboolean settled = th_recording_get_state (self->recording) != TH_LOAD_RUNNING;

  self->n_types = th_recording_get_n_types (self->recording);
  if (n_before == self->n_types && n_streams == self->n_streams &&
      settled == self->types_settled)
    return;

  self->n_streams = n_streams;
  self->types_settled = settled;
  if (settled)
    run_find_types (self);

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

/* Returns the result of a test for a task with this name. */
static guint8
ask_name (ThFilterEvaluator *self,
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

const NameSlot *
filter_evaluator_name_at (ThFilterEvaluator *self,
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
  slot->says = ask_name (self, leaf, task, name);
  return slot;
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

  return ask_name (self, leaf, task, name);
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

gboolean
filter_evaluator_is_of_tasks (const FilterLeaf *leaf)
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

      if (filter_evaluator_is_of_tasks (leaf))
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
