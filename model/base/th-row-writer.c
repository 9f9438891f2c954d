/* th-row-writer.c - writes rows of named cells as text, CSV or JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-quote.h"
#include "th-row-writer.h"

/* The separators of cells. */
static const char *const between[] = {
  [TH_ROWS_TEXT] = "\t", [TH_ROWS_CSV] = ",", [TH_ROWS_JSON] = ", ", [TH_ROWS_JSON_LINES] = ","
};

void
th_row_writer_begin (ThRowWriter *self,
                     ThRowFormat  format,
                     GString     *text)
{
  *self = (ThRowWriter) { .format = format, .text = text };
  if (format == TH_ROWS_JSON)
    g_string_append_c (text, '[');
}

void
th_row_writer_add_title (ThRowWriter *self,
                         const char  *id)
{
  if (self->format != TH_ROWS_CSV)
    return;

  if (self->n_cells++ > 0)
    g_string_append (self->text, between[TH_ROWS_CSV]);
  th_quote_append_csv (self->text, id);
}

void
th_row_writer_end_titles (ThRowWriter *self)
{
  if (self->format == TH_ROWS_CSV)
    g_string_append_c (self->text, '\n');
}

void
th_row_writer_begin_row (ThRowWriter *self)
{
  if (self->format == TH_ROWS_JSON)
    g_string_append (self->text, self->n_rows > 0 ? ",\n {" : "\n {");
  else if (self->format == TH_ROWS_JSON_LINES)
    g_string_append_c (self->text, '{');
  else if (self->format == TH_ROWS_TEXT && self->n_rows > 0)
    g_string_append_c (self->text, '\n');
  self->n_rows++;
  self->n_cells = 0;
}

static gboolean
is_json (const ThRowWriter *self)
{
  return self->format == TH_ROWS_JSON || self->format == TH_ROWS_JSON_LINES;
}

static void
begin_cell (ThRowWriter *self,
            const char  *id)
{
  if (self->n_cells++ > 0)
    g_string_append (self->text, between[self->format]);
  if (!is_json (self))
    return;

  th_quote_append_json (self->text, id);
  g_string_append (self->text, self->format == TH_ROWS_JSON ? ": " : ":");
}

void
th_row_writer_add_text (ThRowWriter *self,
                        const char  *id,
                        const char  *text)
{
  begin_cell (self, id);
  if (is_json (self))
    th_quote_append_json (self->text, text);
  else if (self->format == TH_ROWS_CSV)
    th_quote_append_csv (self->text, text);
  else
    g_string_append (self->text, text);
}

void
th_row_writer_add_number (ThRowWriter *self,
                          const char  *id,
                          gint64       number)
{
  begin_cell (self, id);
  g_string_append_printf (self->text, "%" G_GINT64_FORMAT, number);
}

void
th_row_writer_add_word (ThRowWriter *self,
                        const char  *id,
                        const char  *word)
{
  begin_cell (self, id);
  g_string_append (self->text, word);
}

void
th_row_writer_add_nothing (ThRowWriter *self,
                           const char  *id)
{
  begin_cell (self, id);
  if (is_json (self))
    g_string_append (self->text, "null");
}

void
th_row_writer_end_row (ThRowWriter *self)
{
  if (self->format == TH_ROWS_JSON)
    g_string_append_c (self->text, '}');
  else if (self->format == TH_ROWS_JSON_LINES)
    g_string_append (self->text, "}\n");
  else if (self->format == TH_ROWS_CSV)
    g_string_append_c (self->text, '\n');
}

void
th_row_writer_end (ThRowWriter *self)
{
  if (self->format == TH_ROWS_JSON)
    g_string_append (self->text, "\n]\n");
}
