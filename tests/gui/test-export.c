/* test-export.c - what the window shows is saved in files of other programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-comparison.h"
#include "gui-fixture.h"
#include "gui-sessions.h"

#include <string.h>

#include <glib/gstdio.h>

#include "th-job.h"
#include "th-job-dialog.h"
#include "th-note-file.h"
#include "th-note-find.h"
#include "th-report-review.h"
#include "th-review.h"
#include "th-shared-session.h"
#include "th-widgets.h"

/* --- helpers ---------------------------------------------------------------- */

/* The file that exists() looks for. */
static char *awaited;

static gboolean
exists (Fixture *fixture)
{
  return g_file_test (awaited, G_FILE_TEST_EXISTS);
}

/* Runs the action with the file @name of the directory, and returns what it wrote. */
static char *
export (Fixture    *fixture,
        const char *action,
        const char *name)
{
  g_autoptr(GFile) file = NULL;
  g_autofree char *uri = NULL, *detailed = NULL;
  char *contents = NULL;

  g_free (awaited);
  awaited = g_build_filename (fixture->directory, name, NULL);
  file = g_file_new_for_path (awaited);
  uri = g_file_get_uri (file);
  detailed = g_strdup_printf ("win.%s('%s')", action, uri);
  wait_until (fixture, is_analysed);
  wait_ms (50);
  activate (fixture, detailed);
  wait_until (fixture, exists);
  wait_until (fixture, is_at_rest);
  wait_ms (100);
  g_assert_true (g_file_get_contents (awaited, &contents, NULL, NULL));
  return contents;
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *at = text; (at = strchr (at, '\n')) != NULL; at++)
    n++;
  return n;
}

/* --- tests ------------------------------------------------------------------ */

/* By trace-cmd report -t: 2687 events, of which 170 are from 177.7 to 177.72. */
static void
test_events (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *csv = NULL, *json = NULL, *text = NULL, *some = NULL;

  open_copy (fixture, "one.dat");
  csv = export (fixture, "export-events-to", "e.csv");
  g_assert_cmpuint (count_lines (csv), ==, 1 + 2687);
  g_assert_true (g_str_has_prefix (csv, "ts,cpu,task,pid,type,info\n177573538626,2,"));
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, "Saved as “e.csv”");
  json = export (fixture, "export-events-to", "e.jsonl");
  g_assert_cmpuint (count_lines (json), ==, 2687);
  text = export (fixture, "export-events-to", "e.txt");
  g_assert_cmpuint (count_lines (text), ==, 1 + 2687);

  activate (fixture, "win.select-span((int64 177700000000, int64 177720000000))");
  some = export (fixture, "export-events-to", "some.jsonl");
  g_assert_cmpuint (count_lines (some), ==, 170);
}

static gboolean
has_chooser (Fixture *fixture)
{
  return th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_FILE_CHOOSER_DIALOG) != NULL;
}

static gboolean
has_no_chooser (Fixture *fixture)
{
  return !has_chooser (fixture);
}

/* The names that are suggested begin with that of the recording, in its folder. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct { const char *action, *name; } wanted[] = {
    { "win.export-events", "one.v2-events.csv" }, { "win.export-lanes", "one.v2-lanes.png" },
    { "win.export-span", "one.v2-span.dat" }, { "win.report", "one.v2-report.html" },
    { "win.save-rows", "one.v2-events.csv" }, { "win.save-picture", "one.v2.png" }
  };
  g_autoptr(GFile) copy = copy_sample (fixture, "one.v2.dat", 0);
  g_autoptr(GFile) folder = g_file_get_parent (copy);

  open_copy (fixture, "one.v2.dat");
  wait_until (fixture, is_analysed);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autofree char *name = NULL;
      g_autoptr(GFile) shown = NULL;
      GtkWindow *chooser;

      activate (fixture, wanted[i].action);
      wait_until (fixture, has_chooser);
      chooser = th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_FILE_CHOOSER_DIALOG);
      name = gtk_file_chooser_get_current_name (GTK_FILE_CHOOSER (chooser));
      g_assert_cmpstr (name, ==, wanted[i].name);
      shown = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser));
      g_assert_true (g_file_equal (shown, folder));
      gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
      wait_until (fixture, has_no_chooser);
    }
}

/* Chooses a format, counted from 0, enters a name, and saves. */
static void
save_as (Fixture    *fixture,
         const char *name,
         guint       format)
{
  GtkFileChooser *chooser;
  g_autoptr(GListModel) filters = NULL;
  g_autoptr(GtkFileFilter) filter = NULL;

  if (!has_chooser (fixture))
    activate (fixture, "win.export-lanes");
  wait_until (fixture, has_chooser);
  chooser = GTK_FILE_CHOOSER (th_dialog_find (GTK_WINDOW (fixture->window),
                                              GTK_TYPE_FILE_CHOOSER_DIALOG));
  filters = gtk_file_chooser_get_filters (chooser);
  filter = g_list_model_get_item (filters, format);
  gtk_file_chooser_set_filter (chooser, filter);
  gtk_file_chooser_set_current_name (chooser, name);
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT);
}

