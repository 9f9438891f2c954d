/* th-row-numbers.c - numbers of rows that mostly ascend, in two bytes each
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-row-numbers.h"

#define GROUP_SHIFT 6
#define FIRSTS_SHIFT 5
#define OFFSETS_SHIFT 8
#define ODD G_MAXUINT16

void
th_row_numbers_init (ThRowNumbers *self,
                     ThArena      *arena)
{
  th_series_init (&self->firsts, arena, sizeof (guint32), FIRSTS_SHIFT);
  th_series_init (&self->offsets, arena, sizeof (guint16), OFFSETS_SHIFT);
  th_odd_values_init (&self->odd, arena);
}

void
th_row_numbers_append (ThRowNumbers *self,
                       guint32       row)
{
  guint32 index = self->offsets.n_written;
  guint16 *offset = th_series_append (&self->offsets);

  if (index % (1u << GROUP_SHIFT) == 0)
    *(guint32 *) th_series_append (&self->firsts) = self->first = row;

  *offset = row >= self->first ? MIN (row - self->first, ODD) : ODD;
  if (G_UNLIKELY (*offset == ODD))
    th_odd_values_append (&self->odd, index, row);
}

void
th_row_numbers_publish (ThRowNumbers *self)
{
  th_series_publish (&self->firsts);
  th_odd_values_publish (&self->odd);
  th_series_publish (&self->offsets);
}

guint32
th_row_numbers_get (const ThRowNumbers *self,
                    guint32             index)
{
  guint16 offset = *(guint16 *) th_series_get (&self->offsets, index);

  if (G_UNLIKELY (offset == ODD))
    return th_odd_values_get (&self->odd, index);

  return *(guint32 *) th_series_get (&self->firsts, index >> GROUP_SHIFT) + offset;
}
