/* th-cpu-runs.c - which task ran on the CPU, and when
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cpu-private.h"

/* The next span is mostly that of one of the next runs. */
#define NEAR_RUNS 16

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

/* --- tasks of rows ----------------------------------------------------- */

static guint32
own_row (const ThCpu *self,
         guint32      index)
{
  return run_first_own_row (cpu_run (self, index));
}

/* The first of the runs from @low on whose own rows begin after @row; @n if there is none. */
static guint32
find_run_after (const ThCpu *self,
                guint32      row,
                guint32      low,
                guint32      n)
{
  guint32 high = n;

  for (guint i = 0; i < NEAR_RUNS && low < n && own_row (self, low) <= row; i++)
    low++;
  if (low == n || own_row (self, low) > row)
    return low;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (own_row (self, middle) <= row)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

void
th_cpu_find_task_span (const ThCpu *self,
                       guint32      row,
                       ThTaskSpan  *span)
{
  guint32 n = th_cpu_get_n_runs (self), next;

  if (row - span->first < span->end - span->first)
    return;

  next = find_run_after (self, row, row < span->first ? 0 : span->next, n);
  *span = (ThTaskSpan) { 0, next < n ? own_row (self, next) : G_MAXUINT32, TH_TASK_NONE, next };
  if (next > 0)
    {
      Run run = cpu_run (self, next - 1);

      span->first = run_first_own_row (run);
      span->task = run_task (run);
    }
}
