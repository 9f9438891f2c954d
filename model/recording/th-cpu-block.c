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

void
th_cpu_block_take (ThCpuBlock  *self,
                   const ThCpu *cpu,
                   guint32      row,
                   guint32      n_rows)
{
  const Segment *segment = cpu_segment (cpu, row);
  guint block = (row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT;
  guint index = block << BLOCK_SHIFT;
  const guint32 *task32 = __atomic_load_n (&segment->task32, __ATOMIC_ACQUIRE);
  const Wide *wide = segment_wide (segment, block);

  self->first = row & ~(TH_BLOCK_ROWS - 1);
  self->n = MIN (n_rows - self->first, TH_BLOCK_ROWS);
  self->types = segment->type + index;
  self->mask = &segment->mask0[block];
  self->base = &segment->block_time[block];
  self->offsets = segment->dt + index;
  self->times = wide != NULL ? wide->time : NULL;
  self->tasks = segment->task + index;
  self->wide_tasks = task32 != NULL ? task32 + index : NULL;
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

guint64
th_cpu_block_find_type (const ThCpuBlock *self,
                        guint64           rows,
                        guint16           type)
{
  return equal_bits (self->types, type) & rows;
}

guint64
th_cpu_block_find_task (const ThCpuBlock *self,
                        guint64           rows,
                        guint32           task)
{
  guint64 found = 0;

  if (G_LIKELY (self->wide_tasks == NULL))
    return task <= G_MAXUINT16 ? equal_bits (self->tasks, task) & rows : 0;

  for (; rows != 0; rows &= rows - 1)
    found |= (guint64) (self->wide_tasks[__builtin_ctzll (rows)] == task) << __builtin_ctzll (rows);

  return found;
}
