/* th-cpu-refill.c - decodes the columns of a unit that are not in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The index tells where the rows of each block are in the file, and much of what they must be:
 * the time, the place, the types and the length of each block.  A file that was overwritten
 * differs, and its rows are not shown as if they were those of the recording.  What equals the
 * index is shown, also if other parts of the file have changed.
 *
 * A loader may pass more rows than are wanted, those of a whole page or chunk; they are kept as
 * far as they complete blocks.
 */
#include "config.h"

#include "th-column-slots.h"
#include "th-cpu-columns.h"
#include "th-cpu-refill.h"
#include "th-time.h"
#include "th-type.h"

/* Rows are counted from the first one of the unit. */
struct _ThRefill
{
  const ThCpu   *cpu;
  const Segment *segment;
  Columns       *columns;
  guint32        unit_row;  /* the unit's first row */
  guint          base;      /* its index in the segment */
  guint          n;         /* rows of the unit */
  guint          low;       /* the first row that is not decoded, of those around the wanted ones */
  guint          high;      /* the row after the last of them */
  guint          wanted;    /* the first row that is wanted */
  guint          end;       /* the row after the last one that is wanted */
  guint          first;     /* the first row that is written, once there is a batch */
  guint          done;      /* the next row to write */
  gboolean       is_begun;
  gint64         last_time; /* of the row that was written last */
  gboolean       ascends;   /* no row of the CPU was older than its predecessor */
  guint64        mask;      /* types of the block that is being written */
  gboolean       differs;   /* from the index */
};

static guint
refill_block_index (const ThRefill *self,
                    guint           row)
{
  return (self->base + row) >> BLOCK_SHIFT;
}

