/* test-joined.c - analyses of joined recordings: the results are those of each one alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file joined with itself at the same times is the worst case: every pid, every address
 * and every CPU exists twice.
 */
#include <string.h>

#include "plugin-fixture.h"
#include "th-analyses.h"
#include "th-runner.h"
#include "th-loaders.h"

static ThRecording *
join (const char *const *names,
      guint              n,
      gint64             shift)
{
  ThLoaderPart parts[4] = { { NULL, }, };
  const ThLoader *loaders[4];
  g_autoptr(GError) error = NULL;
  ThRecording *recording;
  guint failed;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", names[i], NULL);

      parts[i] = (ThLoaderPart) { th_bytes_new_file (path, &error), names[i], i > 0 ? shift : 0 };
      g_assert_no_error (error);
    }
  recording = th_loader_open_parts (parts, n, loaders, &failed, &error);
  g_assert_no_error (error);
  th_loader_load_parts (loaders, recording);
  for (guint i = 0; i < n; i++)
    th_bytes_unref (parts[i].bytes);

  return recording;
}

/* The results as text, without the numbers of tasks in the lines of tracks, which differ. */
static char *
dump (ThRecording *recording,
      ThResults   *results)
{
  g_autofree char *text = test_dump (recording, results);
  g_autoptr(GRegex) task = g_regex_new ("^(\\S+ .* 1) \\d+: ", G_REGEX_MULTILINE, 0, NULL);

  return g_regex_replace (task, text, -1, 0, "\\1 #: ", 0, NULL);
}

/* Those that run for each part; one that compares parts runs once. */
static const ThAnalysis *const *
list_by_part (void)
{
  static const ThAnalysis *list[64];
  guint n = 0;

  for (const ThAnalysis *const *analysis = th_analyses_list (); *analysis != NULL; analysis++)
    if (!(*analysis)->whole_timeline && n + 1 < G_N_ELEMENTS (list))
      list[n++] = *analysis;
  list[n] = NULL;
  return list;
}

static GPtrArray *
run_all (ThRecording *recording)
{
  g_autoptr(ThRunner) runner = th_runner_new (recording, list_by_part ());
  GPtrArray *all = th_runner_add_all (runner);

  while (th_runner_advance (runner))
    ;
  g_assert_cmpfloat (th_runner_get_progress (runner), ==, 1);
  return all;
}

static void
test_same (gconstpointer data)
{
  const char *const *names = data;
  guint n = g_strv_length ((char **) names), n_analyses = 0;
  g_autoptr(ThRecording) whole = join (names, n, 0);
  g_autoptr(GPtrArray) all = run_all (whole);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(ThRecording) one = join (names + i, 1, 0);
      g_autoptr(GPtrArray) alone = run_all (one);

      n_analyses = alone->len;
      g_assert_cmpuint (all->len, ==, n * alone->len);
      for (guint j = 0; j < alone->len; j++)
        {
          ThResults *results = all->pdata[i * alone->len + j];
          g_autofree char *expected = dump (one, alone->pdata[j]), *ours = dump (whole, results);
          g_autofree char *id = i == 0 ? g_strdup (th_results_get_id (alone->pdata[j]))
                                       : g_strdup_printf ("%s@%u",
                                                          th_results_get_id (alone->pdata[j]),
                                                          i + 1);
          g_autofree char *title =
            g_strdup_printf ("%s · %s", th_results_get_title (alone->pdata[j]), names[i]);

          g_assert_cmpstr (ours, ==, expected);
          g_assert_cmpstr (th_results_get_id (results), ==, id);
          g_assert_cmpstr (th_results_get_title (results), ==, title);
          g_assert_cmpuint (th_results_get_part (results), ==, i);
        }
    }
  g_assert_cmpuint (n_analyses, >, 5);
}

/* Results of a recording are anchored only in events of that recording. */
static void
test_none_across (void)
{
  static const char *const names[] = { "e1000-gt-udp.dat", "e1000-gt-udp.dat", NULL };
  g_autoptr(ThRecording) whole = join (names, 2, 333);
  g_autoptr(GPtrArray) all = run_all (whole);
  guint32 n[2] = { 0, 0 };

  for (guint i = 0; i < all->len; i++)
    {
      ThFlows *flows = th_results_get_flows (all->pdata[i]);
      guint part = th_results_get_part (all->pdata[i]);

      for (guint32 row = 0; flows != NULL && row < th_flows_get_n (flows); row++)
        {
          const ThFlow *flow = th_flows_get (flows, row);

          for (guint32 j = 0; j < flow->n_steps; j++)
            g_assert_cmpuint (th_flows_get_step (flows, flow, j).anchor.stream, ==, part);
          n[part]++;
        }
    }
  g_assert_cmpuint (n[0], >, 100);
  g_assert_cmpuint (n[0], ==, n[1]);
}

