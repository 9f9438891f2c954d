/* th-packet-map.h - maps 64-bit keys to small numbers, without a node per key
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

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
  guint32           mask;
  guint32           n;
} ThPacketMap;

void th_packet_map_init (ThPacketMap *self);
void th_packet_map_clear (ThPacketMap *self);
/* Returns the slot with the value of @key.  The value of a new key is 0, and the caller must
 * set another one before the next call. */
guint32 *th_packet_map_get (ThPacketMap *self,
                            guint64      key);
/* Returns the value of @key, or 0. */
guint32 th_packet_map_find (const ThPacketMap *self,
                            guint64            key);

G_END_DECLS
