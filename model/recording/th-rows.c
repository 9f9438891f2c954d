/* th-rows.c - a subset of rows as one bit per row: appending, counting, finding
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-rows-private.h"

const guint64 rows_none[UNIT_BLOCKS];
const guint64 rows_all[UNIT_BLOCKS] = { [0 ... UNIT_BLOCKS - 1] = G_MAXUINT64 };

ThRows *
th_rows_new (ThRecording *recording)
{
  ThRows *self = g_new0 (ThRows, 1);
  guint n = 0;

  g_atomic_ref_count_init (&self->ref_count);
  self->recording = th_recording_ref (recording);
  self->arena = th_arena_new ();
  self->n_streams = th_recording_get_n_streams (recording);
  self->first = g_new0 (guint, self->n_streams + 1);

  for (guint i = 0; i < self->n_streams; i++)
    self->first[i + 1] =
      self->first[i] + th_stream_get_n_cpus (th_recording_get_stream (recording, i));
  self->cpus = g_new0 (RowsCpu, self->first[self->n_streams] + 1);

  for (guint i = 0; i < self->n_streams; i++)
    for (guint j = 0; j < self->first[i + 1] - self->first[i]; j++, n++)
      {
        self->cpus[n].cpu = th_stream_get_cpu (th_recording_get_stream (recording, i), j);
        th_series_init (&self->cpus[n].parts, self->arena, sizeof (RowsPart *), 4);
      }

  return self;
}

ThRows *
th_rows_ref (ThRows *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
th_rows_unref (ThRows *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  th_arena_free (self->arena);
  th_recording_unref (self->recording);
  g_free (self->first);
  g_free (self->cpus);
  g_free (self);
}

ThRecording *
th_rows_get_recording (ThRows *self)
{
  return self->recording;
}

gsize
th_rows_get_memory (ThRows *self)
{
  return th_arena_get_used (self->arena);
}

/* --- writing ----------------------------------------------------------- */

static RowsPart *
rows_open_part (ThRows  *self,
                RowsCpu *cpu,
                guint32  row,
                guint32  n_in)
{
  RowsPart **part;

  if (row >> SEGMENT_SHIFT < cpu->parts.n_written)
    return rows_part (cpu, row);

  part = th_series_append (&cpu->parts);
  *part = th_arena_alloc (self->arena, TH_ARENA_SMALL, sizeof (RowsPart));
  (*part)->before = n_in;
  for (guint i = 0; i < SEGMENT_UNITS; i++)
    (*part)->bits[i] = rows_none;
  th_series_publish (&cpu->parts);

  return *part;
}

/* Gives a unit bits of its own. */
static guint64 *
rows_open_unit (ThRows   *self,
                RowsPart *part,
                guint     block)
{
  guint64 *own = th_arena_alloc (self->arena, TH_ARENA_SMALL, UNIT_BLOCKS * sizeof *own);

  if (part->bits[block / UNIT_BLOCKS] == rows_all)
    memset (own, 0xff, block % UNIT_BLOCKS * sizeof *own);
  __atomic_store_n (&part->bits[block / UNIT_BLOCKS], own, __ATOMIC_RELEASE);

  return own;
}

/* Adds bits to a block.  A unit gets bits of its own with the first block that differs from those
 * before; a block without all its rows does. */
static void
rows_add_bits (ThRows   *self,
               RowsPart *part,
               guint     block,
               guint64   bits)
{
  const guint64 **unit = &part->bits[block / UNIT_BLOCKS];
  guint64 *own = (guint64 *) *unit;

  if (bits == (*unit == rows_all ? G_MAXUINT64 : 0))
    return;
  if (*unit == rows_none && block % UNIT_BLOCKS == 0 && bits == G_MAXUINT64)
    {
      __atomic_store_n (unit, rows_all, __ATOMIC_RELEASE);
      return;
    }

  if (own == rows_none || own == rows_all)
    own = rows_open_unit (self, part, block);
  own += block % UNIT_BLOCKS;
  ROWS_SET (*own, *own | bits);
}

