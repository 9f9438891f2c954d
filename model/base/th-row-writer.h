/* th-row-writer.h - writes rows of named cells as text, CSV or JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * TH_ROWS_TEXT: a line for each row, cells separated by tabs.
 * TH_ROWS_CSV: RFC 4180, the ids of the columns first; but lines end with LF, as text
 * tools and spreadsheets expect and accept.
 * TH_ROWS_JSON: an array of objects by the ids of the columns; null for a cell
 * without a value.
 * TH_ROWS_JSON_LINES: one such object on each line.
 *
 * The writer only appends, so the caller may remove the text that was written so far.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TH_ROWS_TEXT,
  TH_ROWS_CSV,
  TH_ROWS_JSON,
  TH_ROWS_JSON_LINES
} ThRowFormat;

/* @n_rows: the rows begun so far; @n_cells: the cells of the open row. */
typedef struct
{
  ThRowFormat format;
  GString    *text;
  guint64     n_rows;
  guint       n_cells;
} ThRowWriter;

/* @text is not owned and must stay valid until the writer ends. */
void th_row_writer_begin      (ThRowWriter *self,
                               ThRowFormat  format,
                               GString     *text);
/* Adds all columns in their order before the first row; formats without a header line skip
 * them. */
void th_row_writer_add_title  (ThRowWriter *self,
                               const char  *id);
void th_row_writer_end_titles (ThRowWriter *self);

/* Begins a row, which must have all columns in the same order. */
void th_row_writer_begin_row  (ThRowWriter *self);
/* @text need not be UTF-8. */
void th_row_writer_add_text   (ThRowWriter *self,
                               const char  *id,
                               const char  *text);
void th_row_writer_add_number (ThRowWriter *self,
                               const char  *id,
                               gint64       number);
/* Adds a number or a JSON literal, unquoted in all formats. */
void th_row_writer_add_word   (ThRowWriter *self,
                               const char  *id,
                               const char  *word);
void th_row_writer_add_nothing (ThRowWriter *self,
                               const char  *id);
void th_row_writer_end_row    (ThRowWriter *self);

void th_row_writer_end        (ThRowWriter *self);

G_END_DECLS
