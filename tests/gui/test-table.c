/* test-table.c - the event table: columns, the rows of a span and their order
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

#include <string.h>
#include <time.h>

#include "th-column-view-util.h"
#include "th-columns-window.h"
#include "th-event-filter.h"
#include "th-expression-field.h"
#include "th-number-format.h"

/* 55 events of the sample, as `trace-cmd report -t -N` lists them: rows 576 … */
#define SPAN "win.select-span((int64 177708853551, int64 177709853551))"
#define SPAN_EVENTS 55

static ThEventTable *
get_table (Fixture *fixture)
{
  return gui_get_table (fixture->window);
}

/* "time delta cpu" */
static char *
columns_text (Fixture *fixture)
{
  g_autoptr(GPtrArray) columns = th_event_table_list_columns (get_table (fixture));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < columns->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((const ThEventColumn *) columns->pdata[i])->id);

  return g_string_free (text, FALSE);
}

static char *
cell_text (Fixture    *fixture,
           guint       position,
           const char *id)
{
  g_autoptr(ThEventRow) row =
    g_list_model_get_item (G_LIST_MODEL (th_event_table_get_list (get_table (fixture))), position);

  return th_event_column_dup_text (th_event_column_find (id),
                                   th_window_get_document (fixture->window), row);
}

static void
assert_cell (Fixture    *fixture,
             guint       position,
             const char *id,
             const char *text)
{
  g_autofree char *cell = cell_text (fixture, position, id);

  g_assert_cmpstr (cell, ==, text);
}

/* Returns the numbers of the first three rows, as trace-cmd counts them. */
static char *
first_rows (Fixture *fixture)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *cell = cell_text (fixture, i, "number");

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", cell);
    }

  return g_string_free (text, FALSE);
}

/* --- cells --------------------------------------------------------------- */

/* By `trace-cmd report -l`: line 13 "2d..2.", line 587 "0d.h1.". */
static void
test_latency (Fixture       *fixture,
              gconstpointer  data)
{
  open_sample (fixture);
  assert_cell (fixture, 0, "latency", "d.h1.");
  assert_cell (fixture, 4, "latency", "d.s3.");
  assert_cell (fixture, 5, "latency", "dNs4.");
  assert_cell (fixture, 11, "latency", "d..2.");
  assert_cell (fixture, 585, "latency", "d.h1.");
}

static void
test_delta (Fixture       *fixture,
            gconstpointer  data)
{
  open_sample (fixture);
  assert_cell (fixture, 0, "delta", "–");
  /* 177.573557364 after 177.573538626 */
  assert_cell (fixture, 1, "delta", "18.738 µs");
}

/* The cell is empty if the type lacks the field. */
static void
test_fields (Fixture       *fixture,
             gconstpointer  data)
{
  open_sample (fixture);
  assert_cell (fixture, 0, "field:vec", "TIMER (1)");
  assert_cell (fixture, 4, "field:pid", "15");
  assert_cell (fixture, 0, "field:next_comm", "");
  assert_cell (fixture, 11, "field:next_comm", "rcu_preempt");
  assert_cell (fixture, 11, "field:vec", "");
  assert_cell (fixture, 11, "field:no_such_field", "");
  g_assert_null (th_event_column_find ("field:"));
  g_assert_null (th_event_column_find ("field:a\nb"));
  g_assert_null (th_event_column_find ("field:\xff"));
  g_assert_null (th_event_column_find ("nonsense"));
  g_assert_true (th_event_column_find ("field:vec") == th_event_column_find ("field:vec"));
}

