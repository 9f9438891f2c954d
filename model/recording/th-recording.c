/* th-recording.c - makes and frees recordings, and keeps their facts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-hash.h"
#include "th-recording-private.h"

static void
fact_free (ThRecordingFact *fact)
{
  g_free (fact->key);
  g_free (fact->value);
  g_free (fact);
}

static void
type_free (ThRecordingType *type)
{
  g_free (type->system);
  g_free (type->name);
  g_free (type->full);
  g_free (type);
}

/* The fields that all kinds of recordings have. */
static ThRecording *
recording_new (const char *format,
               const char *name)
{
  ThRecording *self = g_new0 (ThRecording, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  g_mutex_init (&self->growth_lock);
  g_cond_init (&self->grown);
  self->format = g_strdup (format);
  self->name = g_utf8_make_valid (name, -1);
  self->no_clock = (ThClock) { "", FALSE, TH_TIME_NONE };
  self->type_index = g_hash_table_new (th_string_hash, g_str_equal);
  self->facts = g_ptr_array_new_with_free_func ((GDestroyNotify) fact_free);
  g_datalist_init (&self->data);

  return self;
}

static void
recording_make_tables (ThRecording *self)
{
  self->arena = th_arena_new ();
  self->cache = th_column_cache_new (self->arena);
  self->tasks = th_tasks_new ();
  self->types = g_ptr_array_new_with_free_func ((GDestroyNotify) type_free);
}

ThRecording *
th_recording_new (const char *format)
{
  ThRecording *self = recording_new (format, "");

  recording_make_tables (self);
  self->streams = g_ptr_array_new_with_free_func ((GDestroyNotify) th_stream_free);

  return self;
}

ThRecording *
th_recording_ref (ThRecording *self)
{
  g_atomic_ref_count_inc (self->joined ? &self->whole->ref_count : &self->ref_count);
  return self;
}

static void
recording_free (ThRecording *self)
{
  g_datalist_clear (&self->data);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  if (self->vtable != NULL && self->vtable->free != NULL)
    self->vtable->free (self->source);
  g_ptr_array_unref (self->streams);
  g_clear_pointer (&self->ignore, g_ptr_array_unref);
  g_free (self->ignored);
  g_hash_table_unref (self->type_index);
  g_clear_pointer (&self->types, g_ptr_array_unref);
  g_clear_pointer (&self->guests, g_ptr_array_unref);
  g_ptr_array_unref (self->facts);
  g_clear_pointer (&self->attachments, g_hash_table_unref);
  for (guint i = 0; i < TH_N_PROBLEMS; i++)
    g_clear_pointer (&self->problems[i], th_problem_free);
  th_tasks_free (self->tasks);
  if (self->whole == NULL)
    {
      th_column_cache_free (self->cache);
      th_arena_free (self->arena);
    }
  g_mutex_clear (&self->lock);
  g_mutex_clear (&self->growth_lock);
  g_cond_clear (&self->grown);
  g_free (self->name);
  g_free (self->format);
  g_free (self);
}

void
th_recording_unref (ThRecording *self)
{
  if (self->joined)
    self = self->whole;
  if (g_atomic_ref_count_dec (&self->ref_count))
    recording_free (self);
}

/* --- parts ------------------------------------------------------------- */

ThRecording *
th_recording_new_joined (void)
{
  ThRecording *self = recording_new ("", "");

  recording_make_tables (self);
  self->streams = g_ptr_array_new ();
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) recording_free);

  return self;
}

ThRecording *
th_recording_new_part (ThRecording *whole,
                       const char  *format,
                       const char  *name,
                       gint64       shift)
{
  ThRecording *self = recording_new (format, name);

  g_return_val_if_fail (whole->parts != NULL, NULL);

  self->whole = whole;
  self->index = whole->parts->len;
  /* Clamp it so that the shift can be negated. */
  self->shift = CLAMP (shift, -G_MAXINT64, G_MAXINT64);
  self->arena = whole->arena;
  self->cache = whole->cache;
  self->tasks = th_tasks_new_part (whole->tasks, self->index, self->shift);
  self->streams = g_ptr_array_new_with_free_func ((GDestroyNotify) th_stream_free);
  th_recording_add_places (self, whole->streams->len);

  return self;
}

void
th_recording_join (ThRecording *part)
{
  g_return_if_fail (part->whole != NULL && !part->joined);

  for (guint i = part->first_stream; i < part->streams->len; i++)
    g_ptr_array_add (part->whole->streams, g_ptr_array_index (part->streams, i));
  g_ptr_array_add (part->whole->parts, part);
  part->joined = TRUE;
}

