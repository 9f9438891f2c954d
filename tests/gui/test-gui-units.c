/* test-gui-units.c - the parts of the window that need no display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <sched.h>
#include <string.h>

#include "th-event-list.h"
#include "th-recording-facts.h"
#include "th-history.h"
#include "th-markers.h"
#include "th-incremental-model.h"
#include "th-row-selection.h"
#include "th-date-text.h"
#include "th-recent-file.h"
#include "th-display-text.h"
#include "th-thread-pool.h"

#define N_TASKS 200

/* --- history ------------------------------------------------------------ */

static void
push (ThHistory *history,
      gint64     from)
{
  th_history_push (history, (ThHistoryStep) { from, from + 1 });
}

static void
test_history (void)
{
  g_autoptr(ThHistory) history = th_history_new ();
  ThHistoryStep span;

  g_assert_false (th_history_back (history, &span));
  push (history, 1);
  push (history, 1);
  g_assert_false (th_history_can_back (history));
  push (history, 2);
  push (history, 3);
  g_assert_true (th_history_back (history, &span));
  g_assert_cmpint (span.from, ==, 2);
  g_assert_true (th_history_forward (history, &span));
  g_assert_cmpint (span.from, ==, 3);
  g_assert_false (th_history_forward (history, &span));

  /* A new step discards the steps ahead. */
  th_history_back (history, &span);
  push (history, 4);
  g_assert_false (th_history_can_forward (history));
  g_assert_true (th_history_back (history, &span));
  g_assert_cmpint (span.from, ==, 2);
}

static void
test_history_moved (void)
{
  g_autoptr(ThHistory) history = th_history_new ();
  g_autoptr(ThFilterState) filter = th_filter_state_new ("cpu == 1");
  ThHistoryStep span;

  th_history_push (history, (ThHistoryStep) { 1, 2, NULL });
  th_history_push (history, (ThHistoryStep) { 1, 2, filter });
  th_history_move_all (history, 1, 9);
  g_assert_true (th_history_back (history, &span));
  g_assert_cmpint (span.to, ==, 9);
  g_assert_null (span.filter);
  g_assert_true (th_history_forward (history, &span));
  g_assert_cmpint (span.to, ==, 9);
  g_assert_true (th_filter_state_equal (span.filter, filter));
}

static guint
count_back (ThHistory *history)
{
  ThHistoryStep span;
  guint n = 0;

  while (th_history_back (history, &span))
    n++;
  return n;
}

/* A filter is a value: an equal one, even as a new object, makes no step. */
static void
test_history_filters (void)
{
  static const char *const filters[] = { "a", "a", "+cpu == 1\na", "+cpu == 1\na", "-cpu == 1\na",
                                         "a" };
  g_autoptr(ThHistory) history = th_history_new ();
  ThHistoryStep span;

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      g_autoptr(ThFilterState) filter = th_filter_state_parse (filters[i]);

      th_history_push (history, (ThHistoryStep) { 1, 2, filter });
    }
  g_assert_cmpuint (count_back (history), ==, 3);

  /* A push that drops the step which owns the filter. */
  g_assert_true (th_history_forward (history, &span));
  g_assert_true (th_history_back (history, &span));
  g_assert_true (th_history_forward (history, &span));
  th_history_back (history, &(ThHistoryStep) { 0 });
  span.to = 3;
  th_history_push (history, span);
  g_assert_false (th_history_can_forward (history));
  g_assert_true (th_history_peek (history, &span));
  g_assert_cmpuint (th_filter_state_get_n_chips (span.filter), ==, 1);
}

static void
test_history_bound (void)
{
  g_autoptr(ThHistory) history = th_history_new ();
  guint n = 0;
  ThHistoryStep span;

  for (guint i = 0; i < 1000; i++)
    push (history, i);
  while (th_history_back (history, &span))
    n++;
  g_assert_cmpuint (n, ==, 255);
  g_assert_cmpint (span.from, ==, 744);
}

/* --- text --------------------------------------------------------------- */

