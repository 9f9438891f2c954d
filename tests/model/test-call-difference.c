/* test-call-difference.c - call trees of two sides, kept and merged
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-call-difference.h"

static const ThCallWeight weights[] = { { "time", "Time", TH_UNIT_TIME },
                                        { "calls", "Calls", TH_UNIT_COUNT } };

/* --- making samples ------------------------------------------------------- */

static ThCallKind
kind_of (const char **name)
{
  ThCallKind kind = **name == '*' ? TH_CALL_USER : TH_CALL_KERNEL;

  *name += kind == TH_CALL_USER;
  return kind;
}

static void
count (ThResults  *results,
       ThCallTree *tree,
       const char *chain,
       gint64      time,
       gint64      calls)
{
  g_auto(GStrv) names = g_strsplit (chain, ";", -1);
  guint32 node = TH_CALL_ROOT;

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *name = names[i];
      ThCallKind kind = kind_of (&name);

      node = th_call_tree_enter (tree, node, th_results_intern (results, name), kind, TH_REF_NONE);
    }
  th_call_tree_count (tree, node, (gint64[]) { time, calls }, TH_REF_NONE);
}

/* Takes a sample of a tree and frees the results.  @chains: "a;b 10 1|c 5 1", with the time and
 * the calls of each; * marks functions of programs. */
static ThCallSample *
take (const char *id,
      const char *chains)
{
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  g_autoptr(GPtrArray) all = g_ptr_array_new ();
  g_auto(GStrv) lines = g_strsplit (chains, "|", -1);
  ThCallTree *tree = th_results_add_tree (results, &(ThCallTreeInfo) { id, "Calls", weights, 2 });

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto(GStrv) words = g_strsplit (lines[i], " ", -1);

      count (results, tree, words[0], g_ascii_strtoll (words[1], NULL, 10),
             g_ascii_strtoll (words[2], NULL, 10));
    }
  th_results_finish (results);
  g_ptr_array_add (all, results);
  return th_call_sample_take (all, TH_RESOLUTION_NS);
}

static GPtrArray *
side_new (const char *first,
          const char *second)
{
  GPtrArray *side = g_ptr_array_new_with_free_func ((GDestroyNotify) th_call_sample_free);

  if (first != NULL)
    g_ptr_array_add (side, take ("calls", first));
  if (second != NULL)
    g_ptr_array_add (side, take ("calls", second));
  return side;
}

/* --- reading differences --------------------------------------------------- */

/* In hundredths of a percent. */
static int
parts (gint64 share)
{
  return (share * 10000 + (share < 0 ? -1 : 1) * TH_CALL_WHOLE / 2) / TH_CALL_WHOLE;
}

/* "a 5000/2500 a;b 0/2500": the own shares of each node. */
static char *
dup_tree (const ThCallDifference *difference,
          guint                   index)
{
  const ThCallDifferenceTree *one = th_call_difference_get (difference, index);
  ThResults *results = th_call_difference_get_results (difference);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < th_call_tree_get_n (one->tree); i++)
    {
      g_autoptr(GString) chain = g_string_new (NULL);
      ThCallNode node, at;

      th_call_tree_get (one->tree, i, &node);
      if (node.own[TH_CALL_A] == 0 && node.own[TH_CALL_B] == 0)
        continue;
      for (guint32 up = i; up != TH_CALL_ROOT; up = at.caller)
        {
          th_call_tree_get (one->tree, up, &at);
          g_string_prepend (chain, th_results_get_word (results, at.name));
          g_string_prepend (chain, at.kind == TH_CALL_USER ? ";*" : ";");
        }
      g_string_append_printf (text, "%s%s %d/%d", text->len > 0 ? " " : "",
                              chain->len > 0 ? chain->str + 1 : "-",
                              parts (node.own[TH_CALL_A]), parts (node.own[TH_CALL_B]));
    }

  return g_string_free (text, FALSE);
}

