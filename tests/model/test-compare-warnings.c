/* test-compare-warnings.c - each warning of a comparison, just beyond and within its threshold
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each case exists twice: just beyond the threshold of a warning, and just within it.
 */
#include <math.h>
#include <string.h>

#include <json-glib/json-glib.h>

#include "compare-fixture.h"
#include "th-comparison-text.h"
#include "th-conditions.h"

#define N_MEASURES 5

/* Changes a run of a case; @beyond: by more than the threshold. */
typedef void (*ChangeFunc) (ThCompareRun *run,
              guint         side,
              guint         number,
              gboolean      beyond);

typedef struct
{
  const char   *name;
  ThWarningKind kind;
  gboolean      of_row;  /* about p50 of the first measure */
  ChangeFunc    change;
  double        a, b;    /* the numbers that raise it */
  const char   *detail;  /* tells cases of the same name apart */
} Case;

static ThCompareClass *
get_class (ThCompareRun *run,
           guint         index)
{
  return g_ptr_array_index (run->classes, index);
}

/* A run with its own samples; those of A and B start in turns. */
static ThCompareRun *
make_run (guint      side,
          guint      number,
          ChangeFunc change,
          gboolean   beyond)
{
  g_autofree char *name = g_strdup_printf ("%c%u", side == 0 ? 'a' : 'b', number);
  ThCompareRun *run = test_run_new (name, (2 * number + side) * G_GINT64_CONSTANT (5000000000));

  for (guint i = 0; i < N_MEASURES; i++)
    {
      g_autofree char *measure = g_strdup_printf ("m%u", i);

      test_run_add (run, &(TestSamples) { measure, "eth0", TH_SPENT_RUNNING, 400, 10000,
                                          1 + i + 10 * number + 1000 * side });
    }
  if (change != NULL)
    change (run, side, number, beyond);
  return test_run_end (run);
}

static GPtrArray *
make_side (guint      side,
           guint      n,
           ChangeFunc change,
           gboolean   beyond)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (runs, make_run (side, i, change, beyond));
  return runs;
}

static ThComparison *
compare (guint      n_a,
         guint      n_b,
         ChangeFunc change,
         gboolean   beyond)
{
  return test_compare (make_side (0, n_a, change, beyond), make_side (1, n_b, change, beyond));
}

/* --- changes ------------------------------------------------------------------ */

static void
set_text (char      **text,
          const char *value)
{
  g_free (*text);
  *text = g_strdup (value);
}

static void
change_kernel (ThCompareRun *run,
               guint         side,
               guint         number,
               gboolean      beyond)
{
  if (side == 1 && beyond)
    set_text (&run->making.kernel, "6.2");
}

/* The last run of A and the first of B. */
static void
change_part (ThCompareRun *run,
             guint         side,
             guint         number,
             gboolean      beyond)
{
  run->making.is_part = beyond && number == (side == 0 ? 2 : 0);
}

static void
change_events (ThCompareRun *run,
               guint         side,
               guint         number,
               gboolean      beyond)
{
  test_run_count (run->events, "net:both", "", FALSE, 100);
  if (side == 1)
    test_run_count (run->events, "net:only", "", FALSE, beyond ? 20 : 19);
}

/* Where headers list events, a single one is enough, and any number is too few if the other
 * side recorded it as well. */
static void
change_listed (ThCompareRun *run,
               guint         side,
               guint         number,
               gboolean      beyond)
{
  run->making.lists_events = TRUE;
  if (side == 1)
    test_run_count (run->events, "net:only", "", TRUE, beyond ? 1 : 1000);
  else if (!beyond)
    test_run_count (run->events, "net:only", "", TRUE, 0);
}

/* A header cannot tell of events that are never listed. */
static void
change_unlisted (ThCompareRun *run,
                 guint         side,
                 guint         number,
                 gboolean      beyond)
{
  run->making.lists_events = TRUE;
  if (side == 1)
    test_run_count (run->events, "ftrace:print", "", FALSE, beyond ? 20 : 19);
}

