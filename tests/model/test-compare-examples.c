/* test-compare-examples.c - the examples of real recordings are the samples of their runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recordings are in THRESHER_TRACES.  The waits of gt-rr-server were worked out from
 * the text of trace-cmd report: from sched_waking to sched_switch, and how long gt-hog ran
 * on that CPU meanwhile.
 */
#include <math.h>
#include <string.h>

#include "th-analyses.h"
#include "th-compare-examples.h"
#include "th-compare-place.h"
#include "th-compare-take.h"
#include "th-loaders.h"
#include "th-runner.h"
#include "th-time.h"

#define HOG "e1000-rr-hog.dat"
#define BEFORE "e1000-rr-before.dat"
/* Of the 150 waits, without the first 20. */
#define N_HOGGED 122
#define N_1_TO_3_MS 12
/* The wait during which gt-hog ran longest, and for how long it did. */
#define HOGGED_BEGIN G_GINT64_CONSTANT (1001736185300)
#define HOGGED_END G_GINT64_CONSTANT (1001747348514)
#define HOGGED_TIME 4754771
/* The end of the longest wait, 12.556 ms. */
#define LONGEST_END G_GINT64_CONSTANT (1001715450621)

#define READER "eth0:rx:gt-rr-server"

typedef struct
{
  ThRecording *recording;
  ThRunner    *runner;
  GPtrArray   *all;
} Loaded;

static gboolean
loaded_open (Loaded     *self,
             const char *name)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *path = traces != NULL ? g_build_filename (traces, name, NULL) : NULL;
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;

  *self = (Loaded) { NULL };
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the recordings of THRESHER_TRACES are not here");
      return FALSE;
    }

  self->recording = th_loader_open (path, &loader, &error);
  g_assert_no_error (error);
  th_loader_load (loader, self->recording);
  self->runner = th_runner_new (self->recording, th_analyses_list ());
  self->all = th_runner_add_all (self->runner);
  while (th_runner_advance (self->runner))
    ;
  return TRUE;
}

static void
loaded_close (Loaded *self)
{
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->runner, th_runner_free);
  g_clear_pointer (&self->recording, th_recording_unref);
}

static ThCompareExamples *
find (Loaded     *self,
      const char *analysis,
      const char *measure,
      const char *name,
      gint64      low,
      gint64      high,
      const char *dimension,
      const char *key)
{
  ThCompareExampleQuery query;

  th_compare_example_query_init (&query, analysis, measure, name);
  query.low = low;
  query.high = high;
  query.dimension = dimension;
  query.key = key;
  return th_compare_examples_new (self->recording, self->all, &query);
}

/* --- examples and runs -------------------------------------------------------- */

static guint
count_values (const ThCompareClass *class,
              gint64                low,
              gint64                high)
{
  guint n = 0;

  for (guint i = 0; i < class->n; i++)
    n += class->values[i] >= low && class->values[i] <= high;

  return n;
}

static void
check_range (Loaded               *f,
             const ThCompareClass *class,
             gint64                low,
             gint64                high)
{
  g_autoptr(ThCompareExamples) examples = find (f, class->analysis, class->measure, class->name,
                                                low, high, NULL, NULL);

  g_assert_nonnull (examples);
  g_assert_cmpuint (th_compare_examples_get_n (examples), ==, count_values (class, low, high));
  for (guint i = 0; i < th_compare_examples_get_n (examples); i++)
    {
      const ThCompareExample *example = th_compare_examples_get (examples, i);

      g_assert_cmpint (example->value, >=, low);
      g_assert_cmpint (example->value, <=, high);
      g_assert_cmpint (example->begin, <=, example->end);
      g_assert_true (i == 0 || example->value <= th_compare_examples_get (examples, i - 1)->value);
      if (class->unit == TH_UNIT_TIME && example->value > 0)
        g_assert_cmpint (th_time_between (example->begin, example->end), ==, example->value);
    }
}

/* The shares of the examples of a part add up to the part: all of them, and those of the tail. */
static void
check_part (Loaded               *f,
            const ThCompareClass *class,
            const ThComparePart  *part,
            guint                 level)
{
  gint64 low = level == 0 ? G_MININT64 : (gint64) ceil (class->quantiles[level]);
  g_autoptr(ThCompareExamples) examples = find (f, class->analysis, class->measure, class->name,
                                                low, G_MAXINT64, part->dimension, part->key);
  guint n = th_compare_examples_get_n (examples);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      const ThCompareExample *example = th_compare_examples_get (examples, i);

      sum += example->share;
      g_assert_true (i == 0 || example->share <= th_compare_examples_get (examples, i - 1)->share);
    }
  g_assert_true (n > 0 || part->sum[level] == 0);
  g_assert_cmpfloat_with_epsilon (sum, part->sum[level], 1e-6 * fabs (part->sum[level]) + .5);
  if (!part->is_share)
    g_assert_cmpfloat (n, ==, part->n[level]);
}

