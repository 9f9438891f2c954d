/* th-cpu-counts.c - counts the events of a CPU by type and by task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cpu-private.h"
#include "th-type.h"

/* Consecutive events often have the same type, and incrementing one counter repeatedly
 * stalls on store forwarding: neighbours use separate counters. */
#define N_APART 4
#define N_TYPES (TH_TYPE_OTHER + 1)

static void
count_apart (const guint16 *type,
             guint32        n,
             guint32       *apart)
{
  guint32 i = 0;

  for (; i + N_APART <= n; i += N_APART)
    {
      apart[type[i]]++;
      apart[N_TYPES + type[i + 1]]++;
      apart[2 * N_TYPES + type[i + 2]]++;
      apart[3 * N_TYPES + type[i + 3]]++;
    }
  for (; i < n; i++)
    apart[type[i]]++;
}

void
th_cpu_count_types (const ThCpu *self,
                    guint64     *counts)
{
  g_autofree guint32 *apart = NULL;
  guint32 n_rows = th_cpu_get_n_rows (self);
  guint32 n;

  /* Adding up the separate counters only pays for many rows. */
  if (n_rows < N_APART * N_TYPES)
    {
      for (guint32 row = 0; row < n_rows; row++)
        counts[th_cpu_get_type (self, row)]++;
      return;
    }

  apart = g_new0 (guint32, N_APART * N_TYPES);
  for (guint32 row = 0; row < n_rows; row += n)
    {
      n = MIN (n_rows - row, SEGMENT_ROWS);
      count_apart (cpu_segment (self, row)->type, n, apart);
    }
  for (guint i = 0; i < N_APART * N_TYPES; i++)
    counts[i % N_TYPES] += apart[i];
}

/* The rows of a run have its task, except that a sched_switch belongs to the previous
 * task, though the run of the next one begins at that row. */
static inline guint32
first_own_row (Run run)
{
  return run.row + !(run_flags (run) & TH_RUN_INFERRED);
}

void
th_cpu_count_tasks (const ThCpu *self,
                    guint64     *counts,
                    guint        n_tasks)
{
  ThSeriesStretch stretch = { 0 };
  guint32 n_rows, from = 0, task = TH_TASK_NONE;

  for (guint32 i = 0; th_series_stretch_reach (&stretch, &self->runs, i); i++)
    {
      Run run = ((const Run *) stretch.elements)[i - stretch.first];
      guint32 to = first_own_row (run);

      if (task < n_tasks)
        counts[task] += to - from;
      from = to;
      task = run_task (run);
    }

  /* Read this last: a run is published after its first row. */
  n_rows = th_cpu_get_n_rows (self);
  if (task < n_tasks && from < n_rows)
    counts[task] += n_rows - from;
}
