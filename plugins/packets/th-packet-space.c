/* th-packet-space.c - the addresses of one buffer, and the life that uses each
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packet-space.h"

void
th_packet_space_init (Space *space)
{
  th_packet_map_init (&space->map);
  space->slots = g_array_new (FALSE, TRUE, sizeof (Slot));
  th_packet_map_init (&space->heads);
  space->head_owners = g_array_new (FALSE, TRUE, sizeof (HeadOwners));
  space->cpus = g_ptr_array_new_with_free_func (g_free);
}

void
th_packet_space_clear (Space *space)
{
  th_packet_map_clear (&space->map);
  g_array_unref (space->slots);
  th_packet_map_clear (&space->heads);
  g_array_unref (space->head_owners);
  g_ptr_array_unref (space->cpus);
}

Slot *
th_packet_space_get_slot (Space   *space,
                          guint64  address)
{
  guint32 *place = th_packet_map_get (&space->map, address);

  if (*place == 0)
    {
      g_array_set_size (space->slots, space->slots->len + 1);
      *place = space->slots->len;
    }

  return &g_array_index (space->slots, Slot, *place - 1);
}

Life *
th_packet_space_find (const Space *space,
                      guint64      address)
{
  guint32 place = th_packet_map_find (&space->map, address);

  return place == 0 ? NULL : handle_get (g_array_index (space->slots, Slot, place - 1).last);
}
