/* bench-ours.c - measures our own engine on one file; prints lines of JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-ours [--cache MIB] [--threads N]
 *              load|copy|read|first|lanes|workers|jump|text|filter FILE
 *
 * MIB is the size of the column cache, N the number of workers of a load, or of pictures.
 *
 * It is linked without the analyses, so that it starts without the libraries that read stage maps,
 * as libkshark starts without its plugins.
 */
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench-clock.h"
#include "bench-picture.h"
#include "th-aligned.h"
#include "th-filter.h"
#include "th-load-options.h"
#include "th-loaders.h"
#include "th-order.h"

#define N_ZOOMS 1000
#define PIECE (128 << 10)
#define N_READS 5
#define MAX_THREADS 64
#define N_JUMPS 1000
#define TABLE_ROWS 60
#define MAX_TEXTS 200000
/* With more events, reading payloads measures the disk. */
#define MAX_FIELD_EVENTS 5000000
#define FIELD_TEST "sched/sched_switch: next_pid == 0"

typedef struct
{
  const ThLoader *loader;
  ThRecording    *recording;
} Load;

static ThRecording *
load (const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThBytes) bytes = th_loader_await_bytes (path, &error);
  const ThLoader *loader;
  ThRecording *recording = NULL;

  if (bytes != NULL)
    th_bytes_set_may_outgrow (bytes, TRUE);
  do
    {
      g_clear_pointer (&recording, th_recording_unref);
      recording = bytes != NULL ? th_loader_open_bytes (bytes, &loader, &error) : NULL;
      if (recording == NULL)
        {
          fprintf (stderr, "bench-ours: %s\n", error->message);
          exit (2);
        }
      th_loader_load (loader, recording);
    }
  while (th_recording_is_outgrown (recording));

  return recording;
}

/* Loads the recording from memory. */
static ThRecording *
load_memory (const char *path)
{
  g_autofree char *data = NULL;
  g_autoptr(ThBytes) bytes = NULL;
  const ThLoader *loader;
  ThRecording *recording;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, NULL))
    return NULL;
  bytes = th_bytes_new_memory (data, size);
  g_clear_pointer (&data, g_free);
  recording = th_loader_open_bytes (bytes, &loader, NULL);
  if (recording != NULL)
    th_loader_load (loader, recording);

  return recording;
}

static void
bench_load (const char *path)
{
  BenchTime since = bench_now ();
  g_autoptr(ThRecording) recording = load (path);
  g_autoptr(BenchPicture) picture = bench_picture_new (recording, 0);
  gint64 first, last;

  bench_print_since ("loaded", since);
  th_recording_get_range (recording, &first, &last);
  bench_picture_draw (picture, first, last);
  bench_print_since ("load", since);
  bench_print ("events", th_recording_get_n_events (recording));
  bench_print ("columns.bytes_per_event",
               th_recording_get_memory (recording) /
               (double) MAX (1, th_recording_get_n_events (recording)));
}

/* Returns the CPU time to read the whole file in the pieces of a load, into the engine's own
 * buffer. */
static double
read_as_engine (ThBytes *bytes)
{
  g_autofree guint8 *room = th_aligned_alloc (PIECE);
  double since = bench_thread_now ();
  guint64 at = 0;
  gssize n;

  while ((n = th_bytes_read (bytes, at, room, PIECE)) > 0)
    at += n;
  return bench_thread_now () - since;
}

/* Likewise with pread(2), into memory that is certainly page-aligned. */
static double
read_plainly (int     fd,
              guint8 *room)
{
  double since = bench_thread_now ();
  off_t at = 0;
  gssize n;

  while ((n = pread (fd, room, PIECE, at)) > 0)
    at += n;
  return bench_thread_now () - since;
}

