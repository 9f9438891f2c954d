/* test-peer.c - what KernelShark 2.2.1 gets wrong on the screen, and must not be wrong here
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

static gboolean
is_filtered (Fixture *fixture)
{
  return !th_document_is_filtering (th_window_get_document (fixture->window));
}

/* There the row of the unfiltered list is copied.  The line by
 * trace-cmd report -t -N | grep ' sched_' | sed -n 5p */
static void
test_copy_filtered (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *text = NULL;

  open_sample (fixture);
  activate (fixture, "win.set-filter('sched:*')");
  wait_until (fixture, is_filtered);
  th_event_table_select (th_window_get_table (fixture->window), 4);
  wait_ms (100); /* what is enabled follows in an idle */
  activate (fixture, "win.copy-row");
  /* A worker writes the text. */
  for (guint i = 0; i < 100 && text == NULL; i++)
    {
      wait_ms (50);
      text = read_clipboard (fixture);
    }
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "\t177.581846194\t2\t<idle>\t0\tsched_waking\tcomm=rcu_preempt pid=15 prio=120 target_cpu=002"));
  g_assert_null (strchr (text, '\n'));
}

/* Of cells in numbers that were cut there: the row's number, the time. */
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
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      /* A row that waits outside of the view has no width. */
      if (gtk_widget_get_width (widget) > 0 && width > gtk_widget_get_width (widget))
        g_test_fail_printf ("“%s” takes %d pixels and has %d", text, width, gtk_widget_get_width (widget));
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += check_cells (child);

  return n;
}

static void
test_nothing_cut (Fixture       *fixture,
                  gconstpointer  data)
{
  GtkWidget *table;

  open_sample (fixture);
  table = GTK_WIDGET (th_window_get_table (fixture->window));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1024, 700);
  th_event_table_select (TH_EVENT_TABLE (table), SAMPLE_EVENTS - 1);
  wait_ms (300);
  g_assert_cmpuint (check_cells (table), >, 12);
  /* Clearing a filter there leaves columns narrow. */
  activate (fixture, "win.set-filter('sched:*')");
  wait_until (fixture, is_filtered);
  activate (fixture, "win.clear-filter");
  wait_ms (300);
  g_assert_cmpuint (check_cells (table), >, 12);
}

/* A machine that runs for months, and many events; also where room is short. */
static void
test_long_times (Fixture       *fixture,
                 gconstpointer  data)
{
  static const char line[] = "          <idle>-0     [001] d..1. 11106439.675570123: sched_wakeup: comm=a pid=7 prio=120 target_cpu=001\n";
  g_autofree char *path = g_build_filename (fixture->directory, "months.txt", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (path, line, -1, &error));
  open_path (fixture, path);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1024, 700);
  wait_until (fixture, is_loaded);
  wait_ms (300);
  g_assert_cmpuint (check_cells (GTK_WIDGET (th_window_get_table (fixture->window))), >=, 2);
}

/* There the bar under the pointer says "<...>" for a task that the list names. */
static void
test_names (Fixture       *fixture,
                    gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThRecording *recording = th_document_get_recording (document);
  ThTasks *tasks = th_recording_get_tasks (recording);
  GListModel *list = G_LIST_MODEL (th_event_table_get_list (th_window_get_table (fixture->window)));

  for (guint i = 0; i < g_list_model_get_n_items (list); i += 100)
    {
      g_autoptr(ThEventRow) row = g_list_model_get_item (list, i);
      ThRef ref = th_event_row_get_ref (row);
      guint32 task = th_recording_get_task (recording, ref);
      const char *name = th_tasks_get_name (tasks, task, th_recording_get_time (recording, ref));

      g_assert_cmpstr (name, !=, "<...>");
    }
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/peer/copy-filtered", test_copy_filtered);
  ADD_WINDOW_TEST ("/peer/nothing-cut", test_nothing_cut);
  ADD_WINDOW_TEST ("/peer/long-times", test_long_times);
  ADD_WINDOW_TEST ("/peer/names", test_names);

  return g_test_run ();
}
