/* test-perfdata-cache.c - columns of a perf.data that are decoded again equal those that stay
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "column-fixture.h"
#include "loader-fixture.h"
#include "perfdata-writer.h"
#include "th-cpu-block.h"
#include "th-load-options.h"
#include "th-order.h"

#define FEW_UNITS (1 << 20)
#define N_ROUNDS 45
#define N_BUSY 300   /* samples of CPU 0 in a round, which follow each other */
#define N_IDLE 60    /* samples of CPU 1, one by one among those of CPU 2 */
#define ROUND_NS 100000

static const char *const names[] = {
  "e1000-tp.perf.data", "e1000-tp-g.perf.data", "e1000-cpu-clock-g.perf.data",
  "e1000-cpu-clock-z.perf.data", "e1000-probe.perf.data", "k612-tp.perf.data",
  "k612-tp-g.perf.data", "virtio-tp-g.perf.data", "broken/cut-50.perf.data",
  "broken/flipped.perf.data", "public/fib2-aarch64.perf_data",
  "public/fibo.compressed2.pipe.data", "public/perf.data.lost_samples-4.4",
};

/* --- recordings that are made ------------------------------------------- */

static const PerfShape shapes[] = {
  { .attr_size = 136, .sample_type = WRITER_SAMPLE, .n_cpus = 4 },
  { .big_endian = TRUE, .attr_size = 136, .sample_type = WRITER_SAMPLE, .n_cpus = 4 },
  { .attr_size = 136, .sample_type = WRITER_SAMPLE, .n_cpus = 4, .with_second = TRUE },
  { .big_endian = TRUE, .attr_size = 136, .sample_type = WRITER_SAMPLE, .n_cpus = 4,
    .with_second = TRUE },
  /* As from a pipe, but in a file. */
  { .pipe = TRUE, .attr_size = 136, .sample_type = WRITER_SAMPLE, .n_cpus = 4 },
  /* Without a CPU, and without a time. */
  { .attr_size = 136, .sample_type = WRITER_SAMPLE & ~WRITER_CPU, .n_cpus = 0 },
  { .attr_size = 136, .sample_type = WRITER_SAMPLE & ~WRITER_TIME, .n_cpus = 4 },
};
#define WITHOUT_TIME 6

static void
put_sample (PerfWriter *writer,
            gint64      time,
            guint       cpu,
            guint       i)
{
  gint32 tid = i % 50 < 20 ? 0 : 100 + (gint32) (i % 7 * 1000);

  if (writer->shape.with_second && i % 3 == 1)
    perf_writer_second (writer, time, cpu, tid);
  else
    perf_writer_sample (writer, time, cpu, tid);
}

/* One of perf's rounds: the buffer of one CPU after that of the other; but those of CPUs 1 and 2
 * are mixed, and so are late samples of CPU 3, as those of one buffer per thread are. */
static void
put_round (PerfWriter *writer,
           guint       round,
           gboolean    late,
           guint       flip) /* bits of the numbers of CPUs */
{
  gint64 start = 1000 + (gint64) round * ROUND_NS;

  for (guint i = 0; i < N_BUSY; i++)
    put_sample (writer, start + i * 300, 0 ^ flip, round * N_BUSY + i);
  for (guint i = 0; i < N_IDLE; i++)
    {
      put_sample (writer, start + i * 1500, 1 ^ flip, i);
      for (guint j = 0; j <= i % 5; j++)
        put_sample (writer, start + i * 1500 + j, 2 ^ flip, i * 3 + j);
    }
  perf_writer_comm (writer, start + 10, 100, round % 2 == 0 ? "even" : "odd");
  perf_writer_switch (writer, start + 20, 1, 100, TRUE, 1100);
  for (guint i = 0; i < N_IDLE; i++)
    put_sample (writer, start + (late ? (i % 30) * 3000 + i / 30 : i * 1500), 3 ^ flip, i);
  if (round % 10 == 9)
    perf_writer_lost (writer, start + 90000, round % 4, 17);
  perf_writer_round (writer);
}