/* Adds rows to the block that begins at @row, and returns their number. */
static guint
rows_add (ThRows   *self,
          RowsPart *part,
          guint32   row,
          guint64   bits)
{
  guint block = (row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT;
  guint n = __builtin_popcountll (bits);

  rows_add_bits (self, part, block, bits);
  if (n == 0)
    return 0;

  ROWS_SET (part->count1[block >> 3], part->count1[block >> 3] + n);
  ROWS_SET (part->count2[block >> 6], part->count2[block >> 6] + n);
  ROWS_SET (part->count3, part->count3 + n);

  return n;
}

void
th_rows_append (ThRows        *self,
                guint          stream,
                guint          cpu,
                const guint64 *bits,
                guint32        n_rows)
{
  RowsCpu *rows = rows_cpu (self, stream, cpu);
  guint64 published;
  guint32 decided, n_in, first, end;

  g_return_if_fail (rows != NULL);

  published = rows_published (rows);
  decided = (guint32) published;
  n_in = published >> 32;
  first = decided & ~(TH_BLOCK_ROWS - 1);
  end = MIN (th_cpu_get_n_rows (rows->cpu), first + n_rows);
  if (end <= decided)
    return;

  for (guint32 row = first; row < end; row += TH_BLOCK_ROWS)
    {
      RowsPart *part = rows_open_part (self, rows, row, n_in);
      guint64 new =
        bits[(row - first) / TH_BLOCK_ROWS] & rows_below (MIN (end - row, TH_BLOCK_ROWS));

      if (row < decided)
        new &= ~rows_below (decided - row);
      n_in += rows_add (self, part, row, new);
    }

  __atomic_store_n (&rows->published, (guint64) n_in << 32 | end, __ATOMIC_RELEASE);
}

static void
decide_cpu (ThRows      *self,
            guint        stream,
            guint        cpu,
            const ThRef *events,
            guint        n)
{
  guint32 n_rows = th_cpu_get_n_rows (rows_cpu (self, stream, cpu)->cpu);
  g_autofree guint64 *bits = g_new0 (guint64, n_rows / TH_BLOCK_ROWS + 1);

  for (guint i = 0; i < n; i++)
    if (events[i].stream == stream && events[i].cpu == cpu && events[i].row < n_rows)
      bits[events[i].row / TH_BLOCK_ROWS] |= G_GUINT64_CONSTANT (1) << events[i].row %
                                             TH_BLOCK_ROWS;
  th_rows_append (self, stream, cpu, bits, n_rows);
}

ThRows *
th_rows_new_of_events (ThRecording *recording,
                       const ThRef *events,
                       guint        n)
{
  ThRows *self = th_rows_new (recording);

  for (guint i = 0; i < self->n_streams; i++)
    for (guint j = 0; j < self->first[i + 1] - self->first[i]; j++)
      decide_cpu (self, i, j, events, n);

  return self;
}

/* --- counting ---------------------------------------------------------- */

guint32
th_rows_get_decided (ThRows *self,
                     guint   stream,
                     guint   cpu)
{
  const RowsCpu *rows = rows_cpu (self, stream, cpu);

  return rows != NULL ? rows_decided (rows) : 0;
}

guint32
th_rows_get_n_cpu (ThRows *self,
                   guint   stream,
                   guint   cpu)
{
  const RowsCpu *rows = rows_cpu (self, stream, cpu);

  return rows != NULL ? rows_published (rows) >> 32 : 0;
}

guint64
th_rows_get_n (ThRows *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->first[self->n_streams]; i++)
    n += rows_published (&self->cpus[i]) >> 32;

  return n;
}

guint64
th_rows_get_n_decided (ThRows *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->first[self->n_streams]; i++)
    n += rows_decided (&self->cpus[i]);

  return n;
}

