/* bench-tracecmd.c - measures libtracecmd and libtraceevent, as bench-ours does our engine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-tracecmd load|text FILE
 *   bench-tracecmd filter FILE EXPRESSION
 */
#include <stdlib.h>
#include <string.h>

#include <trace-cmd.h>

#include "bench-clock.h"

#define MAX_TEXTS 200000
#define MAX_RECORDS 500000

static struct tracecmd_input *
open_file (const char *path)
{
  struct tracecmd_input *input = tracecmd_open (path, TRACECMD_FL_LOAD_NO_PLUGINS);

  if (input != NULL)
    return input;

  fprintf (stderr, "bench-tracecmd: %s cannot be opened\n", path);
  exit (2);
}

static int
count (struct tracecmd_input *input,
       struct tep_record     *record,
       int                    cpu,
       void                  *data)
{
  ++*(long *) data;
  return 0;
}

static void
bench_load (const char *path)
{
  BenchTime since = bench_now ();
  struct tracecmd_input *input = open_file (path);
  long n = 0;

  tracecmd_iterate_events (input, NULL, 0, count, &n);
  bench_print_since ("load", since);
  bench_print ("events", n);
  tracecmd_close (input);
}

typedef struct
{
  struct tep_handle *tep;
  struct trace_seq   text;
  long               n;
} Printer;

static int
print (struct tracecmd_input *input,
       struct tep_record     *record,
       int                    cpu,
       void                  *data)
{
  Printer *printer = data;

  trace_seq_reset (&printer->text);
  tep_print_event (printer->tep, &printer->text, record, "%s", TEP_PRINT_INFO);
  return ++printer->n == MAX_TEXTS;
}

static void
bench_text (const char *path)
{
  struct tracecmd_input *input = open_file (path);
  Printer printer = { .tep = tracecmd_get_tep (input) };
  BenchTime since;

  trace_seq_init (&printer.text);
  since = bench_now ();
  tracecmd_iterate_events (input, NULL, 0, print, &printer);
  bench_print ("text.ns_per_event",
               (bench_now ().cpu - since.cpu) * 1e6 / (printer.n > 0 ? printer.n : 1));
  tracecmd_close (input);
}

static struct tep_event_filter *
make_filter (struct tracecmd_input *input,
             const char            *expression)
{
  struct tep_event_filter *filter = tep_filter_alloc (tracecmd_get_tep (input));

  if (tep_filter_add_filter_str (filter, expression) >= 0)
    return filter;

  fprintf (stderr, "bench-tracecmd: %s is refused\n", expression);
  exit (2);
}

/* The records are read before the clock starts, so only the filter is measured. */
static void
bench_filter (const char *path,
              const char *expression)
{
  struct tracecmd_input *input = open_file (path);
  struct tep_handle *tep = tracecmd_get_tep (input);
  struct tep_event_filter *filter = make_filter (input, expression);
  struct tep_record **records = calloc (MAX_RECORDS, sizeof *records);
  long n = 0, n_found = 0;
  BenchTime since;

  for (int cpu = 0; cpu < tep_get_cpus (tep); cpu++)
    while (n < MAX_RECORDS && (records[n] = tracecmd_read_data (input, cpu)) != NULL)
      n++;

  since = bench_now ();
  for (long i = 0; i < n; i++)
    n_found += tep_filter_match (filter, records[i]) == TEP_ERRNO__FILTER_MATCH;
  bench_print ("filter.ns_per_event", (bench_now ().cpu - since.cpu) * 1e6 / (n > 0 ? n : 1));
  bench_print ("filter.found_share", n_found / (double) (n > 0 ? n : 1));

  for (long i = 0; i < n; i++)
    tracecmd_free_record (records[i]);
  free (records);
  tep_filter_free (filter);
  tracecmd_close (input);
}

/* Each record is read, matched and freed, so the filter and the file are measured. */
static void
bench_filter_file (const char *path,
                   const char *expression)
{
  struct tracecmd_input *input = open_file (path);
  struct tep_event_filter *filter = make_filter (input, expression);
  struct tep_record *record;
  long n = 0, n_found = 0;
  BenchTime since = bench_now ();

  for (int cpu = 0; cpu < tep_get_cpus (tracecmd_get_tep (input)); cpu++)
    for (; (record = tracecmd_read_data (input, cpu)) != NULL; n++)
      {
        n_found += tep_filter_match (filter, record) == TEP_ERRNO__FILTER_MATCH;
        tracecmd_free_record (record);
      }
  bench_print ("filter.file.ns_per_event", (bench_now ().cpu - since.cpu) * 1e6 / (n > 0 ? n : 1));
  bench_print ("filter.found", n_found);

  tep_filter_free (filter);
  tracecmd_close (input);
}

int
main (int   argc,
      char *argv[])
{
  if (argc == 3 && strcmp (argv[1], "load") == 0)
    bench_load (argv[2]);
  else if (argc == 3 && strcmp (argv[1], "text") == 0)
    bench_text (argv[2]);
  else if (argc == 4 && strcmp (argv[1], "filter") == 0)
    {
      bench_filter (argv[2], argv[3]);
      bench_filter_file (argv[2], argv[3]);
    }
  else
    {
      fprintf (stderr, "usage: bench-tracecmd load|text FILE, or filter FILE EXPRESSION\n");
      return 64;
    }

  return 0;
}