static char *
write_story (const PerfShape *shape,
             gboolean         late,
             guint            flip)
{
  char *path = g_build_filename (g_get_tmp_dir (), "th-perf-XXXXXX", NULL);
  g_autoptr(GBytes) bytes = NULL;
  PerfWriter writer;

  perf_writer_init (&writer, shape);
  for (guint round = 0; round < N_ROUNDS; round++)
    put_round (&writer, round, late, flip);
  bytes = perf_writer_finish (&writer);
  close (g_mkstemp (path));
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  return path;
}

static char *
write_file (const PerfShape *shape,
            gboolean         late)
{
  return write_story (shape, late, 0);
}

/* --- equal results ------------------------------------------------------ */

/* The payload, text and stack of every event, in order of time. */
static char *
sum_records (ThRecording *recording)
{
  g_autoptr(GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr(ThOrder) order = th_order_new (recording);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  g_autoptr(ThReader) reader = th_reader_new (recording);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GArray) frames = g_array_new (FALSE, TRUE, sizeof (ThFrame));
  ThPayload payload;
  ThRef ref;

  while (th_cursor_next (cursor, &ref))
    {
      g_string_truncate (text, 0);
      g_array_set_size (frames, 0);
      th_reader_get_text (reader, ref, FALSE, text);
      th_reader_get_stack (reader, ref, frames);
      for (guint i = 0; i < frames->len; i++)
        g_string_append_printf (text, " %" G_GINT64_MODIFIER "x%d",
                                g_array_index (frames, ThFrame, i).address,
                                g_array_index (frames, ThFrame, i).user);
      g_checksum_update (sum, (const guchar *) text->str, (gssize) text->len + 1);
      if (th_reader_get_payload (reader, ref, &payload))
        g_checksum_update (sum, payload.data, (gssize) payload.size);
    }
  return g_strdup (g_checksum_get_string (sum));
}

static void
assert_same (ThRecording *kept,
             const char  *path,
             gsize        cache,
             guint64     *n_filled)
{
  g_autoptr(ThRecording) cached = fixture_load_with_cache (path, cache);
  g_autofree char *expected = sum_records (kept), *found = sum_records (cached);

  fixture_assert_same_columns (kept, cached);
  g_assert_cmpstr (found, ==, expected);
  *n_filled += fixture_count_filled (cached);
}

static guint64
check_file (const char *path)
{
  g_autoptr(ThRecording) kept = fixture_load_with_cache (path, G_MAXSIZE);
  guint64 n_filled = 0;

  assert_same (kept, path, FIXTURE_ONE_UNIT, &n_filled);
  assert_same (kept, path, 100 << 10, &n_filled);
  assert_same (kept, path, FEW_UNITS, &n_filled);
  return n_filled;
}

static void
test_recordings (void)
{
  guint64 n_filled = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = fixture_find_recording (names[i]);

      if (path == NULL)
        return;
      n_filled += check_file (path);
    }
  g_assert_cmpuint (n_filled, >, 100);
}

static void
test_shape (gconstpointer data)
{
  const PerfShape *shape = data;

  for (guint late = 0; late < 2; late++)
    {
      g_autofree char *path = write_file (shape, late);

      if (shape == &shapes[WITHOUT_TIME])
        g_assert_cmpuint (check_file (path), ==, 0);
      else
        g_assert_cmpuint (check_file (path), >, 1000);
      g_unlink (path);
    }
}

/* With all kinds of sideband records as events. */
static void
test_sideband (void)
{
  g_autofree char *path = write_file (&shapes[2], TRUE);
  g_autofree char *real = fixture_find_recording ("virtio-tp-g.perf.data");

  th_load_options_set_sideband (TH_SIDEBAND_LOST | TH_SIDEBAND_TASKS | TH_SIDEBAND_MMAPS);
  g_assert_cmpuint (check_file (path), >, 1000);
  if (real != NULL)
    check_file (real);
  th_load_options_set_sideband (0);
  g_unlink (path);
}

