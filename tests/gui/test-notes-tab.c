/* test-notes-tab.c - the notes of a review as a table in a tab and as a list in the panel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "gui-keyboard.h"
#include "gui-review.h"
#include "gui-sessions.h"

#include <string.h>

#include <glib/gstdio.h>

#include "th-list-row.h"
#include "th-note-composer.h"
#include "th-note-item.h"
#include "th-note-list-view.h"
#include "th-notes-table.h"

/* Turns of 50 ms.  Where the notes are is found by a worker, which may wait for a CPU. */
#define PATIENCE 400

/* The indices of the columns. */
enum
{
  TIME = 1,
  WHERE,
  AUTHOR,
  TEXT,
  STATE = 7
};

/* --- helpers ------------------------------------------------------------------- */

static GtkWidget *
get_table (Fixture *fixture)
{
  return find_widget (GTK_WIDGET (fixture->window), TH_TYPE_NOTES_TABLE);
}

static GListModel *
get_rows (Fixture *fixture)
{
  GtkWidget *view = find_widget (get_table (fixture), GTK_TYPE_COLUMN_VIEW);

  return G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)));
}

/* The texts of the listed notes, separated by "|". */
static char *
dup_rows (Fixture *fixture)
{
  GListModel *rows = get_rows (fixture);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr(ThNoteItem) item = g_list_model_get_item (rows, i);

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", item->note->text);
    }
  return g_string_free (text, FALSE);
}

static gboolean
has_rows (Fixture    *fixture,
          const char *wanted)
{
  g_autofree char *rows = dup_rows (fixture);

  return g_str_equal (rows, wanted);
}

static void
assert_rows (Fixture    *fixture,
             const char *wanted)
{
  g_autofree char *rows = NULL;

  for (guint i = 0; i < PATIENCE && !has_rows (fixture, wanted); i++)
    wait_ms (50);
  rows = dup_rows (fixture);
  g_assert_cmpstr (rows, ==, wanted);
}

/* The text of the selected row; NULL if there is none. */
static const char *
get_selected (Fixture *fixture)
{
  GtkSingleSelection *rows = GTK_SINGLE_SELECTION (get_rows (fixture));
  ThNoteItem *item = gtk_single_selection_get_selected_item (rows);

  return item != NULL ? item->note->text : NULL;
}

static void
select_row (Fixture *fixture,
            guint    position)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (get_rows (fixture)), position, TRUE);
}

/* The rows have a list view of their own, and so has the drop-down. */
static void
focus_rows (Fixture *fixture)
{
  GtkWidget *view = find_widget (get_table (fixture), GTK_TYPE_COLUMN_VIEW);

  gtk_widget_child_focus (find_widget (view, GTK_TYPE_LIST_VIEW), GTK_DIR_TAB_FORWARD);
}

static void
assert_cell (Fixture    *fixture,
             const char *text)
{
  for (guint i = 0; i < PATIENCE && !shows_cell (get_table (fixture), text); i++)
    wait_ms (50);
  if (!shows_cell (get_table (fixture), text))
    g_error ("no cell has the text %s", text);
}

static void
resolve_selected (Fixture *fixture)
{
  ThNoteItem *item =
    gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (get_rows (fixture)));

  g_assert_true (gtk_widget_activate_action (get_panel (fixture), "notes.resolve", "s", item->id));
}

static void
add_other (Fixture    *fixture,
           const char *text,
           const char *author)
{
  ThNoteEntry *entry = other_note (text, TH_NOTE_ON_REVIEW);
  g_autofree char *id = NULL;

  g_free (entry->author);
  entry->author = g_strdup (author);
  entry->order = 1000; /* after those of the window */
  id = append_by_other (fixture, entry);
}

static ThRef
get_event (Fixture *fixture)
{
  return th_document_get_selected (th_window_get_document (fixture->window));
}

/* Opens a review with three notes and shows their tab.  By `trace-cmd report -t --cpu`, event 10 of
 * CPU 2 is softirq_exit at 177.573713860, and event 5 of CPU 1 at 177.577550796. */
