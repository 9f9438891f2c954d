/* test-shared-session.c - a view is saved as a file, and opened elsewhere
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-comparison.h"
#include "gui-fixture.h"
#include "gui-sessions.h"

#include <string.h>

#include <glib/gstdio.h>

#include "th-document-parts.h"
#include "th-event-filter.h"
#include "th-lane-arrangement.h"
#include "th-scene-edit.h"
#include "th-session-store.h"

/* --- helpers ---------------------------------------------------------------- */

static char *
in_directory (Fixture    *fixture,
              const char *name)
{
  return g_build_filename (fixture->directory, name, NULL);
}

static gboolean
exists (Fixture *fixture)
{
  g_autofree char *path = in_directory (fixture, "case.thresher");

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Saves the view as case.thresher in the directory. */
static void
save_view (Fixture *fixture)
{
  g_autofree char *path = in_directory (fixture, "case.thresher");
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *action = g_strdup_printf ("win.save-view-as('%s')", uri);

  g_unlink (path);
  activate (fixture, action);
  wait_until (fixture, exists);
  wait_ms (100);
}

/* Moves files of the directory into a new one, which becomes the directory. */
static void
move_files (Fixture           *fixture,
            const char *const *names)
{
  g_autofree char *folder = in_directory (fixture, "moved");

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *from = in_directory (fixture, names[i]);
      g_autofree char *to = g_build_filename (folder, names[i], NULL);

      g_assert_cmpint (g_rename (from, to), ==, 0);
    }
  g_free (fixture->directory);
  fixture->directory = g_steal_pointer (&folder);
}

static void
change (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);
  guint lane = th_scene_find_name (th_document_get_scene (document), "cpu/3");

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.set-marker-a");
  activate (fixture, "win.bookmark");
  activate (fixture, "win.show-span((int64 177700000000, int64 177720000000))");
  activate (fixture, "win.set-filter('sched:*')");
  g_assert_true (th_scene_set_hidden (th_document_get_scene (document), lane, TRUE));
  th_document_lanes_changed (document);
}

static void
assert_changed (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThScene *scene = th_document_get_scene (document);
  g_autofree char *view = view_text (document);

  g_assert_cmpstr (view, ==, "126461 146461");
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (document)), ==, "sched:*");
  g_assert_cmpuint (th_markers_get_n_bookmarks (th_document_get_markers (document)), ==, 1);
  g_assert_cmpint (th_markers_get_marker (th_document_get_markers (document), TH_MARKER_A), ==,
                   th_recording_get_time (th_document_get_recording (document),
                                          (ThRef) { 0, 2, 10 }));
  g_assert_true (th_scene_get_lane (scene, th_scene_find_name (scene, "cpu/3"))->hidden);
}

static void
forget_sessions (void)
{
  g_autoptr(GPtrArray) files = list_sessions ();

  for (guint i = 0; i < files->len; i++)
    g_unlink (files->pdata[i]);
}

/* The dialog over the window; NULL if there is none. */
static GtkWidget *
find_dialog (void)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    if (GTK_IS_MESSAGE_DIALOG (link->data) && gtk_widget_get_visible (link->data))
      return link->data;
  return NULL;
}

static gboolean
has_dialog (Fixture *fixture)
{
  return find_dialog () != NULL;
}

static char *
dialog_text (void)
{
  return dup_label_texts (find_dialog ());
}

/* --- tests ------------------------------------------------------------------- */

/* The view is shown elsewhere, by somebody who never opened the recording. */
static void
test_moved (Fixture       *fixture,
            gconstpointer  data)
{
  static const char *const names[] = { "one.dat", "case.thresher", NULL };
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  ThDocument *document;

  open_copy (fixture, "one.dat");
  change (fixture);
  save_view (fixture);
  close_window (fixture);
  forget_sessions ();
  move_files (fixture, names);

  document = open_copy (fixture, "case.thresher");
  assert_changed (fixture);
  g_assert_nonnull (document);
  g_assert_cmpuint (th_ref_is_none (th_document_get_selected (document)), ==, FALSE);
}

/* A session file does not change what the user remembers of the recording; changes to its view are
 * remembered for that file. */
