/* th-note-drafts.c - texts of notes that were begun and not saved
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-drafts.h"

#include <glib/gstdio.h>

#include "th-review-memory.h"
#include "th-thread-pool.h"

#define SAVE_MS 500
#define MAX_BYTES (4 << 20)

struct _ThNoteDrafts
{
  GObject     parent;

  char       *path;     /* NULL: nothing is stored */
  GHashTable *drafts;   /* key → text */
  guint       timer_id; /* the next save */
};

enum
{
  LOADED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThNoteDrafts, th_note_drafts, G_TYPE_OBJECT)

/* --- loading ----------------------------------------------------------------- */

static void
load_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_autofree char *text = NULL;
  GVariant *drafts = NULL;
  GStatBuf facts;

  if (g_stat (data, &facts) == 0 && facts.st_size <= MAX_BYTES &&
      g_file_get_contents (data, &text, NULL, NULL))
    drafts = g_variant_parse (G_VARIANT_TYPE ("a{ss}"), text, NULL, NULL, NULL);
  g_task_return_pointer (task, drafts, (GDestroyNotify) g_variant_unref);
}

/* What was typed meanwhile is newer. */
static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  ThNoteDrafts *self = TH_NOTE_DRAFTS (source);
  g_autoptr(GVariant) drafts = g_task_propagate_pointer (G_TASK (result), NULL);
  const char *key, *text;
  GVariantIter iter;

  if (drafts == NULL)
    return;

  g_variant_iter_init (&iter, drafts);
  while (g_variant_iter_next (&iter, "{&s&s}", &key, &text))
    if (!g_hash_table_contains (self->drafts, key))
      g_hash_table_insert (self->drafts, g_strdup (key), g_strdup (text));
  g_signal_emit (self, signals[LOADED], 0);
}

/* --- saving ------------------------------------------------------------------ */

static char *
print_drafts (ThNoteDrafts *self)
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
save_text (const char *path,
           const char *text)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr(GError) error = NULL;

  g_mkdir_with_parents (folder, 0700);
  if (!g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_debug ("%s", error->message);
}

static void
save_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  save_text (TH_NOTE_DRAFTS (source)->path, data);
  g_task_return_boolean (task, TRUE);
}

static gboolean
save_cb (gpointer data)
{
  ThNoteDrafts *self = data;
  g_autoptr(GTask) task = g_task_new (self, NULL, NULL, NULL);

  self->timer_id = 0;
  g_task_set_task_data (task, print_drafts (self), g_free);
  th_thread_pool_run (task, save_worker);
  return G_SOURCE_REMOVE;
}

/* Saves at once, for a window that is being closed. */
static void
save_now (ThNoteDrafts *self)
{
  g_autofree char *text = NULL;

  if (self->timer_id == 0)
    return;

  g_clear_handle_id (&self->timer_id, g_source_remove);
  text = print_drafts (self);
  save_text (self->path, text);
}

/* Saves half a second after the first change, not the last, so that typing does not put it off. */
void
th_note_drafts_set (ThNoteDrafts *self,
                    const char   *key,
                    const char   *text)
{
  g_return_if_fail (TH_IS_NOTE_DRAFTS (self) && key != NULL && text != NULL);

  if (g_str_equal (text, "") ? !g_hash_table_remove (self->drafts, key)
                             : g_strcmp0 (g_hash_table_lookup (self->drafts, key), text) == 0)
    return;

  if (text[0] != '\0')
    g_hash_table_insert (self->drafts, g_strdup (key), g_strdup (text));
  if (self->path != NULL && self->timer_id == 0)
    self->timer_id = g_timeout_add (SAVE_MS, save_cb, self);
}

const char *
th_note_drafts_get (ThNoteDrafts *self,
                    const char   *key)
{
  return g_hash_table_lookup (self->drafts, key);
}

/* --- class ------------------------------------------------------------------- */

static void
th_note_drafts_dispose (GObject *object)
{
  save_now (TH_NOTE_DRAFTS (object));

  G_OBJECT_CLASS (th_note_drafts_parent_class)->dispose (object);
}

static void
th_note_drafts_finalize (GObject *object)
{
  ThNoteDrafts *self = TH_NOTE_DRAFTS (object);

  g_hash_table_unref (self->drafts);
  g_free (self->path);

  G_OBJECT_CLASS (th_note_drafts_parent_class)->finalize (object);
}

static void
th_note_drafts_class_init (ThNoteDraftsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_note_drafts_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_note_drafts_finalize;
  signals[LOADED] = g_signal_new ("loaded", TH_TYPE_NOTE_DRAFTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
th_note_drafts_init (ThNoteDrafts *self)
{
  self->drafts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

ThNoteDrafts *
th_note_drafts_new (const char *folder)
{
  ThNoteDrafts *self = g_object_new (TH_TYPE_NOTE_DRAFTS, NULL);
  g_autoptr(GTask) task = NULL;

  self->path = th_review_memory_make_path (folder, ".drafts");
  if (self->path == NULL)
    return self;

  task = g_task_new (self, NULL, loaded_cb, NULL);
  g_task_set_task_data (task, g_strdup (self->path), g_free);
  th_thread_pool_run (task, load_worker);
  return self;
}
