/* th-column-slots.h - the slots of the column cache, shared by the files of ThCpu
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cpu-private.h"

/* Gives a unit of the writer a slot; it is resident and has one pin.  It gets the slot @wanted if
 * that was given back by th_column_cache_return() and is still free. */
void     th_column_cache_lend  (ThColumnCache *self,
                                Unit          *unit,
                                guint          wanted);
/* Ends that pin.  The next unit that needs a slot gets this one, unless the unit was read. */
void     th_column_cache_return (ThColumnCache *self,
                                Unit          *unit);
/* Removes the slot of a pinned unit from the cache: its columns are kept.  Only the writer calls
 * this, once for a unit. */
void     th_column_cache_keep  (ThColumnCache *self,
                                Unit          *unit);
/* Gives the pinned @unit a slot, unless it has one, to decode the block with number @block into.
 * Returns NULL if that is not necessary any more, because another thread has done so meanwhile.
 * Otherwise no other thread decodes into the unit until th_column_cache_end(). */
Columns *th_column_cache_begin (ThColumnCache *self,
                                Unit          *unit,
                                guint          block);
/* The blocks @filled (bit = number) are decoded; readers that wait for them may go on. */
void     th_column_cache_end   (ThColumnCache *self,
                                Unit          *unit,
                                guint64        filled);
