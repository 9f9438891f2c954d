/* test-peer.c - display bugs of KernelShark 2.2.1 that must not occur here
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-gestures.h"

#include "th-event-column.h"
#include "th-event-filter.h"
#include "th-timeline-private.h"
#include "th-window-private.h"

static gboolean
is_filtered (Fixture *fixture)
{
  return !th_event_filter_is_running (gui_get_filter (fixture));
}

/* KernelShark copies the row of the unfiltered list.  The line by trace-cmd report -t -N | grep '
 * sched_' | sed -n 5p */
static void
test_copy_filtered (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *text = NULL;

  open_sample (fixture);
  activate (fixture, "win.set-filter('sched:*')");
  wait_until (fixture, is_filtered);
  gui_select_row (gui_get_table (fixture->window), 4);
  wait_ms (100); /* actions are enabled in an idle callback */
  activate (fixture, "win.copy-row");
  /* A worker writes the text. */
  for (guint i = 0; i < 100 && text == NULL; i++)
    {
      wait_ms (50);
      text = read_clipboard (fixture);
    }
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text,
                            "\t177.581846194\t2\t<idle>\t0\tsched_waking\trcu_preempt:15 [120] "
                            "CPU 2"));
  g_assert_null (strchr (text, '\n'));
}

/* Counts numeric cells that are cut off: the row's number, the time. */
static guint
check_cells (GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_INSCRIPTION (widget) && gtk_widget_has_css_class (widget, "numeric"))
    {
      const char *text = gtk_inscription_get_text (GTK_INSCRIPTION (widget));
      g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
      /* A column may be narrower than its cell requests. */
      int room = MIN (gtk_widget_get_width (widget),
                      gtk_widget_get_width (gtk_widget_get_parent (widget)));
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      /* A recycled row outside the view has no width. */
      if (room > 0 && width > room)
        g_test_fail_printf ("“%s” takes %d pixels and has %d", text, width, room);
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += check_cells (child);

  return n;
}

static void
test_nothing_cut (Fixture       *fixture,
                  gconstpointer  data)
{
  GtkWidget *table;

  open_sample (fixture);
  table = GTK_WIDGET (gui_get_table (fixture->window));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1024, 700);
  gui_select_row (table, SAMPLE_EVENTS - 1);
  wait_ms (300);
  g_assert_cmpuint (check_cells (table), >, 12);
  /* In KernelShark, columns stay narrow after the filter is cleared. */
  activate (fixture, "win.set-filter('sched:*')");
  wait_until (fixture, is_filtered);
  activate (fixture, "win.clear-filter");
  wait_ms (300);
  g_assert_cmpuint (check_cells (table), >, 12);
}

/* Asserts that a bar or the summary ends within the page of the table. */
static void
assert_inside (GtkWidget *widget,
               GtkWidget *page)
{
  graphene_rect_t bounds;

  g_assert_nonnull (widget);
  g_assert_true (gtk_widget_compute_bounds (widget, page, &bounds));
  g_assert_cmpfloat (bounds.size.width, >=, 100);
  g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (page));
}

static GtkWidget *
find_label (GtkWidget  *widget,
            const char *part)
{
  GtkWidget *found = GTK_IS_LABEL (widget) &&
                     strstr (gtk_label_get_text (GTK_LABEL (widget)), part) != NULL ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, part);

  return found;
}

static void
assert_tabs_whole (Fixture *fixture)
{
  GtkWidget *scroller = gui_template_child (fixture->window, TH_TYPE_TAB_BOX, "scroller");
  GtkWidget *tabs = gui_template_child (fixture->window, TH_TYPE_TAB_BOX, "tabs");
  guint n_seen = 0, n_hidden = 0;

  for (GtkWidget *tab = gtk_widget_get_first_child (tabs); tab != NULL;
       tab = gtk_widget_get_next_sibling (tab))
    {
      graphene_rect_t bounds;

      g_assert_true (gtk_widget_compute_bounds (tab, scroller, &bounds));
      if (gtk_widget_get_opacity (tab) < 0.5)
        {
          n_hidden++;
          continue;
        }
      n_seen++;
      g_assert_cmpfloat (bounds.origin.x, >=, -1);
      g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=,
                         gtk_widget_get_width (scroller) + 1);
    }
  g_assert_cmpuint (n_seen, >, 3);
  g_assert_cmpuint (n_hidden, >, 0);
}

/* Tables of analyses in a window 1100 pixels wide: no cell is cut off, the table scrolls instead;
 * the bars and the summary of packets are in view, and each tab is either completely visible or
 * hidden. */
static void
test_tables_not_cut (Fixture       *fixture,
                     gconstpointer  data)
{
  static const char *const names[] = { "sched/tasks", "sched/wakeups", "interrupts/hardirqs",
                                       "interrupts/softirqs", "packets/packets" };
  GtkWidget *page, *bar;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1100, 800);
  open_sample (fixture);
  wait_until (fixture, is_analysed);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *action = g_strdup_printf ("win.tab('%s')", names[i]);

      activate (fixture, action);
      wait_ms (400);
      page = th_table_pane_get_visible_page (gui_get_table_pane (fixture));
      g_assert_cmpuint (check_cells (page), >=, 8);
    }
  assert_tabs_whole (fixture);

  bar = find_widget (page, GTK_TYPE_DRAWING_AREA);
  assert_inside (bar, page);
  assert_inside (find_label (page, " · p50 "), page);
}