static gboolean
has_whole_name (Fixture *fixture)
{
  GtkWindow *chooser = th_dialog_find (GTK_WINDOW (fixture->window),
                                       GTK_TYPE_FILE_CHOOSER_DIALOG);
  g_autofree char *name = gtk_file_chooser_get_current_name (GTK_FILE_CHOOSER (chooser));

  return gtk_widget_get_mapped (GTK_WIDGET (chooser)) && g_strcmp0 (name, "own.svg") == 0;
}

/* A name without a suffix gets that of the chosen format. */
static void
test_formats (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct { const char *format, *name; } wanted[] = {
    { "PNG", "one-lanes.png" }, { "SVG", "one-lanes.svg" }, { "PDF", "one-lanes.pdf" }
  };
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *path = g_build_filename (fixture->directory, "own.svg", NULL), *svg = NULL;
  g_autoptr(GListModel) filters = NULL;
  GtkFileChooser *chooser;

  open_copy (fixture, "one.dat");
  activate (fixture, "win.export-lanes");
  wait_until (fixture, has_chooser);
  chooser = GTK_FILE_CHOOSER (th_dialog_find (GTK_WINDOW (fixture->window),
                                              GTK_TYPE_FILE_CHOOSER_DIALOG));
  filters = gtk_file_chooser_get_filters (chooser);
  g_assert_cmpuint (g_list_model_get_n_items (filters), ==, G_N_ELEMENTS (wanted));
  for (guint i = G_N_ELEMENTS (wanted); i-- > 0;)
    {
      g_autoptr(GtkFileFilter) filter = g_list_model_get_item (filters, i);
      g_autofree char *shown = NULL;

      g_assert_cmpstr (gtk_file_filter_get_name (filter), ==, wanted[i].format);
      gtk_file_chooser_set_filter (chooser, filter);
      shown = gtk_file_chooser_get_current_name (chooser);
      g_assert_cmpstr (shown, ==, wanted[i].name);
    }

  save_as (fixture, "own", 1);
  wait_until (fixture, has_no_chooser);
  wait_until (fixture, is_at_rest);
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, "Saved as “own.svg”");
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "<svg "));

  /* An existing file is not replaced unasked: the dialog shows the complete name first. */
  g_assert_true (g_file_set_contents (path, "mine", -1, NULL));
  save_as (fixture, "own", 1);
  wait_until (fixture, has_whole_name);
  g_clear_pointer (&svg, g_free);
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  g_assert_cmpstr (svg, ==, "mine");
}

static void
test_others (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *chrome = NULL, *svg = NULL, *html = NULL, *markdown = NULL;
  g_autofree char *picture = NULL;

  open_copy (fixture, "one.dat");
  chrome = export (fixture, "export-chrome-to", "t.json");
  g_assert_nonnull (strstr (chrome, "\"traceEvents\":["));
  svg = export (fixture, "export-lanes-to", "l.svg");
  g_assert_nonnull (strstr (svg, "<svg "));

  html = export (fixture, "report-to", "r.html");
  g_assert_nonnull (strstr (html, "<h1>one.dat</h1>"));
  g_assert_nonnull (strstr (html, "Slowest Packets"));
  markdown = export (fixture, "report-to", "r.md");
  picture = g_build_filename (fixture->directory, "r-1.png", NULL);
  g_assert_true (g_file_test (picture, G_FILE_TEST_EXISTS));
  g_assert_true (g_str_has_prefix (markdown, "# one.dat\n"));
}

