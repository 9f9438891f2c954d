/* th-review-unpacking.c - unpacks an archive of a review on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-unpacking.h"

#include <glib/gi18n-lib.h>

#include "th-archive.h"
#include "th-thread-pool.h"

typedef struct
{
  char         *archive;
  char         *folder;
  gint         *permille;
  GCancellable *cancellable;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->archive);
  g_free (self->folder);
  g_clear_object (&self->cancellable);
  g_free (self);
}

gboolean
th_review_unpacking_is_archive (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && g_str_has_suffix (name, TH_ARCHIVE_SUFFIX);
}

static gboolean
progress (guint64  done,
          guint64  total,
          gpointer data)
{
  Request *request = data;

  g_atomic_int_set (request->permille, total > 0 ? (gint) (1000.0 * done / total) : 0);
  return !g_cancellable_is_cancelled (request->cancellable);
}

static void
unpack_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Request *request = data;
  ThArchiveUnpacking unpacking = { .progress = progress, .data = request };
  GError *error = NULL;

  if (th_archive_unpack (request->archive, request->folder, &unpacking, &error))
    g_task_return_pointer (task, g_file_new_for_path (request->folder), g_object_unref);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_error_if_cancelled (task);
}

void
th_review_unpacking_start_async (GFile               *archive,
                                 GFile               *parent,
                                 gint                *permille,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);
  Request *request = g_new0 (Request, 1);
  g_autofree char *path = g_file_get_path (archive), *folder = g_file_get_path (parent);
  g_autofree char *name = path != NULL ? th_archive_make_name (path) : NULL;

  g_task_set_task_data (task, request, request_free);
  /* The worker looks at it itself, so that nothing is left when the task returns. */
  g_task_set_check_cancellable (task, FALSE);
  if (path == NULL || folder == NULL)
    {
      g_task_return_new_error (task, TH_ARCHIVE_ERROR, TH_ARCHIVE_ERROR_FILE,
                               _("The archive and the folder must be local: copy it"));
      return;
    }

  request->archive = g_steal_pointer (&path);
  request->folder = g_build_filename (folder, name, NULL);
  request->permille = permille;
  request->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  th_thread_pool_run (task, unpack_worker);
}

GFile *
th_review_unpacking_finish (GAsyncResult  *result,
                            GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
