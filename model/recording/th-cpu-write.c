/* th-cpu-write.c - appends decoded events to the index and the columns of one CPU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread at a time appends and publishes.  A reader sees nothing of a row before
 * th_cpu_publish() has raised the count of rows, and the rows below that count never
 * change; so readers need no lock.
 */
#include "config.h"

#include <string.h>

#include "th-cpu-columns.h"
#include "th-cpu-private.h"
#include "th-cpu-stretch.h"
#include "th-time.h"

/* The first segment of a CPU may stay almost empty, so it does not use huge pages. */
static Segment *
th_cpu_add_segment (ThCpu *self)
{
  ThArenaKind kind = self->segments.n_written == 0 ? TH_ARENA_SMALL : TH_ARENA_LARGE;
  Segment *segment = th_arena_alloc (self->arena, kind, sizeof (Segment));

  *(Segment **) th_series_append (&self->segments) = segment;
  return segment;
}

/* Copies the rows of a block into 64-bit columns of its own.  Readers may continue to use
 * the old columns, which are kept: rows do not change. */
static Wide *
th_cpu_widen (ThCpu   *self,
              Segment *segment,
              guint    block,
              guint    n_rows)
{
  Wide *wide = th_arena_alloc (self->arena, TH_ARENA_SMALL, sizeof (Wide));
  Unit *unit = segment_unit (segment, block << BLOCK_SHIFT);
  const Columns *columns = unit->columns;
  guint first = (block << BLOCK_SHIFT) & (UNIT_ROWS - 1);

  th_cpu_keep_unit (self, unit);
  for (guint i = 0; i < n_rows; i++)
    {
      wide->time[i] = segment->block_time[block] + columns->dt[first + i];
      wide->place[i] = segment->block_place[block] +
                       columns_place (columns, self->width, first + i);
    }

  if (segment->wides == NULL)
    __atomic_store_n (&segment->wides,
                      th_arena_alloc (self->arena, TH_ARENA_SMALL,
                                      SEGMENT_BLOCKS * sizeof (Wide *)),
                      __ATOMIC_RELEASE);
  __atomic_store_n (&segment->wides[block], wide, __ATOMIC_RELEASE);

  return wide;
}

static void
th_cpu_write_fitting (ThCpu         *self,
                      Segment       *segment,
                      guint          index,
                      const gint64  *time,
                      const guint64 *place,
                      guint          n)
{
  guint block = index >> BLOCK_SHIFT;

  columns_write_times (segment_unit (segment, index)->columns, self->width,
                       index & (UNIT_ROWS - 1), segment->block_time[block],
                       segment->block_place[block], time, place, n);
  self->last_time = time[n - 1];
}

static void
th_cpu_note_backwards (ThCpu  *self,
                       gint64  now)
{
  if (self->n_backwards == 0)
    self->first_backwards = now;
  __atomic_add_fetch (&self->n_backwards, 1, __ATOMIC_RELEASE);
}

/* Does the same row by row, for irregular blocks.  Returns the number of rows that fit its
 * widths. */
static guint
th_cpu_write_narrow (ThCpu         *self,
                     Segment       *segment,
                     guint          index,
                     const gint64  *time,
                     const guint64 *place,
                     guint          n)
{
  for (guint i = 0; i < n; i++)
    {
      guint block = index >> BLOCK_SHIFT;
      gint64 now = MAX (time[i], self->last_time);

      if (!columns_fit (self->width, self->last_time, segment->block_time[block],
                        segment->block_place[block], &now, place + i, 1))
        return i;

      th_cpu_write_fitting (self, segment, index + i, &now, place + i, 1);
      if (now != time[i])
        th_cpu_note_backwards (self, now);
    }

  return n;
}

static void
th_cpu_write_wide (ThCpu         *self,
                   Wide          *wide,
                   guint          in_block,
                   const gint64  *time,
                   const guint64 *place,
                   guint          n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 now = MAX (time[i], self->last_time);

      wide->time[in_block + i] = now;
      wide->place[in_block + i] = place[i];
      if (now != time[i])
        th_cpu_note_backwards (self, now);
      self->last_time = now;
    }
}

static void
segment_begin_block (Segment *segment,
                     guint    block,
                     gint64   time,
                     guint64  place)
{
  segment->block_time[block] = time;
  segment->block_place[block] = place;
  if ((block & 7) == 0)
    segment->time1[block >> 3] = time;
}