/* Requested analyses run for each recording that may have the events they need. */
static void
test_asked (void)
{
  static const char *const names[] = { "e1000-gt-udp.dat", "virtio-cpu-clock-z.perf.data",
                                       "k612-rep.dat", NULL };
  g_autoptr(ThRecording) whole = join (names, 3, 0);
  g_autoptr(ThRunner) runner = th_runner_new (whole, th_analyses_list ());
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) all = NULL;

  g_hash_table_insert (params, (char *) "event", (char *) "irq:softirq_raise");
  g_hash_table_insert (params, (char *) "field", (char *) "vec");
  all = th_runner_add_parts (runner, th_analyses_find ("values"), params, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 3);
  g_assert_cmpstr (th_results_get_id (all->pdata[2]), ==, "values(irq:softirq_raise,vec)@3");
  g_clear_pointer (&all, g_ptr_array_unref);

  /* Recordings with the type lack the field; the other one may still get both. */
  g_hash_table_insert (params, (char *) "field", (char *) "nothing");
  all = th_runner_add_parts (runner, th_analyses_find ("values"), params, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 1);
  g_assert_cmpuint (th_results_get_part (all->pdata[0]), ==, 1);

  g_hash_table_remove_all (params);
  g_assert_null (th_runner_add_parts (runner, th_analyses_find ("values"), params, &error));
  g_assert_nonnull (error);
}

/* --- an analysis of the whole timeline ---------------------------------- */

typedef struct
{
  guint    n_begun;
  GString *needed;   /* ids of the results that it received */
  guint64  n_events;
} Whole;

static Whole seen;

static gpointer
whole_begin (ThRecording      *recording,
             ThResults        *results,
             GHashTable       *params,
             ThResults *const *needed,
             GError          **error)
{
  seen.n_begun++;
  for (guint i = 0; needed[i] != NULL; i++)
    g_string_append_printf (seen.needed, " %s", th_results_get_id (needed[i]));
  return &seen;
}

static void
whole_event (gpointer       state,
             const ThEvent *event)
{
  seen.n_events++;
}

static void
whole_nothing (gpointer state)
{
}

static const char *const whole_needs[] = { "sched", NULL };
static const ThSubscription whole_subscriptions[] = { { "*:*", NULL, { NULL } }, { NULL } };

static const ThAnalysis whole_analysis = {
  .abi = TH_ANALYSIS_ABI, .id = "whole", .title = "Whole", .text = "", .begin = whole_begin,
  .subscriptions = whole_subscriptions, .event = whole_event, .finish = whole_nothing,
  .free = whole_nothing, .needs = whole_needs, .whole_timeline = TRUE
};

/* It begins once, sees the events of both files, and reads the results of each. */
static void
test_whole_timeline (void)
{
  static const char *const names[] = { "e1000-gt-udp.dat", "e1000-gt-udp.dat" };
  g_autoptr(ThRecording) whole = join (names, 2, 0);
  g_autoptr(ThRunner) runner = th_runner_new (whole, th_analyses_list ());
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) all = NULL;
  guint64 n_first = th_recording_get_n_events (th_recording_get_part (whole, 0));

  seen = (Whole) { .needed = g_string_new (NULL) };
  all = th_runner_add_parts (runner, &whole_analysis, NULL, &error);
  g_assert_no_error (error);
  while (th_runner_advance (runner))
    ;

  g_assert_cmpuint (all->len, ==, 1);
  g_assert_cmpuint (seen.n_begun, ==, 1);
  g_assert_cmpstr (th_results_get_id (all->pdata[0]), ==, "whole");
  g_assert_cmpstr (seen.needed->str, ==, " sched sched@2");
  g_assert_cmpuint (n_first, >, 0);
  g_assert_cmpuint (seen.n_events, ==, 2 * n_first);
  g_string_free (seen.needed, TRUE);
}

int
main (int    argc,
      char **argv)
{
  static const char *const twice[] = { "e1000-gt-udp.dat", "e1000-gt-udp.dat", NULL };
  static const char *const buffers[] = { "e1000-buffers.dat", "e1000-veth-loss.dat",
                                         "e1000-buffers.dat", NULL };
  static const char *const kinds[] = { "virtio-tp-g.perf.data", "e1000-ftrace-default.txt",
                                       "k612-rep.dat", NULL };

  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/plugins/joined/twice", twice, test_same);
  g_test_add_data_func ("/plugins/joined/buffers", buffers, test_same);
  g_test_add_data_func ("/plugins/joined/kinds", kinds, test_same);
  g_test_add_func ("/plugins/joined/none-across", test_none_across);
  g_test_add_func ("/plugins/joined/asked", test_asked);
  g_test_add_func ("/plugins/joined/whole-timeline", test_whole_timeline);

  return g_test_run ();
}
