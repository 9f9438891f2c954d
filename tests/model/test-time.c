/* test-time.c - arithmetic with times at both ends of the 64-bit range
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-time.h"

#define LAST G_MAXINT64
#define FIRST (G_MININT64 + 1) /* the previous value is TH_TIME_NONE */

static void
test_add (void)
{
  g_assert_cmpint (th_time_add (3, 4), ==, 7);
  g_assert_cmpint (th_time_add (3, -4), ==, -1);
  g_assert_cmpint (th_time_add (LAST, 1), ==, LAST);
  g_assert_cmpint (th_time_add (LAST - 5, 5), ==, LAST);
  g_assert_cmpint (th_time_add (LAST, LAST), ==, LAST);
  g_assert_cmpint (th_time_add (LAST, FIRST), ==, 0);
  g_assert_cmpint (th_time_add (FIRST, -1), ==, FIRST);
  g_assert_cmpint (th_time_add (FIRST, FIRST), ==, FIRST);
}

static void
test_between (void)
{
  g_assert_cmpint (th_time_between (3, 10), ==, 7);
  g_assert_cmpint (th_time_between (10, 3), ==, -7);
  g_assert_cmpint (th_time_between (FIRST, LAST), ==, LAST);
  g_assert_cmpint (th_time_between (LAST, FIRST), ==, FIRST);
  g_assert_cmpint (th_time_between (-1, LAST), ==, LAST);
  g_assert_cmpint (th_time_between (0, LAST), ==, LAST);
  g_assert_cmpint (th_time_between (1, G_MININT64), ==, FIRST);
  g_assert_cmpint (th_time_between (0, G_MININT64), ==, FIRST);
  g_assert_cmpint (th_time_between (LAST, LAST), ==, 0);
}

static void
test_shift (void)
{
  g_assert_cmpint (th_time_shift (5, -7), ==, -2);
  g_assert_cmpint (th_time_shift (TH_TIME_NONE, 7), ==, TH_TIME_NONE);
  g_assert_cmpint (th_time_shift (LAST, 7), ==, LAST);
  g_assert_cmpint (th_time_shift (FIRST, -7), ==, FIRST);
}

static void
test_of (void)
{
  g_assert_cmpint (th_time_of (2.5), ==, 2);
  g_assert_cmpint (th_time_of (1e30), ==, LAST);
  g_assert_cmpint (th_time_of (-1e30), ==, FIRST);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/time/add", test_add);
  g_test_add_func ("/model/time/between", test_between);
  g_test_add_func ("/model/time/shift", test_shift);
  g_test_add_func ("/model/time/of", test_of);

  return g_test_run ();
}
