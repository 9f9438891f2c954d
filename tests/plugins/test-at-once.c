/* test-at-once.c - everything that reads a recording does so at once, while it is loaded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Several workers load it.  Meanwhile one thread evaluates a filter, one searches for a text, one
 * runs all analyses, one reads rows as the table does, and two draw lanes.  The column cache has
 * room for one unit, so all of them decode into it.  What they find in the end is compared with
 * that of one thread with all columns in memory.
 */
#include <unistd.h>

#include <glib/gstdio.h>

#include "loader-fixture.h"
#include "plugin-fixture.h"
#include "th-analyses.h"
#include "th-load-options.h"
#include "th-loaders.h"
#include "th-order.h"
#include "th-reader.h"
#include "th-recording-testing.h"
#include "th-runner.h"
#include "th-scene-draw.h"
#include "th-text-search.h"
#include "th-tracedat-stripes.h"
#include "tracedat-writer.h"

#define FILTER "sched_switch: next_pid == 0 or event ~ \"net*\" and not pid == 0"
#define TASKS "not pid == 0"
#define FRAMES "length > 100"
#define N_ROUNDS 4
#define N_WORKERS 3
#define N_DRAWERS 2
#define WIDTH 300
#define TABLE_ROWS 60
#define TEXT_STEP 97

/* A recording, a filter, and a text; some events match, and some have the text. */
typedef struct
{
  const char *name;
  const char *filter;
  const char *text;
} Case;

typedef struct
{
  const Case     *wanted;
  const ThLoader *loader;
  ThRecording    *recording;
  gint            loaded; /* atomic */
  guint64         n_matching;
  guint64         n_found;
  ThRunner       *runner;
  GPtrArray      *results; /* of all analyses; they grow while @runner runs */
  char           *rows;
} Readers;

static gboolean
is_loaded (Readers *self)
{
  return g_atomic_int_get (&self->loaded);
}

static gpointer
load (gpointer data)
{
  Readers *self = data;

  th_loader_load (self->loader, self->recording);
  g_atomic_int_set (&self->loaded, TRUE);
  return NULL;
}

/* --- filter and find ----------------------------------------------------- */

/* Evaluates rows as they arrive; returns how many match in the end. */
static guint64
evaluate (Readers  *self,
          ThFilter *filter)
{
  g_autoptr(ThRows) rows = th_rows_new (self->recording);
  gboolean last;

  g_assert_nonnull (filter);
  do
    {
      last = is_loaded (self);
      th_filter_evaluate (filter, rows, NULL, 2, NULL);
    }
  while (!last);
  return th_rows_get_n (rows);
}

static gpointer
run_filter (gpointer data)
{
  Readers *self = data;
  g_autoptr(ThFilter) filter = th_filter_new (self->recording, self->wanted->filter, NULL,
                                              NULL, NULL);

  self->n_matching = evaluate (self, filter);
  return NULL;
}

static gpointer
run_find (gpointer data)
{
  Readers *self = data;
  g_autoptr(ThFilter) filter = th_find_new (self->recording, TH_FIND_TEXT, self->wanted->text, NULL,
                                            NULL, NULL);

  self->n_found = evaluate (self, filter);
  return NULL;
}

/* --- analyses ------------------------------------------------------------ */

static gpointer
run_analyses (gpointer data)
{
  Readers *self = data;

  while (th_runner_advance (self->runner))
    g_thread_yield ();
  return NULL;
}

static char *
dump_results (const Readers *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->results->len; i++)
    {
      ThResults *results = g_ptr_array_index (self->results, i);
      g_autofree char *dump = test_dump (self->recording, results);
      ThFlows *flows = th_results_get_flows (results);

      g_string_append_printf (text, "%s: %u flows\n%s\n", th_results_get_id (results),
                              flows != NULL ? th_flows_get_n (flows) : 0, dump);
    }
  return g_string_free (text, FALSE);
}

/* --- the table ----------------------------------------------------------- */

/* Workers number types and tasks in any order, so the row is read by name. */
static void
add_row (GChecksum   *sum,
         ThRecording *recording,
         ThRef        ref)
{
  ThTasks *tasks = th_recording_get_tasks (recording);
  gint64 time = th_recording_get_time (recording, ref);
  g_autofree char *text =
    g_strdup_printf ("%u %u %" G_GINT64_FORMAT " %s %d\n", ref.cpu, ref.row, time,
                     th_recording_get_type_name (recording, th_recording_get_type (recording, ref)),
                     th_tasks_get_pid (tasks, th_recording_get_task (recording, ref)));

  g_checksum_update (sum, (const guchar *) text, -1);
}

