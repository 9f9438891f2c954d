/* th-filter-flow-terms.c - evaluates tests of flows, as in packet.total > 1ms
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The steps of a flow refer to its events, but not the reverse.  So each test is evaluated once
 * for all flows, and sets a bit for each event of those that pass.
 */
#include "config.h"

#include <string.h>

#include "th-filter-flow-terms.h"
#include "th-journey.h"

/* The number of rows between two checks for cancellation. */
#define CHECK_ROWS 1024

static void
flow_column_clear (gpointer data)
{
  FilterFlowColumn *column = data;

  g_clear_pointer (&column->arith, filter_arith_test_free);
  th_results_unref (column->results);
}

GArray *
filter_flow_list_arith (ThFilter         *self,
                        const FilterLeaf *leaf)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (FilterFlowColumn));

  g_array_set_clear_func (columns, flow_column_clear);
  for (guint i = 0; i < self->flows->len; i++)
    {
      FilterFit fit;
      FilterFlowColumn column = { .results = self->flows->pdata[i], .column = -1, .stage = -1 };

      column.arith = filter_arith_test_new (leaf, NULL, column.results, &fit, NULL);
      if (column.arith == NULL)
        continue;
      column.flows = th_results_get_flows (column.results);
      th_results_ref (column.results);
      g_array_append_val (columns, column);
    }

  return columns;
}

GArray *
filter_flow_list (ThFilter            *self,
                  const FilterOperand *operand)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (FilterFlowColumn));

  g_array_set_clear_func (columns, flow_column_clear);
  for (guint i = 0; i < self->flows->len; i++)
    {
      const char *name = filter_flow_get_name (self->flows->pdata[i], operand->text,
                                               self->of_flows);
      FilterFlowColumn found;
      ThColumnKind kind;

      if (name == NULL || !filter_flow_find_column (self->flows->pdata[i], name, &found, &kind) ||
          kind != operand->column)
        continue;
      th_results_ref (found.results);
      g_array_append_val (columns, found);
    }

  return columns;
}

/* --- one flow ------------------------------------------------------------ */

gint64
filter_flow_get_cell (const FilterFlowColumn *column,
                      guint32                 row)
{
  if (column->stage >= 0)
    return th_flows_get_stage_time (column->flows, th_flows_get (column->flows, row), column->stage,
                                    NULL);

  return column->table != NULL && row < th_table_get_n (column->table)
         ? th_table_get_cell (column->table, row, column->column)
                                                                        : TH_CELL_NONE;
}

gboolean
filter_flow_read_step (const FilterStep *step,
                       __int128         *value,
                       gpointer          data)
{
  gint64 cell = filter_flow_get_cell (&step->flow, *(guint32 *) data);

  *value = cell;
  return cell != TH_CELL_NONE;
}

char *
filter_flow_dup_text (ThFilter               *self,
                      const FilterFlowColumn *column,
                      ThColumnKind            kind,
                      guint32                 row)
{
  const ThFlow *flow = th_flows_get (column->flows, row);
  gint64 cell = column->is_id ? 0 : filter_flow_get_cell (column, row);

  if (column->is_id)
    return th_journey_dup_id (flow);
  if (cell == TH_CELL_NONE)
    return NULL;

  return g_strdup (kind == TH_COLUMN_TASK
                   ? th_tasks_get_name (th_recording_get_tasks (self->recording), cell, flow->last)
                                          : th_results_get_word (column->results, cell));
}

static gboolean
test_text (ThFilter               *self,
           const FilterLeaf       *leaf,
           const FilterFlowColumn *column,
           guint32                 row)
{
  g_autofree char *text = filter_flow_dup_text (self, column, leaf->left.column, row);

  return text != NULL &&
         filter_text_match (leaf->text, text, strlen (text), &(FilterPatience) { 0 });
}

/* Whether a frame of @flow passes. */
static gboolean
test_frames (const FilterLeaf *leaf,
             const ThFlows    *flows,
             const ThFlow     *flow)
{
  const ThEventLinks *links = th_results_get_links (leaf->links);

  for (guint32 i = 0; i < flow->n_steps && leaf->frame_rows != NULL; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);
      const ThEventLink *found;
      guint n;

      if (!th_step_is_own (&step))
        continue;
      found = th_event_links_find_of (links, step.anchor, &n);
      for (guint j = 0; j < n; j++)
        if (th_rows_contains (leaf->frame_rows, found[j].event))
          return TRUE;
    }
  return FALSE;
}

gboolean
filter_flow_test (ThFilter               *self,
                  const FilterLeaf       *leaf,
                  const FilterFlowColumn *column,
                  guint32                 row)
{
  gint64 cell;

  if (leaf->frame_test != NULL)
    return test_frames (leaf, column->flows, th_flows_get (column->flows, row));
  if (column->arith != NULL)
    return filter_arith_test_match (column->arith, filter_flow_read_step, &row);
  if (filter_flow_is_text (leaf->left.column))
    return test_text (self, leaf, column, row);

  cell = filter_flow_get_cell (column, row);
  return cell != TH_CELL_NONE && filter_int_test (&leaf->test, cell);
}

