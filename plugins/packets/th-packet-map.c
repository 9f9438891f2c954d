/* th-packet-map.c - maps 64-bit keys to small numbers, without a node per key
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packet-map.h"

#define FIRST_SIZE 1024

/* Fibonacci hashing, because addresses differ in the middle bits. */
static guint32
map_start (const ThPacketMap *self,
           guint64            key)
{
  return (guint32) ((key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32) & self->mask;
}

static guint32
map_place (const ThPacketMap *self,
           guint64            key)
{
  guint32 place = map_start (self, key);

  while (self->entries[place].value != 0 && self->entries[place].key != key)
    place = (place + 1) & self->mask;

  return place;
}

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
      self->entries[map_place (self, entries[i].key)] = entries[i];
}

guint32 *
th_packet_map_get (ThPacketMap *self,
                   guint64      key)
{
  guint32 place;

  if (self->n >= self->mask / 4 * 3)
    map_grow (self);

  place = map_place (self, key);
  if (self->entries[place].value == 0)
    {
      self->entries[place].key = key;
      self->n++;
    }

  return &self->entries[place].value;
}

guint32
th_packet_map_find (const ThPacketMap *self,
                    guint64            key)
{
  return self->entries[map_place (self, key)].value;
}
