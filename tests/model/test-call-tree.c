/* test-call-tree.c - chains that share nodes, counts, and growth
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-results.h"

static const ThCallWeight weights[] = { { "time", "Time", TH_UNIT_TIME },
                                        { "calls", "Calls", TH_UNIT_COUNT } };
static const ThCallTreeInfo info = { "calls", "Calls", weights, 2, NULL, FALSE };

static ThRef
at (guint32 row)
{
  return (ThRef) { 0, 0, row };
}

static void
assert_node (ThCallTree *tree,
             guint32     index,
             const char *expected)
{
  ThCallNode node;
  g_autofree char *text = NULL;

  th_call_tree_get (tree, index, &node);
  text = g_strdup_printf ("%u<%u %u:%d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " @%u", node.name,
                          node.caller, node.depth,
                          node.kind, node.own[0], node.own[1], node.anchor.row);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_counts (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  ThCallTree *tree = th_call_tree_new (arena, &info);
  guint32 a = th_call_tree_enter (tree, TH_CALL_ROOT, 7, TH_CALL_USER, at (1));
  guint32 b = th_call_tree_enter (tree, a, 8, TH_CALL_KERNEL, at (2));
  g_autofree gint64 *times = NULL, *calls = NULL;

  /* The same function of another kind, or of another caller, is another node. */
  g_assert_cmpuint (th_call_tree_enter (tree, a, 8, TH_CALL_KERNEL, at (3)), ==, b);
  g_assert_cmpuint (th_call_tree_enter (tree, a, 8, TH_CALL_MODULE, at (4)), ==, 3);
  g_assert_cmpuint (th_call_tree_enter (tree, b, 8, TH_CALL_KERNEL, at (5)), ==, 4);
  g_assert_cmpuint (th_call_tree_get_n (tree), ==, 0);
  th_call_tree_publish (tree);
  g_assert_cmpuint (th_call_tree_get_n (tree), ==, 5);

  th_call_tree_count (tree, b, (gint64[]) { 10, 1 }, at (6));
  th_call_tree_count (tree, b, (gint64[]) { 30, 1 }, at (7));
  th_call_tree_count (tree, b, (gint64[]) { 20, 1 }, at (8));
  th_call_tree_count (tree, 4, (gint64[]) { 5, 2 }, at (9));
  th_call_tree_count (tree, a, (gint64[]) { 0, 1 }, at (10));
  assert_node (tree, a, "7<0 1:2 0 1 @1");
  assert_node (tree, b, "8<1 2:0 60 3 @7");
  assert_node (tree, 3, "8<1 2:1 0 0 @4");

  times = th_call_tree_sum_totals (tree, 0, 5);
  calls = th_call_tree_sum_totals (tree, 1, 5);
  g_assert_cmpint (times[0], ==, 65);
  g_assert_cmpint (times[a], ==, 65);
  g_assert_cmpint (times[b], ==, 65);
  g_assert_cmpint (times[3], ==, 0);
  g_assert_cmpint (calls[0], ==, 6);
  g_assert_cmpint (calls[4], ==, 2);
  th_call_tree_free (tree);
}

/* Sums saturate, and negative weights are ignored. */
static void
test_extremes (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  ThCallTree *tree = th_call_tree_new (arena, &info);
  guint32 a = th_call_tree_enter (tree, TH_CALL_ROOT, 7, TH_CALL_USER, at (1));
  guint32 b = th_call_tree_enter (tree, TH_CALL_ROOT, 8, TH_CALL_USER, at (1));
  g_autofree gint64 *totals = NULL;

  th_call_tree_count (tree, a, (gint64[]) { G_MAXINT64, -5 }, at (2));
  th_call_tree_count (tree, a, (gint64[]) { G_MAXINT64, 3 }, at (3));
  th_call_tree_count (tree, b, (gint64[]) { 1, 0 }, at (4));
  th_call_tree_publish (tree);
  assert_node (tree, a, "7<0 1:2 9223372036854775807 3 @2");
  totals = th_call_tree_sum_totals (tree, 0, 3);
  g_assert_cmpint (totals[0], ==, G_MAXINT64);
  th_call_tree_free (tree);
}

static void
test_bounds (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  ThCallTree *tree = th_call_tree_new (arena, &info);
  guint32 node = TH_CALL_ROOT;

  for (guint i = 0; i < TH_CALL_MAX_DEPTH; i++)
    node = th_call_tree_enter (tree, node, i, TH_CALL_KERNEL, at (i));
  g_assert_cmpuint (node, ==, TH_CALL_MAX_DEPTH);
  g_assert_cmpuint (th_call_tree_enter (tree, node, 1, TH_CALL_KERNEL, at (0)), ==, node);

  for (guint i = 0; !th_call_tree_is_full (tree); i++)
    th_call_tree_enter (tree, TH_CALL_ROOT, i + 1, TH_CALL_KERNEL, at (i));
  g_assert_cmpuint (th_call_tree_enter (tree, 1, 4, TH_CALL_USER, at (0)), ==, 1);
  /* Existing nodes are still found. */
  g_assert_cmpuint (th_call_tree_enter (tree, 1, 1, TH_CALL_KERNEL, at (0)), ==, 2);
  th_call_tree_publish (tree);
  g_assert_cmpuint (th_call_tree_get_n (tree), ==, TH_CALL_MAX_NODES);
  th_call_tree_free (tree);
}

/* --- read while it grows -------------------------------------------------- */

#define N_CHAINS 20000

static gpointer
read_thread (gpointer data)
{
  ThResults *results = data;
  guint32 n = 0;

  while (n < N_CHAINS + 1)
    {
      ThCallTree *tree = th_results_get_n_trees (results) > 0 ? th_results_get_tree (results, 0)
                                                              : NULL;
      g_autofree gint64 *totals = NULL;

      if (tree == NULL)
        continue;
      n = th_call_tree_get_n (tree);
      totals = th_call_tree_sum_totals (tree, 0, n);
      g_assert_cmpint (totals[0], <=, 3 * N_CHAINS);
      for (guint32 i = 1; i < n; i++)
        {
          ThCallNode node;

          th_call_tree_get (tree, i, &node);
          g_assert_cmpuint (node.caller, <, i);
          g_assert_cmpuint (node.anchor.row, ==, i);
        }
    }

  return NULL;
}

static void
test_growing (void)
{
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  GThread *thread = g_thread_new ("reader", read_thread, results);
  ThCallTree *tree = th_results_add_tree (results, &info);

  for (guint i = 1; i <= N_CHAINS; i++)
    {
      guint32 node = th_call_tree_enter (tree, i / 3, i, TH_CALL_KERNEL, at (i));

      th_call_tree_count (tree, node, (gint64[]) { 3, 1 }, at (i));
      if (i % 100 == 0)
        th_results_publish (results);
    }
  g_thread_join (thread);
  g_assert_cmpstr (th_call_tree_get_info (tree)->title, ==, "Calls");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/call-tree/counts", test_counts);
  g_test_add_func ("/model/call-tree/extremes", test_extremes);
  g_test_add_func ("/model/call-tree/bounds", test_bounds);
  g_test_add_func ("/model/call-tree/growing", test_growing);

  return g_test_run ();
}
