/* th-cpu-columns.c - writes decoded events to the columns of a unit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-cpu-columns.h"

/* If they ascend, it is enough to check the last ones.  Only the signs of differences are
 * tested, which the compiler can vectorize. */
gboolean
columns_fit (ThPlaceWidth   width,
             gint64         last_time,
             gint64         base,
             guint64        place_base,
             const gint64  *time,
             const guint64 *place,
             guint          n)
{
  gboolean small = width == TH_PLACE_U16X4;
  guint64 back = 0, odd = place[0] - place_base;

  for (guint i = 1; i < n; i++)
    {
      back |= ((guint64) time[i] - (guint64) time[i - 1]) | (place[i] - place[i - 1]);
      odd |= place[i] - place[i - 1];
    }

  /* A wrap from the highest time to the lowest would look like an ascent. */
  return ends_fit (width, last_time, base, place_base, time, place, n) &&
         (gint64) back >= 0 && (!small || (odd & 3) == 0);
}

void
columns_write_times (Columns       *self,
                     ThPlaceWidth   width,
                     guint          at,
                     gint64         base,
                     guint64        place_base,
                     const gint64  *time,
                     const guint64 *place,
                     guint          n)
{
  guint32 *dt = self->dt + at;

  for (guint i = 0; i < n; i++)
    dt[i] = (guint64) time[i] - (guint64) base;

  if (width == TH_PLACE_U16X4)
    {
      guint16 *column = self->place.narrow + at;

      for (guint i = 0; i < n; i++)
        column[i] = (place[i] - place_base) >> 2;
    }
  else
    {
      guint32 *column = self->place.broad + at;

      for (guint i = 0; i < n; i++)
        column[i] = place[i] - place_base;
    }
}

static inline guint64
type_bit (guint16 type)
{
  return G_GUINT64_CONSTANT (1) << (type & 63);
}

guint64
types_mask (const guint16 *type,
            guint          n)
{
  guint64 mask = 0;
  guint i = 0;

  for (; i + 4 <= n; i += 4)
    mask |= type_bit (type[i]) | type_bit (type[i + 1]) | type_bit (type[i + 2]) |
            type_bit (type[i + 3]);
  for (; i < n; i++)
    mask |= type_bit (type[i]);

  return mask;
}

guint64
columns_write_types (Columns       *self,
                     guint          at,
                     const guint16 *type,
                     guint          n)
{
  memcpy (self->type + at, type, n * sizeof (guint16));
  return types_mask (type, n);
}

gboolean
columns_write_tasks (Columns       *self,
                     guint          at,
                     const guint32 *task,
                     guint          n)
{
  guint16 *column = self->task + at;
  guint32 seen = 0;

  for (guint i = 0; i < n; i++)
    {
      column[i] = task[i];
      seen |= task[i];
    }

  return seen <= G_MAXUINT16;
}
