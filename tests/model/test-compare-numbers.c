/* test-compare-numbers.c - the statistics of comparisons against numpy's and scipy's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The numbers are in data/compare, with the code that computed them.
 */
#include <math.h>
#include <string.h>

#include <json-glib/json-glib.h>

#include "th-distribution.h"
#include "th-quantiles.h"
#include "th-ranks.h"
#include "th-verdict.h"

#define N_MAX 4096

/* The values were rounded to ten digits. */
static void
assert_close (double value,
              double expected)
{
  if (!(fabs (value - expected) <= 1e-6 * MAX (1, fabs (expected))))
    g_error ("%.10g is not %.10g", value, expected);
}

static JsonParser *
load (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", name, NULL);
  g_autoptr(GError) error = NULL;
  JsonParser *parser = json_parser_new ();

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return parser;
}

static JsonArray *
get_cases (JsonParser *parser)
{
  return json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                       "cases");
}

static double
get (JsonObject *object,
     const char *member)
{
  return json_object_get_double_member (object, member);
}

static guint
read_values (JsonObject *object,
             const char *member,
             gint64     *values)
{
  JsonArray *array = json_object_get_array_member (object, member);
  guint n = json_array_get_length (array);

  g_assert_cmpuint (n, <=, N_MAX);
  for (guint i = 0; i < n; i++)
    values[i] = json_array_get_int_element (array, i);
  return n;
}

/* --- quantiles ----------------------------------------------------------- */

static void
check_interval (JsonObject   *object,
                const gint64 *sorted,
                guint         n,
                const char   *p,
                double        effect)
{
  JsonObject *intervals = json_object_get_object_member (object, "interval95");
  JsonArray *expected;
  double low, high;

  if (!json_object_has_member (intervals, p))
    return;
  expected = json_object_get_array_member (intervals, p);
  th_quantiles_interval (sorted, n, g_ascii_strtod (p, NULL), effect, th_normal_quantile (.025),
                         &low, &high);
  assert_close (low, json_array_get_double_element (expected, 0));
  assert_close (high, json_array_get_double_element (expected, 1));
}

static void
check_quantiles (JsonObject *object)
{
  static const char *const ps[] = { "0.5", "0.9", "0.99" };
  gint64 values[N_MAX], sorted[N_MAX];
  guint n = read_values (object, "x", values);

  memcpy (sorted, values, n * sizeof (gint64));
  th_quantiles_sort (sorted, n);
  for (guint i = 0; i < G_N_ELEMENTS (ps); i++)
    {
      double quantile = th_quantiles_get (sorted, n, g_ascii_strtod (ps[i], NULL)), effect;
      JsonObject *effects = json_object_get_object_member (object, "deff");

      assert_close (quantile, get (json_object_get_object_member (object, "quantile"), ps[i]));
      g_assert_cmpint (th_quantiles_design_effect (values, n, quantile, &effect), ==,
                       json_object_has_member (effects, ps[i]));
      if (json_object_has_member (effects, ps[i]))
        assert_close (effect, get (effects, ps[i]));
      check_interval (object, sorted, n, ps[i], effect);
    }
}

static void
test_quantiles (void)
{
  g_autoptr(JsonParser) parser = load ("quantiles.json");
  JsonArray *cases = get_cases (parser);

  g_assert_cmpuint (json_array_get_length (cases), ==, 6);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    check_quantiles (json_array_get_object_element (cases, i));
}

/* Values of all signs and widths, against the sort of the C library. */
static void
test_sort (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (4711);

  for (guint round = 0; round < 200; round++)
    {
      gint64 values[300];
      guint n = g_rand_int_range (random, 0, 300), shift = g_rand_int_range (random, 0, 64);

      for (guint i = 0; i < n; i++)
        values[i] = (gint64) ((guint64) g_rand_int (random) << 32 | g_rand_int (random)) >> shift;
      if (n > 2)
        {
          values[0] = G_MININT64;
          values[1] = G_MAXINT64;
        }
      th_quantiles_sort (values, n);
      for (guint i = 1; i < n; i++)
        g_assert_cmpint (values[i - 1], <=, values[i]);
      if (n > 2)
        {
          g_assert_cmpint (values[0], ==, G_MININT64);
          g_assert_cmpint (values[n - 1], ==, G_MAXINT64);
        }
    }
}

