/* test-marks.c - markers, bookmarks and snapping in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "gui-fixture.h"

#include "th-bookmarks-window.h"
#include "th-color.h"
#include "th-context-colors.h"
#include "th-widgets.h"

#include "th-timeline-private.h"
#include "th-window-private.h"

static gboolean
tells_markers (Fixture *fixture)
{
  return strstr (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                    TH_TYPE_STATUS_BAR, "left"))),
                 "A–B") != NULL;
}

static gboolean
tells_no_markers (Fixture *fixture)
{
  return !tells_markers (fixture);
}

static void
test_markers (Fixture       *fixture,
              gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThRecording *recording = th_document_get_recording (document);
  ThMarkers *marks = th_document_get_markers (document);
  ThMarkerBar *bar =
    TH_MARKER_BAR (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_MARKER_BAR));
  GtkLabel *between =
    GTK_LABEL (gui_template_child (fixture->window, TH_TYPE_MARKER_BAR, "delta"));
  const char *facts;
  g_autofree char *delta = NULL, *duration = NULL, *time = NULL;
  gint64 a, b, from, to;

  g_assert_cmpstr (gtk_label_get_text (between), ==, "");
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.set-marker-a");
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 40))");
  activate (fixture, "win.set-marker('B')");
  a = th_recording_get_time (recording, (ThRef) { 0, 2, 10 });
  b = th_recording_get_time (recording, (ThRef) { 0, 2, 40 });
  g_assert_cmpint (th_markers_get_marker (marks, TH_MARKER_A), ==, a);
  g_assert_cmpint (th_markers_get_marker (marks, TH_MARKER_B), ==, b);

  duration = th_document_format_length (document, b - a);
  delta = g_strconcat ("Δ ", duration, NULL);
  g_assert_cmpstr (gtk_label_get_text (between), ==, delta);
  g_assert_cmpstr (delta, ==, "Δ 19.837897 ms");
  /* Lines and runs between both times by a script over trace-cmd report -t -N;
   * the second mark is not between. */
  facts = th_marker_bar_describe (bar);
  g_assert_cmpstr (facts, ==,
                   "84 events\nCPU 0: 0.0 % busy\nCPU 1: 0.0 % busy\nCPU 2: 1.3 % busy\nCPU 3: "
                   "98.5 % busy");

  /* The status line shows it as well. */
  wait_until (fixture, tells_markers);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                               TH_TYPE_STATUS_BAR,
                                                                               "left"))),
                            "A–B: 84 events, CPU 0: 0.0 % busy, CPU 1: 0.0 % busy, CPU 2: 1.3 % "
                            "busy, CPU 3: 98.5 % busy"));

  activate (fixture, "win.time-format('since-marker')");
  time = th_document_format_time (document, a);
  g_assert_cmpstr (time, ==, "+0 ns");
  activate (fixture, "win.select-markers");
  g_assert_true (th_document_get_span (document, &from, &to));
  g_assert_cmpint (from, ==, a);
  g_assert_cmpint (to, ==, b);

  /* Markers at the same time have no share of busy time between them. */
  th_markers_set_marker (marks, TH_MARKER_A, b);
  g_assert_cmpstr (th_marker_bar_describe (bar), ==, "0 events");
  th_markers_set_marker (marks, TH_MARKER_B, a);
  g_assert_cmpstr (gtk_label_get_text (between), ==, "Δ " TH_MINUS "19.837897 ms");

  activate (fixture, "win.clear-markers");
  g_assert_cmpstr (gtk_label_get_text (between), ==, "");
  g_assert_cmpint (th_markers_get_marker (marks, TH_MARKER_A), ==, TH_TIME_NONE);
  wait_until (fixture, tells_no_markers);
}