static void
test_text (void)
{
  g_autofree char *plain = th_display_text_make_valid ("a b");
  g_autofree char *control = th_display_text_make_valid ("a\tb\001c\n");
  g_autofree char *lines = th_display_text_make_valid ("a\nb\n");
  g_autofree char *broken = th_display_text_make_valid ("a\377b");
  g_autofree char *markup = th_display_text_make_valid ("<b>&amp;");
  g_autofree char *none = th_display_text_make_valid (NULL);
  g_autofree char *huge = g_strnfill (100000, 'x');
  g_autofree char *cut = th_display_text_make_valid (huge);

  g_assert_cmpstr (plain, ==, "a b");
  g_assert_cmpstr (control, ==, "a b\\x01c");
  g_assert_cmpstr (lines, ==, "a ⏎ b");
  g_assert_true (g_utf8_validate (broken, -1, NULL));
  /* Plain labels show this, so markup is not escaped. */
  g_assert_cmpstr (markup, ==, "<b>&amp;");
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpuint (g_utf8_strlen (cut, -1), ==, TH_TEXT_MAX + 1);
  g_assert_true (g_str_has_suffix (cut, "…"));
}

/* Copied text is not truncated, and truncated text stays valid. */
static void
test_whole_text (void)
{
  g_autofree char *huge = g_strnfill (100000, 'x');
  g_autofree char *whole = th_display_text_make_whole (huge);
  g_autofree char *lines = th_display_text_make_whole ("a\nb\377");
  g_autofree char *inside = th_display_text_cut ("aé€b", 4);
  g_autofree char *between = th_display_text_cut ("aé€b", 3);
  g_autofree char *fits = th_display_text_cut ("aé€b", 7);

  g_assert_cmpstr (whole, ==, huge);
  g_assert_cmpstr (lines, ==, "a ⏎ b\357\277\275");
  g_assert_cmpstr (inside, ==, "aé…");
  g_assert_cmpstr (between, ==, "aé…");
  g_assert_cmpstr (fits, ==, "aé€b");
}

/* --- event list --------------------------------------------------------- */

static ThRecording *
make_recording (ThCpu **a,
                ThCpu **b)
{
  ThRecording *recording = th_recording_new ("test");
  ThClock clock = { "mono", FALSE, TH_TIME_NONE };
  ThStream *stream = th_recording_add_stream (recording, "", &clock, TH_PLACE_U32);

  *a = th_stream_add_cpu (stream, 0);
  *b = th_stream_add_cpu (stream, 1);
  th_recording_intern_type (recording, "test", "event");

  return recording;
}

static void
append (ThCpu  *cpu,
        gint64  time)
{
  guint64 place = 0;
  guint16 type = 0;
  guint32 task = TH_TASK_NONE;
  ThBatch batch = { .n = 1, .time = &time, .place = &place, .type = &type, .task = &task };

  g_assert_cmpuint (th_cpu_append (cpu, &batch), ==, 1);
}

static void
note_cb (GListModel *model,
         guint       position,
         guint       removed,
         guint       added,
         GString    *changes)
{
  g_string_append_printf (changes, "%u-%u+%u ", position, removed, added);
}

static char *
list_text (ThEventList *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      ThRef ref = th_event_list_get_ref (list, i);

      g_string_append_printf (text, "%u:%u ", ref.cpu, ref.row);
    }

  return g_string_free (text, FALSE);
}

/* Only rows whose position is final are listed, so rows are only added at the end. */
static void
test_list_grows (void)
{
  g_autoptr(GString) changes = g_string_new (NULL);
  g_autoptr(ThEventList) list = th_event_list_new ();
  g_autofree char *half = NULL, *all = NULL;
  g_autoptr(ThRecording) recording = NULL;
  ThCpu *a, *b;

  recording = make_recording (&a, &b);
  g_signal_connect (list, "items-changed", G_CALLBACK (note_cb), changes);
  th_event_list_set_recording (list, recording, NULL);

  append (a, 10);
  append (a, 30);
  th_cpu_publish (a, 30);
  th_event_list_update (list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);

  append (b, 20);
  th_cpu_publish (b, 25);
  th_event_list_update (list);
  half = list_text (list);
  g_assert_cmpstr (half, ==, "0:0 1:0 ");

  append (b, 40);
  th_cpu_publish (a, G_MAXINT64);
  th_cpu_publish (b, G_MAXINT64);
  th_recording_finish (recording);
  th_event_list_update (list);
  all = list_text (list);
  g_assert_cmpstr (all, ==, "0:0 1:0 0:1 1:1 ");
  g_assert_cmpstr (changes->str, ==, "0-0+2 2-0+2 ");

  g_assert_cmpuint (th_event_list_find (list, (ThRef) { 0, 1, 1 }), ==, 3);
  g_assert_cmpuint (th_event_list_find (list, (ThRef) { 0, 1, 2 }), ==, G_MAXUINT);
  g_assert_cmpuint (th_event_list_find (list, TH_REF_NONE), ==, G_MAXUINT);

  g_string_truncate (changes, 0);
  th_event_list_set_recording (list, NULL, NULL);
  g_assert_cmpstr (changes->str, ==, "0-4+0 ");
}

