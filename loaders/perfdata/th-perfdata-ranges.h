/* th-perfdata-ranges.h - looks up an address in an array of ranges
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What each element of such an array begins with. */
typedef struct
{
  guint64 start;
  guint64 end;
} ThPfRange;

/* Sorts an array by the starts of its elements. */
static inline gint
th_pf_range_compare (gconstpointer a,
                     gconstpointer b)
{
  guint64 x = ((const ThPfRange *) a)->start, y = ((const ThPfRange *) b)->start;

  return (x > y) - (x < y);
}

/* Returns how many elements, of @size bytes, of a sorted array start at or before @address. */
static inline guint
th_pf_ranges_count_begun (const GArray *ranges,
                          gsize         size,
                          guint64       address)
{
  guint low = 0, high = ranges->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (((const ThPfRange *) (gpointer) (ranges->data + middle * size))->start <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

G_END_DECLS
