/* bench-kshark.c - measures libkshark, the engine of KernelShark, as bench-ours does ours
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-kshark load|lanes FILE
 *
 * Does what KernelShark's window does for its CPU plots: load, a collection per CPU, the
 * histogram, and the first and last task in each bin of each CPU.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kernelshark/libkshark.h>
#include <kernelshark/libkshark-model.h>

#include "bench-clock.h"

#define PIXELS 2000
#define N_ZOOMS 100
/* Zooming ends after this time, because a step on 64 CPUs may take seconds. */
#define PATIENCE_MS 20000

typedef struct
{
  struct kshark_context           *context;
  struct kshark_entry            **entries;
  ssize_t                          n;
  int                              stream;
  int                              n_cpus;
  struct kshark_entry_collection **collections;
} Trace;

static void
load (Trace      *trace,
      const char *path)
{
  if (!kshark_instance (&trace->context) ||
      (trace->stream = kshark_open (trace->context, path)) < 0 ||
      (trace->n = kshark_load_entries (trace->context, trace->stream, &trace->entries)) <= 0)
    {
      fprintf (stderr, "bench-kshark: %s cannot be loaded\n", path);
      exit (2);
    }

  trace->n_cpus = kshark_get_data_stream (trace->context, trace->stream)->n_cpus;
}

static void
collect (Trace *trace)
{
  trace->collections = calloc (trace->n_cpus, sizeof *trace->collections);
  for (int cpu = 0; cpu < trace->n_cpus; cpu++)
    trace->collections[cpu] = kshark_register_data_collection (trace->context, trace->entries,
                                                               trace->n, kshark_match_cpu,
                                                               trace->stream, &cpu, 1, 25);
}

static void
ask_lanes (Trace  *trace,
           int64_t from,
           int64_t to)
{
  struct kshark_trace_histo histo;

  ksmodel_init (&histo);
  ksmodel_set_bining (&histo, PIXELS, from, to);
  ksmodel_fill (&histo, trace->entries, trace->n);
  for (int cpu = 0; cpu < trace->n_cpus; cpu++)
    for (int bin = 0; bin < PIXELS; bin++)
      {
        ksmodel_get_pid_front (&histo, bin, trace->stream, cpu, true, trace->collections[cpu],
                               NULL);
        ksmodel_get_pid_back (&histo, bin, trace->stream, cpu, true, trace->collections[cpu], NULL);
      }
  ksmodel_clear (&histo);
}

static void
bench_load (const char *path)
{
  BenchTime since = bench_now ();
  Trace trace = { NULL };

  load (&trace, path);
  bench_print_since ("load", since);
  bench_print ("events", trace.n);
}

static void
bench_lanes (const char *path)
{
  double zooms[N_ZOOMS], full;
  int64_t first, span;
  BenchTime since, begin;
  int n = 0;
  Trace trace = { NULL };

  load (&trace, path);
  collect (&trace);
  first = trace.entries[0]->ts;
  span = trace.entries[trace.n - 1]->ts - first;

  begin = since = bench_now ();
  ask_lanes (&trace, first, first + span);
  full = bench_now ().cpu - since.cpu;
  for (int i = 0; i < 4 && bench_now ().wall - begin.wall < PATIENCE_MS / 4; i++)
    {
      since = bench_now ();
      ask_lanes (&trace, first, first + span);
      full = fmin (full, bench_now ().cpu - since.cpu);
    }

  srand48 (1);
  for (begin = bench_now (); n < N_ZOOMS && bench_now ().wall - begin.wall < PATIENCE_MS; n++)
    {
      int64_t part = fmax (PIXELS * 5, span * exp2 (-15 * drand48 ()));
      int64_t from = first + (int64_t) (drand48 () * (span - part));

      since = bench_now ();
      ask_lanes (&trace, from, from + part);
      zooms[n] = bench_now ().cpu - since.cpu;
    }

  qsort (zooms, n, sizeof *zooms, bench_compare);
  bench_print ("lanes.full_ms", full);
  bench_print ("zoom.p50_ms", zooms[n / 2]);
  bench_print ("zoom.p99_ms", zooms[n * 99 / 100]);
  bench_print ("zoom.max_ms", zooms[n - 1]);
}

int
main (int   argc,
      char *argv[])
{
  if (argc == 3 && strcmp (argv[1], "load") == 0)
    bench_load (argv[2]);
  else if (argc == 3 && strcmp (argv[1], "lanes") == 0)
    bench_lanes (argv[2]);
  else
    {
      fprintf (stderr, "usage: bench-kshark load|lanes FILE\n");
      return 64;
    }

  return 0;
}
