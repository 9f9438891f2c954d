/* test-window.c - the window, driven through its actions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "gui-fixture.h"
#include "th-lane-view.h"
#include "th-measures-tab.h"
#include "th-result-table.h"
#include "th-scene-times.h"
#include "th-style.h"
#include "th-timeline-private.h"

static void
test_empty (Fixture       *fixture,
            gconstpointer  data)
{
  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "empty");
  g_assert_null (th_window_get_document (fixture->window));
  g_assert_cmpstr (gui_get_status (fixture->window), ==, "");
  g_assert_false (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.no-such-action",
                                              NULL));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "zoom-in"));
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "open"));
}

static void
test_open (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThEventList *list = th_event_table_get_list (gui_get_table (fixture->window));
  g_autoptr(ThEventRow) first = NULL;
  gint64 from, to;

  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "recording");
  g_assert_cmpstr (th_document_get_title (document), ==, "e1000-tcp.dat");
  g_assert_nonnull (strstr (th_document_get_facts (document), "4 CPUs"));
  g_assert_cmpuint (th_recording_get_n_events (th_document_get_recording (document)), ==,
                    SAMPLE_EVENTS);
  g_assert_true (th_document_get_range (document, &from, &to));
  g_assert_cmpint (from, ==, SAMPLE_FIRST);
  g_assert_cmpint (to, ==, SAMPLE_LAST);
  g_assert_null (gui_get_bar_text (fixture->window));

  /* The whole recording is in view, without a dialog. */
  g_assert_cmpint (th_document_get_view (document)->from, <=, SAMPLE_FIRST);
  g_assert_cmpint (th_document_get_view (document)->to, >=, SAMPLE_LAST);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, SAMPLE_EVENTS);
  first = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpstr (th_event_row_get_info (first), ==, "vec=1 [action=TIMER]");
}

/* --- time --------------------------------------------------------------- */

static void
test_zoom_and_fit (Fixture       *fixture,
                   gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThView whole = *th_document_get_view (document), zoomed;

  activate (fixture, "win.zoom-in");
  zoomed = *th_document_get_view (document);
  g_assert_cmpint (zoomed.to - zoomed.from, <, (whole.to - whole.from) * 2 / 3);
  g_assert_cmpint (zoomed.from, >, whole.from);

  activate (fixture, "win.zoom-out");
  activate (fixture, "win.fit");
  g_assert_cmpint (th_document_get_view (document)->from, ==, whole.from);
  g_assert_cmpint (th_document_get_view (document)->to, ==, whole.to);
}

/* The time under the pointer stays there, within a pixel. */
static void
test_zoom_at (Fixture       *fixture,
              gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  const double places[] = { .2, .9 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      ThView whole = *th_document_get_view (document);
      double x = whole.width * places[i];
      gint64 time = th_view_x_to_time (&whole, x);

      th_timeline_set_pointer (timeline,
                               gtk_widget_get_width (GTK_WIDGET (timeline)) - whole.width + x,
                               th_timeline_get_lanes_top () + 20);
      activate (fixture, "win.zoom-in");
      g_assert_cmpint (th_document_get_view (document)->to - th_document_get_view (document)->from,
                       <, whole.to - whole.from);
      g_assert_cmpfloat_with_epsilon (th_view_time_to_x (th_document_get_view (document), time), x,
                                      1);
      activate (fixture, "win.zoom-out");
      g_assert_cmpfloat_with_epsilon (th_view_time_to_x (th_document_get_view (document), time), x,
                                      1);
      activate (fixture, "win.fit");
    }
}

