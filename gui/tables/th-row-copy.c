/* th-row-copy.c - copies rows of a table to the clipboard or saves them to a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-row-copy.h"


#define PIECE_USEC 4000
#define PIECE_BYTES (64u << 10)

typedef struct
{
  ThRowSource  source;
  GtkBitset   *positions; /* of a copy */
  ThRowWriter  writer;
  GString     *text;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  job->source.free (job->source.data);
  g_clear_pointer (&job->positions, gtk_bitset_unref);
  g_string_free (job->text, TRUE);
  g_free (job);
}

static Job *
job_new (const ThRowSource *source,
         ThRowFormat        format)
{
  Job *job = g_new0 (Job, 1);

  job->source = *source;
  job->text = g_string_new (NULL);
  th_row_writer_begin (&job->writer, format, job->text);
  source->write_titles (source->data, &job->writer);
  return job;
}

/* --- the clipboard -------------------------------------------------------- */

static guint64
get_n_wanted (const Job *job)
{
  return MIN (gtk_bitset_get_size (job->positions), TH_ROW_COPY_MAX);
}

/* Returns FALSE when all rows are written. */
static gboolean
append_piece (Job *job)
{
  gint64 until = g_get_monotonic_time () + PIECE_USEC;
  guint64 n = get_n_wanted (job);
  GtkBitsetIter iter;
  guint position;
  gboolean there;

  if (job->writer.n_rows >= n)
    return FALSE;

  there = gtk_bitset_iter_init_at (&iter, job->positions,
                                   gtk_bitset_get_nth (job->positions, job->writer.n_rows),
                                   &position);
  while (there && job->writer.n_rows < n && job->text->len < TH_ROW_COPY_MAX_BYTES)
    {
      if (!job->source.write_row (job->source.data, position, &job->writer))
        return FALSE;
      if (g_get_monotonic_time () >= until)
        return job->writer.n_rows < n;
      there = gtk_bitset_iter_next (&iter, &position);
    }

  return FALSE;
}

static gboolean
piece_cb (gpointer data)
{
  GTask *task = data;
  Job *job = g_task_get_task_data (task);

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  if (append_piece (job))
    return G_SOURCE_CONTINUE;

  th_row_writer_end (&job->writer);
  g_task_return_pointer (task, g_strndup (job->text->str, job->text->len), g_free);
  return G_SOURCE_REMOVE;
}

void
th_row_copy_async (const ThRowSource   *source,
                   const GtkBitset     *positions,
                   ThRowFormat          format,
                   GCancellable        *cancellable,
                   GAsyncReadyCallback  callback,
                   gpointer             data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, data);
  Job *job = job_new (source, format);

  job->positions = positions != NULL ? gtk_bitset_copy (positions)
                                     : gtk_bitset_new_range (0, source->n_rows);
  g_task_set_source_tag (task, th_row_copy_async);
  g_task_set_task_data (task, job, job_free);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, piece_cb, task, g_object_unref);
}

char *
th_row_copy_finish (GAsyncResult *result,
                    guint        *n_rows,
                    guint        *n_left)
{
  const Job *job = g_task_get_task_data (G_TASK (result));

  *n_rows = job->writer.n_rows;
  *n_left = (guint) (gtk_bitset_get_size (job->positions) - job->writer.n_rows);
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

/* --- a file --------------------------------------------------------------- */

struct _ThRowSave
{
  Job   *job;
  GFile *file;
};

static gboolean
flush (Job            *job,
       GOutputStream  *stream,
       gsize           least,
       GError        **error)
{
  if (job->text->len < least)
    return TRUE;
  if (!g_output_stream_write_all (stream, job->text->str, job->text->len, NULL, NULL, error))
    return FALSE;

  g_string_truncate (job->text, 0);
  return TRUE;
}

/* FALSE with an error, or without one if it was cancelled. */
static gboolean
write_all (Job            *job,
           GOutputStream  *stream,
           ThProgress     *progress,
           GError        **error)
{
  for (guint i = 0;
       i < job->source.n_rows && job->source.write_row (job->source.data, i, &job->writer); i++)
    {
      if (th_progress_is_cancelled (progress) || !flush (job, stream, PIECE_BYTES, error))
        return FALSE;
      th_progress_set (progress, (double) i / job->source.n_rows);
    }

  th_row_writer_end (&job->writer);
  return flush (job, stream, 1, error);
}

/* If writing fails, the file stays as it was: closing a cancelled stream does not replace it, but
 * leaves a part of a file that was not there before. */
gboolean
th_row_save_run (gpointer     data,
                 ThProgress  *progress,
                 GError     **error)
{
  ThRowSave *self = data;
  gboolean is_new = !g_file_query_exists (self->file, NULL);
  g_autoptr(GFileOutputStream) stream = g_file_replace (self->file, NULL, FALSE,
                                                        G_FILE_CREATE_NONE, NULL, error);
  g_autoptr(GCancellable) failed = g_cancellable_new ();

  if (stream == NULL)
    return FALSE;
  if (write_all (self->job, G_OUTPUT_STREAM (stream), progress, error))
    return g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error);

  g_cancellable_cancel (failed);
  g_output_stream_close (G_OUTPUT_STREAM (stream), failed, NULL);
  if (is_new)
    g_file_delete (self->file, NULL, NULL);
  return FALSE;
}

static ThRowFormat
find_format (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && g_str_has_suffix (name, ".json") ? TH_ROWS_JSON : TH_ROWS_CSV;
}

ThRowSave *
th_row_save_new (const ThRowSource *source,
                 GFile             *file)
{
  ThRowSave *self = g_new0 (ThRowSave, 1);

  self->job = job_new (source, find_format (file));
  self->file = g_object_ref (file);
  return self;
}

void
th_row_save_free (ThRowSave *self)
{
  job_free (self->job);
  g_object_unref (self->file);
  g_free (self);
}

guint64
th_row_save_get_n_rows (const ThRowSave *self)
{
  return self->job->writer.n_rows;
}
