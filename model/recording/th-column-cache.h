/* th-column-cache.h - columns that are decoded when they are read, and the memory for them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A loader whose file can be read again gives each of its CPUs a source.  Of such a CPU only
 * the index stays in memory: first times, places and masks of blocks, runs, and losses.  Its
 * columns are divided into units of 32 blocks (2,048 rows).  When a row is read, its unit gets a
 * slot of the cache, which all CPUs of a recording share, and its block is decoded, together
 * with what the loader has to decode anyway.  The more of the blocks before it are decoded, the
 * more of those after it are decoded at once, so that a walk decodes whole units.  When the
 * slots take as much memory as the limit of the cache allows, the slot of another unit is
 * reused; only if readers hold all of them, the cache grows beyond its limit.
 *
 * While it is loaded, a CPU is written through the same slots, which are reused as soon as their
 * rows are published: the cache is filled by those who read.  Columns of a unit that comes with
 * one batch would be thrown away at once, so they are not written at all.  What could not be
 * decoded again with the same result stays in memory: units of a batch with @keep, and those with
 * rows that do not fit the widths of the columns (th-cpu.h).
 *
 * A reader pins a unit while it reads, with one atomic operation and without a lock; pinned
 * units stay where they are.  Reading blocks (th-cpu-block.h), which is how one reads many
 * rows, does not count as use: the slot of such a unit is reused first, so that a walk over
 * a whole recording does not replace what the screen shows.
 *
 * What is decoded is compared with the index.  If it differs, the file has changed: the
 * source is told, and the rows that were to be decoded have the times of their blocks and no
 * type (%TH_TYPE_OTHER).
 */
#pragma once

#include "th-cpu.h"

G_BEGIN_DECLS

typedef struct _ThColumnCache ThColumnCache;
/* A unit that is being decoded. */
typedef struct _ThRefill ThRefill;

/**
 * ThColumnSource:
 * @decode: decodes the events of @track with places from @begin up to but not including
 *   @end, in the order in which they were appended, and passes them to th_refill_add(),
 *   possibly with some events before and after them.  Returns %FALSE if not all of them can
 *   be read.  What differs from the index is not believed, so it may pass what it finds
 * @changed: the file is not the one that was loaded
 *
 * How a loader decodes again what it has loaded.  Any thread calls these, several at once;
 * @source and @track are those of th_cpu_set_source().
 */
typedef struct
{
  gboolean (*decode)  (gpointer  source,
                       gpointer  track,
                       guint64   begin,
                       guint64   end,
                       ThRefill *refill);
  void     (*changed) (gpointer  source);
} ThColumnSource;

/* Before the first row: the columns of @cpu may be decoded again by @vtable, whose functions
 * get @source and @track.  All three live as long as @cpu.  For TH_PLACE_U16X4 only. */
void           th_cpu_set_source            (ThCpu                *cpu,
                                             ThColumnCache        *cache,
                                             const ThColumnSource *vtable,
                                             gpointer              source,
                                             gpointer              track);

/* Takes decoded events, with a task for each; switches are ignored.  Returns FALSE if no more are
 * needed. */
gboolean       th_refill_add                (ThRefill             *self,
                                             const ThBatch        *batch);

/* A recording creates its cache (th_recording_get_column_cache()).  Its slots are memory of
 * @arena. */
ThColumnCache *th_column_cache_new          (ThArena              *arena);
void           th_column_cache_free         (ThColumnCache        *self);
/* Sets the size that the cache grows to, at least one unit.  A smaller one does not free memory.
 * Unless it is set, it is 1/64 of the machine's memory, but at least 32 MiB: decoding costs
 * fifty times as much as reading a column, so the columns of most recordings should fit. */
void           th_column_cache_set_limit    (ThColumnCache        *self,
                                             gsize                 bytes);
gsize          th_column_cache_get_limit    (ThColumnCache        *self);

G_END_DECLS
