/* th-packet-map.c - maps 64-bit keys to small numbers, without a node per key
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packet-map.h"

#define FIRST_SIZE 1024

static void
map_allocate (ThPacketMap *self,
              guint32      size)
{
  self->entries = g_new0 (ThPacketMapEntry, size);
  self->mask = size - 1;
}

void
th_packet_map_init (ThPacketMap *self)
{
  map_allocate (self, FIRST_SIZE);
  self->keys = th_hash_keys ();
  self->n = 0;
}

void
th_packet_map_clear (ThPacketMap *self)
{
  g_clear_pointer (&self->entries, g_free);
}

static void
map_grow (ThPacketMap *self)
{
  g_autofree ThPacketMapEntry *entries = self->entries;
  guint32 size = self->mask + 1;

  map_allocate (self, size * 2);
  for (guint32 i = 0; i < size; i++)
    if (entries[i].value != 0)
      *th_packet_map_place (self, entries[i].key) = entries[i];
}

guint32 *
th_packet_map_add (ThPacketMap *self,
                   guint64      key)
{
  ThPacketMapEntry *entry;

  if (self->n >= self->mask / 4 * 3)
    map_grow (self);

  entry = th_packet_map_place (self, key);
  entry->key = key;
  self->n++;
  return &entry->value;
}