static void
note_renewal_cb (GString *changes)
{
  g_string_append (changes, "! ");
}

/* The row numbers are those among all rows. */
static char *
row_text (ThEventRow *row)
{
  ThEventPlace place;

  th_event_row_get_place (row, &place);
  return g_strdup_printf ("%" G_GUINT64_FORMAT "=%u:%u after %s", place.number, place.ref.cpu,
                          place.ref.row,
                          th_ref_is_none (place.before) ? "none" : place.before.cpu == 0 ? "0"
                                                                                         : "1");
}

#define ASSERT_ROW(row, expected)          \
  G_STMT_START                             \
    {                                      \
      g_autofree char *found = row_text (row); \
      g_assert_cmpstr (found, ==, expected); \
    }                                      \
  G_STMT_END

/* Other rows replace those that a view holds. */
static void
test_list_renews (void)
{
  g_autoptr(GString) changes = g_string_new (NULL);
  g_autoptr(ThEventList) list = th_event_list_new ();
  g_autoptr(ThEventRow) first = NULL, last = NULL, again = NULL;
  g_autoptr(ThRecording) recording = NULL;
  GArray *places = g_array_new (FALSE, FALSE, sizeof (ThSortedEvent));
  const ThSortedEvent sorted[] = { { { 0, 0, 1 }, { 0, 1, 0 }, 1 },
                                   { { 0, 1, 0 }, TH_REF_NONE, 0 } };
  ThCpu *a, *b;

  recording = make_recording (&a, &b);
  append (a, 10);
  append (b, 20);
  append (a, 30);
  append (b, 40);
  th_cpu_publish (a, G_MAXINT64);
  th_cpu_publish (b, G_MAXINT64);
  th_recording_finish (recording);
  th_event_list_set_recording (list, recording, NULL);
  th_event_list_update (list);
  g_signal_connect (list, "items-changed", G_CALLBACK (note_cb), changes);
  g_signal_connect_swapped (list, "renewed", G_CALLBACK (note_renewal_cb), changes);
  first = g_list_model_get_item (G_LIST_MODEL (list), 0);
  last = g_list_model_get_item (G_LIST_MODEL (list), 3);
  again = g_list_model_get_item (G_LIST_MODEL (list), 3);
  g_assert_true (again == last);
  ASSERT_ROW (first, "0=0:0 after none");
  ASSERT_ROW (last, "3=1:1 after 0");

  th_event_list_set_span (list, 20, 40);
  ASSERT_ROW (first, "1=1:0 after none");
  ASSERT_ROW (last, "3=1:1 after 0"); /* it is no longer in the list */
  g_array_append_vals (places, sorted, 2);
  th_event_list_set_places (list, places);
  ASSERT_ROW (first, "2=0:1 after 1");
  th_event_list_set_span (list, TH_TIME_NONE, TH_TIME_NONE);
  ASSERT_ROW (first, "0=0:0 after none");
  g_assert_cmpstr (changes->str, ==, "2-2+0 ! ! 2-0+2 ! ");
}

/* A row item outlives the list and the recording it came from. */
static void
test_row_outlives (void)
{
  ThEventList *list = th_event_list_new ();
  ThEventPlace place;
  ThEventRow *row;
  ThCpu *a, *b;
  ThRecording *recording = make_recording (&a, &b);

  append (a, 10);
  th_cpu_publish (a, G_MAXINT64);
  th_cpu_publish (b, G_MAXINT64);
  th_recording_finish (recording);
  th_event_list_set_recording (list, recording, NULL);
  th_event_list_update (list);
  row = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (list), 1));
  g_object_unref (list);
  th_recording_unref (recording);

  g_assert_cmpstr (th_event_row_get_info (row), ==, "");
  th_event_row_get_place (row, &place);
  g_assert_cmpuint (place.number, ==, 0);
  g_object_unref (row);
}

/* --- workers ---------------------------------------------------------- */

typedef struct
{
  GThread *main;
  guint    n_here;
  gint     n_elsewhere; /* atomic */
} Ends;

static void
ended_cb (gpointer data)
{
  Ends *ends = data;

  if (g_thread_self () == ends->main)
    ends->n_here++;
  else
    g_atomic_int_inc (&ends->n_elsewhere);
}

static void
stay_on_one_processor (void)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  CPU_SET (0, &set);
  sched_setaffinity (0, sizeof set, &set);
}

