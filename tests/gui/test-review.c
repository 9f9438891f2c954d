/* test-review.c - a review in a window: notes are written, arrive, and lead to their places
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-comparison.h"
#include "gui-fixture.h"
#include "gui-review.h"
#include "gui-sessions.h"

#include <string.h>

#include <glib/gstdio.h>

#include "th-comparison-table.h"
#include "th-comparison-text.h"
#include "th-flow-follower.h"
#include "th-note-composer.h"
#include "th-note-file.h"
#include "th-note-row.h"
#include "th-notes-panel.h"
#include "th-review-bar.h"
#include "th-widgets.h"

#define SECOND_US G_USEC_PER_SEC

/* --- helpers ---------------------------------------------------------------- */

static char *
read_notes (Fixture *fixture)
{
  g_autofree char *folder = in_directory (fixture, "case.review/notes");
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  GString *all = g_string_new (NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_string_append (all, text);
    }
  return g_string_free (all, FALSE);
}

static GtkTextBuffer *
get_buffer (Fixture *fixture)
{
  GtkWidget *composer = find_widget (get_panel (fixture), TH_TYPE_NOTE_COMPOSER);

  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (find_widget (composer, GTK_TYPE_TEXT_VIEW)));
}

static char *
dup_typed (Fixture *fixture)
{
  char *text;

  g_object_get (get_buffer (fixture), "text", &text, NULL);
  return text;
}

static GtkWidget *
find_button (GtkWidget  *widget,
             const char *label)
{
  for (guint i = 0; ; i++)
    {
      GtkWidget *button = find_widget_at (widget, GTK_TYPE_BUTTON, i);

      if (button == NULL || g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) == 0)
        return button;
    }
}

static void
press (Fixture    *fixture,
       const char *label)
{
  GtkWidget *button = find_button (get_panel (fixture), label);

  g_assert_nonnull (button);
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

static void
notes_action (Fixture    *fixture,
              const char *name,
              const char *id)
{
  g_assert_true (gtk_widget_activate_action (get_panel (fixture), name, "s", id));
}

/* --- tests ------------------------------------------------------------------- */

/* A note about an event, as a user writes it. */
static void
test_write (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *written = NULL, *typed = NULL, *summary = NULL;

  start_review (fixture);
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.show-span((int64 177700000000, int64 177720000000))");
  activate (fixture, "win.note");
  g_assert_true (GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (fixture->window))));
  gtk_text_buffer_set_text (get_buffer (fixture), "Why so late?", -1);
  /* A selection elsewhere takes neither the text nor the subject away. */
  activate (fixture, "win.select((uint32 0, uint32 1, uint32 5))");
  typed = dup_typed (fixture);
  g_assert_cmpstr (typed, ==, "Why so late?");
  press (fixture, "Save Note");
  wait_for (fixture, "1 of 1");
  written = read_notes (fixture);
  g_assert_nonnull (strstr (written, "\"Why so late?\""));
  g_assert_nonnull (strstr (written, "\"on\":\"event\""));
  g_assert_nonnull (strstr (written, "\"cpu\":2"));
  g_assert_nonnull (strstr (written, "\"from\":177700000000"));
  g_assert_nonnull (strstr (written, "\"to\":177720000000"));
  g_clear_pointer (&typed, g_free);
  typed = dup_typed (fixture);
  g_assert_cmpstr (typed, ==, "");
  summary = dup_summary (fixture);
  g_assert_cmpstr (summary, ==, "1 person · 1 note, 1 open");
}

static gboolean
is_mapped (GtkWidget  *panel,
           const char *button)
{
  GtkWidget *found = find_button (panel, button);

  return found != NULL && gtk_widget_get_mapped (found);
}

