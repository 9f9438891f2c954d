/* th-session-store.c - sessions of recordings, in the user's own state folder
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-session-store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-recording-key.h"
#include "th-thread-pool.h"

struct _ThSessionFile
{
  gint   refs;     /* atomic */
  char  *key;
  guint  n_saves;  /* number of requested saves; main thread only */
  guint  written;  /* number of the last save written; under the lock, like @base */
  char  *base;     /* text of that save, or the text that was read; or NULL */
};

typedef struct
{
  ThSessionFile *file;
  char          *text;
  guint          number;
} Save;

static gboolean enabled;

static GMutex lock; /* protects the files */

void
th_session_store_set_enabled (gboolean is_enabled)
{
  enabled = is_enabled;
}

gboolean
th_session_store_is_enabled (void)
{
  return enabled;
}

static char *
folder_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "thresher", "sessions", NULL);
}

static char *
file_path (const char *key)
{
  g_autofree char *folder = folder_path (), *name = g_strconcat (key, ".json", NULL);

  return g_build_filename (folder, name, NULL);
}

/* --- reading ------------------------------------------------------------ */

void
th_stored_session_free (ThStoredSession *stored)
{
  g_free (stored->key);
  g_clear_pointer (&stored->session, th_session_free);
  g_free (stored->complaint);
  g_free (stored->missing);
  g_free (stored);
}

/* Reads at most one byte more than the maximum size of a session. */
static char *
read_text (const char *path,
           gsize      *length)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE,
                                                 G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autoptr(GFileInputStream) stream = NULL;
  g_autofree char *text = NULL;

  if (info == NULL || g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR ||
      (stream = g_file_read (file, NULL, NULL)) == NULL)
    return NULL;

  text = g_malloc (TH_SESSION_MAX_BYTES + 1);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), text, TH_SESSION_MAX_BYTES + 1, length,
                                NULL, NULL))
    return NULL;

  return g_steal_pointer (&text);
}

static void
read_session (ThStoredSession *stored)
{
  g_autofree char *path = file_path (stored->key), *text = NULL;
  g_autoptr(GError) error = NULL;
  gsize length;

  g_mutex_lock (&lock);
  text = read_text (path, &length);
  g_mutex_unlock (&lock);
  if (text == NULL || (stored->session = th_session_from_text (text, length, &error)) != NULL)
    return;

  /* Translators: %s says why */
  stored->complaint = g_strdup_printf (_("The saved session of this recording is not used: %s"),
                                       error->message);
  if (g_error_matches (error, TH_SESSION_ERROR, TH_SESSION_ERROR_NEWER))
    g_clear_pointer (&stored->key, g_free); /* so that the file is not overwritten */
}

typedef struct
{
  GFile *file;
  guint  part;
} Load;

static void
load_free (gpointer data)
{
  g_object_unref (((Load *) data)->file);
  g_free (data);
}

static char *
make_key (const Load   *load,
          GCancellable *cancellable)
{
  g_autofree char *key = th_recording_key_make (load->file, cancellable);

  return key == NULL || load->part == 0 ? g_steal_pointer (&key)
                                        : g_strdup_printf ("%s-%u", key, load->part);
}

static void
load_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThStoredSession *stored = g_new0 (ThStoredSession, 1);

  stored->key = make_key (data, cancellable);
  if (stored->key != NULL)
    read_session (stored);
  if (stored->session != NULL)
    stored->missing = th_recording_key_check_appended (stored->session, cancellable);
  g_task_return_pointer (task, stored, (GDestroyNotify) th_stored_session_free);
}

void
th_session_store_load_async (GFile               *file,
                             guint                part,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);
  Load *load;

  g_task_set_source_tag (task, th_session_store_load_async);
  if (!enabled)
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }

  load = g_new (Load, 1);
  *load = (Load) { g_object_ref (file), part };
  g_task_set_task_data (task, load, load_free);
  th_thread_pool_run (task, load_worker);
}

ThStoredSession *
th_session_store_load_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

static void
key_worker (GTask        *task,
            gpointer      source,
            gpointer      data,
            GCancellable *cancellable)
{
  g_task_return_pointer (task, th_recording_key_make (data, cancellable), g_free);
}

void
th_session_store_find_key_async (GFile               *file,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_source_tag (task, th_session_store_find_key_async);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  if (enabled)
    th_thread_pool_run (task, key_worker);
  else
    g_task_return_pointer (task, NULL, NULL);
}

char *
th_session_store_find_key_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

char *
th_session_store_find_key_now (GFile *file)
{
  return enabled ? th_recording_key_make (file, NULL) : NULL;
}

/* --- writing ------------------------------------------------------------ */

typedef struct
{
  char  *path;
  gint64 time;
} Old;

static void
old_clear (gpointer data)
{
  g_free (((Old *) data)->path);
}

static int
compare_old (gconstpointer a,
             gconstpointer b)
{
  const Old *one = a, *other = b;

  return one->time < other->time ? -1 : one->time > other->time;
}

