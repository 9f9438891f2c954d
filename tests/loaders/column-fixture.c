/* column-fixture.c - compares columns that are decoded again with those that stay in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <unistd.h>

#include "column-fixture.h"
#include "loader-fixture.h"
#include "th-cpu-block.h"
#include "th-filter.h"
#include "th-order.h"
#include "th-recording-testing.h"
#include "th-source.h"

#define PIXELS 700
#define N_THREADS 4
#define N_LOOKS 4000

ThRecording *
fixture_load_with_cache (const char *path,
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

char *
fixture_write_shape (const TracedatShape *shape)
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

guint64
fixture_count_filled (ThRecording *recording)
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

void
fixture_assert_same_columns (ThRecording *kept,
                             ThRecording *cached)
{
  g_autofree char *expected = sum_up (kept), *found = sum_up (cached);
  g_autofree char *problems = fixture_problems (kept), *same_problems = fixture_problems (cached);

  fixture_assert_same (kept, cached, th_recording_get_n_streams (kept));
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (same_problems, ==, problems);
  g_assert_cmpuint (fixture_count_filled (kept), ==, 0);
  /* Nothing is pinned any more. */
  g_assert_cmpuint (th_column_cache_get_n_pinned (th_recording_get_column_cache (cached)), ==, 0);
}

/* --- blocks ------------------------------------------------------------- */

ThCpu *
fixture_longest_cpu (ThRecording *recording)
{
  ThStream *stream = th_recording_get_stream (recording, 0);
  ThCpu *longest = th_stream_get_cpu (stream, 0);

  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    if (th_cpu_get_n_rows (th_stream_get_cpu (stream, i)) >= th_cpu_get_n_rows (longest))
      longest = th_stream_get_cpu (stream, i);
  return longest;
}

void
fixture_walk_blocks (ThCpu *cpu)
{
  guint32 n_rows = th_cpu_get_n_rows (cpu);
  ThCpuBlock block = { 0 };

  for (guint32 row = 0; row < n_rows; row += TH_BLOCK_ROWS)
    th_cpu_block_reach (&block, cpu, row, n_rows);
  th_cpu_block_give_back (&block);
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
      g_assert_cmpint (th_cpu_get_time (self->cached, row), ==, th_cpu_get_time (self->kept, row));
    }
  return NULL;
}

/* Several threads read rows of the longest CPU in any order. */
void
fixture_read_in_threads (ThRecording *kept,
                         ThRecording *cached)
{
  GThread *threads[N_THREADS];
  Look looks[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    {
      looks[i] = (Look) { fixture_longest_cpu (kept), fixture_longest_cpu (cached), i };
      threads[i] = g_thread_new ("look", look, &looks[i]);
    }
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}