/* Computed by hand from what is above: vec=1, pid=15, next_comm=rcu_preempt (15). */
static void
test_expressions (Fixture       *fixture,
                  gconstpointer  data)
{
  open_sample (fixture);
  assert_cell (fixture, 0, "expr:vec * 8 + 1", "9");
  assert_cell (fixture, 11, "expr:vec * 8 + 1", "");
  assert_cell (fixture, 4, "expr:field.pid - 20", "-5");
  assert_cell (fixture, 1, "expr:ts - 177.573538626s", "18.738 µs");
  assert_cell (fixture, 1, "expr:ts", "177.573557364");
  assert_cell (fixture, 11, "expr:next_pid == 15", "yes");
  assert_cell (fixture, 11, "expr:next_pid > 15", "no");
  assert_cell (fixture, 0, "expr:next_pid == 15", "");
  assert_cell (fixture, 0, "expr:irq:softirq_raise", "yes");
  assert_cell (fixture, 11, "expr:irq:*", "no");
  assert_cell (fixture, 11, "expr:next_comm", "rcu_preempt");
  assert_cell (fixture, 0, "expr:task", "<idle>");
  assert_cell (fixture, 0, "expr:vec / (vec - 1)", "");
  assert_cell (fixture, 0, "expr:vec + no_such_field", "");
  g_assert_null (th_event_column_find ("expr:"));
  g_assert_null (th_event_column_find ("expr:a\nb"));
}

/* A text that the user types is a field if it is a field's name, otherwise an expression. */
static void
test_parse (Fixture       *fixture,
            gconstpointer  data)
{
  ThRecording *recording = th_document_get_recording (open_sample (fixture));
  g_autoptr(GError) error = NULL;
  guint begin, end;

  g_assert_cmpstr (th_event_column_parse (recording, "vec", NULL, NULL, NULL)->id, ==, "field:vec");
  g_assert_cmpstr (th_event_column_parse (recording, " cpu ", NULL, NULL, NULL)->id, ==, "cpu");
  g_assert_cmpstr (th_event_column_parse (recording, "vec * 8", NULL, NULL, NULL)->id, ==,
                   "expr:vec * 8");
  g_assert_null (th_event_column_parse (recording, "vec * bogus", &begin, &end, &error));
  g_assert_cmpuint (begin, ==, 6);
  g_assert_cmpuint (end, ==, 11);
  g_assert_true (th_event_column_is_right (th_event_column_find ("expr:vec * 8"), recording));
  g_assert_false (th_event_column_is_right (th_event_column_find ("expr:vec == 8"), recording));
  g_assert_false (th_event_column_is_right (th_event_column_find ("expr:next_comm"), recording));
  g_assert_cmpuint (th_event_column_get_min_chars (th_event_column_find ("expr:skbaddr & ~0xff"),
                                                   th_window_get_document (fixture->window)), ==,
                    strlen ("0xffffffffffffffff"));
}

/* An invalid expression is refused with a reason; a valid one is added at once and saved in the
 * state of the window. */
static void
test_columns_window (Fixture       *fixture,
                     gconstpointer  data)
{
  ThRecording *recording = th_document_get_recording (open_sample (fixture));
  GtkWidget *window = th_columns_window_new (GTK_WINDOW (fixture->window), get_table (fixture),
                                             recording);
  ThExpressionField *entry = TH_EXPRESSION_FIELD (find_widget (window, TH_TYPE_EXPRESSION_FIELD));
  GObject *list = gtk_widget_get_template_child (window, TH_TYPE_COLUMNS_WINDOW, "list");
  g_autofree char *before = columns_text (fixture), *wrong = NULL, *added = NULL, *expected = NULL;
  GtkListBoxRow *kept = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0);

  gtk_window_present (GTK_WINDOW (window));
  th_expression_field_set_text (entry, "vec * bogus");
  g_assert_cmpstr (th_expression_field_get_mistake (entry), ==, "No event has a field “bogus”");
  g_signal_emit_by_name (entry, "activate");
  wrong = columns_text (fixture);
  g_assert_cmpstr (wrong, ==, before);

  th_expression_field_set_text (entry, "vec * 8");
  g_assert_null (th_expression_field_get_mistake (entry));
  g_signal_emit_by_name (entry, "activate");
  added = columns_text (fixture);
  expected = g_strconcat (before, " expr:vec * 8", NULL);
  g_assert_cmpstr (added, ==, expected);
  g_assert_cmpstr (th_expression_field_get_text (entry), ==, "");
  g_assert_true (shows_cell (GTK_WIDGET (get_table (fixture)), "8"));
  /* Only the rows of columns that changed are built again. */
  g_assert_true (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0) == kept);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Lays out the text of a cell like GtkInscription 4.8 does for text that may be truncated. */