/* The same action at the same event removes the bookmark. */
static void
test_bookmarks (Fixture       *fixture,
                gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThMarkers *marks = th_document_get_markers (document);
  gint64 time = th_recording_get_time (th_document_get_recording (document), (ThRef) { 0, 2, 10 });

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.bookmark");
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 40))");
  activate (fixture, "win.bookmark");
  g_assert_cmpuint (th_markers_get_n_bookmarks (marks), ==, 2);
  g_assert_cmpint (th_markers_get_bookmark (marks, 0)->time, ==, time);

  activate (fixture, "win.bookmark");
  g_assert_cmpuint (th_markers_get_n_bookmarks (marks), ==, 1);
}

/* The middle of the view. */
static gint64
middle (Fixture *fixture)
{
  const ThView *view = th_document_get_view (th_window_get_document (fixture->window));

  return view->from + (view->to - view->from) / 2;
}

/* Actions are enabled in an idle callback. */
static gboolean
can_jump (Fixture *fixture)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "go-bookmark");
}

/* Goes to each of three bookmarks by its number, to the next and the previous one, to a marker,
 * and to the span between both. */
static void
test_jumps (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  const gint64 times[] = { G_GINT64_CONSTANT (177610000000), G_GINT64_CONSTANT (177640000000),
                           G_GINT64_CONSTANT (177700000000) };

  activate (fixture, "win.show-span((int64 177590000000, int64 177592000000))");
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    th_markers_add_bookmark (th_document_get_markers (document), times[i], NULL);
  wait_until (fixture, can_jump);
  activate (fixture, "win.go-bookmark(uint32 2)");
  g_assert_cmpint (middle (fixture), ==, times[2]);
  g_assert_cmpint (th_document_get_view (document)->to - th_document_get_view (document)->from, ==,
                   2000000);
  activate (fixture, "win.go-bookmark(uint32 0)");
  g_assert_cmpint (middle (fixture), ==, times[0]);
  activate (fixture, "win.next-bookmark");
  g_assert_cmpint (middle (fixture), ==, times[1]);
  activate (fixture, "win.next-bookmark");
  activate (fixture, "win.next-bookmark"); /* there is no later one */
  g_assert_cmpint (middle (fixture), ==, times[2]);
  activate (fixture, "win.previous-bookmark");
  g_assert_cmpint (middle (fixture), ==, times[1]);

  activate (fixture, "win.mark-at(('A', int64 177610000000))");
  activate (fixture, "win.mark-at(('B', int64 177640000000))");
  activate (fixture, "win.go-marker-a");
  g_assert_cmpint (middle (fixture), ==, times[0]);
  activate (fixture, "win.go-marker-b");
  g_assert_cmpint (middle (fixture), ==, times[1]);
  activate (fixture, "win.go-marker('A')");
  g_assert_cmpint (middle (fixture), ==, times[0]);
  /* 30 ms, and a twentieth on either side. */
  activate (fixture, "win.fit-markers");
  g_assert_cmpint (th_document_get_view (document)->from, ==, times[0] - 1500000);
  g_assert_cmpint (th_document_get_view (document)->to, ==, times[1] + 1500000);
}

/* Returns the number of pixels of @color in a column of the timeline. */
static guint
count_color (Fixture *fixture,
             gint64   time,
             double   dx,
             double   top,
             double   bottom,
             ThColor  color)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  g_autoptr(GdkTexture) texture = NULL;
  g_autofree guint32 *pixels = NULL;
  guint n = 0;
  int width;
  double x, y;

  for (guint i = 0; i < 100 && (texture = th_window_render (fixture->window)) == NULL; i++)
    wait_ms (20);
  g_assert_nonnull (texture);
  width = gdk_texture_get_width (texture);
  pixels = g_new (guint32, width * gdk_texture_get_height (texture));
  gdk_texture_download (texture, (guchar *) pixels, 4 * width);
  x = floor (timeline->time_x + th_view_time_to_x (th_document_get_view (timeline->document),
                                                   time)) + dx;
  g_assert_true (gtk_widget_translate_coordinates (GTK_WIDGET (timeline),
                                                   GTK_WIDGET (fixture->window), x, top, &x, &y));
  for (int row = (int) y; row < y + bottom - top; row++)
    n += pixels[row * width + (int) x] == th_color_pack (color);

  return n;
}

