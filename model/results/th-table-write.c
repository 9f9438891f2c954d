/* th-table-write.c - writes the rows of a table as plain values, for scripts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-table-write.h"

void
th_table_write_titles (ThTable     *table,
                       ThRowWriter *writer)
{
  const ThTableInfo *info = th_table_get_info (table);

  for (guint i = 0; i < info->n_columns; i++)
    th_row_writer_add_title (writer, info->columns[i].id);
  th_row_writer_end_titles (writer);
}

static void
write_task (ThRecording *recording,
            ThResults   *results,
            ThRef        anchor,
            const char  *id,
            gint64       cell,
            ThRowWriter *writer)
{
  gint64 time = th_ref_is_none (anchor) ? G_MAXINT64 : th_recording_get_time (recording, anchor);
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autofree char *text = NULL;

  if (th_cell_is_word (cell))
    {
      th_row_writer_add_text (writer, id, th_results_get_word (results, th_cell_to_word (cell)));
      return;
    }

  text = g_strdup_printf ("%s-%d", th_tasks_get_name (tasks, cell, time),
                          th_tasks_get_pid (tasks, cell));
  th_row_writer_add_text (writer, id, text);
}

static void
write_event (ThRecording *recording,
             const char  *id,
             ThRef        ref,
             ThRowWriter *writer)
{
  if (th_ref_is_none (ref))
    th_row_writer_add_nothing (writer, id);
  else
    th_row_writer_add_number (writer, id, th_recording_get_time (recording, ref));
}

static void
write_share (const char  *id,
             gint64       per_mille,
             ThRowWriter *writer)
{
  g_autofree char *text = g_strdup_printf ("%s%" G_GINT64_FORMAT ".%d", per_mille < 0 ? "-" : "",
                                           ABS (per_mille / 10),
                                           (int) ABS (per_mille % 10));

  th_row_writer_add_word (writer, id, text);
}

static void
write_address (const char  *id,
               gint64       address,
               ThRowWriter *writer)
{
  g_autofree char *text = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) address);

  th_row_writer_add_text (writer, id, text);
}

void
th_table_write_row (ThRecording *recording,
                    ThResults   *results,
                    ThTable     *table,
                    guint32      row,
                    ThRowWriter *writer)
{
  const ThTableInfo *info = th_table_get_info (table);

  th_row_writer_begin_row (writer);
  for (guint i = 0; i < info->n_columns; i++)
    {
      const ThColumn *column = &info->columns[i];
      gint64 cell = th_table_get_cell (table, row, i);

      if (cell == TH_CELL_NONE || column->kind == TH_COLUMN_STAGES ||
          (column->kind == TH_COLUMN_CPU && cell == G_MAXUINT))
        th_row_writer_add_nothing (writer, column->id);
      else if (column->kind == TH_COLUMN_TEXT)
        th_row_writer_add_text (writer, column->id, th_results_get_word (results, cell));
      else if (column->kind == TH_COLUMN_TASK)
        write_task (recording, results, th_table_get_anchor (table, row), column->id, cell, writer);
      else if (column->kind == TH_COLUMN_EVENT)
        write_event (recording, column->id, th_cell_to_ref (cell), writer);
      else if (column->kind == TH_COLUMN_SHARE)
        write_share (column->id, cell, writer);
      else if (column->kind == TH_COLUMN_ADDRESS)
        write_address (column->id, cell, writer);
      else
        th_row_writer_add_number (writer, column->id, cell);
    }
  th_row_writer_end_row (writer);
}