/* A user who knows no key finds where to write, and what a note would be about. */
static void
test_offer (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *panel;

  start_review (fixture);
  panel = get_panel (fixture);
  wait_for (fixture, "A note says what you see");
  wait_for (fixture, "About lane CPU 0");
  g_assert_true (is_mapped (panel, "Write a Note"));
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  wait_for (fixture, "on CPU 2");
  activate (fixture, "win.select((uint32 0, uint32 1, uint32 5))");
  wait_for (fixture, "on CPU 1");
  g_assert_false (shows (fixture, "on CPU 2"));
  activate (fixture, "win.select-span((int64 177620000000, int64 177630000000))");
  wait_for (fixture, "About 177.620000");

  press (fixture, "Write a Note");
  wait_for (fixture, "New note about 177.620000");
  g_assert_true (GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (fixture->window))));
  g_assert_false (is_mapped (panel, "Write a Note"));
  gtk_text_buffer_set_text (get_buffer (fixture), "Slow", -1);
  press (fixture, "Save Note");
  wait_for (fixture, "Reply to note 1");
  g_assert_false (is_mapped (panel, "Write a Note"));
  press (fixture, "New Note");
  wait_for (fixture, "New note about");
  g_assert_false (is_mapped (panel, "New Note"));
}

/* Writes a note by `thresh notes add`. */
static void
add_by_command (Fixture    *fixture,
                const char *text)
{
  g_autofree char *thresh = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "cli", "thresh",
                                              NULL);
  g_autofree char *folder = in_directory (fixture, "case.review");
  const char *command[] = { thresh, "notes", "add", "--author", "On-Call Engineer", text, folder,
                            NULL };
  g_autoptr(GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
}

/* A text that was not saved is there again in the next window. */
static void
test_draft (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "case.review"), *typed = NULL, *id = NULL;
  g_autoptr(GFile) folder = g_file_new_for_path (path);

  start_review (fixture);
  id = append_by_other (fixture, other_note ("Who did it?", TH_NOTE_ON_REVIEW));
  wait_for (fixture, "Who did it?");
  activate (fixture, "win.next-note");
  gtk_text_buffer_set_text (get_buffer (fixture), "It was", -1);
  wait_ms (1000);
  gtk_text_buffer_set_text (get_buffer (fixture), "It was me", -1);
  close_window (fixture);
  wait_ms (500);

  gui_open_file (fixture, folder);
  wait_until (fixture, has_panel);
  wait_until (fixture, is_known);
  wait_for (fixture, "Who did it?");
  typed = dup_typed (fixture);
  g_assert_cmpstr (typed, ==, "");
  activate (fixture, "win.next-note");
  g_clear_pointer (&typed, g_free);
  typed = dup_typed (fixture);
  g_assert_cmpstr (typed, ==, "It was me");
}

/* What another process saves appears within a second, without the focus. */
static void
test_arrival (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *focus;
  gint64 begin;

  start_review (fixture);
  gtk_widget_grab_focus (GTK_WIDGET (th_window_get_timeline (fixture->window)));
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  add_by_command (fixture, "It drops packets");
  begin = g_get_monotonic_time ();
  while (!shows (fixture, "It drops packets") && g_get_monotonic_time () - begin < 3 * SECOND_US)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, SECOND_US);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == focus);
  g_assert_true (shows (fixture, "On-Call Engineer"));
  g_assert_true (shows (fixture, "new"));
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, "1 unread note");

  activate (fixture, "win.next-note");
  wait_for (fixture, "1 of 1");
  g_assert_false (shows (fixture, "new"));
}

/* The answer to what the user did is not replaced by what others do meanwhile, which is said
 * afterwards. */
static void
test_arrival_waits (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *id = NULL;

  start_review (fixture);
  activate (fixture, "win.save-note('mine')");
  for (guint i = 0; i < 100 && g_strcmp0 (gui_get_notice (fixture->window), "Note saved") != 0; i++)
    wait_ms (10);
  id = append_by_other (fixture, other_note ("theirs", TH_NOTE_ON_REVIEW));
  wait_for (fixture, "theirs");
  wait_ms (500);
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, "Note saved");
  for (guint i = 0; i < 100 && g_strcmp0 (gui_get_notice (fixture->window), "Note saved") == 0; i++)
    wait_ms (100);
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, "1 unread note");
  activate (fixture, "win.next-note");
  activate (fixture, "win.next-note");
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, NULL);
}

