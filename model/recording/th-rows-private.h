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

/* 0.13 bytes per row. */
typedef struct
{
  guint64 bits[SEGMENT_BLOCKS];
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

/* Bits below bit @n of a word, n at most 64. */
static inline guint64
rows_below (guint n)
{
  return n >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << n) - 1;
}
