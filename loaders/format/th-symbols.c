/* th-symbols.c - kernel symbols of a recording, by address
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-symbols.h"

typedef struct
{
  guint64 address;
  guint32 name;   /* this and @module are offsets in the text, at most 4 GiB */
  guint32 module; /* 0: none */
} ThSymbol;

struct _ThSymbols
{
  char     *text;
  ThSymbol *symbols;
  guint     n_symbols;
};

/* The value of a hexadecimal digit + 1; 0 for other characters. */
static const guint8 digits[256] = {
  ['0'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ['a'] = 11, 12, 13, 14, 15, 16,
  ['A'] = 11, 12, 13, 14, 15, 16,
};

/* Parses one line in place, up to its end or the NUL after the text; FALSE if it is
 * not a symbol of code or data.  *@end is where the parsing stopped. */
static gboolean
symbol_parse (char      *text,
              char      *line,
              ThSymbol  *symbol,
              char     **end)
{
  char *p = line;
  guint64 address = 0;
  guint8 digit;
  char type;

  for (; p - line < 16 && (digit = digits[(guint8) *p]) != 0; p++)
    address = address << 4 | (guint64) (digit - 1);
  *end = p;
  if (p == line || p[0] != ' ' || p[1] <= ' ' || p[2] != ' ' || p[3] <= ' ')
    return FALSE;

  type = p[1];
  p += 3;
  symbol->address = address;
  symbol->name = p - text;
  symbol->module = 0;
  while ((guint8) *p > ' ')
    p++;
  *end = p;
  if (p[0] == '\t' && p[1] == '[' && p[2] > ' ')
    symbol->module = p + 1 - text;

  /* '$' marks sections of code on arm, not functions; 'a' is an absolute value */
  return text[symbol->name] != '$' && type != 'A' && type != 'a';
}

static gint
symbol_compare (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const ThSymbol *left = a;
  const ThSymbol *right = b;

  return (left->address > right->address) - (left->address < right->address);
}

/* Symbols of the same address are sorted in reverse order of the file, as in libtraceevent. */
static void
symbols_sort (ThSymbols *self,
              gboolean   sorted)
{
  guint i = 0;

  if (!sorted)
    g_qsort_with_data (self->symbols, self->n_symbols, sizeof *self->symbols, symbol_compare, NULL);

  while (i < self->n_symbols)
    {
      guint end = i + 1;

      while (end < self->n_symbols && self->symbols[end].address == self->symbols[i].address)
        end++;
      for (guint low = i, high = end - 1; low < high; low++, high--)
        {
          ThSymbol swap = self->symbols[low];

          self->symbols[low] = self->symbols[high];
          self->symbols[high] = swap;
        }
      i = end;
    }
}

static void
symbols_parse (ThSymbols *self,
               gsize      size)
{
  gsize room = size / 40 + 16;
  gboolean sorted = TRUE;
  char *line = self->text;
  char *last = self->text + size;
  char *p;

  self->symbols = g_new (ThSymbol, room);
  while (line < last)
    {
      ThSymbol symbol;
      gboolean good = symbol_parse (self->text, line, &symbol, &p);

      char *newline = memchr (p, '\n', last - p);

      line = newline != NULL ? newline + 1 : last;
      if (!good)
        continue;
      if (newline != NULL)
        *newline = '\0'; /* after the module */
      *p = '\0';
      if (self->n_symbols == room)
        self->symbols = g_renew (ThSymbol, self->symbols, room *= 2);
      if (self->n_symbols > 0 && self->symbols[self->n_symbols - 1].address > symbol.address)
        sorted = FALSE;
      self->symbols[self->n_symbols++] = symbol;
    }
  symbols_sort (self, sorted);
}

ThSymbols *
th_symbols_new (char  *kallsyms,
                gsize  size)
{
  ThSymbols *self = g_new0 (ThSymbols, 1);

  size = MIN (size, G_MAXUINT32 - 1);
  self->text = g_realloc (kallsyms, size + 1);
  self->text[size] = '\0';
  symbols_parse (self, size);

  return self;
}

void
th_symbols_free (ThSymbols *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->symbols);
  g_free (self);
}

/* Searches in the same steps as bsearch() in libtraceevent, as they decide which of several
 * symbols of the same address is found.  The end of the last symbol is unknown, so only its
 * start is found. */
static const ThSymbol *
symbols_search (const ThSymbols *self,
                guint64          address)
{
  guint low = 0;
  guint high = self->n_symbols;

  while (low < high)
    {
      guint middle = (guint) (((guint64) low + high) / 2);
      const ThSymbol *symbol = &self->symbols[middle];
      guint64 next = middle + 1 < self->n_symbols ? symbol[1].address : 0;

      if (symbol->address == address || (address > symbol->address && address < next))
        return symbol;
      if (address < symbol->address)
        high = middle;
      else
        low = middle + 1;
    }

  return NULL;
}

const char *
th_symbols_find (const ThSymbols *self,
                 guint64          address,
                 guint64         *offset)
{
  const ThSymbol *symbol = symbols_search (self, address);

  if (symbol == NULL)
    return NULL;
  if (offset != NULL)
    *offset = address - symbol->address;

  return self->text + symbol->name;
}

const char *
th_symbols_find_module (const ThSymbols *self,
                        guint64          address)
{
  const ThSymbol *symbol = symbols_search (self, address);

  return symbol != NULL && symbol->module != 0 ? self->text + symbol->module : NULL;
}

guint64
th_symbols_find_address (const ThSymbols *self,
                         const char      *name)
{
  for (guint i = 0; i < self->n_symbols; i++)
    if (strcmp (self->text + self->symbols[i].name, name) == 0)
      return self->symbols[i].address;

  return 0;
}
