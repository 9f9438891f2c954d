/* test-views.c - two views of documents in one window: the sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-comparison.h"
#include "th-analysis-runner.h"

#include "th-bookmarks-window.h"
#include "th-chooser.h"
#include "th-comparison-view.h"
#include "th-event-filter.h"
#include "th-flow-follower.h"
#include "th-widgets.h"

/* Of tests/data/e1000-gt-udp.dat, by
 * trace-cmd report -N -t | tail -n +2 | wc -l, and by | grep -c '<idle>-0' */
#define OTHER_EVENTS 3796
#define OTHER_IDLE   3092

static ThDocumentView *other; /* below the view of the sample */

static ThDocument *
get_other_document (void)
{
  return th_document_view_get_document (other);
}

static gboolean
is_other_loaded (Fixture *fixture)
{
  ThDocument *document = get_other_document ();

  return document != NULL && th_document_get_state (document) == TH_DOCUMENT_LOADED &&
         th_analysis_runner_get_seconds (th_document_get_analyses (document)) >= 0;
}

static guint64
get_n_listed (ThDocumentView *view)
{
  ThEventTable *events = th_table_pane_get_events (th_document_view_get_table_pane (view));

  return th_event_list_get_n_events (th_event_table_get_list (events));
}

static void
focus (Fixture        *fixture,
       ThDocumentView *view)
{
  gtk_widget_grab_focus (GTK_WIDGET (th_document_view_get_timeline (view)));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (gui_get_view (fixture->window) == view);
}

/* Returns the view of the sample; adds the other one below it. */
static ThDocumentView *
open_both (Fixture *fixture)
{
  g_autofree char *sample = NULL;
  ThDocumentView *first;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  first = gui_get_view (fixture->window);
  sample = g_file_get_path (th_document_get_file (th_document_view_get_document (first)));
  gui_compare_start (fixture, sample, "e1000-gt-udp.dat");
  other = th_side_view_get_view (th_comparison_view_get_side (gui_get_comparison (fixture), 1));
  wait_until (fixture, is_other_loaded);
  activate (fixture, "win.link-sides");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  focus (fixture, first);

  return first;
}

/* --- apart -------------------------------------------------------------- */

static void
test_zoom (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocumentView *first = open_both (fixture);
  ThDocument *document = th_document_view_get_document (first);
  g_autofree char *first_fit = view_text (document), *other_fit = view_text (get_other_document ());
  g_autofree char *first_zoomed = NULL, *other_zoomed = NULL, *text = NULL;

  g_assert_true (document != get_other_document ());
  activate (fixture, "win.zoom-in");
  first_zoomed = view_text (document);
  text = view_text (get_other_document ());
  g_assert_cmpstr (first_zoomed, !=, first_fit);
  g_assert_cmpstr (text, ==, other_fit);

  focus (fixture, other);
  activate (fixture, "win.zoom-in");
  activate (fixture, "win.zoom-in");
  other_zoomed = view_text (get_other_document ());
  g_assert_cmpstr (other_zoomed, !=, other_fit);
  g_free (text);
  text = view_text (document);
  g_assert_cmpstr (text, ==, first_zoomed);

  /* Each has its own history, too. */
  activate (fixture, "win.fit");
  focus (fixture, first);
  activate (fixture, "win.view-back");
  g_free (text);
  text = view_text (document);
  g_assert_cmpstr (text, ==, first_fit);
}

static gboolean
is_other_filtered (Fixture *fixture)
{
  return !th_event_filter_is_running (th_document_get_filter (get_other_document ())) &&
         get_n_listed (other) == OTHER_IDLE;
}

static void
test_filter (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocumentView *first = open_both (fixture);
  ThEventFilter *filter;

  g_assert_cmpuint (get_n_listed (other), ==, OTHER_EVENTS);
  focus (fixture, other);
  activate (fixture, "win.set-filter('pid == 0')");
  wait_until (fixture, is_other_filtered);
  filter = th_document_get_filter (th_document_view_get_document (first));
  g_assert_cmpstr (th_event_filter_get_text (filter), ==, "");
  g_assert_cmpuint (get_n_listed (first), ==, SAMPLE_EVENTS);

  focus (fixture, first);
  activate (fixture, "win.set-filter('pid == 1 && pid == 2')");
  activate (fixture, "win.clear-filter");
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (get_other_document ())), ==,
                   "pid == 0");
}

