/* test-linked.c - two linked views of documents in one window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tests/compare has what the link does to documents; here it has to get along with the
 * animations and actions of views.  The recordings are in THRESHER_TRACES; the times are those of
 * trace-cmd report.
 */
#include "config.h"

#include "gui-comparison.h"
#include "th-analysis-runner.h"

#include "th-brush.h"
#include "th-event-search.h"
#include "th-flow-follower.h"
#include "th-flow-counterpart.h"
#include "th-timeline-private.h"
#include "th-view-link.h"

#define BEFORE_FIRST G_GINT64_CONSTANT (993053570286)
#define HOG_FIRST G_GINT64_CONSTANT (999708117625)
#define MS G_GINT64_CONSTANT (1000000)
#define READER "eth0:rx:gt-rr-server"

typedef struct
{
  ThDocumentView  *views[TH_N_SIDES];
  ThDocument      *documents[TH_N_SIDES];
  ThTimeAlignment *alignment;
  ThViewLink      *link;
  ThBrush         *brush;
} Linked;

static Linked linked;

static gboolean
is_other_settled (Fixture *fixture)
{
  ThDocument *document = th_document_view_get_document (linked.views[TH_SIDE_B]);

  return document != NULL && th_document_get_state (document) == TH_DOCUMENT_LOADED &&
         th_analysis_runner_get_seconds (th_document_get_analyses (document)) >= 0;
}

static char *
dup_trace (const char *name)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *path = traces != NULL ? g_build_filename (traces, name, NULL) : NULL;

  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);

  g_test_skip ("the recordings of THRESHER_TRACES are not here");
  return NULL;
}

/* Sets up A above B, linked. */
static gboolean
open_linked (Fixture *fixture)
{
  g_autofree char *before = dup_trace ("e1000-rr-before.dat"), *hog = NULL;
  ThComparisonView *view;

  if (before == NULL || (hog = dup_trace ("e1000-rr-hog.dat")) == NULL)
    return FALSE;

  linked.documents[TH_SIDE_A] = open_path (fixture, before);
  wait_until (fixture, is_analysed);
  linked.views[TH_SIDE_A] = gui_get_view (fixture->window);
  gui_compare_start (fixture, before, hog);
  view = gui_get_comparison (fixture);
  linked.views[TH_SIDE_B] = th_side_view_get_view (th_comparison_view_get_side (view, 1));
  wait_until (fixture, is_other_settled);
  linked.documents[TH_SIDE_B] = th_document_view_get_document (linked.views[TH_SIDE_B]);
  linked.brush = g_object_ref (th_pairing_get_brush (th_comparison_view_get_pairing (view)));
  linked.alignment =
    g_object_ref (th_pairing_get_alignment (th_comparison_view_get_pairing (view)));
  linked.link = g_object_ref (th_pairing_get_link (th_comparison_view_get_pairing (view)));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  return TRUE;
}

static void
close_linked (void)
{
  g_clear_object (&linked.link);
  g_clear_object (&linked.alignment);
  g_clear_object (&linked.brush);
}

static void
focus (Fixture *fixture,
       ThSide   side)
{
  gtk_widget_grab_focus (GTK_WIDGET (th_document_view_get_timeline (linked.views[side])));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (gui_get_view (fixture->window) == linked.views[side]);
}

/* Asserts that both show corresponding spans, and that B shows @from to @to after HOG_FIRST. */
static void
assert_views (gint64 from,
              gint64 to)
{
  const ThView *a = th_document_get_view (linked.documents[TH_SIDE_A]);
  const ThView *b = th_document_get_view (linked.documents[TH_SIDE_B]);
  gint64 offset = th_time_alignment_get_offset (linked.alignment);

  g_assert_cmpint (b->from, ==, HOG_FIRST + from);
  g_assert_cmpint (b->to, ==, HOG_FIRST + to);
  g_assert_cmpint (a->from + offset, ==, b->from);
  g_assert_cmpint (a->to + offset, ==, b->to);
}

/* Each view moves to its target with an animation of its own, and the other one follows. */
static void
test_zoom (Fixture       *fixture,
           gconstpointer  data)
{
  if (!open_linked (fixture))
    return;

  focus (fixture, TH_SIDE_A);
  th_timeline_go (th_document_view_get_timeline (linked.views[TH_SIDE_A]),
                  BEFORE_FIRST + 100 * MS, BEFORE_FIRST + 500 * MS);
  wait_ms (1500);
  assert_views (100 * MS, 500 * MS);
  focus (fixture, TH_SIDE_B);
  activate (fixture, "win.zoom-in");
  wait_ms (1500);
  g_assert_cmpint (th_document_get_view (linked.documents[TH_SIDE_A])->to -
                   th_document_get_view (linked.documents[TH_SIDE_A])->from, <, 400 * MS);
  th_timeline_go (th_document_view_get_timeline (linked.views[TH_SIDE_B]),
                  HOG_FIRST + 700 * MS, HOG_FIRST + 900 * MS);
  wait_ms (1500);
  assert_views (700 * MS, 900 * MS);
  close_linked ();
}