/* Zooming to the smallest span and back a thousand times does not drift or fail. */
static void
test_zoom_far (Fixture       *fixture,
               gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThView whole = *th_document_get_view (document);

  for (guint i = 0; i < 60; i++)
    activate (fixture, "win.zoom-in");
  g_assert_cmpint (th_document_get_view (document)->to - th_document_get_view (document)->from, ==,
                   TH_VIEW_MIN_SPAN);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));

  for (guint i = 0; i < 70; i++)
    activate (fixture, "win.zoom-out");
  g_assert_cmpint (th_document_get_view (document)->from, ==, whole.from);
  g_assert_cmpint (th_document_get_view (document)->to, ==, whole.to);
}

static void
test_pan (Fixture       *fixture,
          gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  gint64 span, from;

  activate (fixture, "win.show-span((int64 177600000000, int64 177610000000))");
  from = th_document_get_view (document)->from;
  span = th_document_get_view (document)->to - from;
  g_assert_cmpint (from, ==, 177600000000);
  g_assert_cmpint (span, ==, 10000000);

  activate (fixture, "win.pan-right");
  g_assert_cmpint (th_document_get_view (document)->from, ==, from + span / 5);
  activate (fixture, "win.pan-left");
  g_assert_cmpint (th_document_get_view (document)->from, ==, from);
  g_assert_cmpint (th_document_get_view (document)->to - th_document_get_view (document)->from, ==,
                   span);
}

static void
test_history (Fixture       *fixture,
              gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  g_autofree char *whole = view_text (document);
  g_autofree char *back = NULL, *forward = NULL, *before = NULL;

  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window),
                                                     "view-back"));
  activate (fixture, "win.show-span((int64 177600000000, int64 177610000000))");
  wait_ms (500);
  activate (fixture, "win.show-span((int64 177700000000, int64 177701000000))");
  wait_ms (500);

  activate (fixture, "win.view-back");
  before = view_text (document);
  g_assert_cmpstr (before, ==, "26461 36461");
  activate (fixture, "win.view-back");
  back = view_text (document);
  g_assert_cmpstr (back, ==, whole);
  activate (fixture, "win.view-forward");
  forward = view_text (document);
  g_assert_cmpstr (forward, ==, "26461 36461");
}

