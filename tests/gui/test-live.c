/* test-live.c - a file that is being recorded, in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "recorded.h"
#include "th-window-private.h"

typedef struct
{
  Fixture        base;
  Recorded      *recorded;
  ThTraceWriter *writer;
  char          *path;
} Live;

static ThDocument *
get_document (Fixture *fixture)
{
  return th_window_get_document (fixture->window);
}

static gboolean
is_live (Fixture *fixture)
{
  return gui_get_recording (fixture->window) != NULL &&
         th_document_is_live (get_document (fixture));
}

static void
live_set_up (Live          *self,
             gconstpointer  data)
{
  g_autofree char *source = recorded_find ("k612-rep.dat");
  g_autoptr(GFile) file = NULL;
  ThOpenOptions options = { 0 };

  fixture_set_up (&self->base, data);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  self->recorded = recorded_new (source);
  self->path = g_build_filename (self->base.directory, "live.dat", NULL);
  self->writer = recorded_begin (self->recorded, self->path);
  recorded_add_texts (self->recorded, self->writer);
  file = g_file_new_for_path (th_trace_writer_get_path (self->writer));
  options.feed = th_trace_writer_get_feed (self->writer);
  gui_open_with (&self->base, file, &options);
  wait_until (&self->base, is_live);
}

static void
live_tear_down (Live          *self,
                gconstpointer  data)
{
  fixture_tear_down (&self->base, data);
  th_trace_writer_free (self->writer);
  recorded_free (self->recorded);
  g_free (self->path);
}

/* Records the pages up to @share of all. */
static void
record (Live   *self,
        double  share)
{
  static guint done;
  guint end = (guint) (share * self->recorded->pages->len);

  done = share <= 0.5 ? 0 : done;
  recorded_append (self->recorded, self->writer, done, end);
  done = end;
  g_assert_true (th_trace_writer_commit (self->writer, NULL));
}

static guint64 n_expected;

static gboolean
has_events (Fixture *fixture)
{
  return th_recording_get_n_events (gui_get_recording (fixture->window)) > n_expected;
}

/* Whether the table lists all events: those of which none can be missing before. */
static gboolean
lists_all (Fixture *fixture)
{
  GtkSelectionModel *rows =
    gui_get_selection (th_table_pane_get_events (gui_get_table_pane (fixture)));

  return g_list_model_get_n_items (G_LIST_MODEL (rows)) ==
         th_recording_get_n_events (gui_get_recording (fixture->window));
}

static gboolean
has_all (Fixture *fixture)
{
  return th_recording_get_n_events (gui_get_recording (fixture->window)) == n_expected &&
         is_analysed (fixture);
}

static gboolean
is_recent (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  gboolean found = FALSE;

  for (GList *l = items; l != NULL; l = l->next)
    found |= g_str_equal (gtk_recent_info_get_uri (l->data), uri);
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return found;
}

/* It is added when it has been loaded under its own name. */
static gboolean
final_is_recent (Fixture *fixture)
{
  return is_recent (((Live *) fixture)->path);
}

/* Frames that the window draws. */
static void
count_frame_cb (guint *n)
{
  (*n)++;
}

static guint
count_frames (Fixture *fixture,
              guint    ms)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window));
  guint n = 0;
  gulong id = g_signal_connect_swapped (clock, "paint", G_CALLBACK (count_frame_cb), &n);

  wait_ms (ms);
  g_signal_handler_disconnect (clock, id);
  return n;
}

