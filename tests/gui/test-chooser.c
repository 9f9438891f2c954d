/* test-chooser.c - actions and lanes found by name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-scene-times.h"
#include "th-style.h"

static void
note_cb (guint    id,
         gpointer data)
{
  *(guint *) data = id;
}

static char *
listed (ThChooser   *chooser,
        const char  *text)
{
  gui_type_choice (chooser, text);
  return gui_list_choices (chooser);
}

/* A match has all words in its title or detail, in any case and order; titles that begin with the
 * text come first, then those with a word that does; disabled items are shown but cannot be
 * chosen. */
static void
test_matching (Fixture       *fixture,
               gconstpointer  data)
{
  static const struct
  {
    const char *text, *titles;
  } cases[] = {
    { "", "Zoom in\nLane above\nFit the span\nPan to a lane\n" },
    { "lane", "Lane above\nPan to a lane\n" },
    { "TIME fit", "Fit the span\n" },
    { "span the", "Fit the span\n" },
    { "pan", "Pan to a lane\nFit the span\n" },
    { "a l", "Pan to a lane\nLane above\n" },
    { "ab ", "Lane above\n" },
    { "n", "Zoom in\nLane above\nFit the span\nPan to a lane\n" },
    { "nothing like it", "" }
  };
  guint chosen = 0;
  ThChooser *chooser;

  open_sample (fixture);
  chooser = th_chooser_new (GTK_WINDOW (fixture->window), "Choose", note_cb, &chosen);
  th_chooser_add (chooser, &(ThChoice) { "Zoom in", "Time", "W", 1, FALSE });
  th_chooser_add (chooser, &(ThChoice) { "Lane above", "Lanes", NULL, 2, TRUE });
  th_chooser_add (chooser, &(ThChoice) { "Fit the span", "Time", NULL, 3, FALSE });
  th_chooser_add (chooser, &(ThChoice) { "Pan to a lane", NULL, NULL, 4, FALSE });
  gtk_window_present (GTK_WINDOW (chooser));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *titles = listed (chooser, cases[i].text);

      g_assert_cmpstr (titles, ==, cases[i].titles);
    }

  gui_choose (chooser, "lane");
  g_assert_cmpuint (chosen, ==, 4);
}

static guint
count_listed (ThChooser *chooser)
{
  g_autofree char *titles = gui_list_choices (chooser);
  g_auto(GStrv) lines = g_strsplit (titles, "\n", -1);

  return g_strv_length (lines) - 1;
}

/* A long list gets the rows that are not visible yet in the next frames, without its first row
 * being lost; what would be chosen is known at once, even if many disabled choices precede it. */
static void
test_many (Fixture       *fixture,
           gconstpointer  data)
{
  guint chosen = 0;
  ThChooser *chooser;

  open_sample (fixture);
  chooser = th_chooser_new (GTK_WINDOW (fixture->window), "Choose", note_cb, &chosen);
  for (guint i = 0; i < 130; i++)
    {
      g_autofree char *title = g_strdup_printf ("Choice %03u", i);

      th_chooser_add (chooser, &(ThChoice) { title, NULL, NULL, i, i < 45 });
    }
  gtk_window_present (GTK_WINDOW (chooser));

  while (count_listed (chooser) < 100)
    wait_ms (10);
  gui_type_choice (chooser, "choice 12");
  while (count_listed (chooser) != 12)
    wait_ms (10);
  gui_type_choice (chooser, "choice");
  while (count_listed (chooser) < 100)
    wait_ms (10);
  g_assert_cmpuint (count_listed (chooser), ==, 100);

  gui_choose (chooser, "choice 0");
  g_assert_cmpuint (chosen, ==, 45);
}

static ThChooser *
open_chooser (Fixture    *fixture,
              const char *action)
{
  GListModel *windows;
  ThChooser *found = NULL;

  activate (fixture, action);
  windows = gtk_window_get_toplevels ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (TH_IS_CHOOSER (window))
        found = TH_CHOOSER (window);
    }
  g_assert_nonnull (found);

  return found;
}

static void
test_palette (Fixture       *fixture,
              gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThChooser *chooser = open_chooser (fixture, "win.palette");
  g_autoptr(GVariant) tab = NULL;

  g_assert_cmpint (th_document_get_time_format (document), ==, TH_TIME_ABSOLUTE);
  gui_choose (chooser, "times: absolute, since");
  g_assert_cmpint (th_document_get_time_format (document), ==, TH_TIME_RELATIVE);

  /* Tables, too. */
  wait_until (fixture, is_analysed);
  chooser = open_chooser (fixture, "win.palette");
  gui_choose (chooser, "packets table");
  tab = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "tab");
  g_assert_cmpstr (g_variant_get_string (tab, NULL), ==, "packets/packets");
}

