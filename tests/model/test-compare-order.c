/* test-compare-order.c - the order of the rows of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "compare-fixture.h"

/* A change of the p99 alone comes first, before all medians. */
static void
test_tail (void)
{
  g_autoptr(ThComparison) comparison = test_compare_tails ();
  const ThComparisonRow *first = th_comparison_get_row (comparison, 0);

  g_assert_cmpstr (first->measure, ==, "reader");
  g_assert_cmpuint (first->level, ==, 2);
  g_assert_cmpint (first->verdict, ==, TH_VERDICT_SLOWER);
  for (guint i = 1; i < th_comparison_get_n_rows (comparison); i++)
    g_assert_cmpint (th_comparison_get_row (comparison, i)->verdict, !=, TH_VERDICT_SLOWER);
}

/* Among those that cannot be told, the ones of which the least is missing come first: the
 * difference as a share of half its interval falls. */
static void
test_unsure (void)
{
  g_autoptr(ThComparison) comparison = test_compare_tails ();
  double last = G_MAXDOUBLE;
  guint n = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      double share = 2 * fabs (row->difference) / (row->high - row->low);

      if (row->verdict != TH_VERDICT_CANT_TELL || !row->is_tested)
        continue;
      g_assert_cmpfloat (share, <=, last + 1e-9);
      last = share;
      n++;
    }
  g_assert_cmpuint (n, >, 4);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/order/tail", test_tail);
  g_test_add_func ("/compare/order/unsure", test_unsure);

  return g_test_run ();
}
