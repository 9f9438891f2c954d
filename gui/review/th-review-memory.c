/* th-review-memory.c - what a user has read of a review, and has begun to write
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-hash.h"
#include "th-note-entry.h"
#include "th-session-store.h"
#include "th-thread-pool.h"

#define SAVE_MS 500
#define MAX_READ_BYTES (16 << 20)
#define MAX_DRAFTS_BYTES (4 << 20)

struct _ThReviewMemory
{
  GObject     parent;

  char       *read_path;   /* NULL: nothing is stored */
  char       *drafts_path; /* likewise */
  GHashTable *read;        /* ids */
  GHashTable *drafts;      /* key → text */
  guint       timer_id;    /* when the drafts are saved */
  gboolean    is_loaded;
};

enum
{
  LOADED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThReviewMemory, th_review_memory, G_TYPE_OBJECT)

/* --- loading ---------------------------------------------------------------- */

/* What the files hold.  @drafts: a{ss}; NULL if there are none. */
typedef struct
{
  char    **read;
  GVariant *drafts;
} Stored;

static void
stored_free (gpointer data)
{
  Stored *stored = data;

  g_strfreev (stored->read);
  g_clear_pointer (&stored->drafts, g_variant_unref);
  g_free (stored);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Stored, stored_free)

/* NULL if there is no such file, or if it is longer than @max. */
static char *
read_file (const char *path,
           goffset     max)
{
  char *text = NULL;
  GStatBuf facts;

  if (g_stat (path, &facts) == 0 && facts.st_size <= max)
    g_file_get_contents (path, &text, NULL, NULL);

  return text;
}

static void
load_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThReviewMemory *self = source;
  g_autofree char *read = read_file (self->read_path, MAX_READ_BYTES);
  g_autofree char *drafts = read_file (self->drafts_path, MAX_DRAFTS_BYTES);
  Stored *stored = g_new0 (Stored, 1);

  stored->read = g_strsplit (read != NULL ? read : "", "\n", -1);
  if (drafts != NULL)
    stored->drafts = g_variant_parse (G_VARIANT_TYPE ("a{ss}"), drafts, NULL, NULL, NULL);
  g_task_return_pointer (task, stored, stored_free);
}

/* What was typed meanwhile is newer than the drafts of the file. */
static void
take_drafts (ThReviewMemory *self,
             GVariant       *drafts)
{
  const char *key, *text;
  GVariantIter iter;

  g_variant_iter_init (&iter, drafts);
  while (g_variant_iter_next (&iter, "{&s&s}", &key, &text))
    if (!g_hash_table_contains (self->drafts, key))
      g_hash_table_insert (self->drafts, g_strdup (key), g_strdup (text));
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  ThReviewMemory *self = TH_REVIEW_MEMORY (source);
  g_autoptr(Stored) stored = g_task_propagate_pointer (G_TASK (result), NULL);

  for (guint i = 0; stored->read[i] != NULL; i++)
    if (stored->read[i][0] != '\0' && strlen (stored->read[i]) <= TH_NOTE_MAX_ID)
      g_hash_table_add (self->read, g_strdup (stored->read[i]));
  if (stored->drafts != NULL)
    take_drafts (self, stored->drafts);
  self->is_loaded = TRUE;
  g_signal_emit (self, signals[LOADED], 0);
}

gboolean
th_review_memory_is_loaded (ThReviewMemory *self)
{
  return self->is_loaded;
}

/* --- what was read ---------------------------------------------------------- */

/* One write of whole lines, so that windows do not mix theirs. */
static void
append_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  const char *path = TH_REVIEW_MEMORY (source)->read_path, *lines = data;
  g_autofree char *folder = g_path_get_dirname (path);
  gsize length = strlen (lines);
  int fd;

  g_mkdir_with_parents (folder, 0700);
  fd = g_open (path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || write (fd, lines, length) != (ssize_t) length)
    g_debug ("%s: %s", path, g_strerror (errno));
  if (fd >= 0)
    close (fd);
  g_task_return_boolean (task, TRUE);
}

/* Runs @worker with @text, which it takes. */
static void
save (ThReviewMemory  *self,
      char            *text,
      GTaskThreadFunc  worker)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, NULL, NULL);

  g_task_set_task_data (task, text, g_free);
  th_thread_pool_run (task, worker);
}

