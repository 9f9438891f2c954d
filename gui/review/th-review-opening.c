/* th-review-opening.c - opens and starts reviews on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-opening.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-review-recordings.h"
#include "th-thread-pool.h"

typedef struct
{
  char  *folder;
  char **paths; /* of the recordings of a new review; or NULL */
  char  *key;   /* of the recording that is now at @path; or NULL */
  char  *path;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_free (request->folder);
  g_strfreev (request->paths);
  g_free (request->key);
  g_free (request->path);
  g_free (request);
}

void
th_opened_review_free (ThOpenedReview *self)
{
  th_review_free (self->review);
  g_free (self->states);
  g_free (self);
}

/* --- names ------------------------------------------------------------------ */

GFile *
th_review_opening_find_folder (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file), *path = g_file_get_path (file);
  g_autoptr(GFile) parent = g_file_get_parent (file);

  /* A folder of that name is refused as a damaged review rather than as a recording. */
  if ((name != NULL && g_str_has_suffix (name, TH_REVIEW_SUFFIX)) ||
      (path != NULL && th_review_exists (path)))
    return g_object_ref (file);
  if (g_strcmp0 (name, TH_REVIEW_MANIFEST) == 0 && parent != NULL)
    return g_steal_pointer (&parent);

  return NULL;
}

/* --- work ------------------------------------------------------------------- */

static ThReview *
locate (const Request  *request,
        GError        **error)
{
  g_autoptr(ThReview) review = th_review_open (request->folder, error);
  g_autofree char *key = review != NULL ? th_review_make_key (request->path, error) : NULL;

  if (key == NULL)
    return NULL;
  if (strcmp (key, request->key) != 0)
    {
      g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE,
                   _("“%s” is another recording: choose a copy of the one that the notes are "
                     "about"),
                   request->path);
      return NULL;
    }

  return th_review_add_recording (review, request->path, error) ? g_steal_pointer (&review) : NULL;
}

static ThReview *
open_review (const Request  *request,
             GError        **error)
{
  if (request->key != NULL)
    return locate (request, error);
  if (request->paths != NULL)
    return th_review_start (request->folder, (const char *const *) request->paths, error);

  return th_review_open (request->folder, error);
}

static void
open_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  ThReview *review = open_review (data, &error);
  ThOpenedReview *opened;

  if (review == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  opened = g_new (ThOpenedReview, 1);
  *opened = (ThOpenedReview) { review, g_new (ThReviewState, MAX (review->recordings->len, 1)) };
  for (guint i = 0; i < review->recordings->len; i++)
    opened->states[i] = th_review_check (review, g_ptr_array_index (review->recordings, i));
  g_task_return_pointer (task, opened, (GDestroyNotify) th_opened_review_free);
}

static void
run (GFile               *folder,
     Request             *request,
     GAsyncReadyCallback  callback,
     gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, data);

  request->folder = g_file_get_path (folder);
  g_task_set_task_data (task, request, request_free);
  if (request->folder == NULL)
    g_task_return_new_error (task, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE,
                             _("A review must be in a local folder: copy it there"));
  else
    th_thread_pool_run (task, open_worker);
}

void
th_review_opening_open_async (GFile               *folder,
                              GAsyncReadyCallback  callback,
                              gpointer             data)
{
  run (folder, g_new0 (Request, 1), callback, data);
}

void
th_review_opening_start_async (GFile               *folder,
                               const char *const   *paths,
                               GAsyncReadyCallback  callback,
                               gpointer             data)
{
  Request *request = g_new0 (Request, 1);

  request->paths = g_strdupv ((char **) paths);
  run (folder, request, callback, data);
}

void
th_review_opening_locate_async (GFile               *folder,
                                const char          *key,
                                const char          *path,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  Request *request = g_new0 (Request, 1);

  request->key = g_strdup (key);
  request->path = g_strdup (path);
  run (folder, request, callback, data);
}

ThOpenedReview *
th_review_opening_finish (GAsyncResult  *result,
                          GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