static void
change_lost (ThCompareRun *run,
             guint         side,
             guint         number,
             gboolean      beyond)
{
  run->making.n_lost = side == 1 && number == 0 && beyond ? 3 : 0;
}

static void
change_lost_share (ThCompareRun *run,
                   guint         side,
                   guint         number,
                   gboolean      beyond)
{
  run->making.n_events = 10000;
  run->making.n_lost = side == 0 ? 0 : beyond ? 102 : 100;
}

static void
change_busy (ThCompareRun *run,
             guint         side,
             guint         number,
             gboolean      beyond)
{
  run->making.has_background = TRUE;
  run->making.background = side == 0 ? .45 : beyond ? .51 : .50;
}

static void
change_background (ThCompareRun *run,
                   guint         side,
                   guint         number,
                   gboolean      beyond)
{
  run->making.has_background = TRUE;
  run->making.background = side == 0 ? .125 : beyond ? .25 : .2;
}

static void
scale_values (ThCompareClass *class,
              double          factor)
{
  for (guint32 i = 0; i < class->n; i++)
    class->values[i] *= factor;
}

static void
change_common (ThCompareRun *run,
               guint         side,
               guint         number,
               gboolean      beyond)
{
  for (guint i = 0; i < N_MEASURES; i++)
    {
      ThCompareClass *class = get_class (run, i);

      /* All runs have the same spread, so that the factor is exact. */
      for (guint32 j = 0; j < class->n; j++)
        class->values[j] = 10000 + 10 * (j % 100) + number;
      if (side == 1)
        scale_values (class, beyond ? 1.26 : 1.24);
    }
}

/* The order A A A B B B, or A B A A B B. */
static void
change_order (ThCompareRun *run,
              guint         side,
              guint         number,
              gboolean      beyond)
{
  run->making.start = (3 * side + number) * 1000;
  if (!beyond && side == 1 && number == 0)
    run->making.start = 500;
}

static void
change_duration (ThCompareRun *run,
                 guint         side,
                 guint         number,
                 gboolean      beyond)
{
  run->making.duration = 1000000000;
  if (side == 1)
    run->making.duration *= beyond ? 2.5 : 2;
}

static void
change_ambiguous (ThCompareRun *run,
                  guint         side,
                  guint         number,
                  gboolean      beyond)
{
  run->making.n_ambiguous = side == 0 ? 0 : beyond ? 1500 : 1000;
}

static void
change_rate (ThCompareRun *run,
             guint         side,
             guint         number,
             gboolean      beyond)
{
  ThCompareClass *class = get_class (run, 0);

  class->is_whole_flow = TRUE;
  class->n_found = side == 0 ? 400 : beyond ? 441 : 439;
}

static void
set_sizes (ThCompareClass *class,
           double          low,
           double          median,
           double          high)
{
  class->has_sizes = TRUE;
  class->size_low = low;
  class->size_median = median;
  class->size_high = high;
}

static void
change_length (ThCompareRun *run,
               guint         side,
               guint         number,
               gboolean      beyond)
{
  get_class (run, 0)->is_whole_flow = TRUE;
  set_sizes (get_class (run, 0), 50, side == 0 ? 100 : beyond ? 111 : 109, 1500);
}

static void
change_sizes (ThCompareRun *run,
              guint         side,
              guint         number,
              gboolean      beyond)
{
  if (side == 0)
    set_sizes (get_class (run, 0), 50, 75, 100);
  else
    set_sizes (get_class (run, 0), beyond ? 101 : 100, 1000, 1500);
}

