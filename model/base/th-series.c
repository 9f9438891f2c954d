/* th-series.c - an array that grows while others read it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-series.h"

void
th_series_init (ThSeries *self,
                ThArena  *arena,
                guint     element_size,
                guint     chunk_shift)
{
  *self = (ThSeries) { .arena = arena, .element_size = element_size, .chunk_shift = chunk_shift };
}

/* Replaces the table of chunks by a longer copy; the old one stays valid for readers that
 * still use it (the arena frees both). */
static void
th_series_grow (ThSeries *self)
{
  guint n_slots = self->n_chunk_slots == 0 ? 8 : self->n_chunk_slots * 2;
  gpointer *chunks = th_arena_alloc (self->arena, TH_ARENA_SMALL, n_slots * sizeof (gpointer));

  if (self->n_chunk_slots > 0)
    memcpy (chunks, self->chunks, self->n_chunk_slots * sizeof (gpointer));

  __atomic_store_n (&self->chunks, chunks, __ATOMIC_RELEASE);
  self->n_chunk_slots = n_slots;
}

/* The first chunk may stay almost empty, so it does not use huge pages.  Later ones mostly fill
 * up. */
void
th_series_add_chunk (ThSeries *self)
{
  guint32 chunk = self->n_written >> self->chunk_shift;

  if (chunk == self->n_chunk_slots)
    th_series_grow (self);
  self->tail = th_arena_alloc (self->arena, chunk == 0 ? TH_ARENA_SMALL : TH_ARENA_LARGE,
                               (gsize) self->element_size << self->chunk_shift);
  self->chunks[chunk] = self->tail;
}

void
th_series_publish (ThSeries *self)
{
  __atomic_store_n (&self->n_published, self->n_written, __ATOMIC_RELEASE);
}
