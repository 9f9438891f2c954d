/* th-results.c - the results of one run of an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-hash.h"
#include "th-results-private.h"

#define LIST_SHIFT 6
#define WORD_SHIFT 8
#define MAX_WORDS (1u << 20)
/* A word may be of any length, but all words, titles and ids together may not: a small
 * compressed file can hold gigabytes of distinct text. */
#define MAX_TEXT_BYTES (64u << 20)
/* Texts up to this length are looked up without an allocation. */
#define SHORT_TEXT 256
#define MAX_REMARKS 100

struct _ThResults
{
  gatomicrefcount ref_count;
  char           *id;
  char           *title;
  ThArena        *arena;

  GHashTable     *word_index; /* text → number; writer only */
  ThSeries        words;      /* const char * */
  gsize           text_bytes; /* of all texts in the arena; writer only */
  ThSeries        tracks;     /* ThTrack * */
  ThSeries        tables;     /* ThTable * */
  ThSeries        measures;   /* ThMeasure * */
  ThFlows        *flows;      /* writer only, until they are published */
  ThFlows        *public_flows; /* atomic */
  ThSeries        trees;      /* ThCallTree * */
  ThConnections  *connections; /* writer only */
  gpointer        data;       /* of the analysis */
  GDestroyNotify  free_data;
  gsize           data_memory; /* atomic */
  ThEventLinks  *links;
  gsize          links_memory; /* atomic */

  guint           part;

  GMutex          lock;       /* protects the remarks */
  GPtrArray      *remarks;

  guint           generation; /* atomic */
  guint           finished;   /* atomic */
  guint           blind;      /* atomic */
};

static gboolean
has_room (const ThResults *self,
          gsize            size)
{
  return size <= MAX_TEXT_BYTES - self->text_bytes;
}

/* Returns "…" instead once all texts together are too long. */
static const char *
results_strdup (ThResults  *self,
                const char *text)
{
  gsize size = strlen (text) + 1;

  if (!has_room (self, size))
    return "…";

  self->text_bytes += size;
  return memcpy (th_arena_alloc (self->arena, TH_ARENA_SMALL, size), text, size);
}