/* Adds a second class to the first measure, whose share differs. */
static void
change_mix (ThCompareRun *run,
            guint         side,
            guint         number,
            gboolean      beyond)
{
  test_run_add (run, &(TestSamples) { "m0", "eth1", TH_SPENT_RUNNING, 400, 50000, 77 + number });
  get_class (run, 0)->n_found = 1000 * (side == 0 ? .5 : beyond ? .625 : .59375);
  get_class (run, N_MEASURES)->n_found = 1000 - get_class (run, 0)->n_found;
}

static void
change_presence (ThCompareRun *run,
                 guint         side,
                 guint         number,
                 gboolean      beyond)
{
  get_class (run, 1)->is_whole_flow = TRUE;
  get_class (run, 1)->n_found = 1000;
  get_class (run, 0)->n_found = side == 0 ? 500 : beyond ? 560 : 540;
}

static void
change_ends (ThCompareRun *run,
             guint         side,
             guint         number,
             gboolean      beyond)
{
  if (side == 1 && beyond)
    set_text (&get_class (run, 0)->begins, "net:later");
}

/* Adds a class to one side; it has 12 % or 8 % of the packets. */
static void
change_load (ThCompareRun *run,
             guint         side,
             guint         number,
             gboolean      beyond)
{
  ThCompareClass *other;

  get_class (run, 0)->is_whole_flow = TRUE;
  get_class (run, 0)->n_found = side == 0 ? 1000 : beyond ? 880 : 920;
  if (side == 0)
    return;

  other = test_run_add (run, &(TestSamples) { "m0", "lo", TH_SPENT_RUNNING, 400, 5e4, 7 + number });
  other->is_whole_flow = TRUE;
  other->n_found = beyond ? 120 : 80;
}

static void
change_drift (ThCompareRun *run,
              guint         side,
              guint         number,
              gboolean      beyond)
{
  ThCompareClass *class = get_class (run, 0);

  for (guint32 i = 0; i < class->n; i++)
    class->values[i] = 10000 + i % 50 + number;
  for (guint32 i = class->n / 4 * 3; side == 1 && i < class->n; i++)
    class->values[i] *= beyond ? 1.52 : 1.48;
}

static void
change_rare (ThCompareRun *run,
             guint         side,
             guint         number,
             gboolean      beyond)
{
  test_run_add (run, &(TestSamples) { "m0", "eth1", TH_SPENT_RUNNING, 400, 50000, 77 + number });
  get_class (run, 0)->n_found = beyond ? 399 : 400;
  get_class (run, N_MEASURES)->n_found = 40000 - get_class (run, 0)->n_found;
}

static void
change_few_samples (ThCompareRun *run,
                    guint         side,
                    guint         number,
                    gboolean      beyond)
{
  /* Independent samples: alternately high and low. */
  get_class (run, 0)->n = side == 1 && number == 0 && beyond ? 29 : 30;
  for (guint32 i = 0; i < get_class (run, 0)->n; i++)
    get_class (run, 0)->values[i] = 1000 * (1 + i % 2) + i + number;
}

