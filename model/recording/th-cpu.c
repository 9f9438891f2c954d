/* th-cpu.c - one CPU: its creation, its counts and its losses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cpu-private.h"
#include "th-recording-testing.h"

static guint32 max_rows_set; /* atomic */

void
th_cpu_set_max_rows (guint32 max_rows)
{
  __atomic_store_n (&max_rows_set, max_rows, __ATOMIC_RELAXED);
}

ThCpu *
th_cpu_new (ThArena      *arena,
            guint         number,
            ThPlaceWidth  width)
{
  ThCpu *self = g_new0 (ThCpu, 1);

  self->arena = arena;
  self->number = number;
  self->width = width;
  self->complete = TH_TIME_NONE;
  self->last_time = TH_TIME_NONE;
  self->max_rows = __atomic_load_n (&max_rows_set, __ATOMIC_RELAXED);
  if (self->max_rows == 0)
    self->max_rows = TH_CPU_MAX_ROWS;
  self->run_task = TH_TASK_NONE;
  g_mutex_init (&self->counts.lock);
  th_series_init (&self->segments, arena, sizeof (Segment *), 4);
  th_series_init (&self->lost, arena, sizeof (ThLost), 5);
  th_series_init (&self->runs, arena, sizeof (PackedRun), RUN_CHUNK_SHIFT);
  th_series_init (&self->run_groups, arena, sizeof (RunGroup), 8);
  th_series_init (&self->odd_runs, arena, sizeof (OddRun), 8);
  for (guint i = 0; i < N_RUN_LEVELS; i++)
    th_series_init (&self->run_nodes[i], arena, sizeof (RunNode), 6);

  return self;
}

void
th_cpu_free (ThCpu *self)
{
  g_mutex_clear (&self->counts.lock);
  g_free (self->counts.n);
  g_free (self->counts.pending);
  g_free (self);
}

guint
th_cpu_get_number (const ThCpu *self)
{
  return self->number;
}

guint32
th_cpu_get_n_rows (const ThCpu *self)
{
  return __atomic_load_n (&self->n_rows, __ATOMIC_ACQUIRE);
}

gint64
th_cpu_get_complete (const ThCpu *self)
{
  return __atomic_load_n (&self->complete, __ATOMIC_ACQUIRE);
}

guint32
th_cpu_get_n_backwards (const ThCpu *self,
                        gint64      *first)
{
  guint32 n = __atomic_load_n (&self->n_backwards, __ATOMIC_ACQUIRE);

  if (n > 0 && first != NULL)
    *first = self->first_backwards;
  return n;
}

guint32
th_cpu_get_n_lost (const ThCpu *self)
{
  return th_series_get_length (&self->lost);
}

ThLost
th_cpu_get_lost (const ThCpu *self,
                 guint32      index)
{
  return *(ThLost *) th_series_get (&self->lost, index);
}