static void
test_batches (void)
{
  g_autoptr(JsonParser) parser = load ("batches.json");
  JsonObject *object = json_node_get_object (json_parser_get_root (parser));
  gint64 values[N_MAX], polls[N_MAX], firsts[N_MAX];
  guint n = read_values (object, "x", values), n_polls = 0;

  read_values (object, "poll", polls);
  for (guint i = 0; i < n; i++)
    if (i == 0 || polls[i] != polls[i - 1])
      firsts[n_polls++] = values[i];
  th_quantiles_sort (values, n);
  th_quantiles_sort (firsts, n_polls);
  g_assert_cmpuint (n_polls, ==, json_object_get_int_member (object, "n"));
  assert_close (th_quantiles_get (firsts, n_polls, .5), get (object, "p50_polls"));
  assert_close (th_quantiles_get (values, n, .5), get (object, "p50_packets"));
}

/* --- ranks --------------------------------------------------------------- */

static void
test_ranks (void)
{
  g_autoptr(JsonParser) parser = load ("ranks.json");
  JsonArray *cases = get_cases (parser);

  g_assert_cmpuint (json_array_get_length (cases), ==, 8);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *object = json_array_get_object_element (cases, i);
      gint64 a[N_MAX], b[N_MAX];
      guint n_a = read_values (object, "a", a), n_b = read_values (object, "b", b);
      ThRanks ranks;

      th_quantiles_sort (a, n_a);
      th_quantiles_sort (b, n_b);
      ranks = th_ranks_compare (a, n_a, b, n_b);
      assert_close (ranks.u, get (object, "U_b"));
      assert_close (ranks.cliff_delta, get (object, "cliff_delta"));
      assert_close (ranks.ks_distance, get (object, "ks_D"));
    }
}

/* --- distributions ------------------------------------------------------- */

static void
test_distributions (void)
{
  g_autoptr(JsonParser) parser = load ("corrections.json");
  JsonObject *object = json_node_get_object (json_parser_get_root (parser));
  JsonArray *student = json_object_get_array_member (object, "student_t");
  JsonArray *normal = json_object_get_array_member (object, "normal");

  g_assert_cmpuint (json_array_get_length (student), ==, 60);
  for (guint i = 0; i < json_array_get_length (student); i++)
    {
      JsonObject *one = json_array_get_object_element (student, i);
      double df = get (one, "df");

      if (json_object_has_member (one, "p"))
        {
          assert_close (th_student_quantile (get (one, "p"), df), get (one, "isf"));
          assert_close (th_student_quantile (1 - get (one, "p"), df), -get (one, "isf"));
          continue;
        }
      /* The data has ten digits after the decimal point. */
      g_assert_cmpfloat_with_epsilon (th_student_upper_tail (get (one, "t"), df), get (one, "sf"),
                                      1e-10);
      assert_close (th_student_upper_tail (-get (one, "t"), df), 1 - get (one, "sf"));
    }

  g_assert_cmpuint (json_array_get_length (normal), ==, 6);
  for (guint i = 0; i < json_array_get_length (normal); i++)
    {
      JsonObject *one = json_array_get_object_element (normal, i);

      assert_close (th_normal_quantile (get (one, "p")), get (one, "isf"));
      assert_close (th_normal_quantile (1 - get (one, "p")), -get (one, "isf"));
    }
}

/* --- several runs per side ------------------------------------------------ */

typedef struct
{
  JsonObject *object;
  guint       n_measures;
  ThRunsFamily family;
  GArray     *tests;   /* of ThRunsTest: all levels of a measure, then those of the next */
  GPtrArray  *kept;
} Runs;

static double *
read_runs (Runs       *self,
           const char *member,
           guint       measure,
           guint       level,
           guint      *n)
{
  JsonArray *runs = json_object_get_array_member (self->object, member);
  double *values = g_new (double, json_array_get_length (runs));

  *n = json_array_get_length (runs);
  for (guint i = 0; i < *n; i++)
    values[i] = json_array_get_double_element (
      json_array_get_array_element (json_array_get_array_element (runs, i), measure), level);
  g_ptr_array_add (self->kept, values);
  return values;
}

static double
get_cell (const Runs *self,
          const char *member,
          guint       i)
{
  JsonArray *rows = json_object_get_array_member (self->object, member);

  return json_array_get_double_element (json_array_get_array_element (rows, i / 3), i % 3);
}

static const char *
verdict_name (ThVerdict verdict)
{
  static const char *const names[] = { "", "slower", "faster", "same", "cannot tell", "", "" };

  return names[verdict];
}