/* A review is remembered as read in another window. */
static void
test_read_again (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *first = NULL, *second = NULL, *path = in_directory (fixture, "case.review");
  g_autoptr(GFile) folder = g_file_new_for_path (path);

  start_review (fixture);
  first = append_by_other (fixture, other_note ("First", TH_NOTE_ON_REVIEW));
  second = append_by_other (fixture, other_note ("Second", TH_NOTE_ON_REVIEW));
  wait_for (fixture, "Second");
  activate (fixture, "win.next-note");
  wait_ms (200);
  close_window (fixture);

  gui_open_file (fixture, folder);
  wait_until (fixture, has_panel);
  wait_until (fixture, is_known);
  wait_for (fixture, "Second");
  g_assert_cmpstr (gui_get_notice (fixture->window), ==, "1 unread note");
}

/* GTK keeps a reference to the panel if it was moved beside the lanes with a note in it.  The panel
 * must not follow the review any more when the window is gone. */
static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *id = NULL, *path = in_directory (fixture, "case.review");
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  gpointer panel, window;

  start_review (fixture);
  id = append_by_other (fixture, other_note ("Note", TH_NOTE_ON_REVIEW));
  wait_for (fixture, "Note");
  close_window (fixture);
  gui_open_file (fixture, folder);
  wait_until (fixture, has_panel);
  wait_until (fixture, is_known);
  wait_for (fixture, "Note");

  window = fixture->window;
  panel = get_panel (fixture);
  g_object_add_weak_pointer (window, &window);
  g_object_add_weak_pointer (panel, &panel);
  fixture->window = NULL;
  gtk_window_close (window);
  for (guint i = 0; i < 500 && window != NULL; i++)
    wait_ms (10);
  g_assert_null (window);
  /* Its disposal clears the pointer. */
  g_assert_null (panel);
}