static PangoLayout *
lay_out (const char *text,
         gboolean    number,
         gboolean    rtl)
{
  GtkWidget *cell = g_object_ref_sink (gtk_inscription_new (NULL));
  PangoContext *context = gtk_widget_get_pango_context (cell);
  PangoLayout *layout;
  float xalign;

  gtk_widget_set_direction (cell, rtl ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
  th_column_view_set_text (GTK_INSCRIPTION (cell), text, number);
  xalign = gtk_inscription_get_xalign (GTK_INSCRIPTION (cell));
  rtl = gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL;
  pango_context_set_base_dir (context, rtl ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR);
  layout = pango_layout_new (context);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_width (layout, 1000 * PANGO_SCALE);
  pango_layout_set_alignment (layout, (rtl ? 1 - xalign : xalign) < .5 ? PANGO_ALIGN_LEFT
                                                                       : PANGO_ALIGN_RIGHT);
  g_object_unref (cell);

  return layout;
}

/* Returns the position of the text in the cell, as a fraction of its width. */
static double
text_begin (const char *text,
            gboolean    number,
            gboolean    rtl)
{
  g_autoptr(PangoLayout) layout = lay_out (text, number, rtl);
  PangoRectangle ink;

  pango_layout_get_pixel_extents (layout, &ink, NULL);
  return ink.x / 1000.0;
}

/* Whether each character is to the right of the previous one in a right-to-left window. */
static gboolean
goes_right (const char *text,
            gboolean    number)
{
  g_autoptr(PangoLayout) layout = lay_out (text, number, TRUE);
  int last = -1;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      PangoRectangle place;

      pango_layout_index_to_pos (layout, at - text, &place);
      if (place.x <= last)
        return FALSE;
      last = place.x;
    }

  return TRUE;
}

/* Texts are aligned at the start, numbers at the right. */
static void
test_direction (Fixture       *fixture,
                gconstpointer  data)
{
  static const char *const texts[] = { "sched_switch", "12", "−60.8 ms", "1047.239", "<idle>",
                                       "שלום" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_test_message ("%s", texts[i]);
      g_assert_cmpfloat (text_begin (texts[i], FALSE, FALSE), <, .1);
      g_assert_cmpfloat (text_begin (texts[i], TRUE, FALSE), >, .5);
      g_assert_cmpfloat (text_begin (texts[i], FALSE, TRUE), >, .5);
      g_assert_cmpfloat (text_begin (texts[i], TRUE, TRUE), >, .5);
    }
}

/* A number reads from left to right in a right-to-left window, with its sign first, and the groups
 * of its digits stay in order in labels that do not know that they show a number. */
static void
test_number_direction (Fixture       *fixture,
                       gconstpointer  data)
{
  static const char *const numbers[] = { "+12.104", "−60.8", "12.3 %", "1047.239" };
  g_autofree char *count = th_format_count (1284031);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_test_message ("%s", numbers[i]);
      g_assert_true (goes_right (numbers[i], TRUE));
    }
  g_assert_true (goes_right (count, TRUE));
  g_assert_true (goes_right (count, FALSE));
}

