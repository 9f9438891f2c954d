/* th-span-stats.c - statistics of a time span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cpu-block.h"
#include "th-journey.h"
#include "th-span-stats.h"
#include "th-time.h"

/* The number of rows, runs or flows between two checks of *cancelled. */
#define CHECK_ROWS (1u << 16)

typedef struct
{
  guint64 n;
  gint64  time;
  gint64  longest;
} Sum;

struct _ThSpanStats
{
  ThRecording *recording;
  ThRows      *rows;
  gint64       from;
  gint64       to;
  gint        *cancelled;
  guint64      n_events;
  Sum         *types;
  Sum         *tasks;
  ThRecording **task_parts;   /* the recording of each task; NULL if there is only one */
  ThRecording *part;          /* the one being counted */
  guint        n_types;
  guint        n_tasks;
  GArray      *groups[TH_N_SPAN_GROUPS];
};

static gboolean
is_cancelled (ThSpanStats *self)
{
  return self->cancelled != NULL && g_atomic_int_get (self->cancelled);
}

static void
add_time (Sum   *sum,
          gint64 time)
{
  sum->time = th_time_add (sum->time, time);
  sum->longest = MAX (sum->longest, time);
}

/* --- events -------------------------------------------------------------- */

static void
count_row (ThSpanStats      *self,
           const ThCpuBlock *block,
           guint             i)
{
  guint type = th_cpu_block_get_type (block, i);
  guint32 task = th_cpu_block_get_task (block, i);

  if (type < self->n_types)
    self->types[type].n++;
  if (task < self->n_tasks)
    {
      self->tasks[task].n++;
      if (self->task_parts != NULL)
        self->task_parts[task] = self->part;
    }
}

/* Returns the number of rows copied. */
static guint32
count_rows (ThSpanStats *self,
            guint        stream,
            guint        index,
            ThCpu       *cpu)
{
  guint32 n_rows = th_cpu_get_n_rows (cpu), n = 0;
  guint32 row = th_cpu_lower_bound (cpu, n_rows, self->from);
  guint32 end = th_cpu_lower_bound (cpu, n_rows, self->to);
  ThCpuBlock block = { 0, };

  if (self->rows != NULL && row < end)
    row = th_rows_next (self->rows, stream, index, row);
  while (row < end && !((n & (CHECK_ROWS - 1)) == 0 && is_cancelled (self)))
    {
      count_row (self, &block, th_cpu_block_reach (&block, cpu, row, n_rows));
      n++;
      row = self->rows != NULL ? th_rows_next (self->rows, stream, index, row + 1) : row + 1;
    }
  th_cpu_block_give_back (&block);

  return n;
}

/* --- time on a CPU ------------------------------------------------------- */

static void
count_runs (ThSpanStats *self,
            ThCpu       *runs,
            Sum         *busy)
{
  guint32 n = th_cpu_get_n_runs (runs), first = n > 0 ? th_cpu_find_run (runs, self->from) : 0;

  for (guint32 i = first == G_MAXUINT32 ? 0 : first; i < n; i++)
    {
      ThRun run = th_cpu_get_run (runs, i);
      gint64 time = th_time_between (MAX (run.begin, self->from), MIN (run.end, self->to));

      if (run.begin >= self->to || (i % CHECK_ROWS == 0 && is_cancelled (self)))
        return;
      if (run.task == TH_TASK_NONE || time <= 0)
        continue;
      if (run.task != TH_TASK_IDLE)
        add_time (busy, time);
      if (run.task >= self->n_tasks)
        continue;
      add_time (&self->tasks[run.task], time);
      if (self->task_parts != NULL)
        self->task_parts[run.task] = self->part;
    }
}

/* --- names --------------------------------------------------------------- */

static void
count_clear (gpointer data)
{
  g_free (((ThSpanCount *) data)->name);
}

/* Takes ownership of @name. */
static void
take_count (ThSpanStats *self,
            ThSpanGroup  group,
            char        *name,
            const Sum   *sum)
{
  ThSpanCount count = { g_utf8_make_valid (name, -1), sum->n, sum->time, sum->longest };

  g_free (name);
  g_array_append_val (self->groups[group], count);
}

