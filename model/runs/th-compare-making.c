/* th-compare-making.c - how a recording was made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-compare-take-private.h"
#include "th-hash.h"
#include "th-printable.h"
#include "th-recording-summary.h"
#include "th-time.h"

static char *
dup_fact (ThRecording *recording,
          const char  *key)
{
  const char *fact = th_recording_get_fact (recording, key);

  return fact != NULL ? th_printable_line (fact) : g_strdup ("");
}

/* --- the CPUs ------------------------------------------------------------- */

/* The subjects of the recording: the words in the names of classes of flows, among them
 * names of tasks. */
static GHashTable *
list_subjects (const Taking       *taking,
               const ThCompareRun *run)
{
  GHashTable *names = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < run->classes->len; i++)
    {
      const ThCompareClass *class = g_ptr_array_index (run->classes, i);
      g_auto(GStrv) words = class->is_whole_flow ? g_strsplit (class->name, ":", -1) : NULL;

      for (guint j = 0; words != NULL && words[j] != NULL; j++)
        g_hash_table_add (names, g_strdup (words[j]));
    }
  return names;
}

/* The time that tasks other than @subjects ran on @cpu within the span; adds the time
 * with known runs to *@all. */
static gint64
sum_background (const Taking *taking,
                ThCpu        *cpu,
                GHashTable   *subjects,
                gint64       *all)
{
  ThTasks *tasks = th_recording_get_tasks (taking->recording);
  gint64 background = 0;

  for (guint32 i = 0; i < th_cpu_get_n_runs (cpu); i++)
    {
      ThRun run = th_cpu_get_run (cpu, i);
      gint64 begin = MAX (run.begin, taking->from), end = MIN (run.end, taking->to);

      if (end <= begin)
        continue;
      *all = th_time_add (*all, th_time_between (begin, end));
      if (run.task != TH_TASK_IDLE && run.task != TH_TASK_NONE &&
          !g_hash_table_contains (subjects, th_tasks_get_name (tasks, run.task, run.begin)))
        background = th_time_add (background, th_time_between (begin, end));
    }
  return background;
}

static void
take_background (const Taking *taking,
                 ThCompareRun *run)
{
  g_autoptr(GArray) cpus = th_recording_list_runs (taking->recording);
  g_autoptr(GHashTable) subjects = list_subjects (taking, run);
  gint64 background = 0, all = 0;

  if (g_hash_table_size (subjects) == 0)
    return;

  for (guint i = 0; i < cpus->len; i++)
    {
      ThCpu *cpu = g_array_index (cpus, ThCpuRuns, i).runs;

      if (th_cpu_get_n_exact_runs (cpu) > 0)
        background = th_time_add (background, sum_background (taking, cpu, subjects, &all));
    }
  run->making.has_background = all > 0;
  run->making.background = all > 0 ? background / (double) all : 0;
}

/* --- which recording --------------------------------------------------------- */

static void
add_number (GChecksum *checksum,
            gint64     number)
{
  gint64 little = GINT64_TO_LE (number);

  g_checksum_update (checksum, (const guchar *) &little, sizeof little);
}

/* Adds how many events @cpu has, and the times of the first and of the last. */
static void
add_cpu (GChecksum   *checksum,
         const ThCpu *cpu)
{
  guint32 n = th_cpu_get_n_rows (cpu);

  add_number (checksum, n);
  if (n == 0)
    return;

  add_number (checksum, th_cpu_get_time (cpu, 0));
  add_number (checksum, th_cpu_get_time (cpu, n - 1));
}

/* Identifies the recording as a whole, so that several spans of it are known to be that.  What it
 * has in common with a copy of it, whatever its name, are the times of its events. */
static void
take_recording (const Taking *taking,
                ThCompareRun *run)
{
  ThRecording *recording = taking->recording;
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  run->making.is_part = th_recording_get_state (recording) == TH_LOAD_PART;
  if (th_recording_get_n_events (recording) == 0)
    return;

  g_checksum_update (checksum, (const guchar *) run->making.kernel, -1);
  g_checksum_update (checksum, (const guchar *) run->making.host, -1);
  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        add_cpu (checksum, th_stream_get_cpu (stream, j));
    }
  g_free (run->making.recording);
  run->making.recording = g_strdup (g_checksum_get_string (checksum));
}

/* --- flows and the header ------------------------------------------------------ */

static void
take_confidence (const Taking *taking,
                 ThCompareRun *run)
{
  for (guint i = 0; i < taking->all->len; i++)
    {
      ThFlows *flows = th_results_get_flows (g_ptr_array_index (taking->all, i));

      for (guint32 row = 0; flows != NULL && row < th_flows_get_n (flows); row++)
        {
          const ThFlow *flow = th_flows_get (flows, row);
          guint counts[TH_N_CONFIDENCES] = { 0, };

          if (flow->first < taking->from || flow->first >= taking->to)
            continue;
          th_flows_count_confidence (flows, flow, counts);
          run->making.n_steps += flow->n_steps;
          run->making.n_ambiguous += counts[TH_CONFIDENCE_AMBIGUOUS];
        }
    }
}

static void
take_header (const Taking *taking,
             ThCompareRun *run)
{
  ThRecording *recording = taking->recording;
  ThCompareMaking *making = &run->making;
  const ThClock *clock = th_recording_get_clock (recording);
  gint64 first, last;

  making->kernel = dup_fact (recording, "kernel");
  making->host = dup_fact (recording, "host");
  making->machine = dup_fact (recording, "machine");
  making->clock = th_printable_line (clock->name);
  making->resolution = th_clock_get_resolution (clock);
  making->n_cpus = th_recording_count_cpus (recording);
  if (!th_recording_get_range (recording, &first, &last))
    return;

  first = MAX (first, taking->from);
  last = MIN (last, taking->to);
  making->start = first;
  making->duration = MAX (th_time_between (first, last), 0);
  making->wall_start = clock->wall_offset != TH_TIME_NONE
                       ? th_time_add (first, clock->wall_offset) : TH_TIME_NONE;
}

void
th_compare_making_take (const Taking *taking,
                        ThCompareRun *run)
{
  take_header (taking, run);
  take_recording (taking, run);
  take_background (taking, run);
  th_compare_counts_take (taking, run);
  take_confidence (taking, run);
}
