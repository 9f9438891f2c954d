/* th-rows-private.h - the layout of a subset, shared by the files of ThRows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A part holds the bits of one segment of a CPU (th-cpu-private.h) and its
 * pyramid.  Counts of a node are final once its rows are decided, and readers
 * only access such nodes, so what they read does not change.
 */
#pragma once

#include "th-cpu-private.h"
#include "th-rows.h"

/* The bits of a unit none or all of whose rows are included so far.  The latter also has those of
 * rows that are not decided. */
extern const guint64 rows_none[UNIT_BLOCKS];
extern const guint64 rows_all[UNIT_BLOCKS];

/* 0.13 bytes per row, or 0.01 if it has no bits of its own. */
typedef struct
{
  const guint64 *bits[SEGMENT_UNITS]; /* atomic; of each unit: one of the above, or its own */
  guint16 count1[SEGMENT_BLOCKS / 8]; /* included rows */
  guint16 count2[SEGMENT_BLOCKS / 64];
  guint32 count3;
  guint32 before;                     /* included rows in the preceding parts */
} RowsPart;

typedef struct
{
  ThCpu   *cpu;
  ThSeries parts;     /* RowsPart * */
  guint64  published; /* atomic: number of rows decided, and of those included << 32 */
} RowsCpu;

struct _ThRows
{
  gatomicrefcount ref_count;
  ThRecording    *recording;
  ThArena        *arena;
  guint           n_streams;
  guint          *first;     /* index of each stream's first CPU, and the number of all */
  RowsCpu        *cpus;
};

static inline RowsCpu *
rows_cpu (ThRows *self,
          guint   stream,
          guint   cpu)
{
  if (stream >= self->n_streams || cpu >= self->first[stream + 1] - self->first[stream])
    return NULL;

  return &self->cpus[self->first[stream] + cpu];
}

static inline guint64
rows_published (const RowsCpu *self)
{
  return __atomic_load_n (&self->published, __ATOMIC_ACQUIRE);
}

static inline guint32
rows_decided (const RowsCpu *self)
{
  return (guint32) rows_published (self);
}

static inline RowsPart *
rows_part (const RowsCpu *self,
           guint32        row)
{
  return *(RowsPart **) th_series_get (&self->parts, row >> SEGMENT_SHIFT);
}

/* The writer may concurrently add rows to the same words. */
#define ROWS_GET(place) __atomic_load_n (&(place), __ATOMIC_RELAXED)
#define ROWS_SET(place, value) __atomic_store_n (&(place), (value), __ATOMIC_RELAXED)

/* The bits of a block. */
static inline guint64
rows_part_get (const RowsPart *part,
               guint           block)
{
  const guint64 *bits = __atomic_load_n (&part->bits[block / UNIT_BLOCKS], __ATOMIC_ACQUIRE);

  return ROWS_GET (bits[block % UNIT_BLOCKS]);
}

/* Bits below bit @n of a word, n at most 64. */
static inline guint64
rows_below (guint n)
{
  return n >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << n) - 1;
}
