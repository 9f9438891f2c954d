/* th-note-store.c - the folder of notes of a review: read, watched and appended to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-store.h"

#include <glib/gi18n-lib.h>

#include "th-hash.h"
#include "th-note-file.h"
#include "th-thread-pool.h"

/* How long to wait after a change, since changes come in groups. */
#define REST_MS 100
/* How often to read a folder that the kernel cannot watch. */
#define LOOK_SECONDS 2

/* The notes as they were read once; nothing changes them afterwards. */
typedef struct
{
  ThNotes    *notes;
  GHashTable *by_id; /* of notes and replies: id → ThNote, both owned by @notes */
  char       *error; /* why some files could not be read, or NULL */
} Contents;

struct _ThNoteStore
{
  GObject       parent;

  char         *path;
  char         *author;
  GFileMonitor *monitor;   /* NULL: the folder cannot be watched */
  guint         timer_id;  /* the next read, or repeated reads without a monitor */
  Contents     *contents;
  gint64        order;     /* of the last entry that was begun here */
  gboolean      is_read;
  gboolean      reading;
  gboolean      again;     /* read again when the worker is done */
  guint         n_appending;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThNoteStore, th_note_store, G_TYPE_OBJECT)

/* --- contents ------------------------------------------------------------- */

static void
contents_free (Contents *contents)
{
  g_hash_table_unref (contents->by_id);
  th_notes_free (contents->notes);
  g_free (contents->error);
  g_free (contents);
}

static Contents *
contents_new (ThNotes      *notes,
              const GError *error)
{
  Contents *contents = g_new (Contents, 1);
  GPtrArray *all = th_notes_get_all (notes);

  *contents = (Contents) { notes, g_hash_table_new (th_string_hash, g_str_equal),
                           error != NULL ? g_strdup (error->message) : NULL };
  for (guint i = 0; i < all->len; i++)
    {
      ThNote *note = g_ptr_array_index (all, i);

      g_hash_table_insert (contents->by_id, note->entry->id, note);
      for (guint j = 0; note->replies != NULL && j < note->replies->len; j++)
        {
          ThNote *reply = g_ptr_array_index (note->replies, j);

          g_hash_table_insert (contents->by_id, reply->entry->id, reply);
        }
    }

  return contents;
}

/* --- reading -------------------------------------------------------------- */

static void
read_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThNotes *notes = th_notes_new ();
  g_autoptr(GError) error = NULL;

  /* Files that cannot be read do not keep the others from being shown. */
  th_note_folder_read (data, notes, &error);
  g_task_return_pointer (task, contents_new (notes, error), (GDestroyNotify) contents_free);
}

static void
free_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  contents_free (data);
  g_task_return_boolean (task, TRUE);
}

/* Freeing a hundred thousand notes takes longer than a frame. */
static void
free_on_worker (Contents *contents)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_task_set_task_data (task, contents, NULL);
  th_thread_pool_run (task, free_worker);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  ThNoteStore *self = TH_NOTE_STORE (source);
  Contents *old = self->contents;

  self->reading = FALSE;
  self->contents = g_task_propagate_pointer (G_TASK (result), NULL);
  self->is_read = TRUE;
  if (self->again)
    th_note_store_look (self);
  g_signal_emit (self, signals[CHANGED], 0);
  free_on_worker (old);
}

void
th_note_store_look (ThNoteStore *self)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (TH_IS_NOTE_STORE (self));

  /* A read that is in progress may have missed this change. */
  self->again = self->reading;
  if (self->reading)
    return;

  self->reading = TRUE;
  task = g_task_new (self, NULL, read_cb, NULL);
  g_task_set_task_data (task, g_strdup (self->path), g_free);
  th_thread_pool_run (task, read_worker);
}

/* --- watching ------------------------------------------------------------- */

static gboolean
rested_cb (gpointer data)
{
  ThNoteStore *self = data;

  self->timer_id = 0;
  th_note_store_look (self);
  return G_SOURCE_REMOVE;
}

/* Does not wait longer if changes go on, so that they appear within a second. */
static void
changed_cb (ThNoteStore *self)
{
  if (self->timer_id == 0)
    self->timer_id = g_timeout_add (REST_MS, rested_cb, self);
}

static gboolean
look_cb (gpointer data)
{
  th_note_store_look (data);
  return G_SOURCE_CONTINUE;
}