/* The animation ends exactly on its target. */
static void
test_animation (Fixture       *fixture,
                gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  gint64 begin;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  begin = g_get_monotonic_time ();
  activate (fixture, "win.show-span((int64 177600000001, int64 177610000003))");
  /* On a busy machine the animation may have ended by now. */
  if (g_get_monotonic_time () - begin < 50000)
    g_assert_cmpint (th_document_get_view (document)->from, !=, 177600000001);
  wait_ms (600);
  g_assert_cmpint (th_document_get_view (document)->from, ==, 177600000001);
  g_assert_cmpint (th_document_get_view (document)->to, ==, 177610000003);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

/* A held key zooms by a factor of eight per second, whatever the frame rate; on a busy machine it
 * may be less, never more. */
static void
test_hold (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  double whole = th_document_get_view (document)->to - th_document_get_view (document)->from;
  gint64 held, after, begin = g_get_monotonic_time ();
  double seconds;

  th_timeline_hold (timeline, TH_HOLD_ZOOM_IN, 1);
  do
    {
      wait_ms (200);
      seconds = (g_get_monotonic_time () - begin) / 1e6;
      held = th_document_get_view (document)->to - th_document_get_view (document)->from;
    }
  while (held > whole * 9 / 10 && seconds < 20);
  th_timeline_hold (timeline, TH_HOLD_NONE, 1);
  /* The time of a frame may be a little before it is drawn. */
  g_assert_cmpfloat (held, >, whole / pow (8, seconds + 0.1));
  g_assert_cmpfloat (held, <, whole * 9 / 10);

  wait_ms (50);
  held = th_document_get_view (document)->to - th_document_get_view (document)->from;
  wait_ms (100);
  after = th_document_get_view (document)->to - th_document_get_view (document)->from;
  g_assert_cmpint (after, ==, held);
}

static gint64 pan_begin;

static gboolean
is_right_of_it (Fixture *fixture)
{
  return th_document_get_view (th_window_get_document (fixture->window))->from > pan_begin;
}

static gboolean
is_left_of_it (Fixture *fixture)
{
  return th_document_get_view (th_window_get_document (fixture->window))->from < pan_begin;
}

/* A held key pans by 1.2 views per second, in either direction; the length stays. */
static void
test_hold_pan (Fixture       *fixture,
               gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  const gint64 span = 100000;
  gint64 begin, moved;
  double seconds;

  activate (fixture, "win.show-span((int64 177650000000, int64 177650100000))");
  pan_begin = G_GINT64_CONSTANT (177650000000);
  begin = g_get_monotonic_time ();
  th_timeline_hold (timeline, TH_HOLD_PAN_RIGHT, 1);
  wait_until (fixture, is_right_of_it);
  th_timeline_hold (timeline, TH_HOLD_NONE, 1);
  seconds = (g_get_monotonic_time () - begin) / 1e6;
  moved = th_document_get_view (document)->from - pan_begin;
  g_assert_cmpfloat (moved, <=, 1.2 * span * (seconds + 0.1));
  g_assert_cmpint (th_document_get_view (document)->to - th_document_get_view (document)->from, ==,
                   span);

  pan_begin = th_document_get_view (document)->from;
  th_timeline_hold (timeline, TH_HOLD_PAN_LEFT, 1);
  wait_until (fixture, is_left_of_it);
  th_timeline_hold (timeline, TH_HOLD_NONE, 1);
}

/* Existing cells are updated. */
static void
test_time_format (Fixture       *fixture,
                  gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  g_autofree char *absolute = th_document_format_time (document, SAMPLE_FIRST);
  g_autofree char *relative = NULL, *last = NULL;

  g_assert_cmpstr (absolute, ==, "177.573538626");
  activate (fixture, "win.time-format::relative");
  relative = th_document_format_time (document, SAMPLE_FIRST + 1000);
  last = th_document_format_time (document, SAMPLE_LAST);
  g_assert_cmpstr (relative, !=, absolute);
  g_assert_cmpstr (last, ==, "+204.083523 ms");
  g_assert_true (shows_cell (GTK_WIDGET (gui_get_table (fixture->window)), "+0 ns"));
  g_assert_false (shows_cell (GTK_WIDGET (gui_get_table (fixture->window)), absolute));
  activate (fixture, "win.next-time-format");
  g_assert_cmpint (th_document_get_time_format (document), ==, TH_TIME_SINCE_ZERO);
  activate (fixture, "win.next-time-format");
  g_assert_cmpint (th_document_get_time_format (document), ==, TH_TIME_SINCE_BEFORE);
  /* trace-cmd report --ts-diff: the second event is 18.738 µs after the first. */
  g_assert_true (shows_cell (GTK_WIDGET (gui_get_table (fixture->window)), "+18.738 µs"));
  g_assert_true (shows_cell (GTK_WIDGET (gui_get_table (fixture->window)), "+0 ns"));
  activate (fixture, "win.next-time-format");
  g_assert_cmpint (th_document_get_time_format (document), ==, TH_TIME_ABSOLUTE);
}

/* --- selection ---------------------------------------------------------- */

/* The twelfth event of the trace, on CPU 2 like those before it. */
#define SWITCH_ROW "11"
#define SWITCH_TEXT "prev_comm=swapper/2 prev_pid=0 prev_prio=120 prev_state=R ==> " \
                    "next_comm=rcu_preempt next_pid=15 next_prio=120"

static void
test_select_event (Fixture       *fixture,
                   gconstpointer  data)
{
  ThEventTable *table;
  g_autofree char *text = NULL;

  open_sample (fixture);
  table = gui_get_table (fixture->window);
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 " SWITCH_ROW "))");
  wait_until (fixture, is_read);

  g_assert_cmpuint (gui_get_selected_row (table), ==, 11);
  text = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_nonnull (strstr (text, "sched_switch\n"));
  g_assert_nonnull (strstr (text, "177.573737466\n"));
  g_assert_nonnull (strstr (text, SWITCH_TEXT));
  g_assert_nonnull (strstr (text, "next_comm\nrcu_preempt\n"));
  g_assert_nonnull (strstr (gui_get_status (fixture->window),
                            "sched_switch at 177.573737466 on CPU 2"));
}

