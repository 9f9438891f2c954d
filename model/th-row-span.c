/* th-row-span.c - what a row of a table is about: a span of time, a task, a CPU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-row-span.h"

#include "th-time.h"

static void
set_end (ThRowSpan *span,
         gint64     from,
         gint64     to)
{
  if (from >= to)
    return;

  span->from = from;
  span->to = to;
}

static void
set_span (ThRowSpan *span,
          gint64     from,
          gint64     length)
{
  gint64 to;

  if (!__builtin_add_overflow (from, length, &to))
    set_end (span, from, to);
}

/* The CPU of this number in the buffer that the anchor is in. */
static void
set_cpu (ThRowSpan   *span,
         ThRecording *recording,
         gint64       number)
{
  ThStream *stream;

  if (th_ref_is_none (span->anchor) || span->cpu != G_MAXUINT)
    return;

  stream = th_recording_get_stream (recording, span->anchor.stream);
  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    if (th_cpu_get_number (th_stream_get_cpu (stream, i)) == number)
      {
        span->stream = span->anchor.stream;
        span->cpu = i;
        return;
      }
}

static void
take_cell (ThRowSpan      *span,
           ThRecording    *recording,
           const ThColumn *column,
           gint64          cell)
{
  if (column->role == TH_ROLE_SPAN && !th_ref_is_none (span->anchor))
    set_span (span, th_recording_get_time (recording, span->anchor), cell);
  else if (column->role == TH_ROLE_END && !th_ref_is_none (span->anchor))
    set_end (span, th_recording_get_time (recording, span->anchor), cell);
  else if (column->role == TH_ROLE_BLAMED)
    span->blamed = cell;
  else if (column->role == TH_ROLE_BLAMED_TIME)
    span->blamed_time = cell;
  else if (column->kind == TH_COLUMN_CPU)
    set_cpu (span, recording, cell);
  else if (column->kind == TH_COLUMN_TASK && span->task == TH_TASK_NONE && !th_cell_is_word (cell))
    span->task = cell;
}

static ThFlows *
get_flows (ThResults *results,
           ThTable   *table)
{
  ThFlows *flows = th_results_get_flows (results);
  guint index = flows != NULL ? th_flows_get_info (flows)->table : G_MAXUINT;

  return index < th_results_get_n_tables (results) && th_results_get_table (results, index) == table ? flows : NULL;
}

void
th_row_span_read (ThRecording *recording,
                  ThResults   *results,
                  ThTable     *table,
                  guint32      row,
                  ThRowSpan   *span)
{
  const ThTableInfo *info = th_table_get_info (table);
  const ThFlows *flows = get_flows (results, table);

  *span = (ThRowSpan) {
    .anchor = th_table_get_anchor (table, row), .from = TH_TIME_NONE, .to = TH_TIME_NONE,
    .task = TH_TASK_NONE, .stream = G_MAXUINT, .cpu = G_MAXUINT, .blamed = TH_CELL_NONE
  };
  for (guint i = 0; i < info->n_columns; i++)
    {
      gint64 cell = th_table_get_cell (table, row, i);

      if (cell != TH_CELL_NONE)
        take_cell (span, recording, &info->columns[i], cell);
    }
  if (flows != NULL && row < th_flows_get_n (flows))
    {
      const ThFlow *flow = th_flows_get (flows, row);

      set_end (span, flow->first, flow->last);
    }
}
