/* test-column-cache.c - columns that are decoded again equal those that stay in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "loader-fixture.h"
#include "th-column-cache.h"
#include "th-cpu-block.h"
#include "th-filter.h"
#include "th-load-options.h"
#include "th-order.h"
#include "th-source.h"
#include "tracedat-writer.h"

#define PIXELS 700
#define N_THREADS 4
#define N_LOOKS 4000
#define ONE_UNIT 1

static ThRecording *
load_with_cache (const char *path,
                 gsize       bytes)
{
  g_autoptr(GError) error = NULL;
  ThRecording *recording;

  th_column_cache_set_usual_limit (bytes);
  recording = fixture_load (path, &error);
  th_column_cache_set_usual_limit (0);
  g_assert_no_error (error);
  return recording;
}

static guint64
count_filled (ThRecording *recording)
{
  return th_column_cache_get_n_filled (th_recording_get_column_cache (recording));
}

/* --- equal results ------------------------------------------------------ */

static void
add_cpu_pixels (GChecksum *sum,
                ThCpu     *cpu,
                gint64     from,
                gint64     to)
{
  static ThPixel pixels[PIXELS];
  static ThTaskPixel tasks[PIXELS];

  /* Padding of the structs is not part of the result. */
  memset (pixels, 0, sizeof pixels);
  memset (tasks, 0, sizeof tasks);
  th_cpu_get_pixels (cpu, from, to, PIXELS, pixels);
  th_cpu_get_task_pixels (cpu, from, to, PIXELS, tasks);
  for (guint i = 0; i < PIXELS; i++)
    {
      guint64 numbers[] = { pixels[i].count, pixels[i].types, tasks[i].task, tasks[i].busy,
                            tasks[i].flags, tasks[i].run };

      g_checksum_update (sum, (const guchar *) numbers, sizeof numbers);
    }
}

static void
add_pixels (GChecksum   *sum,
            ThRecording *recording,
            gint64       from,
            gint64       to)
{
  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        add_cpu_pixels (sum, th_stream_get_cpu (stream, j), from, to);
    }
}

/* The whole range, halves, and ever smaller parts around the middle. */
static void
add_views (GChecksum   *sum,
           ThRecording *recording)
{
  gint64 first, last, middle;

  if (!th_recording_get_range (recording, &first, &last))
    return;

  middle = first + (last - first) / 3;
  add_pixels (sum, recording, first, last);
  for (gint64 length = (last - first) / 2; length > 100; length /= 8)
    add_pixels (sum, recording, middle - length / 2, middle + length / 2);
}

static void
add_counts (GChecksum   *sum,
            ThRecording *recording)
{
  g_autofree guint64 *counts = g_new0 (guint64, TH_TYPE_OTHER + 1);

  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        th_cpu_count_types (th_stream_get_cpu (stream, j), counts);
    }
  g_checksum_update (sum, (const guchar *) counts, (TH_TYPE_OTHER + 1) * sizeof *counts);
}

static void
add_order (GChecksum   *sum,
           ThRecording *recording,
           ThOrder     *order)
{
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  guint64 n = th_order_get_n (order), step = MAX (n / 50, 1);
  ThRef ref;

  while (th_cursor_next (cursor, &ref))
    {
      guint64 numbers[] = { ref.stream, ref.cpu, ref.row,
                            (guint64) th_recording_get_time (recording, ref),
                            th_recording_get_type (recording, ref) };

      g_checksum_update (sum, (const guchar *) numbers, sizeof numbers);
    }
  for (guint64 i = 0; i < n; i += step)
    {
      ThRef found = th_order_get (order, i);
      guint64 numbers[] = { found.stream, found.cpu, found.row };

      g_assert_cmpuint (th_order_find (order, found), ==, i);
      g_checksum_update (sum, (const guchar *) numbers, sizeof numbers);
    }
}

static void
add_filtered (GChecksum   *sum,
              ThRecording *recording,
              const char  *text)
{
  g_autoptr(ThFilter) filter = th_filter_new (recording, text, NULL, NULL, NULL);
  g_autoptr(ThRows) rows = NULL;
  g_autoptr(ThOrder) order = NULL;
  ThFilterEvaluator *evaluator;

  /* Some recordings lack the event. */
  if (filter == NULL)
    return;

  rows = th_rows_new (recording);
  evaluator = th_filter_evaluator_new (filter);
  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        th_filter_evaluator_evaluate (evaluator, rows, i, j, G_MAXUINT32);
    }
  th_filter_evaluator_free (evaluator);
  order = th_order_new_rows (rows, NULL, 0, G_MININT64, G_MAXINT64);
  add_order (sum, recording, order);
}