static void
open_notes (Fixture *fixture)
{
  start_review (fixture);
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.save-note('late wakeup')");
  wait_for (fixture, "late wakeup");
  activate (fixture, "win.select((uint32 0, uint32 1, uint32 5))");
  activate (fixture, "win.save-note('Even later')");
  wait_for (fixture, "Even later");
  add_other (fixture, "who knows?", "Ada");
  wait_for (fixture, "who knows?");
  activate (fixture, "win.tab('notes')");
  assert_rows (fixture, "late wakeup|Even later|who knows?");
}

/* --- tests --------------------------------------------------------------------- */

static void
test_columns (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *view;

  open_notes (fixture);
  g_assert_true (gtk_widget_get_mapped (get_table (fixture)));
  assert_cell (fixture, "177.573713860");
  assert_cell (fixture, "CPU 2 · softirq_exit");
  assert_cell (fixture, "the review");
  assert_cell (fixture, "Ada");
  assert_cell (fixture, "Open");
  assert_cell (fixture, "Open · new");
  view = find_widget (get_table (fixture), GTK_TYPE_COLUMN_VIEW);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Notes");
}

/* Tables fill the strip, but the notes come after the events, also after a reload. */
static void
test_place (Fixture       *fixture,
            gconstpointer  data)
{
  ThTablePane *pane = TH_TABLE_PANE (find_widget (GTK_WIDGET (fixture->window),
                                                  TH_TYPE_TABLE_PANE));
  const char *name;

  open_notes (fixture);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpstr (th_table_pane_get_title (pane, 1, &name), ==, "Notes");
      g_assert_cmpstr (name, ==, "notes");
      g_assert_nonnull (th_table_pane_get_title (pane, 4, &name));
      activate (fixture, "win.reload");
      wait_until (fixture, is_analysed);
      wait_ms (300);
    }
}

static void
test_order (Fixture       *fixture,
            gconstpointer  data)
{
  open_notes (fixture);
  gui_sort_table (get_table (fixture), AUTHOR, FALSE);
  assert_rows (fixture, "who knows?|late wakeup|Even later");
  gui_sort_table (get_table (fixture), TIME, FALSE);
  assert_rows (fixture, "late wakeup|Even later|who knows?");
  gui_sort_table (get_table (fixture), TIME, TRUE);
  assert_rows (fixture, "who knows?|Even later|late wakeup");
  gui_sort_table (get_table (fixture), WHERE, FALSE);
  assert_rows (fixture, "Even later|late wakeup|who knows?");
  gui_sort_table (get_table (fixture), TEXT, TRUE);
  assert_rows (fixture, "who knows?|late wakeup|Even later");
  gui_sort_table (get_table (fixture), STATE, FALSE);
  assert_rows (fixture, "who knows?|late wakeup|Even later");
}

static void
test_filter (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *entry, *filter;

  open_notes (fixture);
  select_row (fixture, 1);
  entry = find_widget (get_table (fixture), GTK_TYPE_SEARCH_ENTRY);
  filter = find_widget (get_table (fixture), GTK_TYPE_DROP_DOWN);
  gtk_editable_set_text (GTK_EDITABLE (entry), "LATE");
  assert_rows (fixture, "late wakeup|Even later"); /* what is selected stays */
  gtk_editable_set_text (GTK_EDITABLE (entry), "cpu 2");
  assert_rows (fixture, "late wakeup|Even later");
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  assert_rows (fixture, "late wakeup|Even later|who knows?");

  gtk_drop_down_set_selected (GTK_DROP_DOWN (filter), 2); /* unread */
  assert_rows (fixture, "Even later|who knows?");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (filter), 1); /* open */
  assert_rows (fixture, "late wakeup|Even later|who knows?");
  resolve_selected (fixture);
  assert_cell (fixture, "✓ Resolved");
  select_row (fixture, 2);
  assert_rows (fixture, "late wakeup|who knows?");
  assert_cell (fixture, "Open");
}

/* Panel and table have the same selection, which leads to the event. */
static void
test_selection (Fixture       *fixture,
                gconstpointer  data)
{
  open_notes (fixture);
  select_row (fixture, 0);
  wait_for (fixture, "Reply to note 1");
  g_assert_cmpuint (get_event (fixture).cpu, ==, 2);
  g_assert_cmpuint (get_event (fixture).row, ==, 10);
  activate (fixture, "win.next-note");
  g_assert_cmpstr (get_selected (fixture), ==, "Even later");
  g_assert_cmpuint (get_event (fixture).cpu, ==, 1);

  /* Activation goes there again. */
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 7))");
  th_inspector_show_page (th_window_get_inspector (fixture->window), "selection");
  activate_row (get_table (fixture), 1);
  wait_ms (100);
  g_assert_cmpuint (get_event (fixture).cpu, ==, 1);
  g_assert_cmpuint (get_event (fixture).row, ==, 5);
  g_assert_cmpstr (th_inspector_get_page (th_window_get_inspector (fixture->window)), ==, "notes");
  g_assert_true (gtk_widget_get_mapped (get_table (fixture)));
}

