/* th-cpu-units.c - opens and closes the units that the writer of a CPU fills
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-column-slots.h"

void
th_cpu_set_source (ThCpu                *cpu,
                   ThColumnCache        *cache,
                   const ThColumnSource *vtable,
                   gpointer              source,
                   gpointer              track)
{
  g_return_if_fail (cpu->width == TH_PLACE_U16X4 && cpu->n_written == 0);

  cpu->cache = cache;
  cpu->vtable = vtable;
  cpu->source = source;
  cpu->track = track;
}

/* The first units of a CPU may stay almost empty, so they do not use huge pages; a later
 * one follows full ones. */
void
th_cpu_open_unit (ThCpu   *self,
                  Segment *segment,
                  guint    index)
{
  ThArenaKind kind = self->segments.n_written == 1 ? TH_ARENA_SMALL : TH_ARENA_LARGE;
  Unit *unit = segment_unit (segment, index);

  if (self->cache != NULL)
    {
      th_column_cache_lend (self->cache, unit, self->slot);
      unit->is_lent = TRUE;
      return;
    }

  unit->columns = th_arena_alloc (self->arena, kind, columns_size (self->width));
  unit->state = UNIT_KEPT;
}

void
th_cpu_keep_unit (ThCpu *self,
                  Unit  *unit)
{
  if (self->cache != NULL && !(__atomic_load_n (&unit->state, __ATOMIC_RELAXED) & UNIT_KEPT))
    th_column_cache_keep (self->cache, unit);
}

void
th_cpu_close_units (ThCpu    *self,
                    gboolean  all)
{
  guint32 end = all ? self->n_written : self->n_written & ~(UNIT_ROWS - 1);

  while (self->cache != NULL && self->n_closed < end)
    {
      Segment *segment = cpu_segment (self, self->n_closed);
      Unit *unit = segment_unit (segment, self->n_closed & (SEGMENT_ROWS - 1));
      guint32 n = MIN (UNIT_ROWS, end - self->n_closed);

      if (unit->is_lent)
        {
          unit->is_lent = FALSE;
          self->slot = unit->slot;
          th_column_cache_return (self->cache, unit);
        }
      self->n_closed += n;
    }
}
