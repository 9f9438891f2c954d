/* test-pieces.c - real recordings: whole, in pieces, while they load, damaged
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "plugin-fixture.h"
#include "th-analyses.h"
#include "th-runner.h"
#include "th-loaders.h"

static const char *const automatic[] = { "sched", "interrupts", "syscalls", "marks", "packets",
                                         "callgraph", "stacks", "power", "sockets", "requests" };

/* The path in tests/data or in the big collection; NULL after g_test_skip(). */
static char *
find_recording (const char *name)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return path;
  g_free (path);

  path = traces != NULL ? g_build_filename (traces, name, NULL) : NULL;
  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return path;
  g_free (path);
  g_test_skip ("the recordings of THRESHER_TRACES are not here");
  return NULL;
}

static ThRecording *
load (const char *path)
{
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;
  ThRecording *recording = th_loader_open (path, &loader, &error);

  g_assert_no_error (error);
  th_loader_load (loader, recording);
  return recording;
}

static ThRecording *
open_bytes (const void      *data,
            gsize            size,
            const ThLoader **loader)
{
  g_autoptr(ThBytes) bytes = th_bytes_new_memory (data, size);

  return th_loader_open_bytes (bytes, loader, NULL);
}

static void
test_pieces (gconstpointer name)
{
  g_autofree char *path = find_recording (name);
  g_autoptr(ThRecording) recording = NULL;

  if (path == NULL)
    return;

  recording = load (path);
  for (guint i = 0; i < G_N_ELEMENTS (automatic); i++)
    {
      const ThAnalysis *analysis = th_analyses_find (automatic[i]);
      g_autoptr(ThResults) one = test_run (recording, analysis, NULL, 1);
      g_autoptr(ThResults) many = test_run (recording, analysis, NULL, 50);
      g_autofree char *dump_one = test_dump (recording, one);
      g_autofree char *dump_many = test_dump (recording, many);

      g_assert_cmpstr (dump_one, ==, dump_many);
    }
}

static gpointer
load_thread (gpointer data)
{
  gpointer *both = data;

  th_loader_load (both[0], both[1]);
  return NULL;
}

/* Advances the analysis while another thread loads. */
static void
test_while_loading (gconstpointer name)
{
  g_autofree char *path = find_recording (name);
  g_autoptr(ThRecording) loaded = NULL, growing = NULL;
  g_autoptr(ThResults) one = NULL, live = NULL;
  g_autofree char *dump_one = NULL, *dump_live = NULL;
  g_autoptr(ThRunner) runner = NULL;
  const ThLoader *loader;
  gpointer both[2];
  GThread *thread;

  if (path == NULL)
    return;

  loaded = load (path);
  one = test_run (loaded, th_analyses_find ("interrupts"), NULL, 1);

  growing = th_loader_open (path, &loader, NULL);
  runner = th_runner_new (growing, th_analyses_list ());
  live = th_runner_add (runner, th_analyses_find ("interrupts"), NULL, NULL);
  both[0] = (gpointer) loader;
  both[1] = growing;
  thread = g_thread_new ("load", load_thread, both);
  while (th_runner_advance (runner))
    g_thread_yield ();
  g_thread_join (thread);

  dump_one = test_dump (loaded, one);
  dump_live = test_dump (growing, live);
  g_assert_cmpstr (dump_one, ==, dump_live);
}

/* How many of the @n requests of a loaded recording began before @until; of these, @n_over had a
 * further request on their connection that was over by then. */
static guint
count_before (ThTable *table,
              gint64   until,
              guint   *n_over)
{
  guint n = 0;

  *n_over = 0;
  for (guint32 i = 0; i < th_table_get_n (table); i++)
    {
      gint64 start = th_table_get_cell_by_id (table, i, "start");
      gboolean is_over = FALSE;

      for (guint32 j = 0; j < th_table_get_n (table); j++)
        {
          gint64 next = th_table_get_cell_by_id (table, j, "start");
          gint64 lasted = th_table_get_cell_by_id (table, j, "duration");

          is_over |= next > start && lasted != TH_CELL_NONE && next + lasted < until &&
                     th_table_get_cell_by_id (table, i, "connection") ==
                     th_table_get_cell_by_id (table, j, "connection");
        }
      n += start < until;
      *n_over += is_over;
    }

  return n;
}