/* Returns what `thresh report --compare` writes about the same recordings. */
static char *
report_by_command (Fixture    *fixture,
                   const char *name)
{
  g_autofree char *thresh = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "cli", "thresh",
                                              NULL);
  g_autofree char *path = g_build_filename (fixture->directory, name, NULL);
  g_autofree char *a = g_test_build_filename (G_TEST_DIST, "data", "e1000-gt-udp.dat", NULL);
  g_autofree char *b = g_test_build_filename (G_TEST_DIST, "data", "e1000-lost.dat", NULL);
  const char *command[] = { thresh, "report", "-o", path, "--compare", a, "--", b, NULL };
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autofree char *folder = g_strconcat (data, "/", NULL);
  g_autofree char *contents = NULL;
  GString *text;

  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                NULL, NULL);
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  /* Warnings name a run as the command line does, with its folder. */
  text = g_string_new (contents);
  g_string_replace (text, folder, "", 0);
  return g_string_free (text, FALSE);
}

static void
cut_line (GString    *text,
          const char *beginning)
{
  const char *line = strstr (text->str, beginning);

  g_assert_nonnull (line);
  g_string_erase (text, line - text->str, strchr (line, '\n') + 1 - line);
}

/* During a comparison, a report saved from either side is about the comparison; after it, about the
 * recording. */
static void
test_comparison (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *expected = NULL, *alone = NULL;

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  expected = report_by_command (fixture, "command.md");
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *name = g_strdup_printf ("window-%u.md", side), *report = NULL, *stem = NULL;
      g_autofree char *suggested = NULL;
      g_autoptr(GString) text = NULL;
      GtkWindow *chooser;

      report = export (fixture, "report-to", name);
      stem = g_strdup_printf ("window-%u", side);
      text = g_string_new (report);
      g_string_replace (text, stem, "command", 0);
      /* The window also looks for call chains, and says why there are none. */
      cut_line (text, "- Call chains: ");
      cut_line (text, "- Call chains: ");
      g_assert_cmpstr (text->str, ==, expected);

      activate (fixture, "win.report");
      wait_until (fixture, has_chooser);
      chooser = th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_FILE_CHOOSER_DIALOG);
      suggested = gtk_file_chooser_get_current_name (GTK_FILE_CHOOSER (chooser));
      g_assert_cmpstr (suggested, ==, "e1000-gt-udp-comparison.html");
      gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
      wait_until (fixture, has_no_chooser);
      activate (fixture, "win.other-side");
    }

  activate (fixture, "win.close-comparison");
  alone = export (fixture, "report-to", "alone.md");
  g_assert_true (g_str_has_prefix (alone, "# e1000-gt-udp.dat\n"));
}

static gboolean
has_notes (Fixture *fixture)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "notes");
}