/* Checks its flag in the ruler, beside the letter, and the length of its line below. */
static void
assert_drawn (Fixture *fixture,
              gint64   time,
              ThColor  color,
              guint    least_flag,
              guint    least_line)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  double ruler = th_timeline_get_overview_height (), lanes = th_timeline_get_lanes_top ();
  int height = gtk_widget_get_height (GTK_WIDGET (timeline));

  for (guint i = 0; i < 2; i++)
    gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  g_assert_cmpuint (count_color (fixture, time, 3, ruler, lanes, color), >=, least_flag);
  g_assert_cmpuint (count_color (fixture, time, 0, lanes, height, color), >=, least_line);
}

static void
assert_not_drawn (Fixture *fixture,
                  gint64   time,
                  ThColor  color)
{
  for (guint i = 0; i < 2; i++)
    gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  g_assert_cmpuint (count_color (fixture, time, 3, th_timeline_get_overview_height (),
                                 th_timeline_get_lanes_top (), color), ==, 0);
}

/* Flags in the ruler; the line of a marker over all lanes, that of a bookmark paler. */
static void
test_drawn (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThMarkers *marks = th_document_get_markers (document);
  ThTheme *theme = th_scene_get_theme (th_document_get_scene (document));
  ThColor a = th_theme_get_color (theme, TH_COLOR_MARKER_A);
  ThColor b = th_theme_get_color (theme, TH_COLOR_MARKER_B);
  const gint64 times[] = { G_GINT64_CONSTANT (177610000000), G_GINT64_CONSTANT (177640000000),
                           G_GINT64_CONSTANT (177700000000) };
  guint height = gtk_widget_get_height (GTK_WIDGET (th_window_get_timeline (fixture->window))) -
                 (int) th_timeline_get_lanes_top ();

  assert_not_drawn (fixture, times[0], a);
  th_markers_set_marker (marks, TH_MARKER_A, times[0]);
  th_markers_set_marker (marks, TH_MARKER_B, times[1]);
  th_markers_add_bookmark (marks, times[2], "here");
  th_markers_edit_bookmark (marks, 0, "here", 3);
  assert_drawn (fixture, times[0], a, 12, height);
  assert_drawn (fixture, times[1], b, 12, height);
  assert_drawn (fixture, times[2], th_theme_get_bookmark_color (theme, 3), 12, 0);
  activate (fixture, "win.clear-markers");
  assert_not_drawn (fixture, times[0], a);
  assert_not_drawn (fixture, times[1], b);
}

/* Bookmarks are named, colored and deleted in their list, which is updated on changes elsewhere.
 * */
static void
test_bookmark_list (Fixture       *fixture,
                    gconstpointer  data)
{
  ThMarkers *marks = th_document_get_markers (open_sample (fixture));
  GtkWindow *window;
  GtkWidget *list, *entry, *color;

  activate (fixture, "win.bookmarks");
  window = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_BOOKMARKS_WINDOW);
  g_assert_nonnull (window);
  list = find_widget (GTK_WIDGET (window), GTK_TYPE_LIST_BOX);
  g_assert_false (gtk_widget_get_visible (list));
  activate (fixture, "win.mark-at(('bookmark', int64 177610000000))");
  activate (fixture, "win.mark-at(('bookmark', int64 177605000000))");
  g_assert_true (gtk_widget_get_visible (list));

  /* The list is in order of time: the first one was set last. */
  entry = find_widget (list, GTK_TYPE_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "2");
  gtk_editable_set_text (GTK_EDITABLE (entry), "the place");
  g_assert_cmpstr (th_markers_get_bookmark (marks, 0)->name, ==, "the place");
  g_assert_cmpuint (th_markers_get_bookmark (marks, 0)->color, ==, 1);
  color = find_widget (list, GTK_TYPE_BUTTON);
  g_signal_emit_by_name (color, "clicked");
  g_assert_cmpuint (th_markers_get_bookmark (marks, 0)->color, ==, 2);
  g_assert_cmpstr (th_markers_get_bookmark (marks, 0)->name, ==, "the place");
  /* The entry keeps the focus. */
  g_assert_true (find_widget (list, GTK_TYPE_ENTRY) == entry);

  activate (fixture, "win.mark-at(('bookmark', int64 177605000000))");
  entry = find_widget (list, GTK_TYPE_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "1");
  g_signal_emit_by_name (gtk_widget_get_last_child (gtk_widget_get_parent (entry)), "clicked");
  g_assert_cmpuint (th_markers_get_n_bookmarks (marks), ==, 0);
  gtk_window_destroy (window);
}