static void
test_thread (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *id = NULL;
  GtkWidget *row;

  start_review (fixture);
  id = append_by_other (fixture, other_note ("Who did it?", TH_NOTE_ON_REVIEW));
  wait_for (fixture, "Who did it?");
  row = find_widget (get_panel (fixture), TH_TYPE_NOTE_ROW);
  g_assert_null (find_widget (row, GTK_TYPE_LABEL)); /* a list has 200 rows */
  activate (fixture, "win.next-note");
  wait_for (fixture, "Reply to note 1");
  g_assert_nonnull (find_widget (row, GTK_TYPE_MENU_BUTTON));
  gtk_text_buffer_set_text (get_buffer (fixture), "I did.\n\n- once\n- twice, `rm -r`", -1);
  press (fixture, "Reply and Resolve");
  wait_for (fixture, "✓ Resolved");
  wait_for (fixture, "I did.");
  g_assert_true (shows (fixture, "twice, rm -r"));
  g_assert_true (shows (fixture, "•"));

  row = find_widget (get_panel (fixture), TH_TYPE_NOTE_ROW);
  gtk_test_accessible_assert_property (gtk_widget_get_parent (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Note 1, resolved, by On-Call Engineer, about the review: "
                                       "Who did it? 1 reply");

  notes_action (fixture, "notes.reopen", id);
  wait_for (fixture, "Open");
  notes_action (fixture, "notes.add-label", id);
  wait_for (fixture, "Label for note 1");
  gtk_text_buffer_set_text (get_buffer (fixture), "root cause", -1);
  press (fixture, "Add Label");
  wait_for (fixture, "root cause");
  g_assert_true (gtk_widget_activate_action (get_panel (fixture), "notes.remove-label", "(ss)", id,
                                             "root cause"));
  for (guint i = 0; i < 100 && shows (fixture, "root cause"); i++)
    wait_ms (50);
  g_assert_false (shows (fixture, "root cause"));
}

/* Each step of the tour shows the view in which the note was written. */
static void
test_tour (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = start_review (fixture);
  g_autofree char *first = NULL, *second = NULL;

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.show-span((int64 177700000000, int64 177720000000))");
  activate (fixture, "win.save-note('one')");
  wait_for (fixture, "1 of 1");
  activate (fixture, "win.fit");
  activate (fixture, "win.slowest");
  wait_ms (300);
  activate (fixture, "win.note-on('packet')");
  gtk_text_buffer_set_text (get_buffer (fixture), "two", -1);
  press (fixture, "Save Note");
  wait_for (fixture, "2 of 2");
  second = view_text (document);
  activate (fixture, "win.unfollow");
  activate (fixture, "win.fit");

  activate (fixture, "win.next-note");
  wait_for (fixture, "1 of 2");
  wait_ms (500);
  first = view_text (document);
  g_assert_cmpstr (first, ==, "126461 146461");
  g_assert_true (th_ref_equal (th_document_get_selected (document), (ThRef) { 0, 2, 10 }));
  activate (fixture, "win.previous-note");
  wait_for (fixture, "2 of 2");
  wait_ms (500);
  g_clear_pointer (&first, g_free);
  first = view_text (document);
  g_assert_cmpstr (first, ==, second);
  g_assert_nonnull (th_flow_follower_get_followed (th_document_get_follower (document), NULL));
  g_assert_cmpstr (th_inspector_get_page (th_window_get_inspector (fixture->window)), ==, "notes");
}

/* Where there is room for a line only, a text is shown as prose. */
static void
test_one_line (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *id = NULL;
  ThFlags *flags = th_document_get_flags (start_review (fixture));

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.save-note('Seen by `perf`:\\n\\n- twice\\n- late')");
  wait_for (fixture, "1 of 1");
  wait_ms (300);
  g_assert_cmpuint (th_flags_get_n (flags), ==, 1);
  g_assert_cmpstr (th_flags_get (flags, 0)->text, ==, "Kernel Team: Seen by perf: • twice • late");
  id = append_by_other (fixture, other_note ("Why?\n\n1. `a`\n2. b", TH_NOTE_ON_REVIEW));
  wait_for (fixture, "Why? 1. a 2. b");
}

/* Finds a flag, which has a tooltip, on the timeline. */
static gboolean
find_flag (ThTimeline *timeline,
           int        *x,
           int        *y)
{
  int width = gtk_widget_get_width (GTK_WIDGET (timeline));
  int height = gtk_widget_get_height (GTK_WIDGET (timeline));

  for (*y = 0; *y < height; *y += 3)
    for (*x = 0; *x < width; *x += 3)
      {
        g_autoptr(GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
        gboolean is_shown = FALSE;

        g_signal_emit_by_name (timeline, "query-tooltip", *x, *y, FALSE, tooltip, &is_shown);
        if (is_shown)
          return TRUE;
      }

  return FALSE;
}

/* A note is a flag on the lane of its event; a click on it selects the note. */
static void
test_flag (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = start_review (fixture);
  ThFlags *flags = th_document_get_flags (document);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  g_autofree char *other = NULL;
  int x = 0, y = 0;

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.save-note('one')");
  wait_for (fixture, "1 of 1");
  activate (fixture, "win.fit");
  wait_ms (500);
  g_assert_cmpuint (th_flags_get_n (flags), ==, 1);
  g_assert_cmpstr (th_flags_get (flags, 0)->lane, ==, "cpu/2");
  g_assert_cmpstr (th_flags_get (flags, 0)->text, ==, "Kernel Team: one");
  g_assert_true (th_flags_get (flags, 0)->is_open);
  g_assert_true (th_flags_get (flags, 0)->is_selected);
  gtk_test_accessible_assert_property (timeline, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Note 1: Kernel Team: one");

  other = append_by_other (fixture, other_note ("two", TH_NOTE_ON_REVIEW));
  wait_for (fixture, "two");
  activate (fixture, "win.next-note");
  g_assert_cmpuint (th_flags_get_n (flags), ==, 1);
  g_assert_false (th_flags_get (flags, 0)->is_selected);
  g_assert_true (find_flag (timeline, &x, &y));
  th_timeline_click (timeline, x, y);
  g_assert_true (th_flags_get (flags, 0)->is_selected);
}

static gboolean
is_comparing (Fixture *fixture)
{
  return th_window_is_comparing (fixture->window);
}

/* Notes stay with the recording of the review while it is compared. */
static void
test_comparison (Fixture       *fixture,
                 gconstpointer  data)
{
  start_review (fixture);
  activate (fixture, "win.select-span((int64 177600000000, int64 177610000000))");
  activate (fixture, "win.set-marker-a");
  activate (fixture, "win.set-marker-b");
  activate (fixture, "win.select-span((int64 177620000000, int64 177630000000))");
  activate (fixture, "win.compare-spans");
  wait_until (fixture, is_comparing);
  wait_ms (500);
  activate (fixture, "win.save-note('while comparing')");
  wait_for (fixture, "1 of 1");
  activate (fixture, "win.swap-sides");
  wait_ms (500);
  activate (fixture, "win.close-comparison");
  wait_ms (500);
  activate (fixture, "win.save-note('afterwards')");
  wait_for (fixture, "2 of 2");
  g_assert_true (shows (fixture, "while comparing"));
}

static ThComparisonTable *
get_rows (Fixture *fixture)
{
  return TH_COMPARISON_TABLE_WIDGET (find_widget (GTK_WIDGET (fixture->window),
                                                  TH_TYPE_COMPARISON_TABLE));
}

/* Selects a row of the comparison, as a click does. */
static void
select_row (Fixture    *fixture,
            const char *name)
{
  g_autoptr(ThComparisonJob) job = gui_dup_job (fixture);
  gint index = th_comparison_find_row_name (th_comparison_job_get_comparison (job), name);

  g_assert_cmpint (index, >=, 0);
  g_object_set (get_rows (fixture), "section", TH_COMPARISON_SECTION_MEASURES, "selected", index,
                NULL);
}

static void
assert_row (Fixture    *fixture,
            const char *name)
{
  g_autofree char *selected = th_comparison_view_dup_row (gui_get_comparison (fixture), FALSE);

  g_assert_cmpstr (selected, ==, name);
}

/* Compares the recording of the review with another one. */
static void
compare_review (Fixture *fixture)
{
  g_autofree char *one = in_directory (fixture, "one.dat");
  g_autofree char *two = in_directory (fixture, "two.dat");
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "two.dat", 0);

  gui_compare (fixture, one, two);
  wait_ms (300);
}

/* With the focus in the rows of a comparison, a note is about the selected one; elsewhere, about
 * what is selected in the view. */
static void
test_row (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *written = NULL, *later = NULL;

  start_review (fixture);
  compare_review (fixture);
  select_row (fixture, "softirq.NET_RX p90");
  gtk_widget_grab_focus (find_widget (GTK_WIDGET (get_rows (fixture)), GTK_TYPE_COLUMN_VIEW));
  activate (fixture, "win.note");
  wait_for (fixture, "New note about comparison: softirq.NET_RX p90");
  gtk_text_buffer_set_text (get_buffer (fixture), "Look at this.", -1);
  press (fixture, "Save Note");
  wait_for (fixture, "1 of 1");
  written = read_notes (fixture);
  g_assert_nonnull (strstr (written,
                            "{\"on\":\"comparison\",\"row\":\"softirq.NET_RX p90\"}"));
  activate (fixture, "win.save-note('elsewhere')");
  wait_for (fixture, "elsewhere");
  later = read_notes (fixture);
  g_assert_null (strstr (strstr (later, "elsewhere"), "\"on\":\"comparison\""));
}

/* The item of the menu writes about the selected row wherever the focus is. */
static void
test_row_menu (Fixture       *fixture,
               gconstpointer  data)
{
  start_review (fixture);
  compare_review (fixture);
  select_row (fixture, "run · rcu_preempt p50");
  activate (fixture, "win.note-on('comparison')");
  wait_for (fixture, "New note about comparison: run · rcu_preempt p50");
}

/* A note about a row leads to it, whatever the table lists; without a comparison it says so. */
static void
test_row_tour (Fixture       *fixture,
               gconstpointer  data)
{
  ThNoteEntry *entry = other_note ("Slower here", TH_NOTE_ON_COMPARISON);
  g_autofree char *id = NULL, *notice = NULL, *text = NULL;
  guint section;

  entry->anchor->row = g_strdup ("softirq.NET_RX p90");
  start_review (fixture);
  id = append_by_other (fixture, entry);
  wait_for (fixture, "Slower here");
  activate (fixture, "win.next-note");
  g_object_get (gui_get_view (fixture->window), "notice", &notice, NULL);
  g_assert_nonnull (strstr (notice, "a comparison, which is not open"));

  compare_review (fixture);
  select_row (fixture, "run · rcu_preempt p50");
  activate (fixture, "win.next-note");
  assert_row (fixture, "softirq.NET_RX p90");

  select_row (fixture, "run · rcu_preempt p50");
  g_object_set (get_rows (fixture), "text", "rcu_preempt", "section", TH_COMPARISON_SECTION_COUNTS,
                NULL);
  activate (fixture, "win.previous-note");
  assert_row (fixture, "softirq.NET_RX p90");
  g_object_get (get_rows (fixture), "text", &text, "section", &section, NULL);
  g_assert_cmpstr (text, ==, "");
  g_assert_cmpuint (section, ==, TH_COMPARISON_SECTION_MEASURES);
}

static void
test_link (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = start_review (fixture);
  g_autofree char *id = NULL;
  ThRef ref;

  /* By `trace-cmd report -t -N`: the first event of CPU 2. */
  id = append_by_other (fixture, other_note ("See 177.573538626 on CPU 2", TH_NOTE_ON_REVIEW));
  wait_for (fixture, "See 177.573538626 on CPU 2");
  g_assert_true (gtk_widget_activate_action (get_panel (fixture), "notes.follow-link", "(su)", id,
                                             0));
  ref = th_document_get_selected (document);
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document), ref), ==,
                   G_GINT64_CONSTANT (177573538626));
}