/* Words that a user may type who does not know our terms, and a title that each finds. */
static void
test_synonyms (Fixture       *fixture,
               gconstpointer  data)
{
  static const struct
  {
    const char *text, *title;
  } cases[] = {
    { "shortcut", "Customize keyboard shortcuts" }, { "hotkeys", "Keyboard shortcuts" },
    { "export", "Save a picture of the window" }, { "screenshot", "Copy a picture of the window" },
    { "dark", "Style: Dark" }, { "theme", "Preferences" }, { "color", "Event colors" },
    { "help", "Filter syntax, with examples" }, { "metadata", "About the recording" },
    { "jump", "Go to a time, row or marker" },
    { "counter", "Add an analysis: values, latencies, call chains" },
    { "undo", "Back: previous view and filter" },
    { "grep", "Find events" }, { "marker a", "Times: Since Marker A" },
  };
  ThChooser *chooser;

  open_sample (fixture);
  chooser = open_chooser (fixture, "win.palette");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *titles = listed (chooser, cases[i].text);
      g_auto(GStrv) lines = g_strsplit (titles, "\n", -1);

      if (!g_strv_contains ((const char *const *) lines, cases[i].title))
        g_error ("“%s” does not find “%s” but %s", cases[i].text, cases[i].title, titles);
    }

  /* A choice of a menu is carried out. */
  gui_choose (chooser, "style dark");
  g_assert_cmpint (th_style_get_choice (th_style_get_default ()), ==, TH_STYLE_DARK);
}

/* A lane in a folded section is found and scrolled into view. */
static void
test_lanes (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThScene *scene = th_document_get_scene (document);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  ThChooser *chooser;
  const ThLane *lane;

  wait_until (fixture, is_analysed);
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (th_scene_get_lane (scene, i)->kind == TH_LANE_SECTION &&
        g_str_equal (th_scene_get_lane (scene, i)->title, "Tasks"))
      th_document_fold (document, i, TRUE);

  chooser = open_chooser (fixture, "win.find-lane");
  gui_choose (chooser, "rcu_pre 15");
  lane = th_scene_get_lane (scene, th_timeline_get_current (timeline));
  g_assert_cmpint (lane->kind, ==, TH_LANE_TASK);
  g_assert_cmpstr (lane->title, ==, "rcu_preempt");
  g_assert_cmpfloat (lane->height, >, 0);

  chooser = open_chooser (fixture, "win.find-lane");
  gui_choose (chooser, "cpu 3");
  g_assert_cmpstr (th_scene_get_lane (scene, th_timeline_get_current (timeline))->title, ==,
                   "CPU 3");

  add_values (document);
  wait_until (fixture, is_analysed);
  chooser = open_chooser (fixture, "win.find-lane");
  gui_choose (chooser, "raise vec");
  g_assert_cmpstr (th_scene_get_lane (scene, th_timeline_get_current (timeline))->title, ==,
                   "irq:softirq_raise vec");
}

/* Two tasks have the same name, as text of ftrace. */
static const char shells[] =
  "# tracer: nop\n#\n"
  " <idle>-0   [000] d..2. 1.000100: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "
  "prev_state=R ==> next_comm=sh next_pid=11 next_prio=120\n"
  " sh-11      [000] d..2. 1.000200: sched_switch: prev_comm=sh prev_pid=11 prev_prio=120 "
  "prev_state=X ==> next_comm=sh next_pid=12 next_prio=120\n"
  " sh-12      [000] d..2. 1.000300: sched_switch: prev_comm=sh prev_pid=12 prev_prio=120 "
  "prev_state=X ==> next_comm=one next_pid=13 next_prio=120\n"
  " one-13     [000] d..2. 1.000400: sched_switch: prev_comm=one prev_pid=13 prev_prio=120 "
  "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n";

/* Tasks of the same name differ by when they lived. */
static void
test_same_names (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "shells.txt", NULL);
  g_autofree char *listed = NULL;
  ThChooser *chooser;

  g_assert_true (g_file_set_contents (path, shells, -1, NULL));
  open_path (fixture, path);
  wait_until (fixture, is_analysed);
  chooser = open_chooser (fixture, "win.find-lane");
  listed = dup_label_texts (GTK_WIDGET (chooser));
  g_assert_nonnull (strstr (listed, "pid 11 · 1.000100 to 1.000200\n"));
  g_assert_nonnull (strstr (listed, "pid 12 · 1.000200 to 1.000300\n"));
  g_assert_nonnull (strstr (listed, "pid 13\n"));
}

/* Go to a time, a row (as numbered in the table), or an offset from a marker; the event there is
 * selected. */