/* After that it runs when the main thread is idle, so that the main thread gets the result and
 * drops its reference to the task first. */
static void
return_and_linger (GTask        *task,
                   gpointer      source,
                   gpointer      data,
                   GCancellable *cancellable)
{
  stay_on_one_processor ();
  sched_setscheduler (0, SCHED_IDLE, &(struct sched_param) { 0 });
  g_task_return_boolean (task, TRUE);
}

static gboolean
tick_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* If a worker dropped the last reference to a widget, that was finalized on the worker's thread:
 * "instance with invalid (NULL) class pointer". */
static void
test_source_ends_here (void)
{
  Ends ends = { g_thread_self (), 0, 0 };
  guint id = g_timeout_add (1, tick_cb, NULL);

  stay_on_one_processor ();

  for (guint i = 0; i < N_TASKS; i++)
    {
      GObject *source = g_object_new (G_TYPE_OBJECT, NULL);
      GTask *task = g_task_new (source, NULL, NULL, NULL);

      g_object_set_data_full (source, "ends", &ends, ended_cb);
      g_object_unref (source);
      th_thread_pool_run (task, return_and_linger);
      g_object_unref (task);
      while (ends.n_here + g_atomic_int_get (&ends.n_elsewhere) <= i)
        g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (id);

  g_assert_cmpint (ends.n_elsewhere, ==, 0);
  g_assert_true (th_thread_pool_wait (1000));
}

/* --- marks -------------------------------------------------------------- */

static void
count_cb (guint *count)
{
  (*count)++;
}

static char *
bookmarks_text (ThMarkers *marks)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_markers_get_n_bookmarks (marks); i++)
    g_string_append_printf (text, "%s%s@%" G_GINT64_FORMAT, i > 0 ? " " : "",
                            th_markers_get_bookmark (marks, i)->name,
                            th_markers_get_bookmark (marks, i)->time);

  return g_string_free (text, FALSE);
}

static void
test_marks (void)
{
  g_autoptr(ThMarkers) marks = th_markers_new ();
  g_autofree char *text = NULL;
  guint n_changes = 0;
  gint64 from, to;

  g_signal_connect_swapped (marks, "changed", G_CALLBACK (count_cb), &n_changes);
  g_assert_false (th_markers_get_span (marks, &from, &to));
  th_markers_set_marker (marks, TH_MARKER_A, 500);
  g_assert_false (th_markers_get_span (marks, &from, &to));
  th_markers_set_marker (marks, TH_MARKER_B, 200);
  th_markers_set_marker (marks, TH_MARKER_B, 200);
  g_assert_true (th_markers_get_span (marks, &from, &to));
  g_assert_cmpint (from, ==, 200);
  g_assert_cmpint (to, ==, 500);
  g_assert_cmpuint (n_changes, ==, 2);

  /* Bookmarks are ordered by time; numbers are not reused, and there is one per time. */
  th_markers_add_bookmark (marks, 30, NULL);
  th_markers_add_bookmark (marks, 10, "late irq");
  g_assert_cmpuint (th_markers_add_bookmark (marks, 20, NULL), ==, 1);
  g_assert_cmpuint (th_markers_add_bookmark (marks, 30, "copy"), ==, 2);
  text = bookmarks_text (marks);
  g_assert_cmpstr (text, ==, "late irq@10 3@20 copy@30");
  g_assert_cmpuint (n_changes, ==, 6);

  g_assert_cmpuint (th_markers_find_bookmark (marks, 20, 1), ==, 2);
  g_assert_cmpuint (th_markers_find_bookmark (marks, 20, -1), ==, 0);
  g_assert_cmpuint (th_markers_find_bookmark (marks, 5, -1), ==, G_MAXUINT);
  g_assert_cmpuint (th_markers_find_bookmark (marks, 30, 1), ==, G_MAXUINT);
  th_markers_remove_bookmark (marks, 1);
  g_assert_cmpuint (th_markers_find_bookmark (marks, 10, 1), ==, 1);
}

/* --- incremental model -------------------------------------------------- */

static void
fill (GListStore *list,
      guint       n)
{
  g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (items, g_object_new (G_TYPE_OBJECT, NULL));
  g_list_store_splice (list, 0, 0, items->pdata, n);
}

static void
size_cb (GtkSliceListModel *portions,
         GParamSpec        *pspec,
         gboolean          *reached)
{
  *reached = *reached || th_incremental_model_reach (portions, 2000);
}