static guint
check_class (Loaded               *f,
             const ThCompareClass *class)
{
  gint64 middle = class->quantiles[0], high = class->quantiles[1];

  check_range (f, class, G_MININT64, G_MAXINT64);
  check_range (f, class, middle, high);
  check_range (f, class, high + 1, G_MAXINT64);
  for (guint i = 0; i < class->parts->len; i++)
    for (guint level = 0; level < 2; level++)
      check_part (f, class, &g_array_index (class->parts, ThComparePart, i), level);

  return class->parts->len;
}

static void
test_run (gconstpointer data)
{
  g_autoptr(ThCompareRun) run = NULL;
  guint n_parts = 0, n_samples = 0;
  Loaded f;

  if (!loaded_open (&f, data))
    return;

  run = th_compare_run_take (f.recording, f.all, "run", TH_TIME_NONE, G_MAXINT64);
  for (guint i = 0; i < th_compare_run_get_n_classes (run); i++)
    {
      const ThCompareClass *class = th_compare_run_get_class (run, i);

      n_parts += check_class (&f, class);
      n_samples += class->n;
    }
  g_test_message ("%u classes, %u samples, %u parts", th_compare_run_get_n_classes (run),
                  n_samples, n_parts);
  g_assert_cmpuint (n_samples, >, 1000);
  g_assert_cmpuint (n_parts, >, 50);
  loaded_close (&f);
}

/* --- what trace-cmd says ---------------------------------------------------------- */

/* The wait that gt-hog made longest. */
static void
test_worst (void)
{
  g_autoptr(ThCompareExamples) examples = NULL, flows = NULL;
  const ThCompareExample *worst;
  Loaded f;

  if (!loaded_open (&f, HOG))
    return;

  examples = find (&f, "sched", "wakeup", "gt-rr-server", G_MININT64, G_MAXINT64, "ran", "gt-hog");
  g_assert_cmpuint (th_compare_examples_get_n (examples), ==, N_HOGGED);
  g_assert_false (th_compare_examples_are_flows (examples));
  worst = th_compare_examples_get (examples, 0);
  g_assert_cmpint (worst->begin, ==, HOGGED_BEGIN);
  g_assert_cmpint (worst->end, ==, HOGGED_END);
  g_assert_cmpfloat (worst->share, ==, HOGGED_TIME);

  /* The packet that waited longest. */
  flows = find (&f, "packets", "packet.total", READER, G_MININT64, G_MAXINT64, "stage", "wakeup");
  g_assert_true (th_compare_examples_are_flows (flows));
  worst = th_compare_examples_get (flows, 0);
  g_assert_cmpint (worst->begin, <, LONGEST_END);
  g_assert_cmpint (worst->end, >, LONGEST_END);
  loaded_close (&f);
}

static void
test_range (void)
{
  g_autoptr(ThCompareExamples) examples = NULL, none = NULL;
  Loaded f;

  if (!loaded_open (&f, HOG))
    return;

  examples = find (&f, "sched", "wakeup", "gt-rr-server", 1000000, 3000000, NULL, NULL);
  g_assert_cmpuint (th_compare_examples_get_n (examples), ==, N_1_TO_3_MS);
  none = find (&f, "sched", "wakeup", "gt-rr-server", 13000000, G_MAXINT64, NULL, NULL);
  g_assert_cmpuint (th_compare_examples_get_n (none), ==, 0);
  g_assert_null (find (&f, "sched", "wakeup", "no such task", 0, 1, NULL, NULL));
  g_assert_null (find (&f, "sched", "no such measure", "gt-rr-server", 0, 1, NULL, NULL));
  g_assert_null (find (&f, "no such analysis", "wakeup", "gt-rr-server", 0, 1, NULL, NULL));
  loaded_close (&f);
}

/* --- the counterpart of a flow ------------------------------------------------------------ */

static int
compare_int64 (gconstpointer a,
               gconstpointer b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return first < second ? -1 : first > second;
}

/* The values of a class, ascending. */
static GArray *
list_values (Loaded *f)
{
  g_autoptr(ThCompareExamples) examples = find (f, "packets", "packet.total", READER, G_MININT64,
                                                G_MAXINT64, NULL, NULL);
  GArray *values = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < th_compare_examples_get_n (examples); i++)
    g_array_append_val (values, th_compare_examples_get (examples, i)->value);
  g_array_sort (values, compare_int64);
  return values;
}

static guint
count_quantiles (Loaded *f,
                 double  low,
                 double  high)
{
  g_autoptr(ThCompareExamples) examples = NULL;
  ThCompareExampleQuery query;

  th_compare_example_query_init (&query, "packets", "packet.total", READER);
  query.p_low = low;
  query.p_high = high;
  examples = th_compare_examples_new (f->recording, f->all, &query);
  return th_compare_examples_get_n (examples);
}

