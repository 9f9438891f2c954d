/* th-recording-types.c - the event types of a recording, their fields and its symbols
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-reader.h"
#include "th-recording-private.h"

/* At a greater offset an address of the kernel no longer belongs to the symbol. */
#define MAX_IN_SYMBOL 0x10000

static const ThFieldTable no_fields;

/* The recording that owns the table of types and its lock. */
static ThRecording *
types_owner (ThRecording *self)
{
  return self->whole != NULL ? self->whole : self;
}

static ThRecordingType *
recording_type (ThRecording *self,
                guint        type)
{
  ThRecording *owner = types_owner (self);
  ThRecordingType *found;

  g_mutex_lock (&owner->lock);
  found = type < owner->types->len ? g_ptr_array_index (owner->types, type) : NULL;
  g_mutex_unlock (&owner->lock);

  return found;
}

/* The part whose source has this type; NULL if there is no such type. */
static ThRecording *
get_type_part (ThRecording *self,
               guint        type)
{
  const ThRecordingType *found = recording_type (self, type);

  return found != NULL ? found->part : NULL;
}

gboolean
th_recording_has_type (ThRecording *self,
                       guint        type)
{
  return self->whole == NULL || get_type_part (self, type) == self;
}

/* The number has not been returned yet, so the byte has no readers. */
static void
recording_ignore_type (ThRecording *self,
                       guint        number)
{
  const ThRecordingType *type = g_ptr_array_index (types_owner (self)->types, number);

  for (guint i = 0; self->ignore != NULL && i < self->ignore->len; i++)
    if (th_type_matches (g_ptr_array_index (self->ignore, i), type->system, type->name))
      self->ignored[number] = TRUE;
}

void
th_recording_ignore (ThRecording *self,
                     const char  *pattern)
{
  for (guint i = 0; self->parts != NULL && i < self->parts->len; i++)
    th_recording_ignore (g_ptr_array_index (self->parts, i), pattern);
  if (self->parts != NULL)
    return;

  if (self->ignore == NULL)
    {
      self->ignore = g_ptr_array_new_with_free_func (g_free);
      self->ignored = g_new0 (guint8, TH_TYPE_OTHER + 1);
      for (guint i = 0; i < self->streams->len; i++)
        for (guint j = 0; j < th_stream_get_n_cpus (g_ptr_array_index (self->streams, i)); j++)
          th_cpu_set_ignored (th_stream_get_cpu (g_ptr_array_index (self->streams, i), j),
                              self->ignored);
    }

  g_ptr_array_add (self->ignore, g_strdup (pattern));
  for (guint i = 0; i < types_owner (self)->types->len; i++)
    recording_ignore_type (self, i);
}

gboolean
th_recording_is_type_ignored (ThRecording *self,
                              guint        type)
{
  if (self->parts != NULL)
    self = get_type_part (self, type);

  return self != NULL && self->ignored != NULL && type <= TH_TYPE_OTHER && self->ignored[type];
}

guint
th_recording_intern_type (ThRecording *self,
                          const char  *system,
                          const char  *name)
{
  g_autofree char *raw = g_strconcat (system, *system != '\0' ? ":" : "", name, NULL);
  g_autofree char *full = g_utf8_make_valid (raw, -1);
  ThRecording *owner = types_owner (self);
  gpointer number;

  g_mutex_lock (&owner->lock);
  if (!g_hash_table_lookup_extended (self->type_index, full, NULL, &number))
    {
      if (owner->types->len > TH_TYPE_MAX)
        number = GUINT_TO_POINTER (TH_TYPE_OTHER);
      else
        {
          ThRecordingType *type = g_new0 (ThRecordingType, 1);

          type->part = self;
          type->system = g_utf8_make_valid (system, -1);
          type->name = g_utf8_make_valid (name, -1);
          type->full = g_steal_pointer (&full);
          number = GUINT_TO_POINTER (owner->types->len);
          g_hash_table_insert (self->type_index, type->full, number);
          g_ptr_array_add (owner->types, type);
          recording_ignore_type (self, owner->types->len - 1);
        }
    }
  g_mutex_unlock (&owner->lock);

  if (GPOINTER_TO_UINT (number) == TH_TYPE_OTHER)
    th_recording_add_problem (self, TH_PROBLEM_TOO_MANY_TYPES, 1, -1, name);

  return GPOINTER_TO_UINT (number);
}

void
th_recording_set_type_enabled (ThRecording *self,
                               guint        type)
{
  ThRecordingType *found = recording_type (self, type);

  if (found != NULL)
    g_atomic_int_set (&found->is_enabled, TRUE);
}

gboolean
th_recording_is_type_enabled (ThRecording *self,
                              guint        type)
{
  ThRecordingType *found = recording_type (self, type);

  return found != NULL && g_atomic_int_get (&found->is_enabled) &&
         !th_recording_is_type_ignored (self, type);
}