/* @ascends: as in a batch. */
static void
th_cpu_write_times (ThCpu         *self,
                    Segment       *segment,
                    guint          index,
                    const gint64  *time,
                    const guint64 *place,
                    guint          n,
                    gboolean       ascends)
{
  guint block = index >> BLOCK_SHIFT;
  guint in_block = index & (TH_BLOCK_ROWS - 1);
  Wide *wide = segment->wides == NULL ? NULL : segment->wides[block];
  guint done = 0;

  if (in_block == 0)
    segment_begin_block (segment, block, MAX (time[0], self->last_time), place[0]);

  if (wide == NULL &&
      (ascends ? ends_fit : columns_fit) (self->width, self->last_time,
                                          segment->block_time[block],
                                          segment->block_place[block], time, place, n))
    {
      th_cpu_write_fitting (self, segment, index, time, place, n);
      return;
    }

  if (wide == NULL)
    {
      done = th_cpu_write_narrow (self, segment, index, time, place, n);
      if (done == n)
        return;
      wide = th_cpu_widen (self, segment, block, in_block + done);
    }

  th_cpu_write_wide (self, wide, in_block + done, time + done, place + done, n - done);
}

/* Only one thread writes, so this is cheaper than an atomic addition. */
static inline void
add_to_mask (guint64 *mask,
             guint64  types)
{
  __atomic_store_n (mask, *mask | types, __ATOMIC_RELAXED);
}

static void
segment_add_types (Segment *segment,
                   guint    block,
                   guint64  mask)
{
  add_to_mask (&segment->mask0[block], mask);
  add_to_mask (&segment->mask1[block >> 3], mask);
  add_to_mask (&segment->mask2[block >> 6], mask);
  add_to_mask (&segment->mask3, mask);
}

static void
th_cpu_write_types (Segment       *segment,
                    guint          index,
                    const guint16 *type,
                    guint          n)
{
  segment_add_types (segment, index >> BLOCK_SHIFT,
                     columns_write_types (segment_unit (segment, index)->columns,
                                          index & (UNIT_ROWS - 1), type, n));
}

/* Gives the unit a column of 32-bit tasks with the @n tasks that were written. */
static void
th_cpu_widen_tasks (ThCpu *self,
                    Unit  *unit,
                    guint  n)
{
  guint32 *task32 = th_arena_alloc (self->arena, TH_ARENA_SMALL, UNIT_ROWS * sizeof (guint32));

  th_cpu_keep_unit (self, unit);
  for (guint i = 0; i < n; i++)
    task32[i] = unit->columns->task[i];
  __atomic_store_n (&unit->task32, task32, __ATOMIC_RELEASE);
}

static void
th_cpu_write_tasks (ThCpu         *self,
                    Segment       *segment,
                    guint          index,
                    const guint32 *task,
                    guint          n)
{
  Unit *unit = segment_unit (segment, index);
  guint at = index & (UNIT_ROWS - 1);

  if (G_UNLIKELY (!columns_write_tasks (unit->columns, at, task, n) && unit->task32 == NULL))
    th_cpu_widen_tasks (self, unit, at);
  if (G_UNLIKELY (unit->task32 != NULL))
    memcpy (unit->task32 + at, task, n * sizeof (guint32));
}

/* Sets the row and the times of a pending loss, now that its next row is known. */
static void
th_cpu_place_loss (ThCpu  *self,
                   gint64  time)
{
  ThLost *lost = th_series_append (&self->lost);

  lost->row = self->n_written;
  lost->count = self->pending_loss;
  lost->from = self->last_time;
  lost->to = MAX (time, self->last_time);
  self->has_pending_loss = FALSE;
  self->is_after_loss = TRUE;
}

/* Writes rows of one block. */
static void
th_cpu_write_block (ThCpu         *self,
                    Segment       *segment,
                    guint          index,
                    const ThBatch *batch,
                    guint32        from,
                    guint          n,
                    Stretch       *stretch)
{
  guint32 tasks[TH_BLOCK_ROWS];

  if ((index & (UNIT_ROWS - 1)) == 0)
    th_cpu_open_unit (self, segment, index);
  if (G_UNLIKELY (batch->keep))
    th_cpu_keep_unit (self, segment_unit (segment, index));
  th_cpu_write_times (self, segment, index, batch->time + from, batch->place + from, n,
                      batch->ascends);
  th_cpu_write_types (segment, index, batch->type + from, n);
  if (batch->task == NULL)
    stretch_expand (stretch, batch, from, n, tasks);
  th_cpu_write_tasks (self, segment, index, batch->task != NULL ? batch->task + from : tasks, n);
}

