/* th-event-copy.c - rows of the event table as text, for the clipboard
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-copy.h"

#include "th-quote.h"

#define PIECE_USEC 4000

typedef struct
{
  ThDocument        *document;
  ThEventList       *list;
  GtkBitset         *positions;
  GPtrArray         *columns;
  ThEventCopyFormat  format;
  GString           *text;
  guint              n_rows;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->document);
  g_object_unref (job->list);
  gtk_bitset_unref (job->positions);
  g_ptr_array_unref (job->columns);
  if (job->text != NULL)
    g_string_free (job->text, TRUE);
  g_free (job);
}

/* --- rows ---------------------------------------------------------------- */

static void
append_head (Job *job)
{
  if (job->format == TH_EVENT_COPY_JSON)
    g_string_append (job->text, "[");
  if (job->format != TH_EVENT_COPY_CSV)
    return;

  for (guint i = 0; i < job->columns->len; i++)
    {
      if (i > 0)
        g_string_append_c (job->text, ',');
      th_quote_append_csv (job->text, ((const ThEventColumn *) job->columns->pdata[i])->id);
    }
  g_string_append (job->text, "\r\n");
}

static void
append_number (GString            *text,
               const ThEventValue *value)
{
  if (value->is_truth)
    g_string_append (text, value->number != 0 ? "true" : "false");
  else if (value->unit == TH_COLUMN_SHARE)
    g_string_append_printf (text, "%.1f", value->number / 10.0);
  else if (value->is_unsigned)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, (guint64) value->number);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, value->number);
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
append_value (Job                 *job,
              const ThEventColumn *column,
              const ThEventPlace  *place)
{
  ThEventValue value;
  gboolean named;

  th_event_column_get_value (column, place, &value);
  /* Of a field that is a plain number the text says the same. */
  named = value.text != NULL && !(value.has_number && is_number_text (value.text));
  if (job->format == TH_EVENT_COPY_CSV)
    {
      if (named)
        th_quote_append_csv (job->text, value.text);
      else if (value.has_number)
        append_number (job->text, &value);
    }
  else
    {
      th_quote_append_json (job->text, column->id);
      g_string_append (job->text, ": ");
      if (named)
        th_quote_append_json (job->text, value.text);
      else if (value.has_number)
        append_number (job->text, &value);
      else
        g_string_append (job->text, "null");
    }
  th_event_value_clear (&value);
}

static void
append_row (Job        *job,
            ThEventRow *row)
{
  const char *between = job->format == TH_EVENT_COPY_TEXT ? "\t" : job->format == TH_EVENT_COPY_CSV ? "," : ", ";
  ThEventPlace place;

  th_event_row_get_place (row, &place);
  if (job->format == TH_EVENT_COPY_JSON)
    g_string_append (job->text, job->n_rows > 0 ? ",\n {" : "\n {");
  else if (job->format == TH_EVENT_COPY_TEXT && job->n_rows > 0)
    g_string_append_c (job->text, '\n');

  for (guint i = 0; i < job->columns->len; i++)
    {
      if (i > 0)
        g_string_append (job->text, between);
      if (job->format == TH_EVENT_COPY_TEXT)
        {
          g_autofree char *cell = th_event_column_dup_text (job->columns->pdata[i], job->document, row);

          g_string_append (job->text, cell);
        }
      else
        append_value (job, job->columns->pdata[i], &place);
    }

  if (job->format == TH_EVENT_COPY_JSON)
    g_string_append_c (job->text, '}');
  else if (job->format == TH_EVENT_COPY_CSV)
    g_string_append (job->text, "\r\n");
  job->n_rows++;
}

/* FALSE when all are written. */
static gboolean
append_piece (Job *job)
{
  gint64 until = g_get_monotonic_time () + PIECE_USEC;
  guint64 n = MIN (gtk_bitset_get_size (job->positions), TH_EVENT_COPY_MAX);
  GtkBitsetIter iter;
  guint position;
  gboolean there;

  if (job->n_rows >= n)
    return FALSE;

  there = gtk_bitset_iter_init_at (&iter, job->positions, gtk_bitset_get_nth (job->positions, job->n_rows), &position);
  while (there && job->n_rows < n && job->text->len < TH_EVENT_COPY_MAX_BYTES)
    {
      g_autoptr(ThEventRow) row = g_list_model_get_item (G_LIST_MODEL (job->list), position);

      if (row == NULL)
        return FALSE;
      append_row (job, row);
      if (g_get_monotonic_time () >= until)
        return job->n_rows < n;
      there = gtk_bitset_iter_next (&iter, &position);
    }

  return FALSE;
}

/* --- the task ------------------------------------------------------------ */

static gboolean
piece_cb (gpointer data)
{
  GTask *task = data;
  Job *job = g_task_get_task_data (task);

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  if (append_piece (job))
    return G_SOURCE_CONTINUE;

  if (job->format == TH_EVENT_COPY_JSON)
    g_string_append (job->text, "\n]\n");
  g_task_return_pointer (task, g_string_free (g_steal_pointer (&job->text), FALSE), g_free);
  return G_SOURCE_REMOVE;
}

void
th_event_copy_async (ThDocument          *document,
                     ThEventList         *list,
                     const GtkBitset     *positions,
                     GPtrArray           *columns,
                     ThEventCopyFormat    format,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             data)
{
  GTask *task = g_task_new (document, cancellable, callback, data);
  Job *job = g_new0 (Job, 1);

  job->document = g_object_ref (document);
  job->list = g_object_ref (list);
  job->positions = gtk_bitset_copy (positions);
  job->columns = g_ptr_array_ref (columns);
  job->format = format;
  job->text = g_string_new (NULL);
  append_head (job);
  g_task_set_source_tag (task, th_event_copy_async);
  g_task_set_task_data (task, job, job_free);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, piece_cb, task, g_object_unref);
}

char *
th_event_copy_finish (GAsyncResult *result,
                      guint        *n_rows,
                      guint        *n_left)
{
  const Job *job = g_task_get_task_data (G_TASK (result));

  *n_rows = job->n_rows;
  *n_left = (guint) gtk_bitset_get_size (job->positions) - job->n_rows;
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