guint
th_recording_get_n_parts (ThRecording *self)
{
  return self->parts != NULL ? self->parts->len : 1;
}

ThRecording *
th_recording_get_part (ThRecording *self,
                       guint        index)
{
  if (self->parts == NULL)
    return self;
  g_return_val_if_fail (index < self->parts->len, NULL);

  return g_ptr_array_index (self->parts, index);
}

guint
th_recording_get_index (ThRecording *self)
{
  return self->index;
}

const char *
th_recording_get_name (ThRecording *self)
{
  return self->name;
}

gint64
th_recording_get_shift (ThRecording *self)
{
  return self->shift;
}

/* The part that represents a joined recording where only one part can. */
static ThRecording *
first_part (ThRecording *self)
{
  return self->parts != NULL && self->parts->len > 0 ? g_ptr_array_index (self->parts, 0) : self;
}

void
th_recording_set_source (ThRecording    *self,
                         const ThSource *vtable,
                         gpointer        source)
{
  g_return_if_fail (self->vtable == NULL);

  self->vtable = vtable;
  self->source = source;
}

const ThSource *
th_recording_peek_source (ThRecording *self,
                          gpointer    *source)
{
  *source = self->source;
  return self->vtable;
}

/* --- facts ------------------------------------------------------------- */

static ThRecordingFact *
recording_find_fact (ThRecording *self,
                     const char  *key)
{
  for (guint i = 0; i < self->facts->len; i++)
    {
      ThRecordingFact *fact = g_ptr_array_index (self->facts, i);

      if (strcmp (fact->key, key) == 0)
        return fact;
    }

  return NULL;
}

void
th_recording_set_fact (ThRecording *self,
                       const char  *key,
                       const char  *value)
{
  ThRecordingFact *fact;

  g_mutex_lock (&self->lock);
  fact = recording_find_fact (self, key);
  if (fact == NULL)
    {
      fact = g_new0 (ThRecordingFact, 1);
      fact->key = g_strdup (key);
      g_ptr_array_add (self->facts, fact);
    }
  g_free (fact->value);
  fact->value = g_utf8_make_valid (value, -1);
  g_mutex_unlock (&self->lock);
}

/* Facts are only set while the header is read, so the returned string stays valid. */
const char *
th_recording_get_fact (ThRecording *self,
                       const char  *key)
{
  const ThRecordingFact *fact;

  self = first_part (self);
  g_mutex_lock (&self->lock);
  fact = recording_find_fact (self, key);
  g_mutex_unlock (&self->lock);

  return fact != NULL ? fact->value : NULL;
}

char **
th_recording_list_facts (ThRecording *self)
{
  g_autoptr(GStrvBuilder) keys = g_strv_builder_new ();

  self = first_part (self);
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->facts->len; i++)
    g_strv_builder_add (keys, ((ThRecordingFact *) g_ptr_array_index (self->facts, i))->key);
  g_mutex_unlock (&self->lock);

  return g_strv_builder_end (keys);
}

void
th_recording_set_attachment (ThRecording *self,
                             const char  *name,
                             GBytes      *bytes)
{
  g_mutex_lock (&self->lock);
  if (self->attachments == NULL)
    self->attachments = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                               (GDestroyNotify) g_bytes_unref);
  if (!g_hash_table_contains (self->attachments, name))
    g_hash_table_insert (self->attachments, g_strdup (name), g_bytes_ref (bytes));
  g_mutex_unlock (&self->lock);
}

GBytes *
th_recording_get_attachment (ThRecording *self,
                             const char  *name)
{
  GBytes *bytes = NULL;

  self = first_part (self);
  g_mutex_lock (&self->lock);
  if (self->attachments != NULL)
    bytes = g_hash_table_lookup (self->attachments, name);
  g_mutex_unlock (&self->lock);
  return bytes;
}

ThTasks *
th_recording_get_tasks (ThRecording *self)
{
  return self->tasks;
}

const char *
th_recording_get_format (ThRecording *self)
{
  return first_part (self)->format;
}

/* --- attached data ------------------------------------------------------- */

gpointer
th_recording_ensure_data (ThRecording     *self,
                          GQuark           key,
                          gpointer       (*create) (void),
                          GDestroyNotify   destroy)
{
  gpointer data;

  g_mutex_lock (&self->lock);
  data = g_datalist_id_get_data (&self->data, key);
  if (data == NULL)
    {
      data = create ();
      g_datalist_id_set_data_full (&self->data, key, data, destroy);
    }
  g_mutex_unlock (&self->lock);

  return data;
}