static void
watch (ThNoteStore *self)
{
  g_autoptr(GFile) folder = g_file_new_for_path (self->path);

  self->monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor == NULL)
    {
      self->timer_id = g_timeout_add_seconds (LOOK_SECONDS, look_cb, self);
      return;
    }

  g_file_monitor_set_rate_limit (self->monitor, REST_MS);
  g_signal_connect_object (self->monitor, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/* --- appending ------------------------------------------------------------ */

typedef struct
{
  char        *folder;
  char        *author;
  ThNoteEntry *entry;
} Append;

static void
append_free (gpointer data)
{
  Append *append = data;

  g_free (append->folder);
  g_free (append->author);
  th_note_entry_free (append->entry);
  g_free (append);
}

static gboolean
append_entry (const Append *append,
              GError      **error)
{
  g_autofree char *installation = th_note_installation (error), *name = NULL, *path = NULL;

  if (installation == NULL)
    return FALSE;

  name = th_note_file_make_name (append->author, installation);
  path = g_build_filename (append->folder, name, NULL);
  return th_note_file_append (path, append->entry, error);
}

static void
append_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  GError *error = NULL;

  if (append_entry (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
appended_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  ThNoteStore *self = TH_NOTE_STORE (source);
  g_autoptr(GTask) outer = data;
  GError *error = NULL;

  self->n_appending--;
  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_boolean (outer, TRUE);
  else
    g_task_return_error (outer, error);
  th_note_store_look (self);
}

void
th_note_store_append_async (ThNoteStore         *self,
                            ThNoteEntry         *entry,
                            GAsyncReadyCallback  callback,
                            gpointer             data)
{
  g_autoptr(GTask) task = NULL;
  Append *append;

  g_return_if_fail (TH_IS_NOTE_STORE (self) && entry != NULL);

  append = g_new (Append, 1);
  *append = (Append) { g_strdup (self->path), g_strdup (self->author), entry };
  task = g_task_new (self, NULL, appended_cb, g_task_new (self, NULL, callback, data));
  g_task_set_task_data (task, append, append_free);
  self->n_appending++;
  th_thread_pool_run (task, append_worker);
}

gboolean
th_note_store_append_finish (GAsyncResult  *result,
                             GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Entries that are still being written count, too. */
ThNoteEntry *
th_note_store_new_entry (ThNoteStore *self,
                         ThNoteKind   kind)
{
  g_return_val_if_fail (TH_IS_NOTE_STORE (self), NULL);

  self->order = MAX (self->order + 1, th_notes_get_next_order (self->contents->notes));
  return th_note_entry_new (kind, self->author, self->order);
}

/* --- getters -------------------------------------------------------------- */

GPtrArray *
th_note_store_get_all (ThNoteStore *self)
{
  g_return_val_if_fail (TH_IS_NOTE_STORE (self), NULL);

  return th_notes_get_all (self->contents->notes);
}

ThNotes *
th_note_store_get_notes (ThNoteStore *self)
{
  g_return_val_if_fail (TH_IS_NOTE_STORE (self), NULL);

  return self->contents->notes;
}

const char *
th_note_store_get_error (ThNoteStore *self)
{
  g_return_val_if_fail (TH_IS_NOTE_STORE (self), NULL);

  return self->contents->error;
}

const ThNote *
th_note_store_find (ThNoteStore *self,
                    const char  *id)
{
  g_return_val_if_fail (TH_IS_NOTE_STORE (self), NULL);

  return id != NULL ? g_hash_table_lookup (self->contents->by_id, id) : NULL;
}

const ThNote *
th_note_store_get_top (ThNoteStore *self,
                       const char  *id)
{
  const ThNote *note = th_note_store_find (self, id);

  return note != NULL ? th_notes_get_top (self->contents->notes, note) : NULL;
}

const char *
th_note_store_get_author (ThNoteStore *self)
{
  return self->author;
}

/* --- class ---------------------------------------------------------------- */

static void
th_note_store_dispose (GObject *object)
{
  ThNoteStore *self = TH_NOTE_STORE (object);

  g_clear_handle_id (&self->timer_id, g_source_remove);
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);

  G_OBJECT_CLASS (th_note_store_parent_class)->dispose (object);
}

static void
th_note_store_finalize (GObject *object)
{
  ThNoteStore *self = TH_NOTE_STORE (object);

  contents_free (self->contents);
  g_free (self->path);
  g_free (self->author);

  G_OBJECT_CLASS (th_note_store_parent_class)->finalize (object);
}

static void
th_note_store_class_init (ThNoteStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_note_store_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_note_store_finalize;
  signals[CHANGED] = g_signal_new ("changed", TH_TYPE_NOTE_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
th_note_store_init (ThNoteStore *self)
{
  self->author = th_note_author ();
  self->contents = contents_new (th_notes_new (), NULL);
}

ThNoteStore *
th_note_store_new (const char *path)
{
  ThNoteStore *self = g_object_new (TH_TYPE_NOTE_STORE, NULL);

  self->path = g_strdup (path);
  watch (self);
  th_note_store_look (self);

  return self;
}
