/* th-shared-session-file.c - opens and saves session files, which people pass on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-shared-session-file.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-recording-key.h"
#include "th-thread-pool.h"

gboolean
th_shared_session_file_is_one (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *lower = name != NULL ? g_ascii_strdown (name, -1) : NULL;

  return lower != NULL && g_str_has_suffix (lower, TH_SHARED_SESSION_SUFFIX);
}

void
th_opened_session_free (ThOpenedSession *self)
{
  g_free (self->left_out);
  g_free (self->states);
  g_clear_pointer (&self->session, th_shared_session_free);
  g_clear_object (&self->file);
  g_free (self);
}

static char *
dup_folder_uri (GFile *file)
{
  g_autoptr(GFile) folder = g_file_get_parent (file);

  return g_file_get_uri (folder != NULL ? folder : file);
}

/* --- opening ------------------------------------------------------------ */

/* Reads at most one byte more than a session may have. */
static char *
read_text (GFile        *file,
           gsize        *length,
           GCancellable *cancellable,
           GError      **error)
{
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE,
                                                 G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autoptr(GFileInputStream) stream = NULL;
  g_autofree char *text = NULL;

  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                           _("it is not a regular file"));
      return NULL;
    }
  stream = g_file_read (file, cancellable, error);
  text = g_malloc (TH_SHARED_SESSION_MAX_BYTES + 1);
  if (stream == NULL ||
      !g_input_stream_read_all (G_INPUT_STREAM (stream), text, TH_SHARED_SESSION_MAX_BYTES + 1,
                                length, cancellable, error))
    return NULL;

  return g_steal_pointer (&text);
}

static void
check_recording (ThOpenedSession *self,
                 guint            index,
                 GCancellable    *cancellable)
{
  ThSharedRecording *recording = th_shared_session_get_recording (self->session, index);
  g_autoptr(GFile) file = g_file_new_for_uri (recording->uri);
  g_autofree char *key = th_recording_key_make (file, cancellable);

  if (key == NULL)
    self->states[index] = TH_SHARED_MISSING;
  else if (recording->key != NULL && !g_str_equal (key, recording->key))
    self->states[index] = TH_SHARED_CHANGED;
}

typedef struct
{
  GString      *lines;
  GCancellable *cancellable;
} Appended;

static void
check_appended (ThSession *session,
                gpointer   data)
{
  Appended *appended = data;
  g_autofree char *lines = th_recording_key_check_appended (session, appended->cancellable);

  if (lines != NULL && appended->lines->len > 0)
    g_string_append_c (appended->lines, '\n');
  if (lines != NULL)
    g_string_append (appended->lines, lines);
}

static void
open_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_autoptr(ThOpenedSession) self = g_new0 (ThOpenedSession, 1);
  g_autofree char *folder = dup_folder_uri (data), *text = NULL;
  Appended appended = { NULL, cancellable };
  GError *error = NULL;
  gsize length;

  self->file = g_object_ref (data);
  text = read_text (data, &length, cancellable, &error);
  if (text != NULL)
    self->session = th_shared_session_from_text (text, length, folder, &error);
  if (self->session == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  appended.lines = g_string_new (NULL);
  self->states = g_new0 (ThSharedState, self->session->recordings->len);
  for (guint i = 0; i < self->session->recordings->len; i++)
    check_recording (self, i, cancellable);
  th_shared_session_foreach (self->session, check_appended, &appended);
  self->left_out = g_string_free (appended.lines, appended.lines->len == 0);
  g_task_return_pointer (task, g_steal_pointer (&self), (GDestroyNotify) th_opened_session_free);
}

void
th_shared_session_file_open_async (GFile               *file,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  th_thread_pool_run (task, open_worker);
}