/* Appends an entry by another person to case.review. */
static void
append_entry (Fixture           *fixture,
              const ThNoteEntry *entry)
{
  g_autofree char *path = g_build_filename (fixture->directory, "case.review", "notes",
                                            "other-1.jsonl", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (th_note_file_append (path, entry, &error));
  g_assert_no_error (error);
}

/* A note about the first event of CPU 0, and a reply to it. */
static void
append_thread (Fixture    *fixture,
               ThDocument *document)
{
  g_autofree char *path = g_file_get_path (th_document_get_file (document));
  g_autofree char *key = th_review_make_key (path, NULL);
  g_autoptr(ThNoteEntry) note = th_note_entry_new (TH_NOTE_KIND_NOTE, "On-Call Engineer", 1);
  g_autoptr(ThNoteEntry) reply = th_note_entry_new (TH_NOTE_KIND_REPLY, "Kernel Developer", 2);

  note->text = g_strdup ("The queue stalls here");
  note->anchor = th_note_anchor_for_event (th_document_get_recording (document), key,
                                           (ThRef) { 0, 0, 0 });
  reply->of = g_strdup (note->id);
  reply->text = g_strdup ("Because of the lock");
  append_entry (fixture, note);
  append_entry (fixture, reply);
}

/* The report of an open review has its notes, with pictures and replies. */
static void
test_review (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *path = g_build_filename (fixture->directory, "case", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *action = g_strdup_printf ("win.start-review-at('%s')", uri), *html = NULL;
  ThDocument *document = open_copy (fixture, "one.dat");
  const char *note, *picture, *reply;

  activate (fixture, action);
  wait_until (fixture, has_notes);
  append_thread (fixture, document);
  html = export (fixture, "report-to", "r.html");

  g_assert_nonnull (strstr (html, "<h1>case</h1>"));
  g_assert_nonnull (strstr (html, "1 note, 1 open"));
  g_assert_null (strstr (html, "<h2>Timeline</h2>"));
  note = strstr (html, "<article class=\"note\"");
  g_assert_nonnull (note);
  picture = strstr (note, "<svg ");
  g_assert_nonnull (picture);
  reply = strstr (picture, "Because of the lock");
  g_assert_nonnull (reply);
  g_assert_true (strstr (picture, "The queue stalls here") < reply);
  g_assert_true (reply < strstr (note, "</article>"));
  g_assert_null (strstr (html, "not open"));
}

/* Makes case.review of one.dat, which is open, and of two.dat, which has another content. */
static char *
make_review (Fixture *fixture)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autoptr(GFile) two G_GNUC_UNUSED = copy_sample (fixture, "two.dat", 0);
  g_autofree char *path = g_build_filename (fixture->directory, "case", NULL);
  g_autofree char *folder = g_strconcat (path, TH_REVIEW_SUFFIX, NULL);
  g_autofree char *other = g_build_filename (fixture->directory, "two.dat", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *action = g_strdup_printf ("win.start-review-at('%s')", uri);
  g_autoptr(ThReview) review = NULL;
  g_autoptr(GError) error = NULL;
  FILE *stream = fopen (other, "ae");

  g_assert_cmpint (fputc (0, stream), ==, 0);
  fclose (stream);
  open_copy (fixture, "one.dat");
  activate (fixture, action);
  wait_until (fixture, has_notes);
  review = th_review_open (folder, &error);
  g_assert_no_error (error);
  g_assert_true (th_review_add (review, other, NULL, &error));
  return g_steal_pointer (&folder);
}

/* Adds a session that compares the first recording of the review with @other. */
static void
add_session (const char *folder,
             const char *name,
             const char *other)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThReview) review = th_review_open (folder, &error);
  const ThReviewRecording *one;
  g_autofree char *sessions = g_build_filename (folder, "sessions", NULL);
  g_autofree char *path = g_strconcat (sessions, "/", name, TH_SHARED_SESSION_SUFFIX, NULL);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  one = g_ptr_array_index (review->recordings, 0);
  text = g_strdup_printf ("{\"format\": \"thresher-shared-session\", \"version\": 1, "
                          "\"recordings\": [{\"uri\": \"a.dat\", \"key\": \"%s\"}, "
                          "{\"uri\": \"b.dat\", \"key\": \"%s\"}], \"comparison\": "
                          "{\"a\": [{\"recording\": 0}], \"b\": [{\"recording\": 1}]}}",
                          one->key, other);
  g_assert_cmpint (g_mkdir_with_parents (sessions, 0777), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, &error));
}

static char *
dup_key (const char *folder,
         guint       number)
{
  g_autoptr(ThReview) review = th_review_open (folder, NULL);

  return g_strdup (((ThReviewRecording *) g_ptr_array_index (review->recordings, number))->key);
}

/* The report of a review has all of its recordings, not only the open one. */
static void
test_review_recordings (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *folder G_GNUC_UNUSED = make_review (fixture), *html = NULL;

  html = export (fixture, "report-to", "r.html");
  g_assert_nonnull (strstr (html, "<h3>one.dat</h3>"));
  g_assert_nonnull (strstr (html, "<h3>two.dat</h3>"));
  g_assert_null (strstr (html, "two.dat” is missing"));
  g_assert_null (strstr (html, "<h2>Comparison"));
}

/* The report of a review has the comparisons of its sessions; the window says which of them are
 * left out, and why. */