/* The model first has a screenful, then more in each step, soon all rows; another list starts
 * again.  A requested row is reported when it exists.  A view that is closed is emptied in steps,
 * too. */
static void
test_portions (void)
{
  g_autoptr(GListStore) list = g_list_store_new (G_TYPE_OBJECT);
  g_autoptr(GtkSliceListModel) portions =
    th_incremental_model_new (g_object_ref (G_LIST_MODEL (list)));
  GListModel *shown = G_LIST_MODEL (portions);
  gboolean reached = FALSE;
  guint before = 0, steps = 0;

  fill (list, 5000);
  for (guint n; (n = g_list_model_get_n_items (shown)) < 5000; steps++)
    {
      g_assert_cmpuint (n, >, before);
      g_assert_cmpuint (n, <=, before + 30);
      before = n;
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (steps, >, 5);
  g_assert_false (g_main_context_iteration (NULL, FALSE));

  g_list_store_remove_all (list);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 0);
  fill (list, 3000);
  g_assert_cmpuint (g_list_model_get_n_items (shown), <, 30);
  g_assert_true (th_incremental_model_reach (portions, 4));
  g_assert_false (th_incremental_model_reach (portions, 2000));
  g_assert_cmpuint (g_list_model_get_n_items (shown), <, 30);
  g_signal_connect (portions, "notify::size", G_CALLBACK (size_cb), &reached);
  for (steps = 0; !g_atomic_int_get (&reached); steps++)
    g_assert_true (g_main_context_iteration (NULL, FALSE));
  g_assert_cmpuint (steps, >, 5);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 3000);

  g_list_store_remove_all (list);
  fill (list, 3000);
  th_incremental_model_expose_all (portions);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 3000);
  while (g_main_context_iteration (NULL, FALSE))
    g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 3000);

  g_list_store_remove_all (list);
  fill (list, 3);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 3);
}

static void
expect_portions (GListModel *shown,
                 guint       portion,
                 guint       n)
{
  for (guint before = g_list_model_get_n_items (shown); before < n; before += portion)
    {
      g_assert_cmpuint (g_list_model_get_n_items (shown), ==, before);
      g_assert_true (g_main_context_iteration (NULL, FALSE));
    }
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, n);
}

/* Wide tables come in smaller portions, also those that are short. */
static void
test_portions_wide (void)
{
  g_autoptr(GListStore) list = g_list_store_new (G_TYPE_OBJECT);
  g_autoptr(GtkSliceListModel) portions =
    th_incremental_model_new (g_object_ref (G_LIST_MODEL (list)));

  th_incremental_model_set_n_columns (portions, 25);
  fill (list, 100);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (portions)), ==, 8);
  expect_portions (G_LIST_MODEL (portions), 8, 100);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
}

/* The first rows of a list can be delayed until after the next frame.  A few more rows then appear
 * at once. */
static void
test_portions_delay (void)
{
  g_autoptr(GListStore) list = g_list_store_new (G_TYPE_OBJECT);
  g_autoptr(GtkSliceListModel) portions =
    th_incremental_model_new (g_object_ref (G_LIST_MODEL (list)));
  GListModel *shown = G_LIST_MODEL (portions);

  th_incremental_model_delay (portions);
  fill (list, 3);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 0);
  g_assert_true (g_main_context_iteration (NULL, FALSE));
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 3);
  g_assert_false (g_main_context_iteration (NULL, FALSE));

  fill (list, 40);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 43);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
}

static void
assert_selected_in_all (ThRowSelection *selection,
                        guint           n)
{
  g_autoptr(GtkBitset) rows = th_row_selection_dup (selection);

  g_assert_cmpuint (gtk_bitset_get_size (rows), ==, n);
}

/* What is selected as a whole before all rows are exposed is selected as a whole afterwards, unless
 * something else is selected meanwhile. */
