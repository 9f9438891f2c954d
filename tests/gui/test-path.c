/* test-path.c - the critical path of a task in a real window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tasks, times and how long each worked are those that the load measured itself: see
 * tests/data/path/path.truth.json, scenario "pipes-4".
 */
#include "config.h"

#include "gui-fixture.h"
#include "th-analysis-runner.h"
#include "th-context-menus.h"
#include "th-flow-follower.h"
#include "th-pane-focus.h"
#include "th-result-table.h"

#define HEAD 4040
#define SPAN_FROM G_GINT64_CONSTANT (15361420335597)
#define SPAN_TO   G_GINT64_CONSTANT (15361434722396)
#define SLEPT     8068721
#define SLEEPER   4043

static gboolean
is_following (Fixture *fixture)
{
  return gui_is_following (fixture) && is_read (fixture);
}

/* Actions are enabled in an idle callback. */
static void
settle (Fixture   *fixture,
        Condition  condition)
{
  wait_until (fixture, condition);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static ThDocument *
open_load (Fixture *fixture)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "path", "path.dat.xz", NULL);

  open_path (fixture, path);
  settle (fixture, is_analysed);
  return th_window_get_document (fixture->window);
}

static guint32
find_task (ThDocument *document,
           int         pid)
{
  return th_tasks_find (th_recording_get_tasks (th_document_get_recording (document)), pid);
}

static void
go_to_lane (Fixture *fixture,
            int      pid)
{
  ThDocument *document = th_window_get_document (fixture->window);
  g_autofree char *action = g_strdup_printf ("win.show-task(uint32 %u)", find_task (document, pid));
  guint lane;

  activate (fixture, action);
  settle (fixture, is_analysed);
  lane = th_scene_find_task (th_document_get_scene (document), find_task (document, pid));
  g_assert_cmpuint (lane, !=, G_MAXUINT);
  th_timeline_set_current (th_window_get_timeline (fixture->window), lane);
  settle (fixture, is_analysed);
}

/* The total of the rows of the shown path with @cause, of @task or (TH_TASK_NONE) of all. */
static gint64
sum_rows (Fixture    *fixture,
          const char *cause,
          guint32     task)
{
  GtkWidget *tab = gui_get_tab (fixture->window,
                                th_table_pane_get_tab (gui_get_table_pane (fixture)));
  ThTable *table = th_result_table_get_table (TH_RESULT_TABLE (tab));
  ThResults *results = gui_get_followed (fixture, NULL);
  gint64 sum = 0;

  for (guint32 row = 0; row < th_table_get_n (table); row++)
    {
      gint64 word = th_table_get_cell_by_id (table, row, "cause");

      if ((cause == NULL || g_str_equal (th_results_get_word (results, word), cause)) &&
          (task == TH_TASK_NONE || th_table_get_cell_by_id (table, row, "task") == task))
        sum += th_table_get_cell_by_id (table, row, "lasted");
    }

  return sum;
}

static GtkWidget *
find_tab (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_TOGGLE_BUTTON (widget) && gtk_widget_has_css_class (widget, "tab") &&
                     gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (widget)) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_tab (child);
  return found;
}

/* Whether the tab of the table on top is in sight: it was added behind all others. */
static gboolean
is_tab_shown (Fixture *fixture)
{
  GtkWidget *pane = GTK_WIDGET (gui_get_table_pane (fixture)), *tab = find_tab (pane);
  graphene_rect_t bounds;

  return tab != NULL && gtk_widget_get_width (tab) > 0 && gtk_widget_get_opacity (tab) == 1 &&
         gtk_widget_compute_bounds (tab, pane, &bounds) && bounds.origin.x >= 0 &&
         bounds.origin.x + bounds.size.width <= gtk_widget_get_width (pane);
}

/* The path of the selected span: its rows add up to it, and it is followed. */
static void
test_span (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_load (fixture);
  ThResults *results;
  const ThFlow *flow;

  activate (fixture, "win.critical-path");
  g_assert_cmpstr (gui_get_notice (fixture->window), ==,
                   "Select an event of a task, or the lane of the task");
  go_to_lane (fixture, HEAD);
  th_document_select_span (document, SPAN_FROM, SPAN_TO);
  activate (fixture, "win.critical-path");
  settle (fixture, is_following);
  settle (fixture, is_analysed);
  settle (fixture, is_tab_shown);

  results = th_flow_follower_get_followed (th_document_get_follower (document), NULL);
  flow = th_flows_get (th_results_get_flows (results), 0);
  g_assert_cmpint (flow->first, ==, SPAN_FROM);
  g_assert_cmpint (flow->last, ==, SPAN_TO);
  g_assert_true (g_str_has_suffix (th_table_pane_get_tab (gui_get_table_pane (fixture)), "/path"));
  g_assert_cmpint (sum_rows (fixture, NULL, TH_TASK_NONE), ==, SPAN_TO - SPAN_FROM);
  g_assert_cmpint (ABS (sum_rows (fixture, "timer", find_task (document, SLEEPER)) - SLEPT), <,
                   200000);
}

/* The first and the last step are at the ends of the span, where no event is: the cursor moves
 * there. */