/* --- columns ------------------------------------------------------------- */

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_columns (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *usual = NULL, *shown = NULL, *moved = NULL, *hidden = NULL, *set = NULL;
  g_autofree char *reset = NULL;
  g_autoptr(GVariant) columns = NULL;
  g_autofree char *printed = NULL;
  guint n_changes = 0;

  open_sample (fixture);
  usual = columns_text (fixture);
  g_assert_cmpstr (usual, ==, "number time cpu task pid event info");
  g_signal_connect_swapped (get_table (fixture), "columns-changed", G_CALLBACK (count_cb),
                            &n_changes);

  /* Acts as the menu of a title does. */
  gtk_widget_activate_action (gtk_widget_get_first_child (GTK_WIDGET (get_table (fixture))),
                              "table.show-delta", NULL);
  shown = columns_text (fixture);
  g_assert_cmpstr (shown, ==, "number time delta cpu task pid event info");
  g_assert_true (shows_cell (GTK_WIDGET (get_table (fixture)), "18.738 µs"));
  gtk_widget_activate_action (gtk_widget_get_first_child (GTK_WIDGET (get_table (fixture))),
                              "table.move", "(si)", "delta", 2);
  moved = columns_text (fixture);
  g_assert_cmpstr (moved, ==, "number time cpu task delta pid event info");
  gtk_widget_activate_action (gtk_widget_get_first_child (GTK_WIDGET (get_table (fixture))),
                              "table.hide", "s", "number");
  hidden = columns_text (fixture);
  g_assert_cmpstr (hidden, ==, "time cpu task delta pid event info");
  g_assert_cmpuint (n_changes, ==, 3);

  /* Unknown and repeated columns are ignored; widths are kept. */
  activate (fixture,
            "win.set-columns(\"[('info', 300), ('nonsense', 0), ('field:vec', 80), ('info', "
            "10)]\")");
  set = columns_text (fixture);
  g_assert_cmpstr (set, ==, "info field:vec");
  columns = th_event_table_dup_columns (get_table (fixture));
  printed = g_variant_print (columns, FALSE);
  g_assert_cmpstr (printed, ==, "[('info', 300), ('field:vec', 80)]");
  g_assert_true (shows_cell (GTK_WIDGET (get_table (fixture)), "RCU (9)"));

  activate (fixture, "win.reset-columns");
  reset = columns_text (fixture);
  g_assert_cmpstr (reset, ==, usual);
}

/* The last column cannot be removed, because the menu of its title adds others. */
static void
test_last_column (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *left = NULL;

  open_sample (fixture);
  activate (fixture, "win.set-columns(\"[('time', 0)]\")");
  th_event_table_remove_column (get_table (fixture), th_event_column_find ("time"));
  left = columns_text (fixture);
  g_assert_cmpstr (left, ==, "time");
}

static void
test_keep_columns (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(GFile) copy = copy_sample (fixture, "other.dat", 0);
  g_autofree char *path = g_file_get_path (copy), *kept = NULL;

  open_sample (fixture);
  activate (fixture, "win.set-columns(\"[('time', 0), ('latency', 70), ('info', 0)]\")");
  activate (fixture, "win.keep-columns");
  open_path (fixture, path);
  kept = columns_text (fixture);
  g_assert_cmpstr (kept, ==, "time latency info");
  activate (fixture,
            "win.set-columns(\"[('number', 0), ('time', 0), ('cpu', 0), ('task', 0), ('pid', 0), "
            "('event', 0), ('info', 0)]\")");
  activate (fixture, "win.keep-columns");
}

/* --- the span ------------------------------------------------------------ */

static gboolean
lists_span (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (th_event_table_get_list (get_table (fixture)))) ==
         SPAN_EVENTS;
}

static gboolean
is_sorted (Fixture *fixture)
{
  return th_event_list_has_places (th_event_table_get_list (get_table (fixture))) &&
         th_event_table_get_facts (get_table (fixture)) == NULL;
}

