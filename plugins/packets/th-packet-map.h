/* th-packet-map.h - 64-bit keys to small numbers, without a node per key
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Open addressing; a value of 0 marks an empty slot. */
typedef struct
{
  guint64 *keys;
  guint32 *values;
  guint32  mask;
  guint32  n;
} ThPacketMap;

void th_packet_map_init (ThPacketMap *self);
void th_packet_map_clear (ThPacketMap *self);
/* The slot of the value of @key, which is 0 if the key is new; the caller must then set it
 * to another value before the next call. */
guint32 *th_packet_map_get (ThPacketMap *self,
                            guint64      key);
/* The value of @key, 0 if there is none. */
guint32 th_packet_map_find (const ThPacketMap *self,
                            guint64            key);

G_END_DECLS
