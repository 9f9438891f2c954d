/* test-sift.c - filter and find: completion, empty results, scope, hidden events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-color.h"
#include "th-event-search.h"
#include "th-filter-state.h"
#include "th-context-menus.h"
#include "th-event-filter.h"
#include "th-result-table.h"
#include "th-scene-draw.h"
#include "th-style.h"
#include "th-window-private.h"

/* trace-cmd report -t -N data/samples/e1000-tcp.dat */
#define N_IDLE_CPU1 37 /* and '\[001\]' */
#define N_CPU1      407

static void
press (GtkEditable     *entry,
       guint            keyval,
       GdkModifierType  state)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (entry));
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) &&
          gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &taken);
    }
  if (!taken && keyval == GDK_KEY_Return)
    g_signal_emit_by_name (entry, "activate");
}

/* --- the filter -------------------------------------------------------------- */

/* Returns NULL if there is none. */
static char *
dup_underlined (GtkEditable *entry)
{
  GtkEditable *inner = gtk_editable_get_delegate (entry);
  PangoAttrList *attributes = gtk_text_get_attributes (GTK_TEXT (inner != NULL ? inner : entry));
  g_autoptr(PangoAttrIterator) at = attributes != NULL ? pango_attr_list_get_iterator (attributes)
                                                       : NULL;

  for (gboolean more = at != NULL; more; more = pango_attr_iterator_next (at))
    if (pango_attr_iterator_get (at, PANGO_ATTR_UNDERLINE) != NULL)
      {
        int begin, end;

        pango_attr_iterator_range (at, &begin, &end);
        return g_strndup (gtk_editable_get_text (entry) + begin, end - begin);
      }

  return NULL;
}

/* 132: trace-cmd report -t -N | grep -c sched_ of the sample */
static void
test_filter (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  GListModel *list = G_LIST_MODEL (th_event_table_get_list (gui_get_table (fixture->window)));
  g_autofree char *text = NULL;
  GtkWidget *mistake;
  guint begin, end;

  activate (fixture, "win.set-filter('sched:*')");
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpuint (th_rows_get_n (th_event_filter_get_rows (th_document_get_filter (document))),
                    ==, 132);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 132);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                      TH_TYPE_FILTER_BAR,
                                                                      "count"))), ==,
                   "132 of 2\u202f687");

  /* An error is shown with its position; the previous filter stays in force. */
  activate (fixture, "win.set-filter('cpu == 0 and nonsense == 3')");
  text =
    dup_underlined (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                      "entry")));
  g_assert_cmpstr (text, ==, "nonsense");
  g_assert_true (gtk_widget_get_visible (gui_template_child (fixture->window, TH_TYPE_DOCUMENT_VIEW,
                                                         "mistake_label")));
  mistake = gui_template_child (fixture->window, TH_TYPE_DOCUMENT_VIEW, "mistake_label");
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (mistake)), "nonsense"));
  gtk_test_accessible_assert_state (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                      TH_TYPE_FILTER_BAR, "entry")),
                                    GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_nonnull (th_event_filter_get_error (th_document_get_filter (document), &begin, &end));
  g_assert_cmpuint (begin, ==, 13);
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (document)), ==, "sched:*");

  activate (fixture, "win.clear-filter");
  g_assert_null (th_event_filter_get_error (th_document_get_filter (document), &begin, &end));
  g_assert_null (th_event_filter_get_rows (th_document_get_filter (document)));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, SAMPLE_EVENTS);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                      TH_TYPE_FILTER_BAR,
                                                                      "count"))), ==, "");
  g_assert_false (gtk_widget_get_visible (gui_template_child (fixture->window,
                                                              TH_TYPE_DOCUMENT_VIEW,
                                                         "mistake_label")));
}

