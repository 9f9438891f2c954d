/* th-counter-set.c - the counters of a machine at one moment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-counter-set.h"
#include "th-hash.h"

struct _ThCounterSet
{
  GStringChunk *strings;
  GArray       *counters; /* ThCounter */
  GHashTable   *keys;     /* "source\nitem\nname" → index + 1 */
};

ThCounterSet *
th_counter_set_new (void)
{
  ThCounterSet *self = g_new0 (ThCounterSet, 1);

  self->strings = g_string_chunk_new (4096);
  self->counters = g_array_new (FALSE, FALSE, sizeof (ThCounter));
  self->keys = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  return self;
}

void
th_counter_set_free (ThCounterSet *self)
{
  g_hash_table_unref (self->keys);
  g_array_unref (self->counters);
  g_string_chunk_free (self->strings);
  g_free (self);
}

static char *
make_key (const char *source,
          const char *item,
          const char *name)
{
  return g_strdup_printf ("%s\n%s\n%s", source, item, name);
}

/* Returns NULL if there is one of that name, or no room. */
static ThCounter *
add (ThCounterSet *self,
     const char   *source,
     const char   *item,
     const char   *name)
{
  g_autofree char *key = make_key (source, item, name);
  ThCounter counter = { .bits = 64 };

  if (self->counters->len >= TH_COUNTER_SET_MAX || g_hash_table_contains (self->keys, key))
    return NULL;
  counter.source = g_string_chunk_insert_const (self->strings, source);
  counter.item = g_string_chunk_insert_const (self->strings, item);
  counter.name = g_string_chunk_insert_const (self->strings, name);
  g_array_append_val (self->counters, counter);
  g_hash_table_insert (self->keys, g_steal_pointer (&key),
                       GUINT_TO_POINTER (self->counters->len));
  return &g_array_index (self->counters, ThCounter, self->counters->len - 1);
}

void
th_counter_set_add (ThCounterSet *self,
                    const char   *source,
                    const char   *item,
                    const char   *name,
                    gint64        value,
                    guint         bits)
{
  ThCounter *counter = add (self, source, item, name);

  if (counter == NULL)
    return;
  counter->value = value;
  counter->bits = bits;
}

void
th_counter_set_add_setting (ThCounterSet *self,
                            const char   *source,
                            const char   *item,
                            const char   *name,
                            const char   *text)
{
  ThCounter *counter = add (self, source, item, name);

  if (counter != NULL)
    counter->text = g_string_chunk_insert_const (self->strings, text);
}

guint
th_counter_set_get_n (ThCounterSet *self)
{
  return self->counters->len;
}

const ThCounter *
th_counter_set_get (ThCounterSet *self,
                    guint         index)
{
  return &g_array_index (self->counters, ThCounter, index);
}

const ThCounter *
th_counter_set_find (ThCounterSet *self,
                     const char   *source,
                     const char   *item,
                     const char   *name)
{
  g_autofree char *key = make_key (source, item, name);
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->keys, key));

  return index > 0 ? th_counter_set_get (self, index - 1) : NULL;
}
