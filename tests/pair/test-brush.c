/* test-brush.c - the samples of a part of a comparison, shown in both documents
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The waits of gt-rr-server in HOG were worked out from the text of trace-cmd report: from
 * sched_waking to sched_switch, without the first 20.
 */
#include "config.h"

#include "pair-fixture.h"

#include "th-brush.h"
#include "th-event-search.h"
#include "th-flow-follower.h"

#define SERVER "gt-rr-server"
#define MS 1000000
/* Waits from 1 to 3 ms. */
#define N_1_TO_3_MS 12
#define N_OVER_3_MS 100
/* The wait during which gt-hog ran longest, and the end of the longest one. */
#define HOGGED_BEGIN G_GINT64_CONSTANT (1001736185300)
#define HOGGED_END G_GINT64_CONSTANT (1001747348514)
#define LONGEST_END G_GINT64_CONSTANT (1001715450621)

#define MIDDLE "wakeup, 1 – 3 ms"
#define LONG "wakeup, over 3 ms"

static const char *label;

static gboolean
is_labelled (gpointer pair)
{
  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      ThEventSearch *search = th_document_get_search (pair_get (pair, i));

      if (g_strcmp0 (th_event_search_get_label (search), label) != 0)
        return FALSE;
    }

  return TRUE;
}

/* Waits until the samples of that label are marked in both documents. */
static void
wait_for_label (Pair       *pair,
                const char *awaited)
{
  label = awaited;
  wait_for (is_labelled, pair);
}

static gboolean
is_found (gpointer document)
{
  return !th_event_search_is_running (th_document_get_search (document));
}

static guint64
count_hits (ThDocument *document)
{
  ThRows *hits;

  wait_for (is_found, document);
  hits = th_event_search_get_hits (th_document_get_search (document));
  return hits != NULL ? th_rows_get_n (hits) : 0;
}

static ThCompareExampleQuery
make_query (gint64 low,
            gint64 high)
{
  ThCompareExampleQuery query;

  th_compare_example_query_init (&query, "sched", "wakeup", SERVER);
  query.low = low;
  query.high = high;
  return query;
}

static void
test_set (void)
{
  ThCompareExampleQuery query = make_query (1 * MS, 3 * MS);
  g_autoptr(ThBrush) brush = NULL;
  ThDocument *a, *b;
  ThRef selected;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  a = pair_get (&pair, TH_SIDE_A);
  b = pair_get (&pair, TH_SIDE_B);
  brush = th_brush_new (pair.pair);
  th_brush_set (brush, &query, MIDDLE);
  g_assert_null (th_event_search_get_label (th_document_get_search (b)));
  wait_for_label (&pair, MIDDLE);
  g_assert_cmpuint (count_hits (a), ==, 0);
  g_assert_cmpuint (count_hits (b), ==, N_1_TO_3_MS);

  /* Each hit is a waking of the server. */
  for (guint i = 1; i <= N_1_TO_3_MS; i++)
    {
      th_event_search_step (th_document_get_search (b), FALSE);
      selected = th_document_get_selected (b);
      g_assert_cmpuint (th_event_search_get_number (th_document_get_search (b)), ==, i);
      g_assert_cmpstr (th_recording_get_type_name (
                         th_document_get_recording (b),
                         th_recording_get_type (th_document_get_recording (b), selected)), ==,
                       "sched_waking");
    }

  /* Another brush replaces it. */
  query = make_query (3 * MS + 1, G_MAXINT64);
  th_brush_set (brush, &query, LONG);
  wait_for_label (&pair, LONG);
  g_assert_cmpuint (count_hits (b), ==, N_OVER_3_MS);
  th_brush_clear (brush);
  g_assert_null (th_event_search_get_label (th_document_get_search (a)));
  g_assert_null (th_event_search_get_hits (th_document_get_search (b)));
  pair_close (&pair);
}

/* The user searches for something else on one side, which ends the brush on both. */
static void
test_search (void)
{
  ThCompareExampleQuery query = make_query (1 * MS, 3 * MS);
  g_autoptr(ThBrush) brush = NULL;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  brush = th_brush_new (pair.pair);
  th_brush_set (brush, &query, MIDDLE);
  wait_for_label (&pair, MIDDLE);
  th_event_search_set_text (th_document_get_search (pair_get (&pair, TH_SIDE_A)), "sched_switch");
  g_assert_null (th_event_search_get_label (th_document_get_search (pair_get (&pair, TH_SIDE_B))));
  g_assert_cmpstr (th_event_search_get_text (th_document_get_search (pair_get (&pair, TH_SIDE_A))),
                   ==, "sched_switch");

  th_brush_set (brush, &query, MIDDLE);
  wait_for_label (&pair, MIDDLE);
  th_event_search_clear (th_document_get_search (pair_get (&pair, TH_SIDE_B)));
  g_assert_null (th_event_search_get_label (th_document_get_search (pair_get (&pair, TH_SIDE_A))));
  pair_close (&pair);
}