static gboolean
is_naming (Fixture *fixture)
{
  GtkWidget *popover = find_widget (GTK_WIDGET (th_window_get_timeline (fixture->window)),
                                    GTK_TYPE_POPOVER);

  return popover != NULL && gtk_widget_get_mapped (popover);
}

static gboolean
is_named (Fixture *fixture)
{
  return !is_naming (fixture);
}

static GtkWidget *
naming_entry (Fixture *fixture)
{
  return find_widget (find_widget (GTK_WIDGET (th_window_get_timeline (fixture->window)),
                                   GTK_TYPE_POPOVER), GTK_TYPE_ENTRY);
}

/* The x on the timeline of an event at @share of the view. */
static double
mark_at (Fixture *fixture,
         double   share,
         gint64  *time)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  const ThView *view = th_document_get_view (th_window_get_document (fixture->window));

  *time = view->from + (gint64) (share * (double) (view->to - view->from));
  return floor (timeline->time_x + th_view_time_to_x (view, *time));
}

/* A flag is right of its line, and left of it at the right edge, where it would be cut off. */
static void
test_flag_at_edge (Fixture       *fixture,
                   gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThMarkers *marks = th_document_get_markers (document);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  double x, y = th_timeline_get_overview_height () + 8;
  gint64 time;

  wait_until (fixture, is_analysed);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  x = mark_at (fixture, .5, &time);
  th_markers_add_bookmark (marks, time, "in the middle");
  g_assert_cmpuint (th_timeline_find_bookmark (timeline, x + 20, y), ==, 0);
  g_assert_cmpuint (th_timeline_find_bookmark (timeline, x - 20, y), ==, G_MAXUINT);

  x = mark_at (fixture, .995, &time);
  th_markers_add_bookmark (marks, time, "at the right edge");
  g_assert_cmpuint (th_timeline_find_bookmark (timeline, x - 20, y), ==, 1);
  g_assert_cmpuint (th_timeline_find_bookmark (timeline, x, y), ==, 1);
  g_assert_cmpuint (th_timeline_find_bookmark (timeline, x + 3, y), ==, G_MAXUINT);

  x = mark_at (fixture, .999, &time);
  th_markers_set_marker (marks, TH_MARKER_A, time);
  g_assert_cmpint (th_timeline_find_marker (timeline, x - 12, y), ==, TH_MARKER_A);
}

