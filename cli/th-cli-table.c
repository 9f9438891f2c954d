/* th-cli-table.c - rows of a table of an analysis, as text and for scripts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-cli-table.h"
#include "th-table-write.h"
#include "th-text-table.h"
#include "th-text-values.h"

void
th_cli_table_append_text (const ThCliTable *self,
                          ThTextOutput     *output)
{
  const ThTableInfo *info = th_table_get_info (self->table);
  g_autofree char *alignment = g_strnfill (info->n_columns, 'r');
  g_autoptr(ThTextTable) lines = NULL;

  for (guint i = 0; i < info->n_columns; i++)
    if (info->columns[i].kind == TH_COLUMN_TEXT || info->columns[i].kind == TH_COLUMN_TASK)
      alignment[i] = 'l';

  lines = th_text_table_new (alignment);
  for (guint i = 0; i < info->n_columns; i++)
    th_text_table_add (lines, _(info->columns[i].title));
  for (guint i = 0; i < self->rows->len; i++)
    for (guint j = 0; j < info->n_columns; j++)
      th_text_table_take (lines, th_text_format_cell (self->recording, self->results, self->table,
                                                      g_array_index (self->rows, guint32, i), j));
  th_text_table_append (lines, output->text);
}

void
th_cli_table_append_rows (const ThCliTable *self,
                          ThRowFormat       format,
                          ThTextOutput     *output)
{
  ThRowWriter writer;

  th_row_writer_begin (&writer, format, output->text);
  th_table_write_titles (self->table, &writer);
  for (guint i = 0; i < self->rows->len && th_text_output_check (output); i++)
    {
      gsize begin = output->text->len;

      th_table_write_row (self->recording, self->results, self->table,
                          g_array_index (self->rows, guint32, i), &writer);
      if (format == TH_ROWS_JSON_LINES)
        th_cli_json_name_recording (output->text, begin);
    }
  th_row_writer_end (&writer);
}

void
th_cli_table_append (const ThCliTable *self,
                     gboolean          json,
                     ThTextOutput     *output)
{
  if (json)
    th_cli_table_append_rows (self, TH_ROWS_JSON_LINES, output);
  else
    th_cli_table_append_text (self, output);
}

/* --- which rows ----------------------------------------------------------- */

GArray *
th_cli_table_list_rows (ThTable *table)
{
  guint32 n = th_table_get_n (table);
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  for (guint32 row = 0; row < n; row++)
    g_array_append_val (rows, row);
  return rows;
}

typedef struct
{
  ThResults *results;
  ThTable   *table;
  guint      column;
  gboolean   descending;
} Order;

static gint
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Order *order = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  gint64 cell_x = th_table_get_cell (order->table, x, order->column);
  gint64 cell_y = th_table_get_cell (order->table, y, order->column);
  gint difference;

  if ((cell_x == TH_CELL_NONE) != (cell_y == TH_CELL_NONE))
    return cell_x == TH_CELL_NONE ? 1 : -1;

  if (th_table_get_info (order->table)->columns[order->column].kind == TH_COLUMN_TEXT)
    difference = g_utf8_collate (th_results_get_word (order->results, cell_x),
                                 th_results_get_word (order->results, cell_y));
  else
    difference = cell_x < cell_y ? -1 : cell_x > cell_y;

  if (difference == 0)
    return x < y ? -1 : x > y;
  return order->descending ? -difference : difference;
}

void
th_cli_table_sort_rows (GArray    *rows,
                        ThResults *results,
                        ThTable   *table,
                        guint      column,
                        gboolean   descending)
{
  Order order = { results, table, column, descending };

  g_array_sort_with_data (rows, compare_rows, &order);
}
