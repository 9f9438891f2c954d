/* th-filter-evaluator.c - a filter at work: tables by type and task, and the walk
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Types and tasks may be added while a recording loads, so the tables of a run
 * grow; and a task may turn out to have another name, so what names say is
 * asked again until the load has ended.
 */
#include "config.h"

#include <string.h>

#include "th-filter-evaluator.h"

/* --- types ------------------------------------------------------------- */

static gboolean
is_of_types (const FilterLeaf *leaf)
{
  return leaf->op == OP_TYPES ||
         (!leaf->is_pair && (leaf->left.subject == SUBJECT_EVENT || leaf->left.subject == SUBJECT_SYSTEM ||
                             leaf->left.subject == SUBJECT_TYPE));
}

static gboolean
is_of_fields (const FilterLeaf *leaf)
{
  return leaf->op != OP_TYPES && (leaf->is_pair || leaf->left.subject == SUBJECT_FIELD);
}

/* Types of TH_TYPE_OTHER and beyond what is known are one, the last. */
static void
leaf_add_type (ThFilterRun      *self,
               const FilterLeaf *leaf,
               LeafState        *state,
               guint             type,
               guint            *n_yes)
{
  gboolean is_other = type == self->n_types;
  gboolean matches = filter_leaf_match_type (leaf, self->recording, is_other ? TH_TYPE_OTHER : type);
  guint64 bit = is_other ? G_GUINT64_CONSTANT (1) << (TH_TYPE_OTHER & 63) : G_GUINT64_CONSTANT (1) << (type & 63);

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
leaf_grow_types (ThFilterRun      *self,
                 const FilterLeaf *leaf,
                 LeafState        *state,
                 guint             n_before)
{
  guint n_yes = 0;

  state->by_type = g_renew (guint8, state->by_type, self->n_types + 1);
  if (is_of_types (leaf))
    {
      state->yes_types = state->no_types = 0;
      state->only = G_MAXUINT32;
      for (guint type = 0; type <= self->n_types; type++)
        leaf_add_type (self, leaf, state, type, &n_yes);
      return;
    }

  memset (state->by_type + n_before, SAYS_UNKNOWN, self->n_types + 1 - n_before);
  state->probes = g_renew (FilterProbe, state->probes, self->n_types + 1);
  memset (state->probes + n_before, 0, (self->n_types + 1 - n_before) * sizeof (FilterProbe));
}

static void
run_grow_types (ThFilterRun *self)
{
  guint n_before = self->n_types;

  self->n_types = th_recording_get_n_types (self->recording);
  if (n_before == self->n_types)
    return;

  for (guint i = 0; i < self->filter->leaves->len; i++)
    {
      const FilterLeaf *leaf = g_ptr_array_index (self->filter->leaves, i);

      if (is_of_types (leaf) || is_of_fields (leaf))
        leaf_grow_types (self, leaf, &self->leaves[i], n_before == G_MAXUINT ? 0 : n_before);
    }
}

guint8
filter_run_probe (ThFilterRun      *self,
                  const FilterLeaf *leaf,
                  guint             type)
{
  LeafState *state = &self->leaves[leaf->index];
  FilterProbe *probe = &state->probes[type];
  const ThFieldTable *table = th_recording_get_fields (self->recording, type);

  if (filter_probe_init (probe, leaf, table) == FIT_OK)
    state->by_type[type] = SAYS_OPEN;
  else
    {
      filter_probe_clear (probe);
      state->by_type[type] = SAYS_NO;
    }

  return state->by_type[type];
}

/* --- tasks ------------------------------------------------------------- */

guint8
filter_run_ask_name (ThFilterRun      *self,
                     const FilterLeaf *leaf,
                     guint32           task,
                     const char       *name)
{
  g_autofree char *full = leaf->with_pid ? g_strdup_printf ("%s-%d", name, th_tasks_get_pid (self->tasks, task)) : NULL;
  const char *text = full != NULL ? full : name;

  return filter_text_match (leaf->text, text, strlen (text), &self->patience) ? SAYS_YES : SAYS_NO;
}

static guint8
leaf_ask_task (ThFilterRun      *self,
               const FilterLeaf *leaf,
               guint32           task)
{
  const char *name;
  gint64 until;

  switch (leaf->left.subject)
    {
    case SUBJECT_PID:
      return filter_int_test (&leaf->test, (gint64) th_tasks_get_pid (self->tasks, task)) ? SAYS_YES : SAYS_NO;
    case SUBJECT_TGID:
      return filter_int_test (&leaf->test, (gint64) th_tasks_get_tgid (self->tasks, task)) ? SAYS_YES : SAYS_NO;
    case SUBJECT_SAVED:
      name = th_tasks_get_saved (self->tasks, task);
      break;
    default:
      name = th_tasks_get_name_until (self->tasks, task, G_MININT64, &until);
      if (until != G_MAXINT64)
        return SAYS_OPEN;
    }

  return filter_run_ask_name (self, leaf, task, name);
}

static void
leaf_ask_tasks (ThFilterRun      *self,
                const FilterLeaf *leaf,
                LeafState        *state,
                guint32           first)
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
         (leaf->left.subject == SUBJECT_PID || leaf->left.subject == SUBJECT_TGID || leaf->left.subject == SUBJECT_TASK ||
          leaf->left.subject == SUBJECT_SAVED);
}