static const Case cases[] = {
  { "making", TH_WARNING_MAKING, FALSE, change_kernel },
  { "part", TH_WARNING_PART, FALSE, change_part, 1, 0 },
  { "events", TH_WARNING_EVENTS, FALSE, change_events, 0, 60 },
  { "events", TH_WARNING_EVENTS, FALSE, change_listed, 0, 3, "-listed" },
  { "events", TH_WARNING_EVENTS, FALSE, change_unlisted, 0, 60, "-unlisted" },
  { "lost", TH_WARNING_LOST, FALSE, change_lost, 0, 3 },
  { "lost-share", TH_WARNING_LOST_SHARE, FALSE, change_lost_share, 0, 102. / 10102 },
  { "busy", TH_WARNING_BUSY, FALSE, change_busy, .45, .51 },
  { "background", TH_WARNING_BACKGROUND, FALSE, change_background, .125, .25 },
  { "common", TH_WARNING_COMMON, FALSE, change_common, 1, 1.26 },
  { "order", TH_WARNING_ORDER, FALSE, change_order, 1, 0 },
  { "duration", TH_WARNING_DURATION, FALSE, change_duration, 1e9, 2.5e9 },
  { "load", TH_WARNING_LOAD, FALSE, change_load, 0, .12 },
  { "ambiguous", TH_WARNING_AMBIGUOUS, FALSE, change_ambiguous, 0, .015 },
  { "rate", TH_WARNING_RATE, TRUE, change_rate, 400, 441 },
  { "length", TH_WARNING_LENGTH, TRUE, change_length, 100, 111 },
  { "mix", TH_WARNING_MIX, TRUE, change_mix, .5, .625 },
  { "sizes", TH_WARNING_SIZES, TRUE, change_sizes, 75, 1000 },
  { "presence", TH_WARNING_PRESENCE, TRUE, change_presence, .5, .56 },
  { "ends", TH_WARNING_ENDS, TRUE, change_ends },
  { "drift", TH_WARNING_DRIFT, TRUE, change_drift, 1, 1.52 },
  { "rare", TH_WARNING_RARE, TRUE, change_rare, 3 * 399, 3 * 399 },
  { "few-samples", TH_WARNING_FEW_SAMPLES, TRUE, change_few_samples, 90, 89 }
};

static const ThComparisonWarning *
find (const ThComparison *comparison,
      const Case         *one)
{
  if (!one->of_row)
    return test_find_warning (th_comparison_get_warnings (comparison), one->kind);

  return test_find_warning (test_find_row (comparison, "m0", "eth0", 0)->warnings, one->kind);
}

static void
test_case (gconstpointer data)
{
  const Case *one = data;
  g_autoptr(ThComparison) beyond = compare (3, 3, one->change, TRUE);
  g_autoptr(ThComparison) within = compare (3, 3, one->change, FALSE);
  const ThComparisonWarning *warning = find (beyond, one);

  g_assert_nonnull (warning);
  g_assert_cmpstr (th_warning_kind_get_id (warning->kind), ==, one->name);
  g_assert_cmpfloat (fabs (warning->a - one->a), <=, 1e-3 * MAX (1e-3, fabs (one->a)));
  g_assert_cmpfloat (fabs (warning->b - one->b), <=, 1e-3 * MAX (1e-3, fabs (one->b)));
  g_assert_null (find (within, one));
}

/* Runs that were made in the same way, in turns, raise no warning. */
static void
test_none (void)
{
  g_autoptr(ThComparison) comparison = compare (3, 3, NULL, FALSE);

  g_assert_cmpuint (th_comparison_get_warnings (comparison)->len, ==, 0);
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      g_assert_cmpuint (row->warnings->len, ==,
                        row->kind == TH_COMPARISON_QUANTILE && row->level == 2);
    }
}

static void
change_host (ThCompareRun *run,
             guint         side,
             guint         number,
             gboolean      beyond)
{
  set_text (&run->making.host, side == 0 ? "one" : "two");
}

/* What is said of the runs, and of a row. */
static void
assert_runs (guint       n,
             ChangeFunc  change,
             const char *runs,
             gboolean    in_turns)
{
  g_autoptr(ThComparison) comparison = compare (n, n, change, TRUE);
  g_autoptr(GArray) conditions = th_conditions_list (comparison);
  g_autofree char *facts =
    th_comparison_format_facts (comparison, test_find_row (comparison, "m0", "eth0", 0));
  const ThCondition *found = NULL;

  for (guint i = 0; i < conditions->len && found == NULL; i++)
    if (strcmp (g_array_index (conditions, ThCondition, i).title, "Runs") == 0)
      found = &g_array_index (conditions, ThCondition, i);

  g_assert_nonnull (found);
  g_assert_cmpstr (found->value, ==, runs);
  g_assert_true (th_comparison_is_in_turns (comparison) == in_turns);
  g_assert_true ((strstr (facts, "in turns") != NULL) == in_turns);
}