static void
test_select_row (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  ThRef ref;
  gint64 time;

  activate (fixture, "win.show-span((int64 177600000000, int64 177610000000))");
  gui_select_row (gui_get_table (fixture->window), 12);
  ref = th_document_get_selected (document);
  time = th_recording_get_time (th_document_get_recording (document), ref);
  g_assert_cmpint (time, ==, 177573829384);
  g_assert_cmpuint (ref.cpu, ==, 2);
  g_assert_cmpuint (th_timeline_get_current (timeline), ==,
                    th_scene_find_cpu (th_document_get_scene (document), 0, 2));
  /* The selected event is scrolled into view. */
  g_assert_cmpint (th_document_get_view (document)->from, <=, time);
  g_assert_cmpint (th_document_get_view (document)->to, >=, time);
}

static void
test_step_events (Fixture       *fixture,
                  gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  activate (fixture, "win.select((uint32 0, uint32 0, uint32 10))");
  activate (fixture, "win.next-event");
  g_assert_cmpuint (th_document_get_selected (document).row, ==, 11);
  activate (fixture, "win.previous-event");
  activate (fixture, "win.previous-event");
  g_assert_cmpuint (th_document_get_selected (document).row, ==, 9);

  /* There is no event beyond the first and the last. */
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 0))");
  activate (fixture, "win.previous-event");
  g_assert_cmpuint (th_document_get_selected (document).row, ==, 0);

  /* In another lane, the nearest in time is selected. */
  activate (fixture, "win.lane-down");
  activate (fixture, "win.next-event");
  g_assert_cmpuint (th_document_get_selected (document).cpu, ==, 1);

  /* While analyses run it is they that are cancelled. */
  wait_until (fixture, is_analysed);
  activate (fixture, "win.cancel");
  g_assert_true (th_ref_is_none (th_document_get_selected (document)));
}

static void
test_span (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  g_autofree char *text = NULL;
  gint64 from, to;

  /* From the first event to the thirteenth; twelve are before its end. */
  activate (fixture, "win.select-span((int64 177573829384, int64 177573538626))");
  g_assert_true (th_document_get_span (document, &from, &to));
  g_assert_cmpint (from, ==, SAMPLE_FIRST);
  g_assert_cmpint (to - from, ==, 290758);
  g_assert_nonnull (strstr (gui_get_status (fixture->window), "span 290.758 µs, 12 events"));
  text = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_nonnull (strstr (text, "Length\n290.758 µs\n"));
  g_assert_nonnull (strstr (text, "Events\n12\n"));
  g_assert_nonnull (strstr (text, "CPU 3\n"));

  activate (fixture, "win.focus");
  g_assert_cmpint (th_document_get_view (document)->to - th_document_get_view (document)->from, <,
                   400000);
  activate (fixture, "win.focus");
  g_assert_cmpint (th_document_get_view (document)->to - th_document_get_view (document)->from, >,
                   200000000);

  /* While analyses run it is they that are cancelled. */
  wait_until (fixture, is_analysed);
  activate (fixture, "win.cancel");
  g_assert_false (th_document_get_span (document, &from, &to));
}

static void
test_extend (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  gint64 from, to;

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 " SWITCH_ROW "))");
  activate (fixture, "win.extend-next");
  g_assert_true (th_document_get_span (document, &from, &to));
  g_assert_cmpint (from, ==, 177573737466);
  g_assert_cmpint (to, ==, 177573829384);
}

