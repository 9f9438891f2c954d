/* th-functions.c - words and kinds of functions, by address and by text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-functions.h"
#include "th-hash.h"

/* At a greater offset an address no longer belongs to the symbol. */
#define MAX_IN_SYMBOL 0x10000
/* The size limit of the cache, against hostile files. */
#define MAX_KNOWN 1000000

typedef struct
{
  gint64         address;
  ThFunctionName name;
} Known;

struct _ThFunctions
{
  ThRecording *recording;
  ThResults   *results;
  GHashTable  *known;     /* address → Known */
};

ThFunctions *
th_functions_new (ThRecording *recording,
                  ThResults   *results)
{
  ThFunctions *self = g_new0 (ThFunctions, 1);

  self->recording = recording;
  self->results = results;
  self->known = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);

  return self;
}

void
th_functions_free (ThFunctions *self)
{
  g_hash_table_unref (self->known);
  g_free (self);
}

/* A name of C++ or Rust may have spaces, unlike one of the kernel.  Where a function of a program
 * ends is known of a file with its symbols, in which addresses are made up. */
static gboolean
find_name (ThFunctions    *self,
           guint64         address,
           gboolean        user,
           ThFunctionName *name)
{
  guint64 offset;
  const char *symbol = th_recording_get_symbol (self->recording, address, &offset);

  if (symbol == NULL ||
      (offset >= MAX_IN_SYMBOL && !(user && th_address_is_made_up (address))))
    return FALSE;
  if (!user)
    return th_functions_parse (self, symbol, strlen (symbol), name);

  name->name = th_results_intern (self->results, symbol);
  return TRUE;
}

static ThFunctionName
resolve (ThFunctions *self,
         guint64      address,
         gboolean     user)
{
  ThFunctionName name = { 0, TH_CALL_KERNEL };

  if (!find_name (self, address, user, &name))
    {
      g_autofree char *hex = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address);

      name.name = th_results_intern (self->results, hex);
    }
  if (user)
    name.kind = TH_CALL_USER;
  else if (th_recording_get_module (self->recording, address) != NULL)
    name.kind = TH_CALL_MODULE;
  return name;
}

ThFunctionName
th_functions_find (ThFunctions *self,
                   guint64      address,
                   gboolean     user)
{
  /* On other architectures, kernel and user space may share addresses. */
  gint64 key = user ? ~address : address;
  Known *known = g_hash_table_lookup (self->known, &key);

  if (known != NULL)
    return known->name;
  if (g_hash_table_size (self->known) >= MAX_KNOWN)
    return resolve (self, address, user);

  known = g_new (Known, 1);
  *known = (Known) { key, resolve (self, address, user) };
  g_hash_table_insert (self->known, &known->address, known);
  return known->name;
}

gboolean
th_functions_parse (ThFunctions    *self,
                    const char     *text,
                    gsize           length,
                    ThFunctionName *name)
{
  const char *end = text + length;
  const char *stop;

  while (text < end && *text == ' ')
    text++;
  for (stop = text; stop < end && *stop != ' ' && *stop != '\0';)
    stop++;
  if (stop == text)
    return FALSE;

  name->name = th_results_intern_n (self->results, text, stop - text);
  name->kind = end - stop > 2 && stop[1] == '[' ? TH_CALL_MODULE : TH_CALL_KERNEL;
  return TRUE;
}
