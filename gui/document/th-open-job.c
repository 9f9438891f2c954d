/* th-open-job.c - opens the files of one timeline on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-open-job.h"

#include <glib/gi18n-lib.h>

#include "th-thread-pool.h"

ThOpenJob *
th_open_job_new (guint n)
{
  ThOpenJob *self = g_new0 (ThOpenJob, 1);

  self->n = n;
  self->parts = g_new0 (ThOpenPart, n);

  return self;
}

static void
open_job_free (ThOpenJob *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_object_unref (self->parts[i].file);
      g_clear_pointer (&self->parts[i].bytes, th_bytes_unref);
      g_clear_pointer (&self->parts[i].feed, th_feed_unref);
    }
  g_free (self->parts);
  g_strfreev (self->names);
  g_free (self);
}

void
th_open_result_free (ThOpenResult *self)
{
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_pointer (&self->bytes, g_ptr_array_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_free (self->loaders);
  g_free (self);
}

/* --- on the worker ------------------------------------------------------- */

/* The contents of the file of @part, unpacked. */
static ThBytes *
open_bytes (ThOpenJob   *job,
            ThOpenPart  *part,
            GError     **error)
{
  g_autofree char *path = g_file_get_path (part->file);
  g_autoptr(ThBytes) bytes = NULL;
  ThBytes *inside;

  if (path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s",
                   _("This location cannot be read as a file. Copy the recording to this computer "
                     "and open the copy."));
      return NULL;
    }

  bytes = part->feed != NULL ? th_bytes_new_feed (path, part->feed, error)
                             : th_bytes_new_file (path, error);
  if (bytes == NULL)
    return NULL;

  g_atomic_pointer_set (&part->bytes, th_bytes_ref (bytes));
  if (g_atomic_int_get (&job->stopped))
    th_bytes_stop (bytes);
  inside = th_loader_unwrap (bytes, error);
  if (inside != NULL)
    {
      th_bytes_set_may_outgrow (inside, TRUE);
      g_atomic_pointer_set (&part->bytes, th_bytes_ref (inside));
      th_bytes_unref (bytes);
    }
  return inside;
}

static ThOpenResult *
open_parts (ThOpenJob  *job,
            GError    **error)
{
  g_autofree ThLoaderPart *parts = g_new0 (ThLoaderPart, job->n);
  ThOpenResult *opened = g_new0 (ThOpenResult, 1);

  opened->bytes = g_ptr_array_new_with_free_func ((GDestroyNotify) th_bytes_unref);
  opened->files = g_ptr_array_new_with_free_func (g_object_unref);
  opened->loaders = g_new0 (const ThLoader *, job->n);
  for (job->failed = 0; job->failed < job->n; job->failed++)
    {
      ThOpenPart *part = &job->parts[job->failed];
      /* Bytes that were opened earlier are reused. */
      ThBytes *bytes = part->bytes != NULL ? th_bytes_ref (part->bytes)
                                           : open_bytes (job, part, error);

      if (bytes == NULL)
        return opened;
      g_ptr_array_add (opened->bytes, bytes);
      g_ptr_array_add (opened->files, g_object_ref (part->file));
      parts[job->failed] = (ThLoaderPart) { bytes, job->names[job->failed], part->shift };
    }

  opened->recording = th_loader_open_parts (parts, job->n, opened->loaders, &job->failed, error);
  return opened;
}

static void
open_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThOpenJob *job = data;
  GError *error = NULL;
  ThOpenResult *opened = open_parts (job, &error);

  if (opened->recording == NULL)
    {
      th_open_result_free (opened);
      if (job->failed > 0)
        g_prefix_error (&error, "%s: ", job->names[job->failed]);
      g_task_return_error (task, error);
      return;
    }

  g_task_return_pointer (task, opened, (GDestroyNotify) th_open_result_free);
}

/* --- on the main thread -------------------------------------------------- */

void
th_open_job_run (ThOpenJob           *self,
                 gpointer             source,
                 GAsyncReadyCallback  callback)
{
  g_autoptr(GTask) task = g_task_new (source, NULL, callback, NULL);

  g_task_set_task_data (task, self, (GDestroyNotify) open_job_free);
  th_thread_pool_run (task, open_worker);
}

ThOpenResult *
th_open_job_finish (GAsyncResult  *result,
                    GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
th_open_job_stop (ThOpenJob *self)
{
  g_atomic_int_set (&self->stopped, TRUE);
  for (guint i = 0; i < self->n; i++)
    {
      ThBytes *bytes = g_atomic_pointer_get (&self->parts[i].bytes);

      if (bytes != NULL)
        th_bytes_stop (bytes);
    }
}

ThBytes *
th_open_job_get_awaited (ThOpenJob *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      ThBytes *bytes = g_atomic_pointer_get (&self->parts[i].bytes);

      if (bytes != NULL && th_bytes_is_growing (bytes))
        return bytes;
    }
  return NULL;
}
