/* th-recording.c - a recording: its life, its source and its facts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-recording-private.h"

static void
fact_free (ThRecordingFact *fact)
{
  g_free (fact->key);
  g_free (fact->value);
  g_free (fact);
}

ThRecording *
th_recording_new (const char *format)
{
  ThRecording *self = g_new0 (ThRecording, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->format = g_strdup (format);
  self->arena = th_arena_new ();
  self->tasks = th_tasks_new ();
  self->streams = g_ptr_array_new_with_free_func ((GDestroyNotify) th_stream_free);
  self->types = g_ptr_array_new_with_free_func ((GDestroyNotify) th_recording_type_free);
  self->type_index = g_hash_table_new (g_str_hash, g_str_equal);
  self->facts = g_ptr_array_new_with_free_func ((GDestroyNotify) fact_free);

  return self;
}

ThRecording *
th_recording_ref (ThRecording *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
th_recording_unref (ThRecording *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (self->vtable != NULL && self->vtable->free != NULL)
    self->vtable->free (self->source);
  g_ptr_array_unref (self->streams);
  g_clear_pointer (&self->ignore, g_ptr_array_unref);
  g_free (self->ignored);
  g_hash_table_unref (self->type_index);
  g_ptr_array_unref (self->types);
  g_ptr_array_unref (self->facts);
  for (guint i = 0; i < TH_N_PROBLEMS; i++)
    g_clear_pointer (&self->problems[i], th_problem_free);
  th_tasks_free (self->tasks);
  th_arena_free (self->arena);
  g_mutex_clear (&self->lock);
  g_free (self->format);
  g_free (self);
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

/* Facts are set while the header is read; what is lent stays. */
const char *
th_recording_get_fact (ThRecording *self,
                       const char  *key)
{
  const ThRecordingFact *fact;

  g_mutex_lock (&self->lock);
  fact = recording_find_fact (self, key);
  g_mutex_unlock (&self->lock);

  return fact != NULL ? fact->value : NULL;
}

char **
th_recording_list_facts (ThRecording *self)
{
  g_autoptr(GStrvBuilder) keys = g_strv_builder_new ();

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->facts->len; i++)
    g_strv_builder_add (keys, ((ThRecordingFact *) g_ptr_array_index (self->facts, i))->key);
  g_mutex_unlock (&self->lock);

  return g_strv_builder_end (keys);
}

ThTasks *
th_recording_get_tasks (ThRecording *self)
{
  return self->tasks;
}

const char *
th_recording_get_format (ThRecording *self)
{
  return self->format;
}