/* A click selects the nearest event, by distance in pixels. */
static void
test_click (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  guint lane = th_scene_find_cpu (th_document_get_scene (document), 0, 2);
  GtkWidget *view;
  graphene_rect_t bounds;
  double label, x;

  activate (fixture, "win.show-span((int64 177573700000, int64 177573800000))");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  view = gui_get_lane_view (timeline, lane);
  g_assert_nonnull (view);
  g_assert_true (gtk_widget_compute_bounds (view, GTK_WIDGET (timeline), &bounds));

  label = gtk_widget_get_width (GTK_WIDGET (timeline)) - th_document_get_view (document)->width;
  x = label + th_view_time_to_x (th_document_get_view (document), 177573737466);
  th_timeline_click (timeline, x + 1, bounds.origin.y + bounds.size.height / 2);
  g_assert_cmpuint (th_document_get_selected (document).cpu, ==, 2);
  g_assert_cmpuint (th_document_get_selected (document).row, ==, 11);

  /* The run at that time, rcu_preempt from one switch to the next, with a twentieth on either
   * side. */
  activate (fixture, "win.fit-run");
  g_assert_cmpint (th_document_get_view (document)->from, ==,
                   177573737466 - (177573829384 - 177573737466) / 20);
  g_assert_cmpint (th_document_get_view (document)->to, ==,
                   177573829384 + (177573829384 - 177573737466) / 20);
}

/* --- lanes -------------------------------------------------------------- */

static void
test_fold (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  double height;

  /* Analyses make lanes higher. */
  wait_until (fixture, is_analysed);
  height = th_scene_get_height (th_document_get_scene (document));
  g_assert_nonnull (gui_get_lane_view (timeline, 1));
  activate (fixture, "win.fold");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  g_assert_cmpfloat (th_scene_get_height (th_document_get_scene (document)), <, height);
  g_assert_null (gui_get_lane_view (timeline, 1));

  activate (fixture, "win.fold");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  g_assert_cmpfloat (th_scene_get_height (th_document_get_scene (document)), ==, height);
  g_assert_nonnull (gui_get_lane_view (timeline, 1));
}

static void
test_move_lanes (Fixture       *fixture,
                 gconstpointer  data)
{
  ThTimeline *timeline;
  ThScene *scene;

  open_sample (fixture);
  timeline = th_window_get_timeline (fixture->window);
  g_assert_cmpuint (th_timeline_get_current (timeline), ==, 1);
  activate (fixture, "win.lane-down");
  activate (fixture, "win.lane-down");
  g_assert_cmpuint (th_timeline_get_current (timeline), ==, 3);
  activate (fixture, "win.lane-up");
  g_assert_cmpuint (th_timeline_get_current (timeline), ==, 2);
  for (guint i = 0; i < 200; i++)
    activate (fixture, "win.lane-down");
  scene = th_document_get_scene (th_window_get_document (fixture->window));
  g_assert_cmpuint (th_timeline_get_current (timeline), ==, th_scene_get_n_lanes (scene) - 1);
}

/* --- results and filter ------------------------------------------------- */

static gboolean
is_arranged (Fixture *fixture)
{
  GtkWidget *tab = gui_get_tab (fixture->window, "sched/wakeups");

  return tab != NULL && !is_arranging (tab);
}

