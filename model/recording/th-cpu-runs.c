/* th-cpu-runs.c - which task ran on the CPU, and when
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cpu-private.h"

guint32
th_cpu_get_n_runs (const ThCpu *self)
{
  return th_series_get_length (&self->runs);
}

guint32
th_cpu_get_n_exact_runs (const ThCpu *self)
{
  return __atomic_load_n (&self->n_exact, __ATOMIC_RELAXED);
}

gint64
th_cpu_get_run_end (const ThCpu *self,
                    guint32      index,
                    guint32      n)
{
  if (index + 1 < n)
    {
      Run next = cpu_run (self, index + 1);

      return run_end (self, cpu_run (self, index), next, cpu_run_begin (self, index + 1, next));
    }

  return cpu_time (self, th_cpu_get_n_rows (self) - 1);
}

ThRun
th_cpu_get_run (const ThCpu *self,
                guint32      index)
{
  Run run = cpu_run (self, index);

  return (ThRun) {
    .begin = cpu_run_begin (self, index, run),
    .end = th_cpu_get_run_end (self, index, th_cpu_get_n_runs (self)),
    .row = run.row,
    .task = run_task (run),
    .flags = run_flags (run)
  };
}

guint32
th_cpu_find_run (const ThCpu *self,
                 gint64       time)
{
  guint32 n = th_cpu_get_n_runs (self);
  guint32 low = 0;

  if (n == 0 || cpu_run_begin (self, 0, cpu_run (self, 0)) > time)
    return G_MAXUINT32;

  while (n > 1)
    {
      guint32 half = n / 2;

      if (cpu_run_begin (self, low + half, cpu_run (self, low + half)) <= time)
        low += half;
      n -= half;
    }

  return low;
}
