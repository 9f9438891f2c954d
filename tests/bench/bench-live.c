/* bench-live.c - how long it takes until events of a recording in progress have rows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-live FILE
 *
 * The pages of a trace.dat are written to another file, as those of an agent are, while that is
 * loaded.  The first half comes at once, then one page after the other at uneven times.  A delay
 * is the time from the end of the write until all events of the page have been published.
 */
#include <glib/gstdio.h>

#include "bench-clock.h"
#include "recorded.h"
#include "th-bytes.h"
#include "th-loader.h"
#include "th-loaders.h"
#include "th-recording.h"

#define MAX_DELAYS 200
#define PATIENCE   (10 * G_TIME_SPAN_SECOND)

typedef struct
{
  const ThLoader *loader;
  ThRecording    *recording;
} Load;

static gpointer
load_thread (gpointer data)
{
  Load *self = data;

  th_loader_load (self->loader, self->recording);
  return NULL;
}

/* The number of events of this CPU in the pages before page @from of all.  An event at the very
 * time of the next page may be in either, and does not count. */
static guint64
count_cpu (Recorded *recorded,
           guint     cpu,
           guint     from)
{
  ThCpu *columns = th_stream_get_cpu (th_recording_get_stream (recorded->recording, 0), cpu);
  guint32 n = th_cpu_get_n_rows (columns);

  for (guint i = from; i < recorded->pages->len; i++)
    {
      const RecordedPage *page = &g_array_index (recorded->pages, RecordedPage, i);

      if (page->cpu == cpu)
        return th_cpu_lower_bound (columns, n, page->stamp);
    }
  return n;
}

static guint64
count_events (Recorded *recorded,
              guint     n_pages)
{
  guint64 n = 0;

  for (guint i = 0; i < recorded->head.n_cpus; i++)
    n += count_cpu (recorded, i, n_pages);
  return n;
}

/* Writes the pages [@from, @to); returns the delay in ms. */
static double
write_pages (Recorded      *recorded,
             ThTraceWriter *writer,
             ThRecording   *recording,
             guint          from,
             guint          to)
{
  guint64 expected = count_events (recorded, to);
  gint64 begin;

  recorded_append (recorded, writer, from, to);
  g_assert_true (th_trace_writer_commit (writer, NULL));
  begin = g_get_monotonic_time ();
  while (th_recording_get_n_events (recording) < expected)
    {
      g_assert_cmpint (g_get_monotonic_time () - begin, <, PATIENCE);
      g_usleep (100);
    }
  return (g_get_monotonic_time () - begin) / 1e3;
}

static void
measure (Recorded      *recorded,
         ThTraceWriter *writer,
         ThRecording   *recording)
{
  double delays[MAX_DELAYS];
  guint n = 0, begin = recorded->pages->len / 2;
  guint end = MIN (recorded->pages->len, begin + MAX_DELAYS);

  bench_print ("live.first_ms", write_pages (recorded, writer, recording, 0, begin));
  for (guint i = begin; i < end; i++)
    {
      g_usleep (1000 + i * 7919 % 23000);
      delays[n++] = write_pages (recorded, writer, recording, i, i + 1);
    }
  qsort (delays, n, sizeof *delays, bench_compare);
  bench_print ("live.p50_ms", delays[n / 2]);
  bench_print ("live.p99_ms", delays[n * 99 / 100]);
  bench_print ("live.max_ms", delays[n - 1]);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = NULL, *path = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(Recorded) recorded = NULL;
  ThTraceWriter *writer;
  ThBytes *bytes;
  Load load;
  GThread *thread;

  if (argc != 2)
    {
      fprintf (stderr, "usage: bench-live FILE\n");
      return 64;
    }

  folder = g_dir_make_tmp ("bench-live-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (folder, "live.dat", NULL);
  recorded = recorded_new (argv[1]);
  writer = recorded_begin (recorded, path);
  recorded_add_texts (recorded, writer);
  bytes = th_bytes_new_feed (th_trace_writer_get_path (writer), th_trace_writer_get_feed (writer),
                             &error);
  g_assert_no_error (error);
  load.recording = th_loader_open_bytes (bytes, &load.loader, &error);
  g_assert_no_error (error);
  thread = g_thread_new ("load", load_thread, &load);
  measure (recorded, writer, load.recording);
  g_assert_true (th_trace_writer_finish (writer, NULL));
  g_thread_join (thread);

  th_recording_unref (load.recording);
  th_bytes_unref (bytes);
  th_trace_writer_free (writer);
  g_unlink (path);
  g_rmdir (folder);
  return 0;
}