/* Whether a refill can decode the columns of the unit that begins with the event @from, so that
 * they need not be written now. */
static gboolean
th_cpu_needs_no_columns (ThCpu         *self,
                         const ThBatch *batch,
                         guint32        from)
{
  gint64 last_time = self->last_time;

  for (guint32 i = from; i < from + UNIT_ROWS; i += TH_BLOCK_ROWS)
    {
      if (!ends_fit (self->width, last_time, batch->time[i], batch->place[i], batch->time + i,
                     batch->place + i, TH_BLOCK_ROWS))
        return FALSE;
      last_time = batch->time[i + TH_BLOCK_ROWS - 1];
    }
  return TRUE;
}

/* Adds a whole unit to the index and writes no columns. */
static void
th_cpu_index_unit (ThCpu         *self,
                   Segment       *segment,
                   guint          index,
                   const ThBatch *batch,
                   guint32        from)
{
  for (guint block = index >> BLOCK_SHIFT; block < (index + UNIT_ROWS) >> BLOCK_SHIFT;
       block++, from += TH_BLOCK_ROWS)
    {
      segment_begin_block (segment, block, batch->time[from], batch->place[from]);
      segment_add_types (segment, block, types_mask (batch->type + from, TH_BLOCK_ROWS));
    }
  self->last_time = batch->time[from - 1];
}

/* Whether the batch may contain units that need no columns. */
static gboolean
th_cpu_may_index (const ThCpu   *self,
                  const ThBatch *batch)
{
  guint32 tasks = 0;

  if (self->cache == NULL || batch->keep || !batch->ascends || batch->task != NULL)
    return FALSE;

  for (guint32 i = 0; i < batch->n_changes; i++)
    tasks |= batch->changes[i].task;
  return tasks <= G_MAXUINT16;
}

static guint32
th_cpu_append_all (ThCpu         *self,
                   const ThBatch *given)
{
  ThBatch batch = *given;
  Stretch stretch = { 0 };
  gint64 last_time = self->last_time;
  gboolean may_index;

  batch.n = MIN (given->n, self->max_rows - self->n_written);
  if (batch.n == 0)
    return 0;
  if (self->has_pending_loss)
    th_cpu_place_loss (self, batch.time[0]);
  /* Rows before the last one are written with its time instead of theirs, so times would differ. */
  batch.ascends = given->ascends && batch.time[0] >= last_time;
  may_index = th_cpu_may_index (self, &batch);

  for (guint32 done = 0, step; done < batch.n; done += step)
    {
      guint32 row = self->n_written + done;
      guint index = row & (SEGMENT_ROWS - 1);
      Segment *segment = index == 0 ? th_cpu_add_segment (self) : cpu_segment (self, row);

      if (may_index && (index & (UNIT_ROWS - 1)) == 0 && batch.n - done >= UNIT_ROWS &&
          th_cpu_needs_no_columns (self, &batch, done))
        {
          step = UNIT_ROWS;
          th_cpu_index_unit (self, segment, index, &batch, done);
          stretch_pass (&stretch, &batch, done + step);
        }
      else
        {
          step = MIN (batch.n - done, TH_BLOCK_ROWS - (index & (TH_BLOCK_ROWS - 1)));
          th_cpu_write_block (self, segment, index, &batch, done, step, &stretch);
        }
      if (index + step == SEGMENT_ROWS)
        segment->last_time = self->last_time;
    }

  if (self->cache != NULL)
    th_cpu_note_types (self, batch.type, batch.n);
  th_cpu_write_runs (self, &batch, batch.n, last_time);
  self->n_written += batch.n;

  return batch.n;
}