static void
check_runs_test (const Runs *self,
                 guint       i)
{
  const ThRunsTest *test = &g_array_index (self->tests, ThRunsTest, i);
  JsonArray *row = json_array_get_array_element (
    json_object_get_array_member (self->object, "interval"), i / 3);
  JsonArray *verdicts = json_object_get_array_member (self->object, "verdict");
  double t = (fabs (test->difference) - test->margin) / test->error; /* beyond the margin */

  assert_close (test->difference, get_cell (self, "difference", i));
  assert_close (test->variance, get_cell (self, "pooled_variance", i));
  assert_close (test->error, get_cell (self, "se", i));
  row = json_array_get_array_element (row, i % 3);
  assert_close (test->low, json_array_get_double_element (row, 0));
  assert_close (test->high, json_array_get_double_element (row, 1));
  assert_close (MIN (1, self->tests->len * th_student_upper_tail (t, self->family.df)),
                get_cell (self, "p_bonferroni", i));
  g_assert_cmpstr (verdict_name (test->verdict), ==, json_array_get_string_element (
                     json_array_get_array_element (verdicts, i / 3), i % 3));
}

static void
check_runs (Runs *self)
{
  ThVerdictOptions options = { get (self->object, "alpha"),
                               log1p (get (self->object, "margin")), { 0, 0, 0 } };
  JsonArray *floors = json_object_get_array_member (self->object, "floor");

  for (guint i = 0; i < self->n_measures * 3; i++)
    {
      ThRunsTest test = { .level = i % 3 };

      test.runs_a = read_runs (self, "a_log_quantiles", i / 3, i % 3, &self->family.n_a);
      test.runs_b = read_runs (self, "b_log_quantiles", i / 3, i % 3, &self->family.n_b);
      g_array_append_val (self->tests, test);
    }
  th_verdict_judge_runs ((ThRunsTest *) (gpointer) self->tests->data, self->tests->len, &options,
                         &self->family);

  g_assert_cmpuint (self->tests->len, ==, json_object_get_int_member (self->object, "m"));
  assert_close (self->family.df, get (self->object, "df"));
  assert_close (self->family.t, get (self->object, "t_critical"));
  assert_close (th_student_quantile (.05, self->family.df), get (self->object, "t90"));
  for (guint level = 0; level < 3; level++)
    assert_close (self->family.floors[level], json_array_get_double_element (floors, level));
  for (guint i = 0; i < self->tests->len; i++)
    check_runs_test (self, i);
}

static void
test_runs (void)
{
  g_autoptr(JsonParser) parser = load ("runs.json");
  JsonArray *cases = get_cases (parser);

  g_assert_cmpuint (json_array_get_length (cases), ==, 11);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      Runs self = { json_array_get_object_element (cases, i) };

      self.n_measures = json_array_get_length (
        json_object_get_array_member (self.object, "measures"));
      self.tests = g_array_new (FALSE, TRUE, sizeof (ThRunsTest));
      self.kept = g_ptr_array_new_with_free_func (g_free);
      check_runs (&self);
      g_array_unref (self.tests);
      g_ptr_array_unref (self.kept);
    }
}

/* Runs for a power of 80 % among 36 tests, with a margin of 10 %, by scipy's noncentral t
 * distribution; the sum of two quantiles is within one run of it. */
static void
test_runs_needed (void)
{
  static const struct
  {
    double deviation;
    guint  runs[3];
  } rows[] = {
    { .02, { 5, 3, 3 } }, { .05, { 16, 4, 3 } }, { .10, { 52, 7, 4 } }, { .15, { 61, 12, 6 } },
    { .30, { 61, 38, 13 } }, { .60, { 61, 61, 41 } }
  };
  static const double shifts[] = { 1.2, 1.5, 2 };
  ThVerdictOptions options;

  th_verdict_options_init (&options);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint j = 0; j < G_N_ELEMENTS (shifts); j++)
      {
        guint n = th_verdict_runs_for_shift (rows[i].deviation * rows[i].deviation,
                                             log (shifts[j]), 36, &options);

        g_assert_cmpuint (n, >=, rows[i].runs[j] - 1);
        g_assert_cmpuint (n, <=, rows[i].runs[j] + 1);
      }

  /* t(.95) with 4 degrees of freedom is 2.1318: three runs suffice up to .0548, by hand. */
  g_assert_cmpuint (th_verdict_runs_for_same (.0547 * .0547, log (1.1)), ==, 3);
  g_assert_cmpuint (th_verdict_runs_for_same (.0549 * .0549, log (1.1)), ==, 4);
  g_assert_cmpuint (th_verdict_runs_for_same (1, log (1.1)), ==, 61);
}

