/* test-share.c - a review is packed in a window, with and without personal data; answers arrive
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "gui-sessions.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "th-note-file.h"
#include "th-review.h"
#include "th-review-sharing.h"
#include "th-share-dialog.h"
#include "th-share-row.h"

#define AUTHOR "Eleanor Zimmermann"

/* --- helpers ---------------------------------------------------------------- */

static char *
in_directory (Fixture    *fixture,
              const char *name)
{
  return g_build_filename (fixture->directory, name, NULL);
}

static void
activate_with_path (Fixture    *fixture,
                    const char *action,
                    const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *text = g_strdup_printf ("win.%s('%s')", action, uri);

  activate (fixture, text);
}

static gboolean
has_share (Fixture *fixture)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "share");
}

/* Appends a note by @AUTHOR to the review in @folder. */
static void
append_note (const char *folder,
             const char *file,
             const char *text)
{
  g_autoptr(ThNoteEntry) entry = th_note_entry_new (TH_NOTE_KIND_NOTE, AUTHOR, 1);
  g_autofree char *notes = g_build_filename (folder, "notes", NULL);
  g_autofree char *path = g_build_filename (notes, file, NULL);
  g_autoptr(GError) error = NULL;

  g_mkdir (notes, 0700);
  entry->text = g_strdup (text);
  entry->anchor = th_note_anchor_new (TH_NOTE_ON_REVIEW);
  th_note_file_append (path, entry, &error);
  g_assert_no_error (error);
}

/* Opens the sample, and a review case.review of it with a note. */
static void
open_review (Fixture *fixture)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *folder = in_directory (fixture, "case.review");
  g_autofree char *place = in_directory (fixture, "case");

  open_copy (fixture, "one.dat");
  activate_with_path (fixture, "start-review-at", place);
  wait_until (fixture, has_share);
  append_note (folder, "eleanor-zimmermann-1f03b8c2.jsonl", "Who sends this?");
}

static GtkWidget *
get_dialog (Fixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWidget) window = g_list_model_get_item (windows, i);

      if (TH_IS_SHARE_DIALOG (window))
        return window;
    }

  return NULL;
}

static gboolean
is_ready (Fixture *fixture)
{
  gboolean ready;

  g_object_get (get_dialog (fixture), "ready", &ready, NULL);
  return ready;
}

static gboolean
is_packed (Fixture *fixture)
{
  return get_dialog (fixture) == NULL;
}

static void
set_sanitizes (Fixture  *fixture,
               gboolean  sanitizes)
{
  gtk_switch_set_active (GTK_SWITCH (find_widget (get_dialog (fixture), GTK_TYPE_SWITCH)),
                         sanitizes);
}

static void
pack (Fixture    *fixture,
      const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);

  wait_until (fixture, is_ready);
  g_assert_true (gtk_widget_activate_action (get_dialog (fixture), "share.to", "s", uri));
  wait_until (fixture, is_packed);
}

/* What a shell prints; $1 is @path. */
static char *
run (const char *command,
     const char *path)
{
  const char *argv[] = { "bash", "-c", command, "bash", path, NULL };
  g_autoptr(GError) error = NULL;
  char *output;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  return g_strstrip (output);
}

#define MEMBERS "zstd -dc \"$1\" | tar -t | sed 's,[^/]*/,,' | LC_ALL=C sort | tr '\\n' ' '"
#define COUNT(text) "zstd -dc \"$1\" | tar -xO | grep -aci '" text "' || true"

/* In how many lines trace-cmd prints that of the recording in the archive, which may be compressed
 * itself. */
#define REPORTED(text) \
  "zstd -dc \"$1\" | tar -xO --wildcards '*.dat' >\"$1-dat\" && " \
  "trace-cmd report \"$1-dat\" 2>/dev/null | grep -c '" text "' || true"

/* Checks that no temporary folder was left beside the archive or the review. */
static void
assert_clean (Fixture *fixture)
{
  g_autoptr(GDir) dir = g_dir_open (fixture->directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_assert_null (strstr (name, ".tar.zst."));
      g_assert_null (strstr (name, ".thresher-"));
    }
}

/* --- packing ---------------------------------------------------------------- */

