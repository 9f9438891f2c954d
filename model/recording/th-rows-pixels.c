/* th-rows-pixels.c - summarizes the filtered events of each pixel, from the pyramid
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A node without included rows is skipped.
 */
#include "config.h"

#include "th-pyramid-walk.h"
#include "th-rows-private.h"

static inline void
add_rows (PyramidWalk   *walk,
          gconstpointer  source,
          const Segment *segment,
          guint          index,
          guint          end)
{
  const RowsPart *part = source;
  guint block = index >> BLOCK_SHIFT;
  guint first = block << BLOCK_SHIFT;
  guint64 bits =
    rows_part_get (part, block) & ~rows_below (index - first) & rows_below (end - first);
  const Columns *columns = bits != 0 ? pyramid_columns (walk, segment, index) : NULL;

  for (; bits != 0; bits &= bits - 1)
    {
      guint at = first + __builtin_ctzll (bits);

      pixel_pen_move (&walk->pen, segment_time (segment, columns, at))->count++;
    }
}

static inline guint
node_count (gconstpointer source,
            guint         index,
            guint         level)
{
  const RowsPart *part = source;
  guint block = index >> BLOCK_SHIFT;

  switch (level)
    {
    case 0:
      return __builtin_popcountll (rows_part_get (part, block));
    case 1:
      return ROWS_GET (part->count1[block >> 3]);
    case 2:
      return ROWS_GET (part->count2[block >> 6]);
    default:
      return ROWS_GET (part->count3);
    }
}

static const Pyramid filtered_rows = { node_count, NULL, add_rows };

void
th_rows_get_pixels (ThRows  *self,
                    guint    stream,
                    guint    cpu,
                    gint64   from,
                    gint64   to,
                    guint    n_pixels,
                    ThPixel *pixels)
{
  const RowsCpu *rows = rows_cpu (self, stream, cpu);
  PyramidWalk walk;

  for (guint i = 0; i < n_pixels; i++)
    pixels[i] = (ThPixel) { 0, 0 };
  if (rows == NULL || n_pixels == 0 || from >= to)
    return;

  pyramid_walk_init (&walk, rows->cpu, rows_decided (rows), from, to, n_pixels, pixels);
  for (guint64 row = walk.begin; row < walk.end; row = (row | (SEGMENT_ROWS - 1)) + 1)
    pyramid_walk_segment (&walk, &filtered_rows, rows_part (rows, row),
                          cpu_segment (rows->cpu, row), row);
  pyramid_walk_end (&walk);
}