/* "a 5000/2500-2500 10000/10000+0": self, then total, of each function. */
static char *
dup_functions (const ThCallDifference *difference,
               guint                   index)
{
  const ThCallDifferenceTree *one = th_call_difference_get (difference, index);
  ThResults *results = th_call_difference_get_results (difference);
  GString *text = g_string_new (NULL);

  for (guint32 row = 0; row < th_table_get_n (one->functions); row++)
    {
      int cells[TH_N_CALL_COLUMNS];

      for (guint i = TH_CALL_COLUMN_SELF_A; i < TH_N_CALL_COLUMNS; i++)
        cells[i] = parts (th_table_get_cell (one->functions, row, i));
      g_string_append_printf (text, "%s%s %s %d/%d%+d %d/%d%+d", row > 0 ? ", " : "",
                              th_results_get_word (results, th_table_get_cell (one->functions, row,
                                                                               0)),
                              th_results_get_word (results, th_table_get_cell (one->functions, row,
                                                                               1)),
                              cells[2], cells[3], cells[4], cells[5], cells[6], cells[7]);
    }

  return g_string_free (text, FALSE);
}

/* Both sides add up to the whole, or to nothing. */
static void
assert_sums (const ThCallDifference *difference)
{
  for (guint i = 0; i < th_call_difference_get_n (difference); i++)
    for (guint side = 0; side < TH_N_CALL_SIDES; side++)
      {
        const ThCallDifferenceTree *one = th_call_difference_get (difference, i);
        g_autofree gint64 *totals = th_call_tree_sum_totals (one->tree, side,
                                                             th_call_tree_get_n (one->tree));
        gint64 own = 0;

        for (guint32 row = 0; row < th_table_get_n (one->functions); row++)
          own += th_table_get_cell (one->functions, row, TH_CALL_COLUMN_SELF_A + side);
        g_assert_cmpint (totals[0], ==, one->n_runs[side] > 0 ? TH_CALL_WHOLE : 0);
        g_assert_cmpint (own, ==, totals[0]);
      }
}

/* --- tests ------------------------------------------------------------- */

/* A has 100 ns, B 1000 ns: what counts is the share.  By hand:
 *   main 40 → 40 %, 600 → 60 %;  main;old 60 → 60 %, gone;  main;new, of B only, 400 → 40 %. */
static void
test_merge (void)
{
  g_autoptr(GPtrArray) a = side_new ("main 40 1|main;old 60 3", NULL);
  g_autoptr(GPtrArray) b = side_new ("main;new 400 1|main 600 1", NULL);
  g_autoptr(ThCallDifference) difference = th_call_difference_new (a, b);
  g_autofree char *times = dup_tree (difference, 0), *calls = dup_tree (difference, 1);
  g_autofree char *functions = dup_functions (difference, 0);
  const ThCallDifferenceTree *one = th_call_difference_get (difference, 0);

  g_assert_cmpuint (th_call_difference_get_n (difference), ==, 2);
  g_assert_cmpstr (one->weight->id, ==, "time");
  g_assert_cmpstr (one->id, ==, "calls");
  g_assert_cmpfloat (one->totals[TH_CALL_A], ==, 100);
  g_assert_cmpfloat (one->totals[TH_CALL_B], ==, 1000);
  g_assert_cmpstr (times, ==, "main 4000/6000 main;old 6000/0 main;new 0/4000");
  g_assert_cmpstr (calls, ==, "main 2500/5000 main;old 7500/0 main;new 0/5000");
  g_assert_cmpstr (functions, ==, "old kernel 6000/0-6000 6000/0-6000, "
                                  "new kernel 0/4000+4000 0/4000+4000, "
                                  "main kernel 4000/6000+2000 10000/10000+0");
  assert_sums (difference);
}

