/* th-stream-stats.c - the counts of one buffer that `thresh info` shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-cpu-block.h"
#include "th-stream-stats.h"

#define N_TYPES (TH_TYPE_OTHER + 1)

/* Counts the types and tasks of the rows that match a filter. */
static void
count_rows (ThRows  *rows,
            guint    stream,
            guint    index,
            ThCpu   *cpu,
            guint64 *types,
            guint64 *tasks,
            guint    n_tasks)
{
  guint32 n_rows = th_cpu_get_n_rows (cpu);
  ThCpuBlock block = { 0, };

  for (guint32 row = th_rows_next (rows, stream, index, 0); row != G_MAXUINT32;
       row = th_rows_next (rows, stream, index, row + 1))
    {
      guint i = th_cpu_block_reach (&block, cpu, row, n_rows);
      guint32 task = th_cpu_block_get_task (&block, i);

      types[th_cpu_block_get_type (&block, i)]++;
      if (task < n_tasks)
        tasks[task]++;
    }
  th_cpu_block_give_back (&block);
}

static int
compare_counts (gconstpointer a,
                gconstpointer b)
{
  const ThCount *x = a;
  const ThCount *y = b;

  if (x->n != y->n)
    return x->n < y->n ? 1 : -1;

  return strcmp (x->key, y->key);
}

static void
count_clear (gpointer data)
{
  g_free (((ThCount *) data)->key);
}

static GArray *
counts_new (void)
{
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (ThCount));

  g_array_set_clear_func (counts, count_clear);
  return counts;
}

static void
add_count (GArray     *counts,
           char       *key, /* takes ownership */
           guint64     n)
{
  /* Names come from the file and may be invalid UTF-8, which JSON does not allow. */
  ThCount count = { .key = g_utf8_make_valid (key, -1), .n = n };

  g_free (key);
  g_array_append_val (counts, count);
}

static char *
type_key (ThRecording *recording,
          guint        type)
{
  const char *system = th_recording_get_type_system (recording, type);
  const char *name = th_recording_get_type_name (recording, type);

  return system[0] != '\0' ? g_strdup_printf ("%s:%s", system, name) : g_strdup (name);
}

static void
name_types (ThStreamStats *self,
            ThRecording   *recording,
            const guint64 *types)
{
  for (guint type = 0; type < N_TYPES; type++)
    if (types[type] > 0)
      add_count (self->types, type_key (recording, type), types[type]);

  g_array_sort (self->types, compare_counts);
}

static void
name_tasks (ThStreamStats *self,
            ThRecording   *recording,
            const guint64 *counts,
            guint          n_tasks)
{
  ThTasks *tasks = th_recording_get_tasks (recording);

  for (guint task = 0; task < n_tasks; task++)
    if (counts[task] > 0)
      add_count (self->tasks,
                 g_strdup_printf ("%s-%d", th_tasks_get_saved (tasks, task),
                                  th_tasks_get_pid (tasks, task)),
                 counts[task]);

  g_array_sort (self->tasks, compare_counts);
}

ThStreamStats *
th_stream_stats_new (ThRecording *recording,
                     ThStream    *stream,
                     ThRows      *rows)
{
  ThStreamStats *self = g_new0 (ThStreamStats, 1);
  guint n_tasks = th_tasks_get_n (th_recording_get_tasks (recording));
  g_autofree guint64 *types = g_new0 (guint64, N_TYPES);
  g_autofree guint64 *tasks = g_new0 (guint64, n_tasks);

  self->stream = stream;
  th_stream_summarize (stream, rows, &self->summary);
  self->n_per_cpu = g_new0 (guint32, th_stream_get_n_cpus (stream) + 1);
  self->types = counts_new ();
  self->tasks = counts_new ();

  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    {
      ThCpu *cpu = th_stream_get_cpu (stream, i);

      self->n_per_cpu[i] = th_stream_count_cpu (stream, i, rows);
      if (rows != NULL)
        {
          count_rows (rows, th_stream_get_index (stream), i, cpu, types, tasks, n_tasks);
          continue;
        }
      th_cpu_count_types (cpu, types);
      th_cpu_count_tasks (cpu, tasks, n_tasks);
    }

  name_types (self, recording, types);
  name_tasks (self, recording, tasks, n_tasks);
  return self;
}

void
th_stream_stats_free (ThStreamStats *self)
{
  g_free (self->n_per_cpu);
  g_array_unref (self->types);
  g_array_unref (self->tasks);
  g_free (self);
}