/* What the views, the table, filters and counts find. */
static char *
sum_up (ThRecording *recording)
{
  g_autoptr(GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr(ThOrder) order = th_order_new (recording);

  add_views (sum, recording);
  add_counts (sum, recording);
  add_order (sum, recording, order);
  add_filtered (sum, recording, "event == \"sched_switch\"");
  add_filtered (sum, recording, "event ~ \"*s*\" and not pid == 0");
  add_filtered (sum, recording, "event ~ \"n*\" or cpu == 1");
  add_filtered (sum, recording, "pid == 0 or task ~ \"*r*\"");
  add_filtered (sum, recording, "task ~ \"*o*\" and not event ~ \"*s*\"");
  add_filtered (sum, recording, "next_pid == 0 or pid == 0");
  add_filtered (sum, recording, "sched_switch: next_pid == 0");
  return g_strdup (g_checksum_get_string (sum));
}

static void
assert_same (ThRecording *kept,
             ThRecording *cached)
{
  g_autofree char *expected = sum_up (kept), *found = sum_up (cached);
  g_autoptr(GString) all = fixture_dump (kept), again = fixture_dump (cached);
  g_autofree char *problems = fixture_problems (kept), *same_problems = fixture_problems (cached);

  g_assert_true (g_string_equal (all, again));
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (same_problems, ==, problems);
  g_assert_cmpuint (count_filled (kept), ==, 0);
  /* Nothing is pinned any more. */
  g_assert_cmpuint (th_column_cache_get_n_pinned (th_recording_get_column_cache (cached)), ==, 0);
}

static void
test_same (void)
{
  g_autoptr(GPtrArray) paths = fixture_list_recordings ();
  static const gsize sizes[] = { ONE_UNIT, 256 << 10 };
  guint64 n_filled = 0;

  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr(ThRecording) kept = load_with_cache (g_ptr_array_index (paths, i), G_MAXSIZE);

      for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
        {
          g_autoptr(ThRecording) cached = load_with_cache (g_ptr_array_index (paths, i), sizes[j]);

          assert_same (kept, cached);
          n_filled += count_filled (cached);
        }
    }
  g_assert_cmpuint (n_filled, >, 100);
}

/* The runs tell the task of each row. */
static void
test_task_spans (void)
{
  g_autoptr(GPtrArray) paths = fixture_list_recordings ();
  guint n_spans = 0;

  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr(ThRecording) kept = load_with_cache (g_ptr_array_index (paths, i), G_MAXSIZE);

      for (guint s = 0; s < th_recording_get_n_streams (kept); s++)
        for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (kept, s)); c++)
          {
            ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (kept, s), c);
            ThTaskSpan span = { 0 }, far = { 0 };

            if (th_cpu_get_complete (cpu) != G_MAXINT64)
              continue;
            for (guint32 row = 0, end = 0; row < th_cpu_get_n_rows (cpu); row++)
              {
                guint32 other = (row * 7919u) % th_cpu_get_n_rows (cpu);

                th_cpu_find_task_span (cpu, row, &span);
                g_assert_cmpuint (span.task, ==, th_cpu_get_task (cpu, row));
                g_assert_true (row >= span.first && row < span.end);
                n_spans += row >= end;
                end = span.end;
                th_cpu_find_task_span (cpu, other, &far);
                g_assert_cmpuint (far.task, ==, th_cpu_get_task (cpu, other));
                g_assert_true (other >= far.first && other < far.end);
              }
          }
    }
  g_assert_cmpuint (n_spans, >, 1000);
}

/* --- other shapes ------------------------------------------------------- */

static const TracedatShape shapes[] = {
  { 7, TH_TD_NONE, FALSE, 8, 4096, FALSE },
  { 7, TH_TD_ZLIB, FALSE, 8, 4096, FALSE },
  { 7, TH_TD_ZSTD, FALSE, 8, 65536, FALSE },
  { 7, TH_TD_NONE, TRUE, 8, 16384, FALSE },
  { 7, TH_TD_ZSTD, TRUE, 4, 4096, TRUE },
  { 6, TH_TD_NONE, TRUE, 4, 8192, FALSE },
};