/* Quantiles divide the samples: all values differ, so the halves and the tails add up. */
static void
test_quantiles (void)
{
  g_autoptr(GArray) values = NULL;
  g_autoptr(ThCompareExamples) tail = NULL;
  ThCompareExampleQuery query;
  guint n;
  Loaded f;

  if (!loaded_open (&f, HOG))
    return;

  values = list_values (&f);
  n = values->len;
  for (guint i = 1; i < n; i++)
    g_assert_cmpint (g_array_index (values, gint64, i - 1), <, g_array_index (values, gint64, i));
  g_assert_cmpuint (count_quantiles (&f, 0, 1), ==, n);
  g_assert_cmpuint (count_quantiles (&f, 0, .5) + count_quantiles (&f, .5, 1), ==, n + n % 2);
  g_assert_cmpuint (count_quantiles (&f, .2 / n, .3 / n), ==, 0);
  g_assert_cmpuint (count_quantiles (&f, .4 / n, .6 / n), ==, 1);

  th_compare_example_query_init (&query, "packets", "packet.total", READER);
  query.p_low = 1 - 3.1 / n;
  tail = th_compare_examples_new (f.recording, f.all, &query);
  g_assert_cmpuint (th_compare_examples_get_n (tail), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (th_compare_examples_get (tail, i)->value, ==,
                     g_array_index (values, gint64, n - 1 - i));
  loaded_close (&f);
}

static gint64
get_total (ThResults *results,
           guint32    row)
{
  const ThFlow *flow = th_flows_get (th_results_get_flows (results), row);

  return th_flows_get_total (th_results_get_flows (results), flow, NULL);
}

/* The slowest packet of A is like the slowest of B, the k-th fastest like the one of the same
 * rank, and every flow is its own like. */
static void
test_counterpart (void)
{
  g_autoptr(ThCompareExamples) examples = NULL;
  g_autoptr(GArray) values = NULL, others = NULL;
  ThResults *results, *found;
  Loaded a, b = { NULL };
  guint32 row;

  if (!loaded_open (&a, BEFORE) || !loaded_open (&b, HOG))
    return;

  examples = find (&a, "packets", "packet.total", READER, G_MININT64, G_MAXINT64, NULL, NULL);
  results = th_compare_examples_get_results (examples);
  values = list_values (&a);
  others = list_values (&b);
  for (guint i = 0; i < th_compare_examples_get_n (examples); i++)
    {
      const ThCompareExample *example = th_compare_examples_get (examples, i);
      g_autoptr(ThComparePlace) place = th_compare_place_new (a.recording, a.all, results,
                                                              example->row);
      guint rank = values->len - 1 - i;

      g_assert_nonnull (place);
      g_assert_cmpstr (place->name, ==, READER);
      g_assert_true (th_compare_place_find (place, a.recording, a.all, &found, &row));
      g_assert_true (found == results);
      g_assert_cmpint (get_total (found, row), ==, example->value);

      g_assert_true (th_compare_place_find (place, b.recording, b.all, &found, &row));
      g_assert_cmpint (get_total (found, row), ==,
                       g_array_index (others, gint64,
                                      (guint) ((rank + .5) / values->len * others->len)));
    }
  loaded_close (&a);
  loaded_close (&b);
}

/* A class that the other recording lacks has no like there, and a row that is not a sample
 * has no place. */
static void
test_unlike (void)
{
  ThComparePlace place = { (char *) "packets", (char *) "packet.total", (char *) "no:such:class",
                           .5 };
  ThResults *found;
  guint32 row;
  Loaded f;

  if (!loaded_open (&f, BEFORE))
    return;

  g_assert_false (th_compare_place_find (&place, f.recording, f.all, &found, &row));
  for (guint i = 0; i < f.all->len; i++)
    if (th_results_get_flows (g_ptr_array_index (f.all, i)) == NULL)
      g_assert_null (th_compare_place_new (f.recording, f.all, g_ptr_array_index (f.all, i), 0));
    else
      g_assert_null (th_compare_place_new (f.recording, f.all, g_ptr_array_index (f.all, i),
                                           G_MAXUINT32));
  loaded_close (&f);
}

int
main (int    argc,
      char **argv)
{
  static const char *const names[] = {
    "compare/before-00.dat", "compare/late50-00.dat", BEFORE, HOG, "k612-rr-hog.dat",
    "virtio-rr-late-read.dat"
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("/compare/examples/run/", names[i], NULL);

      g_test_add_data_func (path, names[i], test_run);
    }
  g_test_add_func ("/compare/examples/worst", test_worst);
  g_test_add_func ("/compare/examples/range", test_range);
  g_test_add_func ("/compare/examples/quantiles", test_quantiles);
  g_test_add_func ("/compare/examples/like", test_counterpart);
  g_test_add_func ("/compare/examples/unlike", test_unlike);
  return g_test_run ();
}
