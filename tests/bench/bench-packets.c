/* bench-packets.c - measures the analyses of packets, sockets and requests on one file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Prints lines of JSON.
 *
 *   bench-packets FILE
 */
#include "bench-clock.h"
#include "th-analyses.h"
#include "th-runner.h"
#include "th-analysis.h"
#include "th-loaders.h"

/* Finds all lives of all packets; the load is not measured. */
static void
bench_packets (ThRecording *recording)
{
  g_autoptr(ThRunner) runner = th_runner_new (recording, th_analyses_list ());
  g_autoptr(ThResults) results = th_runner_add (runner, th_analyses_find ("packets"), NULL, NULL);
  ThFlows *flows = th_results_get_flows (results);
  guint64 n_steps = 0;
  BenchTime since = bench_now (), now;

  th_runner_set_memory_limit (runner, G_MAXSIZE);
  while (th_runner_advance (runner))
    ;
  now = bench_now ();
  bench_print ("packets.wall_ms", now.wall - since.wall);
  bench_print ("packets.ns_per_event",
               (now.cpu - since.cpu) * 1e6 / MAX (1, th_recording_get_n_events (recording)));

  for (guint32 i = 0; i < th_flows_get_n (flows); i++)
    n_steps += th_flows_get (flows, i)->n_steps;
  bench_print ("packets.lives", th_flows_get_n (flows));
  bench_print ("packets.bytes_per_step",
               th_results_get_memory (results) / (double) MAX (1, n_steps));
}

/* An analysis with those that it needs, by its CPU time. */
static void
bench_analysis (ThRecording *recording,
                const char  *id)
{
  g_autoptr(ThRunner) runner = th_runner_new (recording, th_analyses_list ());
  G_GNUC_UNUSED g_autoptr(ThResults) results = th_runner_add (runner, th_analyses_find (id),
                                                              NULL, NULL);
  g_autofree char *name = g_strconcat (id, ".ns_per_event", NULL);
  BenchTime since = bench_now (), now;

  while (th_runner_advance (runner))
    ;
  now = bench_now ();
  bench_print (name,
               (now.cpu - since.cpu) * 1e6 / MAX (1, th_recording_get_n_events (recording)));
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
      fprintf (stderr, "usage: bench-packets FILE\n");
      return 64;
    }

  recording = th_loader_open (argv[1], &loader, &error);
  if (recording == NULL)
    {
      fprintf (stderr, "bench-packets: %s\n", error->message);
      return 2;
    }
  th_loader_load (loader, recording);
  bench_packets (recording);
  bench_analysis (recording, "sockets");
  bench_analysis (recording, "requests");
  return 0;
}