gboolean
th_rows_contains (ThRows *self,
                  ThRef   ref)
{
  const RowsCpu *rows = rows_cpu (self, ref.stream, ref.cpu);
  const RowsPart *part;

  if (rows == NULL || ref.row >= rows_decided (rows))
    return FALSE;

  part = rows_part (rows, ref.row);
  return rows_part_get (part, (ref.row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT) >> (ref.row & 63) & 1;
}

guint64
th_rows_get_bits (ThRows  *self,
                  guint    stream,
                  guint    cpu,
                  guint32  row)
{
  const RowsCpu *rows = rows_cpu (self, stream, cpu);
  guint32 decided = rows != NULL ? rows_decided (rows) : 0;

  if (row >= decided)
    return 0;

  return rows_part_get (rows_part (rows, row), (row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT) &
         rows_below (MIN (decided - row, 64));
}

/* Counts whole nodes before the row from the top down, at most seven per level. */
guint32
th_rows_rank (ThRows  *self,
              guint    stream,
              guint    cpu,
              guint32  row)
{
  const RowsCpu *rows = rows_cpu (self, stream, cpu);
  guint64 published;
  const RowsPart *part;
  guint block, i = 0;
  guint32 rank;

  if (rows == NULL)
    return 0;
  published = rows_published (rows);
  if (row >= (guint32) published)
    return published >> 32;

  part = rows_part (rows, row);
  rank = part->before;
  block = (row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT;
  for (; i + 64 <= block; i += 64)
    rank += ROWS_GET (part->count2[i >> 6]);
  for (; i + 8 <= block; i += 8)
    rank += ROWS_GET (part->count1[i >> 3]);
  for (; i < block; i++)
    rank += __builtin_popcountll (rows_part_get (part, i));

  return rank + __builtin_popcountll (rows_part_get (part, block) & rows_below (row & 63));
}

/* --- finding ----------------------------------------------------------- */

/* The last part with at most @rank included rows before it. */
static guint32
select_part (const RowsCpu *rows,
             guint32        rank)
{
  guint32 low = 0;
  guint32 n = (rows_decided (rows) - 1) / SEGMENT_ROWS + 1;

  while (n > 1)
    {
      guint32 half = n / 2;

      if (rows_part (rows, (low + half) << SEGMENT_SHIFT)->before <= rank)
        low += half;
      n -= half;
    }

  return low;
}

static guint
select_bit (guint64 bits,
            guint   rank)
{
  for (; rank > 0; rank--)
    bits &= bits - 1;

  return __builtin_ctzll (bits);
}

guint32
th_rows_select (ThRows  *self,
                guint    stream,
                guint    cpu,
                guint32  rank)
{
  const RowsCpu *rows = rows_cpu (self, stream, cpu);
  const RowsPart *part;
  guint32 index;
  guint block = 0, n;

  if (rows == NULL || rank >= rows_published (rows) >> 32)
    return G_MAXUINT32;

  index = select_part (rows, rank);
  part = rows_part (rows, index << SEGMENT_SHIFT);
  rank -= part->before;

  /* The row exists, so neither loop runs past the end. */
  for (; (n = ROWS_GET (part->count2[block >> 6])) <= rank; block += 64)
    rank -= n;
  for (; (n = ROWS_GET (part->count1[block >> 3])) <= rank; block += 8)
    rank -= n;
  for (; (n = __builtin_popcountll (rows_part_get (part, block))) <= rank; block++)
    rank -= n;

  return (index << SEGMENT_SHIFT) + (block << BLOCK_SHIFT) +
         select_bit (rows_part_get (part, block), rank);
}

guint32
th_rows_next (ThRows  *self,
              guint    stream,
              guint    cpu,
              guint32  row)
{
  const RowsCpu *rows = rows_cpu (self, stream, cpu);
  guint32 decided = rows != NULL ? rows_decided (rows) : 0;
  const RowsPart *part;
  guint64 bits;
  guint32 rank;

  if (row >= decided)
    return G_MAXUINT32;

  /* It is usually in the same block. */
  part = rows_part (rows, row);
  bits = rows_part_get (part, (row & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT) & ~rows_below (row & 63);
  if (decided - (row & ~63u) < 64)
    bits &= rows_below (decided & 63);
  if (bits != 0)
    return (row & ~63u) + __builtin_ctzll (bits);

  rank = th_rows_rank (self, stream, cpu, row);
  return th_rows_select (self, stream, cpu, rank);
}

guint32
th_rows_previous (ThRows  *self,
                  guint    stream,
                  guint    cpu,
                  guint32  row)
{
  guint32 rank = th_rows_rank (self, stream, cpu, row);

  return rank > 0 ? th_rows_select (self, stream, cpu, rank - 1) : G_MAXUINT32;
}