/* Returns the text of an empty table and of its button, as "text|button", or "". */
static char *
dup_why_empty (GtkWidget *table)
{
  GtkWidget *hollow = gtk_widget_get_ancestor (GTK_WIDGET (gtk_widget_get_first_child (table)),
                                               GTK_TYPE_OVERLAY);
  GtkWidget *box;

  if (hollow == NULL || !gtk_widget_is_ancestor (hollow, table))
    hollow = gtk_widget_get_last_child (gtk_widget_get_first_child (table));
  box = gtk_widget_get_last_child (hollow);
  if (!gtk_widget_get_mapped (box))
    return g_strdup ("");

  return g_strconcat (gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (box))), "|",
                      gtk_widget_get_mapped (gtk_widget_get_last_child (box))
                      ? gtk_button_get_label (GTK_BUTTON (gtk_widget_get_last_child (box))) : "",
                      NULL);
}

static gboolean
is_told_why_empty (Fixture *fixture)
{
  g_autofree char *text = dup_why_empty (GTK_WIDGET (gui_get_table (fixture->window)));

  return text[0] != '\0';
}

static gboolean
lacks_packets (Fixture *fixture)
{
  g_autofree char *text = dup_why_empty (gui_get_tab (fixture->window, "packets/packets"));

  return g_str_equal (text, "No matching rows|");
}

static gboolean
has_packets (Fixture *fixture)
{
  g_autofree char *text = dup_why_empty (gui_get_tab (fixture->window, "packets/packets"));

  return text[0] == '\0';
}

/* The placeholder says why the table is empty, and its button helps. */
static void
test_empty (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *table, *packets, *box;
  g_autofree char *before = NULL, *filtered = NULL, *after = NULL;

  open_sample (fixture);
  table = GTK_WIDGET (gui_get_table (fixture->window));
  before = dup_why_empty (table);
  g_assert_cmpstr (before, ==, "");
  activate (fixture, "win.set-filter('cpu == 1 and cpu == 2')");
  wait_until (fixture, is_told_why_empty);
  filtered = dup_why_empty (table);
  g_assert_cmpstr (filtered, ==, "No events match the filter.|_Clear the Filter");
  box = gtk_widget_get_last_child (gtk_widget_get_first_child (table));
  g_signal_emit_by_name (gtk_widget_get_last_child (box), "clicked");
  after = dup_why_empty (table);
  g_assert_cmpstr (after, ==, "");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "");

  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('packets/packets')");
  packets = gui_get_tab (fixture->window, "packets/packets");
  th_result_table_seek (TH_RESULT_TABLE (packets), "no such packet");
  wait_until (fixture, lacks_packets);
  th_result_table_seek (TH_RESULT_TABLE (packets), "");
  wait_until (fixture, has_packets);
}

/* Returns the words that have a color of their own, with that. */
static char *
dup_inks (GtkEditable *entry)
{
  PangoAttrIterator *iterator =
    pango_attr_list_get_iterator (gtk_entry_get_attributes (GTK_ENTRY (entry)));
  GString *inks = g_string_new (NULL);

  do
    {
      PangoAttribute *ink = pango_attr_iterator_get (iterator, PANGO_ATTR_FOREGROUND);
      const PangoColor *color = ink != NULL ? &((PangoAttrColor *) ink)->color : NULL;
      int begin, end;

      pango_attr_iterator_range (iterator, &begin, &end);
      if (color != NULL)
        g_string_append_printf (inks, "%.*s:%02x%02x%02x ", end - begin,
                                gtk_editable_get_text (entry) + begin,
                                color->red >> 8, color->green >> 8, color->blue >> 8);
    }
  while (pango_attr_iterator_next (iterator));
  pango_attr_iterator_destroy (iterator);

  return g_string_free (inks, FALSE);
}

/* Words are colored while one types, in the colors of the style. */
static void
test_inks (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *light = NULL, *dark = NULL, *found = NULL;

  open_sample (fixture);
  gtk_editable_set_text (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                           "entry")), "comm == \"curl\" and pid");
  light =
    dup_inks (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry")));
  g_assert_cmpstr (light, ==, "comm:1c71d8 \"curl\":1f7a4d and:7a35b5 pid:1c71d8 ");

  th_style_force (th_style_get_default (), TH_STYLE_DARK);
  dark =
    dup_inks (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry")));
  th_style_force (th_style_get_default (), TH_STYLE_LIGHT);
  g_assert_cmpstr (dark, ==, "comm:78aeed \"curl\":5bc98a and:cba6f2 pid:78aeed ");

  /* A search text is not an expression. */
  gtk_editable_set_text (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR,
                                                           "entry")), "not and");
  found = dup_inks (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry")));
  g_assert_cmpstr (found, ==, "");
}

