/* test-hash.c - hashes for tables whose keys come from files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-hash.h"

#define N 4096

/* Returns the size of the fullest of as many buckets as there are hashes: about 8 by chance. */
static guint
fill (const guint *hashes)
{
  static guint buckets[N];
  guint most = 0;

  memset (buckets, 0, sizeof buckets);
  for (guint i = 0; i < N; i++)
    most = MAX (most, ++buckets[hashes[i] % N]);
  return most;
}

/* The lower halves are equal, and g_int64_hash() uses nothing else. */
static void
test_numbers (void)
{
  static guint hashes[N];

  for (guint i = 0; i < N; i++)
    {
      guint64 key = (guint64) i << 32 | 0x5aa5;

      g_assert_cmpuint (g_int64_hash (&key), ==, 0x5aa5);
      hashes[i] = th_int64_hash (&key);
      g_assert_cmpuint (th_int64_hash (&key), ==, hashes[i]);
    }
  g_assert_cmpuint (fill (hashes), <, 24);
}

/* Multiples of the size of a table. */
static void
test_pids (void)
{
  static guint hashes[N];

  for (guint i = 0; i < N; i++)
    hashes[i] = th_direct_hash (GUINT_TO_POINTER (i * N));
  g_assert_cmpuint (fill (hashes), <, 24);
}

/* Both ends of a hash are good.  Multiplied by the usual constant, these words differ only in their
 * highest bits. */
static void
test_words (void)
{
  const guint64 inverse = G_GUINT64_CONSTANT (0xf1de83e19937733d);
  static guint low[N], high[N];
  ThHashKeys keys = th_hash_keys ();

  g_assert_cmpuint (inverse * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15), ==, 1);
  for (guint64 i = 0; i < N; i++)
    {
      guint64 hash = th_hash_add (&keys, 0, (i << 52 | 1) * inverse);

      low[i] = (guint) hash;
      high[i] = hash >> 32;
    }
  g_assert_cmpuint (fill (low), <, 24);
  g_assert_cmpuint (fill (high), <, 24);
}

static guint64
draw_word (void)
{
  return (guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
}

/* Words at equal distances, such as addresses of objects, whatever the keys are. */
static void
test_distances (void)
{
  const guint64 first = G_GUINT64_CONSTANT (0xffff888000000000);
  static guint hashes[N];

  for (guint shift = 0; shift < 56; shift += 4)
    for (guint draw = 0; draw < 200; draw++)
      {
        ThHashKeys keys = { .add = draw_word (), .multiply = draw_word () | 1 };

        for (guint64 i = 0; i < N; i++)
          hashes[i] = (guint) th_hash_add (&keys, 0, first + (i << shift));
        g_assert_cmpuint (fill (hashes), <, 24);
      }
}

/* Equal texts have equal hashes, and zeros at the end count. */
static void
test_texts (void)
{
  static guint hashes[N];
  const guint8 zeros[32] = { 0 };

  for (guint i = 0; i < N; i++)
    {
      g_autofree char *text = g_strdup_printf ("eth%u", i);
      g_autofree char *again = g_strdup (text);

      hashes[i] = th_string_hash (text);
      g_assert_cmpuint (th_string_hash (again), ==, hashes[i]);
      g_assert_cmpuint (th_bytes_hash (text, strlen (text)), ==, hashes[i]);
    }
  g_assert_cmpuint (fill (hashes), <, 24);
  g_assert_cmpuint (th_bytes_hash (zeros, 8), !=, th_bytes_hash (zeros, 16));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/hash/numbers", test_numbers);
  g_test_add_func ("/hash/pids", test_pids);
  g_test_add_func ("/hash/words", test_words);
  g_test_add_func ("/hash/distances", test_distances);
  g_test_add_func ("/hash/texts", test_texts);

  return g_test_run ();
}
