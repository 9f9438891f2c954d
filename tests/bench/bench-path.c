/* bench-path.c - measures the critical path on one file; prints lines of JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-path FILE
 *
 * The path of the task with most events over the whole recording, once what it needs is known.
 */
#include "bench-clock.h"
#include "th-analyses.h"
#include "th-analysis.h"
#include "th-loaders.h"
#include "th-runner.h"

static guint32
find_busiest (ThRecording *recording)
{
  guint n = th_tasks_get_n (th_recording_get_tasks (recording));
  g_autofree guint64 *counts = g_new0 (guint64, n + 1);
  guint32 best = n;

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);

      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        th_cpu_count_tasks (th_stream_get_cpu (stream, c), counts, n);
    }
  for (guint32 task = 0; task < n; task++)
    if (task != TH_TASK_IDLE && counts[task] > counts[best])
      best = task;

  return best;
}

/* Returns (element-type ThResults) those of the path and, unless they are lent, those it needs. */
static GPtrArray *
run (ThRecording *recording,
     const char  *pid,
     GPtrArray   *lent)
{
  g_autoptr(ThRunner) runner = th_runner_new (recording, th_analyses_list ());
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GError) error = NULL;
  ThResults *path;

  for (guint i = 0; lent != NULL && i < lent->len; i++)
    th_runner_lend (runner, lent->pdata[i]);
  g_hash_table_insert (params, (char *) "task", (char *) pid);
  th_runner_set_memory_limit (runner, G_MAXSIZE);
  path = th_runner_add (runner, th_analyses_find ("path"), params, &error);
  g_assert_no_error (error);
  while (th_runner_advance (runner))
    ;
  th_results_unref (path);

  return th_runner_list_results (runner);
}

static void
bench_path (ThRecording *recording)
{
  g_autofree char *pid = g_strdup_printf ("%d",
    th_tasks_get_pid (th_recording_get_tasks (recording), find_busiest (recording)));
  g_autoptr(GPtrArray) first = NULL, second = NULL;
  BenchTime since = bench_now (), now;
  ThResults *path;

  first = run (recording, pid, NULL);
  now = bench_now ();
  bench_print ("path.first_ms", now.wall - since.wall);

  since = bench_now ();
  second = run (recording, pid, first);
  now = bench_now ();
  path = second->pdata[second->len - 1];
  bench_print ("path.wall_ms", now.wall - since.wall);
  bench_print ("path.parts", th_table_get_n (th_results_get_table (path, 1)));
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = NULL;
  const ThLoader *loader;

  if (argc != 2)
    {
      fprintf (stderr, "usage: bench-path FILE\n");
      return 64;
    }

  recording = th_loader_open (argv[1], &loader, &error);
  if (recording == NULL)
    {
      fprintf (stderr, "bench-path: %s\n", error->message);
      return 2;
    }
  th_loader_load (loader, recording);
  bench_path (recording);
  return 0;
}