static gboolean
follows_both (Fixture *fixture)
{
  return th_flow_follower_get_followed (th_document_get_follower (linked.documents[TH_SIDE_B]),
                                        NULL) != NULL;
}

/* When the counterpart of a packet is followed, both begin at the same place. */
static void
test_counterpart (Fixture       *fixture,
                  gconstpointer  data)
{
  guint32 rows[TH_N_SIDES];
  ThResults *results;
  double x[TH_N_SIDES];
  ThFlowFollower *follower;

  if (!open_linked (fixture))
    return;

  focus (fixture, TH_SIDE_A);
  follower = th_document_get_follower (linked.documents[TH_SIDE_A]);
  th_flow_follower_follow_slowest (follower, FALSE);
  wait_ms (500);
  g_assert_nonnull (th_flow_follower_get_followed (follower, NULL));
  activate (fixture, "win.counterpart");
  wait_until (fixture, follows_both);
  wait_ms (1500);
  g_assert_null (th_time_alignment_get_error (linked.alignment));
  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      results = th_flow_follower_get_followed (th_document_get_follower (linked.documents[i]),
                                               &rows[i]);
      x[i] = th_view_time_to_x (th_document_get_view (linked.documents[i]),
                                th_flows_get (th_results_get_flows (results), rows[i])->first);
    }
  g_assert_cmpfloat (x[TH_SIDE_A], >, 0);
  g_assert_cmpfloat_with_epsilon (x[TH_SIDE_A], x[TH_SIDE_B], 1);
  close_linked ();
}

static gboolean
is_marked (Fixture *fixture)
{
  for (guint i = 0; i < TH_N_SIDES; i++)
    if (th_event_search_get_hits (th_document_get_search (linked.documents[i])) == NULL ||
        th_event_search_is_running (th_document_get_search (linked.documents[i])))
      return FALSE;

  return TRUE;
}

/* Returns how many columns of pixels of the ruler have the color of hits. */
static guint
count_ticks (ThSide side)
{
  ThTimeline *timeline = th_document_view_get_timeline (linked.views[side]);
  g_autofree char *columns = gui_list_columns (timeline, TH_COLOR_HIT, timeline->time_x,
                                               th_timeline_get_overview_height () + 1,
                                               th_timeline_get_ruler_height ());
  g_auto(GStrv) all = g_strsplit (g_strchomp (columns), " ", -1);

  return g_strv_length (all);
}

/* Brushed samples have ticks in both timelines, until Escape is pressed in either. */
static void
test_brush (Fixture       *fixture,
            gconstpointer  data)
{
  ThCompareExampleQuery query;
  ThEventSearch *search;

  if (!open_linked (fixture))
    return;

  th_compare_example_query_init (&query, "packets", "packet.total", READER);
  th_brush_set (linked.brush, &query, "total, all");
  wait_until (fixture, is_marked);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  wait_ms (200);
  g_assert_cmpuint (count_ticks (TH_SIDE_A), >, 10);
  g_assert_cmpuint (count_ticks (TH_SIDE_B), >, 10);

  focus (fixture, TH_SIDE_B);
  activate (fixture, "win.next-hit");
  search = th_document_get_search (linked.documents[TH_SIDE_B]);
  g_assert_cmpuint (th_event_search_get_number (search), >, 0);
  g_assert_cmpint (th_document_get_linked_time (linked.documents[TH_SIDE_A]), !=, TH_TIME_NONE);
  activate (fixture, "win.cancel");
  g_assert_null (th_event_search_get_hits (th_document_get_search (linked.documents[TH_SIDE_A])));
  g_assert_null (th_event_search_get_hits (th_document_get_search (linked.documents[TH_SIDE_B])));
  close_linked ();
}