/* The note says why it leads nowhere. */
static void
test_not_found (Fixture       *fixture,
                gconstpointer  data)
{
  ThNoteEntry *entry = other_note ("Gone", TH_NOTE_ON_EVENT);
  g_autofree char *id = NULL;

  start_review (fixture);
  entry->anchor->cpu = 77;
  entry->anchor->time = 177600000000;
  entry->anchor->event = g_strdup ("sched:sched_switch");
  id = append_by_other (fixture, entry);
  wait_for (fixture, "Gone");
  activate (fixture, "win.next-note");
  wait_for (fixture, "The recording has no such CPU.");
}

static void
create_by_command (Fixture *fixture)
{
  g_autofree char *other = g_test_build_filename (G_TEST_DIST, "data", "e1000-buffers.dat",
                                                  NULL);
  g_autofree char *thresh = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "cli", "thresh",
                                              NULL);
  const char *command[] = { thresh, "notes", "create", "case.review", "one.dat", other, NULL };
  g_autoptr(GError) error = NULL;
  int status;

  g_spawn_sync (fixture->directory, (char **) command, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
}

/* A note on the recording that is not open offers to append it. */
static void
test_append (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *path = in_directory (fixture, "case.review"), *id = NULL;
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  ThNoteEntry *entry = other_note ("Elsewhere", TH_NOTE_ON_EVENT);
  g_autoptr(ThReview) review = NULL;
  ThDocument *document;

  create_by_command (fixture);
  review = th_review_open (path, NULL);
  entry->anchor->recording =
    g_strdup (((ThReviewRecording *) g_ptr_array_index (review->recordings, 1))->key);
  entry->anchor->cpu = 77;
  entry->anchor->time = 177573538626;
  entry->anchor->event = g_strdup ("irq:softirq_raise");
  id = append_by_other (fixture, entry);

  gui_open_file (fixture, folder);
  wait_until (fixture, has_panel);
  wait_until (fixture, is_known);
  wait_for (fixture, "Elsewhere");
  activate (fixture, "win.next-note");
  wait_for (fixture, "Its recording is not open");
  press (fixture, "Append Its Recording");
  document = th_window_get_document (fixture->window);
  wait_for (fixture, "The recording has no such CPU.");
  g_assert_false (shows (fixture, "Its recording is not open"));
  g_assert_false (is_mapped (get_panel (fixture), "Append Its Recording"));
  g_assert_cmpuint (th_recording_get_n_parts (th_document_get_recording (document)), ==, 2);
}