static void
test_own_session (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *before = NULL, *after = NULL, *view = NULL;
  g_autoptr(GPtrArray) files = NULL;

  open_copy (fixture, "one.dat");
  change (fixture);
  save_view (fixture);
  activate (fixture, "win.set-filter('irq:*')");
  close_window (fixture);
  before = only_text ();

  open_copy (fixture, "case.thresher");
  assert_changed (fixture);
  activate (fixture, "win.show-span((int64 177600000000, int64 177610000000))");
  wait_ms (500);
  close_window (fixture);
  files = list_sessions ();
  g_assert_cmpuint (files->len, ==, 2);

  open_copy (fixture, "case.thresher");
  view = view_text (th_window_get_document (fixture->window));
  g_assert_cmpstr (view, ==, "26461 36461");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "sched:*");
  close_window (fixture);

  open_copy (fixture, "one.dat");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "irq:*");
  close_window (fixture);
  g_ptr_array_unref (g_steal_pointer (&files));
  files = list_sessions ();
  for (guint i = 0; i < files->len && g_strcmp0 (after, before) != 0; i++)
    {
      g_clear_pointer (&after, g_free);
      g_assert_true (g_file_get_contents (files->pdata[i], &after, NULL, NULL));
    }
  g_assert_cmpstr (after, ==, before);
}

/* The other recording is there, and shifted. */
static gboolean
has_other (Fixture *fixture)
{
  ThRecording *recording = gui_get_recording (fixture->window);

  return is_known (fixture) && th_recording_get_n_parts (recording) == 2 &&
         th_recording_get_shift (th_recording_get_part (recording, 1)) == 5000000;
}

/* An appended recording is part of the view, with its offset. */
static void
test_appended (Fixture       *fixture,
               gconstpointer  data)
{
  static const char *const names[] = { "one.dat", "other.dat", "case.thresher", NULL };
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autoptr(GFile) other = copy_sample (fixture, "other.dat", 0);
  ThDocument *document = open_copy (fixture, "one.dat");

  th_document_append (document, other, TH_ALIGN_SHIFT, 5000000);
  wait_until (fixture, has_other);
  save_view (fixture);
  close_window (fixture);
  forget_sessions ();
  move_files (fixture, names);

  open_copy (fixture, "case.thresher");
  wait_until (fixture, has_other);
}

/* A session that says something impossible of a recording opens without it, and says so. */
static void
test_unusable (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autoptr(GFile) other = copy_sample (fixture, "other.dat", 0);
  g_autofree char *path = in_directory (fixture, "case.thresher"), *text = NULL, *wrong = NULL;
  ThDocument *document = open_copy (fixture, "one.dat");
  char *shift;

  th_document_append (document, other, TH_ALIGN_SHIFT, 5000000);
  wait_until (fixture, has_other);
  save_view (fixture);
  close_window (fixture);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  shift = strstr (text, "5000000");
  g_assert_nonnull (shift);
  wrong = g_strdup_printf ("%.*s9223372036854775807%s", (int) (shift - text), text,
                           shift + strlen ("5000000"));
  g_assert_true (g_file_set_contents (path, wrong, -1, NULL));

  document = open_copy (fixture, "case.thresher");
  g_assert_cmpuint (th_document_get_n_appended (document), ==, 0);
  g_assert_nonnull (strstr (gui_get_bar_text (fixture->window),
                            "1 recording was on this timeline, but was left out"));
}

static void
test_missing (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) one = copy_sample (fixture, "one.dat", 0);
  g_autofree char *path = in_directory (fixture, "case.thresher"), *text = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);

  open_copy (fixture, "one.dat");
  save_view (fixture);
  close_window (fixture);
  g_assert_true (g_file_delete (one, NULL, NULL));

  gui_open_file (fixture, file);
  wait_until (fixture, has_dialog);
  text = dialog_text ();
  g_assert_nonnull (strstr (text, "A recording of this view is missing"));
  g_assert_nonnull (strstr (text, "one.dat cannot be read"));
  gtk_dialog_response (GTK_DIALOG (find_dialog ()), GTK_RESPONSE_CANCEL);
  wait_ms (50);
  g_assert_null (find_dialog ());
  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "empty");
}

/* A recording with other contents is opened if the user wants that. */
static void
test_other_contents (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *path = in_directory (fixture, "case.thresher"), *text = NULL;
  g_autofree char *recording = in_directory (fixture, "one.dat"), *contents = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);
  gsize length;

  open_copy (fixture, "one.dat");
  change (fixture);
  save_view (fixture);
  close_window (fixture);
  forget_sessions ();
  g_assert_true (g_file_get_contents (recording, &contents, &length, NULL));
  g_assert_true (g_file_set_contents (recording, contents, (gssize) length - 1, NULL));

  gui_open_file (fixture, file);
  wait_until (fixture, has_dialog);
  text = dialog_text ();
  g_assert_nonnull (strstr (text, "A recording of this view has changed"));
  gtk_dialog_response (GTK_DIALOG (find_dialog ()), 1);
  wait_until (fixture, is_known);
  wait_ms (200);
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "sched:*");
}

static void
test_damaged (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "case.thresher"), *text = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, "{\"format\":\"thresher-shared-session\"", -1, NULL));
  gui_open_file (fixture, file);
  wait_until (fixture, has_dialog);
  text = dialog_text ();
  g_assert_nonnull (strstr (text, "The saved view cannot be opened"));
  gtk_dialog_response (GTK_DIALOG (find_dialog ()), GTK_RESPONSE_CLOSE);
}