static ThRecording *
load_without_second (const char *path,
                     gsize       cache)
{
  ThRecording *recording;
  const ThLoader *loader;

  th_load_options_set_memory_limit (cache);
  recording = th_loader_open (path, &loader, NULL);
  th_load_options_set_memory_limit (0);
  th_recording_ignore (recording, "software:task-clock");
  th_loader_load (loader, recording);
  return recording;
}

/* Types that the user ignores are not rows, but their records are in the list of places. */
static void
test_ignored (void)
{
  g_autofree char *path = write_file (&shapes[2], TRUE);
  g_autoptr(ThRecording) kept = load_without_second (path, (gsize) 1 << 40);
  g_autoptr(ThRecording) cached = load_without_second (path, FIXTURE_ONE_UNIT);
  g_autofree char *expected = sum_records (kept), *found = sum_records (cached);

  fixture_assert_same_columns (kept, cached);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpuint (fixture_count_filled (cached), >, 1000);
  g_unlink (path);
}

/* --- memory and reading ------------------------------------------------- */

/* The limit of memory is the size of the cache, and does not end the load: all events are there. */
static void
test_bounded (void)
{
  g_autofree char *path = write_file (&shapes[0], FALSE);
  g_autoptr(ThRecording) recording = NULL;
  guint64 n;

  th_load_options_set_memory_limit (100 << 10);
  recording = fixture_load (path, NULL);
  th_load_options_set_memory_limit (0);
  n = th_recording_get_n_events (recording);
  g_assert_cmpuint (n, >, N_ROUNDS * (N_BUSY + 2 * N_IDLE));
  g_assert_cmpint (th_recording_get_state (recording), ==, TH_LOAD_WHOLE);
  fixture_walk_blocks (fixture_longest_cpu (recording));
  g_assert_cmpuint (fixture_count_filled (recording), >, 0);
  g_unlink (path);
}

static void
test_threads (void)
{
  g_autofree char *path = write_file (&shapes[2], TRUE);
  g_autoptr(ThRecording) kept = fixture_load_with_cache (path, G_MAXSIZE);
  g_autoptr(ThRecording) cached = fixture_load_with_cache (path, 2 * (40 << 10));

  fixture_read_in_threads (kept, cached);
  g_unlink (path);
}

typedef struct
{
  ThRecording *recording;
  gint         done; /* atomic */
} Watch;

/* Reads the blocks that are published, and the payloads of their first rows. */
static gpointer
watch (gpointer data)
{
  Watch *self = data;
  g_autoptr(ThReader) reader = th_reader_new (self->recording);

  while (!g_atomic_int_get (&self->done))
    for (guint i = 0; i < th_stream_get_n_cpus (th_recording_get_stream (self->recording, 0)); i++)
      {
        ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, 0), i);
        guint32 n_rows = th_cpu_get_n_rows (cpu);
        ThPayload payload;

        fixture_walk_blocks (cpu);
        for (guint32 row = 0; row < n_rows; row += n_rows / 5 + 1)
          g_assert_true (th_reader_get_payload (reader, (ThRef) { 0, i, row }, &payload));
        if (n_rows > 0)
          g_assert_true (th_reader_get_payload (reader, (ThRef) { 0, i, n_rows - 1 }, &payload));
      }
  return NULL;
}

