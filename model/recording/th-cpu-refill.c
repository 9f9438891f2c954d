/* th-cpu-refill.c - decodes the columns of a unit that are not in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The index tells where the rows of the unit are in the file, and much of what they must be:
 * the time, the place and the types of each block.  A file that was overwritten differs, and
 * its rows are not shown as if they were those of the recording.
 */
#include "config.h"

#include "th-column-slots.h"
#include "th-time.h"
#include "th-type.h"

struct _ThRefill
{
  const ThCpu   *cpu;
  const Segment *segment;
  Columns       *columns;
  guint          first;     /* the index of the unit's first row in the segment */
  guint          n;         /* its rows */
  guint          done;
  guint64        begin;     /* place of the first row */
  gint64         last_time; /* of the row that was written last */
  gboolean       ascends;   /* no row of the CPU was older than its predecessor */
  guint64        mask;      /* types of the block that is being written */
  gboolean       differs;   /* from the index */
};

/* Writes rows whose times do not ascend, one by one as the load does. */
static gboolean
refill_raise (ThRefill      *self,
              guint          block,
              const gint64  *time,
              const guint64 *place,
              guint          n)
{
  ThPlaceWidth width = self->cpu->width;
  gint64 base = self->segment->block_time[block];
  guint64 place_base = self->segment->block_place[block];

  for (guint i = 0; i < n; i++)
    {
      gint64 now = MAX (time[i], self->last_time);

      if (!columns_fit (width, self->last_time, base, place_base, &now, place + i, 1))
        return FALSE;
      columns_write_times (self->columns, width, self->done + i, base, place_base, &now,
                           place + i, 1);
      self->last_time = now;
    }

  return TRUE;
}

static gboolean
refill_times (ThRefill      *self,
              guint          block,
              const gint64  *time,
              const guint64 *place,
              guint          n)
{
  gint64 base = self->segment->block_time[block];
  guint64 place_base = self->segment->block_place[block];

  if (self->done % TH_BLOCK_ROWS == 0 &&
      ((self->ascends ? time[0] : MAX (time[0], self->last_time)) != base ||
       place[0] != place_base))
    return FALSE;
  if (!columns_fit (self->cpu->width, self->last_time, base, place_base, time, place, n))
    return !self->ascends && refill_raise (self, block, time, place, n);

  columns_write_times (self->columns, self->cpu->width, self->done, base, place_base, time, place,
                       n);
  self->last_time = time[n - 1];
  return TRUE;
}

/* Writes rows of one block. */
static gboolean
refill_block (ThRefill      *self,
              const ThBatch *batch,
              guint32        from,
              guint          n)
{
  guint block = (self->first + self->done) >> BLOCK_SHIFT;

  if (!refill_times (self, block, batch->time + from, batch->place + from, n) ||
      !columns_write_tasks (self->columns, self->done, batch->task + from, n))
    return FALSE;

  self->mask |= columns_write_types (self->columns, self->done, batch->type + from, n);
  self->done += n;
  if (self->done != self->n && self->done % TH_BLOCK_ROWS != 0)
    return TRUE;
  if (self->mask != __atomic_load_n (&self->segment->mask0[block], __ATOMIC_RELAXED))
    return FALSE;

  self->mask = 0;
  return TRUE;
}

/* Adds the rows from @from to @to - 1, none of which is ignored. */
static void
refill_span (ThRefill      *self,
             const ThBatch *batch,
             guint32        from,
             guint32        to)
{
  for (guint n; from < to && self->done < self->n && !self->differs; from += n)
    {
      n = MIN (to - from, TH_BLOCK_ROWS - self->done % TH_BLOCK_ROWS);
      n = MIN (n, self->n - self->done);
      self->differs = !refill_block (self, batch, from, n);
    }
}

static gboolean
is_ignored (const ThRefill *self,
            guint16         type)
{
  return self->cpu->ignored != NULL && self->cpu->ignored[type];
}

static void
refill_wanted (ThRefill      *self,
               const ThBatch *batch)
{
  guint32 from = 0, to;

  while (from < batch->n && batch->place[from] < self->begin)
    from++;
  for (; from < batch->n; from = to + 1)
    {
      for (to = from; to < batch->n && !is_ignored (self, batch->type[to]); to++)
        ;
      refill_span (self, batch, from, to);
    }
}

gboolean
th_refill_add (ThRefill      *self,
               const ThBatch *batch)
{
  g_autofree gint64 *times = NULL;
  ThBatch shifted = *batch;

  if (self->cpu->shift != 0)
    {
      times = g_new (gint64, batch->n);
      for (guint32 i = 0; i < batch->n; i++)
        times[i] = th_time_shift (batch->time[i], self->cpu->shift);
      shifted.time = times;
    }
  refill_wanted (self, &shifted);

  return self->done < self->n && !self->differs;
}

/* The first place after the unit. */
static guint64
end_place (const ThCpu *cpu,
           guint32      end)
{
  if (end >= th_cpu_get_n_rows (cpu))
    return G_MAXUINT64;

  return cpu_segment (cpu, end)->block_place[(end & (SEGMENT_ROWS - 1)) >> BLOCK_SHIFT];
}

/* Gives rows that cannot be decoded the time and the place of their block. */
static void
refill_unknown (ThRefill *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      self->columns->dt[i] = 0;
      self->columns->place.narrow[i] = 0;
      self->columns->type[i] = TH_TYPE_OTHER;
      self->columns->task[i] = TH_TASK_IDLE;
    }
}

void
th_cpu_fill_unit (const ThCpu *self,
                  Unit        *unit,
                  guint32      row)
{
  guint first = row & (SEGMENT_ROWS - 1);
  ThRefill refill = { .cpu = self, .segment = cpu_segment (self, row), .first = first,
                      .n = MIN (UNIT_ROWS, th_cpu_get_n_rows (self) - row) };

  refill.columns = th_column_cache_begin (self->cache, unit);
  if (refill.columns == NULL)
    return;

  refill.begin = refill.segment->block_place[first >> BLOCK_SHIFT];
  refill.last_time = refill.segment->block_time[first >> BLOCK_SHIFT];
  refill.ascends = th_cpu_get_n_backwards (self, NULL) == 0;
  if (!self->vtable->decode (self->source, self->track, refill.begin,
                             end_place (self, row + refill.n), &refill) ||
      refill.differs || refill.done < refill.n)
    {
      refill_unknown (&refill);
      self->vtable->changed (self->source);
    }
  th_column_cache_end (self->cache, unit);
}
