/* th-unit-take.h - takes the unit of a block, whose columns can be read until it is given back
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Taking a unit pins it and decodes the block, unless its columns are in memory anyway.
 */
#pragma once

#include "th-cpu-refill.h"

/* Whether the block of @row is decoded; the unit is pinned and resident. */
static inline gboolean
unit_has_block (const Unit *unit,
                guint32     row)
{
  return __atomic_load_n (&unit->filled, __ATOMIC_ACQUIRE) >>
         ((row & (UNIT_ROWS - 1)) >> BLOCK_SHIFT) & 1;
}

/* Makes the columns of the block of @row readable.  Pins the unit, unless its columns are kept;
 * *@pinned is it, or NULL if it needs no pin. */
static inline const Columns *
unit_take (const ThCpu *self,
           Unit        *unit,
           guint32      row,
           Unit       **pinned)
{
  *pinned = NULL;
  if (G_LIKELY (__atomic_load_n (&unit->state, __ATOMIC_ACQUIRE) & UNIT_KEPT))
    return unit->columns;

  *pinned = unit;
  if (G_UNLIKELY (!(__atomic_fetch_add (&unit->state, 1, __ATOMIC_ACQUIRE) & UNIT_RESIDENT) ||
                  !unit_has_block (unit, row)))
    th_cpu_fill_block (self, unit, row);
  return unit->columns;
}

/* Makes the columns of another block readable, of a unit that is pinned (NULL: needs no pin). */
static inline void
unit_reach (const ThCpu *self,
            Unit        *pinned,
            guint32      row)
{
  if (pinned != NULL && G_UNLIKELY (!unit_has_block (pinned, row)))
    th_cpu_fill_block (self, pinned, row);
}

static inline void
unit_give_back (Unit *pinned)
{
  if (pinned != NULL)
    __atomic_fetch_sub (&pinned->state, 1, __ATOMIC_RELEASE);
}

/* Notes that a pinned unit is likely to be used again. */
static inline void
unit_refer (Unit *pinned)
{
  if (pinned != NULL && !(__atomic_load_n (&pinned->state, __ATOMIC_RELAXED) & UNIT_REFERENCED))
    __atomic_fetch_or (&pinned->state, UNIT_REFERENCED, __ATOMIC_RELAXED);
}