static gboolean
match_node (ThFilter         *self,
            const FilterNode *node,
            guint32           row)
{
  if (node->kind == NODE_LEAF)
    return filter_flow_test (self, node->leaf,
                             &g_array_index (node->leaf->flow_columns, FilterFlowColumn, 0), row);
  if (node->kind == NODE_NOT)
    return !match_node (self, g_ptr_array_index (node->children, 0), row);

  for (guint i = 0; i < node->children->len; i++)
    if (match_node (self, g_ptr_array_index (node->children, i), row) == (node->kind == NODE_OR))
      return node->kind == NODE_OR;

  return node->kind == NODE_AND;
}

gboolean
th_filter_match_flow (ThFilter *self,
                      guint32   row)
{
  g_return_val_if_fail (self->of_flows, FALSE);

  return self->root == NULL || match_node (self, self->root, row);
}

/* --- events of the flows that pass --------------------------------------- */

typedef struct
{
  guint32 n_rows;
  guint64 bits[];
} CpuBits;

static guint
find_cpu (ThRecording *recording,
          guint        stream,
          guint        cpu)
{
  for (guint i = 0; i < stream; i++)
    cpu += th_stream_get_n_cpus (th_recording_get_stream (recording, i));

  return cpu;
}

static GPtrArray *
make_bits (ThRecording *recording)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        {
          guint32 n = th_cpu_get_n_rows (th_stream_get_cpu (stream, j));
          CpuBits *cpu = g_malloc0 (sizeof (CpuBits) + ((gsize) n + 63) / 64 * sizeof (guint64));

          cpu->n_rows = n;
          g_ptr_array_add (all, cpu);
        }
    }

  return all;
}

static void
add_event (ThFilter  *self,
           GPtrArray *all,
           ThRef      event)
{
  guint index = find_cpu (self->recording, event.stream, event.cpu);
  CpuBits *cpu = index < all->len ? all->pdata[index] : NULL;

  if (cpu != NULL && event.row < cpu->n_rows)
    cpu->bits[event.row / 64] |= G_GUINT64_CONSTANT (1) << event.row % 64;
}

/* Adds the events of @flow and, if @leaf tests frames, those frames of it that pass. */
static void
add_events (ThFilter         *self,
            const FilterLeaf *leaf,
            GPtrArray        *all,
            ThFlows          *flows,
            const ThFlow     *flow)
{
  const ThEventLinks *links = leaf->links != NULL ? th_results_get_links (leaf->links) : NULL;

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);
      const ThEventLink *frames;
      guint n;

      if (!th_step_is_own (&step))
        continue;
      add_event (self, all, step.anchor);
      frames = th_event_links_find_of (links, step.anchor, &n);
      for (guint j = 0; j < n; j++)
        add_event (self, all, frames[j].event);
    }
}

/* Returns FALSE if it was cancelled. */
static gboolean
leaf_find_events (ThFilter   *self,
                  FilterLeaf *leaf,
                  gint       *cancelled)
{
  g_autoptr(GPtrArray) bits = make_bits (self->recording);

  for (guint i = 0; i < leaf->flow_columns->len; i++)
    {
      const FilterFlowColumn *column = &g_array_index (leaf->flow_columns, FilterFlowColumn, i);

      for (guint32 row = 0; row < th_flows_get_n (column->flows); row++)
        {
          if (row % CHECK_ROWS == 0 && cancelled != NULL && g_atomic_int_get (cancelled) != 0)
            return FALSE;
          if (filter_flow_test (self, leaf, column, row))
            add_events (self, leaf, bits, column->flows, th_flows_get (column->flows, row));
        }
    }

  leaf->flow_bits = g_steal_pointer (&bits);
  return TRUE;
}

gboolean
th_filter_is_ready (ThFilter *self)
{
  for (guint i = 0; i < self->leaves->len; i++)
    {
      const FilterLeaf *leaf = self->leaves->pdata[i];

      if (leaf->links != NULL && !th_results_is_finished (leaf->links))
        return FALSE;
      for (guint j = 0; leaf->flow_columns != NULL && j < leaf->flow_columns->len; j++)
        if (!th_results_is_finished (g_array_index (leaf->flow_columns, FilterFlowColumn,
                                                    j).results))
          return FALSE;
    }

  return TRUE;
}

gboolean
filter_flow_prepare (ThFilter *self,
                     gint     *cancelled)
{
  gboolean done = TRUE;

  if (g_atomic_int_get (&self->flows_done))
    return TRUE;
  if (!th_filter_is_ready (self))
    return FALSE;

  g_mutex_lock (&self->flow_lock);
  for (guint i = 0; i < self->leaves->len && done; i++)
    {
      FilterLeaf *leaf = self->leaves->pdata[i];

      if (leaf->flow_columns != NULL && leaf->flow_bits == NULL)
        done = leaf_find_events (self, leaf, cancelled);
    }
  g_atomic_int_set (&self->flows_done, done);
  g_mutex_unlock (&self->flow_lock);

  return done;
}

guint64
filter_flow_bits (ThFilter         *self,
                  const FilterLeaf *leaf,
                  guint             stream,
                  guint             cpu,
                  guint32           row)
{
  guint index = find_cpu (self->recording, stream, cpu);
  const CpuBits *bits = index < leaf->flow_bits->len ? leaf->flow_bits->pdata[index] : NULL;

  return bits != NULL && row < bits->n_rows ? bits->bits[row / 64] : 0;
}
