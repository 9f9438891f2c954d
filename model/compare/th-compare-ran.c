/* th-compare-ran.c - the tasks that ran on a CPU during a span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compare-take-private.h"
#include "th-time.h"

/* The most runs that are looked at; the time after them counts as unknown. */
#define MAX_RUNS 1024

/* The CPU with the runs of the place of @anchor; NULL if they are unknown. */
static ThCpu *
find_runs (ThRecording *recording,
           ThRef        anchor)
{
  ThCpu *cpu;

  if (th_ref_is_none (anchor))
    return NULL;

  cpu = th_recording_get_runs_cpu (recording, th_recording_get_stream (recording, anchor.stream),
                                   th_recording_get_cpu (recording, anchor));
  return cpu != NULL && th_cpu_get_n_exact_runs (cpu) > 0 ? cpu : NULL;
}

void
th_compare_ran_walk (ThRecording *recording,
                     ThRef        anchor,
                     gint64       from,
                     gint64       to,
                     RanFunc      func,
                     gpointer     data)
{
  ThCpu *cpu = find_runs (recording, anchor);
  guint32 first = cpu != NULL ? th_cpu_find_run (cpu, from) : G_MAXUINT32;
  guint32 n = cpu != NULL ? th_cpu_get_n_runs (cpu) : 0;
  ThTasks *tasks = th_recording_get_tasks (recording);
  gint64 known = 0;

  first = first == G_MAXUINT32 ? 0 : first;
  for (guint32 i = first; i < n && i - first < MAX_RUNS; i++)
    {
      ThRun run = th_cpu_get_run (cpu, i);
      gint64 begin = MAX (run.begin, from), end = MIN (run.end, to);

      if (run.begin >= to)
        break;
      if (end <= begin)
        continue;
      func (th_tasks_get_name (tasks, run.task, run.begin), th_time_between (begin, end), data);
      known = th_time_add (known, th_time_between (begin, end));
    }
  if (known != th_time_between (from, to))
    func ("…", th_time_between (known, th_time_between (from, to)), data);
}

gboolean
th_compare_ran_stays (ThRecording *recording,
                      ThRef        anchor,
                      gint64       length)
{
  ThCpu *cpu = find_runs (recording, anchor);
  gint64 time;
  guint32 run;

  if (cpu == NULL)
    return FALSE;

  time = th_recording_get_time (recording, anchor);
  run = th_cpu_find_run (cpu, time);
  return run != G_MAXUINT32 && th_cpu_get_run (cpu, run).end >= th_time_add (time, length);
}
