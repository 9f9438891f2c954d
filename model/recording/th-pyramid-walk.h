/* th-pyramid-walk.h - walks the pyramid of a CPU, for all rows or a subset
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A pyramid has four levels: a node of level n is 8^n blocks, and one of level 3 is a
 * segment.  The walk splits a node only while it is longer than a quarter of a pixel, and
 * a block only while it is longer than a pixel; otherwise all its events go to the
 * pixel in which it begins.  So drawing costs pixels × log events, and no event is
 * off by more than one pixel.
 *
 * Everything here is inlined into the two callers, since a function call would cost
 * more than the work per node.
 */
#pragma once

#include "th-cpu-private.h"
#include "th-unit-take.h"

#define PYRAMID_LEVELS 4
#define CACHE_LINE 64u

typedef struct _PyramidWalk PyramidWalk;

struct _PyramidWalk
{
  guint32  begin;     /* rows in range */
  guint32  end;
  guint32  n_rows;    /* rows that may be read */
  guint32  first;     /* the first row of the segment that is being walked */
  guint    n_indexes; /* rows that may be read in that segment */
  const ThCpu *cpu;
  const Unit *unit;   /* whose columns were taken last */
  Unit    *pinned;
  const Columns *columns;
  guint64  longest[PYRAMID_LEVELS]; /* the longest node of each level that is not split, ns */
  PixelPen pen;
};

/* What a walk counts.  @source belongs to the caller; @index is a row within its
 * segment. */
typedef struct
{
  /* The number of events in the node that begins at @index; an empty node is skipped. */
  guint   (*count)    (gconstpointer  source,
                       guint          index,
                       guint          level);
  /* Their types, as in ThPixel; NULL: not wanted. */
  guint64 (*types)    (gconstpointer  source,
                       const Segment *segment,
                       guint          index,
                       guint          level);
  /* Adds the rows @index … @end - 1, all of one block, to the pixels of @walk. */
  void    (*add_rows) (PyramidWalk   *walk,
                       gconstpointer  source,
                       const Segment *segment,
                       guint          index,
                       guint          end);
} Pyramid;

static inline void
pyramid_walk_init (PyramidWalk *walk,
                   const ThCpu *cpu,
                   guint32      n_rows,
                   gint64       from,
                   gint64       to,
                   guint        n_pixels,
                   ThPixel     *pixels)
{
  *walk = (PyramidWalk) {
    .begin = th_cpu_lower_bound (cpu, n_rows, from),
    .end = th_cpu_lower_bound (cpu, n_rows, to),
    .n_rows = n_rows,
    .cpu = cpu,
    .pen = { .grid = th_pixel_grid_get (from, to, n_pixels), .pixels = pixels, .end = from }
  };
  for (guint level = 0; level < PYRAMID_LEVELS; level++)
    walk->longest[level] = ((guint64) to - (guint64) from) / n_pixels / (level == 0 ? 1 : 4);
}

static inline void
pyramid_walk_end (PyramidWalk *walk)
{
  unit_give_back (walk->pinned);
}

/* The columns of the block that holds the row @index of @segment.  Nothing else in a walk needs
 * more than the index. */
static inline const Columns *
pyramid_columns (PyramidWalk   *walk,
                 const Segment *segment,
                 guint          index)
{
  Unit *unit = segment_unit (segment, index);

  if (unit == walk->unit)
    {
      unit_reach (walk->cpu, walk->pinned, walk->first + index);
      return walk->columns;
    }

  unit_give_back (walk->pinned);
  walk->unit = unit;
  walk->columns = unit_take (walk->cpu, unit, walk->first + index, &walk->pinned);
  unit_refer (walk->pinned);
  return walk->columns;
}

static inline guint
pyramid_rows (guint level)
{
  return TH_BLOCK_ROWS << (3 * level);
}

static inline gint64
pyramid_node_begin (const Segment *segment,
                    guint          index,
                    guint          level)
{
  return level > 0 ? segment->time1[index / pyramid_rows (1)]
                   : segment->block_time[index >> BLOCK_SHIFT];
}

/* The end time of the node of @level that ends before @next: the begin of the next node
 * if that is in this segment, which is never before its own last event. */
static inline gint64
pyramid_node_end (const PyramidWalk *walk,
                  const Segment     *segment,
                  guint              next,
                  guint              level)
{
  return next < walk->n_indexes ? pyramid_node_begin (segment, next, level)
                                : th_cpu_get_last_time (walk->cpu, walk->first + next);
}

/* Adds the whole node of @level at @index to its pixel.  Returns FALSE if it is so long
 * that it has to be split. */