static int
compare_counts (gconstpointer a,
                gconstpointer b)
{
  const ThSpanCount *one = a, *other = b;

  if (one->time != other->time)
    return one->time < other->time ? 1 : -1;
  if (one->n != other->n)
    return one->n < other->n ? 1 : -1;
  return strcmp (one->name, other->name);
}

/* Appends the name of @part if there are several; takes ownership of @name. */
static char *
name_in_part (ThSpanStats *self,
              ThRecording *part,
              char        *name)
{
  char *both;

  if (th_recording_get_n_parts (self->recording) == 1)
    return name;

  both = g_strdup_printf ("%s · %s", name, th_recording_get_name (part));
  g_free (name);
  return both;
}

static void
name_tasks (ThSpanStats *self)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);

  for (guint i = 0; i < self->n_tasks; i++)
    if (self->tasks[i].n > 0 || self->tasks[i].time > 0)
      {
        char *name = g_strdup_printf ("%s-%d", th_tasks_get_name (tasks, i, self->to),
                                      th_tasks_get_pid (tasks, i));

        /* All recordings share one idle task. */
        take_count (self, TH_SPAN_TASKS, self->task_parts != NULL && i != TH_TASK_IDLE
                    ? name_in_part (self, self->task_parts[i], name) : name,
                    &self->tasks[i]);
      }
  g_array_sort (self->groups[TH_SPAN_TASKS], compare_counts);
}

static void
name_types (ThSpanStats *self)
{
  for (guint i = 0; i < self->n_types; i++)
    if (self->types[i].n > 0)
      {
        const char *system = th_recording_get_type_system (self->recording, i);

        take_count (self, TH_SPAN_TYPES,
                    g_strconcat (system, system[0] != '\0' ? ":" : "",
                                 th_recording_get_type_name (self->recording, i), NULL),
                    &self->types[i]);
      }
  g_array_sort (self->groups[TH_SPAN_TYPES], compare_counts);
}

/* --- CPUs ---------------------------------------------------------------- */

typedef struct
{
  guint        number;
  ThRecording *part;   /* CPU numbers repeat between machines */
  Sum          sum;
} CpuSum;

static guint
cpu_sum_hash (gconstpointer key)
{
  const CpuSum *sum = key;

  return sum->number * 31 + g_direct_hash (sum->part);
}

static gboolean
cpu_sum_equal (gconstpointer a,
               gconstpointer b)
{
  const CpuSum *one = a, *other = b;

  return one->number == other->number && one->part == other->part;
}

/* Finds or adds the sum of a CPU in @cpus, which @places indexes. */
static CpuSum *
find_cpu (GPtrArray   *cpus,
          GHashTable  *places,
          guint        number,
          ThRecording *part,
          gboolean    *is_new)
{
  const CpuSum key = { number, part, { 0, } };
  CpuSum *sum = g_hash_table_lookup (places, &key);

  *is_new = sum == NULL;
  if (sum == NULL)
    {
      sum = g_memdup2 (&key, sizeof key);
      g_ptr_array_add (cpus, sum);
      g_hash_table_add (places, sum);
    }

  return sum;
}

static void
count_cpus (ThSpanStats *self)
{
  g_autoptr(GPtrArray) cpus = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GHashTable) places = g_hash_table_new (cpu_sum_hash, cpu_sum_equal);

  for (guint s = 0; s < th_recording_get_n_streams (self->recording); s++)
    {
      ThStream *stream = th_recording_get_stream (self->recording, s);

      self->part = th_recording_get_stream_part (self->recording, s);
      for (guint c = 0; c < th_stream_get_n_cpus (stream) && !is_cancelled (self); c++)
        {
          ThCpu *cpu = th_stream_get_cpu (stream, c);
          ThCpu *runs = th_recording_get_runs_cpu (self->recording, stream, cpu);
          gboolean is_new;
          CpuSum *sum = find_cpu (cpus, places, th_cpu_get_number (cpu), self->part, &is_new);
          guint32 n = count_rows (self, s, c, cpu);

          sum->sum.n += n;
          self->n_events += n;
          if (is_new && runs != NULL && sum->number != G_MAXUINT)
            count_runs (self, runs, &sum->sum);
        }
    }

  for (guint i = 0; i < cpus->len; i++)
    {
      const CpuSum *sum = cpus->pdata[i];

      if (sum->number != G_MAXUINT || sum->sum.n > 0)
        take_count (self, TH_SPAN_CPUS,
                    name_in_part (self, sum->part,
                                  sum->number == G_MAXUINT ? g_strdup (_("no CPU"))
                                                           : g_strdup_printf (_("CPU %u"),
                                                                              sum->number)),
                    &sum->sum);
    }
}