static void
run_grow_tasks (ThFilterRun *self)
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

/* --- a CPU, a block, a row --------------------------------------------- */

/* The same address is another symbol in another kernel. */
static void
run_enter_part (ThFilterRun *self,
                ThRecording *part)
{
  for (guint i = 0; self->part != NULL && part != self->part && i < self->filter->leaves->len; i++)
    g_clear_pointer (&self->leaves[i].symbols, g_free);
  self->part = part;
}

static void
run_enter_cpu (ThFilterRun *self,
               guint        stream,
               guint        cpu)
{
  ThStream *entered = th_recording_get_stream (self->recording, stream);
  const char *name = th_stream_get_name (entered);

  run_enter_part (self, th_recording_get_stream_part (self->recording, stream));
  self->stream = stream;
  self->cpu_index = cpu;
  self->cpu = th_stream_get_cpu (entered, cpu);

  for (guint i = 0; i < self->filter->leaves->len; i++)
    {
      const FilterLeaf *leaf = g_ptr_array_index (self->filter->leaves, i);

      if (leaf->op == OP_TYPES || leaf->is_pair)
        continue;
      if (leaf->left.subject == SUBJECT_CPU)
        self->leaves[i].constant = filter_int_test (&leaf->test, th_cpu_get_number (self->cpu));
      else if (leaf->left.subject == SUBJECT_STREAM)
        self->leaves[i].constant = filter_text_match (leaf->text, name, strlen (name), &self->patience);
      else if (leaf->left.subject == SUBJECT_RECORDING)
        self->leaves[i].constant = filter_text_match (leaf->text, th_recording_get_name (self->part),
                                                      strlen (th_recording_get_name (self->part)), &self->patience);
    }
}

/* The bits of the rows of a block that @active holds. */
static guint64
run_block (ThFilterRun *self,
           guint32      row,
           guint        n,
           guint64      active)
{
  guint64 open, bits;

  self->segment = cpu_segment (self->cpu, row);
  self->block = (row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT;
  self->block_row = row & ~(TH_BLOCK_ROWS - 1);
  self->n = n;

  if (self->filter->root == NULL || active == 0)
    return active;
  bits = filter_run_block (self, self->filter->root, active, &open);

  return open != 0 ? bits | filter_run_open (self, open) : bits;
}

static guint64
first_bits (guint n)
{
  return n >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << n) - 1;
}

static gboolean
is_not_of (FilterSum *value,
           gpointer   subject)
{
  return value->operand.subject != GPOINTER_TO_UINT (subject);
}

static gboolean
leaf_speaks_of (const FilterLeaf *leaf,
                FilterSubject     subject)
{
  if (leaf->sum != NULL)
    return !filter_sum_foreach (leaf->sum, is_not_of, GUINT_TO_POINTER (subject)) ||
           !filter_sum_foreach (leaf->other, is_not_of, GUINT_TO_POINTER (subject));

  return leaf->op != OP_TYPES && (leaf->left.subject == subject || (leaf->is_pair && leaf->right.subject == subject));
}

/* --- public ------------------------------------------------------------ */

ThFilterRun *
th_filter_run_new (ThFilter *filter)
{
  ThFilterRun *self = g_new0 (ThFilterRun, 1);

  self->filter = th_filter_ref (filter);
  self->recording = filter->recording;
  self->tasks = th_recording_get_tasks (filter->recording);
  self->leaves = g_new0 (LeafState, filter->leaves->len + 1);
  self->info = g_string_new (NULL);
  self->n_types = G_MAXUINT;
  if (!th_filter_is_columns_only (filter) || filter->of_value)
    self->reader = th_reader_new (filter->recording);
  for (guint i = 0; i < filter->leaves->len; i++)
    {
      self->row_by_row |= leaf_speaks_of (g_ptr_array_index (filter->leaves, i), SUBJECT_INFO);
      self->reads_fields |= leaf_speaks_of (g_ptr_array_index (filter->leaves, i), SUBJECT_FIELD);
    }

  return self;
}

