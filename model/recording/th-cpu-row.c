/* th-cpu-row.c - reads single rows, and searches them by time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cpu-private.h"
#include "th-unit-take.h"

/* A row whose columns are pinned. */
typedef struct
{
  const Segment *segment;
  const Unit    *unit;
  const Columns *columns;
  Unit          *pinned;
  guint          index; /* in the segment */
  guint          at;    /* in the unit */
} Row;

static inline Row
row_find (const ThCpu *self,
          guint32      row)
{
  Row taken = { .segment = cpu_segment (self, row), .index = row & (SEGMENT_ROWS - 1),
                .at = row & (UNIT_ROWS - 1) };
  Unit *unit = segment_unit (taken.segment, taken.index);

  taken.unit = unit;
  taken.columns = unit_take (self, unit, row, &taken.pinned);
  return taken;
}

/* One row is often read for the screen, so its unit counts as used. */
static inline Row
row_take (const ThCpu *self,
          guint32      row)
{
  Row taken = row_find (self, row);

  unit_refer (taken.pinned);
  return taken;
}

gint64
th_cpu_get_time (const ThCpu *self,
                 guint32      row)
{
  const Segment *segment = cpu_segment (self, row);
  guint index = row & (SEGMENT_ROWS - 1);
  gint64 time;
  Row taken;

  if ((row & (TH_BLOCK_ROWS - 1)) == 0)
    return segment->block_time[index >> BLOCK_SHIFT];

  taken = row_take (self, row);
  time = segment_time (segment, taken.columns, index);
  unit_give_back (taken.pinned);
  return time;
}

gint64
th_cpu_get_last_time (const ThCpu *self,
                      guint32      n_rows)
{
  if (th_cpu_get_complete (self) == G_MAXINT64 && n_rows == th_cpu_get_n_rows (self))
    return self->last_time;
  if ((n_rows & (SEGMENT_ROWS - 1)) == 0)
    return cpu_segment (self, n_rows - 1)->last_time;

  return th_cpu_get_time (self, n_rows - 1);
}

static guint64
row_place (const ThCpu *self,
           const Row   *row)
{
  guint block = row->index >> BLOCK_SHIFT;
  const Wide *wide = segment_wide (row->segment, block);

  if (wide != NULL)
    return wide->place[row->index & (TH_BLOCK_ROWS - 1)];

  return row->segment->block_place[block] + columns_place (row->columns, self->width, row->at);
}

guint64
th_cpu_get_place (const ThCpu *self,
                  guint32      row)
{
  Row taken = row_take (self, row);
  guint64 place = row_place (self, &taken);

  unit_give_back (taken.pinned);
  return place;
}

void
th_cpu_get_places (const ThCpu *self,
                   guint32      row,
                   guint64      rows,
                   guint64     *places)
{
  Row taken = row_find (self, row);
  guint64 base = taken.segment->block_place[taken.index >> BLOCK_SHIFT];
  const guint16 *narrow = taken.columns->place.narrow + taken.at;

  if (self->width != TH_PLACE_U16X4 ||
      segment_wide (taken.segment, taken.index >> BLOCK_SHIFT) != NULL)
    for (; rows != 0; rows &= rows - 1)
      {
        guint i = __builtin_ctzll (rows);
        Row other = taken;

        other.index += i;
        other.at += i;
        places[i] = row_place (self, &other);
      }
  else
    for (; rows != 0; rows &= rows - 1)
      places[__builtin_ctzll (rows)] = base + narrow[__builtin_ctzll (rows)] * 4u;
  unit_give_back (taken.pinned);
}

guint16
th_cpu_get_type (const ThCpu *self,
                 guint32      row)
{
  Row taken = row_take (self, row);
  guint16 type = taken.columns->type[taken.at];

  unit_give_back (taken.pinned);
  return type;
}

guint32
th_cpu_get_task (const ThCpu *self,
                 guint32      row)
{
  Row taken = row_take (self, row);
  const guint32 *task32 = __atomic_load_n (&taken.unit->task32, __ATOMIC_ACQUIRE);
  guint32 task = task32 != NULL ? task32[taken.at] : taken.columns->task[taken.at];

  unit_give_back (taken.pinned);
  return task;
}

/* --- searching --------------------------------------------------------- */

/* The last of the @n blocks from @first on, counted in steps of 1 << @shift rows, that begins
 * before @time; the first one does. */
