/* test-column-cache.c - columns that are decoded again equal those that stay in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib/gstdio.h>

#include "column-fixture.h"
#include "loader-fixture.h"
#include "th-cpu-block.h"
#include "th-filter.h"
#include "th-load-options.h"
#include "th-order.h"
#include "th-recording-testing.h"

/* The rows of a unit, and the memory that they take. */
#define UNIT_ROWS 2048u
#define UNIT_BYTES (UNIT_ROWS * 10)

/* --- equal results ------------------------------------------------------ */

/* Places are the same as well. */
static void
assert_same (ThRecording *kept,
             ThRecording *cached)
{
  g_autoptr(GString) all = fixture_dump (kept), again = fixture_dump (cached);

  g_assert_true (g_string_equal (all, again));
  fixture_assert_same_columns (kept, cached);
}

static void
test_same (void)
{
  g_autoptr(GPtrArray) paths = fixture_list_recordings ();
  static const gsize sizes[] = { FIXTURE_ONE_UNIT, 256 << 10 };
  guint64 n_filled = 0;

  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr(ThRecording) kept = fixture_load_with_cache (path, FIXTURE_ALL);

      for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
        {
          g_autoptr(ThRecording) cached = fixture_load_with_cache (path, sizes[j]);

          assert_same (kept, cached);
          n_filled += fixture_count_filled (cached);
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
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr(ThRecording) kept = fixture_load_with_cache (path, FIXTURE_ALL);

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

static void
test_shape (gconstpointer data)
{
  g_autofree char *path = fixture_write_shape (data);
  g_autoptr(ThRecording) kept = NULL, cached = NULL;

  if (path == NULL)
    return;

  kept = fixture_load_with_cache (path, FIXTURE_ALL);
  cached = fixture_load_with_cache (path, FIXTURE_ONE_UNIT);
  assert_same (kept, cached);
  g_assert_cmpuint (fixture_count_filled (cached), >, 10);
  g_unlink (path);
}

/* --- the slots ---------------------------------------------------------- */

/* A walk over all rows leaves what the screen used in the cache; a block that is held stays where
 * it is, whatever the others need. */
static void
test_slots (void)
{
  g_autofree char *path = fixture_write_shape (&shapes[0]);
  g_autoptr(ThRecording) recording = NULL;
  guint64 n_filled;
  ThCpuBlock held;
  ThCpu *cpu;
  gint64 time;

  if (path == NULL)
    return;

  recording = fixture_load_with_cache (path, 3 * UNIT_BYTES);
  cpu = fixture_longest_cpu (recording);
  g_assert_cmpuint (th_cpu_get_n_rows (cpu), >, 5 * UNIT_ROWS);
  fixture_walk_blocks (cpu);
  th_cpu_get_type (cpu, UNIT_ROWS);
  fixture_walk_blocks (cpu);
  n_filled = fixture_count_filled (recording);
  th_cpu_get_type (cpu, UNIT_ROWS + 1);
  g_assert_cmpuint (fixture_count_filled (recording), ==, n_filled);

  time = th_cpu_get_time (cpu, 10);
  th_cpu_block_take (&held, cpu, 0, th_cpu_get_n_rows (cpu));
  fixture_walk_blocks (cpu);
  for (guint i = 0; i < 4; i++)
    th_cpu_get_type (cpu, i * UNIT_ROWS + 1);
  g_assert_cmpint (th_cpu_block_get_time (&held, 10), ==, time);
  th_cpu_block_give_back (&held);
  g_unlink (path);
}

/* A load fills no more of the cache than it needs while it writes; whoever reads fills the rest. */
static void
test_room (void)
{
  g_autofree char *path = fixture_write_shape (&shapes[0]);
  g_autoptr(ThRecording) recording = NULL;
  guint n_blocks;
  guint64 n_filled;
  ThCpu *cpu;

  if (path == NULL)
    return;

  recording = fixture_load_with_cache (path, 60 * UNIT_BYTES);
  cpu = fixture_longest_cpu (recording);
  n_blocks = (th_cpu_get_n_rows (cpu) - 1) / TH_BLOCK_ROWS + 1;
  g_assert_cmpuint (n_blocks, >, 5 * 64);
  g_assert_cmpuint (n_blocks, <, 20 * 64);
  fixture_walk_blocks (cpu);
  n_filled = fixture_count_filled (recording);
  g_assert_cmpuint (n_filled, >=, n_blocks - 2 * 64);

  fixture_walk_blocks (cpu);
  g_assert_cmpuint (fixture_count_filled (recording), ==, n_filled);
  g_unlink (path);
}

/* A single row costs its block, and a walk decodes each block once. */
static void
test_blocks (void)
{
  g_autofree char *path = fixture_write_shape (&shapes[0]);
  g_autoptr(ThRecording) recording = NULL;
  guint64 n_filled;
  ThCpu *cpu;

  if (path == NULL)
    return;

  recording = fixture_load_with_cache (path, FIXTURE_ONE_UNIT);
  cpu = fixture_longest_cpu (recording);
  for (guint row = 5 * UNIT_ROWS + 2000; row > UNIT_ROWS; row -= UNIT_ROWS)
    {
      n_filled = fixture_count_filled (recording);
      th_cpu_get_type (cpu, row);
      g_assert_cmpuint (fixture_count_filled (recording) - n_filled, >=, 1);
      g_assert_cmpuint (fixture_count_filled (recording) - n_filled, <=, 3);
    }

  n_filled = fixture_count_filled (recording);
  fixture_walk_blocks (cpu);
  g_assert_cmpuint (fixture_count_filled (recording) - n_filled, <=,
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
  g_autofree char *path = fixture_write_shape (&shapes[0]);
  g_autofree char *absent = NULL, *colliding = NULL, *late = NULL;
  g_autoptr(ThRecording) recording = NULL, kept = NULL;
  gint64 first, last;
  guint64 n_filled;

  if (path == NULL)
    return;

  recording = fixture_load_with_cache (path, FIXTURE_ONE_UNIT);
  kept = fixture_load_with_cache (path, FIXTURE_ALL);
  g_assert_true (th_recording_get_range (recording, &first, &last));
  n_filled = fixture_count_filled (recording);
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
  g_assert_cmpuint (fixture_count_filled (recording), ==, n_filled);
  g_unlink (path);
}

/* A jump decodes a few blocks around the event of each CPU, however long the recording. */
static void
test_jump (void)
{
  g_autofree char *path = fixture_write_shape (&shapes[0]);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThOrder) order = NULL;
  guint64 n_filled, n;
  guint n_cpus;

  if (path == NULL)
    return;

  recording = fixture_load_with_cache (path, FIXTURE_ONE_UNIT);
  order = th_order_new (recording);
  n_cpus = th_stream_get_n_cpus (th_recording_get_stream (recording, 0));
  n = th_order_get_n (order);
  for (guint64 row = n / 9; row < n; row += n / 9)
    {
      n_filled = fixture_count_filled (recording);
      th_order_get (order, row);
      g_assert_cmpuint (fixture_count_filled (recording) - n_filled, <=, 10 * n_cpus);
    }
  g_unlink (path);
}

/* --- threads ------------------------------------------------------------ */

static void
test_threads (gconstpointer data)
{
  g_autofree char *path = fixture_write_shape (data);
  g_autoptr(ThRecording) kept = NULL, cached = NULL;

  if (path == NULL)
    return;

  kept = fixture_load_with_cache (path, FIXTURE_ALL);
  cached = fixture_load_with_cache (path, 2 * (40 << 10));
  fixture_read_in_threads (kept, cached);
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
        fixture_walk_blocks (cpu);
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
  g_autofree char *path = fixture_write_shape (&shapes[0]);
  g_autoptr(ThRecording) kept = NULL, cached = NULL;
  const ThLoader *loader;
  GThread *threads[2];
  Watch self = { NULL, FALSE };

  if (path == NULL)
    return;

  kept = fixture_load_with_cache (path, FIXTURE_ALL);
  th_column_cache_set_usual_limit (FIXTURE_ONE_UNIT);
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

  return g_test_run ();
}