/* An engine that reads into a badly placed buffer takes several times as long. */
static void
bench_read (const char *path)
{
  g_autoptr(ThBytes) bytes = th_bytes_new_file (path, NULL);
  guint8 *room = mmap (NULL, PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  double engine = G_MAXDOUBLE, plain = G_MAXDOUBLE;

  if (bytes == NULL || fd < 0 || room == MAP_FAILED)
    {
      perror (path);
      exit (2);
    }
  for (guint i = 0; i < N_READS; i++)
    {
      engine = MIN (engine, read_as_engine (bytes));
      plain = MIN (plain, read_plainly (fd, room));
    }

  bench_print ("read.engine_ms", engine);
  bench_print ("read.plain_ms", plain);
  munmap (room, PIECE);
  close (fd);
}

/* A part of the file, which one thread reads. */
typedef struct
{
  ThBytes *bytes;
  guint64  begin;
  guint64  end;
} Share;

static gpointer
copy_share (gpointer data)
{
  const Share *self = data;
  g_autofree guint8 *room = th_aligned_alloc (PIECE);
  gssize n = 1;

  for (guint64 at = self->begin; at < self->end && n > 0; at += n)
    n = th_bytes_read (self->bytes, at, room, MIN (PIECE, self->end - at));
  return NULL;
}

/* Measures what a load cannot do without: the kernel's copy of the file, by as many threads. */
static void
bench_copy (const char *path)
{
  BenchTime since = bench_now ();
  g_autoptr(ThBytes) bytes = th_bytes_new_file (path, NULL);
  guint n = CLAMP (th_load_options_get_n_threads (), 1, MAX_THREADS);
  guint64 size = bytes != NULL ? th_bytes_get_size (bytes) : 0;
  GThread *threads[MAX_THREADS];
  Share shares[MAX_THREADS];

  for (guint i = 0; i < n; i++)
    {
      shares[i] = (Share) { bytes, size / n * i, i + 1 == n ? size : size / n * (i + 1) };
      threads[i] = g_thread_new ("copy", copy_share, &shares[i]);
    }
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  bench_print_since ("copy", since);
}

/* Measures the time from the start of the program until there are lanes to draw; the load
 * continues in the background. */
static gpointer
load_worker (gpointer data)
{
  Load *self = data;

  th_loader_load (self->loader, self->recording);
  return NULL;
}

static void
bench_first (const char *path)
{
  BenchTime since = bench_now ();
  g_autoptr(GError) error = NULL;
  g_autoptr(BenchPicture) picture = NULL;
  gint64 first, last;
  GThread *worker;
  Load self;

  self.recording = th_loader_open (path, &self.loader, &error);
  if (self.recording == NULL)
    {
      fprintf (stderr, "bench-ours: %s\n", error->message);
      exit (2);
    }

  worker = g_thread_new ("load", load_worker, &self);
  while (!th_recording_get_range (self.recording, &first, &last) &&
         th_recording_get_state (self.recording) == TH_LOAD_RUNNING)
    g_usleep (200);
  picture = bench_picture_new (self.recording, 0);
  bench_picture_draw (picture, first, MAX (last, first + 1));
  bench_print_since ("first", since);

  th_recording_cancel (self.recording);
  g_thread_join (worker);
  th_recording_unref (self.recording);
}

/* Random spans, from the whole trace to a 32768th of it. */
static gint64
choose_span (GRand  *rand,
             gint64  first,
             gint64  last,
             gint64 *from)
{
  gint64 span = MAX (BENCH_PIXELS, (last - first) * exp2 (-15 * g_rand_double (rand)));

  *from = first + (gint64) (g_rand_double (rand) * (last - first - span));
  return span;
}

/* Returns how long a picture takes: with workers the wall time, without them the CPU time, which
 * depends less on other load of the machine. */
static double
time_picture (BenchPicture *picture,
              gboolean      wall,
              gint64        from,
              gint64        to)
{
  BenchTime since = bench_now (), now;

  bench_picture_draw (picture, from, to);
  now = bench_now ();
  return wall ? now.wall - since.wall : now.cpu - since.cpu;
}

static void
time_pictures (const char *path,
               guint       n_workers)
{
  g_autoptr(ThRecording) recording = load (path);
  g_autoptr(BenchPicture) picture = bench_picture_new (recording, n_workers);
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  double zooms[N_ZOOMS], full = G_MAXDOUBLE;
  gint64 first, last, from;

  th_recording_get_range (recording, &first, &last);
  for (guint i = 0; i < 9; i++)
    full = MIN (full, time_picture (picture, n_workers > 0, first, last));
  for (guint i = 0; i < N_ZOOMS; i++)
    {
      gint64 span = choose_span (rand, first, last, &from);

      zooms[i] = time_picture (picture, n_workers > 0, from, from + span);
    }

  qsort (zooms, N_ZOOMS, sizeof *zooms, bench_compare);
  bench_print ("lanes.full_ms", full);
  bench_print ("zoom.p50_ms", zooms[N_ZOOMS / 2]);
  bench_print ("zoom.p99_ms", zooms[N_ZOOMS * 99 / 100]);
  bench_print ("zoom.max_ms", zooms[N_ZOOMS - 1]);
}

static void
bench_lanes (const char *path)
{
  time_pictures (path, 0);
}

static void
bench_workers (const char *path)
{
  time_pictures (path, MAX (th_load_options_get_n_threads (), 1));
}

static void
bench_jump (const char *path)
{
  g_autoptr(ThRecording) recording = load (path);
  g_autoptr(ThOrder) order = th_order_new (recording);
  g_autoptr(GRand) rand = g_rand_new_with_seed (2);
  double jumps[N_JUMPS];

  for (guint i = 0; i < N_JUMPS; i++)
    {
      BenchTime since = bench_now ();
      g_autoptr(ThCursor) cursor = th_cursor_new (order,
                                                  g_rand_double (rand) * th_order_get_n (order));
      ThRef ref;

      for (guint j = 0; j < TABLE_ROWS && th_cursor_next (cursor, &ref); j++)
        ;
      jumps[i] = (bench_now ().cpu - since.cpu) * 1000;
    }

  qsort (jumps, N_JUMPS, sizeof *jumps, bench_compare);
  bench_print ("jump.p50_us", jumps[N_JUMPS / 2]);
  bench_print ("jump.p99_us", jumps[N_JUMPS * 99 / 100]);
}

/* Measures the info text of the first events, including page reads. */
static void
bench_text (const char *path)
{
  g_autoptr(ThRecording) recording = load (path);
  g_autoptr(ThOrder) order = th_order_new (recording);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  g_autoptr(ThReader) reader = th_reader_new (recording);
  g_autoptr(GString) text = g_string_new (NULL);
  BenchTime since = bench_now ();
  guint64 n = 0;
  ThRef ref;

  for (; n < MAX_TEXTS && th_cursor_next (cursor, &ref); n++)
    {
      g_string_truncate (text, 0);
      th_reader_get_text (reader, ref, FALSE, text);
    }

  bench_print ("text.ns_per_event", (bench_now ().cpu - since.cpu) * 1e6 / MAX (n, 1));
}

/* Applies a filter to all events of @recording on all threads (@wall: wall time).  Returns the
 * best of several runs, because the first one also gets its memory from the system. */
static double
time_filter (ThRecording *recording,
             const char  *expression,
             gboolean     wall)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThFilter) filter = th_filter_new (recording, expression, NULL, NULL, &error);
  double best = G_MAXDOUBLE;

  if (filter == NULL)
    {
      fprintf (stderr, "bench-ours: %s: %s\n", expression, error->message);
      return 0;
    }

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr(ThRows) rows = th_rows_new (recording);
      BenchTime since = bench_now (), now;

      th_filter_evaluate (filter, rows, NULL, th_load_options_get_n_threads (), NULL);
      now = bench_now ();
      best = MIN (best, wall ? now.wall - since.wall : now.cpu - since.cpu);
    }

  return best;
}