/* The place of a row of the unit that is the first of a block; the end if the CPU has no more. */
static guint64
block_place (const ThRefill *self,
             guint           row)
{
  guint32 at = self->unit_row + row;

  if (at >= th_cpu_get_n_rows (self->cpu))
    return G_MAXUINT64;

  return cpu_segment (self->cpu, at)->block_place[(at & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT];
}

/* Writes rows whose times do not ascend, one by one as the load does. */
static gboolean
refill_raise (ThRefill      *self,
              guint          block,
              const gint64  *time,
              const guint64 *place,
              guint          n)
{
  ThPlaceWidth width = self->cpu->width;
  gint64 base = self->segment->block_time[block];
  guint64 place_base = self->segment->block_place[block];

  for (guint i = 0; i < n; i++)
    {
      gint64 now = MAX (time[i], self->last_time);

      if (!columns_fit (width, self->last_time, base, place_base, &now, place + i, 1))
        return FALSE;
      columns_write_times (self->columns, width, self->done + i, base, place_base, &now,
                           place + i, 1);
      self->last_time = now;
    }

  return TRUE;
}

static gboolean
refill_times (ThRefill      *self,
              guint          block,
              const gint64  *time,
              const guint64 *place,
              guint          n)
{
  gint64 base = self->segment->block_time[block];
  guint64 place_base = self->segment->block_place[block];

  if (self->done % TH_BLOCK_ROWS == 0 &&
      ((self->ascends ? time[0] : MAX (time[0], self->last_time)) != base ||
       place[0] != place_base))
    return FALSE;
  if (!columns_fit (self->cpu->width, self->last_time, base, place_base, time, place, n))
    return !self->ascends && refill_raise (self, block, time, place, n);

  columns_write_times (self->columns, self->cpu->width, self->done, base, place_base, time, place,
                       n);
  self->last_time = time[n - 1];
  return TRUE;
}

/* Whether the block that ends before the row @end of @batch has as many rows as there are up to the
 * next block.  Rows from @end to @to - 1 follow it. */
static gboolean
has_length (const ThRefill *self,
            const ThBatch  *batch,
            guint32         end,
            guint32         to)
{
  guint64 next = block_place (self, self->done);

  return batch->place[end - 1] < next &&
         (end == to || next == G_MAXUINT64 || batch->place[end] == next);
}

/* Writes rows of one block, the first @n of those from @from to @to - 1. */
static gboolean
refill_block (ThRefill      *self,
              const ThBatch *batch,
              guint32        from,
              guint32        to,
              guint          n)
{
  guint block = refill_block_index (self, self->done);

  if (!refill_times (self, block, batch->time + from, batch->place + from, n) ||
      !columns_write_tasks (self->columns, self->done, batch->task + from, n))
    return FALSE;

  self->mask |= columns_write_types (self->columns, self->done, batch->type + from, n);
  self->done += n;
  if (self->done != self->n && self->done % TH_BLOCK_ROWS != 0)
    return TRUE;
  if (self->mask == __atomic_load_n (&self->segment->mask0[block], __ATOMIC_RELAXED) &&
      has_length (self, batch, from + n, to))
    {
      self->mask = 0;
      return TRUE;
    }

  self->done = (self->done - 1) & ~(TH_BLOCK_ROWS - 1);
  return FALSE;
}

/* Adds the rows from @from to @to - 1, none of which is ignored. */
static void
refill_span (ThRefill      *self,
             const ThBatch *batch,
             guint32        from,
             guint32        to)
{
  for (guint n; from < to && self->done < self->high && !self->differs; from += n)
    {
      n = MIN (to - from, TH_BLOCK_ROWS - self->done % TH_BLOCK_ROWS);
      n = MIN (n, self->high - self->done);
      self->differs = !refill_block (self, batch, from, to, n);
    }
}

static gboolean
is_ignored (const ThRefill *self,
            guint16         type)
{
  return self->cpu->ignored != NULL && self->cpu->ignored[type];
}

/* Begins with the first block that is not decoded and not before the first event of @batch. */
static void
refill_begin (ThRefill      *self,
              const ThBatch *batch)
{
  const guint64 *places = self->segment->block_place;

  self->first = self->low;
  while (self->first < self->wanted &&
         places[refill_block_index (self, self->first)] < batch->place[0])
    self->first += TH_BLOCK_ROWS;

  self->done = self->first;
  self->last_time = self->segment->block_time[refill_block_index (self, self->first)];
  self->is_begun = TRUE;
}

static void
refill_rows (ThRefill      *self,
             const ThBatch *batch)
{
  guint32 from = 0, to;
  guint64 begin;

  if (batch->n == 0)
    return;
  if (!self->is_begun)
    refill_begin (self, batch);

  begin = self->segment->block_place[refill_block_index (self, self->first)];
  while (from < batch->n && batch->place[from] < begin)
    from++;
  for (; from < batch->n; from = to + 1)
    {
      for (to = from; to < batch->n && !is_ignored (self, batch->type[to]); to++)
        ;
      refill_span (self, batch, from, to);
    }
}

gboolean
th_refill_add (ThRefill      *self,
               const ThBatch *batch)
{
  g_autofree gint64 *times = NULL;
  ThBatch shifted = *batch;

  if (self->cpu->shift != 0)
    {
      times = g_new (gint64, batch->n);
      for (guint32 i = 0; i < batch->n; i++)
        times[i] = th_time_shift (batch->time[i], self->cpu->shift);
      shifted.time = times;
    }
  refill_rows (self, &shifted);

  return self->done < self->end && !self->differs;
}

/* Gives rows that cannot be decoded the time and the place of their block. */
static void
refill_unknown (ThRefill *self,
                guint     first)
{
  for (guint i = first; i < self->end; i++)
    {
      self->columns->dt[i] = 0;
      self->columns->place.narrow[i] = 0;
      self->columns->type[i] = TH_TYPE_OTHER;
      self->columns->task[i] = TH_TASK_IDLE;
    }
}

/* --- how much ----------------------------------------------------------- */

/* The blocks from the row @from up to but not including @to, where both are the first of a block
 * or the end of the unit. */
static guint64
blocks_between (guint from,
                guint to)
{
  guint begin = from >> BLOCK_SHIFT, n = ((to - 1) >> BLOCK_SHIFT) + 1 - begin;

  return from >= to ? 0 : (n >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << n) - 1) << begin;
}