/* The mean of the recordings: f has 10 % and 30 % of A's two, whatever their lengths. */
static void
test_mean (void)
{
  g_autoptr(GPtrArray) a = side_new ("f 10 1|g 90 1", "f 3000 1|g 7000 1");
  g_autoptr(GPtrArray) b = side_new ("f 50 1|g 50 1", NULL);
  g_autoptr(ThCallDifference) difference = th_call_difference_new (a, b);
  g_autofree char *tree = dup_tree (difference, 0);
  const ThCallDifferenceTree *one = th_call_difference_get (difference, 0);

  g_assert_cmpstr (tree, ==, "f 2000/5000 g 8000/5000");
  g_assert_cmpuint (one->n_runs[TH_CALL_A], ==, 2);
  g_assert_cmpuint (one->n_runs[TH_CALL_B], ==, 1);
  g_assert_cmpfloat (one->totals[TH_CALL_A], ==, 5050);
  assert_sums (difference);
}

/* Thirds do not divide evenly, and still nothing differs: neither of a side with itself, nor if
 * its recordings come in another order. */
static void
test_itself (void)
{
  static const char first[] = "a 1 1|a;b 1 1|a;c 1 2|*d 4 3", second[] = "a;c 5 7|*d;e 6 1|b 2 1";
  g_autoptr(GPtrArray) a = side_new (first, second);
  g_autoptr(GPtrArray) b = side_new (second, first);
  g_autoptr(ThCallDifference) difference = th_call_difference_new (a, b);

  g_assert_cmpuint (th_call_difference_get_n (difference), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const ThCallDifferenceTree *one = th_call_difference_get (difference, i);

      for (guint32 node = 0; node < th_call_tree_get_n (one->tree); node++)
        {
          ThCallNode at;

          th_call_tree_get (one->tree, node, &at);
          g_assert_cmpint (at.own[TH_CALL_A], ==, at.own[TH_CALL_B]);
        }
      for (guint32 row = 0; row < th_table_get_n (one->functions); row++)
        {
          g_assert_cmpint (th_table_get_cell (one->functions, row, TH_CALL_COLUMN_SELF_CHANGE), ==,
                           0);
          g_assert_cmpint (th_table_get_cell (one->functions, row, TH_CALL_COLUMN_TOTAL_CHANGE), ==,
                           0);
        }
    }
  assert_sums (difference);
}

/* The whole cannot be divided by 17 recordings, nor a recording by its 3 chains. */
static void
test_remainder (void)
{
  static const char run[] = "f 1 1|g 1 1|h 1 1";
  g_autoptr(GPtrArray) a = side_new (run, NULL), b = side_new ("f 1 1", NULL);
  g_autoptr(ThCallDifference) difference = NULL;

  while (a->len < 17)
    g_ptr_array_add (a, take ("calls", run));
  g_assert_cmpint (TH_CALL_WHOLE % a->len, !=, 0);
  difference = th_call_difference_new (a, b);
  assert_sums (difference);
}

/* The same name in the kernel and in a program is two functions; a recursive one counts once
 * in its total: f;g;f has 50 of 100 in A, all of them inside f. */
static void
test_functions (void)
{
  g_autoptr(GPtrArray) a = side_new ("f 10 1|f;g 20 1|f;g;f 50 1|*f 20 1", NULL);
  g_autoptr(GPtrArray) b = side_new ("f 25 1|*f 75 1", NULL);
  g_autoptr(ThCallDifference) difference = th_call_difference_new (a, b);
  g_autofree char *functions = dup_functions (difference, 0);

  g_assert_cmpstr (functions, ==, "f program 2000/7500+5500 2000/7500+5500, "
                                  "f kernel 6000/2500-3500 8000/2500-5500, "
                                  "g kernel 2000/0-2000 7000/0-7000");
  assert_sums (difference);
}

