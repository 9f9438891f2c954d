/* test-odd.c - performs every action on unusual recordings; nothing may warn
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Other tests check results; this one fails on a critical, a crash, a warning about markup or an
 * endless wait.
 */
#include "config.h"

#include <string.h>

#include "gui-looks.h"
#include "th-actions.h"
#include "th-document-parts.h"
#include "th-event-search.h"
#include "th-timeline-private.h"

#define STEPS 7

static gboolean
is_found (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return !th_event_search_is_running (th_document_get_search (document)) &&
         !gui_is (document, "stepping");
}

static void
draw (Fixture *fixture)
{
  gtk_widget_queue_draw (GTK_WIDGET (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
}

/* These leave the window, or ask the desktop for a file. */
static gboolean
is_left_out (const char *name)
{
  static const char *const left_out[] = { "win.close", "app.quit", "app.new-window", "win.open",
                                          "win.append", "win.save-picture", "win.fullscreen" };

  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (g_str_equal (name, left_out[i]))
      return TRUE;

  return FALSE;
}

/* Cards and menus of what is there, from corner to corner. */
static void
point_everywhere (Fixture *fixture)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  int width = gtk_widget_get_width (GTK_WIDGET (timeline));
  int height = gtk_widget_get_height (GTK_WIDGET (timeline));

  for (int y = 0; y < STEPS; y++)
    for (int x = 0; x < STEPS; x++)
      {
        th_timeline_set_pointer (timeline, x * width / (STEPS - 1.), y * height / (STEPS - 1.));
        if (x == y)
          draw (fixture);
      }
  th_timeline_click (timeline, width * .6, th_timeline_get_lanes_top () + 40);
  th_timeline_popup_menu_at (timeline, width * .6, th_timeline_get_lanes_top () + 40);
  wait_ms (50);
  looks_close_menus (fixture);
  th_timeline_set_pointer (timeline, -1, -1);
}

static void
do_everything (Fixture *fixture)
{
  const ThAction *actions;
  guint n;

  wait_until (fixture, is_analysed);
  gui_select_row (gui_get_table (fixture->window), 0);
  point_everywhere (fixture);
  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    {
      GActionGroup *group = g_str_has_prefix (actions[i].name, "app.")
                            ? G_ACTION_GROUP (fixture->application)
                            : G_ACTION_GROUP (fixture->window);
      const char *name = actions[i].name + strlen ("app.");

      if (is_left_out (actions[i].name) || !g_action_group_get_action_enabled (group, name))
        continue;
      g_test_message ("%s", actions[i].name);
      g_action_group_activate_action (group, name, NULL);
      wait_ms (10);
      draw (fixture);
      looks_close_others (fixture);
    }
  /* One of the actions was a reload. */
  wait_until (fixture, is_analysed);
  point_everywhere (fixture);
  draw (fixture);
}

static ThDocument *
open_text (Fixture    *fixture,
           const char *text)
{
  g_autofree char *path = g_build_filename (fixture->directory, "odd <i>&amp;.txt", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  return open_path (fixture, path);
}

static guint64
count (ThDocument *document)
{
  return th_recording_get_n_events (th_document_get_recording (document));
}

#define HEAD "# tracer: nop\n#\n"

static void
test_one_event (Fixture       *fixture,
                gconstpointer  data)
{
  ThDocument *document = open_text (fixture,
                                    HEAD "              sh-1       [000] d..2. 1.000001: "
                                         "softirq_raise: vec=7 [action=SCHED]\n");

  g_assert_cmpuint (count (document), ==, 1);
  do_everything (fixture);
}

/* A trace.dat that ends after its list of four CPUs.  Its facts and problems are shown. */
static void
test_no_event (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *whole = g_test_build_filename (G_TEST_DIST, "data", "e1000-v6.dat", NULL);
  g_autofree char *path = g_build_filename (fixture->directory, "cut.dat", NULL), *bytes = NULL;
  const char *list;
  gsize size;

  g_assert_true (g_file_get_contents (whole, &bytes, &size, NULL));
  list = memmem (bytes, size, "flyrecord", 10);
  g_assert_nonnull (list);
  g_assert_true (g_file_set_contents (path, bytes, list + 10 + 4 * 16 - bytes, NULL));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_assert_cmpuint (count (open_path (fixture, path)), ==, 0);
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "recording"));
  do_everything (fixture);
}

static void
test_one_moment (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GString) text = g_string_new (HEAD);
  ThDocument *document;
  gint64 first, last;

  for (guint i = 0; i < 400; i++)
    g_string_append_printf (text,
                            "              sh-1       [%03u] d..2. 5.000000: softirq_raise: vec=7 "
                            "[action=SCHED]\n", i % 4);
  document = open_text (fixture, text->str);
  g_assert_cmpuint (count (document), ==, 400);
  g_assert_true (th_document_get_range (document, &first, &last));
  g_assert_cmpint (first, ==, last);
  do_everything (fixture);
}