static void
test_review_comparison (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *folder = make_review (fixture), *key = dup_key (folder, 1);
  g_autofree char *html = NULL, *other = NULL;
  const char *section;

  add_session (folder, "web", key);
  html = export (fixture, "report-to", "r.html");
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, "Saved as “r.html”");
  section = strstr (html, "Comparison “web”</h2>");
  g_assert_nonnull (section);
  g_assert_nonnull (strstr (section, "Verdict"));
  g_assert_nonnull (strstr (html, "<h3>two.dat</h3>"));

  add_session (folder, "gone", "none");
  other = export (fixture, "report-to", "s.html");
  g_assert_nonnull (strstr (other, "Comparison “web”</h2>"));
  g_assert_null (strstr (other, "“gone”"));
  g_assert_true (g_str_has_prefix (gui_get_notice (fixture->window),
                                   "Saved as “s.html”; the comparison “gone” is left out: “"));
}

/* The comparison that is open is in the report of a review, too; once, if a session holds it. */
static void
test_review_shown (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *folder = make_review (fixture), *key = dup_key (folder, 1);
  g_autofree char *one = g_build_filename (fixture->directory, "one.dat", NULL);
  g_autofree char *two = g_build_filename (fixture->directory, "two.dat", NULL);
  g_autofree char *html = NULL, *other = NULL;
  const char *section;

  gui_compare (fixture, one, two);
  html = export (fixture, "report-to", "r.html");
  g_assert_nonnull (strstr (html, "<h1>case</h1>"));
  section = strstr (html, "<h2>Comparison");
  g_assert_nonnull (section);
  g_assert_nonnull (strstr (section, "Verdict"));
  g_assert_null (strstr (section + 1, "<h2>Comparison"));

  add_session (folder, "web", key);
  other = export (fixture, "report-to", "s.html");
  section = strstr (other, "Comparison “web”</h2>");
  g_assert_nonnull (section);
  g_assert_null (strstr (other, "<h2>Comparison</h2>"));
}

/* @stop: at which progress the work is cancelled, per mille */
typedef struct
{
  ThProgress  progress;
  gint        stop;
  gint        is_over; /* atomic */
  gint        highest;
  gboolean    fell;
} Watch;

static gpointer
watch_progress (gpointer data)
{
  Watch *self = data;

  while (!g_atomic_int_get (&self->is_over))
    {
      gint now = g_atomic_int_get (&self->progress.permille);

      self->fell |= now < self->highest;
      self->highest = MAX (self->highest, now);
      if (now >= self->stop)
        g_atomic_int_set (&self->progress.cancelled, 1);
    }
  return NULL;
}

/* Writes the report of the review, whose first recording is open, to @path. */
static gboolean
write_watched (Fixture    *fixture,
               const char *folder,
               const char *path,
               Watch      *watch)
{
  ThDocument *document = th_document_view_get_document (gui_get_view (fixture->window));
  g_autofree char *source = g_file_get_path (th_document_get_file (document));
  ThNotesRecording open = { th_document_get_recording (document),
                            (GPtrArray *) th_document_get_results (document), NULL, source };
  g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GError) error = NULL;
  GThread *thread = g_thread_new ("watch", watch_progress, watch);
  gboolean written = th_report_review_write (folder, &open, NULL, path, problems, &watch->progress,
                                             &error);

  g_atomic_int_set (&watch->is_over, 1);
  g_thread_join (thread);
  g_assert_no_error (error);
  return written;
}

/* The progress of a report never falls, and loading, which is four of five steps here, can be
 * cancelled. */
