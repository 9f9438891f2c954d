/* test-review-start.c - a review is started: on request, with the first note, of a cut
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "gui-review.h"
#include "gui-sessions.h"

#include <string.h>

#include "th-flow-follower.h"
#include "th-window-title.h"

/* --- helpers ---------------------------------------------------------------- */

static char *
dup_name (Fixture *fixture)
{
  char *name;

  g_object_get (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_WINDOW_TITLE), "name", &name,
                NULL);
  return name;
}

static gboolean
is_enabled (Fixture    *fixture,
            const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), action);
}

/* The open file dialog; NULL if there is none. */
static GtkDialog *
find_file_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_visible (GTK_WIDGET (window)))
        return GTK_DIALOG (window); /* the list of windows owns it */
    }
  return NULL;
}

static void
start_at (Fixture    *fixture,
          const char *name)
{
  g_autofree char *path = in_directory (fixture, name);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *action = g_strdup_printf ("win.start-review-at('%s')", uri);

  activate (fixture, action);
  wait_until (fixture, has_panel);
  wait_ms (200);
}

static char *
dup_manifest (Fixture    *fixture,
              const char *review)
{
  g_autofree char *path = g_build_filename (fixture->directory, review, "review.json", NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* The value of @member in a manifest of one recording. */
static char *
dup_member (const char *manifest,
            const char *member)
{
  g_autofree char *pattern = g_strdup_printf ("\"%s\" *: *\"([0-9a-f]+)\"", member);
  g_autoptr(GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;

  return g_regex_match (regex, manifest, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* --- tests ------------------------------------------------------------------ */

static void
test_start (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *name = NULL, *manifest = NULL, *summary = NULL;
  ThDocument *document = start_review (fixture);

  name = dup_name (fixture);
  summary = dup_summary (fixture);
  g_assert_cmpstr (name, ==, "case");
  g_assert_cmpstr (summary, ==, "no notes yet");
  manifest = dup_manifest (fixture, "case.review");
  g_assert_nonnull (strstr (manifest, "\"../one.dat\""));
  g_assert_true (th_window_get_document (fixture->window) == document);
  g_assert_cmpstr (th_inspector_get_page (th_window_get_inspector (fixture->window)), ==, "notes");
  g_assert_true (is_enabled (fixture, "note"));
  g_assert_true (is_enabled (fixture, "notes"));
  g_assert_false (is_enabled (fixture, "start-review"));
}

static gboolean
is_followed (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return th_flow_follower_get_followed (th_document_get_follower (document), NULL) != NULL;
}

static gboolean
has_found (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return th_flow_follower_get_state (th_document_get_follower (document)) != TH_FOLLOW_SEARCHING;
}

/* A note is about the followed packet, although one of its events is selected; and about an event
 * that is selected later. */
static void
test_subject (Fixture       *fixture,
              gconstpointer  data)
{
  start_review (fixture);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.slowest");
  wait_until (fixture, is_followed);
  wait_for (fixture, "About packet");
  activate (fixture, "win.note");
  wait_for (fixture, "New note about packet");

  activate (fixture, "win.next-step");
  activate (fixture, "win.note");
  wait_for (fixture, " on CPU ");
  activate (fixture, "win.slowest");
  wait_until (fixture, has_found);
  activate (fixture, "win.note");
  wait_for (fixture, "New note about packet");
}

/* The first note asks where its review is to be, and is written there. */
static void
test_first_note (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  GtkDialog *dialog;

  open_copy (fixture, "one.dat");
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  g_assert_true (is_enabled (fixture, "note"));
  activate (fixture, "win.note");
  dialog = find_file_dialog ();
  g_assert_nonnull (dialog);
  gtk_dialog_response (dialog, GTK_RESPONSE_CANCEL);
  g_assert_false (has_panel (fixture));

  activate (fixture, "win.note");
  start_at (fixture, "case");
  g_assert_true (GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (fixture->window))));
  wait_for (fixture, "softirq_exit");
}

/* A review that is started on request does not begin a note. */
static void
test_no_note (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);

  open_copy (fixture, "one.dat");
  activate (fixture, "win.note");
  gtk_dialog_response (find_file_dialog (), GTK_RESPONSE_CANCEL);
  activate (fixture, "win.start-review");
  gtk_dialog_response (find_file_dialog (), GTK_RESPONSE_CANCEL);
  start_at (fixture, "case");
  g_assert_false (GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (fixture->window))));
}

/* A review has any name: its folder is known by the manifest, which may be opened as well. */
static void
test_any_name (Fixture       *fixture,
               gconstpointer  data)
{
  static const char *const names[] = { "incident 7", "incident 7/review.json" };
  g_autofree char *folder = in_directory (fixture, "incident 7");

  start_review (fixture);
  close_window (fixture);
  run_thresh (fixture, "notes create 'incident 7' one.dat");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = in_directory (fixture, names[i]), *name = NULL, *opened = NULL;
      g_autoptr(GFile) file = g_file_new_for_path (path);

      gui_open_file (fixture, file);
      wait_until (fixture, has_panel);
      opened = g_file_get_path (th_window_get_review (fixture->window));
      g_assert_cmpstr (opened, ==, folder);
      name = dup_name (fixture);
      g_assert_cmpstr (name, ==, "incident 7");
      close_window (fixture);
    }
}

/* A review of a cut names the original, so that notes on that are found in it. */
static void
test_cut (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *original = NULL, *cut = NULL, *key = NULL, *own = NULL, *cut_of = NULL;

  start_review (fixture);
  original = dup_manifest (fixture, "case.review");
  key = dup_member (original, "key");
  g_assert_nonnull (key);
  close_window (fixture);

  run_thresh (fixture, "cut --from 177.5737 --to 177.6 -o cut.dat one.dat");
  open_copy (fixture, "cut.dat");
  start_at (fixture, "of-cut");
  cut = dup_manifest (fixture, "of-cut.review");
  own = dup_member (cut, "key");
  cut_of = dup_member (cut, "cut-of");
  g_assert_cmpstr (cut_of, ==, key);
  g_assert_cmpstr (own, !=, key);
}

#define ADD_TEST(name, func) \
  g_test_add ("/gui/review-start/" name, Fixture, NULL, session_set_up, func, session_tear_down)

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);

  ADD_TEST ("on-request", test_start);
  ADD_TEST ("subject", test_subject);
  ADD_TEST ("first-note", test_first_note);
  ADD_TEST ("without-a-note", test_no_note);
  ADD_TEST ("any-name", test_any_name);
  ADD_TEST ("cut", test_cut);

  return g_test_run ();
}