ThOpenedSession *
th_shared_session_file_open_finish (GAsyncResult *result,
                                    GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- recordings that were moved -------------------------------------------- */

void
th_opened_session_relocate (ThOpenedSession *self,
                            guint            index,
                            GFile           *file)
{
  ThSharedRecording *recording = th_shared_session_get_recording (self->session, index);
  g_autoptr(GFile) old = g_file_new_for_uri (recording->uri), old_folder = g_file_get_parent (old);
  g_autoptr(GFile) folder = g_file_get_parent (file);

  g_free (recording->uri);
  recording->uri = g_file_get_uri (file);
  for (guint i = 0; old_folder != NULL && folder != NULL && i < self->session->recordings->len; i++)
    {
      ThSharedRecording *other = th_shared_session_get_recording (self->session, i);
      g_autoptr(GFile) there = g_file_new_for_uri (other->uri), here = NULL;
      g_autofree char *path = g_file_get_relative_path (old_folder, there);

      if (i == index || self->states[i] != TH_SHARED_MISSING || path == NULL)
        continue;
      here = g_file_resolve_relative_path (folder, path);
      g_free (other->uri);
      other->uri = g_file_get_uri (here);
    }
}

static void
check_worker (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  ThOpenedSession *self = data;

  for (guint i = 0; i < self->session->recordings->len; i++)
    if (self->states[i] != TH_SHARED_FOUND)
      {
        self->states[i] = TH_SHARED_FOUND;
        check_recording (self, i, cancellable);
      }
  g_task_return_boolean (task, TRUE);
}

void
th_opened_session_check_async (ThOpenedSession     *self,
                               GAsyncReadyCallback  callback,
                               gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, data);

  g_task_set_task_data (task, self, NULL);
  th_thread_pool_run (task, check_worker);
}

void
th_opened_session_check_finish (GAsyncResult *result)
{
  g_task_propagate_boolean (G_TASK (result), NULL);
}

/* --- saving ------------------------------------------------------------- */

typedef struct
{
  GFile           *file;
  ThSharedSession *session;
} Save;

static void
save_free (gpointer data)
{
  Save *save = data;

  g_object_unref (save->file);
  th_shared_session_free (save->session);
  g_free (save);
}

/* Returns FALSE if the recording has no key. */
static gboolean
find_key (char        **key,
          const char   *uri,
          GCancellable *cancellable,
          GError      **error)
{
  g_autoptr(GFile) file = g_file_new_for_uri (uri);
  g_autofree char *name = NULL;

  if (*key == NULL)
    *key = th_recording_key_make (file, cancellable);
  if (*key != NULL)
    return TRUE;

  name = g_file_get_parse_name (file);
  /* Translators: %s is a recording */
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               _("%s cannot be found again from a session: it is not a file on this machine, or "
                 "it is gone. Save the recording first."), name);
  return FALSE;
}

typedef struct
{
  GCancellable *cancellable;
  GError       *error;
} Finding;

static void
find_appended_keys (ThSession *session,
                    gpointer   data)
{
  Finding *finding = data;

  for (guint i = 0; finding->error == NULL && i < session->appended->len; i++)
    {
      ThSessionAppended *appended = &g_array_index (session->appended, ThSessionAppended, i);

      find_key (&appended->key, appended->uri, finding->cancellable, &finding->error);
    }
}

static gboolean
find_keys (ThSharedSession *session,
           GCancellable    *cancellable,
           GError         **error)
{
  Finding finding = { cancellable, NULL };

  for (guint i = 0; i < session->recordings->len; i++)
    {
      ThSharedRecording *recording = th_shared_session_get_recording (session, i);

      if (!find_key (&recording->key, recording->uri, cancellable, error))
        return FALSE;
    }
  th_shared_session_foreach (session, find_appended_keys, &finding);
  if (finding.error == NULL)
    return TRUE;

  g_propagate_error (error, finding.error);
  return FALSE;
}

static void
save_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Save *save = data;
  g_autofree char *folder = dup_folder_uri (save->file), *text = NULL;
  GError *error = NULL;

  if (!find_keys (save->session, cancellable, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  text = th_shared_session_to_text (save->session, folder);
  if (g_file_replace_contents (save->file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE,
                               NULL, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
th_shared_session_file_save_async (GFile               *file,
                                   ThSharedSession     *session,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);
  Save *save = g_new0 (Save, 1);

  save->file = g_object_ref (file);
  save->session = session;
  g_task_set_task_data (task, save, save_free);
  th_thread_pool_run (task, save_worker);
}

gboolean
th_shared_session_file_save_finish (GAsyncResult *result,
                                    GError      **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