/* A document that replaces another, or is loaded again, is marked as soon as it is analysed. */
static void
test_replaced (void)
{
  ThCompareExampleQuery query = make_query (1 * MS, 3 * MS);
  g_autoptr(ThBrush) brush = NULL;
  g_autoptr(ThDocument) other = NULL;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  brush = th_brush_new (pair.pair);
  th_brush_set (brush, &query, MIDDLE);
  wait_for_label (&pair, MIDDLE);
  other = pair_load (&pair, HOG);
  th_document_pair_set (pair.pair, TH_SIDE_A, other);
  g_assert_null (th_event_search_get_label (th_document_get_search (other)));
  wait_for_label (&pair, MIDDLE);
  g_assert_cmpuint (count_hits (other), ==, N_1_TO_3_MS);

  th_document_reload (other);
  wait_for (is_settled, other);
  wait_for_label (&pair, MIDDLE);
  g_assert_cmpuint (count_hits (other), ==, N_1_TO_3_MS);
  pair_close (&pair);
}

/* --- the worst example ------------------------------------------------------- */

typedef struct
{
  guint    n;
  guint    side;
  gboolean found;
} Answer;

static void
answered_cb (ThBrush *brush,
             guint    side,
             gboolean found,
             Answer  *answer)
{
  answer->n++;
  answer->side = side;
  answer->found = found;
}

static gboolean
is_answered (gpointer answer)
{
  return ((Answer *) answer)->n > 0;
}

static void
lead (ThBrush                     *brush,
      ThSide                       side,
      const ThCompareExampleQuery *query,
      gboolean                     expected)
{
  Answer answer = { 0 };
  gulong id = g_signal_connect (brush, "answered", G_CALLBACK (answered_cb), &answer);

  th_brush_lead (brush, side, query);
  wait_for (is_answered, &answer);
  g_signal_handler_disconnect (brush, id);
  g_assert_cmpuint (answer.n, ==, 1);
  g_assert_cmpuint (answer.side, ==, side);
  g_assert_cmpint (answer.found, ==, expected);
}

static void
test_lead (void)
{
  ThCompareExampleQuery query = make_query (G_MININT64, G_MAXINT64);
  g_autoptr(ThBrush) brush = NULL;
  const ThView *view;
  const ThFlow *flow;
  ThResults *results;
  ThDocument *b;
  guint32 row;
  Pair pair;

  if (!pair_open (&pair, BEFORE, HOG))
    return;

  b = pair_get (&pair, TH_SIDE_B);
  view = th_document_get_view (b);
  brush = th_brush_new (pair.pair);
  query.dimension = "ran";
  query.key = "gt-hog";
  lead (brush, TH_SIDE_B, &query, TRUE);
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (b),
                                          th_document_get_selected (b)), ==, HOGGED_BEGIN);
  g_assert_null (th_flow_follower_get_followed (th_document_get_follower (b), NULL));
  g_assert_cmpint (view->from, <, HOGGED_BEGIN);
  g_assert_cmpint (view->to, >, HOGGED_END);
  g_assert_cmpint (view->to - view->from, <, 2 * (HOGGED_END - HOGGED_BEGIN));
  /* It is not on the other side. */
  lead (brush, TH_SIDE_A, &query, FALSE);

  /* The packet that waited longest is followed. */
  th_compare_example_query_init (&query, "packets", "packet.total", "eth0:rx:" SERVER);
  query.dimension = "stage";
  query.key = "wakeup";
  lead (brush, TH_SIDE_B, &query, TRUE);
  results = th_flow_follower_get_followed (th_document_get_follower (b), &row);
  g_assert_nonnull (results);
  flow = th_flows_get (th_results_get_flows (results), row);
  g_assert_cmpint (flow->first, <, LONGEST_END);
  g_assert_cmpint (flow->last, >, LONGEST_END);
  g_assert_cmpint (view->from, <, flow->first);
  g_assert_cmpint (view->to, >, flow->last);
  pair_close (&pair);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/brush/set", test_set);
  g_test_add_func ("/compare/brush/search", test_search);
  g_test_add_func ("/compare/brush/replaced", test_replaced);
  g_test_add_func ("/compare/brush/lead", test_lead);

  return g_test_run ();
}
