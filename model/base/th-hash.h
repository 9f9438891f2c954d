/* th-hash.h - hashes that a file cannot predict
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * g_str_hash(), g_int64_hash() and g_direct_hash() have no key, so a file of a few megabytes can
 * hold names, addresses or pids that all collide, and filling a hash table with them takes minutes.
 * Use these for tables whose keys come from files.  Their own keys are drawn once per process, so
 * hashes must not be saved.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The keys that all these hashes are made with. */
typedef struct
{
  guint64 add;
  guint64 multiply; /* odd */
} ThHashKeys;

/* For hash tables other than GHashTable, which keep a copy. */
ThHashKeys th_hash_keys (void);

/* Mixes both halves of the product: the lowest bits of the low half do not depend on the highest
 * bits of @word. */
static inline guint64
th_hash_multiply (guint64 word,
                  guint64 by)
{
  unsigned __int128 product = (unsigned __int128) word * by;

  return (guint64) product ^ (guint64) (product >> 64);
}

/* Adds @word to @hash, which is 0 at first.  A table may use any bits of the result.
 *
 * One multiplication would not do: words at equal distances, such as addresses or pids, would get
 * hashes at equal distances, which for one pair of keys in ten fill only a tenth of a table. */
static inline guint64
th_hash_add (const ThHashKeys *keys,
             guint64           hash,
             guint64           word)
{
  guint64 once = th_hash_multiply (hash ^ word ^ keys->add, keys->multiply);

  return th_hash_multiply (once ^ keys->add, keys->multiply);
}

/* A #GHashFunc to go with g_str_equal(). */
guint th_string_hash (gconstpointer string);
/* A #GHashFunc to go with g_int64_equal(). */
guint th_int64_hash  (gconstpointer number);
/* A #GHashFunc of the number that the pointer is, to go with g_direct_equal(). */
guint th_direct_hash (gconstpointer number);
/* Hashes @size bytes. */
guint th_bytes_hash  (gconstpointer bytes,
                      gsize         size);

G_END_DECLS
