/* test-time-alignment.c - the offset between two recordings, in every mode
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "pair-fixture.h"
#include "th-flow-follower.h"

#include "th-time-alignment.h"

/* The first sched_switch to gt-rr-server that trace-cmd report lists on each side. */
#define TO_SERVER "sched_switch and next_comm == \"gt-rr-server\""
#define BEFORE_MATCH G_GINT64_CONSTANT (994184077751)
#define HOG_MATCH G_GINT64_CONSTANT (1000835481230)

static void
test_first_event (void)
{
  g_autoptr(ThTimeAlignment) alignment = NULL;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  alignment = th_time_alignment_new (pair.pair);
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, FIRST_OFFSET);
  g_assert_null (th_time_alignment_get_error (alignment));
  g_assert_cmpint (th_time_alignment_convert (alignment, TH_SIDE_A, BEFORE_FIRST + 7), ==,
                   HOG_FIRST + 7);
  g_assert_cmpint (th_time_alignment_convert (alignment, TH_SIDE_B, HOG_FIRST + 7), ==,
                   BEFORE_FIRST + 7);
  g_assert_cmpint (th_time_alignment_convert (alignment, TH_SIDE_B, TH_TIME_NONE), ==,
                   TH_TIME_NONE);
  pair_close (&pair);
}

static gboolean
has_no_error (gpointer alignment)
{
  return th_time_alignment_get_error (alignment) == NULL;
}

/* The error, once the search has ended. */
static gboolean
has_no_match (gpointer alignment)
{
  return g_strcmp0 (th_time_alignment_get_error (alignment), "No event of side A matches") == 0;
}

static void
test_match (void)
{
  g_autoptr(ThTimeAlignment) alignment = NULL;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  alignment = th_time_alignment_new (pair.pair);
  th_time_alignment_set_mode (alignment, TH_ALIGN_BY_MATCH);
  th_time_alignment_set_filter (alignment, TO_SERVER);
  g_assert_nonnull (th_time_alignment_get_error (alignment));
  g_assert_true (th_time_alignment_is_waiting (alignment));
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, FIRST_OFFSET);
  wait_for (has_no_error, alignment);
  g_assert_false (th_time_alignment_is_waiting (alignment));
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, HOG_MATCH - BEFORE_MATCH);

  /* gt-hog is in B alone. */
  th_time_alignment_set_filter (alignment, "next_comm == \"gt-hog\"");
  wait_for (has_no_match, alignment);
  g_assert_false (th_time_alignment_is_waiting (alignment));
  th_time_alignment_set_filter (alignment, "no_such_field == 1");
  g_assert_nonnull (g_strstr_len (th_time_alignment_get_error (alignment), -1, "no_such_field"));
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, HOG_MATCH - BEFORE_MATCH);
  pair_close (&pair);
}

static void
test_marker (void)
{
  g_autoptr(ThTimeAlignment) alignment = NULL;
  ThMarkers *a, *b;
  Pair pair;
  guint n;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  alignment = th_time_alignment_new (pair.pair);
  a = th_document_get_markers (pair_get (&pair, TH_SIDE_A));
  b = th_document_get_markers (pair_get (&pair, TH_SIDE_B));
  count_signal (alignment, "notify::offset", &n);
  th_time_alignment_set_mode (alignment, TH_ALIGN_BY_MARKER);
  g_assert_cmpstr (th_time_alignment_get_error (alignment), ==, "Side A has no marker A");
  th_markers_set_marker (a, TH_MARKER_A, BEFORE_FIRST + 1000);
  g_assert_cmpstr (th_time_alignment_get_error (alignment), ==, "Side B has no marker A");
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, FIRST_OFFSET);
  g_assert_cmpuint (n, ==, 0);
  th_markers_set_marker (b, TH_MARKER_A, BEFORE_FIRST + 4000);
  g_assert_null (th_time_alignment_get_error (alignment));
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, 3000);
  g_assert_cmpuint (n, ==, 1);
  th_markers_set_marker (a, TH_MARKER_A, BEFORE_FIRST + 5000);
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, -1000);
  pair_close (&pair);
}

static ThResults *
find_flows (ThDocument *document)
{
  const GPtrArray *all = th_document_get_results (document);

  for (guint i = 0; i < all->len; i++)
    if (th_results_get_flows (g_ptr_array_index (all, i)) != NULL)
      return g_ptr_array_index (all, i);

  g_assert_not_reached ();
}