static void
test_whole (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "whole.review.tar.zst");
  g_autofree char *members = NULL, *n_authors = NULL, *n_tasks = NULL;

  open_review (fixture);
  activate (fixture, "win.share");
  set_sanitizes (fixture, FALSE);
  pack (fixture, path);

  members = run (MEMBERS, path);
  g_assert_cmpstr (members, ==, ".gitattributes notes/eleanor-zimmermann-1f03b8c2.jsonl "
                   "recordings/one.dat review.json");
  n_authors = run (COUNT ("zimmermann"), path);
  g_assert_cmpstr (n_authors, ==, "1");
  n_tasks = run (REPORTED ("curl"), path);
  g_assert_cmpstr (n_tasks, !=, "0");
  assert_clean (fixture);
}

/* The archive has neither the author of a note nor tasks and machines of the recording. */
static void
test_sanitized (Fixture       *fixture,
                gconstpointer  data)
{
  static const char *const texts[] = { COUNT ("zimmermann"), COUNT ("eleanor"),
                                       COUNT ("curl"), REPORTED ("curl"),
                                       COUNT ("10[.]77[.]0[.]1") };
  g_autofree char *path = in_directory (fixture, "clean"), *members = NULL;
  g_autofree char *archive = in_directory (fixture, "clean.review.tar.zst");

  open_review (fixture);
  activate (fixture, "win.share");
  wait_until (fixture, is_ready);
  g_assert_nonnull (find_widget_at (get_dialog (fixture), TH_TYPE_SHARE_ROW, 3));
  pack (fixture, path);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *n = run (texts[i], archive);

      g_assert_cmpstr (n, ==, "0");
    }
  members = run (MEMBERS, archive);
  g_assert_nonnull (strstr (members, "notes/author-"));
  g_assert_nonnull (strstr (members, "recordings/"));
  assert_clean (fixture);
}

static void
test_cut (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "cut.review.tar.zst"), *manifest = NULL;
  GtkWidget *row;

  open_review (fixture);
  activate (fixture, "win.zoom-in");
  activate (fixture, "win.zoom-in");
  wait_ms (500);
  activate (fixture, "win.share");
  set_sanitizes (fixture, FALSE);
  row = find_widget (get_dialog (fixture), TH_TYPE_SHARE_ROW);
  g_object_set (row, "selected", 1, NULL);
  pack (fixture, path);

  manifest = run ("zstd -dc \"$1\" | tar -xO --wildcards '*/review.json' | tr -d ' \\n'", path);
  g_assert_nonnull (strstr (manifest, "\"cut-of\""));
  assert_clean (fixture);
}

static void
test_left_out (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "notes.review.tar.zst"), *members = NULL;

  open_review (fixture);
  activate (fixture, "win.share");
  set_sanitizes (fixture, FALSE);
  g_object_set (find_widget (get_dialog (fixture), TH_TYPE_SHARE_ROW), "selected", 2, NULL);
  pack (fixture, path);

  members = run (MEMBERS, path);
  g_assert_null (strstr (members, "one.dat"));
  g_assert_nonnull (strstr (members, "review.json"));
}

/* --- both, choices, other recordings --------------------------------------- */

#define EVENTS \
  "zstd -dc \"$1\" | tar -xO --wildcards '*.dat' >\"$1-dat\" && " \
  "trace-cmd report \"$1-dat\" 2>/dev/null | grep -c ': '"

/* A part of the recording is shared without personal data: neither the rest nor names are in it,
 * and it is a recording of its own. */
static void
test_cut_sanitized (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "part.review.tar.zst"), *manifest = NULL;
  g_autofree char *whole = in_directory (fixture, "one.dat"), *n_part = NULL, *n_whole = NULL;
  g_autofree char *n_tasks = NULL;

  open_review (fixture);
  activate (fixture, "win.zoom-in");
  activate (fixture, "win.zoom-in");
  wait_ms (500);
  activate (fixture, "win.share");
  wait_until (fixture, is_ready);
  g_object_set (find_widget (get_dialog (fixture), TH_TYPE_SHARE_ROW), "selected", 1, NULL);
  pack (fixture, path);

  manifest = run ("zstd -dc \"$1\" | tar -xO --wildcards '*/review.json' | tr -d ' \\n'", path);
  g_assert_null (strstr (manifest, "\"cut-of\""));
  g_assert_nonnull (strstr (manifest, "\"sanitized\":true"));
  n_tasks = run (REPORTED ("curl"), path);
  g_assert_cmpstr (n_tasks, ==, "0");
  n_part = run (EVENTS, path);
  n_whole = run ("trace-cmd report \"$1\" 2>/dev/null | grep -c ': '", whole);
  g_assert_cmpint (atoi (n_part), >, 0);
  g_assert_cmpint (atoi (n_part), <, atoi (n_whole));
  assert_clean (fixture);
}

