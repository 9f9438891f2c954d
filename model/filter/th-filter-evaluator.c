/* th-filter-evaluator.c - evaluates a filter: sets the CPU, the block and the row
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-arith.h"
#include "th-filter-evaluator.h"
#include "th-filter-flow-terms.h"

/* The number of rows of frames to evaluate at a time. */
#define FRAME_ROWS 65536

/* The number of decided blocks that are appended at once. */
#define APPENDED_BLOCKS 512

/* --- a CPU, a block, a row --------------------------------------------- */

/* Drops the cached symbols, as an address has another symbol in another kernel. */
static void
run_enter_part (ThFilterEvaluator *self,
                ThRecording       *part)
{
  for (guint i = 0; self->part != NULL && part != self->part && i < self->filter->leaves->len; i++)
    g_clear_pointer (&self->leaves[i].symbols, g_free);
  self->part = part;
}

static void
run_enter_cpu (ThFilterEvaluator *self,
               guint              stream,
               guint              cpu)
{
  ThStream *entered = th_recording_get_stream (self->recording, stream);
  const char *name = th_stream_get_name (entered);

  run_enter_part (self, th_recording_get_stream_part (self->recording, stream));
  self->stream = stream;
  self->cpu_index = cpu;
  self->cpu = th_stream_get_cpu (entered, cpu);
  self->has_spans = FALSE;

  for (guint i = 0; i < self->filter->leaves->len; i++)
    {
      const FilterLeaf *leaf = g_ptr_array_index (self->filter->leaves, i);

      if (leaf->op == OP_TYPES || leaf->is_pair)
        continue;
      if (leaf->left.subject == SUBJECT_CPU)
        self->leaves[i].constant = filter_int_test (&leaf->test, th_cpu_get_number (self->cpu));
      else if (leaf->left.subject == SUBJECT_STREAM)
        self->leaves[i].constant = filter_text_match (leaf->text, name, strlen (name),
                                                      &self->patience);
      else if (leaf->left.subject == SUBJECT_RECORDING)
        self->leaves[i].constant = filter_text_match (leaf->text,
                                                      th_recording_get_name (self->part),
                                                      strlen (th_recording_get_name (self->part)),
                                                      &self->patience);
    }
}

/* Returns the rows of @active that pass, in the block that begins at @row; the first @n_rows
 * rows of the CPU are published.  The block may stay taken, for the next one. */
static guint64
run_block (ThFilterEvaluator *self,
           guint32            row,
           guint32            n_rows,
           guint64            active)
{
  guint64 open, bits = 0;

  if (self->filter->rows != NULL)
    active &= th_rows_get_bits (self->filter->rows, self->stream, self->cpu_index, row);
  if (self->filter->root == NULL || active == 0)
    return active;

  self->first_row = row;
  if (self->reads_columns)
    {
      self->by_index = TRUE;
      bits = filter_evaluator_block (self, self->filter->root, active, &open);
      self->by_index = FALSE;
      if (open == 0)
        return bits;
      active = open;
      th_cpu_block_move (&self->block, self->cpu, row, n_rows);
    }
  bits |= filter_evaluator_block (self, self->filter->root, active, &open);
  if (open != 0)
    bits |= filter_evaluator_open (self, open);

  return bits;
}

static guint64
first_bits (guint n)
{
  return n >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << n) - 1;
}

static gboolean
is_not_of (FilterArith *value,
           gpointer     subject)
{
  return value->operand.subject != GPOINTER_TO_UINT (subject);
}

static gboolean
leaf_speaks_of (const FilterLeaf *leaf,
                FilterSubject     subject)
{
  if (leaf->arith != NULL)
    return !filter_arith_foreach (leaf->arith, is_not_of, GUINT_TO_POINTER (subject)) ||
           !filter_arith_foreach (leaf->other, is_not_of, GUINT_TO_POINTER (subject));

  return leaf->op != OP_TYPES &&
         (leaf->left.subject == subject || (leaf->is_pair && leaf->right.subject == subject));
}

/* Whether the test depends on columns, rather than on the CPU or on flows alone. */
static gboolean
leaf_reads_columns (const FilterLeaf *leaf)
{
  FilterSubject subject = leaf->left.subject;

  return leaf->op == OP_TYPES || leaf->is_pair ||
         (subject != SUBJECT_CPU && subject != SUBJECT_STREAM && subject != SUBJECT_RECORDING &&
          subject != SUBJECT_FLOW);
}

/* --- public ------------------------------------------------------------ */

ThFilterEvaluator *
th_filter_evaluator_new (ThFilter *filter)
{
  ThFilterEvaluator *self = g_new0 (ThFilterEvaluator, 1);

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
      self->leaves[i].reads_columns = leaf_reads_columns (g_ptr_array_index (filter->leaves, i));
      self->reads_columns |= self->leaves[i].reads_columns;
    }

  return self;
}

void
th_filter_evaluator_free (ThFilterEvaluator *self)
{
  for (guint i = 0; i < self->filter->leaves->len; i++)
    {
      LeafState *state = &self->leaves[i];

      for (guint type = 0; state->predicates != NULL && type <= self->n_types; type++)
        filter_predicate_clear (&state->predicates[type]);
      g_free (state->by_type);
      g_free (state->predicates);
      g_free (state->by_task);
      g_free (state->symbols);
    }

  g_clear_pointer (&self->reader, th_reader_free);
  g_string_free (self->info, TRUE);
  g_free (self->occurs);
  g_free (self->leaves);
  th_filter_unref (self->filter);
  g_free (self);
}