void
th_review_memory_add_read (ThReviewMemory *self,
                           GPtrArray      *ids)
{
  g_autoptr(GString) lines = g_string_new (NULL);

  g_return_if_fail (TH_IS_REVIEW_MEMORY (self));

  for (guint i = 0; i < ids->len; i++)
    if (g_hash_table_add (self->read, g_strdup (ids->pdata[i])) &&
        strchr (ids->pdata[i], '\n') == NULL)
      g_string_append_printf (lines, "%s\n", (const char *) ids->pdata[i]);
  if (lines->len > 0 && self->read_path != NULL)
    save (self, g_strdup (lines->str), append_worker);
}

gboolean
th_review_memory_has_read (ThReviewMemory *self,
                           const char     *id)
{
  return g_hash_table_contains (self->read, id);
}

/* --- drafts ----------------------------------------------------------------- */

static char *
print_drafts (ThReviewMemory *self)
{
  GVariantBuilder builder;
  g_autoptr(GVariant) drafts = NULL;
  GHashTableIter iter;
  gpointer key, text;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_hash_table_iter_init (&iter, self->drafts);
  while (g_hash_table_iter_next (&iter, &key, &text))
    g_variant_builder_add (&builder, "{ss}", key, text);
  drafts = g_variant_ref_sink (g_variant_builder_end (&builder));

  return g_variant_print (drafts, FALSE);
}

static void
replace_file (const char *path,
              const char *text)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr(GError) error = NULL;

  g_mkdir_with_parents (folder, 0700);
  if (!g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_debug ("%s", error->message);
}

static void
replace_worker (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  replace_file (TH_REVIEW_MEMORY (source)->drafts_path, data);
  g_task_return_boolean (task, TRUE);
}

static gboolean
save_drafts_cb (gpointer data)
{
  ThReviewMemory *self = data;

  self->timer_id = 0;
  save (self, print_drafts (self), replace_worker);
  return G_SOURCE_REMOVE;
}

void
th_review_memory_save_drafts (ThReviewMemory *self)
{
  g_autofree char *text = NULL;

  g_return_if_fail (TH_IS_REVIEW_MEMORY (self));

  if (self->timer_id == 0)
    return;

  g_clear_handle_id (&self->timer_id, g_source_remove);
  text = print_drafts (self);
  replace_file (self->drafts_path, text);
}

/* Saves half a second after the first change, not the last, so that typing does not put it off. */
void
th_review_memory_set_draft (ThReviewMemory *self,
                            const char     *key,
                            const char     *text)
{
  g_return_if_fail (TH_IS_REVIEW_MEMORY (self) && key != NULL && text != NULL);

  if (g_str_equal (text, "") ? !g_hash_table_remove (self->drafts, key)
                             : g_strcmp0 (g_hash_table_lookup (self->drafts, key), text) == 0)
    return;

  if (text[0] != '\0')
    g_hash_table_insert (self->drafts, g_strdup (key), g_strdup (text));
  if (self->drafts_path != NULL && self->timer_id == 0)
    self->timer_id = g_timeout_add (SAVE_MS, save_drafts_cb, self);
}

const char *
th_review_memory_get_draft (ThReviewMemory *self,
                            const char     *key)
{
  return g_hash_table_lookup (self->drafts, key);
}

/* --- class ------------------------------------------------------------------ */

static void
th_review_memory_dispose (GObject *object)
{
  th_review_memory_save_drafts (TH_REVIEW_MEMORY (object));

  G_OBJECT_CLASS (th_review_memory_parent_class)->dispose (object);
}

static void
th_review_memory_finalize (GObject *object)
{
  ThReviewMemory *self = TH_REVIEW_MEMORY (object);

  g_hash_table_unref (self->read);
  g_hash_table_unref (self->drafts);
  g_free (self->read_path);
  g_free (self->drafts_path);

  G_OBJECT_CLASS (th_review_memory_parent_class)->finalize (object);
}

static void
th_review_memory_class_init (ThReviewMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_review_memory_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_review_memory_finalize;
  signals[LOADED] = g_signal_new ("loaded", TH_TYPE_REVIEW_MEMORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
th_review_memory_init (ThReviewMemory *self)
{
  self->read = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  self->drafts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

ThReviewMemory *
th_review_memory_new (const char *folder)
{
  ThReviewMemory *self = g_object_new (TH_TYPE_REVIEW_MEMORY, NULL);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, folder, -1);
  g_autoptr(GTask) task = NULL;

  self->is_loaded = !th_session_store_is_enabled ();
  if (self->is_loaded)
    return self;

  self->read_path = g_build_filename (g_get_user_state_dir (), "thresher", "reviews", hash, NULL);
  self->drafts_path = g_strconcat (self->read_path, ".drafts", NULL);
  task = g_task_new (self, NULL, loaded_cb, NULL);
  th_thread_pool_run (task, load_worker);
  return self;
}