/* The row of that kind of personal data; @choice as in its list. */
static void
choose (Fixture        *fixture,
        ThPersonalKind  kind,
        guint           choice)
{
  GtkWidget *row;

  for (guint i = 0; (row = find_widget_at (get_dialog (fixture), TH_TYPE_SHARE_ROW, i)); i++)
    {
      GtkLabel *title = GTK_LABEL (find_widget (row, GTK_TYPE_LABEL));

      if (g_strcmp0 (gtk_label_get_text (title), th_personal_get_title (kind)) == 0)
        {
          g_object_set (row, "selected", choice, NULL);
          return;
        }
    }
  g_assert_not_reached ();
}

/* One kind is kept, one removed, and the others are renamed. */
static void
test_choices (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "some.review.tar.zst");
  g_autofree char *n_tasks = NULL, *n_authors = NULL, *n_addresses = NULL, *n_removed = NULL;
  g_autofree char *members = NULL;

  open_review (fixture);
  activate (fixture, "win.share");
  wait_until (fixture, is_ready);
  choose (fixture, TH_PERSONAL_TASKS, TH_PERSONAL_KEEP);
  choose (fixture, TH_PERSONAL_AUTHORS, TH_PERSONAL_REMOVE);
  choose (fixture, TH_PERSONAL_FILES, TH_PERSONAL_RENAME);
  pack (fixture, path);

  members = run ("zstd -dc \"$1\" | tar -t | grep recordings/", path);
  g_assert_nonnull (strstr (members, "recordings/recording-1.dat"));
  n_tasks = run (REPORTED ("curl"), path);
  g_assert_cmpint (atoi (n_tasks), >, 0);
  n_authors = run (COUNT ("zimmermann"), path);
  g_assert_cmpstr (n_authors, ==, "0");
  n_removed = run (COUNT ("\"author\":\"xxxxxxxxxxxxxxxxxx\""), path);
  g_assert_cmpstr (n_removed, ==, "1");
  n_addresses = run (REPORTED ("10[.]77[.]0[.]1"), path);
  g_assert_cmpstr (n_addresses, ==, "0");
  assert_clean (fixture);
}

static gboolean
has_problem (Fixture *fixture)
{
  GtkWidget *label;

  for (guint i = 0; (label = find_widget_at (get_dialog (fixture), GTK_TYPE_LABEL, i)); i++)
    if (strstr (gtk_label_get_text (GTK_LABEL (label)), "“two.data”: Only a trace.dat") != NULL)
      return gtk_widget_get_mapped (label);
  return FALSE;
}

/* A perf.data can be shared as it is, but not sanitized: then it can be left out. */
static void
test_perf_data (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "data", "e1000-probe.perf.data",
                                                   NULL);
  g_autofree char *copy = in_directory (fixture, "two.data");
  g_autofree char *folder = in_directory (fixture, "two.review");
  g_autofree char *first = in_directory (fixture, "one.dat");
  g_autofree char *whole = in_directory (fixture, "whole.review.tar.zst");
  g_autofree char *clean = in_directory (fixture, "clean.review.tar.zst");
  g_autofree char *members = NULL, *bytes = NULL, *same = NULL;
  g_autofree char *compare = g_strdup_printf ("zstd -dc \"$1\" | tar -xO --wildcards '*.data' | "
                                              "cmp - %s && echo same", source);
  const char *const recordings[] = { first, copy, NULL };
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autoptr(ThReview) review = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (source, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (copy, bytes, (gssize) length, NULL));
  review = th_review_create (folder, recordings, NULL);
  g_assert_nonnull (review);
  open_copy (fixture, "two.review");
  wait_until (fixture, has_share);

  activate (fixture, "win.share");
  wait_until (fixture, has_problem);
  set_sanitizes (fixture, FALSE);
  pack (fixture, whole);
  same = run (compare, whole);
  g_assert_cmpstr (same, ==, "same");

  activate (fixture, "win.share");
  wait_until (fixture, has_problem);
  g_object_set (find_widget_at (get_dialog (fixture), TH_TYPE_SHARE_ROW, 1), "selected", 1, NULL);
  pack (fixture, clean);
  members = run (MEMBERS, clean);
  g_assert_null (strstr (members, ".data"));
  g_assert_nonnull (strstr (members, "recordings/"));
  assert_clean (fixture);
}

/* --- cancelling -------------------------------------------------------------- */