/* --- stages -------------------------------------------------------------- */

static void
count_legs (ThSpanStats  *self,
            ThFlows      *flows,
            const ThFlow *flow,
            Sum          *sums)
{
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);

  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      gint64 time = th_time_between (MAX (leg->begin, self->from), MIN (leg->end, self->to));
      guint stage = MIN (leg->stage, th_flows_get_info (flows)->n_stages);

      if (time <= 0)
        continue;
      sums[stage].n++;
      add_time (&sums[stage], time);
    }
}

static void
count_stages (ThSpanStats *self,
              ThFlows     *flows)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);
  g_autofree Sum *sums = g_new0 (Sum, info->n_stages + 1);
  ThRecording *part = NULL;

  for (guint32 row = 0; row < th_flows_get_n (flows); row++)
    {
      const ThFlow *flow = th_flows_get (flows, row);

      if (row % 1024 == 0 && is_cancelled (self))
        return;
      /* A flow that continued as its parent would count twice. */
      if (!(flow->flags & TH_FLOW_PART) && flow->first < self->to && flow->last >= self->from)
        count_legs (self, flows, flow, sums);
      if (part == NULL && flow->n_steps > 0)
        part = th_recording_get_stream_part (self->recording,
                                             th_flows_get_step (flows, flow, 0).anchor.stream);
    }

  for (guint i = 0; i <= info->n_stages; i++)
    if (sums[i].n > 0)
      take_count (self, TH_SPAN_STAGES,
                  name_in_part (self, part,
                                g_strdup (th_flows_get_stage_title (flows,
                                                                    i < info->n_stages ? i
                                                                    : TH_FLOW_NO_STAGE))),
                  &sums[i]);
}

/* --- the statistics ------------------------------------------------------ */

ThSpanStats *
th_span_stats_new (ThRecording     *recording,
                   ThRows          *rows,
                   const GPtrArray *results,
                   gint64           from,
                   gint64           to,
                   gint            *cancelled)
{
  ThSpanStats *self = g_new0 (ThSpanStats, 1);

  self->recording = th_recording_ref (recording);
  self->rows = rows;
  self->from = from;
  self->to = to;
  self->cancelled = cancelled;
  self->n_types = th_recording_get_n_types (recording);
  self->n_tasks = th_tasks_get_n (th_recording_get_tasks (recording));
  self->types = g_new0 (Sum, self->n_types + 1);
  self->tasks = g_new0 (Sum, self->n_tasks + 1);
  if (th_recording_get_n_parts (recording) > 1)
    self->task_parts = g_new0 (ThRecording *, self->n_tasks + 1);
  for (guint i = 0; i < TH_N_SPAN_GROUPS; i++)
    {
      self->groups[i] = g_array_new (FALSE, FALSE, sizeof (ThSpanCount));
      g_array_set_clear_func (self->groups[i], count_clear);
    }

  count_cpus (self);
  name_tasks (self);
  name_types (self);
  for (guint i = 0; results != NULL && i < results->len; i++)
    if (th_results_get_flows (results->pdata[i]) != NULL)
      count_stages (self, th_results_get_flows (results->pdata[i]));
  g_array_sort (self->groups[TH_SPAN_STAGES], compare_counts);

  return self;
}

void
th_span_stats_free (ThSpanStats *self)
{
  for (guint i = 0; i < TH_N_SPAN_GROUPS; i++)
    g_array_unref (self->groups[i]);
  g_free (self->types);
  g_free (self->tasks);
  g_free (self->task_parts);
  th_recording_unref (self->recording);
  g_free (self);
}

guint64
th_span_stats_get_n (ThSpanStats *self)
{
  return self->n_events;
}

const GArray *
th_span_stats_get (ThSpanStats *self,
                   ThSpanGroup  group)
{
  return self->groups[group];
}