/* Returns which blocks are decoded in the unit before that of @row; its last block is bit 63. */
static guint64
decoded_before (const ThCpu *self,
                guint32      row)
{
  guint32 before = (row & ~(UNIT_ROWS - 1)) - 1;
  const Unit *unit;

  if (row < UNIT_ROWS)
    return 0;

  unit = segment_unit (cpu_segment (self, before), before & (SEGMENT_ROWS - 1));
  return __atomic_load_n (&unit->state, __ATOMIC_RELAXED) & UNIT_RESIDENT
         ? __atomic_load_n (&unit->filled, __ATOMIC_RELAXED) << (64 - UNIT_BLOCKS) : 0;
}

/* How many blocks to decode from @block on, when the blocks @filled of its unit are decoded, and
 * @before of the unit before.  A reader that has used a third of the last blocks is likely to
 * walk on. */
static guint
count_ahead (guint64 filled,
             guint64 before,
             guint   block)
{
  guint64 same = block == 0 ? 0 : filled & G_MAXUINT64 >> (64 - block);
  guint64 near = (block == 0 ? 0 : same << (64 - block)) | (block < 8 ? before >> block : 0);
  guint n_near = before == 0 ? MIN (block, 8) : 8;
  guint n = __builtin_popcountll (same) + __builtin_popcountll (before);

  return __builtin_popcountll (near >> 56) * 3u >= n_near ? CLAMP (2 * n, 1, UNIT_BLOCKS) : 1;
}

/* Sets which rows are decoded when that of @wanted is wanted. */
static void
refill_choose (ThRefill *self,
               guint64   filled,
               guint64   before)
{
  guint block = self->wanted >> BLOCK_SHIFT, low = block, high = block + 1;
  guint n_blocks = ((self->n - 1) >> BLOCK_SHIFT) + 1;

  while (low > 0 && !(filled >> (low - 1) & 1))
    low--;
  while (high < n_blocks && !(filled >> high & 1))
    high++;

  self->low = low << BLOCK_SHIFT;
  self->high = MIN (high << BLOCK_SHIFT, self->n);
  self->end = MIN ((block + count_ahead (filled, before, block)) << BLOCK_SHIFT, self->high);
  self->first = self->done = self->wanted;
}

/* Decodes; returns the blocks that are readable now, among them the wanted ones. */
static guint64
refill_run (ThRefill *self)
{
  const ThCpu *cpu = self->cpu;
  guint64 begin = self->segment->block_place[refill_block_index (self, self->wanted)];
  gboolean good = cpu->vtable->decode (cpu->source, cpu->track, begin,
                                       block_place (self, self->end), self);
  guint known;

  if (good && self->done >= self->end)
    return blocks_between (self->first, self->done == self->n ? self->n
                                                              : self->done & ~(TH_BLOCK_ROWS - 1));

  /* The blocks that were complete before the difference equal the index. */
  known = MAX (self->done & ~(TH_BLOCK_ROWS - 1), self->wanted);
  refill_unknown (self, known);
  cpu->vtable->changed (cpu->source);
  return blocks_between (self->wanted, self->end);
}

void
th_cpu_fill_block (const ThCpu *self,
                   Unit        *unit,
                   guint32      row)
{
  guint32 unit_row = row & ~(UNIT_ROWS - 1);
  ThRefill refill = { .cpu = self, .segment = cpu_segment (self, row),
                      .unit_row = unit_row, .base = unit_row & (SEGMENT_ROWS - 1),
                      .n = MIN (UNIT_ROWS, th_cpu_get_n_rows (self) - unit_row),
                      .wanted = (row - unit_row) & ~(TH_BLOCK_ROWS - 1),
                      .ascends = th_cpu_get_n_backwards (self, NULL) == 0 };
  guint64 before = decoded_before (self, row);

  refill.columns = th_column_cache_begin (self->cache, unit, refill.wanted >> BLOCK_SHIFT);
  if (refill.columns == NULL)
    return;

  refill_choose (&refill, unit->filled, before);
  th_column_cache_end (self->cache, unit, refill_run (&refill));
}