/* Readers while it is loaded. */
static void
test_loading (void)
{
  g_autofree char *path = write_file (&shapes[0], TRUE);
  g_autoptr(ThRecording) kept = fixture_load_with_cache (path, G_MAXSIZE);
  g_autoptr(ThRecording) cached = NULL;
  const ThLoader *loader;
  Watch self = { NULL, FALSE };
  GThread *threads[2];

  th_load_options_set_memory_limit (1);
  self.recording = cached = th_loader_open (path, &loader, NULL);
  th_load_options_set_memory_limit (0);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("watch", watch, &self);
  th_loader_load (loader, cached);
  g_atomic_int_set (&self.done, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  fixture_assert_same_columns (kept, cached);
  g_unlink (path);
}

/* --- files that change -------------------------------------------------- */

static void
shrink (const char *path)
{
  g_assert_cmpint (truncate (path, 4096), ==, 0);
}

static void
grow (const char *path)
{
  FILE *file = g_fopen (path, "a");

  fputs ("more", file);
  fclose (file);
}

/* Overwrites the bytes of the file, and restores the time of the last change: only the index can
 * tell. */
static void
replace (const char *path,
         const char *data,
         gsize       size)
{
  FILE *file = g_fopen (path, "r+");
  struct timespec times[2];
  struct stat before;

  g_assert_cmpint (stat (path, &before), ==, 0);
  g_assert_cmpint (before.st_size, ==, size);
  fwrite (data, 1, size, file);
  fclose (file);
  times[0] = before.st_atim;
  times[1] = before.st_mtim;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

/* The same with noise after its first quarter. */
static void
overwrite (const char *path)
{
  g_autofree char *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  for (gsize i = size / 4; i < size; i++)
    data[i] = (char) (i * 7 + i / 100);
  replace (path, data, size);
}

/* Exchanges CPUs 0 and 1, and 2 and 3; all times and types stay. */
static void
exchange_cpus (const char *path)
{
  g_autofree char *other = write_story (&shapes[0], FALSE, 1), *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (other, &data, &size, NULL));
  replace (path, data, size);
  g_unlink (other);
}

typedef struct
{
  void   (*spoil) (const char *path);
  gboolean stays; /* what was loaded is still there */
} Change;

/* Looks at every row of a recording whose file has changed after it was loaded: what differs from
 * the index has the time of its block, and everything else is as it was. */
static void
test_changed (gconstpointer data)
{
  const Change *change = data;
  g_autofree char *path = write_file (&shapes[0], FALSE), *problems = NULL;
  g_autoptr(ThRecording) kept = fixture_load_with_cache (path, FIXTURE_ALL);
  g_autoptr(ThRecording) cached = fixture_load_with_cache (path, FIXTURE_ONE_UNIT);
  ThCpu *cpu = fixture_longest_cpu (cached), *before = fixture_longest_cpu (kept);
  guint32 n = th_cpu_get_n_rows (before), n_unknown = 0;

  change->spoil (path);
  g_assert_cmpuint (th_cpu_get_n_rows (cpu), ==, n);
  for (guint32 row = 0; row < n; row++)
    {
      gboolean unknown = th_cpu_get_type (cpu, row) == TH_TYPE_OTHER;

      n_unknown += unknown;
      g_assert_cmpint (th_cpu_get_time (cpu, row), ==,
                       th_cpu_get_time (before, unknown ? row - row % TH_BLOCK_ROWS : row));
      if (!unknown)
        g_assert_cmpuint (th_cpu_get_type (cpu, row), ==, th_cpu_get_type (before, row));
    }
  if (change->stays)
    g_assert_cmpuint (n_unknown, ==, 0);
  else
    g_assert_cmpuint (n_unknown, >, n / 2);

  problems = fixture_problems (cached);
  g_assert_nonnull (strstr (problems, "changed 1"));
  fixture_read_all (cached);
  g_unlink (path);
}

static const Change shrinks = { shrink, FALSE };
static const Change grows = { grow, TRUE };
static const Change overwritten = { overwrite, FALSE };
static const Change exchanged = { exchange_cpus, FALSE };

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/perfdata/cache/recordings", test_recordings);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *name = g_strdup_printf ("/perfdata/cache/shape/%u", i);

      g_test_add_data_func (name, &shapes[i], test_shape);
    }
  g_test_add_func ("/perfdata/cache/sideband", test_sideband);
  g_test_add_func ("/perfdata/cache/ignored", test_ignored);
  g_test_add_func ("/perfdata/cache/bounded", test_bounded);
  g_test_add_func ("/perfdata/cache/threads", test_threads);
  g_test_add_func ("/perfdata/cache/loading", test_loading);
  g_test_add_data_func ("/perfdata/cache/changed/shrinks", &shrinks, test_changed);
  g_test_add_data_func ("/perfdata/cache/changed/grows", &grows, test_changed);
  g_test_add_data_func ("/perfdata/cache/changed/overwritten", &overwritten, test_changed);
  g_test_add_data_func ("/perfdata/cache/changed/exchanged", &exchanged, test_changed);
  return g_test_run ();
}