static void
test_only_span (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *first = NULL;

  open_sample (fixture);
  activate (fixture, SPAN);
  activate (fixture, "win.only-span");
  wait_until (fixture, lists_span);
  /* Rows keep their numbers; the first one has no predecessor. */
  first = first_rows (fixture);
  g_assert_cmpstr (first, ==, "576 577 578");
  assert_cell (fixture, 0, "delta", "–");

  activate (fixture, "win.select-span((int64 0, int64 0))");
  wait_ms (200);
  g_assert_cmpuint (th_event_list_get_n_events (th_event_table_get_list (get_table (fixture))), ==,
                    SAMPLE_EVENTS);
  g_assert_nonnull (th_event_table_get_facts (get_table (fixture)));
  activate (fixture, SPAN);
  wait_until (fixture, lists_span);
  activate (fixture, "win.only-span");
  g_assert_cmpuint (th_event_list_get_n_events (th_event_table_get_list (get_table (fixture))), ==,
                    SAMPLE_EVENTS);
}

/* A worker sorts; until it has finished, the previous rows stay. */
static void
await_rows (Fixture    *fixture,
            const char *expected)
{
  g_autofree char *rows = first_rows (fixture);

  for (guint i = 0; i < 100 && !g_str_equal (rows, expected); i++)
    {
      wait_ms (50);
      g_free (rows);
      rows = first_rows (fixture);
    }
  g_assert_cmpstr (rows, ==, expected);
}

/* Longest first: 159.010 µs before row 612, 60.421 before 629, 55.063 before 586. */
static void
test_sort (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThEventList *list = th_event_table_get_list (get_table (fixture));
  g_autofree char *by_delta = NULL, *by_time = NULL;
  guint position;

  activate (fixture,
            "win.set-columns(\"[('number', 0), ('time', 0), ('delta', 0), ('event', 0), "
            "('field:len', 0)]\")");
  activate (fixture, SPAN);
  activate (fixture, "win.only-span");
  wait_until (fixture, lists_span);
  activate (fixture, "win.sort-events(('delta', true))");
  wait_until (fixture, is_sorted);
  by_delta = first_rows (fixture);
  g_assert_cmpstr (by_delta, ==, "612 629 586");
  assert_cell (fixture, 0, "delta", "159.010 µs");
  /* The event without a value is last. */
  assert_cell (fixture, SPAN_EVENTS - 1, "number", "576");

  /* The selection is still shared in both directions. */
  gui_select_row (get_table (fixture), 1);
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document),
                                          th_document_get_selected (document)), ==, 177709699326);
  position = th_event_list_find (list, th_document_get_selected (document));
  g_assert_cmpuint (position, ==, 1);

  activate (fixture, "win.sort-events(('event', false))");
  await_rows (fixture, "580 576 586");
  g_assert_cmpuint (gui_get_selected_row (get_table (fixture)), ==,
                    th_event_list_find (list, th_document_get_selected (document)));

  /* Sorted as numbers, not as text: 7292, 5844, 1500 */
  activate (fixture, "win.sort-events(('field:len', true))");
  await_rows (fixture, "610 611 592");

  /* Negated values sort the shortest first. */
  activate (fixture, "win.set-columns(\"[('number', 0), ('expr:0 - len', 0)]\")");
  activate (fixture, "win.sort-events(('expr:0 - len', false))");
  await_rows (fixture, "610 611 592");

  activate (fixture, "win.only-span");
  by_time = first_rows (fixture);
  g_assert_cmpstr (by_time, ==, "1 2 3");
}

static gboolean
lists_filtered (Fixture *fixture)
{
  return !th_event_filter_is_running (gui_get_filter (fixture)) &&
         g_list_model_get_n_items (G_LIST_MODEL (th_event_table_get_list (get_table (fixture)))) ==
           16 && is_sorted (fixture);
}

/* 16 of the 55 have a length. */
static void
test_sort_filtered (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *first = NULL;

  open_sample (fixture);
  activate (fixture, SPAN);
  activate (fixture, "win.only-span");
  activate (fixture, "win.sort-events(('time', true))");
  wait_until (fixture, lists_span);
  activate (fixture, "win.set-filter('len > 0')");
  wait_until (fixture, lists_filtered);
  first = first_rows (fixture);
  g_assert_cmpstr (first, ==, "615 611 610");
}

