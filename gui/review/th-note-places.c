/* th-note-places.c - where in a document the notes of a review are
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-places.h"

#include "th-analysis-runner.h"
#include "th-document-parts.h"
#include "th-hash.h"
#include "th-recording-key.h"
#include "th-thread-pool.h"

typedef struct
{
  ThNoteFound found;
  ThNotePlace place;
} Located;

struct _ThNotePlaces
{
  GObject       parent;

  ThOpenReview *review;
  ThDocument   *document;   /* or NULL */
  GSignalGroup *signals;
  GHashTable   *located;    /* id of a note → Located */
  GPtrArray    *results;    /* what the places borrow from; ThResults */
  char        **keys;       /* under which notes name the parts; each may be ""; or NULL */
  GCancellable *cancellable; /* of the pending lookup; or NULL */
  double        feed_seconds; /* how long the analyses took whose results are used; -1: none */
  gboolean      again;      /* look up the rest when the worker is done */
};

enum
{
  CHANGED,
  FORMAT_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThNotePlaces, th_note_places, G_TYPE_OBJECT)

/* --- work -------------------------------------------------------------------- */

typedef struct
{
  ThRecording *recording;
  GPtrArray   *results;  /* ThResults; or NULL */
  GPtrArray   *files;    /* GFile of each part */
  GHashTable  *originals; /* see th_open_review_dup_originals() */
  char       **keys;     /* under which notes name the parts; or NULL */
  GPtrArray   *ids;
  GPtrArray   *anchors;  /* ThNoteAnchor for each id */
  GHashTable  *located;  /* what was found; stolen by the caller */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  th_recording_unref (search->recording);
  g_clear_pointer (&search->results, g_ptr_array_unref);
  g_ptr_array_unref (search->files);
  g_hash_table_unref (search->originals);
  g_strfreev (search->keys);
  g_ptr_array_unref (search->ids);
  g_ptr_array_unref (search->anchors);
  g_clear_pointer (&search->located, g_hash_table_unref);
  g_free (search);
}

/* "": the file cannot be read. */
static char *
make_key (GFile        *file,
          GHashTable   *originals,
          GCancellable *cancellable)
{
  g_autofree char *key = th_recording_key_make (file, cancellable);
  const char *original = key != NULL ? g_hash_table_lookup (originals, key) : NULL;

  if (original != NULL)
    return g_strdup (original);
  return key != NULL ? g_steal_pointer (&key) : g_strdup ("");
}

static char **
make_keys (const Search *search,
           GCancellable *cancellable)
{
  char **keys = g_new0 (char *, search->files->len + 1);

  for (guint i = 0; i < search->files->len; i++)
    keys[i] = make_key (search->files->pdata[i], search->originals, cancellable);

  return keys;
}

static void
search_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Search *search = data;

  if (search->keys == NULL)
    search->keys = make_keys (search, cancellable);
  search->located = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < search->ids->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      Located *located = g_new0 (Located, 1);

      located->found = th_note_anchor_find (search->anchors->pdata[i], search->recording,
                                            (const char *const *) search->keys, search->results,
                                            &located->place);
      g_hash_table_insert (search->located, g_strdup (search->ids->pdata[i]), located);
    }
  g_task_return_boolean (task, TRUE);
}

/* --- looking up --------------------------------------------------------------- */

static void look_up (ThNotePlaces *self);

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  ThNotePlaces *self = TH_NOTE_PLACES (source);
  Search *search = g_task_get_task_data (G_TASK (result));
  GHashTableIter iter;
  gpointer id, located;

  if (!g_task_propagate_boolean (G_TASK (result), NULL)) /* cancelled */
    return;

  g_clear_object (&self->cancellable);
  if (self->keys == NULL)
    self->keys = g_steal_pointer (&search->keys);
  g_hash_table_iter_init (&iter, search->located);
  while (g_hash_table_iter_next (&iter, &id, &located))
    {
      g_hash_table_iter_steal (&iter);
      g_hash_table_replace (self->located, id, located);
    }
  if (self->again)
    look_up (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
needs_results (const ThNoteAnchor *anchor)
{
  return anchor->on == TH_NOTE_ON_PACKET || anchor->on == TH_NOTE_ON_ROW;
}

/* Adds the notes that were not looked up yet. */
static void
add_notes (ThNotePlaces *self,
           Search       *search)
{
  GPtrArray *notes = th_note_store_get_all (th_open_review_get_store (self->review));

  for (guint i = 0; i < notes->len; i++)
    {
      const ThNote *note = g_ptr_array_index (notes, i);

      if (note->entry->anchor == NULL || g_hash_table_contains (self->located, note->entry->id) ||
          (self->feed_seconds < 0 && needs_results (note->entry->anchor)))
        continue;
      g_ptr_array_add (search->ids, g_strdup (note->entry->id));
      g_ptr_array_add (search->anchors, th_note_anchor_copy (note->entry->anchor));
    }
}

static Search *
search_new (ThNotePlaces *self)
{
  Search *search = g_new0 (Search, 1);

  search->recording = th_recording_ref (th_document_get_recording (self->document));
  search->results = g_ptr_array_ref (self->results);
  search->files = g_ptr_array_new_with_free_func (g_object_unref);
  search->originals = th_open_review_dup_originals (self->review);
  search->keys = g_strdupv (self->keys);
  search->ids = g_ptr_array_new_with_free_func (g_free);
  search->anchors = g_ptr_array_new_with_free_func ((GDestroyNotify) th_note_anchor_free);
  for (guint i = 0; i < th_recording_get_n_parts (search->recording); i++)
    g_ptr_array_add (search->files,
                     g_object_ref (th_document_get_file_of (self->document, i)));
  add_notes (self, search);

  return search;
}

static gboolean
is_loaded (ThNotePlaces *self)
{
  return self->document != NULL && th_document_get_recording (self->document) != NULL &&
         th_document_get_state (self->document) == TH_DOCUMENT_LOADED;
}

static void
look_up (ThNotePlaces *self)
{
  g_autoptr(GTask) task = NULL;
  Search *search;

  self->again = self->cancellable != NULL;
  if (self->again || !is_loaded (self))
    return;

  search = search_new (self);
  if (search->ids->len == 0 && self->keys != NULL)
    {
      search_free (search);
      return;
    }

  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, found_cb, NULL);
  g_task_set_task_data (task, search, search_free);
  th_thread_pool_run (task, search_worker);
}

