/* th-rows-pixels.c - summarizes the filtered events of each pixel, from the pyramid
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * As th-cpu-pixels.c: a node is split only while it is longer than a quarter of
 * a pixel, a block only while it is longer than a whole one.  Nodes without a
 * row that is in cost nothing.
 */
#include "config.h"

#include "th-rows-private.h"

typedef struct
{
  guint32          begin;      /* rows in range */
  guint32          end;
  guint32          n_rows;
  guint64          longest[4]; /* node of each level that is not split */
  PixelPen         pen;
} Fill;

/* Rows @first … @last - 1, all of one block. */
static void
fill_rows (Fill           *fill,
           const RowsPart *part,
           const Segment  *segment,
           guint32         first,
           guint32         last)
{
  guint begin = first & (SEGMENT_ROWS - 1);
  guint block = begin >> BLOCK_SHIFT;
  guint in_block = begin & (TH_BLOCK_ROWS - 1);
  guint64 bits =
    ROWS_GET (part->bits[block]) & ~rows_below (in_block) & rows_below (in_block + (last - first));

  for (; bits != 0; bits &= bits - 1)
    {
      guint index = (block << BLOCK_SHIFT) + __builtin_ctzll (bits);
      ThPixel *pixel = pixel_pen_move (&fill->pen, segment_time (segment, index));

      pixel->count++;
      pixel->types |= G_GUINT64_CONSTANT (1) << (segment->type[index] & 63);
    }
}

static guint
node_count (const RowsPart *part,
            guint           block,
            guint           level)
{
  switch (level)
    {
    case 0:
      return __builtin_popcountll (ROWS_GET (part->bits[block]));
    case 1:
      return ROWS_GET (part->count1[block >> 3]);
    case 2:
      return ROWS_GET (part->count2[block >> 6]);
    default:
      return ROWS_GET (part->count3);
    }
}

static guint64
node_mask (const RowsPart *part,
           const Segment  *segment,
           guint           block,
           guint           level)
{
  const guint16 *type = segment->type + (block << BLOCK_SHIFT);
  guint64 types = 0, all;

  if (level > 0)
    return level == 1 ? ROWS_GET (part->mask1[block >> 3]) : level == 2
           ? ROWS_GET (part->mask2[block >> 6]) : ROWS_GET (part->mask3);

  /* Done once all are found that there can be: at once, after a filter by type. */
  all = ROWS_GET (part->mask1[block >> 3]) & ROWS_GET (segment->mask0[block]);
  for (guint64 bits = ROWS_GET (part->bits[block]); bits != 0 && types != all; bits &= bits - 1)
    types |= G_GUINT64_CONSTANT (1) << (type[__builtin_ctzll (bits)] & 63);

  return types;
}

/* Where the whole node of rows … @last - 1 ends: at the next one's begin where
 * that is at hand, which can only be later. */
static gint64
node_end (const Fill    *fill,
          const Segment *segment,
          guint32        last)
{
  guint index = last & (SEGMENT_ROWS - 1);

  if (index != 0 && last < fill->n_rows)
    return segment->block_time[index >> BLOCK_SHIFT];

  return segment_time (segment, (last - 1) & (SEGMENT_ROWS - 1));
}

/* Adds a node that is not to be split.  FALSE if it is. */
static gboolean
fill_whole (Fill           *fill,
            const RowsPart *part,
            const Segment  *segment,
            guint32         first,
            guint32         end,
            guint           level)
{
  guint block = (first & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT;
  gint64 time = segment->block_time[block];
  guint count = node_count (part, block, level);
  ThPixel *pixel;

  if (count == 0)
    return TRUE;
  if ((guint64) node_end (fill, segment, end) - (guint64) time > fill->longest[level])
    return FALSE;

  pixel = pixel_pen_move (&fill->pen, time);
  pixel->count += count;
  pixel->types |= node_mask (part, segment, block, level);
  return TRUE;
}

/* The node of @level (8^level blocks) that begins at row @first. */
static void
fill_node (Fill           *fill,
           const RowsPart *part,
           const Segment  *segment,
           guint32         first,
           guint           level)
{
  guint32 n = TH_BLOCK_ROWS << (3 * level);
  guint32 begin = MAX (first, fill->begin);
  guint32 end = fill->end - first < n ? fill->end : first + n;

  if (begin == first && end == first + n && fill_whole (fill, part, segment, first, end, level))
    return;

  if (level == 0)
    fill_rows (fill, part, segment, begin, end);
  else
    for (guint32 child = first; child < end; child += n / 8)
      if (child + n / 8 > begin)
        fill_node (fill, part, segment, child, level - 1);
}

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
  Fill fill = { .pen = { .pixels = pixels, .end = from } };

  for (guint i = 0; i < n_pixels; i++)
    pixels[i] = (ThPixel) { 0, 0 };
  if (rows == NULL || n_pixels == 0 || from >= to)
    return;

  fill.n_rows = rows_decided (rows);
  fill.begin = th_cpu_lower_bound (rows->cpu, fill.n_rows, from);
  fill.end = th_cpu_lower_bound (rows->cpu, fill.n_rows, to);
  fill.pen.grid = th_pixel_grid_get (from, to, n_pixels);
  for (guint level = 0; level < G_N_ELEMENTS (fill.longest); level++)
    fill.longest[level] = ((guint64) to - (guint64) from) / n_pixels / (level == 0 ? 1 : 4);

  for (guint64 first = fill.begin & ~(SEGMENT_ROWS - 1); first < fill.end; first += SEGMENT_ROWS)
    fill_node (&fill, rows_part (rows, first), cpu_segment (rows->cpu, first), first, 3);
}