/* Rows from @first on, at most @n; the text of some of them. */
static void
read_rows (Readers   *self,
           ThReader  *reader,
           GChecksum *sum,
           guint64    first,
           guint64    n)
{
  g_autoptr(ThOrder) order = th_order_new (self->recording);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, MIN (first, th_order_get_n (order)));
  g_autoptr(GString) text = g_string_new (NULL);
  ThRef ref;

  for (guint64 i = 0; i < n && th_cursor_next (cursor, &ref); i++)
    {
      add_row (sum, self->recording, ref);
      if (i % TEXT_STEP != 0)
        continue;
      g_string_truncate (text, 0);
      g_assert_true (th_reader_get_text (reader, ref, FALSE, text));
      g_checksum_update (sum, (const guchar *) text->str, -1);
    }
}

static gpointer
run_table (gpointer data)
{
  Readers *self = data;
  g_autoptr(ThReader) reader = th_reader_new (self->recording);
  g_autoptr(GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr(GRand) random = g_rand_new_with_seed (3);

  while (!is_loaded (self))
    read_rows (self, reader, sum,
               g_rand_double (random) * th_recording_get_n_events (self->recording), TABLE_ROWS);
  g_checksum_reset (sum);
  read_rows (self, reader, sum, 0, G_MAXUINT64);
  self->rows = g_strdup (g_checksum_get_string (sum));
  return NULL;
}

/* --- lanes --------------------------------------------------------------- */

/* A drawer stops when it gets the board itself instead of an order. */
typedef struct
{
  GAsyncQueue *orders; /* ThLaneContent */
  GAsyncQueue *drawn;  /* likewise */
  ThView       view;
} Board;

static void
draw (ThLaneContent *content,
      ThLaneCache   *cache,
      const ThView  *view)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH,
                                                         MAX ((int) content->lane.height, 1));
  cairo_t *cr = cairo_create (surface);

  th_lane_content_draw (content, cache, view, cr, TH_RENDER_PIXELS);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static gpointer
run_drawer (gpointer data)
{
  Board *self = data;
  ThLaneCache *cache = th_lane_cache_new ();
  gpointer content;

  while ((content = g_async_queue_pop (self->orders)) != self)
    {
      draw (content, cache, &self->view);
      g_async_queue_push (self->drawn, content);
    }
  th_lane_cache_free (cache);
  return NULL;
}

/* Orders pictures of all lanes, and waits for them, as a frame does in several steps. */
static void
draw_frame (Board   *board,
            ThScene *scene)
{
  guint n = th_scene_get_n_lanes (scene);

  for (guint i = 0; i < n; i++)
    g_async_queue_push (board->orders, th_lane_content_new (scene, i));
  for (guint i = 0; i < n; i++)
    th_lane_content_free (g_async_queue_pop (board->drawn));
}

static void
draw_lanes (Readers *self)
{
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  g_autoptr(ThScene) scene = th_scene_new (self->recording, theme);
  Board board = { g_async_queue_new (), g_async_queue_new () };
  GThread *threads[N_DRAWERS];
  gboolean last;
  gint64 first, end;

  for (guint i = 0; i < self->results->len; i++)
    th_scene_add_results (scene, g_ptr_array_index (self->results, i));
  for (guint i = 0; i < N_DRAWERS; i++)
    threads[i] = g_thread_new ("draw", run_drawer, &board);
  do
    {
      last = is_loaded (self);
      if (!th_recording_get_range (self->recording, &first, &end))
        continue;
      board.view = (ThView) { first, MAX (end, first + 1), WIDTH };
      th_scene_update (scene);
      draw_frame (&board, scene);
    }
  while (!last);

  for (guint i = 0; i < N_DRAWERS; i++)
    g_async_queue_push (board.orders, &board);
  for (guint i = 0; i < N_DRAWERS; i++)
    g_thread_join (threads[i]);
  g_async_queue_unref (board.orders);
  g_async_queue_unref (board.drawn);
}

/* --- all of it ----------------------------------------------------------- */

