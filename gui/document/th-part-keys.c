/* th-part-keys.c - the content keys of the appended recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-part-keys.h"

#include "th-document-parts.h"
#include "th-session-store.h"

struct _ThPartKeys
{
  GObject       parent;

  ThDocument   *document;  /* NULL before the first lookup */
  GPtrArray    *keys;      /* one per part; NULL if the part has none or while it is unknown */
  GCancellable *cancellable;
  guint         n_missing; /* number of pending lookups */
};

enum
{
  FOUND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThPartKeys, th_part_keys, G_TYPE_OBJECT)

typedef struct
{
  ThPartKeys *self;
  guint       part;
} Lookup;

static void
key_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autofree Lookup *lookup = data;
  g_autofree char *key = th_session_store_find_key_finish (result);
  ThPartKeys *self = lookup->self;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))) /* weak */
    return;

  self->n_missing--;
  g_free (self->keys->pdata[lookup->part]);
  self->keys->pdata[lookup->part] = g_steal_pointer (&key);
  g_signal_emit (self, signals[FOUND], 0);
}

void
th_part_keys_clear (ThPartKeys *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_object (&self->document);
  self->n_missing = 0;
}

void
th_part_keys_find (ThPartKeys *self,
                   ThDocument *document)
{
  guint n = th_recording_get_n_parts (th_document_get_recording (document));

  th_part_keys_clear (self);
  self->document = g_object_ref (document);
  self->cancellable = g_cancellable_new ();
  self->keys = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_set_size (self->keys, (int) n);
  for (guint i = 1; i < n; i++)
    {
      Lookup *lookup = g_new (Lookup, 1);

      *lookup = (Lookup) { self, i };
      self->n_missing++;
      th_session_store_find_key_async (th_document_get_file_of (document, i), self->cancellable,
                                       key_cb, lookup);
    }
}

gboolean
th_part_keys_is_busy (ThPartKeys *self)
{
  return self->n_missing > 0;
}

void
th_part_keys_complete (ThPartKeys *self)
{
  if (self->n_missing == 0)
    return;

  g_cancellable_cancel (self->cancellable);
  self->n_missing = 0;
  for (guint i = 1; i < self->keys->len; i++)
    if (self->keys->pdata[i] == NULL)
      self->keys->pdata[i] =
        th_session_store_find_key_now (th_document_get_file_of (self->document, i));
}

void
th_part_keys_collect (ThPartKeys *self,
                      ThSession  *session)
{
  guint n = self->keys != NULL ? self->keys->len : 0;

  for (guint i = 1; i < n; i++)
    {
      ThRecording *part = th_recording_get_part (th_document_get_recording (self->document), i);
      ThSessionAppended appended = { g_file_get_uri (th_document_get_file_of (self->document, i)),
                                     g_strdup (self->keys->pdata[i]),
                                     th_recording_get_shift (part) };

      g_array_append_val (session->appended, appended);
    }
  for (guint i = session->appended->len; i-- > 0;)
    if (g_array_index (session->appended, ThSessionAppended, i).key == NULL)
      th_session_drop_appended (session, i);
}

static void
th_part_keys_dispose (GObject *object)
{
  th_part_keys_clear (TH_PART_KEYS (object));

  G_OBJECT_CLASS (th_part_keys_parent_class)->dispose (object);
}

static void
th_part_keys_class_init (ThPartKeysClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_part_keys_dispose;
  signals[FOUND] = g_signal_new ("found", TH_TYPE_PART_KEYS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
th_part_keys_init (ThPartKeys *self)
{
}

ThPartKeys *
th_part_keys_new (void)
{
  return g_object_new (TH_TYPE_PART_KEYS, NULL);
}
