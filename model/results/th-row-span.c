/* th-row-span.c - finds the time span, the task and the CPU that a table row is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-row-span.h"

#include "th-time.h"

/* Limits a scan, as any number of empty slices may have the same time. */
#define MAX_SLICES_BACK 1000

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

/* Finds the CPU of this number in the stream of the anchor. */
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

/* --- slices ---------------------------------------------------------------- */

static const ThSlice *
find_slice_in (ThSlices *slices,
               ThRef     anchor,
               gint64    time)
{
  for (guint depth = 0; depth < th_slices_get_depth (slices); depth++)
    {
      guint32 index = th_slices_find (slices, depth, time);

      for (guint i = 0; index != G_MAXUINT32 && i < MAX_SLICES_BACK; i++, index--)
        {
          const ThSlice *slice = th_slices_get (slices, depth, index);

          if (th_ref_equal (slice->anchor, anchor))
            return slice;
          if (slice->end < time || index == 0)
            break;
        }
    }

  return NULL;
}

/* The slice that begins or ends at @anchor in a track of this attachment. */
static const ThSlice *
find_slice (ThResults *results,
            ThAttach   attach,
            guint32    key,
            ThRef      anchor,
            gint64     time)
{
  const ThSlice *found = NULL;

  for (guint i = 0; i < th_results_get_n_tracks (results) && found == NULL; i++)
    {
      ThTrack *track = th_results_get_track (results, i);
      const ThTrackInfo *info = th_track_get_info (track);

      if (info->kind == TH_TRACK_SLICES && info->attach == attach && info->key == key)
        found = find_slice_in (th_track_get_slices (track), anchor, time);
    }

  return found;
}

/* Slices of the idle task are in the tracks of CPUs. */
static void
take_slice (ThRowSpan   *span,
            ThRecording *recording,
            ThResults   *results)
{
  ThStream *stream = th_recording_get_stream (recording, span->anchor.stream);
  guint cpu = th_cpu_get_number (th_stream_get_cpu (stream, span->anchor.cpu));
  guint32 task = th_recording_get_task (recording, span->anchor);
  gint64 time = th_recording_get_time (recording, span->anchor);
  const ThSlice *slice = find_slice (results, TH_ATTACH_TASK, task, span->anchor, time);

  if (slice == NULL)
    slice = find_slice (results, TH_ATTACH_CPU, cpu, span->anchor, time);
  if (slice != NULL && (span->from == TH_TIME_NONE || (slice->flags & TH_SLICE_NO_BEGIN)))
    set_end (span, slice->begin, slice->end);
  if (span->task == TH_TASK_NONE && task != TH_TASK_IDLE)
    span->task = task;
  set_cpu (span, recording, cpu);
}

static gboolean
has_slices (const ThTableInfo *info)
{
  for (guint i = 0; i < info->n_columns; i++)
    if (info->columns[i].role == TH_ROLE_SLICE)
      return TRUE;

  return FALSE;
}

/* --- rows ------------------------------------------------------------------ */

static ThFlows *
get_flows (ThResults *results,
           ThTable   *table)
{
  ThFlows *flows = th_results_get_flows (results);
  guint index = flows != NULL ? th_flows_get_info (flows)->table : G_MAXUINT;

  return index < th_results_get_n_tables (results) &&
         th_results_get_table (results, index) == table ? flows : NULL;
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
  if (has_slices (info) && !th_ref_is_none (span->anchor))
    take_slice (span, recording, results);
  if (flows != NULL && row < th_flows_get_n (flows))
    {
      const ThFlow *flow = th_flows_get (flows, row);

      set_end (span, flow->first, flow->last);
    }
}