/* Trees are compared by id: what one side does not have is nothing on that side. */
static void
test_one_sided (void)
{
  g_autoptr(GPtrArray) a = side_new ("f 10 1", NULL), b = side_new (NULL, NULL);
  g_autoptr(GPtrArray) nothing = g_ptr_array_new ();
  g_autoptr(ThCallDifference) difference = NULL, none = th_call_difference_new (nothing, nothing);
  g_autofree char *tree = NULL, *other = NULL;

  g_ptr_array_add (b, take ("other", "f 10 1"));
  difference = th_call_difference_new (a, b);
  tree = dup_tree (difference, 0);
  other = dup_tree (difference, 2);
  g_assert_cmpuint (th_call_difference_get_n (difference), ==, 4);
  g_assert_cmpstr (tree, ==, "f 10000/0");
  g_assert_cmpstr (other, ==, "f 0/10000");
  g_assert_cmpuint (th_call_difference_get (difference, 0)->n_runs[TH_CALL_B], ==, 0);
  assert_sums (difference);
  g_assert_cmpuint (th_call_difference_get_n (none), ==, 0);
}

static ThResults *
results_new (const char *id,
             const char *chain)
{
  ThResults *results = th_results_new (id, "Test");
  ThCallTree *tree = th_results_add_tree (results,
                                          &(ThCallTreeInfo) { "tree", "Tree", weights, 2 });

  count (results, tree, chain, 1, 1);
  th_results_finish (results);
  return results;
}

static GPtrArray *
side_of (ThResults *first, /* freed by this function */
         ThResults *second)
{
  GPtrArray *side = g_ptr_array_new_with_free_func ((GDestroyNotify) th_call_sample_free);
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);

  g_ptr_array_add (all, first);
  if (second != NULL)
    g_ptr_array_add (all, second);
  g_ptr_array_add (side, th_call_sample_take (all, TH_RESOLUTION_NS));
  return side;
}

/* Two spans of a recording are compared, though their analyses have other parameters; but two
 * runs of an analysis over one recording stay apart. */
static void
test_parameters (void)
{
  g_autoptr(GPtrArray) a = side_of (results_new ("stacks(1,2)", "f"), NULL);
  g_autoptr(GPtrArray) b = side_of (results_new ("stacks(2,3)", "g"), NULL);
  g_autoptr(GPtrArray) two = side_of (results_new ("stacks", "f"),
                                      results_new ("stacks(2,3)", "g"));
  g_autoptr(ThCallDifference) spans = th_call_difference_new (a, b);
  g_autoptr(ThCallDifference) runs = th_call_difference_new (two, two);
  g_autofree char *tree = dup_tree (spans, 0);

  g_assert_cmpuint (th_call_difference_get_n (spans), ==, 2);
  g_assert_cmpstr (th_call_difference_get (spans, 0)->analysis, ==, "stacks");
  g_assert_cmpstr (tree, ==, "f 10000/0 g 0/10000");
  g_assert_cmpuint (th_call_difference_get_n (runs), ==, 4);
  g_assert_cmpstr (th_call_difference_get (runs, 0)->analysis, ==, "stacks");
  g_assert_cmpstr (th_call_difference_get (runs, 2)->analysis, ==, "stacks(2,3)");
}

/* A weight that is 0 everywhere, and the largest that there is. */
static void
test_extremes (void)
{
  g_autoptr(GPtrArray) a = side_new ("f 9223372036854775807 0|g 9223372036854775807 0", NULL);
  g_autoptr(GPtrArray) b = side_new ("f 1 0|g 3 0", NULL);
  g_autoptr(ThCallDifference) difference = th_call_difference_new (a, b);
  g_autofree char *tree = dup_tree (difference, 0);

  g_assert_cmpuint (th_call_difference_get_n (difference), ==, 1);
  g_assert_cmpstr (tree, ==, "f 5000/2500 g 5000/7500");
  assert_sums (difference);
}

