/* test-packet-map.c - the map from the addresses of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-packet-map.h"

#define MULTIPLIER G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
#define N 100000
#define N_PLACES 512

static guint64
inverse_of (guint64 odd)
{
  guint64 inverse = odd;

  for (guint i = 0; i < 6; i++)
    inverse *= 2 - odd * inverse;
  g_assert_cmpuint (inverse * odd, ==, 1);
  return inverse;
}

/* Addresses of objects of 256 bytes, as the kernel has them. */
static void
test_addresses (void)
{
  ThPacketMap map;

  th_packet_map_init (&map);
  for (guint i = 1; i <= N; i++)
    *th_packet_map_get (&map, G_GUINT64_CONSTANT (0xffff888000000000) + i * 256) = i;
  for (guint i = 1; i <= N; i++)
    g_assert_cmpuint (th_packet_map_find (&map, G_GUINT64_CONSTANT (0xffff888000000000) + i * 256),
                      ==, i);
  g_assert_cmpuint (th_packet_map_find (&map, 256), ==, 0);
  g_assert_cmpuint (map.n, ==, N);
  th_packet_map_clear (&map);
}

/* Multiplied by a constant that a stranger can guess, these addresses differ only in bits that no
 * table uses.  By chance, half as many keys as there are places take four fifths as many. */
static void
test_collisions (void)
{
  guint64 inverse = inverse_of (MULTIPLIER);
  g_autoptr(GHashTable) places = g_hash_table_new (NULL, NULL);
  ThPacketMap map;

  th_packet_map_init (&map);
  for (guint64 i = 0; i < N_PLACES; i++)
    g_hash_table_add (places, th_packet_map_place (&map, (i << 54 | 1) * inverse));
  g_assert_cmpuint (g_hash_table_size (places), >, N_PLACES / 2);
  th_packet_map_clear (&map);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plugins/packet-map/addresses", test_addresses);
  g_test_add_func ("/plugins/packet-map/collisions", test_collisions);

  return g_test_run ();
}
