/* test-compare-baseline.c - saved runs are loaded unchanged; anything else is refused
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "compare-fixture.h"
#include "th-compare-baseline.h"
#include "th-sample-codec.h"

static GPtrArray *
make_runs (guint n)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);

  for (guint i = 0; i < n; i++)
    {
      ThCompareRun *run = test_run_new ("run", 1000 * i);
      ThCompareClass *class;

      test_run_add (run, &(TestSamples) { "wakeup", "wget", TH_SPENT_WAITING, 200, 50000, i });
      class = test_run_add (run, &(TestSamples) { "copy", "eth0:rx:–", TH_SPENT_RUNNING, 70, 900,
                                                  50 + i });
      class->has_sizes = TRUE;
      class->size_low = 60;
      class->size_median = 61.5;
      class->size_high = 1500;
      test_run_add (run, &(TestSamples) { "copy", "", TH_SPENT_READING, 0, 1, 1 });
      g_free (run->making.recording);
      run->making.recording = g_strdup_printf ("recording %u", i);
      run->making.is_part = i == 1;
      run->making.has_background = TRUE;
      run->making.background = .25;
      run->making.lists_events = i == 0;
      test_run_count (run->tables, "sched/wakeups", "", FALSE, 17);
      test_run_count (run->tables, "sched/wakeups", "wget", FALSE, 12);
      test_run_count (run->events, "net:x", "", TRUE, G_MAXUINT64);
      run->counter_seconds = 1.5;
      test_run_count (run->counters, "TcpExt", "TCPRcvQDrop", TRUE, 17);
      g_ptr_array_add (runs, test_run_end (run));
    }
  return runs;
}

/* The path of @name in a new temporary folder, which the caller removes. */
static char *
make_path (char       *folder,
           const char *name)
{
  g_assert_nonnull (g_mkdtemp (folder));
  return g_build_filename (folder, name, NULL);
}

static void
assert_same_parts (const GArray *a,
                   const GArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    {
      const ThComparePart *one = &g_array_index (a, ThComparePart, i);
      const ThComparePart *other = &g_array_index (b, ThComparePart, i);

      g_assert_cmpstr (one->dimension, ==, other->dimension);
      g_assert_cmpstr (one->key, ==, other->key);
      g_assert_cmpint (one->is_share, ==, other->is_share);
      g_assert_cmpmem (one->n, sizeof one->n, other->n, sizeof other->n);
      g_assert_cmpmem (one->sum, sizeof one->sum, other->sum, sizeof other->sum);
    }
}

static void
assert_same_class (const ThCompareClass *a,
                   const ThCompareClass *b)
{
  g_assert_true (th_compare_class_equal (a, b));
  g_assert_cmpstr (a->base, ==, b->base);
  g_assert_cmpstr (a->table, ==, b->table);
  g_assert_cmpstr (a->begins, ==, b->begins);
  g_assert_cmpstr (a->ends, ==, b->ends);
  g_assert_cmpint (a->unit, ==, b->unit);
  g_assert_cmpint (a->spent, ==, b->spent);
  g_assert_cmpuint (a->n_measure, ==, b->n_measure);
  g_assert_cmpfloat (a->size_low, ==, b->size_low);
  g_assert_cmpfloat (a->size_median, ==, b->size_median);
  g_assert_cmpfloat (a->size_high, ==, b->size_high);
  g_assert_cmpmem (a->quantiles, sizeof a->quantiles, b->quantiles, sizeof b->quantiles);
  g_assert_cmpmem (a->effects, sizeof a->effects, b->effects, sizeof b->effects);
  g_assert_cmpmem (&a->single, sizeof a->single, &b->single, sizeof b->single);
  g_assert_cmpmem (a->level_sum, sizeof a->level_sum, b->level_sum, sizeof b->level_sum);
  assert_same_parts (a->parts, b->parts);
}