/* Returns the path of a temporary file with a recording of that shape; NULL: skipped. */
static char *
write_shape (const TracedatShape *shape)
{
  g_autofree char *source = fixture_find_recording ("e1000-lost.dat");
  char *path = g_build_filename (g_get_tmp_dir (), "th-cache-XXXXXX", NULL);
  g_autoptr(GByteArray) bytes = NULL;

  if (source == NULL)
    {
      g_free (path);
      return NULL;
    }

  bytes = tracedat_write (source, shape);
  close (g_mkstemp (path));
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  return path;
}

static void
test_shape (gconstpointer data)
{
  g_autofree char *path = write_shape (data);
  g_autoptr(ThRecording) kept = NULL, cached = NULL;

  if (path == NULL)
    return;

  kept = load_with_cache (path, G_MAXSIZE);
  cached = load_with_cache (path, ONE_UNIT);
  assert_same (kept, cached);
  g_assert_cmpuint (count_filled (cached), >, 10);
  g_unlink (path);
}

/* --- the slots ---------------------------------------------------------- */

static ThCpu *
longest_cpu (ThRecording *recording,
             guint       *index)
{
  ThStream *stream = th_recording_get_stream (recording, 0);
  ThCpu *longest = th_stream_get_cpu (stream, 0);

  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    if (th_cpu_get_n_rows (th_stream_get_cpu (stream, i)) >= th_cpu_get_n_rows (longest))
      {
        longest = th_stream_get_cpu (stream, i);
        *index = i;
      }
  return longest;
}

static void
walk_blocks (ThCpu *cpu)
{
  guint32 n_rows = th_cpu_get_n_rows (cpu);
  ThCpuBlock block = { 0 };

  for (guint32 row = 0; row < n_rows; row += TH_BLOCK_ROWS)
    th_cpu_block_reach (&block, cpu, row, n_rows);
  th_cpu_block_give_back (&block);
}

/* A walk over all rows leaves what the screen used in the cache; a block that is held stays where
 * it is, whatever the others need. */
static void
test_slots (void)
{
  g_autofree char *path = write_shape (&shapes[0]);
  g_autoptr(ThRecording) recording = NULL;
  guint64 n_filled;
  ThCpuBlock held;
  ThCpu *cpu;
  guint index;
  gint64 time;

  if (path == NULL)
    return;

  recording = load_with_cache (path, 3 * (40 << 10));
  cpu = longest_cpu (recording, &index);
  g_assert_cmpuint (th_cpu_get_n_rows (cpu), >, 5 * 4096);
  walk_blocks (cpu);
  th_cpu_get_type (cpu, 4096);
  walk_blocks (cpu);
  n_filled = count_filled (recording);
  th_cpu_get_type (cpu, 4097);
  g_assert_cmpuint (count_filled (recording), ==, n_filled);

  time = th_cpu_get_time (cpu, 10);
  th_cpu_block_take (&held, cpu, 0, th_cpu_get_n_rows (cpu));
  walk_blocks (cpu);
  for (guint i = 0; i < 4; i++)
    th_cpu_get_type (cpu, i * 4096 + 1);
  g_assert_cmpint (th_cpu_block_get_time (&held, 10), ==, time);
  th_cpu_block_give_back (&held);
  g_unlink (path);
}

/* A load fills no more of the cache than it needs while it writes; whoever reads fills the rest. */
static void
test_room (void)
{
  g_autofree char *path = write_shape (&shapes[0]);
  g_autoptr(ThRecording) recording = NULL;
  guint n_blocks, index;
  guint64 n_filled;
  ThCpu *cpu;

  if (path == NULL)
    return;

  recording = load_with_cache (path, 30 * (40 << 10));
  cpu = longest_cpu (recording, &index);
  n_blocks = (th_cpu_get_n_rows (cpu) - 1) / TH_BLOCK_ROWS + 1;
  g_assert_cmpuint (n_blocks, >, 5 * 64);
  g_assert_cmpuint (n_blocks, <, 20 * 64);
  walk_blocks (cpu);
  n_filled = count_filled (recording);
  g_assert_cmpuint (n_filled, >=, n_blocks - 2 * 64);

  walk_blocks (cpu);
  g_assert_cmpuint (count_filled (recording), ==, n_filled);
  g_unlink (path);
}