ThResults *
th_results_new (const char *id,
                const char *title)
{
  ThResults *self = g_new0 (ThResults, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->id = g_strdup (id);
  self->title = g_strdup (title);
  self->arena = th_arena_new_dense ();
  self->word_index = g_hash_table_new (th_string_hash, g_str_equal);
  self->remarks = g_ptr_array_new_with_free_func (g_free);
  th_series_init (&self->words, self->arena, sizeof (const char *), WORD_SHIFT);
  th_series_init (&self->tracks, self->arena, sizeof (ThTrack *), LIST_SHIFT);
  th_series_init (&self->tables, self->arena, sizeof (ThTable *), LIST_SHIFT);
  th_series_init (&self->measures, self->arena, sizeof (ThMeasure *), LIST_SHIFT);
  th_series_init (&self->trees, self->arena, sizeof (ThCallTree *), LIST_SHIFT);

  return self;
}

void
th_results_set_part (ThResults *self,
                     guint      part)
{
  self->part = part;
}

guint
th_results_get_part (ThResults *self)
{
  return self->part;
}

ThResults *
th_results_ref (ThResults *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/* Also frees additions that were never published. */
void
th_results_unref (ThResults *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint32 i = 0; i < self->tracks.n_written; i++)
    th_track_free (*(ThTrack **) th_series_get (&self->tracks, i));
  for (guint32 i = 0; i < self->tables.n_written; i++)
    th_table_free (*(ThTable **) th_series_get (&self->tables, i));
  for (guint32 i = 0; i < self->measures.n_written; i++)
    th_measure_free (*(ThMeasure **) th_series_get (&self->measures, i));
  g_clear_pointer (&self->flows, th_flows_free);
  g_clear_pointer (&self->connections, th_connections_free);
  g_clear_pointer (&self->links, th_event_links_free);
  if (self->free_data != NULL)
    self->free_data (self->data);
  for (guint32 i = 0; i < self->trees.n_written; i++)
    th_call_tree_free (*(ThCallTree **) th_series_get (&self->trees, i));
  g_hash_table_unref (self->word_index);
  g_ptr_array_unref (self->remarks);
  th_arena_free (self->arena);
  g_mutex_clear (&self->lock);
  g_free (self->title);
  g_free (self->id);
  g_free (self);
}

/* --- filling ----------------------------------------------------------- */

static guint32
results_add_word (ThResults  *self,
                  const char *word)
{
  const char **slot = th_series_append (&self->words);
  guint32 number = self->words.n_written - 1;

  *slot = word;
  g_hash_table_insert (self->word_index, (char *) word, GUINT_TO_POINTER (number));
  th_series_publish (&self->words);

  return number;
}

/* The word that replaces those over the limit. */
static guint32
results_get_ellipsis (ThResults *self)
{
  gpointer number;

  if (g_hash_table_lookup_extended (self->word_index, "…", NULL, &number))
    return GPOINTER_TO_UINT (number);

  return results_add_word (self, "…");
}

static guint32
results_new_word (ThResults  *self,
                  const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  gboolean differs = strcmp (text, valid) != 0;
  guint32 number;

  if (!has_room (self, strlen (valid) + 1 + (differs ? strlen (text) + 1 : 0)))
    return results_get_ellipsis (self);

  number = results_add_word (self, results_strdup (self, valid));
  /* Invalid text is also indexed by its original bytes. */
  if (differs)
    g_hash_table_insert (self->word_index, (char *) results_strdup (self, text),
                         GUINT_TO_POINTER (number));

  return number;
}

guint32
th_results_intern (ThResults  *self,
                   const char *text)
{
  gpointer number;

  if (g_hash_table_lookup_extended (self->word_index, text, NULL, &number))
    return GPOINTER_TO_UINT (number);
  if (self->words.n_written >= MAX_WORDS)
    return results_get_ellipsis (self);

  return results_new_word (self, text);
}

guint32
th_results_intern_n (ThResults  *self,
                     const char *text,
                     gsize       length)
{
  char buffer[SHORT_TEXT];
  g_autofree char *longer = NULL;

  if (length >= SHORT_TEXT)
    {
      longer = g_strndup (text, length);
      return th_results_intern (self, longer);
    }

  memcpy (buffer, text, length);
  buffer[length] = '\0';
  return th_results_intern (self, buffer);
}

ThTrack *
th_results_add_track (ThResults         *self,
                      const ThTrackInfo *info)
{
  ThTrackInfo copy = *info;
  ThTrack **slot = th_series_append (&self->tracks);

  copy.id = results_strdup (self, info->id);
  copy.title = results_strdup (self, info->title);
  *slot = th_track_new (self->arena, &copy);

  return *slot;
}

ThTable *
th_results_add_table (ThResults         *self,
                      const ThTableInfo *info)
{
  ThTableInfo *copy = th_arena_alloc (self->arena, TH_ARENA_SMALL, sizeof (ThTableInfo));
  ThTable **slot = th_series_append (&self->tables);

  *copy = *info;
  copy->id = results_strdup (self, info->id);
  copy->title = results_strdup (self, info->title);
  copy->noun = results_strdup (self, info->noun);
  *slot = th_table_new (self->arena, copy);

  return *slot;
}

ThMeasure *
th_results_add_measure (ThResults           *self,
                        const ThMeasureInfo *info)
{
  ThMeasureInfo *copy = th_arena_alloc (self->arena, TH_ARENA_SMALL, sizeof (ThMeasureInfo));
  ThMeasure **slot = th_series_append (&self->measures);

  *copy = *info;
  copy->id = results_strdup (self, info->id);
  copy->title = results_strdup (self, info->title);
  copy->text = results_strdup (self, info->text);
  *slot = th_measure_new (self->arena, copy);

  return *slot;
}

ThMeasure *
th_results_add_named_measure (ThResults           *self,
                              const ThMeasureInfo *info,
                              const char          *name,
                              const char          *title)
{
  g_autofree char *id = g_strdup_printf ("%.*s%s", (int) strcspn (info->id, "*"), info->id, name);
  ThMeasureInfo named = *info;

  named.id = id;
  named.title = title;
  return th_results_add_measure (self, &named);
}

ThFlows *
th_results_add_flows (ThResults         *self,
                      const ThFlowsInfo *info)
{
  g_return_val_if_fail (self->flows == NULL, NULL);

  self->flows = th_flows_new (self->arena, info);
  return self->flows;
}

ThConnections *
th_results_add_connections (ThResults *self)
{
  g_return_val_if_fail (self->connections == NULL, NULL);

  self->connections = th_connections_new ();
  return self->connections;
}

ThConnections *
th_results_get_connections (ThResults *self)
{
  return self->connections;
}

void
th_results_take_data (ThResults      *self,
                      gpointer        data,
                      GDestroyNotify  free)
{
  g_return_if_fail (self->free_data == NULL);

  self->data = data;
  self->free_data = free;
}

void
th_results_set_data_memory (ThResults *self,
                            gsize      bytes)
{
  __atomic_store_n (&self->data_memory, bytes, __ATOMIC_RELAXED);
}

gpointer
th_results_get_data (ThResults *self)
{
  return self->data;
}

void
th_results_take_links (ThResults    *self,
                       ThEventLinks *links)
{
  g_return_if_fail (self->links == NULL);

  self->links = links;
  __atomic_store_n (&self->links_memory, th_event_links_get_memory (links), __ATOMIC_RELAXED);
}

const ThEventLinks *
th_results_get_links (ThResults *self)
{
  return th_results_is_finished (self) ? self->links : NULL;
}

const ThEventLinks *
th_results_find_links (const GPtrArray *all)
{
  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const ThEventLinks *links = th_results_get_links (g_ptr_array_index (all, i));

      if (links != NULL)
        return links;
    }
  return NULL;
}