/* Runs are said to be in turns only if that is known.  One warning does not hide what another one
 * knows: two runs of A before two of B are too few as well. */
static void
test_turns (void)
{
  assert_runs (3, NULL, "3 : 3, in turns", TRUE);
  assert_runs (2, NULL, "2 : 2, in turns", TRUE);
  assert_runs (3, change_order, "one side after the other", FALSE);
  assert_runs (2, change_order, "2 : 2", FALSE);
  /* Their clocks cannot be compared. */
  assert_runs (3, change_host, "3 : 3", FALSE);
}

/* Each damaged recording is named, and counted on its side. */
static void
test_parts (void)
{
  g_autoptr(ThComparison) comparison = compare (3, 3, change_part, TRUE);
  const GArray *warnings = th_comparison_get_warnings (comparison);
  g_autoptr(GArray) conditions = th_conditions_list (comparison);
  const ThCondition *first = &g_array_index (conditions, ThCondition, 0);

  g_assert_cmpuint (warnings->len, ==, 2);
  g_assert_cmpstr (g_array_index (warnings, ThComparisonWarning, 0).subject, ==, "a2");
  g_assert_cmpstr (g_array_index (warnings, ThComparisonWarning, 1).subject, ==, "b0");
  g_assert_cmpstr (first->title, ==, "Partly read");
  g_assert_cmpstr (first->value, ==, "1 : 1 runs");
  g_assert_cmpuint (first->warnings->len, ==, 2);
}

static void
test_makings (void)
{
  static const char *const subjects[] = { "kernel", "host", "machine", "cpus", "clock",
                                          "resolution" };

  for (guint i = 0; i < G_N_ELEMENTS (subjects); i++)
    {
      GPtrArray *a = make_side (0, 3, NULL, FALSE), *b = make_side (1, 3, NULL, FALSE);
      ThCompareMaking *making = &((ThCompareRun *) b->pdata[2])->making;
      g_autoptr(ThComparison) comparison = NULL;
      const ThComparisonWarning *warning;

      set_text (&making->kernel, i == 0 ? "x" : "6.1");
      set_text (&making->host, i == 1 ? "x" : "host");
      set_text (&making->machine, i == 2 ? "x" : "x86_64");
      making->n_cpus = i == 3 ? 5 : 4;
      set_text (&making->clock, i == 4 ? "x" : "mono");
      making->resolution = i == 5 ? TH_RESOLUTION_US : TH_RESOLUTION_NS;
      comparison = test_compare (a, b);
      warning = test_find_warning (th_comparison_get_warnings (comparison), TH_WARNING_MAKING);
      g_assert_nonnull (warning);
      g_assert_cmpstr (warning->subject, ==, subjects[i]);
      g_assert_cmpstr (warning->text_b, ==, i < 3 || i == 4 ? "x" : i == 3 ? "5" : "µs");
    }
}

/* Classes that must not be compared get no verdict, and do not count as tests. */
static void
test_not_compared (void)
{
  static const ChangeFunc changes[] = { change_sizes, change_ends, change_rare };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr(ThComparison) beyond = compare (3, 3, changes[i], TRUE);
      g_autoptr(ThComparison) within = compare (3, 3, changes[i], FALSE);

      g_assert_false (test_find_row (beyond, "m0", "eth0", 0)->is_tested);
      g_assert_cmpint (test_find_row (beyond, "m0", "eth0", 0)->verdict, ==, TH_VERDICT_CANT_TELL);
      g_assert_true (test_find_row (within, "m0", "eth0", 0)->is_tested);
      g_assert_cmpuint (th_comparison_get_family (beyond)->n_tests, <,
                        th_comparison_get_family (within)->n_tests);
    }
}