/* Opens a review of the test's folder and goes to its note @text, which is on event 10 of CPU 2:
 * softirq_exit at 177.573713860 by `trace-cmd report -t --cpu`. */
static void
check_found (Fixture    *fixture,
             const char *name,
             const char *text,
             gboolean    is_last)
{
  g_autofree char *path = in_directory (fixture, name);
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  ThDocument *document;
  ThRef event;

  gui_open_file (fixture, folder);
  wait_until (fixture, has_panel);
  wait_until (fixture, is_known);
  wait_for (fixture, text);
  activate (fixture, is_last ? "win.previous-note" : "win.next-note");
  wait_for (fixture, "softirq_exit · 177.573713860 · CPU 2");
  document = th_window_get_document (fixture->window);
  event = th_document_get_selected (document);
  g_assert_false (th_ref_is_none (event));
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document), event), ==,
                   177573713860);
  g_assert_false (shows (fixture, "Its recording is not open"));
}

/* A note on the original is found in a cut of it, and a note on the cut in the original. */
static void
test_cut (Fixture       *fixture,
          gconstpointer  data)
{
  start_review (fixture);
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.save-note('on the original')");
  wait_for (fixture, "on the original");
  close_window (fixture);
  run_thresh (fixture, "review pack --from 177.5737 --to 177.6 case.review -o cut.review.tar.zst");
  run_thresh (fixture, "review unpack cut.review.tar.zst");

  check_found (fixture, "cut.review", "on the original", FALSE);
  g_assert_cmpuint (th_recording_get_n_events (th_document_get_recording (
                      th_window_get_document (fixture->window))), <, SAMPLE_EVENTS);
  activate (fixture, "win.save-note('on the cut')");
  wait_for (fixture, "on the cut");
  close_window (fixture);

  run_thresh (fixture, "review merge case.review cut.review");
  check_found (fixture, "case.review", "on the cut", TRUE);
}