/* Names come from files: broken UTF-8, separators, and control characters. */
static void
test_names (void)
{
  g_autoptr(GPtrArray) a = side_new ("\xff\xfe 10 1|a\nb;\x1b[31m 10 1", NULL);
  g_autoptr(ThCallDifference) difference = th_call_difference_new (a, a);
  ThResults *results = th_call_difference_get_results (difference);
  const ThCallDifferenceTree *one = th_call_difference_get (difference, 0);

  g_assert_cmpuint (th_table_get_n (one->functions), ==, 3);
  for (guint32 row = 0; row < 3; row++)
    g_assert_true (g_utf8_validate (th_results_get_word (results,
                                                         th_table_get_cell (one->functions, row,
                                                                            0)), -1, NULL));
  assert_sums (difference);
}

/* More nodes than are kept: the heaviest stay, and no weight is lost.  The last leaf has the
 * least weight, and many have the same. */
static void
test_bounds (void)
{
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  g_autoptr(GPtrArray) all = g_ptr_array_new ();
  g_autoptr(GPtrArray) side = g_ptr_array_new ();
  g_autoptr(ThCallSample) sample = NULL;
  g_autoptr(ThCallDifference) difference = NULL;
  guint n = TH_CALL_SAMPLE_MAX_NODES + 5000;
  ThCallTree *tree = th_results_add_tree (results, &(ThCallTreeInfo) { "calls", "Calls", weights,
                                                                       2 });
  const ThCallSampleTree *kept;
  gint64 sum = 0, rest = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *chain = g_strdup_printf ("main;f%u;g%u", i % 100, i);

      count (results, tree, chain, i < n - 1 ? 10 + (i % 7 == 0) : 1, 1);
    }
  th_results_finish (results);
  g_ptr_array_add (all, results);
  sample = th_call_sample_take (all, TH_RESOLUTION_NS);
  kept = th_call_sample_get_tree (sample, 0);

  /* Each of the 101 callers may have one node more for the rest. */
  g_assert_cmpuint (kept->nodes->len, >=, TH_CALL_SAMPLE_MAX_NODES);
  g_assert_cmpuint (kept->nodes->len, <=, TH_CALL_SAMPLE_MAX_NODES + 101);
  g_assert_cmpuint (kept->n_left_out, ==, n + 102 - TH_CALL_SAMPLE_MAX_NODES);
  for (guint i = 0; i < kept->nodes->len; i++)
    {
      const ThCallSampleNode *node = &g_array_index (kept->nodes, ThCallSampleNode, i);
      const char *name = th_call_sample_get_name (sample, node->name);

      g_assert_cmpuint (node->caller, <=, i);
      g_assert_true (node->own[0] != 11 || *name == 'g');
      sum += node->own[0];
      rest += strcmp (name, TH_CALL_SAMPLE_REST) == 0 ? node->own[0] : 0;
    }
  g_assert_cmpint (sum, ==, (n - 1) * 10 + (n - 2) / 7 + 1 + 1);
  /* All that was left out has the lower weight, but for the last. */
  g_assert_cmpint (rest, ==, (gint64) (kept->n_left_out - 1) * 10 + 1);

  g_ptr_array_add (side, sample);
  difference = th_call_difference_new (side, side);
  g_assert_cmpuint (th_call_difference_get (difference, 0)->n_left_out, ==, 2 * kept->n_left_out);
  g_assert_false (th_call_difference_get (difference, 0)->is_full);
  assert_sums (difference);
}

/* More nodes than a tree can hold: this is reported, and no weight is lost. */
static void
test_full (void)
{
  g_autoptr(GPtrArray) a = g_ptr_array_new_with_free_func ((GDestroyNotify) th_call_sample_free);
  g_autoptr(ThCallDifference) difference = NULL;

  for (guint run = 0; run <= TH_CALL_MAX_NODES / TH_CALL_SAMPLE_MAX_NODES; run++)
    {
      g_autoptr(ThResults) results = th_results_new ("test", "Test");
      g_autoptr(GPtrArray) all = g_ptr_array_new ();
      ThCallTree *tree = th_results_add_tree (results, &(ThCallTreeInfo) { "calls", "Calls",
                                                                           weights, 1 });

      for (guint i = 0; i < TH_CALL_SAMPLE_MAX_NODES - 2; i++)
        {
          g_autofree char *chain = g_strdup_printf ("f%u;g%u", run, i);

          count (results, tree, chain, 1, 0);
        }
      th_results_finish (results);
      g_ptr_array_add (all, results);
      g_ptr_array_add (a, th_call_sample_take (all, TH_RESOLUTION_NS));
    }
  difference = th_call_difference_new (a, a);
  g_assert_true (th_call_difference_get (difference, 0)->is_full);
  g_assert_cmpuint (th_call_difference_get (difference, 0)->n_left_out, ==, 0);
  assert_sums (difference);
}

