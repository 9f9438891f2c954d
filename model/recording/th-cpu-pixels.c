/* th-cpu-pixels.c - summarizes the events of each pixel, from the pyramid
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pyramid-walk.h"

/* Within a block, comparing the u32 time of a row is enough to find its pixel. */
static inline void
add_rows (PyramidWalk   *walk,
          gconstpointer  source,
          const Segment *segment,
          guint          index,
          guint          end)
{
  gint64 base = segment->block_time[index >> BLOCK_SHIFT];
  gboolean wide = segment_wide (segment, index >> BLOCK_SHIFT) != NULL;
  const Columns *columns = pyramid_columns (walk, segment, index);
  guint unit = index & ~(UNIT_ROWS - 1);
  const guint16 *type = columns->type;
  const guint32 *dt = columns->dt;

  while (index < end)
    {
      ThPixel *pixel = pixel_pen_move (&walk->pen, segment_time (segment, columns, index));
      guint64 left = (guint64) walk->pen.end - (guint64) base;
      /* Rows of a wide block are checked one by one. */
      guint32 limit = wide ? 0 : left > G_MAXUINT32 ? G_MAXUINT32 : left;
      guint64 types = 0;
      guint begin = index;

      do
        types |= G_GUINT64_CONSTANT (1) << (type[index++ - unit] & 63);
      while (index < end && dt[index - unit] < limit);

      pixel->count += index - begin;
      pixel->types |= types;
    }
}

static inline guint
node_count (gconstpointer source,
            guint         index,
            guint         level)
{
  return pyramid_rows (level);
}

static inline guint64
node_types (gconstpointer  source,
            const Segment *segment,
            guint          index,
            guint          level)
{
  guint block = index >> BLOCK_SHIFT;

  switch (level)
    {
    case 0:
      return __atomic_load_n (&segment->mask0[block], __ATOMIC_RELAXED);
    case 1:
      return __atomic_load_n (&segment->mask1[block >> 3], __ATOMIC_RELAXED);
    case 2:
      return __atomic_load_n (&segment->mask2[block >> 6], __ATOMIC_RELAXED);
    default:
      return __atomic_load_n (&segment->mask3, __ATOMIC_RELAXED);
    }
}

static const Pyramid all_rows = { node_count, node_types, add_rows };

void
th_cpu_get_pixels (const ThCpu *self,
                   gint64       from,
                   gint64       to,
                   guint        n_pixels,
                   ThPixel     *pixels)
{
  PyramidWalk walk;

  for (guint i = 0; i < n_pixels; i++)
    pixels[i] = (ThPixel) { 0, 0 };
  if (n_pixels == 0 || from >= to)
    return;

  pyramid_walk_init (&walk, self, th_cpu_get_n_rows (self), from, to, n_pixels, pixels);
  for (guint64 row = walk.begin; row < walk.end; row = (row | (SEGMENT_ROWS - 1)) + 1)
    pyramid_walk_segment (&walk, &all_rows, NULL, cpu_segment (self, row), row);
  pyramid_walk_end (&walk);
}