ThCallTree *
th_results_add_tree (ThResults            *self,
                     const ThCallTreeInfo *info)
{
  ThCallTreeInfo *copy = th_arena_alloc (self->arena, TH_ARENA_SMALL, sizeof (ThCallTreeInfo));
  ThCallTree **slot = th_series_append (&self->trees);

  *copy = *info;
  copy->id = results_strdup (self, info->id);
  copy->title = results_strdup (self, info->title);
  copy->events = info->events != NULL ? results_strdup (self, info->events) : NULL;
  *slot = th_call_tree_new (self->arena, copy);

  return *slot;
}

void
th_results_add_remark (ThResults  *self,
                       const char *text)
{
  g_mutex_lock (&self->lock);
  if (self->remarks->len < MAX_REMARKS)
    g_ptr_array_add (self->remarks, g_utf8_make_valid (text, -1));
  g_mutex_unlock (&self->lock);
}

/* Publishes the lists last, so that what is visible is complete, and the flows before
 * their table, so that each row has its flow. */
void
th_results_publish (ThResults *self)
{
  for (guint32 i = 0; i < self->tracks.n_written; i++)
    th_track_publish (*(ThTrack **) th_series_get (&self->tracks, i));
  if (self->flows != NULL)
    th_flows_publish (self->flows);
  for (guint32 i = 0; i < self->tables.n_written; i++)
    th_table_publish (*(ThTable **) th_series_get (&self->tables, i));
  for (guint32 i = 0; i < self->measures.n_written; i++)
    th_measure_publish (*(ThMeasure **) th_series_get (&self->measures, i));
  for (guint32 i = 0; i < self->trees.n_written; i++)
    th_call_tree_publish (*(ThCallTree **) th_series_get (&self->trees, i));
  th_series_publish (&self->tracks);
  th_series_publish (&self->tables);
  th_series_publish (&self->measures);
  th_series_publish (&self->trees);
  __atomic_store_n (&self->public_flows, self->flows, __ATOMIC_RELEASE);
  __atomic_add_fetch (&self->generation, 1, __ATOMIC_RELEASE);
}

void
th_results_finish (ThResults *self)
{
  th_results_publish (self);
  __atomic_store_n (&self->finished, TRUE, __ATOMIC_RELEASE);
}

/* --- using ------------------------------------------------------------- */

guint
th_results_get_generation (ThResults *self)
{
  return __atomic_load_n (&self->generation, __ATOMIC_ACQUIRE);
}