void
th_filter_evaluator_set_within (ThFilterEvaluator *self,
                                ThRows            *within)
{
  self->within = within;
}

void
th_filter_evaluator_set_cancelled (ThFilterEvaluator *self,
                                   gint              *cancelled)
{
  self->cancelled = cancelled;
}

guint
th_filter_evaluator_get_n_given_up (ThFilterEvaluator *self)
{
  return self->patience.n_over;
}

/* --- frames of packets ---------------------------------------------------- */

/* Finds the frames that match @filter. */
static ThRows *
find_frames (ThFilter *filter)
{
  ThRecording *recording = filter->recording;
  g_autoptr(ThFilterEvaluator) run = th_filter_evaluator_new (filter);
  ThRows *rows = th_rows_new (recording);

  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    for (guint j = 0; j < th_stream_get_n_cpus (th_recording_get_stream (recording, i)); j++)
      while (th_filter_evaluator_evaluate (run, rows, i, j, FRAME_ROWS) > 0)
        ;
  return rows;
}

void
th_filter_prepare (ThFilter *self)
{
  for (guint i = 0; i < self->leaves->len; i++)
    {
      FilterLeaf *leaf = self->leaves->pdata[i];

      if (leaf->frames != NULL && g_once_init_enter (&leaf->frame_rows))
        g_once_init_leave (&leaf->frame_rows, find_frames (leaf->frames));
    }
}

/* Returns FALSE if something that the filter refers to is not known yet. */
static gboolean
prepare (ThFilterEvaluator *self)
{
  if (!th_filter_is_ready (self->filter))
    return FALSE;
  th_filter_prepare (self->filter);
  return self->by_key || filter_flow_prepare (self->filter, self->cancelled);
}

gboolean
th_filter_evaluator_match (ThFilterEvaluator *self,
                           ThRef              ref)
{
  guint i = ref.row & (TH_BLOCK_ROWS - 1);
  gboolean matches;
  guint32 n_rows;

  if (self->filter->root == NULL)
    return self->filter->rows == NULL || th_rows_contains (self->filter->rows, ref);

  if (!prepare (self) && !self->by_key)
    return FALSE;
  filter_evaluator_grow_tables (self);
  run_enter_cpu (self, ref.stream, ref.cpu);
  self->row = ref.row;
  n_rows = th_cpu_get_n_rows (self->cpu);
  g_return_val_if_fail (ref.row < n_rows, FALSE);

  matches = run_block (self, ref.row - i, n_rows, G_GUINT64_CONSTANT (1) << i) != 0;
  th_cpu_block_give_back (&self->block);
  return matches;
}

void
filter_evaluator_set_by_key (ThFilterEvaluator *self)
{
  self->by_key = TRUE;
  self->row_by_row = TRUE;
  self->reads_columns = TRUE;
  for (guint i = 0; i < self->filter->leaves->len; i++)
    self->leaves[i].reads_columns = TRUE;
}

void
filter_evaluator_enter (ThFilterEvaluator *self,
                        ThRef              ref)
{
  filter_evaluator_grow_tables (self);
  run_enter_cpu (self, ref.stream, ref.cpu);
  th_cpu_block_take (&self->block, self->cpu, ref.row, th_cpu_get_n_rows (self->cpu));
  self->first_row = self->block.first;
  self->row = ref.row;
  self->tried = self->good = 0;
}

void
filter_evaluator_leave (ThFilterEvaluator *self)
{
  th_cpu_block_give_back (&self->block);
}

guint32
th_filter_evaluator_evaluate (ThFilterEvaluator *self,
                              ThRows            *rows,
                              guint              stream,
                              guint              cpu,
                              guint32            max_rows)
{
  guint64 bits[APPENDED_BLOCKS];
  guint32 decided = th_rows_get_decided (rows, stream, cpu);
  guint32 first = decided & ~(TH_BLOCK_ROWS - 1);
  guint32 end, n = 0;

  if (!prepare (self))
    return 0;

  /* Read the number of rows first, so that the types and tasks of these rows are in the tables
   * afterwards. */
  run_enter_cpu (self, stream, cpu);
  self->has_spans = th_cpu_get_complete (self->cpu) == G_MAXINT64;
  self->span = (ThTaskSpan) { 0 };
  end = th_cpu_get_n_rows (self->cpu);
  if (self->within != NULL)
    end = MIN (end, th_rows_get_decided (self->within, stream, cpu));
  if (end > first && end - first > MAX (max_rows, TH_BLOCK_ROWS))
    end = first + MAX (max_rows & ~(TH_BLOCK_ROWS - 1), TH_BLOCK_ROWS);
  if (end <= decided)
    return 0;
  filter_evaluator_grow_tables (self);

  for (guint32 row = first; row < end; row += TH_BLOCK_ROWS)
    {
      guint n_block = MIN (end - row, TH_BLOCK_ROWS);
      guint64 active = first_bits (n_block);

      if (self->within != NULL)
        active &= th_rows_get_bits (self->within, stream, cpu, row);
      bits[n++] = run_block (self, row, end, active);
      if (n == APPENDED_BLOCKS || row + n_block == end)
        {
          th_rows_append (rows, stream, cpu, bits, (n - 1) * TH_BLOCK_ROWS + n_block);
          n = 0;
        }
    }
  th_cpu_block_give_back (&self->block);

  return end - decided;
}