/* A page that was never shown has no cost. */
static gboolean
has_result_pages (Fixture *fixture)
{
  GtkWidget *stack = gtk_widget_get_parent (GTK_WIDGET (gui_get_table (fixture->window)));

  for (GtkWidget *page = gtk_widget_get_first_child (stack); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (TH_IS_RESULT_TABLE (page) || TH_IS_MEASURES_TAB (page))
      return TRUE;

  return FALSE;
}

static void
test_table (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThResultTable *tab;
  ThTable *table;
  guint column = 0;
  gint64 before = G_MAXINT64;
  guint32 row;

  wait_until (fixture, is_analysed);
  g_assert_false (has_result_pages (fixture));
  activate (fixture, "win.tab('sched/wakeups')");
  g_assert_true (has_result_pages (fixture));
  wait_until (fixture, is_arranged);
  tab = TH_RESULT_TABLE (gui_get_tab (fixture->window, "sched/wakeups"));
  table = th_result_table_get_table (tab);
  while (th_table_get_info (table)->columns[column].kind != TH_COLUMN_DURATION)
    column++;

  gui_sort_table (tab, column, FALSE);
  wait_until (fixture, is_arranged);
  gui_sort_table (tab, column, TRUE);
  wait_until (fixture, is_arranged);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gui_get_result_list (tab))), ==,
                    th_table_get_n (table));
  for (guint i = 0;
       (row = th_result_list_get_row (gui_get_result_list (tab), i)) != G_MAXUINT32; i++)
    {
      g_assert_cmpint (th_table_get_cell (table, row, column), <=, before);
      before = th_table_get_cell (table, row, column);
    }

  row = th_result_list_get_row (gui_get_result_list (tab), 2);
  gui_select_row (tab, 2);
  g_assert_true (th_ref_equal (th_document_get_selected (document),
                               th_table_get_anchor (table, row)));

  th_result_table_seek (tab, "no such word");
  wait_until (fixture, is_arranged);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gui_get_result_list (tab))), ==,
                    0);
}

static gboolean
shows_bytes (Fixture *fixture)
{
  /* The sum of len= over net:netif_receive_skb, by trace-cmd report and awk. */
  return shows_cell (gui_get_tab (fixture->window, "interrupts/receive"),
                     "1\u202f050\u202f753 B");
}

/* Digits are grouped by threes, and numeric columns are next to each other unless a text takes the
 * space. */
static void
test_numbers (Fixture       *fixture,
              gconstpointer  data)
{
  GtkColumnView *view;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('interrupts/receive')");
  wait_until (fixture, shows_bytes);
  activate (fixture, "win.tab('sched/cpus')");
  view = GTK_COLUMN_VIEW (find_widget (gui_get_tab (fixture->window, "sched/cpus"),
                                       GTK_TYPE_COLUMN_VIEW));
  for (guint i = 0; i < g_list_model_get_n_items (gtk_column_view_get_columns (view)); i++)
    {
      g_autoptr(GtkColumnViewColumn) column =
        g_list_model_get_item (gtk_column_view_get_columns (view), i);

      g_assert_false (gtk_column_view_column_get_expand (column));
    }
}

static char *
shown_tab (Fixture *fixture)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window),
                                                               "tab");

  return g_variant_dup_string (state, NULL);
}

static void
test_step_tabs (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *second = NULL, *last = NULL, *first = NULL;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.next-tab");
  second = shown_tab (fixture);
  g_assert_cmpstr (second, !=, "events");
  g_assert_nonnull (gui_get_tab (fixture->window, second));
  activate (fixture, "win.previous-tab");
  activate (fixture, "win.previous-tab");
  last = shown_tab (fixture);
  g_assert_cmpstr (last, ==, "measures");
  activate (fixture, "win.next-tab");
  first = shown_tab (fixture);
  g_assert_cmpstr (first, ==, "events");
}

static void
test_accessible (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  guint index = th_scene_find_cpu (th_document_get_scene (document), 0, 2);
  GtkAccessible *lane;
  g_autofree char *text = NULL;

  gtk_test_accessible_assert_role (timeline, GTK_ACCESSIBLE_ROLE_LIST);
  gtk_test_accessible_assert_property (timeline, GTK_ACCESSIBLE_PROPERTY_LABEL, "Lanes");
  lane = GTK_ACCESSIBLE (gui_get_lane_view (timeline, index));
  gtk_test_accessible_assert_role (lane, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_test_accessible_assert_property (lane, GTK_ACCESSIBLE_PROPERTY_LABEL, "CPU 2");
  gtk_test_accessible_assert_property (lane, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       th_scene_get_lane (th_document_get_scene (document),
                                                          index)->detail);

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 " SWITCH_ROW "))");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  text = g_strconcat (th_scene_get_lane (th_document_get_scene (document), index)->detail,
                      ". Selected: sched_switch at 177.573737466", NULL);
  gtk_test_accessible_assert_property (lane, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);
  gtk_test_accessible_assert_state (lane, GTK_ACCESSIBLE_STATE_SELECTED, TRUE);
}

