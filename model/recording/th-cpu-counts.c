/* th-cpu-counts.c - counts the events of a CPU by type and by task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-cpu-private.h"
#include "th-type.h"
#include "th-unit-take.h"

/* Consecutive events often have the same type, and incrementing one counter repeatedly
 * stalls on store forwarding: neighbors use separate counters. */
#define N_APART 4
#define N_TYPES (TH_TYPE_OTHER + 1)
/* With this many types, the separate counters take 4 KiB. */
#define FEW_TYPES 256

static inline void
count_apart (const guint16 *type,
             guint32        n,
             guint32       *apart,
             guint          n_types)
{
  guint32 i = 0;

  for (; i + N_APART <= n; i += N_APART)
    {
      apart[type[i]]++;
      apart[n_types + type[i + 1]]++;
      apart[2 * n_types + type[i + 2]]++;
      apart[3 * n_types + type[i + 3]]++;
    }
  for (; i < n; i++)
    apart[type[i]]++;
}

/* --- counts of a CPU whose columns are not kept ------------------------ */

/* Makes *@counts, which has @n_types elements, long enough for @type.  Returns its new length. */
static guint
counts_grow (guint32 **counts,
             guint     n_types,
             guint     type)
{
  guint n = MAX (64, n_types);

  if (type < n_types)
    return n_types;
  while (n <= type)
    n *= 2;
  *counts = g_renew (guint32, *counts, n);
  memset (*counts + n_types, 0, (n - n_types) * sizeof (guint32));
  return n;
}

/* Adds the types of @n rows; none of them is above @highest. */
static void
counts_note (guint32       *counts,
             const guint16 *types,
             guint32        n,
             guint16        highest)
{
  guint32 apart[N_APART * FEW_TYPES];

  if (highest >= FEW_TYPES || n < FEW_TYPES)
    {
      for (guint32 i = 0; i < n; i++)
        counts[types[i]]++;
      return;
    }

  memset (apart, 0, sizeof apart);
  count_apart (types, n, apart, FEW_TYPES);
  for (guint i = 0; i <= highest; i++)
    for (guint j = 0; j < N_APART; j++)
      counts[i] += apart[j * FEW_TYPES + i];
}

void
th_cpu_note_types (ThCpu         *self,
                   const guint16 *types,
                   guint32        n)
{
  TypeCounts *counts = &self->counts;
  guint16 highest = 0;

  for (guint32 i = 0; i < n; i++)
    highest = MAX (highest, types[i]);

  counts->n_pending = counts_grow (&counts->pending, counts->n_pending, highest);
  counts_note (counts->pending, types, n, highest);
}

void
th_cpu_publish_types (ThCpu *self)
{
  TypeCounts *counts = &self->counts;

  if (counts->n_pending == 0)
    return;

  g_mutex_lock (&counts->lock);
  counts->n_types = counts_grow (&counts->n, counts->n_types, counts->n_pending - 1);
  for (guint i = 0; i < counts->n_pending; i++)
    counts->n[i] += counts->pending[i];
  counts->n_rows = self->n_written;
  g_mutex_unlock (&counts->lock);
  memset (counts->pending, 0, counts->n_pending * sizeof (guint32));
}

/* Adds them to @counts; returns of how many rows they are. */
static guint32
counts_add (TypeCounts *self,
            guint64    *counts)
{
  guint32 n_rows;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->n_types; i++)
    counts[i] += self->n[i];
  n_rows = self->n_rows;
  g_mutex_unlock (&self->lock);

  return n_rows;
}

/* --- counting ---------------------------------------------------------- */

/* Counts the rows of a unit from @row on by their columns; returns how many it has.  @apart: the
 * separate counters, or NULL. */
static guint32
count_unit (const ThCpu *self,
            guint32      row,
            guint32      n_rows,
            guint64     *counts,
            guint32     *apart)
{
  guint at = row & (UNIT_ROWS - 1);
  guint32 n = MIN (n_rows - row, UNIT_ROWS - at);
  Unit *unit = segment_unit (cpu_segment (self, row), row & (SEGMENT_ROWS - 1)), *pinned;
  const guint16 *type = unit_take (self, unit, row, &pinned)->type + at;

  for (guint32 block = row; block - row < n; block += TH_BLOCK_ROWS)
    unit_reach (self, pinned, block);
  if (apart != NULL)
    count_apart (type, n, apart, N_TYPES);
  for (guint32 i = 0; apart == NULL && i < n; i++)
    counts[type[i]]++;
  unit_give_back (pinned);

  return n;
}

void
th_cpu_count_types (const ThCpu *self,
                    guint64     *counts)
{
  guint32 row = self->cache != NULL ? counts_add ((TypeCounts *) &self->counts, counts) : 0;
  /* Read this after counting: all rows that were counted are published then. */
  guint32 n_rows = th_cpu_get_n_rows (self);
  /* Adding up the separate counters only pays for many rows. */
  g_autofree guint32 *apart = n_rows - row < N_APART * N_TYPES
                              ? NULL : g_new0 (guint32, N_APART * N_TYPES);

  while (row < n_rows)
    row += count_unit (self, row, n_rows, counts, apart);
  for (guint i = 0; apart != NULL && i < N_APART * N_TYPES; i++)
    counts[i % N_TYPES] += apart[i];
}

gboolean
th_cpu_knows_types (const ThCpu *self)
{
  TypeCounts *counts = (TypeCounts *) &self->counts;
  guint32 n_rows;

  if (th_cpu_get_complete (self) != G_MAXINT64)
    return FALSE;

  g_mutex_lock (&counts->lock);
  n_rows = counts->n_rows;
  g_mutex_unlock (&counts->lock);
  return n_rows == th_cpu_get_n_rows (self);
}

void
th_cpu_count_tasks (const ThCpu *self,
                    guint64     *counts,
                    guint        n_tasks)
{
  ThSeriesStretch stretch = { 0 };
  guint32 n_rows, from = 0, task = TH_TASK_NONE;
  RunGroup group = { 0, 0 };

  for (guint32 i = 0; th_series_stretch_reach (&stretch, &self->runs, i); i++)
    {
      guint32 to;
      Run run;

      if (i % RUN_GROUP == 0)
        group = cpu_run_group (self, i);
      run = cpu_unpack_run (self, ((const PackedRun *) stretch.elements)[i - stretch.first],
                            group);
      to = run_first_own_row (run);
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
