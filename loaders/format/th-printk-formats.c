/* th-printk-formats.c - the formats of trace_printk(), by address
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-printk-formats.h"

typedef struct
{
  guint64     address;
  const char *format;
} ThPrintk;

struct _ThPrintks
{
  char   *text;
  GArray *printks;
};

/* Returns the string between quotes, without a \n at its end.  Overwrites @format. */
static const char *
strip (char *format)
{
  gsize length;

  if (*format == '"')
    format++;
  length = strlen (format);
  if (length > 0 && format[length - 1] == '"')
    {
      format[--length] = '\0';
      if (length >= 2 && strcmp (format + length - 2, "\\n") == 0)
        format[length - 2] = '\0';
    }

  return format;
}

static gint
printk_compare (gconstpointer a,
                gconstpointer b)
{
  const ThPrintk *left = a;
  const ThPrintk *right = b;

  return (left->address > right->address) - (left->address < right->address);
}

ThPrintks *
th_printks_new (char  *text,
                gsize  size)
{
  ThPrintks *self = g_new0 (ThPrintks, 1);
  char *line;

  self->text = g_realloc (text, size + 1);
  self->text[size] = '\0';
  self->printks = g_array_new (FALSE, FALSE, sizeof (ThPrintk));

  for (char *next = self->text; (line = next) != NULL && *line != '\0';)
    {
      ThPrintk printk;
      char *colon;

      next = strchr (line, '\n');
      if (next != NULL)
        *next++ = '\0';
      colon = strchr (line, ':');
      if (colon == NULL || colon[1] == '\0')
        continue;
      printk.address = g_ascii_strtoull (line, NULL, 16);
      printk.format = strip (colon + 2);
      g_array_append_val (self->printks, printk);
    }
  g_array_sort (self->printks, printk_compare);

  return self;
}

void
th_printks_free (ThPrintks *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->printks);
  g_free (self->text);
  g_free (self);
}

const char *
th_printks_find (const ThPrintks *self,
                 guint64          address)
{
  ThPrintk key = { .address = address };
  guint found;

  if (!g_array_binary_search (self->printks, &key, printk_compare, &found))
    return NULL;

  return g_array_index (self->printks, ThPrintk, found).format;
}

void
th_printks_foreach (const ThPrintks *self,
                    void           (*func) (gpointer    data,
                                            guint64     address,
                                            const char *format),
                    gpointer         data)
{
  for (guint i = 0; i < self->printks->len; i++)
    {
      const ThPrintk *printk = &g_array_index (self->printks, ThPrintk, i);

      func (data, printk->address, printk->format);
    }
}