/* --- window ------------------------------------------------------------- */

static void
test_style (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  gboolean dark = FALSE;

  g_action_group_activate_action (G_ACTION_GROUP (fixture->application), "style",
                                  g_variant_new_string ("dark"));
  g_assert_true (th_theme_is_dark (th_scene_get_theme (th_document_get_scene (document))));
  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", &dark, NULL);
  g_assert_true (dark);

  g_action_group_activate_action (G_ACTION_GROUP (fixture->application), "style",
                                  g_variant_new_string ("light"));
  g_assert_false (th_theme_is_dark (th_scene_get_theme (th_document_get_scene (document))));
}

static void
test_inspector_toggle (Fixture       *fixture,
                       gconstpointer  data)
{
  GtkWidget *inspector;

  open_sample (fixture);
  inspector = GTK_WIDGET (th_window_get_inspector (fixture->window));
  g_assert_true (gtk_widget_get_visible (inspector));
  activate (fixture, "win.inspector");
  g_assert_false (gtk_widget_get_visible (inspector));
  activate (fixture, "win.inspector");
  g_assert_true (gtk_widget_get_visible (inspector));
}

/* A file has one window, however often it is opened. */
static void
test_raise (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GFile) sample = sample_file ();
  g_autoptr(GFile) copy = copy_sample (fixture, "copy.dat", 0);
  ThWindow *first, *second;

  open_sample (fixture);
  first = fixture->window;
  second = gui_open_file (fixture, copy);
  g_assert_true (second != first);
  g_assert_true (gui_open_file (fixture, sample) == first);
  g_assert_cmpuint (gui_count_windows (fixture), ==, 2);
}

static void
test_wish (Fixture       *fixture,
           gconstpointer  data)
{
  ThOpenOptions wish = { (char *) "177.6", (char *) "+30ms", NULL, (char *) "1,3" };
  g_autoptr(GFile) sample = sample_file ();
  ThDocument *document;
  ThEventList *list;

  gui_open_with (fixture, sample, &wish);
  wait_until (fixture, is_loaded);
  document = th_window_get_document (fixture->window);
  g_assert_cmpint (th_document_get_view (document)->from, ==, 177600000000);
  g_assert_cmpint (th_document_get_view (document)->to, ==, SAMPLE_FIRST + 30000000);
  list = th_event_table_get_list (gui_get_table (fixture->window));
  g_assert_cmpuint (th_event_list_get_n_events (list), ==, 407 + 68);
}

static gboolean
has_selected (Fixture *fixture)
{
  return !th_ref_is_none (th_document_get_selected (th_window_get_document (fixture->window)));
}

static void
test_wish_task (Fixture       *fixture,
                gconstpointer  data)
{
  ThOpenOptions wish = { NULL, NULL, (char *) "rcu_preempt", NULL };
  g_autoptr(GFile) sample = sample_file ();
  ThDocument *document;
  ThRef ref;

  gui_open_with (fixture, sample, &wish);
  wait_until (fixture, is_loaded);
  wait_until (fixture, has_selected);
  document = th_window_get_document (fixture->window);
  ref = th_document_get_selected (document);
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document), ref), ==,
                   177573737466);
}

static void
test_picture (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GdkTexture) texture = NULL;

  open_sample (fixture);
  texture = th_window_render (fixture->window);
  g_assert_nonnull (texture);
  g_assert_cmpint (gdk_texture_get_width (texture), >, 400);
}

