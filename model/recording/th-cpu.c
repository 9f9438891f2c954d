/* th-cpu.c - the columns of one CPU: making them, and reading and searching their rows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cpu-private.h"
#include "th-time.h"

static guint32 max_rows_set; /* atomic */

void
th_cpu_set_max_rows (guint32 max_rows)
{
  __atomic_store_n (&max_rows_set, max_rows, __ATOMIC_RELAXED);
}

ThCpu *
th_cpu_new (ThArena      *arena,
            guint         number,
            ThPlaceWidth  width)
{
  ThCpu *self = g_new0 (ThCpu, 1);

  self->arena = arena;
  self->number = number;
  self->width = width;
  self->complete = TH_TIME_NONE;
  self->last_time = TH_TIME_NONE;
  self->max_rows = __atomic_load_n (&max_rows_set, __ATOMIC_RELAXED);
  if (self->max_rows == 0)
    self->max_rows = TH_CPU_MAX_ROWS;
  self->run_task = TH_TASK_NONE;
  th_series_init (&self->segments, arena, sizeof (Segment *), 4);
  th_series_init (&self->lost, arena, sizeof (ThLost), 5);
  th_series_init (&self->runs, arena, sizeof (Run), RUN_CHUNK_SHIFT);
  th_series_init (&self->run_groups, arena, sizeof (gint64), 8);
  for (guint i = 0; i < N_RUN_LEVELS; i++)
    th_series_init (&self->run_nodes[i], arena, sizeof (RunNode), 6);

  return self;
}

void
th_cpu_free (ThCpu *self)
{
  g_free (self);
}

guint
th_cpu_get_number (const ThCpu *self)
{
  return self->number;
}

guint32
th_cpu_get_n_rows (const ThCpu *self)
{
  return __atomic_load_n (&self->n_rows, __ATOMIC_ACQUIRE);
}

gint64
th_cpu_get_complete (const ThCpu *self)
{
  return __atomic_load_n (&self->complete, __ATOMIC_ACQUIRE);
}

guint32
th_cpu_get_n_backwards (const ThCpu *self,
                        gint64      *first)
{
  guint32 n = __atomic_load_n (&self->n_backwards, __ATOMIC_ACQUIRE);

  if (n > 0 && first != NULL)
    *first = self->first_backwards;
  return n;
}

gint64
th_cpu_get_time (const ThCpu *self,
                 guint32      row)
{
  return cpu_time (self, row);
}

guint64
th_cpu_get_place (const ThCpu *self,
                  guint32      row)
{
  const Segment *segment = cpu_segment (self, row);
  guint index = row & (SEGMENT_ROWS - 1);
  guint block = index >> BLOCK_SHIFT;
  const Wide *wide = segment_wide (segment, block);

  if (wide != NULL)
    return wide->place[index & (TH_BLOCK_ROWS - 1)];
  if (self->width == TH_PLACE_U16X4)
    return segment->block_place[block] + ((guint16 *) segment->place)[index] * 4u;

  return segment->block_place[block] + ((guint32 *) segment->place)[index];
}

void
th_cpu_get_places (const ThCpu *self,
                   guint32      row,
                   guint64      rows,
                   guint64     *places)
{
  const Segment *segment = cpu_segment (self, row);
  guint index = row & (SEGMENT_ROWS - 1);
  guint64 base = segment->block_place[index >> BLOCK_SHIFT];
  const guint16 *narrow = (const guint16 *) segment->place + index;

  if (self->width != TH_PLACE_U16X4 || segment_wide (segment, index >> BLOCK_SHIFT) != NULL)
    {
      for (; rows != 0; rows &= rows - 1)
        places[__builtin_ctzll (rows)] = th_cpu_get_place (self, row + __builtin_ctzll (rows));
      return;
    }

  for (; rows != 0; rows &= rows - 1)
    places[__builtin_ctzll (rows)] = base + narrow[__builtin_ctzll (rows)] * 4u;
}

guint16
th_cpu_get_type (const ThCpu *self,
                 guint32      row)
{
  return cpu_segment (self, row)->type[row & (SEGMENT_ROWS - 1)];
}

guint32
th_cpu_get_task (const ThCpu *self,
                 guint32      row)
{
  const Segment *segment = cpu_segment (self, row);
  const guint32 *task32 = __atomic_load_n (&segment->task32, __ATOMIC_ACQUIRE);
  guint index = row & (SEGMENT_ROWS - 1);

  return task32 != NULL ? task32[index] : segment->task[index];
}

/* The last of @n positions, @step rows apart, whose time is before @time. */
static guint32
th_cpu_search (const ThCpu *self,
               guint32      first,
               guint32      n,
               guint        shift,
               gint64       time)
{
  guint32 low = 0;

  while (n > 1)
    {
      guint32 half = n / 2;

      if (cpu_time (self, first + ((low + half) << shift)) < time)
        low += half;
      n -= half;
    }

  return first + (low << shift);
}

guint32
th_cpu_lower_bound (const ThCpu *self,
                    guint32      n_rows,
                    gint64       time)
{
  guint32 row = 0;

  if (n_rows == 0 || cpu_time (self, 0) >= time)
    return 0;

  /* Search by segments, blocks and rows, so that the first steps touch few pages. */
  row = th_cpu_search (self, 0, (n_rows - 1) / SEGMENT_ROWS + 1, SEGMENT_SHIFT, time);
  row = th_cpu_search (self, row, (MIN (n_rows - row, SEGMENT_ROWS) - 1) / TH_BLOCK_ROWS + 1,
                       BLOCK_SHIFT, time);
  row = th_cpu_search (self, row, MIN (n_rows - row, TH_BLOCK_ROWS), 0, time);

  return row + 1;
}

guint32
th_cpu_get_n_lost (const ThCpu *self)
{
  return th_series_get_length (&self->lost);
}

ThLost
th_cpu_get_lost (const ThCpu *self,
                 guint32      index)
{
  return *(ThLost *) th_series_get (&self->lost, index);
}