/* If one side lost more events, its tail may be missing. */
static void
test_lost_tails (void)
{
  g_autoptr(ThComparison) beyond = compare (3, 3, change_lost_share, TRUE);
  g_autoptr(ThComparison) within = compare (3, 3, change_lost_share, FALSE);

  g_assert_true (test_find_row (beyond, "m1", "eth0", 0)->is_tested);
  g_assert_false (test_find_row (beyond, "m1", "eth0", 1)->is_tested);
  g_assert_true (test_find_row (within, "m1", "eth0", 1)->is_tested);
}

static void
test_few_runs (void)
{
  static const struct
  {
    guint    a, b;
    gboolean warned;
  } sides[] = { { 1, 1, FALSE }, { 1, 2, TRUE }, { 2, 3, TRUE }, { 3, 3, FALSE }, { 3, 4, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      g_autoptr(ThComparison) comparison = compare (sides[i].a, sides[i].b, NULL, FALSE);

      g_assert_cmpint (test_find_warning (th_comparison_get_warnings (comparison),
                                          TH_WARNING_FEW_RUNS) != NULL, ==, sides[i].warned);
      g_assert_cmpint (th_comparison_get_family (comparison)->n_tests == 0, ==, sides[i].warned);
    }
}

static void
set_clock (GPtrArray    *runs,
           const char   *clock,
           ThResolution  resolution)
{
  for (guint i = 0; i < runs->len; i++)
    {
      ThCompareMaking *making = &((ThCompareRun *) runs->pdata[i])->making;

      set_text (&making->clock, clock);
      making->resolution = resolution;
    }
}

static void
test_ticks (void)
{
  static const struct
  {
    const char  *clock;
    ThResolution resolution;
    gboolean     refused;
  } others[] = {
    { "x86-tsc", TH_RESOLUTION_TICKS, FALSE }, { "counter", TH_RESOLUTION_TICKS, TRUE },
    { "mono", TH_RESOLUTION_NS, TRUE }
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr(GPtrArray) a = make_side (0, 3, NULL, FALSE), b = make_side (1, 3, NULL, FALSE);
      g_autoptr(ThComparison) comparison = NULL;
      g_autoptr(GError) error = NULL;
      ThVerdictOptions options;

      th_verdict_options_init (&options);
      set_clock (a, "x86-tsc", TH_RESOLUTION_TICKS);
      set_clock (b, others[i].clock, others[i].resolution);
      comparison = th_comparison_new (a, b, &options, &error);
      g_assert_cmpint (comparison == NULL, ==, others[i].refused);
      if (others[i].refused)
        g_assert_error (error, TH_COMPARISON_ERROR, TH_COMPARISON_ERROR_CLOCK);
    }
}

/* --- effect sizes ------------------------------------------------------------------ */

/* In six of nine pairs the sample of B is bigger, in two the samples are equal. */
static void
test_rank (void)
{
  GPtrArray *sides[2];
  g_autoptr(ThComparison) comparison = NULL;
  ThRanks ranks;

  for (guint side = 0; side < 2; side++)
    {
      ThCompareRun *run = test_run_new (side == 0 ? "a" : "b", side);
      ThCompareClass *class = test_run_add (run, &(TestSamples) {
        "m0", "", TH_SPENT_RUNNING, 3, 1, 1
      });

      for (guint i = 0; i < 3; i++)
        class->values[i] = 3 - i + side;
      sides[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
      g_ptr_array_add (sides[side], test_run_end (run));
    }
  comparison = test_compare (sides[0], sides[1]);
  ranks = th_comparison_rank (comparison, test_find_row (comparison, "m0", "", 0));
  g_assert_cmpfloat (ranks.u, ==, 7);
  g_assert_cmpfloat_with_epsilon (ranks.cliff_delta, 5. / 9, 1e-12);
  g_assert_cmpfloat_with_epsilon (ranks.ks_distance, 1. / 3, 1e-12);
}

/* --- pools --------------------------------------------------------------------- */

static void
add_vector (ThCompareRun *run,
            JsonObject   *side,
            const char   *name,
            double        factor)
{
  JsonArray *values = json_object_get_array_member (side, name);
  guint n = json_array_get_length (values);
  ThCompareClass *class = test_run_add (run, &(TestSamples) {
    "m0", name, TH_SPENT_RUNNING, n, 1, 1
  });

  for (guint i = 0; i < n; i++)
    class->values[i] = factor * json_array_get_int_element (values, i);
}

static ThComparison *
compare_mixes (JsonObject *vector,
               double      factor)
{
  GPtrArray *sides[2];

  for (guint i = 0; i < 2; i++)
    {
      ThCompareRun *run = test_run_new (i == 0 ? "a" : "b", i);
      JsonObject *side = json_object_get_object_member (vector, i == 0 ? "a" : "b");

      add_vector (run, side, "small", i == 0 ? 1 : factor);
      add_vector (run, side, "large", i == 0 ? 1 : factor);
      sides[i] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
      g_ptr_array_add (sides[i], test_run_end (run));
    }
  return test_compare (sides[0], sides[1]);
}

/* No class changed, but all samples together are seven times as slow. */
static void
test_simpson (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", "simpson.json",
                                                 NULL);
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(ThComparison) comparison = NULL, moved = NULL;
  const ThComparisonWarning *warning;
  const ThComparisonRow *pool;
  JsonObject *vector, *factors;

  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  vector = json_node_get_object (json_parser_get_root (parser));
  factors = json_object_get_object_member (vector, "p50_factor");
  comparison = compare_mixes (vector, 1);
  pool = test_find_row (comparison, "m0", "", 0);
  g_assert_cmpint (pool->kind, ==, TH_COMPARISON_POOL);
  g_assert_cmpint (pool->verdict, ==, TH_VERDICT_NONE);
  warning = test_find_warning (pool->warnings, TH_WARNING_POOL);
  g_assert_nonnull (warning);
  g_assert_cmpfloat_with_epsilon (warning->a, json_object_get_double_member (factors, "pool"),
                                  1e-6);
  g_assert_cmpfloat_with_epsilon (exp (test_find_row (comparison, "m0", "small", 0)->difference),
                                  json_object_get_double_member (factors, "small"), 1e-6);
  g_assert_cmpfloat_with_epsilon (exp (test_find_row (comparison, "m0", "large", 0)->difference),
                                  json_object_get_double_member (factors, "large"), 1e-6);

  /* Nearly all of the difference is mix. */
  test_check_parts (pool);
  for (guint i = 0; i < pool->parts->len; i++)
    {
      const ThComparisonPart *part = &g_array_index (pool->parts, ThComparisonPart, i);

      g_assert_cmpfloat (part->mix, >, .4 * (pool->mean_b - pool->mean_a));
      g_assert_cmpfloat (fabs (part->values), <, .05 * (pool->mean_b - pool->mean_a));
    }

  moved = compare_mixes (vector, 1.15);
  g_assert_null (test_find_warning (test_find_row (moved, "m0", "", 0)->warnings,
                                    TH_WARNING_POOL));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/compare/warnings/", cases[i].name,
                                           cases[i].detail, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/compare/warnings/none", test_none);
  g_test_add_func ("/compare/warnings/turns", test_turns);
  g_test_add_func ("/compare/warnings/parts", test_parts);
  g_test_add_func ("/compare/warnings/makings", test_makings);
  g_test_add_func ("/compare/warnings/not-compared", test_not_compared);
  g_test_add_func ("/compare/warnings/lost-tails", test_lost_tails);
  g_test_add_func ("/compare/warnings/few-runs", test_few_runs);
  g_test_add_func ("/compare/warnings/ticks", test_ticks);
  g_test_add_func ("/compare/warnings/rank", test_rank);
  g_test_add_func ("/compare/warnings/pool", test_simpson);

  return g_test_run ();
}
