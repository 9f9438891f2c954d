/* th-cpu-block.h - reads the columns of a CPU, one block of rows at a time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No file outside of model/recording knows how the columns are stored.  To read many rows,
 * take the block that contains a row, read its columns through the functions below, and
 * give it back:
 *
 *   for (guint32 row = 0; row < n_rows; row += TH_BLOCK_ROWS)
 *     {
 *       th_cpu_block_take (&block, cpu, row, n_rows);
 *       for (guint i = 0; i < block.n; i++)
 *         count += th_cpu_block_get_type (&block, i) == wanted;
 *       th_cpu_block_give_back (&block);
 *     }
 *
 * Any thread may take any number of blocks while the writer appends: the rows below
 * @n_rows, a published count, do not change.  If they are not in memory, taking the block
 * decodes them (th-column-cache.h).  A taken block stays in memory and its pointers are
 * valid until it is given back, so give each one back, and hold few.  To read a single row,
 * use th_cpu_get_time() and the like instead.
 */
#pragma once

#include "th-cpu.h"

G_BEGIN_DECLS

/**
 * ThCpuBlock:
 * @first: its first row, a multiple of %TH_BLOCK_ROWS
 * @n: the number of its rows that may be read
 * @types: their event types.  All %TH_BLOCK_ROWS elements may be read, so that a loop can
 *   have a fixed length; those from @n on are undefined
 *
 * The other members are private to the functions below.
 */
typedef struct
{
  guint32        first;
  guint          n;
  const guint16 *types;

  /*< private >*/
  guint32       *pins;        /* of its unit; NULL: that stays in memory anyway */
  const guint64 *mask;
  const gint64  *base;
  const guint32 *offsets;
  const gint64  *times;       /* NULL: @base + @offsets */
  const guint16 *tasks;
  const guint32 *wide_tasks;  /* NULL: @tasks */
} ThCpuBlock;

/* Takes the block that @row lies in, of the first @n_rows rows of @cpu. */
void th_cpu_block_take (ThCpuBlock  *self,
                        const ThCpu *cpu,
                        guint32      row,
                        guint32      n_rows);

/* The event types of that block, as th_cpu_block_get_mask(), but from the index: the block need not
 * be taken to know that a type is not in it. */
guint64 th_cpu_block_peek_mask (const ThCpu *cpu,
                                guint32      row);

/* Whether taking that block decodes nothing, as far as one can tell without taking it. */
gboolean th_cpu_block_is_in_memory (const ThCpu *cpu,
                                    guint32      row);

static inline void
th_cpu_block_give_back (ThCpuBlock *self)
{
  if (self->pins != NULL)
    __atomic_fetch_sub (self->pins, 1, __ATOMIC_RELEASE);
  self->pins = NULL;
  self->n = 0;
  self->types = NULL;
}

/* Gives the block back, if it was taken, and takes that of another @row of the same @cpu: faster
 * than both calls if it is near. */
void th_cpu_block_move (ThCpuBlock  *self,
                        const ThCpu *cpu,
                        guint32      row,
                        guint32      n_rows);

/* For stepping over the rows of one CPU with a block that was zeroed before: if @row is not in
 * the block, gives it back and takes the block of @row.  Returns the index of the row in
 * the block. */
static inline guint
th_cpu_block_reach (ThCpuBlock  *self,
                    const ThCpu *cpu,
                    guint32      row,
                    guint32      n_rows)
{
  if (row - self->first >= self->n)
    th_cpu_block_move (self, cpu, row, n_rows);

  return row - self->first;
}

/* @i counts from the first row of the block. */

static inline guint16
th_cpu_block_get_type (const ThCpuBlock *self,
                       guint             i)
{
  return self->types[i];
}

static inline gint64
th_cpu_block_get_time (const ThCpuBlock *self,
                       guint             i)
{
  return G_UNLIKELY (self->times != NULL) ? self->times[i] : *self->base + self->offsets[i];
}

static inline guint32
th_cpu_block_get_task (const ThCpuBlock *self,
                       guint             i)
{
  return G_UNLIKELY (self->wide_tasks != NULL) ? self->wide_tasks[i] : self->tasks[i];
}

/* Returns the event types of the block as a mask: bit = type modulo 64.  It may include types
 * of rows that were appended later. */
static inline guint64
th_cpu_block_get_mask (const ThCpuBlock *self)
{
  return __atomic_load_n (self->mask, __ATOMIC_RELAXED);
}

/* Returns the rows of @rows (bit i: row i) whose type is @type. */
guint64 th_cpu_block_find_type (const ThCpuBlock *self,
                                guint64           rows,
                                guint16           type);
/* Returns the rows of @rows whose task is @task. */
guint64 th_cpu_block_find_task (const ThCpuBlock *self,
                                guint64           rows,
                                guint32           task);

G_END_DECLS