/* Removes the oldest files, and temporary files left by a crash. */
static void
prune (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr(GArray) files = g_array_new (FALSE, FALSE, sizeof (Old));
  const char *name;

  g_array_set_clear_func (files, old_clear);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf info;

      if (g_lstat (path, &info) == 0)
        {
          Old old = { g_steal_pointer (&path),
                      (gint64) info.st_mtim.tv_sec * G_USEC_PER_SEC + info.st_mtim.tv_nsec / 1000 };

          g_array_append_val (files, old);
        }
    }
  if (files->len <= TH_SESSION_MAX_FILES)
    return;

  g_array_sort (files, compare_old);
  for (guint i = 0; i < files->len - TH_SESSION_MAX_FILES; i++)
    g_unlink (g_array_index (files, Old, i).path);
}

ThSessionFile *
th_session_file_new (const char *key,
                     const char *base)
{
  ThSessionFile *self = g_new0 (ThSessionFile, 1);

  self->refs = 1;
  self->key = g_strdup (key);
  self->base = g_strdup (base);

  return self;
}

static ThSessionFile *
session_file_ref (ThSessionFile *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

void
th_session_file_unref (ThSessionFile *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;

  g_free (self->key);
  g_free (self->base);
  g_free (self);
}

static Save *
save_new (ThSessionFile *file,
          const char    *text)
{
  Save *save = g_new0 (Save, 1);

  save->file = session_file_ref (file);
  save->text = g_strdup (text);
  save->number = ++file->n_saves;

  return save;
}

static void
save_free (gpointer data)
{
  Save *save = data;

  th_session_file_unref (save->file);
  g_free (save->text);
  g_free (save);
}

/* Locks out other processes, which hold the lock while they write a file.  Returns -1 on
 * failure. */
static int
lock_folder (const char *folder)
{
  g_autofree char *path = g_strconcat (folder, ".lock", NULL);
  int fd = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  while (fd >= 0 && flock (fd, LOCK_EX) != 0 && errno == EINTR)
    ;
  return fd;
}

/* Merges @text with changes that another writer made since.  NULL if the file has a later version
 * of the format and must not be changed. */
static char *
add_others (const ThSessionFile *file,
            const char          *path,
            const char          *text,
            gboolean            *merged)
{
  gsize length;
  g_autofree char *theirs = read_text (path, &length);
  g_autoptr(ThSession) session = NULL;
  g_autoptr(GError) error = NULL;

  *merged = FALSE;
  if (theirs == NULL ||
      (file->base != NULL && length == strlen (file->base) &&
       memcmp (theirs, file->base, length) == 0))
    return g_strdup (text);

  session = th_session_from_text (theirs, length, &error);
  if (session == NULL)
    return g_error_matches (error, TH_SESSION_ERROR, TH_SESSION_ERROR_NEWER) ? NULL
                                                                             : g_strdup (text);

  *merged = TRUE;
  g_free (theirs);
  theirs = th_session_to_text (session);
  return th_session_merge (file->base, text, theirs);
}

static gboolean
make_folder (const char *folder,
             GError    **error)
{
  int code;

  if (g_mkdir_with_parents (folder, 0700) == 0)
    return TRUE;

  code = errno;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s: %s", folder,
               g_strerror (code));
  return FALSE;
}

/* Merges and writes the text, with the locks held.  TRUE if another writer had changed the
 * file. */
static gboolean
write_locked (const Save *save,
              const char *folder,
              GError    **error)
{
  g_autofree char *path = file_path (save->file->key), *whole = NULL;
  gboolean merged = FALSE;

  whole = add_others (save->file, path, save->text, &merged);
  if (whole != NULL && !g_file_set_contents_full (path, whole, -1, G_FILE_SET_CONTENTS_CONSISTENT,
                                                  0600, error))
    return FALSE;

  /* This window does not show the changes of others, so the next merge starts here. */
  save->file->written = save->number;
  g_free (save->file->base);
  save->file->base = g_strdup (save->text);
  prune (folder);
  return merged;
}

static gboolean
write_file (const Save *save,
            GError    **error)
{
  g_autofree char *folder = folder_path ();
  gboolean merged = FALSE;
  int fd;

  g_mutex_lock (&lock);
  if (save->file->written < save->number && make_folder (folder, error))
    {
      fd = lock_folder (folder);
      merged = write_locked (save, folder, error);
      if (fd >= 0)
        close (fd);
    }
  g_mutex_unlock (&lock);

  return merged;
}

static void
save_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  gboolean merged = write_file (data, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, merged);
}

void
th_session_file_save_async (ThSessionFile       *self,
                            const char          *text,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_task_data (task, save_new (self, text), save_free);
  th_thread_pool_run (task, save_worker);
}

gboolean
th_session_file_save_finish (GAsyncResult *result,
                             GError      **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
th_session_file_save_now (ThSessionFile *self,
                          const char    *text)
{
  Save *save = save_new (self, text);
  gboolean merged = write_file (save, NULL);

  save_free (save);
  return merged;
}