static void
assert_same_run (const ThCompareRun *a,
                 const ThCompareRun *b)
{
  g_assert_true (th_compare_run_equal (a, b));
  g_assert_cmpstr (a->name, ==, b->name);
  g_assert_cmpstr (a->making.recording, ==, b->making.recording);
  g_assert_cmpint (a->making.is_part, ==, b->making.is_part);
  g_assert_cmpstr (a->making.kernel, ==, b->making.kernel);
  g_assert_cmpstr (a->making.clock, ==, b->making.clock);
  g_assert_cmpuint (a->making.n_cpus, ==, b->making.n_cpus);
  g_assert_cmpint (a->making.wall_start, ==, b->making.wall_start);
  g_assert_cmpfloat (a->making.background, ==, b->making.background);
  g_assert_cmpstr (g_array_index (a->tables, ThCompareCount, 0).id, ==,
                   g_array_index (b->tables, ThCompareCount, 0).id);
  g_assert_cmpstr (g_array_index (b->tables, ThCompareCount, 1).name, ==, "wget");
  g_assert_cmpuint (g_array_index (b->tables, ThCompareCount, 1).count, ==, 12);
  g_assert_cmpuint (g_array_index (b->events, ThCompareCount, 0).count, ==, G_MAXUINT64);
  g_assert_true (g_array_index (b->events, ThCompareCount, 0).is_listed);
  g_assert_false (g_array_index (b->events, ThCompareCount, 0).is_level);
  for (guint i = 0; i < a->tables->len; i++)
    {
      g_assert_false (g_array_index (b->tables, ThCompareCount, i).is_listed);
      g_assert_cmpint (g_array_index (a->tables, ThCompareCount, i).is_level, ==,
                       g_array_index (b->tables, ThCompareCount, i).is_level);
    }
  g_assert_cmpint (a->making.lists_events, ==, b->making.lists_events);
  g_assert_cmpfloat (b->counter_seconds, ==, 1.5);
  g_assert_cmpuint (b->counters->len, ==, 1);
  g_assert_cmpstr (g_array_index (b->counters, ThCompareCount, 0).id, ==, "TcpExt");
  g_assert_cmpuint (g_array_index (b->counters, ThCompareCount, 0).count, ==, 17);
  for (guint i = 0; i < a->classes->len; i++)
    assert_same_class (a->classes->pdata[i], b->classes->pdata[i]);
}

