/* th-event-copy.c - rows of the event table as text, to be copied or saved
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-copy.h"

#include "th-display-text.h"

typedef struct
{
  ThDocument  *document;
  ThEventList *list;
  GPtrArray   *columns;
} Source;

static void
source_free (gpointer data)
{
  Source *source = data;

  g_object_unref (source->document);
  g_object_unref (source->list);
  g_ptr_array_unref (source->columns);
  g_free (source);
}

static void
write_titles (gpointer     data,
              ThRowWriter *writer)
{
  const Source *source = data;

  for (guint i = 0; i < source->columns->len; i++)
    th_row_writer_add_title (writer, ((const ThEventColumn *) source->columns->pdata[i])->id);
  th_row_writer_end_titles (writer);
}

static void
write_number (const char         *id,
              const ThEventValue *value,
              ThRowWriter        *writer)
{
  char text[32];

  if (value->is_truth)
    g_strlcpy (text, value->number != 0 ? "true" : "false", sizeof text);
  else if (value->unit == TH_COLUMN_SHARE)
    g_snprintf (text, sizeof text, "%.1f", value->number / 10.0);
  else if (value->is_unsigned)
    g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, (guint64) value->number);
  else
    g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, value->number);
  th_row_writer_add_word (writer, id, text);
}

static gboolean
is_number_text (const char *text)
{
  const char *at = *text == '-' ? text + 1 : text;

  if (!g_ascii_isdigit (*at) || (at[0] == '0' && at[1] != '\0'))
    return FALSE;
  while (g_ascii_isdigit (*at))
    at++;

  return *at == '\0';
}

static void
write_value (const ThEventColumn *column,
             const ThEventPlace  *place,
             ThRowWriter         *writer)
{
  ThEventValue value;

  th_event_column_get_value (column, place, TRUE, &value);
  /* Does not write the text if it only repeats the number. */
  if (value.text != NULL && !(value.has_number && is_number_text (value.text)))
    th_row_writer_add_text (writer, column->id, value.text);
  else if (value.has_number)
    write_number (column->id, &value, writer);
  else
    th_row_writer_add_nothing (writer, column->id);
  th_event_value_clear (&value);
}

/* Writes the text of the cell, without the spaces that group digits. */
static void
write_shown (const Source        *source,
             const ThEventColumn *column,
             ThEventRow          *row,
             ThRowWriter         *writer)
{
  g_autofree char *text = th_event_column_dup_whole (column, source->document, row);

  if (column->right || column->kind == TH_EVENT_COLUMN_EXPRESSION)
    text = th_display_text_take_plain (g_steal_pointer (&text));
  th_row_writer_add_text (writer, column->id, text);
}

static gboolean
write_row (gpointer     data,
           guint        position,
           ThRowWriter *writer)
{
  const Source *source = data;
  g_autoptr(ThEventRow) row = g_list_model_get_item (G_LIST_MODEL (source->list), position);
  ThEventPlace place;

  if (row == NULL)
    return FALSE;

  th_event_row_get_place (row, &place);
  th_row_writer_begin_row (writer);
  for (guint i = 0; i < source->columns->len; i++)
    if (writer->format == TH_ROWS_TEXT)
      write_shown (source, source->columns->pdata[i], row, writer);
    else
      write_value (source->columns->pdata[i], &place, writer);
  th_row_writer_end_row (writer);
  return TRUE;
}

void
th_event_copy_init (ThRowSource *source,
                    ThDocument  *document,
                    ThEventList *list,
                    GPtrArray   *columns)
{
  Source *data = g_new (Source, 1);

  *data = (Source) { g_object_ref (document), g_object_ref (list), g_ptr_array_ref (columns) };
  *source = (ThRowSource) { write_titles, write_row, g_list_model_get_n_items (G_LIST_MODEL (list)),
                            data, source_free };
}