static void
test_select (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocumentView *first = open_both (fixture);
  ThDocument *document = th_document_view_get_document (first);
  GActionMap *actions = th_document_view_get_actions (first);

  focus (fixture, other);
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 5))");
  g_assert_cmpuint (th_document_get_selected (get_other_document ()).row, ==, 5);
  g_assert_true (th_ref_is_none (th_document_get_selected (document)));
  /* The enabled actions are those of the view. */
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "copy-cell"));
  g_assert_false (g_action_get_enabled (g_action_map_lookup_action (actions, "copy-cell")));
  focus (fixture, first);
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window),
                                                     "copy-cell"));
}

static void
test_follow (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocumentView *first = open_both (fixture);
  g_autofree char *before = view_text (get_other_document ()), *after = NULL;
  ThFlowFollower *follower;

  activate (fixture, "win.slowest");
  wait_until (fixture, gui_is_following);
  g_assert_null (th_flow_follower_get_followed (th_document_get_follower (get_other_document ()),
                                                NULL));
  after = view_text (get_other_document ());
  g_assert_cmpstr (after, ==, before);
  g_assert_true (th_inspector_is_journey_shown (th_document_view_get_inspector (first)));
  g_assert_false (th_inspector_is_journey_shown (th_document_view_get_inspector (other)));

  focus (fixture, other);
  activate (fixture, "win.cancel");
  follower = th_document_get_follower (th_document_view_get_document (first));
  g_assert_nonnull (th_flow_follower_get_followed (follower, NULL));
}

/* --- the view of an action -------------------------------------------------- */

/* A widget in a view acts on that view, whichever has the focus, and on the window with
 * actions of the window. */
static void
test_inside (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocumentView *first = open_both (fixture);
  ThDocument *document = th_document_view_get_document (first);
  g_autofree char *first_fit = view_text (document), *other_fit = view_text (get_other_document ());
  g_autofree char *first_view = NULL, *other_view = NULL;
  GtkWidget *inside = find_widget (GTK_WIDGET (other), TH_TYPE_MARKER_BAR);

  g_assert_true (gtk_widget_activate_action (inside, "win.zoom-in", NULL));
  first_view = view_text (document);
  other_view = view_text (get_other_document ());
  g_assert_cmpstr (first_view, ==, first_fit);
  g_assert_cmpstr (other_view, !=, other_fit);

  g_assert_false (gtk_window_is_fullscreen (GTK_WINDOW (fixture->window)));
  g_assert_true (gtk_widget_activate_action (inside, "win.palette", NULL));
  g_assert_nonnull (th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_WINDOW));
  gtk_window_destroy (th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_WINDOW));
}

static guint
count_dialogs (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      n += G_TYPE_CHECK_INSTANCE_TYPE (window, type);
    }

  return n;
}

/* Dialogs are those of the view with the focus. */
static void
test_window_follows (Fixture       *fixture,
                     gconstpointer  data)
{
  ThDocumentView *first = open_both (fixture);

  activate (fixture, "win.bookmarks");
  activate (fixture, "win.bookmarks");
  g_assert_cmpuint (count_dialogs (TH_TYPE_BOOKMARKS_WINDOW), ==, 1);
  focus (fixture, other);
  activate (fixture, "win.bookmarks");
  g_assert_cmpuint (count_dialogs (TH_TYPE_BOOKMARKS_WINDOW), ==, 2);
  activate (fixture, "win.find-lane");
  g_assert_cmpuint (count_dialogs (TH_TYPE_CHOOSER), ==, 1);
  th_document_view_close (first);
  g_assert_cmpuint (count_dialogs (TH_TYPE_BOOKMARKS_WINDOW), ==, 1);
  th_document_view_close (other);
  g_assert_cmpuint (count_dialogs (TH_TYPE_BOOKMARKS_WINDOW), ==, 0);
  g_assert_cmpuint (count_dialogs (TH_TYPE_CHOOSER), ==, 0);
}

/* --- drawing ------------------------------------------------------------ */