/* A single row costs its block, and a walk decodes each block once. */
static void
test_blocks (void)
{
  g_autofree char *path = write_shape (&shapes[0]);
  g_autoptr(ThRecording) recording = NULL;
  guint64 n_filled;
  guint index;
  ThCpu *cpu;

  if (path == NULL)
    return;

  recording = load_with_cache (path, ONE_UNIT);
  cpu = longest_cpu (recording, &index);
  for (guint row = 3 * 4096 + 2000; row > 4096; row -= 4096)
    {
      n_filled = count_filled (recording);
      th_cpu_get_type (cpu, row);
      g_assert_cmpuint (count_filled (recording) - n_filled, >=, 1);
      g_assert_cmpuint (count_filled (recording) - n_filled, <=, 3);
    }

  n_filled = count_filled (recording);
  walk_blocks (cpu);
  g_assert_cmpuint (count_filled (recording) - n_filled, <=,
                    (th_cpu_get_n_rows (cpu) - 1) / TH_BLOCK_ROWS + 1);
  g_unlink (path);
}

/* The number of events that pass. */
static guint64
count_passing (ThRecording *recording,
               const char  *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThFilter) filter = th_filter_new (recording, text, NULL, NULL, &error);
  g_autoptr(ThRows) rows = th_rows_new (recording);

  g_assert_no_error (error);
  th_filter_evaluate (filter, rows, NULL, 1, NULL);
  return th_rows_get_n (rows);
}

/* Returns the name of a type that no event has; @collides: but one that has the same bit in
 * masks. */
static char *
find_absent (ThRecording *recording,
             gboolean     collides)
{
  g_autofree guint64 *counts = g_new0 (guint64, TH_TYPE_OTHER + 1);
  ThStream *stream = th_recording_get_stream (recording, 0);
  guint64 seen = 0;

  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    th_cpu_count_types (th_stream_get_cpu (stream, i), counts);
  for (guint type = 0; type <= TH_TYPE_OTHER; type++)
    if (counts[type] > 0)
      seen |= G_GUINT64_CONSTANT (1) << (type & 63);
  for (guint type = 0; type < th_recording_get_n_types (recording); type++)
    if (counts[type] == 0 && (seen >> (type & 63) & 1) == (guint64) collides)
      return g_strdup_printf ("%s:%s", th_recording_get_type_system (recording, type),
                              th_recording_get_type_name (recording, type));
  g_assert_not_reached ();
}

/* Counts of types, and filters by what the index knows, decode nothing. */
static void
test_index (void)
{
  g_autofree char *path = write_shape (&shapes[0]);
  g_autofree char *absent = NULL, *colliding = NULL, *late = NULL;
  g_autoptr(ThRecording) recording = NULL, kept = NULL;
  gint64 first, last;
  guint64 n_filled;

  if (path == NULL)
    return;

  recording = load_with_cache (path, ONE_UNIT);
  kept = load_with_cache (path, G_MAXSIZE);
  g_assert_true (th_recording_get_range (recording, &first, &last));
  n_filled = count_filled (recording);
  absent = find_absent (recording, FALSE);
  colliding = find_absent (recording, TRUE);
  late = g_strdup_printf ("time > %" G_GINT64_FORMAT "ns", last + 1);
  g_assert_cmpuint (count_passing (recording, absent), ==, 0);
  g_assert_cmpuint (count_passing (recording, colliding), ==, 0);
  g_assert_cmpuint (count_passing (recording, "cpu == 999"), ==, 0);
  g_assert_cmpuint (count_passing (recording, "cpu == 0 and not pid == 0"), ==,
                    count_passing (kept, "cpu == 0 and not pid == 0"));
  g_assert_cmpuint (count_passing (recording, "pid == 0"), >, 0);
  g_assert_cmpuint (count_passing (recording, "pid == 0"), ==, count_passing (kept, "pid == 0"));
  g_assert_cmpuint (count_passing (recording, "pid < 0 and next_pid == 0"), ==, 0);
  g_assert_true (th_recording_get_range (recording, &first, &last));
  g_assert_cmpuint (th_cpu_lower_bound (th_stream_get_cpu (th_recording_get_stream (recording, 0),
                                                           0),
                                        1, last + 1), ==, 1);
  g_assert_cmpuint (count_filled (recording), ==, n_filled);
  g_unlink (path);
}

