/* th-packet-map.h - maps 64-bit keys to small numbers, without a node per key
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-hash.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 key;
  guint32 value; /* 0: there is no entry */
} ThPacketMapEntry;

/* A hash table with open addressing. */
typedef struct
{
  ThPacketMapEntry *entries;
  ThHashKeys        keys;
  guint32           mask;
  guint32           n;
} ThPacketMap;

void th_packet_map_init (ThPacketMap *self);
void th_packet_map_clear (ThPacketMap *self);
/* Adds @key, which is not in the map.  Only th_packet_map_get() calls it. */
guint32 *th_packet_map_add (ThPacketMap *self,
                            guint64      key);

/* Returns the place of @key, or the free one where it belongs. */
static inline ThPacketMapEntry *
th_packet_map_place (const ThPacketMap *self,
                     guint64            key)
{
  guint32 place = (guint32) th_hash_add (&self->keys, 0, key) & self->mask;

  while (self->entries[place].value != 0 && self->entries[place].key != key)
    place = (place + 1) & self->mask;

  return &self->entries[place];
}

/* Returns the slot with the value of @key.  The value of a new key is 0, and the caller must
 * set another one before the next call. */
static inline guint32 *
th_packet_map_get (ThPacketMap *self,
                   guint64      key)
{
  ThPacketMapEntry *entry = th_packet_map_place (self, key);

  return G_LIKELY (entry->value != 0) ? &entry->value : th_packet_map_add (self, key);
}

/* Returns the value of @key, or 0. */
static inline guint32
th_packet_map_find (const ThPacketMap *self,
                    guint64            key)
{
  return th_packet_map_place (self, key)->value;
}

G_END_DECLS