/* Returns how many pixels of @widget, in a picture of the window, differ from the first one. */
static guint
count_drawn (Fixture   *fixture,
             GtkWidget *widget)
{
  g_autoptr(GdkTexture) texture = th_window_render (fixture->window);
  int width = gdk_texture_get_width (texture), height = gdk_texture_get_height (texture);
  g_autofree guint32 *pixels = g_new (guint32, (gsize) width * height);
  graphene_rect_t bounds;
  guint32 background;
  guint n = 0;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (fixture->window), &bounds));
  gdk_texture_download (texture, (guchar *) pixels, (gsize) width * 4);
  background = pixels[(gsize) bounds.origin.y * width + (gsize) bounds.origin.x];
  for (int y = bounds.origin.y; y < MIN (height, bounds.origin.y + bounds.size.height); y++)
    for (int x = bounds.origin.x; x < MIN (width, bounds.origin.x + bounds.size.width); x++)
      n += pixels[(gsize) y * width + x] != background;

  return n;
}

static void
test_drawn (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocumentView *first = open_both (fixture);
  GtkWidget *upper = GTK_WIDGET (th_document_view_get_timeline (first));
  GtkWidget *lower = GTK_WIDGET (th_document_view_get_timeline (other));
  graphene_rect_t above, below;

  wait_ms (300);
  g_assert_true (gtk_widget_get_mapped (upper) && gtk_widget_get_mapped (lower));
  g_assert_true (gtk_widget_compute_bounds (upper, GTK_WIDGET (fixture->window), &above));
  g_assert_true (gtk_widget_compute_bounds (lower, GTK_WIDGET (fixture->window), &below));
  g_assert_cmpfloat (above.origin.y + above.size.height, <=, below.origin.y);
  g_assert_cmpuint (count_drawn (fixture, upper), >, 5000);
  g_assert_cmpuint (count_drawn (fixture, lower), >, 5000);
}

/* --- closing ------------------------------------------------------------ */

/* Weak references are cleared when an object is disposed; its data is freed only with it. */
static gboolean view_freed, document_freed;

static void
note_freed (gpointer data)
{
  *(gboolean *) data = TRUE;
}

static gboolean
is_freed (Fixture *fixture)
{
  return view_freed && document_freed;
}

static void
remove_other (Fixture        *fixture,
              ThDocumentView *left)
{
  view_freed = document_freed = FALSE;
  g_object_set_data_full (G_OBJECT (other), "test-freed", &view_freed, note_freed);
  g_object_set_data_full (G_OBJECT (get_other_document ()), "test-freed", &document_freed,
                          note_freed);
  activate (fixture, "win.close-comparison");
  g_assert_true (gui_get_view (fixture->window) == left);
  wait_until (fixture, is_freed);
}

/* When the view with the focus is closed, the other becomes current. */
static void
test_close_current (Fixture       *fixture,
                    gconstpointer  data)
{
  ThDocumentView *first = open_both (fixture);
  g_autofree char *before = NULL, *after = NULL;

  focus (fixture, other);
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 5))");
  remove_other (fixture, first);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "e1000-tcp.dat");
  before = view_text (th_document_view_get_document (first));
  activate (fixture, "win.zoom-in");
  after = view_text (th_document_view_get_document (first));
  g_assert_cmpstr (after, !=, before);
}

static void
test_close_other (Fixture       *fixture,
                  gconstpointer  data)
{
  ThDocumentView *first = open_both (fixture);
  g_autofree char *before = NULL, *after = NULL;

  focus (fixture, other);
  activate (fixture, "win.slowest");
  activate (fixture, "win.bookmarks");
  focus (fixture, first);
  remove_other (fixture, first);
  before = view_text (th_document_view_get_document (first));
  activate (fixture, "win.zoom-in");
  after = view_text (th_document_view_get_document (first));
  g_assert_cmpstr (after, !=, before);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/views/zoom", test_zoom);
  ADD_WINDOW_TEST ("/views/filter", test_filter);
  ADD_WINDOW_TEST ("/views/select", test_select);
  ADD_WINDOW_TEST ("/views/follow", test_follow);
  ADD_WINDOW_TEST ("/views/inside", test_inside);
  ADD_WINDOW_TEST ("/views/window-follows", test_window_follows);
  ADD_WINDOW_TEST ("/views/drawn", test_drawn);
  ADD_WINDOW_TEST ("/views/close-current", test_close_current);
  ADD_WINDOW_TEST ("/views/close-other", test_close_other);

  return g_test_run ();
}