/* Few measures do not show how much runs differ: at least .05² is assumed. */
static void
test_few_measures (void)
{
  static const double a[] = { 7, 7.001, 6.999 }, b[] = { 7.2, 7.201, 7.199 };
  ThRunsFamily family = { 3, 3 };
  ThVerdictOptions options;
  ThRunsTest tests[5];

  th_verdict_options_init (&options);
  for (guint n = 4; n <= 5; n++)
    {
      for (guint i = 0; i < n; i++)
        tests[i] = (ThRunsTest) { 0, a, b };
      th_verdict_judge_runs (tests, n, &options, &family);
      assert_close (family.floors[0], n == 4 ? .0025 : 1e-6);
      g_assert_cmpint (tests[0].verdict, ==, n == 4 ? TH_VERDICT_CANT_TELL : TH_VERDICT_SLOWER);
    }
}

static void
test_least_margin (void)
{
  static const double a[] = { 3, 3.01, 3.02 }, b[] = { 3.3, 3.31, 3.32 };
  ThRunsFamily family = { 3, 3 };
  ThVerdictOptions options = { .01, log (1.1), { 0 } };
  ThRunsTest tests[2] = { { 0, a, b }, { 0, a, b, .least_margin = .5 } };

  th_verdict_judge_runs (tests, 2, &options, &family);
  g_assert_cmpint (tests[0].verdict, ==, TH_VERDICT_SLOWER);
  g_assert_cmpint (tests[1].verdict, ==, TH_VERDICT_SAME);
}

/* --- one run per side ------------------------------------------------------ */

static void
read_side (JsonObject   *object,
           const char   *member,
           ThSingleSide *side)
{
  JsonObject *one = json_object_get_object_member (object, member);
  JsonArray *segments = json_object_get_array_member (one, "segments");

  side->median = get (one, "log_p50");
  side->error = get (one, "se");
  g_assert_cmpuint (json_array_get_length (segments), ==, TH_VERDICT_N_SEGMENTS);
  for (guint i = 0; i < TH_VERDICT_N_SEGMENTS; i++)
    side->segments[i] = json_array_get_double_element (segments, i);
}

static ThSingleTest
read_single (JsonObject *object)
{
  ThSingleTest test = { TH_SINGLE_RUNS };

  if (strstr (json_object_get_string_member (object, "measure"), ".reader/"))
    test.kind = TH_SINGLE_READS;
  else if (json_object_get_boolean_member (object, "waiting"))
    test.kind = TH_SINGLE_WAITS;
  read_side (object, "a", &test.a);
  read_side (object, "b", &test.b);
  return test;
}

static void
check_single (JsonObject *object)
{
  JsonArray *measures = json_object_get_array_member (object, "measures");
  guint n = json_array_get_length (measures);
  g_autofree ThSingleTest *tests = g_new (ThSingleTest, n);
  ThVerdictOptions options;
  double common, z;

  th_verdict_options_init (&options);
  for (guint i = 0; i < n; i++)
    tests[i] = read_single (json_array_get_object_element (measures, i));
  th_verdict_judge_single (tests, n, &options, &common, &z);
  assert_close (common, get (object, "common"));
  assert_close (z, get (object, "z"));
  for (guint i = 0; i < n; i++)
    {
      JsonObject *one = json_array_get_object_element (measures, i);

      assert_close (tests[i].difference, get (one, "log_ratio"));
      g_assert_cmpint (tests[i].stands_out, ==,
                       json_object_get_boolean_member (one, "stands_out"));
      g_assert_cmpstr (verdict_name (tests[i].verdict), ==,
                       json_object_get_string_member (one, "verdict"));
    }
}

static void
test_single (void)
{
  g_autoptr(JsonParser) parser = load ("single.json");
  JsonArray *cases = get_cases (parser);

  g_assert_cmpuint (json_array_get_length (cases), ==, 3);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    check_single (json_array_get_object_element (cases, i));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/numbers/quantiles", test_quantiles);
  g_test_add_func ("/compare/numbers/sort", test_sort);
  g_test_add_func ("/compare/numbers/batches", test_batches);
  g_test_add_func ("/compare/numbers/ranks", test_ranks);
  g_test_add_func ("/compare/numbers/distributions", test_distributions);
  g_test_add_func ("/compare/numbers/runs", test_runs);
  g_test_add_func ("/compare/numbers/runs-needed", test_runs_needed);
  g_test_add_func ("/compare/numbers/few-measures", test_few_measures);
  g_test_add_func ("/compare/numbers/least-margin", test_least_margin);
  g_test_add_func ("/compare/numbers/single", test_single);

  return g_test_run ();
}
