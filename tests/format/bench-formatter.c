/* bench-formatter.c - time to print one record, ours and libtraceevent's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One JSON object a line; "event":"mix" is all records of the recording.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include <event-parse.h>
#include <trace-cmd/trace-cmd.h>

#include "th-test-dat.h"

#define MAX_RECORDS 20000
#define BEST_OF     7
#define AT_LEAST    20000 /* records printed between two readings of the clock */

typedef struct
{
  GPtrArray         *records; /* struct tep_record * */
  struct tep_handle *tep;
  ThFormatter       *formatter;
  GString           *text;
  struct trace_seq   seq;
} Bench;

static void
run_ours (Bench *self)
{

  for (guint i = 0; i < self->records->len; i++)
    {
      struct tep_record *record = self->records->pdata[i];
      ThPayload payload = { record->data, record->size, FALSE };
      guint type = *(guint16 *) record->data;

      g_string_truncate (self->text, 0);
      th_formatter_print (self->formatter, type, &payload, self->text);
    }
}

static void
run_tep (Bench *self)
{

  for (guint i = 0; i < self->records->len; i++)
    {
      struct tep_record *record = self->records->pdata[i];

      trace_seq_reset (&self->seq);
      tep_print_event (self->tep, &self->seq, record, "%s", TEP_PRINT_INFO);
    }
}

/* Returns nanoseconds per record, the best of several tries. */
static double
measure (Bench  *self,
         void  (*run) (Bench *self),
         guint   n)
{
  guint rounds = MAX (AT_LEAST / n, 1);
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < BEST_OF; i++)
    {
      gint64 start = g_get_monotonic_time ();
      gint64 time;

      for (guint j = 0; j < rounds; j++)
        run (self);
      time = g_get_monotonic_time () - start;
      best = MIN (best, 1e3 * time / (n * rounds));
    }

  return best;
}

/* Returns the records of type @id, or all records if that is -1. */
static void
report (Bench      *all,
        const char *name,
        gint        id)
{
  Bench self = *all;
  double ours, theirs;

  self.records = g_ptr_array_new ();
  for (guint i = 0; i < all->records->len; i++)
    if (id < 0 || *(guint16 *) ((struct tep_record *) all->records->pdata[i])->data == id)
      g_ptr_array_add (self.records, all->records->pdata[i]);
  if (self.records->len > 0)
    {
      ours = measure (&self, run_ours, self.records->len);
      theirs = measure (&self, run_tep, self.records->len);
      printf ("{\"bench\":\"formatter\",\"event\":\"%s\",\"n\":%u,"
              "\"ours_ns\":%.1f,\"tep_ns\":%.1f,\"ratio\":%.3f}\n",
              name, self.records->len, ours, theirs, ours / theirs);
    }
  *all = (Bench) { all->records, self.tep, self.formatter, self.text, self.seq };
  g_ptr_array_unref (self.records);
}

static void
collect (Bench                 *self,
         struct tracecmd_input *input)
{
  for (int cpu = 0; cpu < tep_get_cpus (self->tep); cpu++)
    {
      struct tep_record *record;

      while (self->records->len < MAX_RECORDS && (record = tracecmd_read_data (input, cpu)) != NULL)
        g_ptr_array_add (self->records, record);
    }
}

static void
bench_file (const char *name)
{
  const char *folder = g_getenv ("THRESHER_TRACES");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : ".", name, NULL);
  g_autoptr(ThTestDat) dat = th_test_dat_open (path);
  g_autoptr(ThFormats) formats = NULL;
  struct tracecmd_input *input;
  const guint *ids;
  Bench self = { 0 };

  if (dat == NULL)
    return;
  formats = th_test_dat_formats (dat);
  input = tracecmd_open (path, TRACECMD_FL_LOAD_NO_PLUGINS);
  if (input == NULL)
    return;
  self.records = g_ptr_array_new_with_free_func ((GDestroyNotify) tracecmd_free_record);
  self.tep = tracecmd_get_tep (input);
  self.formatter = th_formatter_new (formats);
  self.text = g_string_sized_new (1024);
  trace_seq_init (&self.seq);

  collect (&self, input);
  report (&self, "mix", -1);
  ids = th_formats_peek_ids (formats);
  for (guint i = 0; i < th_formats_get_n (formats); i++)
    report (&self, th_formats_get_name (formats, ids[i]), (gint) ids[i]);

  g_ptr_array_unref (self.records);
  trace_seq_destroy (&self.seq);
  g_string_free (self.text, TRUE);
  th_formatter_free (self.formatter);
  tracecmd_close (input);
}

static void
bench_symbols (const char *name)
{
  const char *folder = g_getenv ("THRESHER_TRACES");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : ".", name, NULL);
  g_autoptr(ThTestDat) dat = th_test_dat_open (path);
  gint64 best = G_MAXINT64;

  if (dat == NULL)
    return;
  for (guint i = 0; i < BEST_OF; i++)
    {
      char *text = g_memdup2 (dat->kallsyms, dat->kallsyms_size);
      gint64 start = g_get_monotonic_time ();

      th_symbols_free (th_symbols_new (text, dat->kallsyms_size));
      best = MIN (best, g_get_monotonic_time () - start);
    }
  printf ("{\"bench\":\"symbols\",\"bytes\":%zu,\"ms\":%.2f}\n", dat->kallsyms_size, best / 1e3);
}

int
main (int   argc,
      char *argv[])
{
  bench_file (argc > 1 ? argv[1] : "e1000-tcp.dat");
  if (argc <= 1)
    bench_file ("e1000-fgraph.dat");
  bench_symbols ("e1000-fgraph.dat");

  return EXIT_SUCCESS;
}