/* Appends the rows [@from, @to) of @batch; *@next: the first switch not yet passed. */
static gboolean
th_cpu_append_span (ThCpu         *self,
                    const ThBatch *batch,
                    guint32        from,
                    guint32        to,
                    guint32       *next)
{
  g_autoptr(GArray) switches = g_array_new (FALSE, FALSE, sizeof (ThSwitch));
  ThBatch span = { .n = to - from, .time = batch->time + from, .place = batch->place + from,
                   .type = batch->type + from, .task = batch->task + from,
                   .ascends = batch->ascends, .keep = batch->keep };

  while (*next < batch->n_switches && batch->switches[*next].index < from)
    (*next)++;
  for (; *next < batch->n_switches && batch->switches[*next].index < to; (*next)++)
    {
      ThSwitch change = { batch->switches[*next].index - from, batch->switches[*next].next_task };

      g_array_append_val (switches, change);
    }
  span.n_switches = switches->len;
  span.switches = switches->len > 0 ? (const ThSwitch *) switches->data : NULL;

  return th_cpu_append_all (self, &span) == span.n;
}

/* Appends those events of @batch whose types are not ignored.  The batch has a task for each. */
static guint32
th_cpu_append_spans (ThCpu         *self,
                     const ThBatch *batch)
{
  guint32 next = 0;

  for (guint32 from = 0, to; from < batch->n; from = to)
    {
      gboolean ignored = self->ignored[batch->type[from]];

      for (to = from + 1; to < batch->n && !self->ignored[batch->type[to]] == !ignored; to++)
        ;
      if (!ignored && !th_cpu_append_span (self, batch, from, to, &next))
        return from;
    }

  return batch->n;
}

static guint32
th_cpu_append_wanted (ThCpu         *self,
                      const ThBatch *batch)
{
  g_autofree guint32 *tasks = NULL;
  ThBatch expanded = *batch;
  Stretch stretch = { 0 };

  if (G_LIKELY (self->ignored == NULL))
    return th_cpu_append_all (self, batch);
  if (batch->task != NULL)
    return th_cpu_append_spans (self, batch);

  tasks = g_new (guint32, batch->n);
  stretch_expand (&stretch, batch, 0, batch->n, tasks);
  expanded.task = tasks;
  return th_cpu_append_spans (self, &expanded);
}

guint32
th_cpu_append (ThCpu         *self,
               const ThBatch *batch)
{
  g_autofree gint64 *times = NULL;
  ThBatch shifted = *batch;

  if (G_LIKELY (self->shift == 0))
    return th_cpu_append_wanted (self, batch);

  times = g_new (gint64, batch->n);
  for (guint32 i = 0; i < batch->n; i++)
    times[i] = th_time_shift (batch->time[i], self->shift);
  shifted.time = times;

  return th_cpu_append_wanted (self, &shifted);
}

void
th_cpu_set_shift (ThCpu  *self,
                  gint64  shift)
{
  self->shift = shift;
}

void
th_cpu_set_ignored (ThCpu        *self,
                    const guint8 *ignored)
{
  self->ignored = ignored;
}

void
th_cpu_append_lost (ThCpu  *self,
                    gint64  count)
{
  if (!self->has_pending_loss)
    self->pending_loss = count;
  else if (self->pending_loss < 0 || count < 0)
    self->pending_loss = -1;
  else
    self->pending_loss += count;

  self->has_pending_loss = TRUE;
}

void
th_cpu_publish (ThCpu  *self,
                gint64  complete_until)
{
  if (complete_until == G_MAXINT64 && self->has_pending_loss)
    th_cpu_place_loss (self, self->last_time);

  th_series_publish (&self->segments);
  th_series_publish (&self->lost);
  th_series_publish (&self->run_groups);
  th_series_publish (&self->odd_runs);
  for (guint i = 0; i < N_RUN_LEVELS; i++)
    th_series_publish (&self->run_nodes[i]);
  /* Publishes rows before runs: a reader that sees a run may read its row. */
  __atomic_store_n (&self->n_rows, self->n_written, __ATOMIC_RELEASE);
  th_series_publish (&self->runs);
  th_cpu_publish_types (self);
  if (complete_until != TH_TIME_NONE)
    __atomic_store_n (&self->complete,
                      complete_until == G_MAXINT64 ? complete_until
                                                   : th_time_shift (complete_until, self->shift),
                      __ATOMIC_RELEASE);
  th_cpu_close_units (self, complete_until == G_MAXINT64);
}