/* A jump decodes a few blocks around the event of each CPU, however long the recording. */
static void
test_jump (void)
{
  g_autofree char *path = write_shape (&shapes[0]);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThOrder) order = NULL;
  guint64 n_filled, n;
  guint n_cpus;

  if (path == NULL)
    return;

  recording = load_with_cache (path, ONE_UNIT);
  order = th_order_new (recording);
  n_cpus = th_stream_get_n_cpus (th_recording_get_stream (recording, 0));
  n = th_order_get_n (order);
  for (guint64 row = n / 9; row < n; row += n / 9)
    {
      n_filled = count_filled (recording);
      th_order_get (order, row);
      g_assert_cmpuint (count_filled (recording) - n_filled, <=, 8 * n_cpus);
    }
  g_unlink (path);
}

/* --- threads ------------------------------------------------------------ */

typedef struct
{
  ThCpu   *kept;
  ThCpu   *cached;
  guint32  seed;
} Look;

static void
check_block (Look    *self,
             guint32  row)
{
  guint32 n_rows = th_cpu_get_n_rows (self->kept);
  ThCpuBlock expected, found;

  th_cpu_block_take (&expected, self->kept, row, n_rows);
  th_cpu_block_take (&found, self->cached, row, n_rows);
  g_assert_cmpuint (found.n, ==, expected.n);
  for (guint i = 0; i < found.n; i++)
    {
      g_assert_cmpint (th_cpu_block_get_time (&found, i), ==, th_cpu_block_get_time (&expected, i));
      g_assert_cmpuint (th_cpu_block_get_type (&found, i), ==,
                        th_cpu_block_get_type (&expected, i));
      g_assert_cmpuint (th_cpu_block_get_task (&found, i), ==,
                        th_cpu_block_get_task (&expected, i));
    }
  th_cpu_block_give_back (&found);
  th_cpu_block_give_back (&expected);
}

static gpointer
look (gpointer data)
{
  Look *self = data;
  g_autoptr(GRand) random = g_rand_new_with_seed (self->seed);
  guint32 n_rows = th_cpu_get_n_rows (self->kept);

  for (guint i = 0; i < N_LOOKS; i++)
    {
      guint32 row = (guint32) g_rand_int_range (random, 0, (gint32) n_rows);

      check_block (self, row);
      g_assert_cmpuint (th_cpu_get_place (self->cached, row), ==,
                        th_cpu_get_place (self->kept, row));
      g_assert_cmpint (th_cpu_get_time (self->cached, row), ==, th_cpu_get_time (self->kept, row));
    }
  return NULL;
}

static void
test_threads (gconstpointer data)
{
  g_autofree char *path = write_shape (data);
  g_autoptr(ThRecording) kept = NULL, cached = NULL;
  GThread *threads[N_THREADS];
  Look looks[N_THREADS];
  guint index;

  if (path == NULL)
    return;

  kept = load_with_cache (path, G_MAXSIZE);
  cached = load_with_cache (path, 2 * (40 << 10));
  for (guint i = 0; i < N_THREADS; i++)
    {
      looks[i] = (Look) { longest_cpu (kept, &index), longest_cpu (cached, &index), i };
      threads[i] = g_thread_new ("look", look, &looks[i]);
    }
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_unlink (path);
}

typedef struct
{
  ThRecording *recording;
  gint         done; /* atomic */
} Watch;

/* Reads what is published again and again: the last rows, and all columns. */
static gpointer
watch (gpointer data)
{
  Watch *self = data;

  while (!g_atomic_int_get (&self->done))
    for (guint i = 0; i < th_stream_get_n_cpus (th_recording_get_stream (self->recording, 0)); i++)
      {
        ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, 0), i);
        guint32 n_rows = th_cpu_get_n_rows (cpu);
        g_autofree guint64 *counts = g_new0 (guint64, TH_TYPE_OTHER + 1);
        guint64 n = 0;

        if (n_rows == 0)
          continue;
        g_assert_cmpint (th_cpu_get_time (cpu, 0), <=, th_cpu_get_last_time (cpu, n_rows));
        g_assert_cmpuint (th_cpu_lower_bound (cpu, n_rows, G_MAXINT64), ==, n_rows);
        walk_blocks (cpu);
        th_cpu_count_types (cpu, counts);
        for (guint type = 0; type <= TH_TYPE_OTHER; type++)
          n += counts[type];
        g_assert_cmpuint (n, >=, n_rows);
        g_assert_cmpuint (n, <=, th_cpu_get_n_rows (cpu));
      }
  return NULL;
}

