/* compare-fixture.c - runs of made-up samples, for tests of comparisons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>

#include "compare-fixture.h"

ThCompareRun *
test_run_new (const char *name,
              gint64      start)
{
  ThCompareRun *run = th_compare_run_new (name);
  ThCompareMaking *making = &run->making;

  making->kernel = g_strdup ("6.1");
  making->host = g_strdup ("host");
  making->machine = g_strdup ("x86_64");
  making->clock = g_strdup ("mono");
  making->n_cpus = 4;
  making->start = start;
  making->duration = 1000000000;
  making->n_events = 100000;
  making->n_steps = 100000;
  return run;
}

static void
fill (ThCompareClass    *class,
      const TestSamples *samples)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (samples->seed);

  class->n = samples->n;
  class->times = g_new (gint64, MAX (samples->n, 1));
  class->values = g_new (gint64, MAX (samples->n, 1));
  for (guint32 i = 0; i < samples->n; i++)
    {
      class->times[i] = i * 1000;
      class->values[i] = samples->median * pow (1.2, g_rand_double_range (random, -1, 1));
    }
}

/* Adds one key of the dimension "cpu" with all samples, and two of "stage" that share them. */
static void
add_parts (ThCompareClass *class)
{
  static const struct
  {
    const char *dimension;
    const char *key;
    gboolean    is_share;
    double      share;
  } parts[] = {
    { "cpu", "0", FALSE, 1 }, { "stage", "copy", TRUE, .25 }, { "stage", "queue", TRUE, .75 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      ThComparePart part = { g_strdup (parts[i].dimension), g_strdup (parts[i].key),
                             parts[i].is_share };

      for (guint level = 0; level < TH_VERDICT_N_LEVELS; level++)
        {
          part.n[level] = part.is_share ? 0 : class->level_n[level];
          part.sum[level] = parts[i].share * class->level_sum[level];
        }
      g_array_append_val (class->parts, part);
    }
}

ThCompareClass *
test_run_add (ThCompareRun      *run,
              const TestSamples *samples)
{
  ThCompareClass *class = th_compare_class_new ();

  class->analysis = g_strdup ("test");
  class->measure = g_strdup (samples->measure);
  class->title = g_strdup (samples->measure);
  class->name = g_strdup (samples->name);
  class->base = g_strdup (samples->name);
  class->table = g_strdup ("rows");
  class->begins = g_strdup ("net:begin");
  class->ends = g_strdup ("net:end");
  class->spent = samples->spent;
  class->n_found = class->n_measure = samples->n;
  fill (class, samples);
  for (guint32 i = 0; i < class->n; i++)
    for (guint level = 0; level < TH_VERDICT_N_LEVELS; level++)
      {
        class->level_n[level]++;
        class->level_sum[level] += class->values[i];
      }
  add_parts (class);
  g_ptr_array_add (run->classes, class);
  return class;
}

void
test_run_count (GArray     *counts,
                const char *id,
                const char *name,
                gboolean    is_listed,
                guint64     count)
{
  th_compare_counts_add (counts, &(ThCompareCount) {
    g_strdup (id), g_strdup (name), .is_listed = is_listed, .count = count
  });
}

ThCompareRun *
test_run_end (ThCompareRun *run)
{
  for (guint i = 0; i < run->classes->len; i++)
    {
      ThCompareClass *class = g_ptr_array_index (run->classes, i);

      class->n_measure = 0;
      for (guint j = 0; j < run->classes->len; j++)
        if (strcmp (((ThCompareClass *) run->classes->pdata[j])->measure, class->measure) == 0)
          class->n_measure += ((ThCompareClass *) run->classes->pdata[j])->n_found;
    }
  th_compare_run_finalize (run);
  return run;
}

static ThCompareRun *
make_run_with_tail (guint side,
                    guint number)
{
  static const char *const measures[] = {
    "copy", "driver", "gro", "irq", "napi", "poll", "reader", "send", "stack"
  };
  ThCompareRun *run = test_run_new ("run", (number * 2 + side) * G_GINT64_CONSTANT (2000000000));

  for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
    {
      /* Runs differ by up to 40 %, each measure in its own way. */
      double factor = 1 + .1 * ((number * 3 + i * 7 + side * 2) % 5);
      gboolean is_poll = strcmp (measures[i], "poll") == 0;
      const TestSamples samples = {
        measures[i], "task", TH_SPENT_RUNNING, 2000, 1e4 * factor * (is_poll && side ? 1.03 : 1),
        100 * number + 10 * i + side
      };
      ThCompareClass *class = test_run_add (run, &samples);

      for (guint32 j = 0; side == 1 && strcmp (measures[i], "reader") == 0 && j < class->n; j += 50)
        class->values[j] *= 10;
    }
  return test_run_end (run);
}

ThComparison *
test_compare_tails (void)
{
  GPtrArray *sides[2];

  for (guint side = 0; side < 2; side++)
    {
      sides[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
      for (guint i = 0; i < 5; i++)
        g_ptr_array_add (sides[side], make_run_with_tail (side, i));
    }
  return test_compare (sides[0], sides[1]);
}

static ThCompareRun *
make_run_with_counters (guint    side,
                        guint    number,
                        gboolean has_counters)
{
  g_autofree char *name = g_strdup_printf ("%c%u", 'a' + side, number);
  ThCompareRun *run = test_run_new (name, (number * 2 + side) * G_GINT64_CONSTANT (2000000000));
  const TestSamples samples = { "reader", "task", TH_SPENT_RUNNING, 2000, 1e4, 10 * number + side };
  guint seconds = number + 1;

  test_run_add (run, &samples);
  if (!has_counters)
    return test_run_end (run);

  run->counter_seconds = seconds;
  test_run_count (run->counters, "TcpExt", "TCPRcvQDrop", TRUE, (side == 0 ? 3 : 30) * seconds);
  test_run_count (run->counters, "stat", "ctxt", TRUE, (side == 0 ? 100 : 50) * seconds);
  if (side == 0)
    test_run_count (run->counters, "irq", "34 eth0", TRUE, 7 * seconds);
  return test_run_end (run);
}

ThComparison *
test_compare_counters (gboolean all)
{
  GPtrArray *sides[2];

  for (guint side = 0; side < 2; side++)
    {
      sides[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
      for (guint i = 0; i < 2; i++)
        g_ptr_array_add (sides[side], make_run_with_counters (side, i,
                                                              all || side == 0 || i == 0));
    }
  return test_compare (sides[0], sides[1]);
}

ThComparison *
test_compare (GPtrArray *a,
              GPtrArray *b)
{
  g_autoptr(GPtrArray) side_a = a, side_b = b;
  g_autoptr(GError) error = NULL;
  ThVerdictOptions options;
  ThComparison *comparison;

  th_verdict_options_init (&options);
  comparison = th_comparison_new (side_a, side_b, &options, &error);
  g_assert_no_error (error);
  return comparison;
}

const ThComparisonRow *
test_find_row (const ThComparison *comparison,
               const char         *measure,
               const char         *name,
               guint               level)
{
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      if (strcmp (row->measure, measure) == 0 && strcmp (row->name, name) == 0 &&
          row->level == level)
        return row;
    }
  g_assert_not_reached ();
}

const ThComparisonWarning *
test_find_warning (const GArray  *warnings,
                   ThWarningKind  kind)
{
  for (guint i = 0; i < warnings->len; i++)
    if (g_array_index (warnings, ThComparisonWarning, i).kind == kind)
      return &g_array_index (warnings, ThComparisonWarning, i);

  return NULL;
}

void
test_check_parts (const ThComparisonRow *row)
{
  double difference = row->mean_b - row->mean_a;
  double scale = MAX (1, fabs (row->mean_a) + fabs (row->mean_b));

  for (guint i = 0; i < row->parts->len; i++)
    {
      const ThComparisonPart *first = &g_array_index (row->parts, ThComparisonPart, i);
      double sum = 0, a = 0, b = 0;

      for (guint j = 0; j < row->parts->len; j++)
        {
          const ThComparisonPart *part = &g_array_index (row->parts, ThComparisonPart, j);

          if (strcmp (part->dimension, first->dimension) != 0)
            continue;
          sum += part->values + part->mix;
          a += part->a;
          b += part->b;
        }
      g_assert_cmpfloat (fabs (sum - difference), <=, 1e-9 * scale);
      g_assert_cmpfloat (fabs (a - row->mean_a), <=, 1e-9 * scale);
      g_assert_cmpfloat (fabs (b - row->mean_b), <=, 1e-9 * scale);
    }
}
