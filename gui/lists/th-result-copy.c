/* th-result-copy.c - rows of an analysis' table to be copied or saved
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-result-copy.h"

#include "th-result-text.h"
#include "th-table-write.h"

typedef struct
{
  ThDocument  *document;
  ThRecording *recording;
  ThResults   *results;
  ThTable     *table;
  GArray      *rows;
  GArray      *columns;
} Source;

static void
source_free (gpointer data)
{
  Source *source = data;

  g_object_unref (source->document);
  th_recording_unref (source->recording);
  th_results_unref (source->results);
  g_array_unref (source->rows);
  g_array_unref (source->columns);
  g_free (source);
}

static void
write_titles (gpointer     data,
              ThRowWriter *writer)
{
  th_table_write_titles (((Source *) data)->table, writer);
}

static void
write_shown (const Source *source,
             guint32       row,
             ThRowWriter  *writer)
{
  th_row_writer_begin_row (writer);
  for (guint i = 0; i < source->columns->len; i++)
    {
      guint column = g_array_index (source->columns, guint, i);
      g_autofree char *text = th_result_text_copy (source->document, source->recording,
                                                   source->results, source->table, row, column);

      th_row_writer_add_text (writer, th_table_get_info (source->table)->columns[column].id, text);
    }
  th_row_writer_end_row (writer);
}

static gboolean
write_row (gpointer     data,
           guint        position,
           ThRowWriter *writer)
{
  const Source *source = data;
  guint32 row;

  if (position >= source->rows->len)
    return FALSE;

  row = g_array_index (source->rows, guint32, position);
  if (writer->format == TH_ROWS_TEXT)
    write_shown (source, row, writer);
  else
    th_table_write_row (source->recording, source->results, source->table, row, writer);
  return TRUE;
}

void
th_result_copy_init (ThRowSource *source,
                     ThDocument  *document,
                     ThRecording *recording,
                     ThResults   *results,
                     ThTable     *table,
                     GArray      *rows,
                     GArray      *columns)
{
  Source *data = g_new (Source, 1);

  *data = (Source) { g_object_ref (document), th_recording_ref (recording),
                     th_results_ref (results), table, rows, columns };
  *source = (ThRowSource) { write_titles, write_row, rows->len, data, source_free };
}