/* The history has view and filter together. */
static void
test_filter_history (Fixture       *fixture,
                     gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThEventFilter *filter = th_document_get_filter (document);

  activate (fixture, "win.set-filter('sched:*')");
  activate (fixture, "win.set-filter('irq:*')");
  activate (fixture, "win.view-back");
  g_assert_cmpstr (th_event_filter_get_text (filter), ==, "sched:*");
  activate (fixture, "win.view-back");
  g_assert_cmpstr (th_event_filter_get_text (filter), ==, "");
  g_assert_null (th_event_filter_get_rows (filter));
  activate (fixture, "win.view-forward");
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpstr (th_event_filter_get_text (filter), ==, "sched:*");
  g_assert_cmpuint (th_rows_get_n (th_event_filter_get_rows (filter)), ==, 132);
}

/* Resizing the window once dropped the filter from the steps of the history. */
static void
test_resized_history (Fixture       *fixture,
                      gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  g_assert_false (th_document_has_chosen_view (document));
  activate (fixture, "win.set-filter('sched:*')");
  th_document_set_view_width (document, 333);
  activate (fixture, "win.view-back");
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (document)), ==, "");
}

/* --- words -------------------------------------------------------------- */

/* Sets the text as if typed, with the caret at the end. */
static void
type (GtkEditable *entry,
      const char  *text)
{
  gtk_editable_set_text (entry, text);
  gtk_editable_set_position (entry, -1);
}

/* Returns the words offered for @entry, one per line, the chosen one after "> ". */
static char *
dup_offered (GtkEditable *entry)
{
  GtkWidget *list = find_widget (gtk_widget_get_parent (GTK_WIDGET (entry)), GTK_TYPE_LIST_BOX);
  GString *all = g_string_new (NULL);

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    g_string_append_printf (all, "%s%s\n",
                            gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (row)) ? "> " : "",
                            gtk_label_get_text (GTK_LABEL (find_widget (row, GTK_TYPE_LABEL))));

  return g_string_free (all, FALSE);
}

/* Returns the popup with the completions of a bar. */
static ThCompletionPopup *
find_words (Fixture *fixture,
            GType    bar)
{
  GtkWidget *found = find_widget (GTK_WIDGET (fixture->window), bar);

  return TH_COMPLETION_POPUP (find_widget (found, TH_TYPE_COMPLETION_POPUP));
}

static void
test_words (Fixture       *fixture,
            gconstpointer  data)
{
  GtkEditable *entry =
    GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry"));
  ThCompletionPopup *words = find_words (fixture, TH_TYPE_FILTER_BAR);
  g_autofree char *list = NULL;

  open_sample (fixture);
  activate (fixture, "win.filter");
  type (entry, "sched:sched_switch and prev_");
  g_assert_true (th_completion_popup_is_open (words));
  list = dup_offered (entry);
  g_assert_cmpstr (list, ==, "> prev_comm\nprev_pid\nprev_prio\nprev_state\n");

  /* Down and Up wrap around; Tab accepts a word and offers what may follow. */
  press (entry, GDK_KEY_Up, 0);
  press (entry, GDK_KEY_Up, 0);
  g_free (list);
  list = dup_offered (entry);
  g_assert_cmpstr (list, ==, "prev_comm\nprev_pid\n> prev_prio\nprev_state\n");
  press (entry, GDK_KEY_Down, 0);
  press (entry, GDK_KEY_Tab, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "sched:sched_switch and prev_state ");
  g_assert_true (th_completion_popup_is_open (words));
  g_free (list);
  list = dup_offered (entry);
  g_assert_true (g_str_has_prefix (list, "==\n!=\n<\n"));
  press (entry, GDK_KEY_Tab, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "sched:sched_switch and prev_state == ");
  g_assert_true (th_completion_popup_is_open (words));
  g_free (list);
  list = dup_offered (entry);
  g_assert_nonnull (strstr (list, "\nD\n"));

  /* Escape closes the list and keeps the text; Enter applies the text. */
  press (entry, GDK_KEY_Escape, 0);
  g_assert_false (th_completion_popup_is_open (words));
  type (entry, "sched:sched_switch and prev_state == S ");
  g_assert_true (th_completion_popup_is_open (words));
  press (entry, GDK_KEY_Return, 0);
  g_assert_false (th_completion_popup_is_open (words));
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==,
                   "sched:sched_switch and prev_state == S ");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) ==
                 GTK_WIDGET (th_window_get_timeline (fixture->window)));
}