void
th_results_set_blind (ThResults *self)
{
  __atomic_store_n (&self->blind, TRUE, __ATOMIC_RELEASE);
}

gboolean
th_results_is_blind (ThResults *self)
{
  return __atomic_load_n (&self->blind, __ATOMIC_ACQUIRE);
}

gboolean
th_results_is_finished (ThResults *self)
{
  return __atomic_load_n (&self->finished, __ATOMIC_ACQUIRE);
}

const char *
th_results_get_id (ThResults *self)
{
  return self->id;
}

ThResults *
th_results_find (const GPtrArray *all,
                 const char      *id)
{
  for (guint i = 0; i < all->len; i++)
    if (strcmp (th_results_get_id (g_ptr_array_index (all, i)), id) == 0)
      return g_ptr_array_index (all, i);

  return NULL;
}

const char *
th_results_get_title (ThResults *self)
{
  return self->title;
}

const char *
th_results_get_word (ThResults *self,
                     guint32    word)
{
  if (word >= th_series_get_length (&self->words))
    return "";

  return *(const char **) th_series_get (&self->words, word);
}

guint
th_results_get_n_tracks (ThResults *self)
{
  return th_series_get_length (&self->tracks);
}

ThTrack *
th_results_get_track (ThResults *self,
                      guint      index)
{
  g_return_val_if_fail (index < th_results_get_n_tracks (self), NULL);

  return *(ThTrack **) th_series_get (&self->tracks, index);
}

guint
th_results_get_n_tables (ThResults *self)
{
  return th_series_get_length (&self->tables);
}

ThTable *
th_results_get_table (ThResults *self,
                      guint      index)
{
  g_return_val_if_fail (index < th_results_get_n_tables (self), NULL);

  return *(ThTable **) th_series_get (&self->tables, index);
}

ThTable *
th_results_find_table (ThResults  *self,
                       const char *id)
{
  for (guint i = 0; i < th_results_get_n_tables (self); i++)
    if (strcmp (th_table_get_info (th_results_get_table (self, i))->id, id) == 0)
      return th_results_get_table (self, i);

  return NULL;
}

ThTable *
th_results_find_table_in (const GPtrArray  *all,
                          const char       *name,
                          ThResults       **results)
{
  for (guint i = 0; i < all->len; i++)
    {
      ThResults *one = g_ptr_array_index (all, i);
      g_autofree char *prefix = g_strconcat (th_results_get_id (one), "/", NULL);
      gboolean is_full = g_str_has_prefix (name, prefix);
      ThTable *table = th_results_find_table (one, is_full ? name + strlen (prefix) : name);

      if (table != NULL)
        {
          *results = one;
          return table;
        }
    }

  return NULL;
}

guint
th_results_get_n_measures (ThResults *self)
{
  return th_series_get_length (&self->measures);
}

ThMeasure *
th_results_get_measure (ThResults *self,
                        guint      index)
{
  g_return_val_if_fail (index < th_results_get_n_measures (self), NULL);

  return *(ThMeasure **) th_series_get (&self->measures, index);
}

ThFlows *
th_results_get_flows (ThResults *self)
{
  return __atomic_load_n (&self->public_flows, __ATOMIC_ACQUIRE);
}

guint
th_results_get_n_trees (ThResults *self)
{
  return th_series_get_length (&self->trees);
}

ThCallTree *
th_results_get_tree (ThResults *self,
                     guint      index)
{
  g_return_val_if_fail (index < th_results_get_n_trees (self), NULL);

  return *(ThCallTree **) th_series_get (&self->trees, index);
}

char **
th_results_list_remarks (ThResults *self)
{
  g_autoptr(GStrvBuilder) remarks = g_strv_builder_new ();

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->remarks->len; i++)
    g_strv_builder_add (remarks, g_ptr_array_index (self->remarks, i));
  g_mutex_unlock (&self->lock);

  return g_strv_builder_end (remarks);
}

gsize
th_results_get_memory (ThResults *self)
{
  return th_arena_get_used (self->arena) + __atomic_load_n (&self->data_memory, __ATOMIC_RELAXED) +
         __atomic_load_n (&self->links_memory, __ATOMIC_RELAXED);
}
