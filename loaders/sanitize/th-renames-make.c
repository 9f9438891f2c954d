/* th-renames-make.c - makes new names that cannot be looked up in a dictionary
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-renames-private.h"

#include <string.h>

#include <glib/gstdio.h>

#define MAX_TRIES 2000u /* to find a new name that nothing else has */
#define MAX_WORD 3      /* bytes of a new name that may be an ordinary word by chance: "is" */
#define TASK_NAME 15    /* bytes that the kernel keeps of the name of a program */

void
th_renames_make_secret (ThRenames  *self,
                        const char *key)
{
  g_autoptr(GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize size = TH_RENAMES_SECRET;
  guint32 random[TH_RENAMES_SECRET / 4];
  FILE *source = key == NULL ? g_fopen ("/dev/urandom", "re") : NULL;

  if (source == NULL || fread (random, sizeof random, 1, source) != 1)
    for (guint i = 0; i < G_N_ELEMENTS (random); i++)
      random[i] = g_random_int ();
  if (source != NULL)
    fclose (source);
  if (key != NULL)
    g_checksum_update (sum, (const guint8 *) key, strlen (key));
  else
    g_checksum_update (sum, (const guint8 *) random, sizeof random);
  g_checksum_get_digest (sum, self->secret, &size);
}

/* Fills @noise with bytes that depend on the key, on what is renamed and on @attempt. */
static void
make_noise (ThRenames         *self,
            const ThRenameKey *key,
            guint32            attempt,
            guint8            *noise,
            gsize              size)
{
  for (guint32 block = 0; size > 0; block++)
    {
      g_autoptr(GHmac) hmac = g_hmac_new (G_CHECKSUM_SHA256, self->secret, TH_RENAMES_SECRET);
      const guint32 numbers[] = { GUINT32_TO_LE (key->family), GUINT32_TO_LE (attempt),
                                  GUINT32_TO_LE (block) };
      guint8 digest[32];
      gsize length = sizeof digest;

      g_hmac_update (hmac, (const guchar *) numbers, sizeof numbers);
      g_hmac_update (hmac, key->bytes, (gssize) key->size);
      g_hmac_get_digest (hmac, digest, &length);
      length = MIN (length, size);
      memcpy (noise, digest, length);
      noise += length;
      size -= length;
    }
}

/* The first letter is none of a hexadecimal number, so the name is never taken for an address.
 * @with_digit: the last one is a digit. */
static void
make_name (const ThRenameKey *key,
           const guint8      *noise,
           gboolean           with_digit,
           guint8            *made)
{
  for (gsize i = 0; i < key->size; i++)
    {
      guint number = noise[2 * i] << 8 | noise[2 * i + 1];

      made[i] = (guint8) (i == 0 ? "ghijklmnopqrstuvwxyz"[number % 20]
                                 : "abcdefghijklmnopqrstuvwxyz0123456789"[number % 36]);
    }
  if (with_digit && key->size > 1)
    made[key->size - 1] = (guint8) ('0' + (noise[2 * key->size - 1] % 10));
}

/* A program whose name is longer than what the kernel keeps as the name of its task begins with
 * the new name of that. */
static void
begin_like_task (ThRenames         *self,
                 const ThRenameKey *key,
                 guint8            *made)
{
  ThRename *task = key->size > TASK_NAME
                   ? th_renames_find (self, TH_FAMILY_NAME, key->bytes, TASK_NAME) : NULL;

  if (task == NULL || (task->kinds & 1u << TH_PERSONAL_TASKS) == 0)
    return;
  if (task->made == NULL)
    th_renames_make (self, task);
  if (task->made != NULL)
    memcpy (made, task->made, TASK_NAME);
}

static void
propose (ThRenames         *self,
         const ThRenameKey *key,
         guint32            attempt,
         guint8            *made)
{
  g_autofree guint8 *noise = NULL;

  if (key->family != TH_FAMILY_NAME)
    {
      guint8 bytes[TH_ADDRESS_MAX * 2];

      make_noise (self, key, attempt, bytes, sizeof bytes);
      th_address_make (key->family, key->bytes, bytes, made);
      return;
    }
  noise = g_malloc (2 * key->size);
  make_noise (self, key, attempt, noise, 2 * key->size);
  make_name (key, noise, key->size <= MAX_WORD && attempt < MAX_TRIES / 2, made);
  begin_like_task (self, key, made);
}

static gboolean
is_free (ThRenames         *self,
         const ThRenameKey *key,
         const guint8      *made,
         gboolean           strictly)
{
  const ThRenameKey proposed = { key->family, key->size, made };

  if (g_hash_table_contains (self->taken, &proposed) ||
      (strictly && g_hash_table_contains (self->entries, &proposed)))
    return FALSE;
  if (key->family != TH_FAMILY_NAME)
    return !th_address_is_common (key->family, made);
  return !th_personal_keeps_task ((const char *) made, key->size) &&
         !th_personal_keeps_component ((const char *) made, key->size);
}

static void
take (ThRenames         *self,
      const ThRenameKey *key,
      const guint8      *made)
{
  ThRenameKey *taken = g_new (ThRenameKey, 1);

  *taken = (ThRenameKey) { key->family, key->size, g_memdup2 (made, key->size) };
  g_hash_table_add (self->taken, taken);
}

/* Whether no more names of the size of @key are to be found; they are few only if they are short,
 * or addresses. */
static gboolean *
get_shortage (ThRenames         *self,
              const ThRenameKey *key,
              gboolean           strictly)
{
  return key->family == TH_FAMILY_NAME && key->size < TH_RENAMES_SHORT
         ? &self->is_short_of[strictly ? 0 : 1][key->size] : NULL;
}

static gboolean
search (ThRenames         *self,
        const ThRenameKey *key,
        gboolean           strictly,
        guint8            *made)
{
  gboolean *shortage = get_shortage (self, key, strictly);

  for (guint32 attempt = 0; attempt < MAX_TRIES && (shortage == NULL || !*shortage); attempt++)
    {
      propose (self, key, strictly ? attempt : MAX_TRIES + attempt, made);
      if (is_free (self, key, made, strictly))
        {
          take (self, key, made);
          return TRUE;
        }
    }
  if (shortage != NULL)
    *shortage = TRUE;
  return FALSE;
}

/* An IPv6 address with an IPv4 address in it has the new one of that. */
static gboolean
make_mapped (ThRenames *self,
             ThRename  *entry)
{
  ThRename *v4;

  if (entry->key.family != TH_ADDRESS_V6 || !th_address_has_v4 (entry->key.bytes))
    return FALSE;

  v4 = th_renames_need (self, TH_PERSONAL_ADDRESSES, TH_ADDRESS_V4, entry->key.bytes + 12, 4);
  if (v4->made == NULL)
    th_renames_make (self, v4);
  entry->made = g_memdup2 (entry->key.bytes, entry->key.size);
  memcpy (entry->made + 12, v4->made, 4);
  return TRUE;
}

/* That a new name is an old one, too, is avoided as long as there are others.  If there are more
 * short names than there can be new ones, the last of them all become the same: that is only so in
 * a file that somebody made for this purpose. */
void
th_renames_make (ThRenames *self,
                 ThRename  *entry)
{
  if (make_mapped (self, entry))
    return;

  entry->made = g_malloc (entry->key.size);
  if (!search (self, &entry->key, TRUE, entry->made) &&
      !search (self, &entry->key, FALSE, entry->made))
    memset (entry->made, entry->key.family == TH_FAMILY_NAME ? 'x' : 0, entry->key.size);
}