static gboolean
bar_is_shown (Fixture *fixture)
{
  GtkWidget *bar = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_REVIEW_BAR);

  return bar != NULL && gtk_widget_get_visible (bar);
}

static gboolean
bar_is_hidden (Fixture *fixture)
{
  return !bar_is_shown (fixture);
}

static void
test_missing (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *from = in_directory (fixture, "one.dat");
  g_autofree char *to = in_directory (fixture, "moved.dat");
  g_autofree char *path = in_directory (fixture, "case.review"), *text = NULL, *action = NULL;
  g_autofree char *id = NULL;
  g_autoptr(GFile) folder = g_file_new_for_path (path), file = g_file_new_for_path (to);
  g_autofree char *uri = g_file_get_uri (file);

  start_review (fixture);
  id = append_by_other (fixture, other_note ("Who did it?", TH_NOTE_ON_REVIEW));
  close_window (fixture);
  g_assert_cmpint (g_rename (from, to), ==, 0);

  gui_open_file (fixture, folder);
  wait_until (fixture, bar_is_shown);
  text = dup_label_texts (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_REVIEW_BAR));
  g_assert_nonnull (strstr (text, "one.dat, a recording of this review, cannot be read."));
  g_assert_null (th_window_get_document (fixture->window));
  /* The notes can be read without it. */
  wait_for (fixture, "Who did it?");
  g_assert_true (gtk_widget_get_mapped (get_panel (fixture)));
  activate (fixture, "win.next-note");
  wait_for (fixture, "Reply to note 1");

  action = g_strdup_printf ("win.locate-recording-at('%s')", uri);
  activate (fixture, action);
  wait_until (fixture, bar_is_hidden);
  wait_until (fixture, is_loaded);
  g_clear_pointer (&text, g_free);
  g_clear_pointer (&path, g_free);
  path = in_directory (fixture, "case.review/review.json");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"../moved.dat\""));
  wait_for (fixture, "Who did it?");
  g_assert_true (gtk_widget_get_mapped (get_panel (fixture)));
  g_assert_cmpstr (th_inspector_get_page (th_window_get_inspector (fixture->window)), ==, "notes");
}