/* --- selecting ----------------------------------------------------------- */

static gboolean
is_tab_filled (Fixture *fixture)
{
  GtkWidget *table = th_table_pane_get_visible_page (gui_get_table_pane (fixture));

  return !is_arranging (table) &&
         g_list_model_get_n_items (G_LIST_MODEL (gui_get_result_list (table))) > 1;
}

/* "selected" of both kinds of table notifies, whatever the origin of the selection. */
static void
test_selected (Fixture       *fixture,
               gconstpointer  data)
{
  guint n_events = 0, n_wakeups = 0;
  g_autoptr(GtkBitset) selected = NULL;
  GtkWidget *wakeups;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  g_assert_cmpuint (gui_get_selected_row (get_table (fixture)), ==, GTK_INVALID_LIST_POSITION);
  g_signal_connect_swapped (get_table (fixture), "notify::selected", G_CALLBACK (count_cb),
                            &n_events);
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 0))");
  g_assert_cmpuint (n_events, ==, 1);
  g_assert_cmpuint (gui_get_selected_row (get_table (fixture)), ==, 0);
  g_signal_handlers_disconnect_by_func (get_table (fixture), count_cb, &n_events);

  activate (fixture, "win.tab('sched/wakeups')");
  wait_until (fixture, is_tab_filled);
  wakeups = th_table_pane_get_visible_page (gui_get_table_pane (fixture));
  g_signal_connect_swapped (wakeups, "notify::selected", G_CALLBACK (count_cb), &n_wakeups);
  gui_select_row (wakeups, 1);
  g_assert_cmpuint (n_wakeups, ==, 1);
  g_assert_cmpuint (gui_get_selected_row (wakeups), ==, 1);
  gui_select_row (wakeups, GTK_INVALID_LIST_POSITION);
  g_assert_cmpuint (n_wakeups, ==, 2);
  selected = gtk_selection_model_get_selection (gui_get_selection (wakeups));
  g_assert_true (gtk_bitset_is_empty (selected));
  g_signal_handlers_disconnect_by_func (wakeups, count_cb, &n_wakeups);
}

static char *
selected_text (ThRowSelection *selection)
{
  const GtkBitset *selected = th_row_selection_peek (selection);
  GString *text = g_string_new (NULL);

  for (guint64 i = 0; i < gtk_bitset_get_size (selected); i++)
    g_string_append_printf (text, "%u ", gtk_bitset_get_nth (selected, i));
  g_string_append_printf (text, "lead %d", (int) th_row_selection_get_lead (selection));

  return g_string_free (text, FALSE);
}

#define ASSERT_SELECTED(selection, expected) \
  G_STMT_START { \
    g_autofree char *selected = selected_text (selection); \
    g_assert_cmpstr (selected, ==, expected); \
  } G_STMT_END