/* What somebody else writes appears, while selection and focus stay. */
static void
test_arrival (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *focus;

  open_notes (fixture);
  gui_sort_table (get_table (fixture), TEXT, FALSE);
  select_row (fixture, 1);
  focus_rows (fixture);
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus, get_table (fixture)));
  add_other (fixture, "Above all", "Bob");
  assert_rows (fixture, "Above all|Even later|late wakeup|who knows?");
  g_assert_cmpstr (get_selected (fixture), ==, "late wakeup");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == focus);
  assert_cell (fixture, "Bob");
}

/* Keys step through the notes and go to one. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  data)
{
  if (!keyboard_is_there ())
    return;

  open_notes (fixture);
  keyboard_away ();
  keyboard_give (GTK_WINDOW (fixture->window));
  select_row (fixture, 0);
  focus_rows (fixture);
  wait_ms (100);
  keyboard_press ("Down");
  wait_ms (300);
  g_assert_cmpstr (get_selected (fixture), ==, "Even later");
  g_assert_cmpuint (get_event (fixture).cpu, ==, 1);
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 7))");
  keyboard_press ("Return");
  wait_ms (300);
  g_assert_cmpuint (get_event (fixture).cpu, ==, 1);
}

static void
save_notes (Fixture *fixture,
            guint    n)
{
  for (guint note = 1; note <= n; note++)
    {
      g_autofree char *select = g_strdup_printf ("win.select((uint32 0, uint32 2, uint32 %u))",
                                                 10 * note);
      g_autofree char *count = g_strdup_printf ("%u of %u", note, note);

      activate (fixture, select);
      activate (fixture, "win.save-note('one of several')");
      wait_for (fixture, count);
    }
}

static int
get_least_width (GtkWidget *widget)
{
  int width;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  return width;
}

/* Writing a reply does not make the panel wider. */
static void
test_width (Fixture       *fixture,
            gconstpointer  data)
{
  int least;

  start_review (fixture);
  least = get_least_width (get_panel (fixture));
  save_notes (fixture, 1);
  g_assert_true (shows (fixture, "Reply and Resolve"));
  g_assert_cmpint (get_least_width (find_widget (get_panel (fixture), TH_TYPE_NOTE_COMPOSER)), <=,
                   least);
}

/* If the list has the focus, it goes to the note that the keys select. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *list, *focus;

  start_review (fixture);
  save_notes (fixture, 3);
  list = find_widget (find_widget (get_panel (fixture), TH_TYPE_NOTE_LIST_VIEW),
                      GTK_TYPE_LIST_VIEW);
  gtk_widget_grab_focus (gtk_widget_get_last_child (list));
  focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
  g_assert_cmpuint (th_list_row_get (focus), ==, 2);
  activate (fixture, "win.previous-note");
  wait_for (fixture, "2 of 3");
  focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus, list));
  g_assert_cmpuint (th_list_row_get (focus), ==, 1);
}

/* The tab is there before the first note and says how to write it, and stays when the recording is
 * loaded again. */
static void
test_empty (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *text = NULL;

  start_review (fixture);
  activate (fixture, "win.tab('notes')");
  text = dup_label_texts (get_table (fixture));
  g_assert_nonnull (strstr (text, "No notes yet."));
  g_assert_nonnull (strstr (text, "Write a Note"));
  activate (fixture, "win.reload");
  wait_ms (500);
  wait_until (fixture, is_known);
  g_assert_cmpstr (th_table_pane_get_tab (gui_get_table_pane (fixture)), ==, "notes");
}

/* A row of a table is selected behind the notes while the user steps through them, and its table
 * comes to the front when the user goes there. */
