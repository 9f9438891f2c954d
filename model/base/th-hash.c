/* th-hash.c - hashes that a file cannot predict
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-hash.h"

ThHashKeys
th_hash_keys (void)
{
  static ThHashKeys keys;
  static gsize drawn;

  if (g_once_init_enter (&drawn))
    {
      keys.add = (guint64) g_random_int () << 32 | g_random_int ();
      keys.multiply = (guint64) g_random_int () << 32 | g_random_int () | 1;
      g_once_init_leave (&drawn, 1);
    }
  return keys;
}

static inline guint
fold (guint64 hash)
{
  return (guint) (hash ^ hash >> 32);
}

guint
th_int64_hash (gconstpointer number)
{
  ThHashKeys keys = th_hash_keys ();
  guint64 word;

  memcpy (&word, number, sizeof word);
  return fold (th_hash_add (&keys, 0, word));
}

guint
th_direct_hash (gconstpointer number)
{
  ThHashKeys keys = th_hash_keys ();

  return fold (th_hash_add (&keys, 0, GPOINTER_TO_SIZE (number)));
}

guint
th_bytes_hash (gconstpointer bytes,
               gsize         size)
{
  ThHashKeys keys = th_hash_keys ();
  const guint8 *at = bytes;
  guint64 hash = 0, word;
  gsize left = size;

  for (; left > 0; at += MIN (left, sizeof word), left -= MIN (left, sizeof word))
    {
      word = 0;
      memcpy (&word, at, MIN (left, sizeof word));
      hash = th_hash_add (&keys, hash, word);
    }
  return fold (th_hash_add (&keys, hash, size));
}

guint
th_string_hash (gconstpointer string)
{
  return th_bytes_hash (string, strlen (string));
}