/* A request is shown while the recording grows, once the next one on its connection began. */
static void
test_early_requests (void)
{
  g_autofree char *path = find_recording ("requests/requests-veth.dat.gz");
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThResults) whole = NULL;
  gint64 first, last;

  recording = load (path);
  whole = test_run (recording, th_analyses_find ("requests"), NULL, 1);
  g_assert_true (th_recording_get_range (recording, &first, &last));
  first = th_table_get_cell_by_id (th_results_find_table (whole, "requests"), 0, "start");
  for (guint i = 1; i < 10; i++)
    {
      gint64 until = first + (last - first) / 10 * i;
      g_autoptr(ThResults) early = test_run_until (recording, th_analyses_find ("requests"), until);
      guint n_over, n_begun, n;

      n_begun = count_before (th_results_find_table (whole, "requests"), until, &n_over);
      n = th_table_get_n (th_results_find_table (early, "requests"));

      g_assert_cmpuint (n, >=, n_over);
      g_assert_cmpuint (n, <=, n_begun);
      if (i == 9)
        g_assert_cmpuint (n, >, 20);
    }
}

/* sched is in the first buffer, skb and net in the second, irq in the third: one run sees
 * all of them. */
static void
test_buffers (void)
{
  g_autofree char *path = find_recording ("e1000-buffers.dat");
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThResults) interrupts = NULL, sched = NULL;
  g_autofree char *receive = NULL, *net_rx = NULL, *runs = NULL;

  if (path == NULL)
    return;

  recording = load (path);
  g_assert_cmpuint (th_recording_get_n_streams (recording), ==, 3);
  interrupts = test_run (recording, th_analyses_find ("interrupts"), NULL, 1);
  sched = test_run (recording, th_analyses_find ("sched"), NULL, 1);
  receive = test_table (recording, interrupts, "receive");
  net_rx = test_measure (interrupts, "softirq.NET_RX");
  runs = test_measure (sched, "run");
  g_assert_true (g_str_has_prefix (receive, "eth0 "));
  g_assert_cmpuint (strlen (net_rx), >, 0);
  g_assert_cmpuint (strlen (runs), >, 0);
}

/* From netif_receive_skb (second buffer) back to the softirq (third one). */
static void
test_buffers_latency (void)
{
  g_autofree char *path = find_recording ("e1000-buffers.dat");
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThResults) results = NULL;

  if (path == NULL)
    return;

  recording = load (path);
  results = test_run (recording, th_analyses_find ("latency"),
                      "from=irq:softirq_entry to=net:netif_receive_skb key=cpu", 50);
  g_assert_cmpuint (th_measure_get_n (th_results_get_measure (results, 0)), >, 0);
  for (guint i = 0; i < th_measure_get_n (th_results_get_measure (results, 0)); i++)
    g_assert_cmpint (th_measure_get (th_results_get_measure (results, 0), i).value, >=, 0);
}

/* Fields may hold any value: flips bytes everywhere. */
static void
test_damaged (gconstpointer name)
{
  g_autofree char *path = find_recording (name);
  g_autofree char *bytes = NULL;
  g_autoptr(GRand) rand = g_rand_new_with_seed (11);
  gsize size;

  if (path == NULL)
    return;

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *copy = g_memdup2 (bytes, size);
      g_autoptr(ThRecording) recording = NULL;
      const ThLoader *loader;

      for (guint j = 0; j < 300; j++)
        copy[g_rand_int_range (rand, size / 2, size)] ^= 1 << g_rand_int_range (rand, 0, 8);
      recording = open_bytes (copy, size, &loader);
      if (recording == NULL)
        continue;
      th_loader_load (loader, recording);
      for (guint j = 0; j < G_N_ELEMENTS (automatic); j++)
        {
          g_autoptr(ThResults) results = test_run (recording, th_analyses_find (automatic[j]), NULL,
                                                   1);
          g_autofree char *dump = test_dump (recording, results);

          g_assert_true (g_utf8_validate (dump, -1, NULL));
        }
    }
}

int
main (int    argc,
      char **argv)
{
  static const char *const names[] = {
    "e1000-buffers.dat", "e1000-lost.dat", "e1000-clock-counter.dat", "e1000-marker.dat",
    "e1000-rr-hog.dat",
    "k612-rr-before.dat", "e1000-veth-loss.dat", "e1000-fgraph-ev.dat", "e1000-function.txt",
    "virtio-tp-g.perf.data", "requests/requests-veth.dat.gz", "requests/requests-loopback.dat.gz"
  };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("/plugins/pieces/", names[i], NULL);

      g_test_add_data_func (path, names[i], test_pieces);
    }
  g_test_add_data_func ("/plugins/while-loading", "e1000-lost.dat", test_while_loading);
  g_test_add_func ("/plugins/early-requests", test_early_requests);
  g_test_add_func ("/plugins/buffers/join", test_buffers);
  g_test_add_func ("/plugins/buffers/latency", test_buffers_latency);
  g_test_add_data_func ("/plugins/damaged/v7-none", "e1000-v7-none.dat", test_damaged);
  g_test_add_data_func ("/plugins/damaged/v6", "e1000-v6.dat", test_damaged);

  return g_test_run ();
}
