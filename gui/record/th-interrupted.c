/* th-interrupted.c - recordings that a crash left unfinished
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-interrupted.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "th-thread-pool.h"
#include "th-trace-writer.h"

#define SUFFIX ".part"
/* st_blocks counts these. */
#define BLOCK_SIZE 512
/* More are not offered. */
#define MAX_FILES 20

static void
interrupted_free (ThInterrupted *self)
{
  g_free (self->path);
  g_free (self);
}

/* --- listing -------------------------------------------------------------------- */

typedef struct
{
  ThInterrupted *found;
  gint64         time;
} Entry;

/* NULL if @path is not a recording that was left behind.  The holes of the sparse file do not
 * count. */
static ThInterrupted *
look_at (const char *path,
         gint64     *time)
{
  /* O_NONBLOCK: somebody may have put a pipe there. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  ThInterrupted *self = NULL;
  struct stat st;

  if (fd < 0)
    return NULL;

  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode) && st.st_blocks > 0 &&
      flock (fd, LOCK_SH | LOCK_NB) == 0)
    {
      self = g_new0 (ThInterrupted, 1);
      self->path = g_strdup (path);
      self->size = (guint64) st.st_blocks * BLOCK_SIZE;
      *time = st.st_mtim.tv_sec;
    }
  close (fd);
  return self;
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const Entry *first = a, *second = b;

  return first->time < second->time ? 1 : first->time > second->time ? -1 : 0;
}

static GPtrArray *
list_folder (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr(GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) interrupted_free);
  const char *name;

  while (dir != NULL && entries->len < MAX_FILES && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      Entry entry = { NULL, 0 };

      if (g_str_has_suffix (name, SUFFIX) && (entry.found = look_at (path, &entry.time)) != NULL)
        g_array_append_val (entries, entry);
    }
  g_array_sort (entries, compare_times);
  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add (list, g_array_index (entries, Entry, i).found);
  return list;
}

static void
list_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_task_return_pointer (task, list_folder (data), (GDestroyNotify) g_ptr_array_unref);
}

void
th_interrupted_list_async (const char          *folder,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_task_data (task, g_strdup (folder), g_free);
  th_thread_pool_run (task, list_worker);
}

GPtrArray *
th_interrupted_list_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

/* --- recovery -------------------------------------------------------------------- */

static void
recover_worker (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  const char *path = data;
  GError *error = NULL;

  if (th_trace_writer_recover (path, NULL, &error))
    g_task_return_pointer (task, g_strndup (path, strlen (path) - strlen (SUFFIX)), g_free);
  else
    g_task_return_error (task, error);
}

void
th_interrupted_recover_async (const char          *path,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_return_if_fail (g_str_has_suffix (path, SUFFIX));

  g_task_set_task_data (task, g_strdup (path), g_free);
  th_thread_pool_run (task, recover_worker);
}

char *
th_interrupted_recover_finish (GAsyncResult  *result,
                               GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