/* Escape closes the list, then it leaves the entry; a text with a mistake gives way to the filter
 * in force. */
static void
test_escape (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  GtkEditable *entry =
    GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry"));
  guint begin, end;

  activate (fixture, "win.set-filter('cpu == 1')");
  wait_until (fixture, gui_is_filtered);
  activate (fixture, "win.filter");
  type (entry, "cpu == ");
  g_assert_true (th_completion_popup_is_open (find_words (fixture, TH_TYPE_FILTER_BAR)));
  press (entry, GDK_KEY_Escape, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "cpu == ");
  press (entry, GDK_KEY_Escape, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "cpu == 1");
  g_assert_null (th_event_filter_get_error (th_document_get_filter (document), &begin, &end));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) ==
                 GTK_WIDGET (th_window_get_timeline (fixture->window)));
}

/* Enter does not replace a complete word, although others begin with it and are listed first; a
 * name without its system is completed. */
static void
test_whole_word (Fixture       *fixture,
                 gconstpointer  data)
{
  GtkEditable *entry =
    GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry"));
  ThCompletionPopup *words = find_words (fixture, TH_TYPE_FILTER_BAR);
  g_autofree char *list = NULL, *marked = NULL;

  open_sample (fixture);
  activate (fixture, "win.filter");
  type (entry, "net:netif_rx");
  g_assert_true (th_completion_popup_is_open (words));
  list = dup_offered (entry);
  g_assert_false (g_str_has_prefix (list, "net:netif_rx\n"));
  g_assert_nonnull (strstr (list, "\nnet:netif_rx\n"));
  g_assert_null (strchr (list, '>'));
  press (entry, GDK_KEY_Return, 0);
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "net:netif_rx");

  activate (fixture, "win.filter");
  type (entry, "netif_rx");
  g_assert_true (th_completion_popup_is_open (words));
  marked = dup_offered (entry);
  g_assert_nonnull (strstr (marked, "> net:netif_rx\n"));
}

static gboolean
are_words_open (Fixture *fixture,
                GType    bar)
{
  return th_completion_popup_is_open (find_words (fixture, bar));
}

/* The action opens the list in an empty entry; Enter completes a word that was begun; the list
 * closes when the entry loses the focus. */
static void
test_asked (Fixture       *fixture,
            gconstpointer  data)
{
  GtkEditable *entry =
    GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry"));
  ThCompletionPopup *words = find_words (fixture, TH_TYPE_FILTER_BAR);
  g_autofree char *list = NULL;

  open_sample (fixture);
  activate (fixture, "win.complete");
  g_assert_true (th_completion_popup_is_open (words));
  list = dup_offered (entry);
  g_assert_true (g_str_has_prefix (list, "task\npid\ncpu\n"));
  type (entry, "ta");
  press (entry, GDK_KEY_Return, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "task ");
  type (entry, "task == cur");
  press (entry, GDK_KEY_Return, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "task == \"curl\" ");
  type (entry, "task == \"curl\" a");
  g_assert_true (th_completion_popup_is_open (words));
  activate (fixture, "win.find");
  g_assert_false (th_completion_popup_is_open (words));

  /* In the find bar, an expression begins with "=". */
  type (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry")), "sched_sw");
  g_assert_false (are_words_open (fixture, TH_TYPE_FIND_BAR));
  type (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry")),
        "=sched_sw");
  g_assert_true (are_words_open (fixture, TH_TYPE_FIND_BAR));
  press (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry")),
         GDK_KEY_Tab, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                            TH_TYPE_FIND_BAR,
                                                                            "entry"))), ==,
                   "=sched:sched_switch ");

  /* A text that is set by an action does not open the list. */
  activate (fixture, "win.set-filter('cpu == 1')");
  g_assert_false (th_completion_popup_is_open (words));
}

