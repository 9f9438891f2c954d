/* th-series.h - an array that grows while others read it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread appends, any number of threads read, without locks.  Elements
 * live in arena chunks and never move; an element is readable once
 * th_series_publish() has raised the length past it.
 */
#pragma once

#include "th-arena.h"

G_BEGIN_DECLS

typedef struct
{
  ThArena   *arena;
  gpointer  *chunks;       /* atomic; replaced, never changed in place below n_published */
  guint      n_chunk_slots;
  guint      element_size;
  guint      chunk_shift;  /* log2 of the elements of a chunk */
  guint32    n_written;    /* accessed only by the writer, like @tail */
  guint32    n_published;  /* atomic */
  guint8    *tail;         /* the chunk that the last element is in */
} ThSeries;

void     th_series_init    (ThSeries *self,
                            ThArena  *arena,
                            guint     element_size,
                            guint     chunk_shift);

/* Writer: adds a chunk for the next element.  Only th_series_append() calls it. */
void     th_series_add_chunk (ThSeries *self);

/* Writer: does what th_series_append() does, if the last chunk has room. */
static inline gpointer
th_series_append_to_chunk (ThSeries *self)
{
  guint32 at = self->n_written++ & ((1u << self->chunk_shift) - 1);

  return self->tail + (gsize) at * self->element_size;
}

/* Writer: appends an element, zeroed and not visible yet, and returns it.  Analyses append several
 * elements per packet, so this is inline. */
static inline gpointer
th_series_append (ThSeries *self)
{
  if (G_UNLIKELY ((self->n_written & ((1u << self->chunk_shift) - 1)) == 0))
    th_series_add_chunk (self);
  return th_series_append_to_chunk (self);
}

/* Writer: makes all appended elements visible. */
void     th_series_publish (ThSeries *self);

/* Reader: the number of elements that may be read. */
static inline guint32
th_series_get_length (const ThSeries *self)
{
  return __atomic_load_n (&self->n_published, __ATOMIC_ACQUIRE);
}

/* Reader: @index must be below a length that was read before. */
static inline gpointer
th_series_get (const ThSeries *self,
               guint32         index)
{
  gpointer *chunks = __atomic_load_n (&self->chunks, __ATOMIC_ACQUIRE);
  guint32 mask = (1u << self->chunk_shift) - 1;

  return (guint8 *) chunks[index >> self->chunk_shift] + (gsize) (index & mask) *
         self->element_size;
}

/* Adjacent elements in memory, cached by a reader that steps over many. */
typedef struct
{
  gconstpointer elements;
  guint32       first;    /* index of elements[0] */
  guint32       n;        /* number of elements */
} ThSeriesStretch;

/* Reader: makes @stretch contain element @index.  FALSE: there is no such element yet. */
static inline gboolean
th_series_stretch_reach (ThSeriesStretch *stretch,
                         const ThSeries  *series,
                         guint32          index)
{
  guint32 size, length;

  if (G_LIKELY (index - stretch->first < stretch->n))
    return TRUE;

  size = 1u << series->chunk_shift;
  length = th_series_get_length (series);
  if (index >= length)
    return FALSE;

  stretch->first = index & ~(size - 1);
  stretch->n = MIN (size, length - stretch->first);
  stretch->elements = th_series_get (series, stretch->first);
  /* The next chunk is elsewhere in memory, so prefetch its first bytes. */
  if (length - stretch->first > size)
    for (guint i = 0; i < 256; i += 64)
      __builtin_prefetch ((const guint8 *) th_series_get (series, stretch->first + size) + i);
  return TRUE;
}

G_END_DECLS