static void
open_recording (Readers    *self,
                const Case *wanted,
                const char *path,
                gsize       cache)
{
  g_autoptr(GError) error = NULL;

  *self = (Readers) { wanted };
  th_column_cache_set_usual_limit (cache);
  self->recording = th_loader_open (path, &self->loader, &error);
  th_column_cache_set_usual_limit (0);
  g_assert_no_error (error);
  self->runner = th_runner_new (self->recording, th_analyses_list ());
  self->results = th_runner_add_all (self->runner);
}

static void
readers_clear (Readers *self)
{
  th_runner_free (self->runner);
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_pointer (&self->rows, g_free);
}

static const GThreadFunc readers[] = { run_filter, run_find, run_analyses, run_table };

/* One after the other, with all columns in memory. */
static void
read_in_turn (Readers    *self,
              const Case *wanted,
              const char *path)
{
  th_load_options_set_n_threads (1);
  open_recording (self, wanted, path, G_MAXSIZE);
  load (self);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    readers[i] (self);
}

static void
read_at_once (Readers    *self,
              const Case *wanted,
              const char *path)
{
  GThread *threads[G_N_ELEMENTS (readers) + 1];

  th_load_options_set_n_threads (N_WORKERS);
  th_tracedat_set_stripe (4096);
  open_recording (self, wanted, path, 1);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    threads[i] = g_thread_new ("read", readers[i], self);
  threads[G_N_ELEMENTS (readers)] = g_thread_new ("load", load, self);
  draw_lanes (self);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  th_tracedat_set_stripe (0);
  th_load_options_set_n_threads (0);
}

static void
compare (const Readers *in_turn,
         const Readers *at_once)
{
  g_autofree char *expected = dump_results (in_turn), *found = dump_results (at_once);

  g_assert_cmpuint (at_once->n_matching, ==, in_turn->n_matching);
  g_assert_cmpuint (at_once->n_found, ==, in_turn->n_found);
  g_assert_cmpstr (at_once->rows, ==, in_turn->rows);
  g_assert_cmpstr (found, ==, expected);
}

static void
check (const Case *wanted,
       const char *path)
{
  Readers in_turn, at_once;

  read_in_turn (&in_turn, wanted, path);
  g_assert_cmpuint (in_turn.n_matching, >, 0);
  g_assert_cmpuint (in_turn.n_found, >, 0);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      read_at_once (&at_once, wanted, path);
      compare (&in_turn, &at_once);
      readers_clear (&at_once);
    }
  readers_clear (&in_turn);
}

/* Each format, also with more than one block of a text.  Their columns are decoded again, except
 * for those of texts and captures. */
static const Case cases[] = {
  { "e1000-veth-loss.dat", FILTER, "veth" },
  { "e1000-v6.dat", TASKS, "eth0" },
  { "e1000-buffers.dat", TASKS, "RCU" },
  { "virtio-tp-g.perf.data", TASKS, "perf" },
  { "virtio-cpu-clock-z.perf.data", TASKS, "mode=kernel" },
  { "e1000-probe.perf.data", TASKS, "eth0" },
  { "kvm.perf.data", TASKS, "rip" },
  { "e1000-ftrace-default.txt", TASKS, "RCU" },
  { "e1000-probe.perf.script.txt", TASKS, "eth0" },
  { "k612-tp.perf.data", TASKS, "kworker" },
  { "k612-gt-udp.report.txt", TASKS, "kworker" },
  { "captures/wire.pcap", FRAMES, "icmp" },
  { "captures/wire.pcapng", FRAMES, "icmp" },
};

static void
test_file (gconstpointer data)
{
  const Case *wanted = data;
  g_autofree char *path = fixture_find_recording (wanted->name);

  if (path != NULL)
    check (wanted, path);
}

static void
test_plain (void)
{
  static const TracedatShape shape = { 7, TH_TD_NONE, FALSE, 8, 4096, FALSE };
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "data", cases[0].name, NULL);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "th-at-once-XXXXXX", NULL);
  g_autoptr(GByteArray) bytes = tracedat_write (source, &shape);

  close (g_mkstemp (path));
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  check (&cases[0], path);
  g_unlink (path);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("/at-once/%s", cases[i].name);

      g_test_add_data_func (name, &cases[i], test_file);
    }
  g_test_add_func ("/at-once/plain", test_plain);

  return g_test_run ();
}
