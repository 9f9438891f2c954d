/* th-cpu-pixels.c - summarizes the events of each pixel, from the pyramid
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A node is split only while it is longer than a quarter of a pixel, a block
 * only while it is longer than a whole one; then all its events go to the
 * pixel that it begins in.  So a picture costs pixels × log events, and no
 * event moves further than the next pixel.
 */
#include "config.h"

#include "th-cpu-private.h"

typedef struct
{
  guint32          begin;      /* rows in range */
  guint32          end;
  guint32          n_rows;
  guint64          longest[4]; /* node of each level that is not split */
  PixelPen         pen;
} Fill;

/* The rows of one block.  Those of one pixel are told by their u32 alone. */
static void
fill_rows (Fill          *fill,
           const Segment *segment,
           guint32        first,
           guint32        last)
{
  guint index = first & (SEGMENT_ROWS - 1);
  guint end = index + (last - first);
  gint64 base = segment->block_time[index >> BLOCK_SHIFT];
  gboolean wide = segment_wide (segment, index >> BLOCK_SHIFT) != NULL;
  const guint16 *type = segment->type;
  const guint32 *dt = segment->dt;

  while (index < end)
    {
      ThPixel *pixel = pixel_pen_move (&fill->pen, segment_time (segment, index));
      guint64 left = (guint64) fill->pen.end - (guint64) base;
      /* Rows that are wide are told one by one. */
      guint32 limit = wide ? 0 : left > G_MAXUINT32 ? G_MAXUINT32 : left;
      guint64 types = 0;
      guint begin = index;

      do
        types |= G_GUINT64_CONSTANT (1) << (type[index++] & 63);
      while (index < end && dt[index] < limit);

      pixel->count += index - begin;
      pixel->types |= types;
    }
}

static inline guint64
node_mask (const Segment *segment,
           guint          block,
           guint          level)
{
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

static inline gint64
node_begin (const Segment *segment,
            guint          block,
            guint          level)
{
  return level > 0 ? segment->time1[block >> 3] : segment->block_time[block];
}

/* Where the whole node of @level whose last row is @last - 1 ends: at the next
 * one's begin where that is at hand, which can only be later. */
static inline gint64
node_end (const Fill    *fill,
          const Segment *segment,
          guint32        last,
          guint          level)
{
  guint index = last & (SEGMENT_ROWS - 1);

  if (index != 0 && last < fill->n_rows)
    return node_begin (segment, index >> BLOCK_SHIFT, level);

  return segment_time (segment, (last - 1) & (SEGMENT_ROWS - 1));
}

/* Whole blocks, one after the other: where a pixel holds a few of them this is
 * what a picture consists of. */
static void
fill_blocks (Fill          *fill,
             const Segment *segment,
             guint32        first,
             guint32        last)
{
  for (guint32 row = first; row < last; row += TH_BLOCK_ROWS)
    {
      guint block = (row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT;
      gint64 time = segment->block_time[block];
      ThPixel *pixel;

      if ((guint64) node_end (fill, segment, row + TH_BLOCK_ROWS,
                              0) - (guint64) time > fill->longest[0])
        {
          fill_rows (fill, segment, row, row + TH_BLOCK_ROWS);
          continue;
        }

      pixel = pixel_pen_move (&fill->pen, time);
      pixel->count += TH_BLOCK_ROWS;
      pixel->types |= node_mask (segment, block, 0);
    }
}

/* The node of @level (8^level blocks) that begins at row @first. */
static void
fill_node (Fill          *fill,
           const Segment *segment,
           guint32        first,
           guint          level)
{
  guint32 n = TH_BLOCK_ROWS << (3 * level);
  guint32 begin = MAX (first, fill->begin);
  guint32 end = fill->end - first < n ? fill->end : first + n;

  if (begin == first && end == first + n)
    {
      guint block = (first & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT;
      gint64 time = node_begin (segment, block, level);

      if ((guint64) node_end (fill, segment, end, level) - (guint64) time <= fill->longest[level])
        {
          ThPixel *pixel = pixel_pen_move (&fill->pen, time);

          pixel->count += n;
          pixel->types |= node_mask (segment, block, level);
          return;
        }
      if (level == 1)
        {
          fill_blocks (fill, segment, first, end);
          return;
        }
    }

  if (level == 0)
    fill_rows (fill, segment, begin, end);
  else
    for (guint32 child = first; child < end; child += n / 8)
      if (child + n / 8 > begin)
        fill_node (fill, segment, child, level - 1);
}

void
th_cpu_get_pixels (const ThCpu *self,
                   gint64       from,
                   gint64       to,
                   guint        n_pixels,
                   ThPixel     *pixels)
{
  guint32 n_rows = th_cpu_get_n_rows (self);
  Fill fill = {
    .begin = th_cpu_lower_bound (self, n_rows, from),
    .end = th_cpu_lower_bound (self, n_rows, to),
    .n_rows = n_rows,
    .pen = { .pixels = pixels, .end = from }
  };

  for (guint i = 0; i < n_pixels; i++)
    pixels[i] = (ThPixel) { 0, 0 };
  if (n_pixels == 0 || from >= to || fill.begin >= fill.end)
    return;

  fill.pen.grid = th_pixel_grid_get (from, to, n_pixels);
  for (guint level = 0; level < G_N_ELEMENTS (fill.longest); level++)
    fill.longest[level] = ((guint64) to - (guint64) from) / n_pixels / (level == 0 ? 1 : 4);
  for (guint64 first = fill.begin & ~(SEGMENT_ROWS - 1); first < fill.end; first += SEGMENT_ROWS)
    fill_node (&fill, cpu_segment (self, first), first, 3);
}