/* Measures the lane data of the rows that match. */
static double
time_lanes (ThRows *rows,
            gint64  from,
            gint64  to)
{
  static ThPixel pixels[BENCH_PIXELS];
  ThRecording *recording = th_rows_get_recording (rows);
  BenchTime since = bench_now ();

  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    for (guint j = 0; j < th_stream_get_n_cpus (th_recording_get_stream (recording, i)); j++)
      th_rows_get_pixels (rows, i, j, from, to, BENCH_PIXELS, pixels);

  return bench_now ().cpu - since.cpu;
}

static void
bench_filtered_lanes (ThRecording *recording,
                      const char  *expression)
{
  g_autoptr(ThFilter) filter = th_filter_new (recording, expression, NULL, NULL, NULL);
  g_autoptr(ThRows) rows = th_rows_new (recording);
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  double zooms[N_ZOOMS], full = G_MAXDOUBLE;
  gint64 first, last, from;

  if (filter == NULL || !th_recording_get_range (recording, &first, &last))
    return;

  th_filter_evaluate (filter, rows, NULL, th_load_options_get_n_threads (), NULL);
  for (guint i = 0; i < 9; i++)
    full = MIN (full, time_lanes (rows, first, last));
  for (guint i = 0; i < N_ZOOMS; i++)
    {
      gint64 span = choose_span (rand, first, last, &from);

      zooms[i] = time_lanes (rows, from, from + span);
    }

  qsort (zooms, N_ZOOMS, sizeof *zooms, bench_compare);
  bench_print ("filter.lanes_ms", full);
  bench_print ("rows.bytes_per_event",
               th_rows_get_memory (rows) / (double) MAX (1, th_recording_get_n_events (recording)));
  bench_print ("filter.zoom_p99_ms", zooms[N_ZOOMS * 99 / 100]);
}