static void
test_row_selection (void)
{
  GtkStringList *list =
    gtk_string_list_new ((const char *const[]) { "a", "b", "c", "d", "e", "f", NULL });
  g_autoptr(ThRowSelection) selection = th_row_selection_new (G_LIST_MODEL (list));
  GtkSelectionModel *model = GTK_SELECTION_MODEL (selection);

  ASSERT_SELECTED (selection, "lead -1");
  th_row_selection_set (selection, 2);
  ASSERT_SELECTED (selection, "2 lead 2");
  /* A range is extended from where it began, in either direction. */
  gtk_selection_model_select_range (model, 2, 3, TRUE);
  ASSERT_SELECTED (selection, "2 3 4 lead 4");
  gtk_selection_model_select_range (model, 0, 3, TRUE);
  ASSERT_SELECTED (selection, "0 1 2 lead 0");
  gtk_selection_model_select_item (model, 5, FALSE);
  ASSERT_SELECTED (selection, "0 1 2 5 lead 5");
  gtk_selection_model_unselect_item (model, 5);
  ASSERT_SELECTED (selection, "0 1 2 lead 0");
  /* The selection moves when rows before it are added or removed. */
  gtk_string_list_splice (list, 1, 1, (const char *const[]) { "x", "y", "z", NULL });
  ASSERT_SELECTED (selection, "0 4 lead 0");
  gtk_string_list_splice (list, 0, 1, NULL);
  ASSERT_SELECTED (selection, "3 lead -1");
  gtk_selection_model_select_all (model);
  ASSERT_SELECTED (selection, "0 1 2 3 4 5 6 lead -1");
  gtk_selection_model_unselect_all (model);
  ASSERT_SELECTED (selection, "lead -1");
  th_row_selection_set (selection, 99);
  ASSERT_SELECTED (selection, "lead -1");
}

/* Returns the start and end of each tab. */
static char *
tab_places (Fixture *fixture)
{
  GtkWidget *box =
    GTK_WIDGET (gui_template_child (fixture->window, TH_TYPE_TAB_BOX, "tabs"));
  GString *text = g_string_new (NULL);
  graphene_rect_t bounds;

  for (GtkWidget *tab = gtk_widget_get_first_child (box); tab != NULL;
       tab = gtk_widget_get_next_sibling (tab))
    if (gtk_widget_compute_bounds (tab, GTK_WIDGET (fixture->window), &bounds))
      g_string_append_printf (text, "%g+%g ", bounds.origin.x, bounds.size.width);

  return g_string_free (text, FALSE);
}

/* The tabs do not move, whichever one is shown and however long the text beside them. */
static void
test_tabs_stay (Fixture       *fixture,
                gconstpointer  data)
{
  GtkLabel *facts = GTK_LABEL (gui_template_child (fixture->window, TH_TYPE_TABLE_PANE, "facts"));
  g_autofree char *before = NULL, *after = NULL, *crowded = NULL;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  wait_ms (200);
  before = tab_places (fixture);
  activate (fixture, "win.tab('packets/packets')");
  wait_ms (200);
  after = tab_places (fixture);
  g_assert_cmpstr (after, ==, before);

  gtk_label_set_text (facts,
                      "38 412 packets · p50 61 µs · p99 1.94 ms · 17 dropped, and as much as has "
                      "no room beside the tabs of a window");
  wait_ms (200);
  crowded = tab_places (fixture);
  g_assert_cmpstr (crowded, ==, before);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  g_test_add_func ("/table/row-selection", test_row_selection);
  ADD_WINDOW_TEST ("/table/tabs-stay", test_tabs_stay);
  ADD_WINDOW_TEST ("/table/latency", test_latency);
  ADD_WINDOW_TEST ("/table/delta", test_delta);
  ADD_WINDOW_TEST ("/table/fields", test_fields);
  ADD_WINDOW_TEST ("/table/expressions", test_expressions);
  ADD_WINDOW_TEST ("/table/parse", test_parse);
  ADD_WINDOW_TEST ("/table/columns-window", test_columns_window);
  ADD_WINDOW_TEST ("/table/direction", test_direction);
  ADD_WINDOW_TEST ("/table/number-direction", test_number_direction);
  ADD_WINDOW_TEST ("/table/columns", test_columns);
  ADD_WINDOW_TEST ("/table/last-column", test_last_column);
  ADD_WINDOW_TEST ("/table/keep-columns", test_keep_columns);
  ADD_WINDOW_TEST ("/table/only-span", test_only_span);
  ADD_WINDOW_TEST ("/table/sort", test_sort);
  ADD_WINDOW_TEST ("/table/sort-filtered", test_sort_filtered);
  ADD_WINDOW_TEST ("/table/selected", test_selected);

  return g_test_run ();
}