static guint32
search_blocks (const ThCpu *self,
               guint32      first,
               guint32      n,
               guint        shift,
               gint64       time)
{
  guint32 low = 0;

  while (n > 1)
    {
      guint32 half = n / 2;

      if (th_cpu_get_time (self, first + ((low + half) << shift)) < time)
        low += half;
      n -= half;
    }

  return first + (low << shift);
}

/* The first of the rows from @row to @end - 1, all of one block, at or after @time. */
static guint32
search_block (const ThCpu *self,
              guint32      row,
              guint32      end,
              gint64       time)
{
  Row taken = row_take (self, row);
  guint32 n = end - row, low = 0;

  while (n > 0)
    {
      guint32 half = n / 2;

      if (segment_time (taken.segment, taken.columns, taken.index + low + half) < time)
        {
          low += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  unit_give_back (taken.pinned);

  return row + low;
}

/* The first row of the last block that begins before @time; row 0 does. */
static guint32
find_block (const ThCpu *self,
            guint32      n_rows,
            gint64       time)
{
  /* Search by segments and blocks, so that the first steps touch few pages. */
  guint32 row = search_blocks (self, 0, (n_rows - 1) / SEGMENT_ROWS + 1, SEGMENT_SHIFT, time);

  return search_blocks (self, row, (MIN (n_rows - row, SEGMENT_ROWS) - 1) / TH_BLOCK_ROWS + 1,
                        BLOCK_SHIFT, time);
}

guint32
th_cpu_lower_bound (const ThCpu *self,
                    guint32      n_rows,
                    gint64       time)
{
  guint32 row;

  if (n_rows == 0 || th_cpu_get_time (self, 0) >= time)
    return 0;

  row = find_block (self, n_rows, time);
  /* Often @time is after the last row, whose time is known without columns. */
  if (n_rows - row <= TH_BLOCK_ROWS && th_cpu_get_last_time (self, n_rows) < time)
    return n_rows;

  return search_block (self, row, MIN (n_rows, row + TH_BLOCK_ROWS), time);
}

gboolean
th_cpu_has_rows_between (const ThCpu *self,
                         guint32      n_rows,
                         gint64       from,
                         gint64       to)
{
  guint32 row;

  if (n_rows == 0 || from > to)
    return FALSE;
  if (th_cpu_get_time (self, 0) >= from)
    return th_cpu_get_time (self, 0) <= to;

  row = find_block (self, n_rows, from);
  if (n_rows - row > TH_BLOCK_ROWS && th_cpu_get_time (self, row + TH_BLOCK_ROWS) <= to)
    return TRUE;

  row = th_cpu_lower_bound (self, n_rows, from);
  return row < n_rows && th_cpu_get_time (self, row) <= to;
}

guint32
th_cpu_lower_bound_between (const ThCpu *self,
                            guint32      low,
                            guint32      high,
                            gint64       time)
{
  guint32 first = (low | (TH_BLOCK_ROWS - 1)) + 1, row;

  if (low >= high)
    return low;
  /* Either all in one block, or before the first whole one. */
  if (first >= high || th_cpu_get_time (self, first) >= time)
    return search_block (self, low, MIN (first, high), time);

  row = search_blocks (self, first, (high - 1 - first) / TH_BLOCK_ROWS + 1, BLOCK_SHIFT, time);
  return search_block (self, row, MIN (high, row + TH_BLOCK_ROWS), time);
}

void
th_cpu_guess_lower_bound (const ThCpu *self,
                          guint32      low,
                          guint32      high,
                          gint64       time,
                          guint32     *first,
                          guint32     *last)
{
  guint32 block = (low | (TH_BLOCK_ROWS - 1)) + 1;

  *first = *last = low;
  if (low >= high || th_cpu_get_time (self, low & ~(TH_BLOCK_ROWS - 1)) >= time)
    return;

  if (block < high && th_cpu_get_time (self, block) < time)
    *first = search_blocks (self, block, (high - 1 - block) / TH_BLOCK_ROWS + 1, BLOCK_SHIFT,
                            time) + 1;
  else if (low % TH_BLOCK_ROWS == 0)
    *first = low + 1;
  /* The block in which *@first, or the row before it, is. */
  *last = MIN (high, ((MAX (*first, low + 1) - 1) | (TH_BLOCK_ROWS - 1)) + 1);
}