/* Nothing is written for a folder that is no review. */
static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "empty.review");
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  GtkWindow *dialog = NULL;

  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  gui_open_file (fixture, folder);
  for (guint i = 0; i < 100 && dialog == NULL; i++)
    {
      wait_ms (50);
      dialog = th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_MESSAGE_DIALOG);
    }
  g_assert_nonnull (dialog);
  gtk_window_destroy (dialog);
  g_assert_false (has_panel (fixture));
}

static gboolean
has_chooser (Fixture *fixture)
{
  return th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_FILE_CHOOSER_DIALOG) != NULL;
}

/* A view is saved among the sessions of the review, even if there are none yet. */
static void
test_save_view (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = in_directory (fixture, "case.review/sessions");
  g_autoptr(GFile) sessions = g_file_new_for_path (path), shown = NULL;
  GtkWindow *chooser;

  start_review (fixture);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  activate (fixture, "win.save-view");
  wait_until (fixture, has_chooser);
  chooser = th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_FILE_CHOOSER_DIALOG);
  shown = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser));
  g_assert_nonnull (shown);
  g_assert_cmpstr (g_file_peek_path (shown), ==, path);
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
}

#define ADD_REVIEW_TEST(name, func) \
  g_test_add ("/gui/review/" name, Fixture, NULL, session_set_up, func, session_tear_down)

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);
  g_setenv ("THRESHER_AUTHOR", "Kernel Team", TRUE);

  ADD_REVIEW_TEST ("write", test_write);
  ADD_REVIEW_TEST ("offer", test_offer);
  ADD_REVIEW_TEST ("draft", test_draft);
  ADD_REVIEW_TEST ("arrival", test_arrival);
  ADD_REVIEW_TEST ("arrival-waits", test_arrival_waits);
  ADD_REVIEW_TEST ("read-again", test_read_again);
  ADD_REVIEW_TEST ("closed", test_closed);
  ADD_REVIEW_TEST ("thread", test_thread);
  ADD_REVIEW_TEST ("tour", test_tour);
  ADD_REVIEW_TEST ("one-line", test_one_line);
  ADD_REVIEW_TEST ("flag", test_flag);
  ADD_REVIEW_TEST ("comparison", test_comparison);
  ADD_REVIEW_TEST ("row", test_row);
  ADD_REVIEW_TEST ("row-menu", test_row_menu);
  ADD_REVIEW_TEST ("row-tour", test_row_tour);
  ADD_REVIEW_TEST ("link", test_link);
  ADD_REVIEW_TEST ("not-found", test_not_found);
  ADD_REVIEW_TEST ("append", test_append);
  ADD_REVIEW_TEST ("cut", test_cut);
  ADD_REVIEW_TEST ("missing", test_missing);
  ADD_REVIEW_TEST ("refused", test_refused);
  ADD_REVIEW_TEST ("save-view", test_save_view);

  return g_test_run ();
}
