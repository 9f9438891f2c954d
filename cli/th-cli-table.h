/* th-cli-table.h - rows of a table of an analysis, as text and for scripts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-results.h"
#include "th-row-writer.h"
#include "th-text-output.h"

G_BEGIN_DECLS

typedef struct
{
  ThRecording  *recording;
  ThResults    *results;
  ThTable      *table;
  const GArray *rows;     /* guint32, in the order in which they are shown */
} ThCliTable;

/* Appends aligned columns below their titles. */
void th_cli_table_append_text (const ThCliTable *self,
                               ThTextOutput     *output);
/* Writes the rows in a format for scripts, in chunks. */
void th_cli_table_append_rows (const ThCliTable *self,
                               ThRowFormat       format,
                               ThTextOutput     *output);

/* The numbers of all rows of @table, as guint32; free with g_array_unref(). */
GArray *th_cli_table_list_rows (ThTable        *table);
/* Sorts @rows by a column; empty cells come last, and equal ones keep the order of the table. */
void th_cli_table_sort_rows   (GArray           *rows,
                               ThResults        *results,
                               ThTable          *table,
                               guint             column,
                               gboolean          descending);
/* Appends the rows as JSON lines or as text. */
void th_cli_table_append      (const ThCliTable *self,
                               gboolean          json,
                               ThTextOutput     *output);

G_END_DECLS