void
th_filter_run_free (ThFilterRun *self)
{
  for (guint i = 0; i < self->filter->leaves->len; i++)
    {
      LeafState *state = &self->leaves[i];

      for (guint type = 0; state->probes != NULL && type <= self->n_types; type++)
        filter_probe_clear (&state->probes[type]);
      g_free (state->by_type);
      g_free (state->probes);
      g_free (state->by_task);
      g_free (state->symbols);
    }

  g_clear_pointer (&self->reader, th_reader_free);
  g_string_free (self->info, TRUE);
  g_free (self->leaves);
  th_filter_unref (self->filter);
  g_free (self);
}

void
th_filter_run_set_within (ThFilterRun *self,
                          ThRows      *within)
{
  self->within = within;
}

void
th_filter_run_set_cancelled (ThFilterRun *self,
                             gint        *cancelled)
{
  self->cancelled = cancelled;
}

guint
th_filter_run_get_n_given_up (ThFilterRun *self)
{
  return self->patience.n_over;
}

gboolean
th_filter_run_match (ThFilterRun *self,
                     ThRef        ref)
{
  guint i = ref.row & (TH_BLOCK_ROWS - 1);
  guint32 n_rows;

  if (self->filter->root == NULL)
    return TRUE;

  if (!self->by_key && !filter_flow_prepare (self->filter, self->cancelled))
    return FALSE;
  run_grow_types (self);
  run_grow_tasks (self);
  run_enter_cpu (self, ref.stream, ref.cpu);
  self->row = ref.row;
  n_rows = th_cpu_get_n_rows (self->cpu);
  g_return_val_if_fail (ref.row < n_rows, FALSE);

  return run_block (self, ref.row, MIN (n_rows - (ref.row - i), TH_BLOCK_ROWS), G_GUINT64_CONSTANT (1) << i) != 0;
}

void
filter_run_set_by_key (ThFilterRun *self)
{
  self->by_key = TRUE;
  self->row_by_row = TRUE;
}

void
filter_run_enter (ThFilterRun *self,
                  ThRef        ref)
{
  run_grow_types (self);
  run_grow_tasks (self);
  run_enter_cpu (self, ref.stream, ref.cpu);
  self->segment = cpu_segment (self->cpu, ref.row);
  self->block = (ref.row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT;
  self->block_row = ref.row & ~(TH_BLOCK_ROWS - 1);
  self->row = ref.row;
  self->tried = self->good = 0;
}

guint32
th_filter_run_decide (ThFilterRun *self,
                      ThRows      *rows,
                      guint        stream,
                      guint        cpu,
                      guint32      max_rows)
{
  guint64 bits[SEGMENT_BLOCKS];
  guint32 decided = th_rows_get_decided (rows, stream, cpu);
  guint32 first = decided & ~(TH_BLOCK_ROWS - 1);
  guint32 end, n = 0;

  if (!filter_flow_prepare (self->filter, self->cancelled))
    return 0;

  /* The rows first: what they speak of is in the tables by then. */
  run_enter_cpu (self, stream, cpu);
  end = th_cpu_get_n_rows (self->cpu);
  if (self->within != NULL)
    end = MIN (end, th_rows_get_decided (self->within, stream, cpu));
  if (end > first && end - first > MAX (max_rows, TH_BLOCK_ROWS))
    end = first + MAX (max_rows & ~(TH_BLOCK_ROWS - 1), TH_BLOCK_ROWS);
  if (end <= decided)
    return 0;
  run_grow_types (self);
  run_grow_tasks (self);

  for (guint32 row = first; row < end; row += TH_BLOCK_ROWS)
    {
      guint n_block = MIN (end - row, TH_BLOCK_ROWS);

      guint64 active = first_bits (n_block);

      if (self->within != NULL)
        active &= th_rows_get_bits (self->within, stream, cpu, row);
      bits[n++] = run_block (self, row, n_block, active);
      if (n == SEGMENT_BLOCKS || row + n_block == end)
        {
          th_rows_append (rows, stream, cpu, bits, (n - 1) * TH_BLOCK_ROWS + n_block);
          n = 0;
        }
    }

  return end - decided;
}