/* As deep as a tree may be. */
static void
test_depth (void)
{
  g_autoptr(GString) chain = g_string_new ("f");
  g_autoptr(GPtrArray) a = NULL;
  g_autoptr(ThCallDifference) difference = NULL;
  g_autofree char *functions = NULL;

  for (guint i = 0; i < TH_CALL_MAX_DEPTH + 10; i++)
    g_string_append (chain, ";f");
  g_string_append (chain, " 10 1");
  a = side_new (chain->str, "f;f;f 10 1");
  difference = th_call_difference_new (a, a);
  functions = dup_functions (difference, 0);
  g_assert_cmpstr (functions, ==, "f kernel 10000/10000+0 10000/10000+0");
  assert_sums (difference);
}

static void
assert_factor (gint64      a,
               gint64      b,
               const char *expected)
{
  g_autofree char *text = th_call_difference_format_factor (a, b);

  g_assert_cmpstr (text, ==, expected);
}

/* Totals are written as times only where they are; ticks stay ticks. */
static void
test_totals (void)
{
  g_autoptr(GPtrArray) a = side_new ("f 1234567 12345", NULL);
  g_autoptr(ThCallDifference) difference = th_call_difference_new (a, a);
  ThCallDifferenceTree ticks = *th_call_difference_get (difference, 0);
  g_autofree char *time = th_call_difference_format_total (th_call_difference_get (difference, 0),
                                                           TH_CALL_A, TH_FORMAT_PLAIN);
  g_autofree char *calls = th_call_difference_format_total (th_call_difference_get (difference, 1),
                                                            TH_CALL_B, TH_FORMAT_PLAIN);
  g_autofree char *text = NULL;

  g_assert_cmpstr (time, ==, "1.234 ms");
  g_assert_cmpstr (calls, ==, "12\u202f345");
  ticks.resolution = TH_RESOLUTION_TICKS;
  text = th_call_difference_format_total (&ticks, TH_CALL_A, TH_FORMAT_PLAIN);
  g_assert_cmpstr (text, ==, "1234567");
}

static void
test_factors (void)
{
  assert_factor (100, 124, "×1.24");
  assert_factor (100, 50, "×0.50");
  assert_factor (1, 70, "×70");
  assert_factor (10000, 7, "×0.0007");
  assert_factor (0, 7, "only in B");
  assert_factor (7, 0, "only in A");
  assert_factor (0, 0, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/call-difference/merge", test_merge);
  g_test_add_func ("/call-difference/mean", test_mean);
  g_test_add_func ("/call-difference/itself", test_itself);
  g_test_add_func ("/call-difference/remainder", test_remainder);
  g_test_add_func ("/call-difference/functions", test_functions);
  g_test_add_func ("/call-difference/one-sided", test_one_sided);
  g_test_add_func ("/call-difference/parameters", test_parameters);
  g_test_add_func ("/call-difference/extremes", test_extremes);
  g_test_add_func ("/call-difference/names", test_names);
  g_test_add_func ("/call-difference/bounds", test_bounds);
  g_test_add_func ("/call-difference/full", test_full);
  g_test_add_func ("/call-difference/depth", test_depth);
  g_test_add_func ("/call-difference/totals", test_totals);
  g_test_add_func ("/call-difference/factors", test_factors);

  return g_test_run ();
}