/* A new bookmark is named at its place, and its flag responds to the pointer. */
static void
test_flag (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThMarkers *marks = th_document_get_markers (document);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  gint64 time = G_GINT64_CONSTANT (177610000000);
  double x, y = th_timeline_get_overview_height () + 8;

  activate (fixture, "win.mark-at(('bookmark', int64 177610000000))");
  wait_until (fixture, is_naming);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (naming_entry (fixture))), ==, "1");
  gtk_editable_set_text (GTK_EDITABLE (naming_entry (fixture)),
                         "wget wakes late, and nobody knows why");
  g_assert_cmpstr (th_markers_get_bookmark (marks, 0)->name, ==,
                   "wget wakes late, and nobody knows why");
  gtk_editable_set_text (GTK_EDITABLE (naming_entry (fixture)), "");
  g_assert_cmpstr (th_markers_get_bookmark (marks, 0)->name, ==,
                   "wget wakes late, and nobody knows why");
  g_signal_emit_by_name (naming_entry (fixture), "activate");
  wait_until (fixture, is_named);

  /* On the flag, left of it, below it. */
  x = timeline->time_x + th_view_time_to_x (th_document_get_view (document), time);
  g_assert_cmpuint (th_timeline_find_bookmark (timeline, x + 20, y), ==, 0);
  g_assert_cmpuint (th_timeline_find_bookmark (timeline, x - 3, y), ==, G_MAXUINT);
  g_assert_cmpuint (th_timeline_find_bookmark (timeline, x + 20, th_timeline_get_lanes_top () + 40),
                    ==, G_MAXUINT);

  /* The actions of its menu. */
  activate (fixture, "win.color-bookmark(uint32 0)");
  g_assert_cmpuint (th_markers_get_bookmark (marks, 0)->color, ==, 1);
  activate (fixture, "win.rename-bookmark(uint32 0)");
  wait_until (fixture, is_naming);
  /* A bookmark may be removed while it is being named. */
  activate (fixture, "win.remove-bookmark(uint32 0)");
  g_assert_cmpuint (th_markers_get_n_bookmarks (marks), ==, 0);
  gtk_editable_set_text (GTK_EDITABLE (naming_entry (fixture)), "nothing");
  g_assert_cmpuint (th_markers_get_n_bookmarks (marks), ==, 0);
  activate (fixture, "win.rename-bookmark(uint32 7)");
}

static gboolean
has_bookmark_menu (Fixture *fixture)
{
  GtkWidget *menu = find_widget (GTK_WIDGET (th_window_get_timeline (fixture->window)),
                                 GTK_TYPE_POPOVER_MENU);

  return menu != NULL && gtk_widget_get_mapped (menu);
}

/* A right click on a flag is about the bookmark. */
static void
test_flag_menu (Fixture       *fixture,
                gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  gint64 time = G_GINT64_CONSTANT (177610000000);
  g_autofree char *label = NULL;
  GMenuModel *model;
  GtkWidget *menu;
  double x;

  th_markers_add_bookmark (th_document_get_markers (document), time, "here");
  x = timeline->time_x + th_view_time_to_x (th_document_get_view (document), time);
  th_timeline_popup_menu_at (timeline, x + 10, th_timeline_get_overview_height () + 8);
  wait_until (fixture, has_bookmark_menu);
  menu = find_widget (GTK_WIDGET (timeline), GTK_TYPE_POPOVER_MENU);
  model = gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (menu));
  g_assert_true (g_menu_model_get_item_attribute (model, 0, G_MENU_ATTRIBUTE_LABEL, "s", &label));
  g_assert_cmpstr (label, ==, "_Rename…");
  gtk_popover_popdown (GTK_POPOVER (menu));
}

/* A right click elsewhere on the ruler is about the time. */
static void
test_ruler_menu (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  gint64 time = G_GINT64_CONSTANT (177610000000), marked;
  double x = timeline->time_x + th_view_time_to_x (th_document_get_view (document), time);
  double y = th_timeline_get_overview_height () + 8;
  g_autoptr(GMenuModel) section = NULL;
  GtkWidget *menu;

  th_timeline_popup_menu_at (timeline, x, y);
  wait_until (fixture, has_bookmark_menu);
  menu = find_widget (GTK_WIDGET (timeline), GTK_TYPE_POPOVER_MENU);
  section = g_menu_model_get_item_link (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (menu)),
                                        0, G_MENU_LINK_SECTION);
  g_assert_true (g_menu_model_get_item_attribute (section, 1, G_MENU_ATTRIBUTE_TARGET, "(sx)", NULL,
                                                  &marked));
  g_assert_cmpint (marked, ==, th_timeline_snap (timeline, x, y));
  gtk_popover_popdown (GTK_POPOVER (menu));
}

/* A drag, then the keys A and B: three actions.  A menu sets markers at the time where it was
 * opened. */