/* --- following the document ---------------------------------------------------- */

static void
copy_results (ThNotePlaces *self)
{
  const GPtrArray *results = th_document_get_results (self->document);
  G_GNUC_UNUSED g_autoptr(GPtrArray) old = self->results;

  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  for (guint i = 0; i < results->len; i++)
    g_ptr_array_add (self->results, th_results_ref (results->pdata[i]));
}

/* Forgets all places: the recording or its results have changed. */
static void
forget (ThNotePlaces *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_hash_table_remove_all (self->located);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
recording_changed_cb (ThNotePlaces *self)
{
  g_clear_pointer (&self->keys, g_strfreev);
  self->feed_seconds = -1;
  g_ptr_array_unref (self->results); /* a worker may read it, so it is not changed */
  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  forget (self);
  look_up (self);
}

/* Notes on packets and rows can be found once all analyses have finished. */
static void
results_changed_cb (ThNotePlaces *self)
{
  double seconds;

  if (!is_loaded (self))
    return;

  seconds = th_analysis_runner_get_seconds (th_document_get_analyses (self->document));
  if (seconds < 0 || seconds == self->feed_seconds)
    return;

  self->feed_seconds = seconds;
  copy_results (self);
  forget (self);
  look_up (self);
}

static void
grown_cb (ThNotePlaces *self)
{
  results_changed_cb (self);
  look_up (self);
}

static void
format_changed_cb (ThNotePlaces *self)
{
  g_signal_emit (self, signals[FORMAT_CHANGED], 0);
}

void
th_note_places_set_document (ThNotePlaces *self,
                             ThDocument   *document)
{
  g_return_if_fail (TH_IS_NOTE_PLACES (self));

  if (!g_set_object (&self->document, document))
    return;

  g_signal_group_set_target (self->signals, document);
  recording_changed_cb (self);
  if (document != NULL)
    grown_cb (self);
}

/* --- getters -------------------------------------------------------------------- */

ThDocument *
th_note_places_get_document (ThNotePlaces *self)
{
  return self->document;
}

ThNoteFound
th_note_places_get (ThNotePlaces *self,
                    const char   *id,
                    ThNotePlace  *place)
{
  const Located *located = g_hash_table_lookup (self->located, id);

  if (located == NULL)
    return TH_NOTE_N_FOUND;

  *place = located->place;
  return located->found;
}

const char *
th_note_places_get_key (ThNotePlaces *self,
                        guint         part)
{
  return self->keys != NULL && part < g_strv_length (self->keys) && self->keys[part][0] != '\0'
         ? self->keys[part] : NULL;
}

ThNoteFound
th_note_places_find_link (ThNotePlaces     *self,
                          const char       *id,
                          const ThNoteSpan *link,
                          ThNotePlace      *place)
{
  ThNotePlace own;
  ThNoteFound found = th_note_places_get (self, id, &own);
  guint part = found == TH_NOTE_FOUND || found == TH_NOTE_FOUND_ELSEWHERE ? own.part : 0;

  if (!is_loaded (self))
    return TH_NOTE_NO_RECORDING;

  return th_note_link_find (link, th_document_get_recording (self->document), part, self->results,
                            place);
}

/* --- class ----------------------------------------------------------------------- */

static void
th_note_places_dispose (GObject *object)
{
  ThNotePlaces *self = TH_NOTE_PLACES (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->signals);
  g_clear_object (&self->document);
  g_clear_object (&self->review);

  G_OBJECT_CLASS (th_note_places_parent_class)->dispose (object);
}

static void
th_note_places_finalize (GObject *object)
{
  ThNotePlaces *self = TH_NOTE_PLACES (object);

  g_hash_table_unref (self->located);
  g_ptr_array_unref (self->results);
  g_strfreev (self->keys);

  G_OBJECT_CLASS (th_note_places_parent_class)->finalize (object);
}

static void
th_note_places_class_init (ThNotePlacesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_note_places_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_note_places_finalize;
  signals[CHANGED] = g_signal_new ("changed", TH_TYPE_NOTE_PLACES, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[FORMAT_CHANGED] = g_signal_new ("format-changed", TH_TYPE_NOTE_PLACES, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_note_places_init (ThNotePlaces *self)
{
  self->located = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  self->feed_seconds = -1;
  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "recording-changed",
                                  G_CALLBACK (recording_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "grown", G_CALLBACK (grown_cb), self);
  g_signal_group_connect_swapped (self->signals, "notify::state", G_CALLBACK (grown_cb), self);
  g_signal_group_connect_swapped (self->signals, "results-changed",
                                  G_CALLBACK (results_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "notify::time-format",
                                  G_CALLBACK (format_changed_cb), self);
}

ThNotePlaces *
th_note_places_new (ThOpenReview *review)
{
  ThNotePlaces *self = g_object_new (TH_TYPE_NOTE_PLACES, NULL);

  self->review = g_object_ref (review);
  g_signal_connect_object (th_open_review_get_store (review), "changed", G_CALLBACK (look_up),
                           self, G_CONNECT_SWAPPED);

  return self;
}
