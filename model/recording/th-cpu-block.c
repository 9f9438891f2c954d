/* th-cpu-block.c - finds the columns of a block of rows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "th-cpu-block.h"
#include "th-cpu-private.h"
#include "th-unit-take.h"

/* Sets the block of @row, whose unit is kept or pinned. */
static void
block_set (ThCpuBlock    *self,
           const Segment *segment,
           const Unit    *unit,
           guint32        row,
           guint32        n_rows)
{
  guint block = (row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT;
  guint at = (row & (UNIT_ROWS - 1)) & ~(TH_BLOCK_ROWS - 1);
  const guint32 *task32 = __atomic_load_n (&unit->task32, __ATOMIC_ACQUIRE);
  const Wide *wide = segment_wide (segment, block);
  const Columns *columns = unit->columns;

  self->first = row & ~(TH_BLOCK_ROWS - 1);
  self->n = MIN (n_rows - self->first, TH_BLOCK_ROWS);
  self->types = columns->type + at;
  self->mask = &segment->mask0[block];
  self->base = &segment->block_time[block];
  self->offsets = columns->dt + at;
  self->times = wide != NULL ? wide->time : NULL;
  self->tasks = columns->task + at;
  self->wide_tasks = task32 != NULL ? task32 + at : NULL;
}

void
th_cpu_block_take (ThCpuBlock  *self,
                   const ThCpu *cpu,
                   guint32      row,
                   guint32      n_rows)
{
  const Segment *segment = cpu_segment (cpu, row);
  Unit *unit = segment_unit (segment, row & (SEGMENT_ROWS - 1)), *pinned;

  unit_take (cpu, unit, row, &pinned);
  self->pins = pinned != NULL ? &pinned->state : NULL;
  block_set (self, segment, unit, row, n_rows);
}

void
th_cpu_block_move (ThCpuBlock  *self,
                   const ThCpu *cpu,
                   guint32      row,
                   guint32      n_rows)
{
  const Segment *segment = cpu_segment (cpu, row);
  Unit *unit = segment_unit (segment, row & (SEGMENT_ROWS - 1));

  /* Another block of the unit that is pinned. */
  if (self->pins == &unit->state)
    {
      unit_reach (cpu, unit, row);
      block_set (self, segment, unit, row, n_rows);
      return;
    }

  th_cpu_block_give_back (self);
  th_cpu_block_take (self, cpu, row, n_rows);
}

guint64
th_cpu_block_peek_mask (const ThCpu *cpu,
                        guint32      row)
{
  const guint64 *masks = cpu_segment (cpu, row)->mask0;

  return __atomic_load_n (&masks[(row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT], __ATOMIC_RELAXED);
}

gboolean
th_cpu_block_is_in_memory (const ThCpu *cpu,
                           guint32      row)
{
  const Unit *unit = segment_unit (cpu_segment (cpu, row), row & (SEGMENT_ROWS - 1));
  guint32 state = __atomic_load_n (&unit->state, __ATOMIC_ACQUIRE);

  return (state & UNIT_KEPT) || ((state & UNIT_RESIDENT) && unit_has_block (unit, row));
}

/* Returns a mask of those of 64 numbers that equal @wanted.  A filter by one type spends most of
 * its time here, and compilers make the plain loop four times as slow. */
static guint64
equal_bits (const guint16 *numbers,
            guint16        wanted)
{
  guint64 bits = 0;

#ifdef __SSE2__
  __m128i same = _mm_set1_epi16 ((short) wanted);

  for (guint i = 0; i < TH_BLOCK_ROWS; i += 16)
    {
      __m128i low = _mm_cmpeq_epi16 (_mm_loadu_si128 ((const __m128i *) (numbers + i)), same);
      __m128i high = _mm_cmpeq_epi16 (_mm_loadu_si128 ((const __m128i *) (numbers + i + 8)), same);

      bits |= (guint64) (guint) _mm_movemask_epi8 (_mm_packs_epi16 (low, high)) << i;
    }
#else
  for (guint i = 0; i < TH_BLOCK_ROWS; i++)
    bits |= (guint64) (numbers[i] == wanted) << i;
#endif

  return bits;
}

/* Returns a mask of those of @rows whose number equals @wanted.  The loader may be writing the rows
 * after those of a block that is not full. */
static guint64
find_number (const ThCpuBlock *self,
             const guint16    *numbers,
             guint64           rows,
             guint16           wanted)
{
  guint64 found = 0;

  if (G_LIKELY (self->n == TH_BLOCK_ROWS))
    return equal_bits (numbers, wanted) & rows;

  for (; rows != 0; rows &= rows - 1)
    found |= (guint64) (numbers[__builtin_ctzll (rows)] == wanted) << __builtin_ctzll (rows);
  return found;
}

guint64
th_cpu_block_find_type (const ThCpuBlock *self,
                        guint64           rows,
                        guint16           type)
{
  return find_number (self, self->types, rows, type);
}

guint64
th_cpu_block_find_task (const ThCpuBlock *self,
                        guint64           rows,
                        guint32           task)
{
  guint64 found = 0;

  if (G_LIKELY (self->wide_tasks == NULL))
    return task <= G_MAXUINT16 ? find_number (self, self->tasks, rows, task) : 0;

  for (; rows != 0; rows &= rows - 1)
    found |= (guint64) (self->wide_tasks[__builtin_ctzll (rows)] == task) << __builtin_ctzll (rows);

  return found;
}