static char *saved_path;

static gboolean
is_saved (Fixture *fixture)
{
  return g_file_test (saved_path, G_FILE_TEST_EXISTS);
}

/* Returns the first bytes of the picture requested as @asked and written as @name. */
static char *
save_picture (Fixture    *fixture,
              const char *asked,
              const char *name)
{
  g_autofree char *path = g_build_filename (fixture->directory, asked, NULL), *bytes = NULL;
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *action = g_strdup_printf ("win.save-picture-as('%s')", uri);

  g_free (saved_path);
  saved_path = g_build_filename (fixture->directory, name, NULL);
  activate (fixture, action);
  wait_until (fixture, is_saved);
  wait_ms (300);
  g_assert_true (g_file_get_contents (saved_path, &bytes, NULL, NULL));

  return g_strndup (bytes + 1, 4);
}

/* The format follows from the name of the file. */
static void
test_picture_names (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *png = NULL, *svg = NULL, *other = NULL, *path = NULL;

  open_sample (fixture);
  png = save_picture (fixture, "win.PNG", "win.PNG");
  g_assert_true (g_str_has_prefix (png, "PNG"));
  svg = save_picture (fixture, "win.svg", "win.svg");
  g_assert_cmpstr (svg, ==, "?xml");
  other = save_picture (fixture, "win.jpg", "win.jpg.png");
  g_assert_true (g_str_has_prefix (other, "PNG"));
  g_assert_nonnull (strstr (gui_get_notice (fixture->window), "“win.jpg.png”"));
  path = g_build_filename (fixture->directory, "win.jpg", NULL);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_clear_pointer (&saved_path, g_free);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/window/empty", test_empty);
  ADD_WINDOW_TEST ("/window/open", test_open);
  ADD_WINDOW_TEST ("/window/zoom-and-fit", test_zoom_and_fit);
  ADD_WINDOW_TEST ("/window/zoom-at", test_zoom_at);
  ADD_WINDOW_TEST ("/window/zoom-far", test_zoom_far);
  ADD_WINDOW_TEST ("/window/pan", test_pan);
  ADD_WINDOW_TEST ("/window/history", test_history);
  ADD_WINDOW_TEST ("/window/animation", test_animation);
  ADD_WINDOW_TEST ("/window/hold", test_hold);
  ADD_WINDOW_TEST ("/window/hold-pan", test_hold_pan);
  ADD_WINDOW_TEST ("/window/time-format", test_time_format);
  ADD_WINDOW_TEST ("/window/select-event", test_select_event);
  ADD_WINDOW_TEST ("/window/select-row", test_select_row);
  ADD_WINDOW_TEST ("/window/step-events", test_step_events);
  ADD_WINDOW_TEST ("/window/span", test_span);
  ADD_WINDOW_TEST ("/window/extend", test_extend);
  ADD_WINDOW_TEST ("/window/click", test_click);
  ADD_WINDOW_TEST ("/window/fold", test_fold);
  ADD_WINDOW_TEST ("/window/move-lanes", test_move_lanes);
  ADD_WINDOW_TEST ("/window/table", test_table);
  ADD_WINDOW_TEST ("/window/numbers", test_numbers);
  ADD_WINDOW_TEST ("/window/step-tabs", test_step_tabs);
  ADD_WINDOW_TEST ("/window/accessible", test_accessible);
  ADD_WINDOW_TEST ("/window/style", test_style);
  ADD_WINDOW_TEST ("/window/inspector", test_inspector_toggle);
  ADD_WINDOW_TEST ("/window/raise", test_raise);
  ADD_WINDOW_TEST ("/window/wish", test_wish);
  ADD_WINDOW_TEST ("/window/wish-task", test_wish_task);
  ADD_WINDOW_TEST ("/window/picture", test_picture);
  ADD_WINDOW_TEST ("/window/picture-names", test_picture_names);


  return g_test_run ();
}