static inline __attribute__ ((always_inline)) gboolean
pyramid_add_node (PyramidWalk   *walk,
                  const Pyramid *pyramid,
                  gconstpointer  source,
                  const Segment *segment,
                  guint          index,
                  guint          level)
{
  gint64 begin = pyramid_node_begin (segment, index, level);
  guint count = pyramid->count (source, index, level);
  ThPixel *pixel;

  if (count == 0)
    return TRUE;
  if ((guint64) pyramid_node_end (walk, segment, index + pyramid_rows (level), level) -
      (guint64) begin > walk->longest[level])
    return FALSE;

  pixel = pixel_pen_move (&walk->pen, begin);
  pixel->count += count;
  if (pyramid->types != NULL)
    pixel->types |= pyramid->types (source, segment, index, level);
  return TRUE;
}

/* Adds the largest node above the blocks that begins at @index, ends by @end and need not
 * be split.  Returns its number of rows, or 0 if there is no such node. */
static inline __attribute__ ((always_inline)) guint
pyramid_add_largest (PyramidWalk   *walk,
                     const Pyramid *pyramid,
                     gconstpointer  source,
                     const Segment *segment,
                     guint          index,
                     guint          end)
{
  for (guint level = PYRAMID_LEVELS - 1; level > 0; level--)
    {
      guint n = pyramid_rows (level);

      if (index % n == 0 && end - index >= n &&
          pyramid_add_node (walk, pyramid, source, segment, index, level))
        return n;
    }

  return 0;
}

/* Prefetches the columns of those of the eight blocks from @index on that will be divided: with
 * many CPUs, waiting for this memory takes half of the time of a picture.  The unit need not be
 * pinned.  If its slot has another unit by now, the prefetch is useless but harmless. */
static inline __attribute__ ((always_inline)) void
pyramid_prefetch_blocks (PyramidWalk   *walk,
                         const Segment *segment,
                         guint          index)
{
  const gint64 *times = &segment->block_time[index >> BLOCK_SHIFT];
  guint at = index & (UNIT_ROWS - 1);

  for (guint i = 0; i < 8; i++, at += TH_BLOCK_ROWS)
    if ((guint64) times[i + 1] - (guint64) times[i] > walk->longest[0])
      {
        const Columns *columns = __atomic_load_n (&segment_unit (segment, index)->columns,
                                                  __ATOMIC_RELAXED);

        if (columns == NULL)
          return;
        for (guint row = 0; row < TH_BLOCK_ROWS; row += CACHE_LINE / sizeof *columns->dt)
          __builtin_prefetch (&columns->dt[at + row]);
        for (guint row = 0; row < TH_BLOCK_ROWS; row += CACHE_LINE / sizeof *columns->type)
          __builtin_prefetch (&columns->type[at + row]);
      }
}

/* Adds the rows @index … @end - 1 block by block.  At a few blocks per pixel, most of the
 * time is spent here. */
static inline __attribute__ ((always_inline)) void
pyramid_add_blocks (PyramidWalk   *walk,
                    const Pyramid *pyramid,
                    gconstpointer  source,
                    const Segment *segment,
                    guint          index,
                    guint          end)
{
  for (guint next; index < end; index = next)
    {
      next = MIN ((index | (TH_BLOCK_ROWS - 1)) + 1, end);
      if (next - index != TH_BLOCK_ROWS ||
          !pyramid_add_node (walk, pyramid, source, segment, index, 0))
        pyramid->add_rows (walk, source, segment, index, next);
    }
}

/* Walks the rows of @segment that are in range.  @first is the first of them: the first row
 * of the segment or of the range. */
static inline __attribute__ ((always_inline)) void
pyramid_walk_segment (PyramidWalk   *walk,
                      const Pyramid *pyramid,
                      gconstpointer  source,
                      const Segment *segment,
                      guint32        first)
{
  guint index = first & (SEGMENT_ROWS - 1);
  guint32 base = first - index;
  guint end = MIN (walk->end - base, SEGMENT_ROWS);

  walk->first = base;
  walk->n_indexes = MIN (walk->n_rows - base, SEGMENT_ROWS);
  while (index < end)
    {
      guint n = pyramid_add_largest (walk, pyramid, source, segment, index, end);

      if (n == 0)
        {
          n = MIN ((index | (pyramid_rows (1) - 1)) + 1, end) - index;
          if (pyramid->types != NULL && index + n + pyramid_rows (1) < end)
            pyramid_prefetch_blocks (walk, segment, index + n);
          pyramid_add_blocks (walk, pyramid, source, segment, index, index + n);
        }
      index += n;
    }
}