/* --- scope --------------------------------------------------------------- */

static const char *
get_state (Fixture    *fixture,
           const char *action)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window),
                                                               action);

  return g_intern_string (g_variant_get_string (state, NULL));
}

/* The filter applies to lanes, the table, or both. */
static void
test_scope (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThEventFilter *filter = th_document_get_filter (document);
  ThEventList *list = th_event_table_get_list (gui_get_table (fixture->window));

  activate (fixture, "win.set-filter('cpu == 1')");
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpuint (th_event_list_get_n_events (list), ==, N_CPU1);
  g_assert_false (th_event_filter_is_dimmed (filter, (ThRef) { 0, 0, 0 }));

  activate (fixture, "win.next-filter-scope");
  g_assert_cmpstr (get_state (fixture, "filter-scope"), ==, "lanes");
  g_assert_cmpuint (th_event_list_get_n_events (list), ==, SAMPLE_EVENTS);
  g_assert_true (th_event_filter_is_dimmed (filter, (ThRef) { 0, 0, 0 }));
  g_assert_false (th_event_filter_is_dimmed (filter, (ThRef) { 0, 1, 0 }));

  activate (fixture, "win.next-filter-scope");
  g_assert_cmpstr (get_state (fixture, "filter-scope"), ==, "table");
  g_assert_cmpuint (th_event_list_get_n_events (list), ==, N_CPU1);
  activate (fixture, "win.filter-scope('both')");
  g_assert_cmpuint (th_event_list_get_n_events (list), ==, N_CPU1);
}

/* Returns the number of pixels of the first lane that are not background. */
static guint
count_ink (Fixture *fixture)
{
  ThTheme *theme =
    th_scene_get_theme (th_document_get_scene (th_window_get_document (fixture->window)));

  return count_pixels (fixture, th_color_pack (th_theme_get_color (theme, TH_COLOR_BACKGROUND)),
                       FALSE);
}

static void
test_hides (Fixture       *fixture,
            gconstpointer  data)
{
  guint all, pale;

  open_sample (fixture);
  all = count_ink (fixture);
  g_assert_cmpuint (all, >, 0);
  activate (fixture, "win.set-filter('cpu == 1')");
  wait_until (fixture, gui_is_filtered);
  pale = count_ink (fixture);
  g_assert_cmpuint (pale, ==, all);
  activate (fixture, "win.filter-hides");
  g_assert_cmpuint (count_ink (fixture), ==, 0);
  activate (fixture, "win.filter-scope('table')");
  g_assert_cmpuint (count_ink (fixture), ==, all);
  activate (fixture, "win.filter-scope('both')");
  activate (fixture, "win.filter-hides");
  g_assert_cmpuint (count_ink (fixture), ==, all);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/sift/filter", test_filter);
  ADD_WINDOW_TEST ("/sift/inks", test_inks);
  ADD_WINDOW_TEST ("/sift/empty", test_empty);
  ADD_WINDOW_TEST ("/sift/filter-history", test_filter_history);
  ADD_WINDOW_TEST ("/sift/resized-history", test_resized_history);
  ADD_WINDOW_TEST ("/sift/words", test_words);
  ADD_WINDOW_TEST ("/sift/whole-word", test_whole_word);
  ADD_WINDOW_TEST ("/sift/escape", test_escape);
  ADD_WINDOW_TEST ("/sift/asked", test_asked);
  ADD_WINDOW_TEST ("/sift/scope", test_scope);
  ADD_WINDOW_TEST ("/sift/hides", test_hides);

  return g_test_run ();
}