static void
test_again (void)
{
  char folder[] = "baseline-XXXXXX";
  g_autofree char *path = make_path (folder, "a");
  g_autoptr(GPtrArray) runs = make_runs (3), again = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_false (th_compare_baseline_detect (path));
  g_assert_true (th_compare_baseline_save (runs, path, &error));
  g_assert_no_error (error);
  g_assert_true (th_compare_baseline_detect (path));
  again = th_compare_baseline_load (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    assert_same_run (runs->pdata[i], again->pdata[i]);
  g_unlink (path);
  g_rmdir (folder);
}

/* Saving into a missing folder, or over a folder, fails. */
static void
test_not_written (void)
{
  char folder[] = "baseline-XXXXXX";
  g_autofree char *path = make_path (folder, "missing/a");
  g_autoptr(GPtrArray) runs = make_runs (1);
  g_autoptr(GError) error = NULL;

  g_assert_false (th_compare_baseline_save (runs, path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_assert_null (th_compare_baseline_load (path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_assert_false (th_compare_baseline_save (runs, folder, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);
  g_rmdir (folder);
}

static char *
make_content (gsize *size)
{
  char folder[] = "baseline-XXXXXX";
  g_autofree char *path = make_path (folder, "a");
  g_autoptr(GPtrArray) runs = make_runs (2);
  char *content;

  g_assert_true (th_compare_baseline_save (runs, path, NULL));
  g_assert_true (g_file_get_contents (path, &content, size, NULL));
  g_unlink (path);
  g_rmdir (folder);
  return content;
}

/* Parses @content; returns whether it yields runs, which can be compared, or an error. */
static gboolean
try (const char *content,
     gsize       size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) runs = th_compare_baseline_parse ((const guint8 *) content, size, &error);
  g_autoptr(ThComparison) comparison = NULL;
  ThVerdictOptions options;

  g_assert_cmpint (runs == NULL, ==, error != NULL);
  if (runs == NULL)
    return FALSE;

  th_verdict_options_init (&options);
  comparison = th_comparison_new (runs, runs, &options, NULL);
  return TRUE;
}

static void
test_cut (void)
{
  gsize size;
  g_autofree char *content = make_content (&size);

  g_assert_true (try (content, size));
  for (gsize i = 0; i < size; i++)
    {
      /* A separate allocation, so that reads beyond the end are detected. */
      g_autofree char *cut = g_memdup2 (content, i);

      g_assert_false (try (cut, i));
    }
}

static void
test_flipped (void)
{
  gsize size;
  g_autofree char *content = make_content (&size);
  g_autoptr(GRand) random = g_rand_new_with_seed (20261122);
  guint n = g_getenv ("THRESHER_LONG") != NULL ? 200000 : 5000, n_read = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *flipped = g_memdup2 (content, size);

      for (guint j = g_rand_int_range (random, 1, 4); j > 0; j--)
        flipped[g_rand_int_range (random, 0, size)] = g_rand_int (random);
      n_read += try (flipped, size);
    }
  g_test_message ("%u of %u flipped ones could be read", n_read, n);
}

static void
test_version (void)
{
  gsize size;
  g_autofree char *content = make_content (&size);
  g_autoptr(GPtrArray) runs = NULL;
  g_autoptr(GError) error = NULL;

  content[14] = 1;
  runs = th_compare_baseline_parse ((const guint8 *) content, size, &error);
  g_assert_null (runs);
  g_assert_error (error, TH_COMPARE_BASELINE_ERROR, TH_COMPARE_BASELINE_ERROR_VERSION);
}

/* Baselines that earlier versions saved lack what these did not know: counters of the machine,
 * of which recording a run is, and whether all of that was read. */
static void
test_earlier (void)
{
  static const char *const names[] = { "version-2.dat", "version-3.dat" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", names[i],
                                                     NULL);
      g_autoptr(GError) error = NULL;
      g_autoptr(GPtrArray) runs = th_compare_baseline_load (path, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (runs->len, ==, 1);
      g_assert_cmpfloat (th_compare_run_get_counter_seconds (runs->pdata[0]), ==, 0);
      g_assert_cmpuint (th_compare_run_get_events (runs->pdata[0])->len, >, 0);
      g_assert_cmpstr (th_compare_run_get_making (runs->pdata[0])->recording, ==, "");
      g_assert_false (th_compare_run_get_making (runs->pdata[0])->is_part);
      g_assert_false (th_compare_run_has_same_source (runs->pdata[0], runs->pdata[0]));
    }
}

/* Seven bits per byte, worked out by hand. */
static void
test_codec (void)
{
  static const gint64 values[] = { 0, -1, 1, 63, -64, 64, 300, G_MAXINT64, G_MININT64 };
  static const guint8 expected[] = { 0, 1, 2, 126, 127, 0x80, 1, 0xd8, 4 };
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  gint64 again[G_N_ELEMENTS (values)];

  th_sample_codec_put (bytes, values, 7);
  g_assert_cmpmem (bytes->data, bytes->len, expected, sizeof expected);
  th_sample_codec_put (bytes, values + 7, 2);
  g_assert_cmpuint (bytes->len, ==, sizeof expected + 20);
  g_assert_true (th_sample_codec_get (bytes->data, bytes->len, again, 9));
  g_assert_cmpmem (again, sizeof again, values, sizeof values);
  g_assert_false (th_sample_codec_get (bytes->data, bytes->len, again, 8));
  g_assert_false (th_sample_codec_get (bytes->data, bytes->len - 1, again, 9));

  /* More than 64 bits. */
  memset (bytes->data, 0xff, 10);
  g_assert_false (th_sample_codec_get (bytes->data, 10, again, 1));
  bytes->data[9] = 1;
  g_assert_true (th_sample_codec_get (bytes->data, 10, again, 1));
  bytes->data[9] = 2;
  g_assert_false (th_sample_codec_get (bytes->data, 10, again, 1));
}

static void
test_codec_ascending (void)
{
  static const gint64 values[] = { G_MININT64, -5, -5, 0, 1000000, G_MAXINT64 };
  static const guint8 overflow[] = { 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 1 };
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  gint64 again[G_N_ELEMENTS (values)];

  th_sample_codec_put_ascending (bytes, values, G_N_ELEMENTS (values));
  g_assert_true (th_sample_codec_get_ascending (bytes->data, bytes->len, again,
                                                G_N_ELEMENTS (values)));
  g_assert_cmpmem (again, sizeof again, values, sizeof values);
  /* One more than the greatest number. */
  g_assert_true (th_sample_codec_get_ascending (overflow, 10, again, 1));
  g_assert_cmpint (again[0], ==, G_MAXINT64);
  g_assert_false (th_sample_codec_get_ascending (overflow, sizeof overflow, again, 2));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/baseline/again", test_again);
  g_test_add_func ("/compare/baseline/not-written", test_not_written);
  g_test_add_func ("/compare/baseline/cut", test_cut);
  g_test_add_func ("/compare/baseline/flipped", test_flipped);
  g_test_add_func ("/compare/baseline/version", test_version);
  g_test_add_func ("/compare/baseline/earlier", test_earlier);
  g_test_add_func ("/compare/baseline/codec", test_codec);
  g_test_add_func ("/compare/baseline/codec-ascending", test_codec_ascending);

  return g_test_run ();
}