/* Readers while it is loaded. */
static void
test_loading (void)
{
  g_autofree char *path = write_shape (&shapes[0]);
  g_autoptr(ThRecording) kept = NULL, cached = NULL;
  const ThLoader *loader;
  GThread *threads[2];
  Watch self = { NULL, FALSE };

  if (path == NULL)
    return;

  kept = load_with_cache (path, G_MAXSIZE);
  th_column_cache_set_usual_limit (ONE_UNIT);
  cached = th_loader_open (path, &loader, NULL);
  th_column_cache_set_usual_limit (0);
  self.recording = cached;
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("watch", watch, &self);
  th_loader_load (loader, cached);
  g_atomic_int_set (&self.done, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  assert_same (kept, cached);
  g_unlink (path);
}

/* --- files that change -------------------------------------------------- */

typedef void (*Spoil) (const char *path);

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

/* Overwrites most pages, and restores the time of the last change: only the index can tell. */
static void
overwrite (const char *path)
{
  g_autofree char *data = NULL;
  gsize size;
  FILE *file = g_fopen (path, "r+");
  struct timespec times[2];
  struct stat before;

  g_assert_cmpint (stat (path, &before), ==, 0);
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  for (gsize i = size / 4; i < size; i++)
    data[i] = (char) (i * 7 + i / 100);
  fwrite (data, 1, size, file);
  fclose (file);
  times[0] = before.st_atim;
  times[1] = before.st_mtim;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

/* Looks at every row of a recording whose file has changed after it was loaded: those that are not
 * in memory have the time of their block, and nothing crashes. */
static void
test_changed (gconstpointer data)
{
  g_autofree char *path = write_shape (&shapes[0]);
  g_autoptr(ThRecording) kept = NULL, cached = NULL;
  g_autofree char *problems = NULL;
  ThCpu *cpu, *before;
  guint index, n_unknown = 0;

  if (path == NULL)
    return;

  kept = load_with_cache (path, G_MAXSIZE);
  cached = load_with_cache (path, ONE_UNIT);
  ((Spoil) data) (path);
  cpu = longest_cpu (cached, &index);
  before = longest_cpu (kept, &index);
  g_assert_cmpuint (th_cpu_get_n_rows (cpu), ==, th_cpu_get_n_rows (before));
  for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++)
    if (th_cpu_get_type (cpu, row) == TH_TYPE_OTHER)
      {
        guint32 first = row - row % TH_BLOCK_ROWS;

        n_unknown++;
        g_assert_cmpint (th_cpu_get_time (cpu, row), ==, th_cpu_get_time (before, first));
      }
    else
      g_assert_cmpuint (th_cpu_get_type (cpu, row), ==, th_cpu_get_type (before, row));
  g_assert_cmpuint (n_unknown, >, th_cpu_get_n_rows (cpu) / 2);

  problems = fixture_problems (cached);
  g_assert_nonnull (strstr (problems, "changed 1"));
  g_free (sum_up (cached));
  fixture_read_all (cached);
  g_unlink (path);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  /* Two threads may number types and tasks in any order. */
  th_load_options_set_n_threads (1);

  g_test_add_func ("/column-cache/same", test_same);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *name = g_strdup_printf ("/column-cache/shape/%u", i);

      g_test_add_data_func (name, &shapes[i], test_shape);
    }
  g_test_add_func ("/column-cache/slots", test_slots);
  g_test_add_func ("/column-cache/room", test_room);
  g_test_add_func ("/column-cache/blocks", test_blocks);
  g_test_add_func ("/column-cache/task-spans", test_task_spans);
  g_test_add_func ("/column-cache/index", test_index);
  g_test_add_func ("/column-cache/jump", test_jump);
  g_test_add_data_func ("/column-cache/threads/plain", &shapes[0], test_threads);
  g_test_add_data_func ("/column-cache/threads/zstd", &shapes[2], test_threads);
  g_test_add_func ("/column-cache/loading", test_loading);
  g_test_add_data_func ("/column-cache/changed/shrinks", shrink, test_changed);
  g_test_add_data_func ("/column-cache/changed/grows", grow, test_changed);
  g_test_add_data_func ("/column-cache/changed/overwritten", overwrite, test_changed);

  return g_test_run ();
}