static void
test_ends (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_load (fixture);
  ThFlowFollower *follower = th_document_get_follower (document);

  go_to_lane (fixture, HEAD);
  th_document_select_span (document, SPAN_FROM, SPAN_TO);
  activate (fixture, "win.critical-path");
  settle (fixture, is_following);
  while (th_flow_follower_follow_step (follower, -1))
    ;
  g_assert_cmpint (th_document_get_cursor (document), ==, SPAN_FROM);
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document),
                                          th_document_get_selected (document)), !=, SPAN_FROM);
  while (th_flow_follower_follow_step (follower, 1))
    ;
  g_assert_cmpint (th_document_get_cursor (document), ==, SPAN_TO);

  /* An event that is selected has the cursor again. */
  th_document_select (document, (ThRef) { 0, 0, 5 });
  g_assert_cmpint (th_document_get_cursor (document), ==,
                   th_recording_get_time (th_document_get_recording (document),
                                          (ThRef) { 0, 0, 5 }));
}

/* Another path replaces the first one, and what it needs is there already. */
static void
test_again (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_load (fixture);
  g_auto(GStrv) added = NULL;

  go_to_lane (fixture, HEAD);
  th_document_select_span (document, SPAN_FROM, SPAN_TO);
  activate (fixture, "win.critical-path");
  settle (fixture, is_following);
  th_document_select_span (document, SPAN_FROM, SPAN_FROM + SLEPT / 2);
  go_to_lane (fixture, HEAD);
  activate (fixture, "win.critical-path");
  settle (fixture, is_analysed);
  settle (fixture, is_following);

  added = th_analysis_runner_list_added (th_document_get_analyses (document));
  g_assert_cmpuint (g_strv_length (added), ==, 1);
  g_assert_cmpint (sum_rows (fixture, NULL, TH_TASK_NONE), ==, SLEPT / 2);
}

/* The focus moves from the rows of the events to those of the path. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_load (fixture);
  GtkWidget *focus, *tab;

  go_to_lane (fixture, HEAD);
  th_document_select_span (document, SPAN_FROM, SPAN_TO);
  g_assert_true (th_pane_focus_rows (GTK_WIDGET (gui_get_table (fixture->window))));
  activate (fixture, "win.critical-path");
  settle (fixture, is_following);
  settle (fixture, is_analysed);
  settle (fixture, is_tab_shown);
  tab = gui_get_tab (fixture->window, th_table_pane_get_tab (gui_get_table_pane (fixture)));
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus, find_widget (tab, GTK_TYPE_COLUMN_VIEW)));
}

/* Without a selected span, the system call at the selected event is meant. */
static void
test_call (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_load (fixture);
  ThRecording *recording = th_document_get_recording (document);
  ThStream *stream = th_recording_get_stream (recording, 0);
  guint32 head = find_task (document, HEAD);
  guint enter = th_recording_find_type (recording, "syscalls:sys_enter_read");
  ThRef found = TH_REF_NONE;
  const ThFlow *flow;

  for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
    for (guint32 row = 0; row < th_cpu_get_n_rows (th_stream_get_cpu (stream, c)); row++)
      {
        ThRef ref = { 0, c, row };

        if (th_recording_get_type (recording, ref) == enter &&
            th_recording_get_task (recording, ref) == head &&
            th_recording_get_time (recording, ref) >= SPAN_FROM)
          found = ref;
      }
  g_assert_false (th_ref_is_none (found));

  th_document_select (document, found);
  settle (fixture, is_read);
  go_to_lane (fixture, HEAD);
  activate (fixture, "win.critical-path");
  settle (fixture, is_following);

  flow = th_flows_get (th_results_get_flows (gui_get_followed (fixture, NULL)), 0);
  g_assert_cmpint (flow->first, ==, th_recording_get_time (recording, found));
  g_assert_cmpint (flow->last, <=, SPAN_TO);
  g_assert_cmpint (flow->last - flow->first, >, (SPAN_TO - SPAN_FROM) / 10 * 9);
}

/* Whether @menu has an item for @action. */
static gboolean
has_item (GMenuModel *menu,
          const char *action)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autofree char *name = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &name);
      if (g_strcmp0 (name, action) == 0 || (section != NULL && has_item (section, action)))
        return TRUE;
    }

  return FALSE;
}

static void
test_menu (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_load (fixture);
  g_autoptr(GMenuModel) menu = NULL, cpu = NULL;

  go_to_lane (fixture, HEAD);
  menu = th_context_menu_for_lane (document, th_scene_find_task (th_document_get_scene (document),
                                                                 find_task (document, HEAD)));
  cpu = th_context_menu_for_lane (document, 1);
  g_assert_true (has_item (menu, "win.critical-path"));
  g_assert_false (has_item (cpu, "win.critical-path"));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/gui/path/span", test_span);
  ADD_WINDOW_TEST ("/gui/path/ends", test_ends);
  ADD_WINDOW_TEST ("/gui/path/again", test_again);
  ADD_WINDOW_TEST ("/gui/path/focus", test_focus);
  ADD_WINDOW_TEST ("/gui/path/call", test_call);
  ADD_WINDOW_TEST ("/gui/path/menu", test_menu);

  return g_test_run ();
}