static void
test_portions_selected (void)
{
  g_autoptr(GListStore) list = g_list_store_new (G_TYPE_OBJECT);
  GtkSliceListModel *portions = th_incremental_model_new (g_object_ref (G_LIST_MODEL (list)));
  g_autoptr(ThRowSelection) selection = th_row_selection_new (G_LIST_MODEL (portions));
  GtkSelectionModel *model = GTK_SELECTION_MODEL (selection);

  fill (list, 300);
  gtk_selection_model_select_all (model);
  g_assert_cmpuint (gtk_bitset_get_size (th_row_selection_peek (selection)), <, 300);
  assert_selected_in_all (selection, 300);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (gtk_bitset_get_size (th_row_selection_peek (selection)), ==, 300);

  g_list_store_remove_all (list);
  fill (list, 300);
  gtk_selection_model_select_all (model);
  gtk_selection_model_select_item (model, 3, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (gtk_bitset_get_size (th_row_selection_peek (selection)), ==, 1);
  assert_selected_in_all (selection, 1);
}

static void
test_portions_fold (void)
{
  g_autoptr(GListStore) list = g_list_store_new (G_TYPE_OBJECT);
  g_autoptr(GtkSliceListModel) portions =
    th_incremental_model_new (g_object_ref (G_LIST_MODEL (list)));
  GListModel *shown;
  guint before = 200;

  g_assert_false (th_incremental_model_fold (portions));
  g_clear_object (&portions);

  portions = th_incremental_model_new (g_object_ref (G_LIST_MODEL (list)));
  shown = G_LIST_MODEL (portions);
  fill (list, 5000);
  th_incremental_model_expose_all (portions);
  for (guint n; th_incremental_model_fold (portions); before = n)
    {
      n = g_list_model_get_n_items (shown);
      g_assert_cmpuint (n, <, before);
      g_assert_cmpuint (n + 30, >=, before);
    }
  g_assert_cmpuint (before, <, 30);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 0);

  /* No rows reappear, whatever happens to the list. */
  fill (list, 100);
  th_incremental_model_expose_all (portions);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 0);
}

/* --- recent files ---------------------------------------------------------- */

static void
assert_folder (const char *path,
               const char *expected)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *folder = th_recent_file_dup_folder (file);

  g_assert_cmpstr (folder, ==, expected);
}

static void
test_recent_folder (void)
{
  g_autofree char *below = g_build_filename (g_get_home_dir (), "incident-12", "trace.dat", NULL);
  g_autofree char *beside = g_strconcat (g_get_home_dir (), "-old/trace.dat", NULL);
  g_autofree char *expected = g_strconcat (g_get_home_dir (), "-old", NULL);

  assert_folder (below, "~/incident-12");
  if (g_utf8_strlen (expected, -1) <= 40)
    assert_folder (beside, expected);
  assert_folder ("/srv/traces/trace.dat", "/srv/traces");
  assert_folder ("/srv/aaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbb/before/trace.dat",
                 "/srv/aaaaaaaa…bbbbbbbbbbbbbbbbbbb/before");
  assert_folder ("/srv/\xff/trace.dat", "/srv/\xef\xbf\xbd");
}

static void
assert_date (int         year,
             int         month,
             int         day,
             int         hour,
             const char *expected)
{
  g_autoptr(GDateTime) now = g_date_time_new_local (2026, 3, 1, 0, 30, 0);
  g_autoptr(GDateTime) time = g_date_time_new_local (year, month, day, hour, 5, 0);
  g_autofree char *date = th_date_text_new (time, now);

  g_assert_cmpstr (date, ==, expected);
}

/* Days are those of the calendar: at half past midnight, an hour ago was yesterday. */
static void
test_recent_date (void)
{
  assert_date (2026, 3, 1, 0, "Today, 00:05");
  assert_date (2026, 2, 28, 23, "Yesterday, 23:05");
  assert_date (2026, 2, 28, 0, "Yesterday, 00:05");
  assert_date (2026, 2, 27, 23, "27 Feb 2026");
  assert_date (2025, 3, 1, 12, "1 Mar 2025");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/history/steps", test_history);
  g_test_add_func ("/history/bound", test_history_bound);
  g_test_add_func ("/history/filters", test_history_filters);
  g_test_add_func ("/history/moved", test_history_moved);
  g_test_add_func ("/text/valid", test_text);
  g_test_add_func ("/text/whole", test_whole_text);
  g_test_add_func ("/workers/source-ends-here", test_source_ends_here);
  g_test_add_func ("/event-list/grows", test_list_grows);
  g_test_add_func ("/event-list/renews", test_list_renews);
  g_test_add_func ("/event-list/row-outlives", test_row_outlives);

  g_test_add_func ("/marks", test_marks);
  g_test_add_func ("/portions", test_portions);
  g_test_add_func ("/portions/wide", test_portions_wide);
  g_test_add_func ("/portions/delay", test_portions_delay);
  g_test_add_func ("/portions/fold", test_portions_fold);
  g_test_add_func ("/portions/selected", test_portions_selected);
  g_test_add_func ("/recent/folder", test_recent_folder);
  g_test_add_func ("/recent/date", test_recent_date);

  return g_test_run ();
}
