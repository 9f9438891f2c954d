/* th-track.c - a track of results: slices, points or values
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pixel-grid.h"
#include "th-results-private.h"

#define CHUNK_SHIFT 6
static const guint level_shift[N_POINT_LEVELS] = { 4, 7, 10 };

typedef struct
{
  double min;
  double max;
} Node;

ThTrack *
th_track_new (ThArena           *arena,
              const ThTrackInfo *info)
{
  ThTrack *self = g_new0 (ThTrack, 1);

  self->info = *info;
  self->last_time = G_MININT64;
  if (info->kind == TH_TRACK_SLICES)
    {
      self->slices = th_slices_new (arena);
      return self;
    }

  th_series_init (&self->points, arena, sizeof (ThPoint), CHUNK_SHIFT);
  for (guint level = 0; level < N_POINT_LEVELS; level++)
    th_series_init (&self->nodes[level], arena, sizeof (Node), CHUNK_SHIFT);

  return self;
}

void
th_track_free (ThTrack *self)
{
  g_clear_pointer (&self->slices, th_slices_free);
  g_free (self);
}

/* --- writing ----------------------------------------------------------- */

static const ThPoint *
track_point (const ThTrack *self,
             guint32        index)
{
  return th_series_get (&self->points, index);
}

static void
track_sum (ThTrack *self,
           guint    level)
{
  Node *node = th_series_append (&self->nodes[level]);
  guint32 n = level == 0 ? 16 : 8;
  guint32 first = (self->nodes[level].n_written - 1) * n;

  for (guint32 i = first; i < first + n; i++)
    {
      Node child;

      if (level == 0)
        child.min = child.max = track_point (self, i)->value;
      else
        child = *(Node *) th_series_get (&self->nodes[level - 1], i);

      node->min = i == first ? child.min : MIN (node->min, child.min);
      node->max = i == first ? child.max : MAX (node->max, child.max);
    }
}

gboolean
th_track_add_point (ThTrack       *self,
                    const ThPoint *point)
{
  g_return_val_if_fail (self->slices == NULL, FALSE);

  if (point->time < self->last_time || self->points.n_written == G_MAXUINT32 - 1)
    return FALSE;

  self->last_time = point->time;
  *(ThPoint *) th_series_append (&self->points) = *point;
  for (guint level = 0; level < N_POINT_LEVELS; level++)
    if (self->points.n_written % (1u << level_shift[level]) == 0)
      track_sum (self, level);

  return TRUE;
}

void
th_track_publish (ThTrack *self)
{
  if (self->slices != NULL)
    {
      th_slices_publish (self->slices);
      return;
    }

  for (guint level = 0; level < N_POINT_LEVELS; level++)
    th_series_publish (&self->nodes[level]);
  th_series_publish (&self->points);
}

/* --- reading ----------------------------------------------------------- */

const ThTrackInfo *
th_track_get_info (const ThTrack *self)
{
  return &self->info;
}

ThSlices *
th_track_get_slices (const ThTrack *self)
{
  return self->slices;
}

guint32
th_track_get_n_points (const ThTrack *self)
{
  return th_series_get_length (&self->points);
}

const ThPoint *
th_track_get_point (const ThTrack *self,
                    guint32        index)
{
  g_return_val_if_fail (index < th_track_get_n_points (self), NULL);

  return track_point (self, index);
}

/* The number of points before @time among the first @n. */
static guint32
track_lower_bound (const ThTrack *self,
                   guint32        n,
                   gint64         time)
{
  guint32 low = 0;

  while (low < n)
    {
      guint32 middle = low + (n - low) / 2;

      if (track_point (self, middle)->time < time)
        low = middle + 1;
      else
        n = middle;
    }

  return low;
}

guint32
th_track_find_point (const ThTrack *self,
                     gint64         time)
{
  guint32 n = th_track_get_n_points (self);
  guint32 before = time == G_MAXINT64 ? n : track_lower_bound (self, n, time + 1);

  return before == 0 ? G_MAXUINT32 : before - 1;
}

/* --- pixels ------------------------------------------------------------ */

static void
pixel_add (ThValuePixel *pixel,
           guint32       n,
           double        min,
           double        max)
{
  pixel->min = pixel->n == 0 ? min : MIN (pixel->min, min);
  pixel->max = pixel->n == 0 ? max : MAX (pixel->max, max);
  pixel->n += n;
}

/* Adds the largest node that begins at @index and lies before @to; returns its
 * length in points. */
static guint32
pixel_take (ThValuePixel  *pixel,
            const ThTrack *self,
            guint32        index,
            guint32        n,
            gint64         to)
{
  const ThPoint *point = track_point (self, index);

  for (gint level = N_POINT_LEVELS - 1; level >= 0 && (index & 15) == 0; level--)
    {
      guint32 length = 1u << level_shift[level];
      const Node *node;

      if ((index & (length - 1)) != 0 || n - index < length ||
          track_point (self, index + length - 1)->time >= to)
        continue;

      node = th_series_get (&self->nodes[level], index / length);
      pixel_add (pixel, length, node->min, node->max);
      pixel->last = track_point (self, index + length - 1)->value;
      return length;
    }

  pixel_add (pixel, 1, point->value, point->value);
  pixel->last = point->value;
  return 1;
}

void
th_track_get_value_pixels (const ThTrack *self,
                           gint64         from,
                           gint64         to,
                           guint          n_pixels,
                           ThValuePixel  *pixels)
{
  guint32 n = th_track_get_n_points (self);
  const PixelGrid *grid;
  guint32 index;

  for (guint i = 0; i < n_pixels; i++)
    pixels[i] = (ThValuePixel) { 0, };
  if (n_pixels == 0 || from >= to || n == 0)
    return;

  grid = th_pixel_grid_get (from, to, n_pixels);
  index = track_lower_bound (self, n, from);
  for (guint i = 0; i < n_pixels; i++)
    while (index < n && track_point (self, index)->time < grid->edges[i + 1])
      index += pixel_take (&pixels[i], self, index, n, grid->edges[i + 1]);
}

gboolean
th_track_get_range (const ThTrack *self,
                    double        *low,
                    double        *high)
{
  guint32 n = th_track_get_n_points (self);
  ThValuePixel all;
  gint64 last;

  if (n == 0)
    return FALSE;

  last = th_track_get_point (self, n - 1)->time;
  th_track_get_value_pixels (self, th_track_get_point (self, 0)->time, last + (last < G_MAXINT64),
                             1, &all);
  *low = all.min;
  *high = all.max;
  return TRUE;
}
