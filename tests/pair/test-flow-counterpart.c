/* test-flow-counterpart.c - the counterpart of the followed flow on the other side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "pair-fixture.h"

#include "th-compare-examples.h"
#include "th-flow-follower.h"
#include "th-flow-counterpart.h"

#define READER "eth0:rx:gt-rr-server"

/* All packets of the class, the slowest first. */
static ThCompareExamples *
list_packets (ThDocument *document,
              const char *name)
{
  ThCompareExampleQuery query;

  th_compare_example_query_init (&query, "packets", "packet.total", name);
  return th_compare_examples_new (th_document_get_recording (document),
                                  (GPtrArray *) th_document_get_results (document), &query);
}

static void
follow (ThDocument              *document,
        const ThCompareExamples *packets,
        guint                    index)
{
  th_flow_follower_follow (th_document_get_follower (document),
                           th_compare_examples_get_results (packets),
                           th_compare_examples_get (packets, index)->row);
}

static gboolean
is_over (gpointer counterpart)
{
  return th_flow_counterpart_get_state (counterpart) != TH_COUNTERPART_SEARCHING;
}

static gint64
get_followed_total (ThDocument *document)
{
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (th_document_get_follower (document), &row);
  ThFlows *flows = results != NULL ? th_results_get_flows (results) : NULL;

  return flows != NULL ? th_flows_get_total (flows, th_flows_get (flows, row), NULL) : -1;
}

/* The slowest is like the slowest, the fastest like the fastest, in both directions. */
static void
test_show (void)
{
  g_autoptr(ThFlowCounterpart) counterpart = NULL;
  g_autoptr(ThCompareExamples) in_a = NULL, in_b = NULL;
  guint n_a, n_b, n_followed;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  counterpart = th_flow_counterpart_new (pair.pair);
  in_a = list_packets (pair_get (&pair, TH_SIDE_A), READER);
  in_b = list_packets (pair_get (&pair, TH_SIDE_B), READER);
  n_a = th_compare_examples_get_n (in_a);
  n_b = th_compare_examples_get_n (in_b);
  g_assert_cmpuint (n_a, >, 100);
  g_assert_cmpuint (n_b, >, 100);
  count_signal (pair_get (&pair, TH_SIDE_B), "followed", &n_followed);

  follow (pair_get (&pair, TH_SIDE_A), in_a, 0);
  th_flow_counterpart_show (counterpart, TH_SIDE_A);
  g_assert_cmpuint (th_flow_counterpart_get_state (counterpart), ==, TH_COUNTERPART_SEARCHING);
  wait_for (is_over, counterpart);
  g_assert_cmpuint (th_flow_counterpart_get_state (counterpart), ==, TH_COUNTERPART_IDLE);
  g_assert_cmpint (get_followed_total (pair_get (&pair, TH_SIDE_B)), ==,
                   th_compare_examples_get (in_b, 0)->value);
  g_assert_cmpuint (n_followed, ==, 1);

  follow (pair_get (&pair, TH_SIDE_B), in_b, n_b - 1);
  th_flow_counterpart_show (counterpart, TH_SIDE_B);
  wait_for (is_over, counterpart);
  g_assert_cmpint (get_followed_total (pair_get (&pair, TH_SIDE_A)), ==,
                   th_compare_examples_get (in_a, n_a - 1)->value);
  pair_close (&pair);
}

/* The other document is still being loaded. */
static void
test_wait (void)
{
  g_autoptr(ThFlowCounterpart) counterpart = NULL;
  g_autoptr(ThCompareExamples) in_a = NULL, in_b = NULL;
  g_autoptr(ThDocument) again = NULL;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  counterpart = th_flow_counterpart_new (pair.pair);
  in_a = list_packets (pair_get (&pair, TH_SIDE_A), READER);
  follow (pair_get (&pair, TH_SIDE_A), in_a, 0);
  again = pair_load (&pair, HOG);
  th_document_pair_set (pair.pair, TH_SIDE_B, again);
  th_flow_counterpart_show (counterpart, TH_SIDE_A);
  g_assert_cmpuint (th_flow_counterpart_get_state (counterpart), ==, TH_COUNTERPART_SEARCHING);
  wait_for (is_over, counterpart);
  g_assert_true (is_settled (again));
  in_b = list_packets (again, READER);
  g_assert_cmpint (get_followed_total (again), ==, th_compare_examples_get (in_b, 0)->value);

  /* The document that was searched is replaced while the worker searches. */
  th_flow_counterpart_show (counterpart, TH_SIDE_A);
  th_document_pair_set (pair.pair, TH_SIDE_B, NULL);
  th_document_pair_set (pair.pair, TH_SIDE_A, NULL);
  wait_ms (300);
  g_assert_cmpuint (th_flow_counterpart_get_state (counterpart), ==, TH_COUNTERPART_IDLE);
  pair_close (&pair);
}

/* Nothing is followed, or the other recording has no such packets. */
static void
test_none (void)
{
  g_autoptr(ThFlowCounterpart) counterpart = NULL;
  g_autoptr(ThCompareExamples) in_a = NULL;
  ThFlowFollower *follower;
  Pair pair;

  if (!pair_open (&pair, BEFORE, OF_TIME_OF_DAY))
    return;

  counterpart = th_flow_counterpart_new (pair.pair);
  th_flow_counterpart_show (counterpart, TH_SIDE_A);
  g_assert_cmpuint (th_flow_counterpart_get_state (counterpart), ==, TH_COUNTERPART_NOT_FOLLOWED);
  in_a = list_packets (pair_get (&pair, TH_SIDE_A), READER);
  follow (pair_get (&pair, TH_SIDE_A), in_a, 0);
  th_flow_counterpart_show (counterpart, TH_SIDE_A);
  wait_for (is_over, counterpart);
  g_assert_cmpuint (th_flow_counterpart_get_state (counterpart), ==, TH_COUNTERPART_NOT_FOUND);
  follower = th_document_get_follower (pair_get (&pair, TH_SIDE_B));
  g_assert_null (th_flow_follower_get_followed (follower, NULL));
  pair_close (&pair);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/counterpart/show", test_show);
  g_test_add_func ("/compare/counterpart/wait", test_wait);
  g_test_add_func ("/compare/counterpart/none", test_none);

  return g_test_run ();
}
