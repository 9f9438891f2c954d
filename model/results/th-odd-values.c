/* th-odd-values.c - the few values of an array that its narrow elements cannot hold
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-odd-values.h"

#define CHUNK_SHIFT 6

typedef struct
{
  guint64 key;
  gint64  value;
} OddValue;

void
th_odd_values_init (ThOddValues *self,
                    ThArena     *arena)
{
  th_series_init (&self->values, arena, sizeof (OddValue), CHUNK_SHIFT);
}

void
th_odd_values_append (ThOddValues *self,
                      guint64      key,
                      gint64       value)
{
  *(OddValue *) th_series_append (&self->values) = (OddValue) { key, value };
}

void
th_odd_values_publish (ThOddValues *self)
{
  th_series_publish (&self->values);
}

gint64
th_odd_values_get (const ThOddValues *self,
                   guint64            key)
{
  guint32 low = 0, n = th_series_get_length (&self->values);

  while (n > 1)
    {
      guint32 half = n / 2;
      const OddValue *middle = th_series_get (&self->values, low + half);

      if (middle->key <= key)
        low += half;
      n -= half;
    }

  return ((const OddValue *) th_series_get (&self->values, low))->value;
}
