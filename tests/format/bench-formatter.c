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

typedef struct
{
  GPtrArray         *records; /* struct tep_record * */
  struct tep_handle *tep;
  ThFormatter       *formatter;
  GString           *text;
  struct trace_seq   seq;
} Bench;

static gint64
run_ours (Bench *self,
          gint   id)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < self->records->len; i++)
    {
      struct tep_record *record = self->records->pdata[i];
      ThPayload payload = { record->data, record->size, FALSE };
      guint type = *(guint16 *) record->data;

      if (id >= 0 && (gint) type != id)
        continue;
      g_string_truncate (self->text, 0);
      th_formatter_print (self->formatter, type, &payload, self->text);
    }

  return g_get_monotonic_time () - start;
}

static gint64
run_tep (Bench *self,
         gint   id)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < self->records->len; i++)
    {
      struct tep_record *record = self->records->pdata[i];

      if (id >= 0 && *(guint16 *) record->data != id)
        continue;
      trace_seq_reset (&self->seq);
      tep_print_event (self->tep, &self->seq, record, "%s", TEP_PRINT_INFO);
    }

  return g_get_monotonic_time () - start;
}

static void
report (Bench      *self,
        const char *name,
        gint        id)
{
  gint64 ours = G_MAXINT64;
  gint64 theirs = G_MAXINT64;
  guint n = 0;
  double scale;

  for (guint i = 0; i < self->records->len; i++)
    n += id < 0 || *(guint16 *) ((struct tep_record *) self->records->pdata[i])->data == id;
  if (n == 0)
    return;
  for (guint i = 0; i < BEST_OF; i++)
    {
      ours = MIN (ours, run_ours (self, id));
      theirs = MIN (theirs, run_tep (self, id));
    }
  scale = 1e3 / n;
  printf ("{\"bench\":\"formatter\",\"event\":\"%s\",\"n\":%u,\"ours_ns\":%.1f,\"tep_ns\":%.1f,\"ratio\":%.3f}\n",
          name, n, ours * scale, theirs * scale, (double) ours / theirs);
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