/* Returns how many pixels of column @x the overlay of a timeline paints. */
static guint
count_pointer (ThSide side,
               double x)
{
  ThTimeline *timeline = th_document_view_get_timeline (linked.views[side]);
  int width = gtk_widget_get_width (GTK_WIDGET (timeline));
  int height = gtk_widget_get_height (GTK_WIDGET (timeline));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr(GskRenderNode) node = NULL;
  g_autoptr(GdkTexture) texture = NULL;
  g_autofree guint32 *pixels = g_new0 (guint32, width * height);
  guint n = 0;

  th_timeline_snapshot_overlay (timeline, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return 0;

  texture = gsk_renderer_render_texture (
    gtk_native_get_renderer (gtk_widget_get_native (GTK_WIDGET (timeline))), node,
    &GRAPHENE_RECT_INIT (0, 0, width, height));
  gdk_texture_download (texture, (guchar *) pixels, width * 4);
  for (int y = 0; y < height; y++)
    n += pixels[y * width + (int) x] != 0;

  return n;
}

/* The pointer in one timeline is shown as a line in the other, at the same distance from the
 * aligned beginnings; not while it is over the overview or the names. */
static void
test_pointer (Fixture       *fixture,
              gconstpointer  data)
{
  ThTimeline *timeline;
  double x, y;

  if (!open_linked (fixture))
    return;

  timeline = th_document_view_get_timeline (linked.views[TH_SIDE_A]);
  x = timeline->time_x + 200;
  y = th_timeline_get_lanes_top () + 10;
  th_timeline_set_pointer (timeline, x, y);
  g_assert_cmpint (th_document_get_linked_pointer (linked.documents[TH_SIDE_B]), ==,
                   th_timeline_time_at (timeline, x) +
                   th_time_alignment_get_offset (linked.alignment));
  g_assert_cmpuint (count_pointer (TH_SIDE_B, x), >, 50);
  th_timeline_set_pointer (timeline, timeline->time_x - 5, y);
  g_assert_cmpint (th_document_get_linked_pointer (linked.documents[TH_SIDE_B]), ==, TH_TIME_NONE);
  g_assert_cmpuint (count_pointer (TH_SIDE_B, x), ==, 0);
  th_timeline_set_pointer (timeline, x, y);
  th_timeline_set_pointer (timeline, x, 2);
  g_assert_cmpint (th_document_get_linked_pointer (linked.documents[TH_SIDE_B]), ==, TH_TIME_NONE);
  th_timeline_set_pointer (timeline, x, y);
  th_timeline_set_pointer (timeline, -1, -1);
  g_assert_cmpint (th_document_get_linked_pointer (linked.documents[TH_SIDE_B]), ==, TH_TIME_NONE);
  close_linked ();
}

static void
answered_cb (ThBrush *brush,
        guint    side,
        gboolean found,
        guint   *n)
{
  *n += found;
}

static guint n_answered;

static gboolean
is_led (Fixture *fixture)
{
  return n_answered > 0;
}

/* The worst packet is followed, and both views end at its time. */
static void
test_lead (Fixture       *fixture,
           gconstpointer  data)
{
  ThCompareExampleQuery query;
  const ThFlow *flow;
  const ThView *view;
  ThResults *results;
  guint32 row;

  if (!open_linked (fixture))
    return;

  /* Aligned by the first events, A would end before that packet. */
  th_time_alignment_set_offset (linked.alignment, HOG_FIRST - BEFORE_FIRST + 1000 * MS);
  n_answered = 0;
  g_signal_connect (linked.brush, "answered", G_CALLBACK (answered_cb), &n_answered);
  th_compare_example_query_init (&query, "packets", "packet.total", READER);
  query.dimension = "stage";
  query.key = "wakeup";
  th_brush_lead (linked.brush, TH_SIDE_B, &query);
  wait_until (fixture, is_led);
  wait_ms (1500);
  results = th_flow_follower_get_followed (th_document_get_follower (linked.documents[TH_SIDE_B]),
                                           &row);
  g_assert_nonnull (results);
  flow = th_flows_get (th_results_get_flows (results), row);
  view = th_document_get_view (linked.documents[TH_SIDE_B]);
  g_assert_cmpint (view->from, <, flow->first);
  g_assert_cmpint (view->to, >, flow->last);
  g_assert_cmpint (view->to - view->from, <, 3 * (flow->last - flow->first));
  assert_views (view->from - HOG_FIRST, view->to - HOG_FIRST);
  close_linked ();
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/linked/zoom", test_zoom);
  ADD_WINDOW_TEST ("/linked/pointer", test_pointer);
  ADD_WINDOW_TEST ("/linked/counterpart", test_counterpart);
  ADD_WINDOW_TEST ("/linked/brush", test_brush);
  ADD_WINDOW_TEST ("/linked/lead", test_lead);

  return g_test_run ();
}
