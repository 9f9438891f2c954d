/* th-pool.c - memory of the syntax trees of a format, freed all at once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-pool.h"

#define BLOCK_SIZE 4096

struct _ThPool
{
  GPtrArray *blocks;
  char      *next;
  gsize      left;
};

ThPool *
th_pool_new (void)
{
  ThPool *self = g_new0 (ThPool, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_free);

  return self;
}

void
th_pool_free (ThPool *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->blocks);
  g_free (self);
}

gpointer
th_pool_alloc (ThPool *self,
               gsize   size)
{
  gpointer memory;

  size = (size + 15) & ~(gsize) 15;
  if (size > self->left)
    {
      self->left = MAX (size, BLOCK_SIZE);
      self->next = g_malloc0 (self->left);
      g_ptr_array_add (self->blocks, self->next);
    }
  memory = self->next;
  self->next += size;
  self->left -= size;

  return memory;
}

char *
th_pool_strndup (ThPool     *self,
                 const char *text,
                 gsize       length)
{
  char *copy = th_pool_alloc (self, length + 1);

  memcpy (copy, text, length);

  return copy;
}

char *
th_pool_concat (ThPool     *self,
                const char *first,
                const char *between,
                const char *second)
{
  gsize a = strlen (first);
  gsize b = strlen (between);
  gsize c = strlen (second);
  char *text = th_pool_alloc (self, a + b + c + 1);

  memcpy (text, first, a);
  memcpy (text + a, between, b);
  memcpy (text + a + b, second, c);

  return text;
}