static void
test_go_to (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThRecording *recording = th_document_get_recording (document);
  ThChooser *chooser;
  const ThView *view;
  gint64 length = 0;

  activate (fixture, "win.show-span((int64 177600000000, int64 177610000000))");
  wait_ms (500);
  length = th_document_get_view (document)->to - th_document_get_view (document)->from;

  chooser = open_chooser (fixture, "win.go-to");
  gui_choose (chooser, "+100ms");
  wait_ms (500);
  view = th_document_get_view (document);
  g_assert_cmpint (view->to - view->from, ==, length);
  g_assert_cmpint (view->from + length / 2, ==, SAMPLE_FIRST + 100000000);
  g_assert_cmpint (th_recording_get_time (recording, th_document_get_selected (document)), >=,
                   SAMPLE_FIRST + 100000000);

  chooser = open_chooser (fixture, "win.go-to");
  gui_choose (chooser, "#1");
  g_assert_cmpint (th_recording_get_time (recording, th_document_get_selected (document)), ==,
                   SAMPLE_FIRST);

  th_markers_set_marker (th_document_get_markers (document), TH_MARKER_A, 177600000000);
  chooser = open_chooser (fixture, "win.go-to");
  gui_choose (chooser, "a + 5ms");
  wait_ms (500);
  g_assert_cmpint (th_document_get_view (document)->from + length / 2, ==, 177605000000);
}

static char *
dup_inspector (Fixture *fixture)
{
  GString *text = g_string_new (NULL);

  append_labels (GTK_WIDGET (th_window_get_inspector (fixture->window)), text);
  return g_string_free (text, FALSE);
}

/* By trace-cmd report -t -N, row 1001 is napi_gro_receive_exit, and the first event of sched at or
 * after 177.65 is a sched_waking at 177.653465451.  A time selects what the table lists; a row that
 * the filter hides is selected, and it is said why the table does not show it. */
static void
test_go_to_hidden (Fixture       *fixture,
                   gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThRecording *recording = th_document_get_recording (document);
  g_autofree char *told = NULL, *offer = NULL, *cleared = NULL;
  ThChooser *chooser;

  activate (fixture, "win.set-filter('sched:*')");
  wait_until (fixture, gui_is_filtered);
  chooser = open_chooser (fixture, "win.go-to");
  gui_choose (chooser, "177.65");
  g_assert_cmpint (th_recording_get_time (recording, th_document_get_selected (document)), ==,
                   177653465451);
  g_assert_null (gui_get_notice (fixture->window));

  chooser = open_chooser (fixture, "win.go-to");
  gui_type_choice (chooser, "#1001");
  offer = dup_label_texts (GTK_WIDGET (chooser));
  g_assert_nonnull (strstr (offer, "napi_gro_receive_exit at 177.730090107, hidden by the filter"));
  gui_choose (chooser, "#1001");
  wait_until (fixture, is_read);
  wait_ms (50);
  g_assert_cmpint (th_recording_get_time (recording, th_document_get_selected (document)), ==,
                   177730090107);
  g_assert_nonnull (strstr (gui_get_notice (fixture->window), "The filter hides this event"));
  g_assert_nonnull (strstr (gui_get_status (fixture->window), "CPU 0, hidden by the filter"));
  told = dup_inspector (fixture);
  g_assert_nonnull (strstr (told, "The filter hides this event."));
  g_assert_cmpuint (gui_get_selected_row (gui_get_table (fixture->window)), ==,
                    GTK_INVALID_LIST_POSITION);

  activate (fixture, "win.clear-filter");
  wait_until (fixture, gui_is_filtered);
  wait_ms (100);
  g_assert_null (gui_get_notice (fixture->window));
  g_assert_null (strstr (gui_get_status (fixture->window), "hidden"));
  cleared = dup_inspector (fixture);
  g_assert_null (strstr (cleared, "The filter hides this event."));
  g_assert_cmpuint (gui_get_selected_row (gui_get_table (fixture->window)), ==, 1000);
}

/* Nothing is offered for places outside the recording or for texts that are not a place. */
static void
test_go_nowhere (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThChooser *chooser = open_chooser (fixture, "win.go-to");
  gint64 from = th_document_get_view (document)->from;
  g_autofree char *none = NULL, *after = NULL, *row = NULL;

  none = listed (chooser, "12 parsecs");
  g_assert_cmpstr (none, ==, "");
  row = listed (chooser, "#2688"); /* one too many */
  g_assert_cmpstr (row, ==, "");
  after = listed (chooser, "188.5");
  g_assert_cmpstr (after, ==, "Go to 188.500000000\n");
  gui_choose (chooser, "188.5");
  wait_ms (100);
  g_assert_cmpint (th_document_get_view (document)->from, ==, from);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/chooser/matching", test_matching);
  ADD_WINDOW_TEST ("/chooser/many", test_many);
  ADD_WINDOW_TEST ("/chooser/palette", test_palette);
  ADD_WINDOW_TEST ("/chooser/synonyms", test_synonyms);
  ADD_WINDOW_TEST ("/chooser/go-to", test_go_to);
  ADD_WINDOW_TEST ("/chooser/go-to-hidden", test_go_to_hidden);
  ADD_WINDOW_TEST ("/chooser/go-nowhere", test_go_nowhere);
  ADD_WINDOW_TEST ("/chooser/lanes", test_lanes);
  ADD_WINDOW_TEST ("/chooser/same-names", test_same_names);

  return g_test_run ();
}