static void
test_places (Fixture       *fixture,
             gconstpointer  data)
{
  ThMarkers *marks = th_document_get_markers (open_sample (fixture));

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.select-span((int64 177600000000, int64 177610000000))");
  activate (fixture, "win.set-marker-a");
  activate (fixture, "win.set-marker('B')");
  g_assert_cmpint (th_markers_get_marker (marks, TH_MARKER_A), ==,
                   G_GINT64_CONSTANT (177600000000));
  g_assert_cmpint (th_markers_get_marker (marks, TH_MARKER_B), ==,
                   G_GINT64_CONSTANT (177610000000));

  activate (fixture, "win.mark-at(('B', int64 177605000000))");
  g_assert_cmpint (th_markers_get_marker (marks, TH_MARKER_A), ==,
                   G_GINT64_CONSTANT (177600000000));
  g_assert_cmpint (th_markers_get_marker (marks, TH_MARKER_B), ==,
                   G_GINT64_CONSTANT (177605000000));
  activate (fixture, "win.mark-at(('bookmark', int64 177605000000))");
  g_assert_cmpuint (th_markers_get_n_bookmarks (marks), ==, 1);
  g_assert_cmpint (th_markers_get_bookmark (marks, 0)->time, ==, G_GINT64_CONSTANT (177605000000));
}

/* Near an event, the time is that of the event, elsewhere that of the pointer. */
static void
test_snap (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  gint64 time = th_recording_get_time (th_document_get_recording (document), (ThRef) { 0, 2, 10 });
  const ThView *view;
  double x;

  th_document_set_view (document, time - 2000, time + 2000);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  view = th_document_get_view (document);
  x = timeline->label_width + th_view_time_to_x (view, time);
  g_assert_cmpint (th_timeline_snap (timeline, x + 4, 0), ==, time);
  g_assert_cmpint (th_timeline_snap (timeline, x - 4, 0), ==, time);
  g_assert_cmpint (th_timeline_snap (timeline, x + 40, 0), ==,
                   th_timeline_time_at (timeline, x + 40));
}

/* Over the lane of a CPU only its own events: 177.574002505 is of CPU 3, and the
 * nearest of CPU 0 is 59.840 µs before it. */
static void
test_snap_in_lane (Fixture       *fixture,
                   gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  ThScene *scene = th_document_get_scene (document);
  const gint64 time = G_GINT64_CONSTANT (177574002505);
  double x, of_cpu0, of_cpu3;

  th_document_set_view (document, time - 2000, time + 2000);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  x = timeline->label_width + th_view_time_to_x (th_document_get_view (document), time);
  of_cpu0 = th_timeline_lane_top (timeline,
                                  th_scene_get_lane (scene, th_scene_find_cpu (scene, 0, 0))) + 10;
  of_cpu3 = th_timeline_lane_top (timeline,
                                  th_scene_get_lane (scene, th_scene_find_cpu (scene, 0, 3))) + 10;
  g_assert_cmpint (th_timeline_snap (timeline, x + 4, of_cpu3), ==, time);
  g_assert_cmpint (th_timeline_snap (timeline, x + 4, of_cpu0), ==,
                   th_timeline_time_at (timeline, x + 4));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/marks/markers", test_markers);
  ADD_WINDOW_TEST ("/marks/places", test_places);
  ADD_WINDOW_TEST ("/marks/bookmarks", test_bookmarks);
  ADD_WINDOW_TEST ("/marks/bookmark-list", test_bookmark_list);
  ADD_WINDOW_TEST ("/marks/flag", test_flag);
  ADD_WINDOW_TEST ("/marks/flag-at-edge", test_flag_at_edge);
  ADD_WINDOW_TEST ("/marks/flag-menu", test_flag_menu);
  ADD_WINDOW_TEST ("/marks/ruler-menu", test_ruler_menu);
  ADD_WINDOW_TEST ("/marks/drawn", test_drawn);
  ADD_WINDOW_TEST ("/marks/jumps", test_jumps);
  ADD_WINDOW_TEST ("/marks/snap", test_snap);
  ADD_WINDOW_TEST ("/marks/snap-in-lane", test_snap_in_lane);

  return g_test_run ();
}