gboolean
th_recording_lists_enabled (ThRecording *self)
{
  guint n = th_recording_get_n_types (self);

  for (guint type = 0; type < n; type++)
    if (g_atomic_int_get (&recording_type (self, type)->is_enabled))
      return TRUE;

  return FALSE;
}

guint
th_recording_get_n_types (ThRecording *self)
{
  ThRecording *owner = types_owner (self);
  guint n;

  g_mutex_lock (&owner->lock);
  n = owner->types->len;
  g_mutex_unlock (&owner->lock);

  return n;
}

const char *
th_recording_get_type_system (ThRecording *self,
                              guint        type)
{
  const ThRecordingType *found = recording_type (self, type);

  return found != NULL ? found->system : "";
}

const char *
th_recording_get_type_name (ThRecording *self,
                            guint        type)
{
  const ThRecordingType *found = recording_type (self, type);

  return found != NULL ? found->name : "other";
}

guint
th_recording_find_type (ThRecording *self,
                        const char  *name)
{
  ThRecording *owner = types_owner (self);
  guint type = TH_TYPE_NONE;
  gpointer number;

  for (guint i = 0; self->parts != NULL && i < self->parts->len && type == TH_TYPE_NONE; i++)
    type = th_recording_find_type (g_ptr_array_index (self->parts, i), name);
  if (self->parts != NULL)
    return type;

  g_mutex_lock (&owner->lock);
  if (g_hash_table_lookup_extended (self->type_index, name, NULL, &number))
    type = GPOINTER_TO_UINT (number);
  for (guint i = 0; type == TH_TYPE_NONE && i < owner->types->len; i++)
    {
      const ThRecordingType *one = g_ptr_array_index (owner->types, i);

      if (one->part == self && strcmp (one->name, name) == 0)
        type = i;
    }
  g_mutex_unlock (&owner->lock);

  return type;
}

/* Calls the source without our lock (it may intern types); concurrent calls get the same
 * table. */
const ThFieldTable *
th_recording_get_fields (ThRecording *self,
                         guint        type)
{
  ThRecordingType *found = recording_type (self, type);
  const ThRecording *part = found != NULL ? found->part : NULL;
  const ThFieldTable *fields;

  if (part == NULL || part->vtable == NULL || part->vtable->fields == NULL)
    return &no_fields;

  fields = g_atomic_pointer_get (&found->fields);
  if (fields == NULL)
    {
      fields = part->vtable->fields (part->source, type);
      g_atomic_pointer_set (&found->fields, fields != NULL ? fields : &no_fields);
    }

  return fields != NULL ? fields : &no_fields;
}

const ThField *
th_recording_find_field (ThRecording *self,
                         const char  *name)
{
  const ThField *field = NULL;

  for (guint type = 0; field == NULL && type < th_recording_get_n_types (self); type++)
    field = th_field_table_find (th_recording_get_fields (self, type), name);

  return field;
}

const char *
th_recording_get_symbol (ThRecording *self,
                         guint64      address,
                         guint64     *offset)
{
  *offset = 0;
  if (self->vtable == NULL || self->vtable->symbol == NULL)
    return NULL;

  return self->vtable->symbol (self->source, address, offset);
}

/* Whether the symbol of a made-up address says its offset itself: "libc.so.6+0x1234". */
static gboolean
has_offset (const char *symbol)
{
  const char *plus = strrchr (symbol, '+');

  if (plus == NULL || !g_str_has_prefix (plus, "+0x"))
    return FALSE;
  plus += strlen ("+0x");
  return *plus != '\0' && plus[strspn (plus, "0123456789abcdef")] == '\0';
}

gboolean
th_recording_append_function (ThRecording *self,
                              guint64      address,
                              GString     *text)
{
  guint64 offset;
  gboolean made_up = th_address_is_made_up (address);
  const char *symbol = address != 0 ? th_recording_get_symbol (self, address, &offset) : NULL;

  if (symbol == NULL || (!made_up && offset >= MAX_IN_SYMBOL))
    return FALSE;

  g_string_append (text, symbol);
  if (!made_up || offset > 0 || !has_offset (symbol))
    g_string_append_printf (text, "+0x%" G_GINT64_MODIFIER "x", offset);
  return TRUE;
}

const char *
th_recording_get_module (ThRecording *self,
                         guint64      address)
{
  return self->vtable != NULL && self->vtable->module != NULL
         ? self->vtable->module (self->source, address) : NULL;
}

char *
th_recording_dup_stack_remark (ThRecording *self)
{
  char *remark = NULL;

  for (guint i = 0; remark == NULL && i < th_recording_get_n_parts (self); i++)
    {
      const ThRecording *part = th_recording_get_part (self, i);

      if (part->vtable != NULL && part->vtable->stack_remark != NULL)
        remark = part->vtable->stack_remark (part->source);
    }
  return remark;
}

gboolean
th_recording_has_stacks (ThRecording *self,
                         guint        type)
{
  const ThRecording *part = get_type_part (self, type);

  return part != NULL && part->vtable != NULL && part->vtable->has_stacks != NULL &&
         part->vtable->has_stacks (part->source, type);
}
