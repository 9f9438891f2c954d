/* th-cpu-pixels.c - what happened in each pixel, from the pyramid
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A node is split only while it is longer than a quarter of a pixel; then all
 * its events go to the pixel that it begins in.  So a picture costs pixels ×
 * log events, and no event moves further than the next pixel.
 */
#include "config.h"

#include "th-cpu-private.h"

typedef struct
{
  const ThCpu *cpu;
  guint32      begin;     /* rows in range */
  guint32      end;
  guint32      n_rows;
  gint64       from;
  __int128     span;      /* a damaged file may claim all of time */
  guint        n_pixels;
  __int128     quarter;   /* of a pixel */
  ThPixel     *pixels;
  guint        current;   /* the pixel of the last event */
  gint64       current_end;
} Fill;

static gint64
fill_edge (const Fill *fill,
           guint       pixel)
{
  return fill->from + fill->span * pixel / fill->n_pixels;
}

/* Times come ascending, so the pixel is mostly the last one. */
static ThPixel *
fill_pixel (Fill   *fill,
            gint64  time)
{
  if (time >= fill->current_end)
    {
      guint pixel = ((__int128) time - fill->from) * fill->n_pixels / fill->span;

      pixel = MIN (pixel, fill->n_pixels - 1);
      while (pixel + 1 < fill->n_pixels && fill_edge (fill, pixel + 1) <= time)
        pixel++;
      fill->current = pixel;
      fill->current_end = pixel + 1 < fill->n_pixels ? fill_edge (fill, pixel + 1) : G_MAXINT64;
    }

  return &fill->pixels[fill->current];
}

static void
fill_rows (Fill    *fill,
           guint32  first,
           guint32  last)
{
  const Segment *segment = cpu_segment (fill->cpu, first);

  for (guint32 row = first; row < last; row++)
    {
      guint index = row & (SEGMENT_ROWS - 1);
      ThPixel *pixel = fill_pixel (fill, segment_time (segment, index));

      pixel->count++;
      pixel->types |= G_GUINT64_CONSTANT (1) << (segment->type[index] & 63);
    }
}

static guint64
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

/* The node of @level (8^level blocks) that begins at row @first. */
static void
fill_node (Fill    *fill,
           guint32  first,
           guint    level)
{
  guint32 n = (guint32) TH_BLOCK_ROWS << (3 * level);
  guint32 begin = MAX (first, fill->begin);
  guint32 end = fill->end - first < n ? fill->end : first + n;

  if (begin >= end)
    return;

  if (begin == first && end == first + n)
    {
      gint64 time = cpu_time (fill->cpu, first);

      if ((__int128) cpu_time (fill->cpu, end - 1) - time <= fill->quarter)
        {
          const Segment *segment = cpu_segment (fill->cpu, first);
          ThPixel *pixel = fill_pixel (fill, time);

          pixel->count += n;
          pixel->types |= node_mask (segment, (first & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT, level);
          return;
        }
    }

  if (level == 0)
    fill_rows (fill, begin, end);
  else
    for (guint i = 0; i < 8 && first + i * (n / 8) < end; i++)
      fill_node (fill, first + i * (n / 8), level - 1);
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
    .cpu = self,
    .begin = th_cpu_lower_bound (self, n_rows, from),
    .end = th_cpu_lower_bound (self, n_rows, to),
    .n_rows = n_rows,
    .from = from,
    .span = (__int128) to - from,
    .n_pixels = n_pixels,
    .pixels = pixels,
    .current_end = from
  };

  for (guint i = 0; i < n_pixels; i++)
    pixels[i] = (ThPixel) { 0, 0 };
  if (n_pixels == 0 || from >= to || fill.begin >= fill.end)
    return;

  fill.quarter = fill.span / n_pixels / 4;
  for (guint64 first = fill.begin & ~(SEGMENT_ROWS - 1); first < fill.end; first += SEGMENT_ROWS)
    fill_node (&fill, first, 3);
}