static void
test_row (Fixture       *fixture,
          gconstpointer  data)
{
  ThTablePane *pane;
  GtkWidget *page;

  start_review (fixture);
  wait_until (fixture, is_known);
  pane = gui_get_table_pane (fixture);
  activate (fixture, "win.tab('sched/wakeups')");
  page = th_table_pane_get_visible_page (pane);
  gui_select_row (page, 0);
  gtk_widget_grab_focus (find_widget (page, GTK_TYPE_LIST_VIEW));
  activate (fixture, "win.save-note('slow')");
  wait_for (fixture, "slow");
  activate (fixture, "win.tab('notes')");
  assert_rows (fixture, "slow");
  select_row (fixture, 0);
  wait_ms (300);
  g_assert_cmpstr (th_table_pane_get_tab (pane), ==, "notes");
  activate_row (get_table (fixture), 0);
  wait_ms (300);
  g_assert_cmpstr (th_table_pane_get_tab (pane), ==, "sched/wakeups");
}

#define ADD_TEST(name, func) \
  g_test_add ("/gui/notes-tab/" name, Fixture, NULL, session_set_up, func, session_tear_down)

/* `thresh notes add` gives a note on nothing in particular no anchor; a reply has none either, and
 * is told from it if the note that it answers is missing. */
static void
test_no_anchor (Fixture       *fixture,
                gconstpointer  data)
{
  ThNoteEntry *note = other_note ("Read this first", TH_NOTE_ON_REVIEW);
  ThNoteEntry *reply = th_note_entry_new (TH_NOTE_KIND_REPLY, "On-Call Engineer", 2);

  start_review (fixture);
  g_clear_pointer (&note->anchor, th_note_anchor_free);
  g_free (append_by_other (fixture, note));
  wait_for (fixture, "Read this first");
  g_assert_true (shows (fixture, "the review"));
  g_assert_false (shows (fixture, "has not arrived"));

  reply->text = g_strdup ("I did");
  reply->of = g_strdup ("0123456789abcdef0123456789abcdef");
  g_free (append_by_other (fixture, reply));
  wait_for (fixture, "I did");
  g_assert_true (shows (fixture, "a reply to a note that has not arrived"));
}

static void
wait_until_gone (Fixture    *fixture,
                 const char *text)
{
  for (guint i = 0; i < PATIENCE && shows (fixture, text); i++)
    wait_ms (50);
  g_assert_false (shows (fixture, text));
}

/* A line that is no note is told, and so are files that cannot be read; both go away again. */
static void
test_remarks (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = NULL, *text = NULL;
  g_autoptr(GError) error = NULL;

  start_review (fixture);
  g_free (append_by_other (fixture, other_note ("Why so late?", TH_NOTE_ON_REVIEW)));
  wait_for (fixture, "Why so late?");
  g_assert_false (shows (fixture, "torn or damaged"));

  path = in_directory (fixture, "case.review/notes/other-1.jsonl");
  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_clear_pointer (&path, g_free);
  path = in_directory (fixture, "case.review/notes/third-1.jsonl");
  g_assert_true (g_file_set_contents (path, "{\"id\n{\"id\": 7}\n", -1, &error));
  wait_for (fixture, "2 lines are not notes: they are torn or damaged, the first in "
                     "“third-1.jsonl”.");
  g_assert_true (shows (fixture, "Why so late?"));
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  wait_until_gone (fixture, "torn or damaged");
  g_assert_true (shows (fixture, "third-1.jsonl"));
  g_assert_cmpint (g_rmdir (path), ==, 0);
  wait_until_gone (fixture, "third-1.jsonl");
}

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);
  g_setenv ("THRESHER_AUTHOR", "Kernel Team", TRUE);

  ADD_TEST ("columns", test_columns);
  ADD_TEST ("place", test_place);
  ADD_TEST ("order", test_order);
  ADD_TEST ("filter", test_filter);
  ADD_TEST ("selection", test_selection);
  ADD_TEST ("arrival", test_arrival);
  ADD_TEST ("keys", test_keys);
  ADD_TEST ("width", test_width);
  ADD_TEST ("focus", test_focus);
  ADD_TEST ("empty", test_empty);
  ADD_TEST ("row", test_row);
  ADD_TEST ("no-anchor", test_no_anchor);
  ADD_TEST ("remarks", test_remarks);

  return g_test_run ();
}