/* Returns the number of files with the original names of sanitized reviews. */
static guint
count_kept (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "thresher", "sanitized",
                                              NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* The work of the dialog ends as soon as it is cancelled, and leaves nothing, wherever it was. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *folder = in_directory (fixture, "case.review");
  g_autofree char *path = in_directory (fixture, "never.review.tar.zst");
  guint n_kept;

  open_review (fixture);
  n_kept = count_kept ();
  for (guint sanitizes = 0; sanitizes < 2; sanitizes++)
    {
      ThReviewSharing *sharing = th_review_sharing_new (folder);
      ThProgress progress = { .cancelled = 1 };
      g_autoptr(GError) error = NULL;

      sharing->sanitizes = sanitizes;
      sharing->target = g_strdup (path);
      g_assert_false (th_review_sharing_pack (sharing, &progress, &error));
      g_assert_no_error (error);
      th_review_sharing_free (sharing);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      g_assert_cmpuint (count_kept (), ==, n_kept);
      assert_clean (fixture);
    }
}

/* --- answers ---------------------------------------------------------------- */

/* All messages of the status bar, as one may follow the other at once. */
static void
notice_cb (GObject    *view,
           GParamSpec *pspec,
           GString    *notices)
{
  g_autofree char *notice = NULL;

  g_object_get (view, "notice", &notice, NULL);
  g_string_append_printf (notices, "%s\n", notice != NULL ? notice : "");
}

static GString *notices;

static gboolean
is_merged (Fixture *fixture)
{
  return strstr (notices->str, "Merged") != NULL;
}

/* Another person adds two notes to the archive @path of @name, which is packed again. */
static void
answer (Fixture    *fixture,
        const char *path,
        const char *name)
{
  g_autofree char *output G_GNUC_UNUSED = run ("cd \"$(dirname \"$1\")\" && mkdir away && "
                                               "zstd -dc \"$1\" | tar -x -C away && rm \"$1\"",
                                               path);
  g_autofree char *inside = g_build_filename ("away", name, NULL);
  g_autofree char *folder = in_directory (fixture, inside), *command = NULL;
  g_autofree char *packed G_GNUC_UNUSED = NULL;

  append_note (folder, "other-00000001.jsonl", "It is the backup.");
  append_note (folder, "other-00000001.jsonl", "It runs each night.");
  command = g_strdup_printf ("cd \"$(dirname \"$1\")/away\" && tar -c %s | zstd -qo \"$1\"", name);
  packed = run (command, path);
}

/* The review is packed, answered and merged. */
static void
share_and_merge (Fixture    *fixture,
                 const char *name,
                 gboolean    sanitizes)
{
  g_autofree char *archive = g_strconcat (name, ".tar.zst", NULL);
  g_autofree char *path = in_directory (fixture, archive);
  g_autofree char *merged = in_directory (fixture, "case.review/notes/other-00000001.jsonl");
  GtkWidget *view;
  gulong handler;

  open_review (fixture);
  view = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_DOCUMENT_VIEW);
  activate (fixture, "win.share");
  set_sanitizes (fixture, sanitizes);
  pack (fixture, path);
  answer (fixture, path, name);

  notices = g_string_new (NULL);
  handler = g_signal_connect (view, "notify::notice", G_CALLBACK (notice_cb), notices);
  activate_with_path (fixture, "merge-answers-from", path);
  wait_until (fixture, is_merged);
  wait_ms (2000); /* the notes arrive as well */
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, "Merged: 2 new notes");
  g_signal_handler_disconnect (view, handler);
  g_assert_nonnull (strstr (notices->str, "Merged: 2 new notes\n"));
  g_string_free (notices, TRUE);
  g_assert_true (g_file_test (merged, G_FILE_TEST_EXISTS));
  assert_clean (fixture);
}

static void
test_merge (Fixture       *fixture,
            gconstpointer  data)
{
  share_and_merge (fixture, "case.review", FALSE);
}

/* The notes of this user, which come back with other names, are not new. */
static void
test_merge_sanitized (Fixture       *fixture,
                      gconstpointer  data)
{
  share_and_merge (fixture, "clean.review", TRUE);
}

#define ADD(name, func) \
  g_test_add ("/gui/share/" name, Fixture, NULL, session_set_up, func, session_tear_down)

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);

  ADD ("whole", test_whole);
  ADD ("sanitized", test_sanitized);
  ADD ("cut", test_cut);
  ADD ("left-out", test_left_out);
  ADD ("cut-sanitized", test_cut_sanitized);
  ADD ("choices", test_choices);
  ADD ("perf-data", test_perf_data);
  ADD ("cancel", test_cancel);
  ADD ("merge", test_merge);
  ADD ("merge-sanitized", test_merge_sanitized);

  return g_test_run ();
}