/* Times of a machine with months of uptime, and many events, also in narrow columns. */
static void
test_long_times (Fixture       *fixture,
                 gconstpointer  data)
{
  static const char line[] =
    "          <idle>-0     [001] d..1. 11106439.675570123: sched_wakeup: comm=a pid=7 prio=120 "
    "target_cpu=001\n";
  g_autofree char *path = g_build_filename (fixture->directory, "months.txt", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (path, line, -1, &error));
  open_path (fixture, path);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1024, 700);
  wait_until (fixture, is_loaded);
  wait_ms (300);
  g_assert_cmpuint (check_cells (GTK_WIDGET (gui_get_table (fixture->window))), >=, 2);
}

/* Returns the text of the card over the CPU's own row at the time of @ref. */
static char *
hover (Fixture *fixture,
       ThRef    ref)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  ThScene *scene = th_document_get_scene (document);
  gint64 time = th_recording_get_time (th_document_get_recording (document), ref);
  g_autoptr(GString) text = g_string_new (NULL);
  guint lane = th_scene_find_cpu (scene, ref.stream, ref.cpu);

  th_document_set_view (document, time - 5000, time + 5000);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  th_timeline_set_pointer (timeline,
                           timeline->label_width +
                           th_view_time_to_x (th_document_get_view (document), time),
                           th_timeline_lane_top (timeline, th_scene_get_lane (scene, lane)) + 6);
  append_labels (timeline->card, text);

  return g_strdelimit (g_strdup (text->str), "\n", '|');
}

/* KernelShark's bar says "<...>" for a task that its list names.  The events are the first of each
 * task by trace-cmd report -t -N that is not a switch; 279 is "sh" when it is switched to, and
 * "curl" later. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct
  {
    guint       position;
    ThRef       ref;
    const char *task, *pid;
  } cases[] = {
    { 0, { 0, 2, 0 }, "<idle>", "0" }, { 19, { 0, 3, 0 }, "sh", "278" },
    { 114, { 0, 1, 16 }, "sh", "279" },
    { 476, { 0, 1, 165 }, "curl", "279" }, { 310, { 0, 1, 103 }, "ksoftirqd/1", "21" },
    { 1888, { 0, 0, 1263 }, "ksoftirqd/0", "14" }, { 2664, { 0, 0, 1936 }, "trace-cmd", "273" },
  };
  ThDocument *document = open_sample (fixture);
  GListModel *list = G_LIST_MODEL (th_event_table_get_list (gui_get_table (fixture->window)));

  wait_until (fixture, is_analysed);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(ThEventRow) row = g_list_model_get_item (list, cases[i].position);
      g_autofree char *task = th_event_column_dup_text (th_event_column_find ("task"), document,
                                                        row);
      g_autofree char *pid = th_event_column_dup_text (th_event_column_find ("pid"), document, row);
      g_autofree char *both = g_strdup_printf ("%s (%s)", cases[i].task, cases[i].pid);
      g_autofree char *pointed = NULL, *shown = NULL;
      ThEventPlace place;

      th_event_row_get_place (row, &place);
      g_assert_true (th_ref_equal (place.ref, cases[i].ref));
      g_assert_cmpstr (task, ==, cases[i].task);
      g_assert_cmpstr (pid, ==, cases[i].pid);
      pointed = hover (fixture, cases[i].ref);
      g_test_message ("%s: %s", both, pointed);
      g_assert_nonnull (strstr (pointed, i == 0 ? "idle for " : both));
      g_assert_null (strstr (pointed, "<...>"));
      gui_select_row (gui_get_table (fixture->window), cases[i].position);
      wait_until (fixture, is_read);
      shown = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
      g_assert_nonnull (strstr (shown, both));
    }
}

static gboolean
has_two (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return is_loaded (fixture) &&
         th_recording_get_n_parts (th_document_get_recording (document)) == 2;
}

/* KernelShark supports no drag and drop; here a dropped file is opened, and one dropped as a link
 * is appended. */
static void
test_drop (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "dropped.dat", 0);
  g_auto(GValue) text = G_VALUE_INIT;
  g_auto(GValue) value = G_VALUE_INIT;
  GdkFileList *files = gdk_file_list_new_from_array (&file, 1);

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, files);
  g_assert_true (gui_drop (fixture->window, &value, 10, GDK_ACTION_COPY));
  wait_until (fixture, is_loaded);
  g_assert_cmpuint (th_recording_get_n_events (gui_get_recording (fixture->window)), ==,
                    SAMPLE_EVENTS);

  g_assert_true (gui_drop (fixture->window, &value, 0, GDK_ACTION_LINK));
  wait_until (fixture, has_two);
  g_assert_cmpstr (th_document_get_title (th_window_get_document (fixture->window)), ==,
                   "dropped.dat + dropped.dat (2)");
  g_assert_cmpuint (gui_count_windows (fixture), ==, 1);

  g_value_init (&text, G_TYPE_STRING);
  g_assert_false (gui_drop (fixture->window, &text, 0, GDK_ACTION_COPY));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/peer/copy-filtered", test_copy_filtered);
  ADD_WINDOW_TEST ("/peer/nothing-cut", test_nothing_cut);
  ADD_WINDOW_TEST ("/peer/tables-not-cut", test_tables_not_cut);
  ADD_WINDOW_TEST ("/peer/drop", test_drop);
  ADD_WINDOW_TEST ("/peer/long-times", test_long_times);
  ADD_WINDOW_TEST ("/peer/names", test_names);

  return g_test_run ();
}
