/* th-perfdata-symbols.c - symbols from records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-perfdata-ranges.h"
#include "th-perfdata-symbols.h"
#include "th-strings.h"

typedef struct
{
  ThPfRange   range;
  const char *name; /* owned by @names */
} Symbol;

struct _ThPfSymbols
{
  GMutex      lock;   /* protects the other members */
  GArray     *symbols;
  gboolean    sorted; /* by start */
  GHashTable *names;  /* th_strings_new() */
};

ThPfSymbols *
th_pf_symbols_new (void)
{
  ThPfSymbols *self = g_new0 (ThPfSymbols, 1);

  g_mutex_init (&self->lock);
  self->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  self->names = th_strings_new ();
  return self;
}

void
th_pf_symbols_free (ThPfSymbols *self)
{
  g_hash_table_unref (self->names);
  g_array_unref (self->symbols);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
th_pf_symbols_add (ThPfSymbols  *self,
                   guint64       start,
                   guint64       size,
                   const guint8 *name,
                   gsize         name_size)
{
  gsize length = strnlen ((const char *) name, name_size);
  g_autofree char *text = g_strndup ((const char *) name, MIN (length, 255));
  g_autofree char *base = NULL;
  g_autofree char *valid = NULL;
  Symbol symbol = { .range = { start, start + size } };

  /* A mapping of the whole kernel does not identify a symbol. */
  if (size == 0 || start + size < start || *text == '\0' || g_str_has_prefix (text, "[kernel") ||
      g_str_has_prefix (text, "[guest.kernel"))
    return;

  base = g_path_get_basename (text);
  valid = g_utf8_make_valid (base, -1);
  g_mutex_lock (&self->lock);
  symbol.name = th_strings_take (self->names, g_steal_pointer (&valid));
  g_array_append_val (self->symbols, symbol);
  self->sorted = FALSE;
  g_mutex_unlock (&self->lock);
}

const char *
th_pf_symbols_find (ThPfSymbols *self,
                    guint64      address,
                    guint64     *offset)
{
  const char *name = NULL;
  const Symbol *symbol;
  guint n;

  g_mutex_lock (&self->lock);
  if (!self->sorted)
    g_array_sort (self->symbols, th_pf_range_compare);
  self->sorted = TRUE;
  n = th_pf_ranges_count_begun (self->symbols, sizeof (Symbol), address);
  symbol = n > 0 ? &g_array_index (self->symbols, Symbol, n - 1) : NULL;
  if (symbol != NULL && address < symbol->range.end)
    {
      name = symbol->name;
      *offset = address - symbol->range.start;
    }
  g_mutex_unlock (&self->lock);

  return name;
}