static guint64
count_found (ThRecording *recording,
             const char  *expression)
{
  g_autoptr(ThFilter) filter = th_filter_new (recording, expression, NULL, NULL, NULL);
  g_autoptr(ThRows) rows = th_rows_new (recording);

  if (filter != NULL)
    th_filter_evaluate (filter, rows, NULL, th_load_options_get_n_threads (), NULL);

  return th_rows_get_n (rows);
}

/* Measures with the payloads in the file, and in memory. */
static void
bench_fields (ThRecording *recording,
              const char  *path)
{
  g_autoptr(ThRecording) memory = load_memory (path);
  double n = MAX (1, th_recording_get_n_events (recording));

  bench_print ("filter.found", count_found (recording, FIELD_TEST));
  bench_print ("filter.file.ns_per_event", time_filter (recording, FIELD_TEST, FALSE) * 1e6 / n);
  if (memory != NULL)
    bench_print ("filter.ns_per_event", time_filter (memory, FIELD_TEST, FALSE) * 1e6 / n);
}

/* Takes the type and the task of an event in the middle, so that both are frequent. */
static void
bench_filter (const char *path)
{
  g_autoptr(ThRecording) recording = load (path);
  g_autoptr(ThOrder) order = th_order_new (recording);
  guint64 n = th_order_get_n (order);
  ThRef ref = th_order_get (order, n / 2);
  guint type = th_recording_get_type (recording, ref);
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autofree char *event = g_strdup_printf ("%s:%s", th_recording_get_type_system (recording, type),
                                            th_recording_get_type_name (recording, type));
  g_autofree char *task = g_strdup_printf ("task == \"%s\"",
                                           th_tasks_get_name (tasks,
                                                              th_recording_get_task (recording,
                                                                                     ref),
                                                              th_recording_get_time (recording,
                                                                                     ref)));
  g_autofree char *cpu =
    g_strdup_printf ("cpu == %u", th_cpu_get_number (th_recording_get_cpu (recording, ref)));

  bench_print ("filter.event_ms", time_filter (recording, event, TRUE));
  bench_print ("filter.task_ms", time_filter (recording, task, TRUE));
  bench_print ("filter.cpu_ms", time_filter (recording, cpu, TRUE));
  bench_filtered_lanes (recording, event);
  if (n <= MAX_FIELD_EVENTS)
    bench_fields (recording, path);
}

typedef struct
{
  const char *name;
  void      (*run) (const char *path);
} Mode;

static const Mode modes[] = {
  { "load", bench_load }, { "copy", bench_copy }, { "read", bench_read }, { "first", bench_first },
  { "lanes", bench_lanes }, { "workers", bench_workers }, { "jump", bench_jump },
  { "text", bench_text }, { "filter", bench_filter }
};

/* Reads the options; returns the mode, or NULL if the arguments are wrong. */
static const Mode *
read_arguments (int    *argc,
                char ***argv)
{
  gint cache_mib = 0, n_threads = 0;
  const GOptionEntry entries[] = {
    { "cache", 0, 0, G_OPTION_ARG_INT, &cache_mib, "Size of the column cache", "MIB" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &n_threads, "Number of workers", "N" },
    { NULL }
  };
  g_autoptr(GOptionContext) context = g_option_context_new ("MODE FILE");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, NULL) || *argc != 3 || cache_mib < 0 ||
      n_threads < 0)
    return NULL;

  th_load_options_set_memory_limit ((gsize) cache_mib << 20);
  th_load_options_set_n_threads (n_threads);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (strcmp ((*argv)[1], modes[i].name) == 0)
      return &modes[i];

  return NULL;
}

int
main (int   argc,
      char *argv[])
{
  const Mode *mode = read_arguments (&argc, &argv);

  if (mode == NULL)
    {
      fprintf (stderr, "usage: bench-ours [--cache MIB] [--threads N] "
               "load|copy|read|first|lanes|workers|jump|text|filter FILE\n");
      return 64;
    }

  mode->run (argv[2]);
  return 0;
}