static void
test_flow (void)
{
  g_autoptr(ThTimeAlignment) alignment = NULL;
  ThResults *a, *b;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  alignment = th_time_alignment_new (pair.pair);
  a = find_flows (pair_get (&pair, TH_SIDE_A));
  b = find_flows (pair_get (&pair, TH_SIDE_B));
  th_time_alignment_set_mode (alignment, TH_ALIGN_BY_FLOW);
  g_assert_cmpstr (th_time_alignment_get_error (alignment), ==,
                   "No packet is followed on side A");
  th_flow_follower_follow (th_document_get_follower (pair_get (&pair, TH_SIDE_A)), a, 10);
  th_flow_follower_follow (th_document_get_follower (pair_get (&pair, TH_SIDE_B)), b, 20);
  g_assert_null (th_time_alignment_get_error (alignment));
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==,
                   th_flows_get (th_results_get_flows (b), 20)->first -
                   th_flows_get (th_results_get_flows (a), 10)->first);
  th_document_unfollow (pair_get (&pair, TH_SIDE_B));
  g_assert_cmpstr (th_time_alignment_get_error (alignment), ==,
                   "No packet is followed on side B");
  pair_close (&pair);
}

/* The clock of one recording is the time of day; the other does not know it. */
static void
test_wall_clock (void)
{
  g_autoptr(ThTimeAlignment) alignment = NULL;
  g_autoptr(ThDocument) same = NULL;
  Pair pair;

  if (!pair_open (&pair, OF_TIME_OF_DAY, HOG))
    return;

  alignment = th_time_alignment_new (pair.pair);
  th_time_alignment_set_offset (alignment, 77);
  th_time_alignment_set_mode (alignment, TH_ALIGN_BY_WALL_CLOCK);
  g_assert_nonnull (th_time_alignment_get_error (alignment));
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, 77);

  same = pair_load (&pair, OF_TIME_OF_DAY);
  th_document_pair_set (pair.pair, TH_SIDE_B, same);
  wait_for (has_no_error, alignment);
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, 0);
  pair_close (&pair);
}

static void
test_by_hand (void)
{
  g_autoptr(ThTimeAlignment) alignment = NULL;
  Pair pair;
  guint n_mode, n_offset;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  alignment = th_time_alignment_new (pair.pair);
  count_signal (alignment, "notify::mode", &n_mode);
  count_signal (alignment, "notify::offset", &n_offset);
  g_object_set (alignment, "offset", G_GINT64_CONSTANT (12345), NULL);
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_HAND);
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, 12345);
  g_assert_cmpuint (n_mode, ==, 1);
  g_assert_cmpuint (n_offset, ==, 1);

  /* It stays when something changes that another mode would follow. */
  th_markers_set_marker (th_document_get_markers (pair_get (&pair, TH_SIDE_A)), TH_MARKER_A, 1);
  th_document_reload (pair_get (&pair, TH_SIDE_B));
  wait_for (is_settled, pair_get (&pair, TH_SIDE_B));
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, 12345);
  g_assert_cmpuint (n_offset, ==, 1);
  pair_close (&pair);
}

/* Another run is shown on a side; clocks that count something else cannot be aligned. */
static void
test_replaced (void)
{
  g_autoptr(ThTimeAlignment) alignment = NULL;
  g_autoptr(ThDocument) again = NULL, ticks = NULL;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  alignment = th_time_alignment_new (pair.pair);
  th_document_pair_set (pair.pair, TH_SIDE_B, NULL);
  g_assert_cmpstr (th_time_alignment_get_error (alignment), ==, "Side B shows no recording");
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, FIRST_OFFSET);
  again = pair_load (&pair, BEFORE);
  th_document_pair_set (pair.pair, TH_SIDE_B, again);
  wait_for (has_no_error, alignment);
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, 0);

  ticks = pair_load (&pair, "e1000-clock-x86-tsc.dat");
  th_document_pair_set (pair.pair, TH_SIDE_B, ticks);
  wait_for (is_settled, ticks);
  g_assert_cmpstr (th_time_alignment_get_error (alignment), ==,
                   "The clocks of the recordings have different units");
  pair_close (&pair);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/alignment/first-event", test_first_event);
  g_test_add_func ("/compare/alignment/match", test_match);
  g_test_add_func ("/compare/alignment/marker", test_marker);
  g_test_add_func ("/compare/alignment/flow", test_flow);
  g_test_add_func ("/compare/alignment/wall-clock", test_wall_clock);
  g_test_add_func ("/compare/alignment/by-hand", test_by_hand);
  g_test_add_func ("/compare/alignment/replaced", test_replaced);

  return g_test_run ();
}
