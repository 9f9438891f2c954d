/* test-requests.c - requests in a real window: the table, and following one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recording has the times that its programs wrote: tests/record/requests.py.
 */
#include "config.h"

#include "gui-fixture.h"
#include "th-flow-follower.h"
#include "th-journey.h"
#include "th-pinned-flows.h"
#include "th-result-list.h"

#define REQUESTS "requests/requests"

static gboolean
is_followed (Fixture *fixture)
{
  return gui_is_following (fixture) && is_read (fixture);
}

static gboolean
has_label (GtkWidget  *widget,
           const char *text)
{
  if (GTK_IS_LABEL (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return gtk_widget_get_mapped (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;

  return FALSE;
}

/* The slowest request is the first row, and Enter follows it. */
static void
test_table (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "requests",
                                                 "requests-veth.dat.gz", NULL);
  ThDocument *document;
  ThResults *results;
  GtkWidget *table;
  ThScene *scene;
  ThFlows *flows;
  guint32 row;

  open_path (fixture, path);
  document = th_window_get_document (fixture->window);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('" REQUESTS "')");
  wait_until (fixture, is_read);
  table = gui_get_tab (fixture->window, REQUESTS);
  g_assert_true (has_label (table, "Duration"));
  g_assert_true (has_label (table, "Where the time went"));
  g_assert_false (has_label (table, "Include Merged and Cloned Packets"));

  activate_row (table, 0);
  wait_until (fixture, is_followed);
  results = th_flow_follower_get_followed (th_document_get_follower (document), &row);
  g_assert_cmpstr (th_results_get_id (results), ==, "requests");
  g_assert_cmpuint (th_journey_find_slowest (results, TH_FLOW_NONE, NULL), ==, row);

  /* It has a lane, a path over the others, and stages in the panel. */
  scene = th_document_get_scene (document);
  g_assert_cmpuint (th_scene_find_flow (scene, results, row), !=, G_MAXUINT);
  g_assert_nonnull (th_scene_get_followed (scene, &flows));
  g_assert_true (has_label (GTK_WIDGET (fixture->window), "server queue"));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/gui/requests/table", test_table);

  return g_test_run ();
}
