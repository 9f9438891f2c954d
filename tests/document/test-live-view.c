/* test-live-view.c - whether the view follows a recording in progress, without a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "document-fixture.h"

#include "th-live-view.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

/* The length of the view, in s, over a recording of @n_seconds; -1 if the view does not follow. */
static gint64
show (ThLiveView *live,
      gint64      n_seconds,
      gint64     *end)
{
  ThView view = { .from = 0, .to = n_seconds * SECOND };
  gboolean follows = th_live_view_move (live, 0, n_seconds * SECOND, &view);

  *end = view.to;
  if (!follows)
    {
      g_assert_cmpint (view.from, ==, 0);
      return -1;
    }

  return view.to - view.from;
}

/* All of it is shown up to ten seconds, then the last ten. */
static void
test_first (void)
{
  g_autoptr(ThLiveView) live = th_live_view_new ();
  gint64 end;

  g_assert_cmpint (show (live, 20, &end), ==, -1);
  th_live_view_begin (live, TRUE, TRUE);
  g_assert_cmpint (show (live, 6, &end), ==, 6 * SECOND);
  g_assert_cmpint (show (live, 10, &end), ==, 10 * SECOND);
  g_assert_cmpint (show (live, 25, &end), ==, 10 * SECOND);
  g_assert_cmpint (end, ==, 25 * SECOND);
}

/* The view that is left does not move; following it again keeps its length. */
static void
test_again (void)
{
  g_autoptr(ThLiveView) live = th_live_view_new ();
  const ThView chosen = { .from = 3 * SECOND, .to = 5 * SECOND }, empty = { .from = 7, .to = 7 };
  guint n_following;
  gint64 end;

  th_live_view_begin (live, TRUE, TRUE);
  count_signal (live, "notify::following", &n_following);
  th_live_view_leave (live);
  th_live_view_leave (live);
  g_assert_cmpuint (n_following, ==, 1);
  g_assert_true (th_live_view_is_live (live));
  g_assert_cmpint (show (live, 25, &end), ==, -1);

  th_live_view_follow (live, &chosen);
  g_assert_cmpuint (n_following, ==, 2);
  g_assert_cmpint (show (live, 25, &end), ==, 2 * SECOND);
  g_assert_cmpint (end, ==, 25 * SECOND);

  /* A view cannot be empty. */
  th_live_view_follow (live, &empty);
  g_assert_cmpint (show (live, 25, &end), ==, 1);
}

/* A load that is not live is not followed, nor is one whose view the user has chosen. */
static void
test_begin (void)
{
  g_autoptr(ThLiveView) live = th_live_view_new ();
  const ThView chosen = { .from = 0, .to = SECOND };
  gboolean is_live, is_following;
  guint n_live;

  count_signal (live, "notify::live", &n_live);
  th_live_view_begin (live, FALSE, TRUE);
  th_live_view_follow (live, &chosen);
  g_assert_false (th_live_view_is_following (live));
  g_assert_cmpuint (n_live, ==, 0);

  th_live_view_begin (live, TRUE, FALSE);
  g_assert_cmpuint (n_live, ==, 1);
  g_assert_false (th_live_view_is_following (live));
  th_live_view_follow (live, &chosen);
  g_object_get (live, "live", &is_live, "following", &is_following, NULL);
  g_assert_true (is_live && is_following);

  th_live_view_end (live);
  g_assert_cmpuint (n_live, ==, 2);
  g_object_get (live, "live", &is_live, "following", &is_following, NULL);
  g_assert_false (is_live || is_following);
}

/* Pausing needs a load in progress, and ends with it. */
static void
test_pause (void)
{
  g_autoptr(ThLiveView) live = th_live_view_new ();
  guint n_paused;

  count_signal (live, "notify::paused", &n_paused);
  th_live_view_set_paused (live, TRUE);
  g_assert_false (th_live_view_is_paused (live));
  th_live_view_begin (live, TRUE, TRUE);
  th_live_view_set_paused (live, TRUE);
  g_assert_true (th_live_view_is_paused (live));
  g_assert_cmpuint (n_paused, ==, 1);
  th_live_view_end (live);
  g_assert_false (th_live_view_is_paused (live));
  g_assert_cmpuint (n_paused, ==, 2);
}

/* With a clock the view ends after the present, with the same length. */
static void
test_present (void)
{
  g_autoptr(ThLiveView) live = th_live_view_new ();
  gint64 end, present;

  th_live_view_set_clock_lead (live, 100 * SECOND);
  th_live_view_update_present (live);
  g_assert_true (th_live_view_get_present (live) == TH_TIME_NONE);
  th_live_view_begin (live, TRUE, TRUE);
  th_live_view_update_present (live);
  present = th_live_view_get_present (live);
  g_assert_cmpint (present, >=, 100 * SECOND);
  g_assert_cmpint (th_live_view_get_newest (live, SECOND), ==, present);
  g_assert_cmpint (th_live_view_get_newest (live, present + 1), ==, present + 1);
  g_assert_cmpint (show (live, 25, &end), ==, 10 * SECOND);
  g_assert_cmpint (end, ==, present + 10 * SECOND / 32);

  th_live_view_end (live);
  g_assert_true (th_live_view_get_present (live) == TH_TIME_NONE);
  g_assert_cmpint (th_live_view_get_newest (live, SECOND), ==, SECOND);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/live-view/first", test_first);
  g_test_add_func ("/document/live-view/again", test_again);
  g_test_add_func ("/document/live-view/begin", test_begin);
  g_test_add_func ("/document/live-view/pause", test_pause);
  g_test_add_func ("/document/live-view/present", test_present);
  return g_test_run ();
}