/* Names that look like markup or a format, and values longer than any line. */
static void
test_markup (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GString) text = g_string_new (HEAD), value = g_string_new (NULL);
  g_autoptr(GString) name = g_string_new (NULL);
  g_autofree char *inspected = NULL;
  GtkWidget *view;
  ThDocument *document;

  while (value->len < 20000)
    g_string_append (value, "<span size='9999999'>x&%s%n");
  while (name->len < 100)
    g_string_append (name, "<b>&amp;");
  for (guint i = 0; i < 300; i++)
    {
      const char *comm = i % 2 == 0 ? "<b>&amp;%s</b>" : "<i>&</b>%n";

      switch (i % 3)
        {
        case 0:
          g_string_append_printf (text, "  %s-%u [%03u] d..2. 7.%06u: sched_switch: prev_comm=%s "
                                        "prev_pid=%u prev_prio=120 prev_state=S ==> "
                                        "next_comm=<u>&lt; next_pid=9 next_prio=120\n", comm,
                                  7 + i % 2, i % 2, i * 10, comm, 7 + i % 2);
          break;
        case 1:
          g_string_append_printf (text,
                                  "  %s-%u [%03u] d..2. 7.%06u: sched_waking: comm=<u>&lt; pid=9 "
                                  "prio=120 target_cpu=000\n",
                                  comm, 7 + i % 2, i % 2, i * 10);
          break;
        default:
          g_string_append_printf (text, "  %s-%u [%03u] d..2. 7.%06u: %s: comm=%s note=%s\n", comm,
                                  7 + i % 2, i % 2, i * 10,
                                  i > 290 ? name->str : "strange", comm,
                                  i == 2 ? value->str : "<b>");
        }
    }
  document = open_text (fixture, text->str);
  g_assert_cmpuint (count (document), ==, 300);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.include('task == \"<b>&amp;%s</b>\"')");
  activate (fixture, "win.set-filter('<b>&amp; == 3')");
  activate (fixture, "win.set-find('<b>&')");
  wait_until (fixture, is_found);
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 1))");
  wait_until (fixture, is_read);
  view = find_widget (GTK_WIDGET (th_window_get_inspector (fixture->window)), GTK_TYPE_TEXT_VIEW);
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "text", &inspected, NULL);
  g_assert_nonnull (strstr (inspected, "<span size='9999999'>x&%s%n"));
  activate (fixture, "win.bookmark");
  th_markers_edit_bookmark (th_document_get_markers (document), 0, "<b>&amp;%s", 1);
  do_everything (fixture);
}

static guint wanted;
static gint64 wanted_shift;

static gboolean
is_joined (Fixture *fixture)
{
  ThRecording *recording = th_document_get_recording (th_window_get_document (fixture->window));

  return is_analysed (fixture) && th_recording_get_n_parts (recording) == wanted &&
         th_recording_get_shift (th_recording_get_part (recording, wanted - 1)) == wanted_shift;
}

/* Appends a copy of the recording a bit later, and at the latest possible time. */
static void
test_itself (Fixture       *fixture,
             gconstpointer  data)
{
  static const gint64 shifts[] = { 1000000, G_MAXINT64 - SAMPLE_LAST, G_MININT64 + SAMPLE_LAST };
  ThDocument *document = open_sample (fixture);
  g_autoptr(GFile) copy = copy_sample (fixture, "copy.dat", 0);

  th_document_append (document, copy, TH_ALIGN_SHIFT, 0);
  wanted = 2;
  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      th_document_align (document, 1, TH_ALIGN_SHIFT, shifts[i]);
      wanted_shift = shifts[i];
      wait_until (fixture, is_joined);
      g_assert_cmpuint (count (document), ==, 2 * SAMPLE_EVENTS);
      do_everything (fixture);
      wait_until (fixture, is_joined);
    }
}

static void
test_many_marks (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  for (guint i = 0; i < 30; i++)
    th_markers_add_bookmark (th_document_get_markers (document), SAMPLE_FIRST + 100000000 + i,
                             "<b>a name that goes on and on &amp; on</b>");
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 10))");
  activate (fixture, "win.set-marker-a");
  activate (fixture, "win.set-marker-b");
  g_assert_cmpuint (th_markers_get_n_bookmarks (th_document_get_markers (document)), ==, 30);
  do_everything (fixture);
}

static void
test_small_window (Fixture       *fixture,
                   gconstpointer  data)
{
  open_sample (fixture);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 640, 480);
  wait_ms (200);
  do_everything (fixture);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/odd/one-event", test_one_event);
  ADD_WINDOW_TEST ("/odd/no-event", test_no_event);
  ADD_WINDOW_TEST ("/odd/one-moment", test_one_moment);
  ADD_WINDOW_TEST ("/odd/markup", test_markup);
  ADD_WINDOW_TEST ("/odd/itself", test_itself);
  ADD_WINDOW_TEST ("/odd/many-marks", test_many_marks);
  ADD_WINDOW_TEST ("/odd/small-window", test_small_window);

  return g_test_run ();
}
