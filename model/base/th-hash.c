/* th-hash.c - hashes that a file cannot predict
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-hash.h"

static guint64 keys[2];

static void
draw_keys (void)
{
  static gsize drawn;

  if (!g_once_init_enter (&drawn))
    return;
  keys[0] = (guint64) g_random_int () << 32 | g_random_int ();
  keys[1] = (guint64) g_random_int () << 32 | g_random_int () | 1;
  g_once_init_leave (&drawn, 1);
}

static inline guint64
mix (guint64 hash,
     guint64 word)
{
  unsigned __int128 product;

  /* Mix both halves of the product: the lowest bits of the low half do not depend on the
   * highest bits of the word. */
  product = (unsigned __int128) (hash ^ word) * keys[1];
  return (guint64) product ^ (guint64) (product >> 64) ^ keys[0];
}

static inline guint
fold (guint64 hash)
{
  return (guint) (hash ^ hash >> 32);
}

guint
th_int64_hash (gconstpointer number)
{
  guint64 word;

  draw_keys ();
  memcpy (&word, number, sizeof word);
  return fold (mix (keys[0], word));
}

guint
th_bytes_hash (gconstpointer bytes,
               gsize         size)
{
  const guint8 *at = bytes;
  gsize left = size;
  guint64 hash, word;

  draw_keys ();
  hash = keys[0] ^ left;
  for (; left > 0; at += MIN (left, sizeof word), left -= MIN (left, sizeof word))
    {
      word = 0;
      memcpy (&word, at, MIN (left, sizeof word));
      hash = mix (hash, word);
    }
  return fold (mix (hash, left));
}

guint
th_string_hash (gconstpointer string)
{
  return th_bytes_hash (string, strlen (string));
}