static void
text_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

/* The link is a command line of thresher. */
static void
test_link (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one two.dat", 0);
  g_autofree char *link = NULL, *expected = NULL, *path = in_directory (fixture, "one two.dat");

  open_copy (fixture, "one two.dat");
  activate (fixture, "win.show-span((int64 177700000000, int64 177720000000))");
  activate (fixture, "win.set-filter('sched:* && cpu == 0')");
  activate (fixture, "win.copy-link");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (fixture->window)), NULL,
                                 text_cb, &link);
  for (guint i = 0; i < 100 && link == NULL; i++)
    wait_ms (20);
  expected = g_strdup_printf ("thresher --from='177700000000ns' --to='177720000000ns' "
                              "--filter='sched:* && cpu == 0' '%s'", path);
  g_assert_cmpstr (link, ==, expected);
}

/* --filter and --from of a command line have priority over what is remembered. */
static void
test_options (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) one = copy_sample (fixture, "one.dat", 0);
  ThOpenOptions options = { .from = (char *) "177.700000000", .to = (char *) "177.720000000",
                            .filter = (char *) "" };
  g_autofree char *view = NULL;

  open_copy (fixture, "one.dat");
  change (fixture);
  activate (fixture, "win.fit");
  close_window (fixture);

  gui_open_with (fixture, one, &options);
  wait_until (fixture, is_known);
  wait_ms (200);
  view = view_text (th_window_get_document (fixture->window));
  g_assert_cmpstr (view, ==, "126461 146461");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "");
  close_window (fixture);

  options.filter = (char *) "irq:*";
  gui_open_with (fixture, one, &options);
  wait_until (fixture, is_known);
  wait_ms (200);
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "irq:*");
}

/* A comparison is saved with its alignment, the shown runs and what they show. */
static void
test_comparison (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "case.thresher");
  g_autoptr(GFile) file = g_file_new_for_path (path);
  ThTimeAlignment *alignment;
  ThEventFilter *filter;

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat e1000-gt-udp.dat");
  th_time_alignment_set_offset (th_pairing_get_alignment (gui_get_pairing (fixture)), 12345);
  activate (fixture, "win.link-sides");
  activate (fixture, "win.set-filter('sched:*')");
  activate (fixture, "win.other-side");
  activate (fixture, "win.next-run");
  wait_until (fixture, are_both_loaded);
  save_view (fixture);
  close_window (fixture);
  forget_sessions ();

  gui_open_file (fixture, file);
  wait_until (fixture, has_compared);
  wait_until (fixture, are_both_loaded);
  wait_ms (200);
  alignment = th_pairing_get_alignment (gui_get_pairing (fixture));
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_HAND);
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, 12345);
  g_assert_false (th_view_link_get_linked (th_pairing_get_link (gui_get_pairing (fixture))));
  g_assert_cmpuint (th_side_view_get_run (th_comparison_view_get_side (gui_get_comparison (fixture),
                                                                       1)), ==, 1);
  filter = th_document_get_filter (gui_get_compared (fixture, 0));
  g_assert_cmpstr (th_event_filter_get_text (filter), ==, "sched:*");
}

static gboolean
has_span (Fixture *fixture)
{
  g_autofree char *path = in_directory (fixture, "span.dat");

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* The number of events from 177.7 to 177.72 in `trace-cmd report -t`. */
#define N_EXPORTED "170"

static void
test_export (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *path = in_directory (fixture, "span.dat");
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *action = g_strdup_printf ("win.export-span-to('%s')", uri);
  ThDocument *document;

  open_copy (fixture, "one.dat");
  activate (fixture, "win.show-span((int64 177700000000, int64 177720000000))");
  activate (fixture, action);
  wait_until (fixture, has_span);
  wait_ms (100);
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, N_EXPORTED " events saved");
  close_window (fixture);

  document = open_copy (fixture, "span.dat");
  g_assert_cmpuint (th_recording_get_n_events (th_document_get_recording (document)), ==,
                    g_ascii_strtoull (N_EXPORTED, NULL, 10));
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *path;
    void      (*func) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/shared-session/moved", test_moved },
    { "/shared-session/own-session", test_own_session },
    { "/shared-session/appended", test_appended },
    { "/shared-session/unusable", test_unusable },
    { "/shared-session/missing", test_missing },
    { "/shared-session/other-contents", test_other_contents },
    { "/shared-session/damaged", test_damaged },
    { "/shared-session/link", test_link },
    { "/shared-session/options", test_options },
    { "/shared-session/comparison", test_comparison },
    { "/shared-session/export", test_export },
  };

  init_test (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, session_set_up, tests[i].func, session_tear_down);
  return g_test_run ();
}
