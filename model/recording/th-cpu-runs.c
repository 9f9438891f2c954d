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
    return run_end (cpu_run (self, index), cpu_run (self, index + 1));

  return th_cpu_get_last_time (self, th_cpu_get_n_rows (self));
}

ThRun
th_cpu_get_run (const ThCpu *self,
                guint32      index)
{
  Run run = cpu_run (self, index);

  return (ThRun) {
    .begin = run.begin,
    .end = th_cpu_get_run_end (self, index, th_cpu_get_n_runs (self)),
    .row = run.row,
    .task = run_task (run),
    .flags = run_flags (run)
  };
}

static gboolean
has_begun (const ThCpu *self,
           guint32      index,
           gint64       time)
{
  return cpu_run (self, index).begin <= time;
}

/* Returns the last of the @n runs from @low on that begins at or before @time; run @low does. */
static guint32
bisect (const ThCpu *self,
        gint64       time,
        guint32      low,
        guint32      n)
{
  while (n > 1)
    {
      guint32 half = n / 2;

      if (has_begun (self, low + half, time))
        low += half;
      n -= half;
    }

  return low;
}

guint32
th_cpu_find_run (const ThCpu *self,
                 gint64       time)
{
  guint32 n = th_cpu_get_n_runs (self);

  return n == 0 || !has_begun (self, 0, time) ? G_MAXUINT32 : bisect (self, time, 0, n);
}

/* Gallops away from @near, doubling the stride, until the run lies between two strides. */
guint32
th_cpu_find_run_near (const ThCpu *self,
                      gint64       time,
                      guint32      near)
{
  guint32 n = th_cpu_get_n_runs (self);
  guint64 low, high, stride = 1;

  if (n == 0 || !has_begun (self, 0, time))
    return G_MAXUINT32;

  low = high = MIN (near, n - 1);
  if (has_begun (self, low, time))
    {
      for (; low + stride < n && has_begun (self, low + stride, time); stride *= 2)
        low += stride;
      return bisect (self, time, low, MIN (stride, n - low));
    }
  for (; stride < high && !has_begun (self, high - stride, time); stride *= 2)
    high -= stride;
  low = high - MIN (stride, high);
  return bisect (self, time, low, high - low);
}