static void
test_review_progress (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *folder = make_review (fixture), *key = dup_key (folder, 1);
  g_autofree char *path = g_build_filename (fixture->directory, "p.html", NULL);
  Watch whole = { .stop = G_MAXINT }, stopped = { .stop = 210 };

  add_session (folder, "web", key);
  wait_until (fixture, is_analysed);
  g_assert_false (write_watched (fixture, folder, path, &stopped));
  g_assert_cmpint (stopped.highest, <=, 800);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  g_assert_true (write_watched (fixture, folder, path, &whole));
  g_assert_false (whole.fell);
  g_assert_cmpint (whole.highest, >, 800);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* A name without a suffix gets the usual one, but replaces no file. */
static void
test_suffix (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *path = g_build_filename (fixture->directory, "a.html", NULL);
  g_autofree char *wanted = g_build_filename (fixture->directory, "a", NULL);
  g_autofree char *uri = g_filename_to_uri (wanted, NULL, NULL);
  g_autofree char *action = g_strdup_printf ("win.report-to('%s')", uri), *found = NULL;

  open_copy (fixture, "one.dat");
  g_assert_true (g_file_set_contents (path, "mine", -1, NULL));
  wait_until (fixture, is_analysed);
  wait_ms (50);
  activate (fixture, action);
  wait_ms (300);
  g_assert_cmpstr (gui_get_notice (fixture->window), ==,
                   "“a.html” exists already. Choose another name.");
  g_assert_true (g_file_get_contents (path, &found, NULL, NULL));
  g_assert_cmpstr (found, ==, "mine");

  g_unlink (path);
  g_free (awaited);
  awaited = g_strdup (path);
  activate (fixture, action);
  wait_until (fixture, exists);
}

/* --- a long job --------------------------------------------------------------- */

typedef struct
{
  gint     started; /* atomic */
  gboolean ended;
  gboolean succeeded;
} Long;

static gboolean
work_until_cancelled (gpointer     data,
                      ThProgress  *progress,
                      GError     **error)
{
  Long *self = data;

  th_progress_set (progress, .25);
  g_atomic_int_set (&self->started, 1);
  while (!th_progress_is_cancelled (progress))
    g_usleep (1000);
  return FALSE;
}

static void
long_done (GtkWidget    *owner,
           gboolean      succeeded,
           const GError *error,
           gpointer      data)
{
  Long *self = data;

  g_assert_no_error (error);
  self->ended = TRUE;
  self->succeeded = succeeded;
}

static GtkWindow *
find_dialog (void)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    if (TH_IS_JOB_DIALOG (item->data))
      return item->data;

  return NULL;
}

static gboolean
has_dialog (Fixture *fixture)
{
  return find_dialog () != NULL;
}

static Long long_job;

static gboolean
has_ended (Fixture *fixture)
{
  return long_job.ended;
}

/* A job that takes long has a dialog, which cancels it. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  GtkProgressBar *bar;

  open_copy (fixture, "one.dat");
  long_job = (Long) { 0 };
  th_job_run (GTK_WIDGET (gui_get_view (fixture->window)), "Long work", "It takes long",
              work_until_cancelled, &long_job, NULL, long_done);
  wait_until (fixture, has_dialog);
  wait_ms (300);
  bar = GTK_PROGRESS_BAR (find_widget (GTK_WIDGET (find_dialog ()), GTK_TYPE_PROGRESS_BAR));
  g_assert_cmpfloat_with_epsilon (gtk_progress_bar_get_fraction (bar), .25, .001);
  g_assert_false (long_job.ended);

  gtk_window_close (find_dialog ());
  wait_until (fixture, has_ended);
  g_assert_false (long_job.succeeded);
  g_assert_null (find_dialog ());
}

/* A window that is closed cancels its job. */
static void
test_close (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);

  open_copy (fixture, "one.dat");
  long_job = (Long) { 0 };
  th_job_run (GTK_WIDGET (gui_get_view (fixture->window)), "Long work", "It takes long",
              work_until_cancelled, &long_job, NULL, long_done);
  close_window (fixture);
  wait_until (fixture, is_at_rest);
  g_assert_false (long_job.ended);
}

/* GtkFileChooserNative still uses its dialog after the window has destroyed it. */
static void
test_close_chooser (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);

  open_copy (fixture, "one.dat");
  activate (fixture, "win.export-lanes");
  wait_until (fixture, has_chooser);
  close_window (fixture);
  wait_until (fixture, is_at_rest);
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
    { "/export/events", test_events },
    { "/export/names", test_names },
    { "/export/formats", test_formats },
    { "/export/comparison", test_comparison },
    { "/export/others", test_others },
    { "/export/review", test_review },
    { "/export/review-recordings", test_review_recordings },
    { "/export/review-comparison", test_review_comparison },
    { "/export/review-shown", test_review_shown },
    { "/export/review-progress", test_review_progress },
    { "/export/suffix", test_suffix },
    { "/export/cancel", test_cancel },
    { "/export/close", test_close },
    { "/export/close-chooser", test_close_chooser },
  };

  init_test (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, session_set_up, tests[i].func, session_tear_down);
  return g_test_run ();
}