/* The lanes grow, nothing is drawn while nothing comes, and the file takes its name in the end. */
static void
test_records (Live          *self,
              gconstpointer  data)
{
  Fixture *fixture = &self->base;
  const char *part = th_trace_writer_get_path (self->writer);
  g_autofree char *part_path = g_strdup (part), *status = NULL;
  g_autoptr(GFile) final = g_file_new_for_path (self->path);
  gint64 first, last;
  guint64 n_all = th_recording_get_n_events (self->recorded->recording);

  g_assert_cmpuint (th_document_get_state (get_document (fixture)), ==, TH_DOCUMENT_LOADING);
  n_expected = 0;
  record (self, 0.5);
  wait_until (fixture, has_events);
  /* One CPU has no event yet; the recorder tells that it has been read. */
  g_assert_true (th_recording_get_range (gui_get_recording (fixture->window), &first, &last));
  th_trace_writer_set_until (self->writer, last + 1);
  g_assert_true (th_trace_writer_commit (self->writer, NULL));
  wait_until (fixture, lists_all);
  status = g_strdup_printf ("Recording, %" G_GUINT64_FORMAT " events so far",
                            th_recording_get_n_events (gui_get_recording (fixture->window)));
  g_assert_cmpstr (gui_get_activity (fixture->window), ==, status);
  activate (fixture, "win.cancel"); /* does not end the load */
  g_assert_true (th_document_is_live (get_document (fixture)));
  wait_ms (1500); /* the analyses of what came */
  g_assert_cmpuint (count_frames (fixture, 1000), <=, 2);
  g_assert_false (gui_is (gui_template_child (fixture->window, TH_TYPE_PROBLEM_BAR, "changed"),
                          "visible"));

  n_expected = th_recording_get_n_events (gui_get_recording (fixture->window));
  record (self, 1);
  wait_until (fixture, has_events);
  g_assert_true (th_trace_writer_finish (self->writer, NULL));
  wait_until (fixture, is_loaded);
  g_assert_false (is_recent (part_path));
  th_document_finished (get_document (fixture), final);
  n_expected = n_all;
  wait_until (fixture, has_all);
  wait_until (fixture, final_is_recent);
  g_assert_false (is_recent (part_path));
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), "live.dat"));
  g_assert_null (strstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ".part"));
}

/* --- the table ----------------------------------------------------------------- */

static GtkAdjustment *
get_scroll (Fixture *fixture)
{
  GtkWidget *table = GTK_WIDGET (th_table_pane_get_events (gui_get_table_pane (fixture)));

  return gtk_scrolled_window_get_vadjustment (
    GTK_SCROLLED_WINDOW (find_widget (table, GTK_TYPE_SCROLLED_WINDOW)));
}

/* The last of many rows is in view. */
static gboolean
is_at_end (Fixture *fixture)
{
  GtkAdjustment *scroll = get_scroll (fixture);
  double page = gtk_adjustment_get_page_size (scroll);

  return gtk_adjustment_get_upper (scroll) > 2 * page &&
         gtk_adjustment_get_value (scroll) + page > gtk_adjustment_get_upper (scroll) - 2;
}

static void
select_event (Fixture *fixture,
              guint    position)
{
  gtk_selection_model_select_item (
    gui_get_selection (th_table_pane_get_events (gui_get_table_pane (fixture))), position, TRUE);
}

/* Once another row is selected, table and lanes no longer follow the newest events; the action
 * returns to them. */
static void
test_tail (Live          *self,
           gconstpointer  data)
{
  Fixture *fixture = &self->base;
  ThDocument *document = get_document (fixture);
  gint64 first, last;
  double place;

  n_expected = 0;
  record (self, 0.5);
  wait_until (fixture, has_events);
  g_assert_true (th_recording_get_range (gui_get_recording (fixture->window), &first, &last));
  th_trace_writer_set_until (self->writer, last + 1);
  g_assert_true (th_trace_writer_commit (self->writer, NULL));
  wait_until (fixture, lists_all);
  wait_until (fixture, is_at_end);
  g_assert_true (th_document_is_following (document));
  wait_ms (500);
  g_assert_cmpuint (count_frames (fixture, 1000), <=, 2);

  select_event (fixture, 3);
  wait_ms (300);
  g_assert_false (th_document_is_following (document));
  gtk_adjustment_set_value (get_scroll (fixture), 0);
  wait_ms (100);
  place = gtk_adjustment_get_value (get_scroll (fixture));
  n_expected = th_recording_get_n_events (gui_get_recording (fixture->window));
  record (self, .75);
  wait_until (fixture, has_events);
  wait_ms (300);
  g_assert_cmpfloat (gtk_adjustment_get_value (get_scroll (fixture)), ==, place);

  activate (fixture, "win.follow-present");
  wait_until (fixture, is_at_end);
  n_expected = th_recording_get_n_events (gui_get_recording (fixture->window));
  record (self, .9);
  wait_until (fixture, has_events);
  wait_until (fixture, is_at_end);
  g_assert_true (th_document_is_following (document));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  g_test_add ("/gui/live/records", Live, NULL, live_set_up, test_records, live_tear_down);

  g_test_add ("/gui/live/tail", Live, NULL, live_set_up, test_tail, live_tear_down);

  return g_test_run ();
}
