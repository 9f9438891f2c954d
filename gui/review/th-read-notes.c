/* th-read-notes.c - remembers which notes of a review the user has read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-read-notes.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-hash.h"
#include "th-note-entry.h"
#include "th-review-memory.h"
#include "th-thread-pool.h"

#define MAX_BYTES (16u << 20)

struct _ThReadNotes
{
  GObject     parent;

  char       *path;   /* NULL: nothing is stored */
  GHashTable *ids;
  gboolean    is_loaded;
};

enum
{
  LOADED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThReadNotes, th_read_notes, G_TYPE_OBJECT)

/* --- loading --------------------------------------------------------------- */

static void
load_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  GHashTable *ids = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;
  GStatBuf facts;

  if (g_stat (data, &facts) == 0 && facts.st_size <= (goffset) MAX_BYTES &&
      g_file_get_contents (data, &text, NULL, NULL))
    lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    if (lines[i][0] != '\0' && strlen (lines[i]) <= TH_NOTE_MAX_ID)
      g_hash_table_add (ids, g_strdup (lines[i]));
  g_task_return_pointer (task, ids, (GDestroyNotify) g_hash_table_unref);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  ThReadNotes *self = TH_READ_NOTES (source);
  g_autoptr(GHashTable) ids = g_task_propagate_pointer (G_TASK (result), NULL);
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, ids);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_add (self->ids, g_strdup (id));
  self->is_loaded = TRUE;
  g_signal_emit (self, signals[LOADED], 0);
}

/* --- remembering ----------------------------------------------------------- */

typedef struct
{
  char *path;
  char *lines;
} Save;

static void
save_free (gpointer data)
{
  Save *save = data;

  g_free (save->path);
  g_free (save->lines);
  g_free (save);
}

/* One write of whole lines, so that windows do not mix theirs. */
static void
save_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  const Save *save = data;
  g_autofree char *folder = g_path_get_dirname (save->path);
  gsize length = strlen (save->lines);
  int fd;

  g_mkdir_with_parents (folder, 0700);
  fd = g_open (save->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || write (fd, save->lines, length) != (ssize_t) length)
    g_debug ("%s: %s", save->path, g_strerror (errno));
  if (fd >= 0)
    close (fd);
  g_task_return_boolean (task, TRUE);
}

void
th_read_notes_add (ThReadNotes *self,
                   GPtrArray   *ids)
{
  g_autoptr(GString) lines = g_string_new (NULL);
  g_autoptr(GTask) task = NULL;
  Save *save;

  g_return_if_fail (TH_IS_READ_NOTES (self));

  for (guint i = 0; i < ids->len; i++)
    if (g_hash_table_add (self->ids, g_strdup (ids->pdata[i])) &&
        strchr (ids->pdata[i], '\n') == NULL)
      g_string_append_printf (lines, "%s\n", (const char *) ids->pdata[i]);
  if (lines->len == 0 || self->path == NULL)
    return;

  save = g_new (Save, 1);
  *save = (Save) { g_strdup (self->path), g_strdup (lines->str) };
  task = g_task_new (self, NULL, NULL, NULL);
  g_task_set_task_data (task, save, save_free);
  th_thread_pool_run (task, save_worker);
}

gboolean
th_read_notes_contains (ThReadNotes *self,
                        const char  *id)
{
  return g_hash_table_contains (self->ids, id);
}

gboolean
th_read_notes_is_loaded (ThReadNotes *self)
{
  return self->is_loaded;
}

/* --- class ----------------------------------------------------------------- */

static void
th_read_notes_finalize (GObject *object)
{
  ThReadNotes *self = TH_READ_NOTES (object);

  g_hash_table_unref (self->ids);
  g_free (self->path);

  G_OBJECT_CLASS (th_read_notes_parent_class)->finalize (object);
}

static void
th_read_notes_class_init (ThReadNotesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_read_notes_finalize;
  signals[LOADED] = g_signal_new ("loaded", TH_TYPE_READ_NOTES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
th_read_notes_init (ThReadNotes *self)
{
  self->ids = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
}

ThReadNotes *
th_read_notes_new (const char *folder)
{
  ThReadNotes *self = g_object_new (TH_TYPE_READ_NOTES, NULL);
  g_autoptr(GTask) task = NULL;

  self->path = th_review_memory_make_path (folder, "");
  self->is_loaded = self->path == NULL;
  if (self->is_loaded)
    return self;

  task = g_task_new (self, NULL, loaded_cb, NULL);
  g_task_set_task_data (task, g_strdup (self->path), g_free);
  th_thread_pool_run (task, load_worker);
  return self;
}
