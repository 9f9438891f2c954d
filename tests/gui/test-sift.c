/* test-sift.c - filter and find: completion, help, scope, saved filters, colour rules
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-color.h"
#include "th-event-search.h"
#include "th-filter-dialog.h"
#include "th-filter-help.h"
#include "th-filter-state.h"
#include "th-filter-store.h"
#include "th-context-menus.h"
#include "th-result-table.h"
#include "th-color-rules.h"
#include "th-color-rules-dialog.h"
#include "th-scene-draw.h"
#include "th-scene-filter.h"
#include "th-style.h"
#include "th-widgets.h"
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

/* NULL if nothing is. */
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
  GListModel *list = G_LIST_MODEL (th_event_table_get_list (th_window_get_table (fixture->window)));
  g_autofree char *text = NULL;
  guint begin, end;

  activate (fixture, "win.set-filter('sched:*')");
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpuint (th_rows_get_n (th_document_get_rows (document)), ==, 132);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 132);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                      TH_TYPE_FILTER_BAR,
                                                                      "count"))), ==,
                   "132 of 2\u2009687");

  /* A mistake is told, and where it is; what was in force before stays. */
  activate (fixture, "win.set-filter('cpu == 0 and nonsense == 3')");
  text =
    dup_underlined (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                      "entry")));
  g_assert_cmpstr (text, ==, "nonsense");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (fixture->window->filter_error)));
  g_assert_nonnull (strstr (gtk_label_get_text (fixture->window->filter_error), "nonsense"));
  gtk_test_accessible_assert_state (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                      TH_TYPE_FILTER_BAR, "entry")),
                                    GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_nonnull (th_document_get_filter_error (document, &begin, &end));
  g_assert_cmpuint (begin, ==, 13);
  g_assert_cmpstr (th_document_get_filter (document), ==, "sched:*");

  activate (fixture, "win.clear-filter");
  g_assert_null (th_document_get_filter_error (document, &begin, &end));
  g_assert_null (th_document_get_rows (document));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, SAMPLE_EVENTS);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                      TH_TYPE_FILTER_BAR,
                                                                      "count"))), ==, "");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (fixture->window->filter_error)));
}

/* What an empty table says, and on its button: "text|button"; "" if nothing. */
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
  g_autofree char *text = dup_why_empty (GTK_WIDGET (th_window_get_table (fixture->window)));

  return text[0] != '\0';
}

static gboolean
lacks_packets (Fixture *fixture)
{
  g_autofree char *text = dup_why_empty (th_window_get_tab (fixture->window, "packets/packets"));

  return g_str_equal (text, "No matching rows|");
}

static gboolean
has_packets (Fixture *fixture)
{
  g_autofree char *text = dup_why_empty (th_window_get_tab (fixture->window, "packets/packets"));

  return text[0] == '\0';
}

/* It says why, and what can be done does it. */
static void
test_empty (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *table, *packets;
  g_autofree char *before = NULL, *filtered = NULL, *after = NULL;
  GtkWidget *button;

  open_sample (fixture);
  table = GTK_WIDGET (th_window_get_table (fixture->window));
  before = dup_why_empty (table);
  g_assert_cmpstr (before, ==, "");
  activate (fixture, "win.set-filter('cpu == 1 and cpu == 2')");
  wait_until (fixture, is_told_why_empty);
  filtered = dup_why_empty (table);
  g_assert_cmpstr (filtered, ==, "No events match the filter.|_Clear the Filter");
  button = gtk_widget_get_last_child (gtk_widget_get_first_child (table));
  g_signal_emit_by_name (gtk_widget_get_last_child (button), "clicked");
  after = dup_why_empty (table);
  g_assert_cmpstr (after, ==, "");
  g_assert_cmpstr (th_document_get_filter (th_window_get_document (fixture->window)), ==, "");

  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('packets/packets')");
  packets = th_window_get_tab (fixture->window, "packets/packets");
  th_result_table_set_text (TH_RESULT_TABLE (packets), "no such packet");
  wait_until (fixture, lacks_packets);
  th_result_table_set_text (TH_RESULT_TABLE (packets), "");
  wait_until (fixture, has_packets);
}

/* The words that have an ink of their own, with it. */
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

/* In the colours of the style, while it is typed. */
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

  /* A text that is sought is no expression. */
  gtk_editable_set_text (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR,
                                                           "entry")), "not and");
  found = dup_inks (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry")));
  g_assert_cmpstr (found, ==, "");
}

/* View and filter step together. */
static void
test_filter_history (Fixture       *fixture,
                     gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  activate (fixture, "win.set-filter('sched:*')");
  activate (fixture, "win.set-filter('irq:*')");
  activate (fixture, "win.view-back");
  g_assert_cmpstr (th_document_get_filter (document), ==, "sched:*");
  activate (fixture, "win.view-back");
  g_assert_cmpstr (th_document_get_filter (document), ==, "");
  g_assert_null (th_document_get_rows (document));
  activate (fixture, "win.view-forward");
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpstr (th_document_get_filter (document), ==, "sched:*");
  g_assert_cmpuint (th_rows_get_n (th_document_get_rows (document)), ==, 132);
}

/* There the steps of the filter were forgotten as a window got another width. */
static void
test_resized_history (Fixture       *fixture,
                      gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  g_assert_false (th_document_has_chosen_view (document));
  activate (fixture, "win.set-filter('sched:*')");
  th_document_set_view_width (document, 333);
  activate (fixture, "win.view-back");
  g_assert_cmpstr (th_document_get_filter (document), ==, "");
}

/* --- words -------------------------------------------------------------- */

/* As typed: the caret is at the end. */
static void
type (GtkEditable *entry,
      const char  *text)
{
  gtk_editable_set_text (entry, text);
  gtk_editable_set_position (entry, -1);
}

static void
test_words (Fixture       *fixture,
            gconstpointer  data)
{
  GtkEditable *entry =
    GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry"));
  ThCompletionPopup *words =
    th_expression_bar_get_suggestions (TH_EXPRESSION_BAR (fixture->window->filter_bar));
  g_autofree char *list = NULL;

  open_sample (fixture);
  activate (fixture, "win.filter");
  type (entry, "sched:sched_switch and prev_");
  g_assert_true (th_completion_popup_is_open (words));
  list = th_completion_popup_list (words);
  g_assert_cmpstr (list, ==, "> prev_comm\nprev_pid\nprev_prio\nprev_state\n");

  /* Down and up go round; Tab takes, and goes on with what may follow. */
  press (entry, GDK_KEY_Up, 0);
  press (entry, GDK_KEY_Up, 0);
  g_free (list);
  list = th_completion_popup_list (words);
  g_assert_cmpstr (list, ==, "prev_comm\nprev_pid\n> prev_prio\nprev_state\n");
  press (entry, GDK_KEY_Down, 0);
  press (entry, GDK_KEY_Tab, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "sched:sched_switch and prev_state ");
  g_free (list);
  list = th_completion_popup_list (words);
  g_assert_true (g_str_has_prefix (list, "==\n!=\n<\n"));
  press (entry, GDK_KEY_Tab, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "sched:sched_switch and prev_state == ");
  g_free (list);
  list = th_completion_popup_list (words);
  g_assert_nonnull (strstr (list, "\nD\n"));

  /* Escape closes it and leaves the text; Enter applies what is there. */
  press (entry, GDK_KEY_Escape, 0);
  g_assert_false (th_completion_popup_is_open (words));
  type (entry, "sched:sched_switch and prev_state == S ");
  g_assert_true (th_completion_popup_is_open (words));
  press (entry, GDK_KEY_Return, 0);
  g_assert_false (th_completion_popup_is_open (words));
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpstr (th_document_get_filter (th_window_get_document (fixture->window)), ==,
                   "sched:sched_switch and prev_state == S ");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) ==
                 GTK_WIDGET (th_window_get_timeline (fixture->window)));
}

/* Enter makes no other word of one that is whole, though others begin like it and
 * come before it; of the name alone it makes that word. */
static void
test_whole_word (Fixture       *fixture,
                 gconstpointer  data)
{
  GtkEditable *entry =
    GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry"));
  ThCompletionPopup *words =
    th_expression_bar_get_suggestions (TH_EXPRESSION_BAR (fixture->window->filter_bar));
  g_autofree char *list = NULL, *marked = NULL;

  open_sample (fixture);
  activate (fixture, "win.filter");
  type (entry, "net:netif_rx");
  g_assert_true (th_completion_popup_is_open (words));
  list = th_completion_popup_list (words);
  g_assert_false (g_str_has_prefix (list, "net:netif_rx\n"));
  g_assert_nonnull (strstr (list, "\nnet:netif_rx\n"));
  g_assert_null (strchr (list, '>'));
  press (entry, GDK_KEY_Return, 0);
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpstr (th_document_get_filter (th_window_get_document (fixture->window)), ==,
                   "net:netif_rx");

  activate (fixture, "win.filter");
  type (entry, "netif_rx");
  g_assert_true (th_completion_popup_is_open (words));
  marked = th_completion_popup_list (words);
  g_assert_nonnull (strstr (marked, "> net:netif_rx\n"));
}

static gboolean
finds_suggestions (Fixture *fixture)
{
  ThExpressionBar *bar = TH_EXPRESSION_BAR (fixture->window->find_bar);

  return th_completion_popup_is_open (th_expression_bar_get_suggestions (bar));
}

/* By its action in an empty entry; Enter with a word begun takes the word; the
 * list closes with the focus. */
static void
test_asked (Fixture       *fixture,
            gconstpointer  data)
{
  GtkEditable *entry =
    GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry"));
  ThCompletionPopup *words =
    th_expression_bar_get_suggestions (TH_EXPRESSION_BAR (fixture->window->filter_bar));
  g_autofree char *list = NULL;

  open_sample (fixture);
  activate (fixture, "win.complete");
  g_assert_true (th_completion_popup_is_open (words));
  list = th_completion_popup_list (words);
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

  /* An expression to find begins with its sign. */
  type (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry")), "sched_sw");
  g_assert_false (finds_suggestions (fixture));
  type (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry")),
        "=sched_sw");
  g_assert_true (finds_suggestions (fixture));
  press (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry")),
         GDK_KEY_Tab, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                            TH_TYPE_FIND_BAR,
                                                                            "entry"))), ==,
                   "=sched:sched_switch ");

  /* What is set from elsewhere opens nothing. */
  activate (fixture, "win.set-filter('cpu == 1')");
  g_assert_false (th_completion_popup_is_open (words));
}

/* Each example is right in a recording that has what it speaks of, and becomes the
 * filter; where there is a mistake Enter stays with it. */
static void
test_help (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  GtkWidget *help, *list, *focus;
  guint i;

  for (i = 0; th_filter_help_get_example (i) != NULL; i++)
    {
      g_autoptr(GError) error = NULL;
      guint begin, end;
      g_autoptr(ThFilter) filter = th_filter_new (th_document_get_recording (document),
                                                  th_filter_help_get_example (i), &begin, &end,
                                                  &error);

      g_assert_no_error (error);
      g_assert_nonnull (filter);
    }
  g_assert_cmpuint (i, >, 5);

  activate (fixture, "win.filter-help");
  help = GTK_WIDGET (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_FILTER_HELP));
  activate (fixture, "win.filter-help");
  g_assert_true (help == GTK_WIDGET (th_dialog_find (GTK_WINDOW (fixture->window),
                                                     TH_TYPE_FILTER_HELP)));
  list = find_widget (help, GTK_TYPE_LIST_BOX);
  g_signal_emit_by_name (list, "row-activated",
                         gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 4));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                            TH_TYPE_FILTER_BAR,
                                                                            "entry"))), ==,
                   "cpu == 2 and ts > 188.024s");

  gtk_widget_grab_focus (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry"));
  gtk_editable_set_text (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                           "entry")), "cpu ==");
  g_signal_emit_by_name (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                           "entry")), "activate");
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus,
                                         gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                             "entry")));
  gtk_editable_set_text (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                           "entry")), "cpu == 1");
  g_signal_emit_by_name (GTK_EDITABLE (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                           "entry")), "activate");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) ==
                 GTK_WIDGET (fixture->window->timeline));
}

/* --- ways ---------------------------------------------------------------- */

static const char *
get_state (Fixture    *fixture,
           const char *action)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window),
                                                               action);

  return g_intern_string (g_variant_get_string (state, NULL));
}

/* A lane, the table, or both: what the filter acts on. */
static void
test_scope (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThEventList *list = th_event_table_get_list (th_window_get_table (fixture->window));

  activate (fixture, "win.set-filter('cpu == 1')");
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpuint (th_event_list_get_n_events (list), ==, N_CPU1);
  g_assert_false (th_document_is_dimmed (document, (ThRef) { 0, 0, 0 }));

  activate (fixture, "win.next-filter-scope");
  g_assert_cmpstr (get_state (fixture, "filter-scope"), ==, "lanes");
  g_assert_cmpuint (th_event_list_get_n_events (list), ==, SAMPLE_EVENTS);
  g_assert_true (th_document_is_dimmed (document, (ThRef) { 0, 0, 0 }));
  g_assert_false (th_document_is_dimmed (document, (ThRef) { 0, 1, 0 }));

  activate (fixture, "win.next-filter-scope");
  g_assert_cmpstr (get_state (fixture, "filter-scope"), ==, "table");
  g_assert_cmpuint (th_event_list_get_n_events (list), ==, N_CPU1);
  activate (fixture, "win.filter-scope('both')");
  g_assert_cmpuint (th_event_list_get_n_events (list), ==, N_CPU1);
}

/* Pixels of the lane of CPU 0 that have that colour, or (@equal is FALSE) another. */
static guint
count_pixels (Fixture  *fixture,
              guint32   color,
              gboolean  equal)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThScene *scene = th_document_get_scene (document);
  ThView view = th_document_get_fit (document);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 20);
  cairo_t *cr = cairo_create (surface);
  const guint32 *pixels;
  guint n = 0;

  view.width = 600;
  th_scene_draw_lane (scene, th_scene_find_cpu (scene, 0, 0), &view, cr, TH_RENDER_VECTOR);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) cairo_image_surface_get_data (surface);
  for (guint i = 0; i < 600 * 20; i++)
    n += (pixels[i] == color) == equal;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);

  return n;
}

/* Ink of the first lane's events, which the filter leaves out. */
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

/* --- saved --------------------------------------------------------------- */

static gboolean
is_noted (Fixture *fixture)
{
  g_autoptr(GPtrArray) recent = th_filter_store_list_recent ();
  g_autoptr(ThFilterState) expected = th_filter_state_parse ("+cpu == 1\npid == 0");

  return recent->len > 0 && th_filter_state_equal (recent->pdata[0], expected);
}

static void
test_saved (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThFilterDialog *dialog;
  g_autoptr(GPtrArray) saved = NULL;
  g_autofree char *label = NULL, *state = NULL;

  activate (fixture, "win.include('cpu == 1')");
  activate (fixture, "win.set-filter('pid == 0')");
  dialog = th_filter_dialog_new (GTK_WINDOW (fixture->window),
                                 th_document_get_filter_state (document));
  g_assert_false (th_filter_dialog_save (dialog, ""));
  g_assert_true (th_filter_dialog_save (dialog, "idle_on one"));
  g_assert_true (th_filter_dialog_save (dialog, "again"));
  g_assert_cmpuint (th_filter_dialog_get_n (dialog), ==, 2);
  th_window_fill_filters (fixture->window);
  g_assert_true (g_menu_model_get_item_attribute (G_MENU_MODEL (fixture->window->saved_menu), 1,
                                                  G_MENU_ATTRIBUTE_LABEL, "s", &label));
  g_assert_cmpstr (label, ==, "idle__on one");

  g_assert_false (th_filter_store_rename ("again", "idle_on one"));
  g_assert_true (th_filter_store_rename ("again", "other"));
  th_filter_store_remove ("idle_on one");
  saved = th_filter_store_list ();
  g_assert_cmpuint (saved->len, ==, 1);
  g_assert_cmpstr (((ThSavedFilter *) saved->pdata[0])->name, ==, "other");

  /* Picked again it is in force as it was. */
  activate (fixture, "win.clear-filter");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.pick-filter", "s",
                              ((ThSavedFilter *) saved->pdata[0])->state);
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_IDLE_CPU1);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                            TH_TYPE_FILTER_BAR,
                                                                            "entry"))), ==,
                   "pid == 0");
  gtk_window_destroy (GTK_WINDOW (dialog));

  /* What stays in force for a while is among the last ones. */
  wait_until (fixture, is_noted);
  th_window_fill_filters (fixture->window);
  g_free (label);
  g_assert_true (g_menu_model_get_item_attribute (G_MENU_MODEL (fixture->window->recent_filters), 0,
                                                  G_MENU_ATTRIBUTE_LABEL, "s", &label));
  g_assert_cmpstr (label, ==, "cpu 1 · pid == 0");

  /* One that does not fit this recording is there to be mended. */
  activate (fixture, "win.pick-filter('nonsense == 3')");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                            TH_TYPE_FILTER_BAR,
                                                                            "entry"))), ==,
                   "nonsense == 3");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (fixture->window->filter_error)));
}

/* --- colours --------------------------------------------------------------- */

static gboolean
is_colored (Fixture *fixture)
{
  return !th_document_is_coloring (th_window_get_document (fixture->window));
}

/* Of two rules the first counts; one that is wrong does nothing. */
static void
test_rules (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThColorRulesDialog *dialog = th_color_rules_dialog_new (GTK_WINDOW (fixture->window), document);
  g_autoptr(GPtrArray) rules = NULL;
  guint n_red;
  ThColor color;

  /* Enter adds the first */
  g_assert_true (GTK_IS_BUTTON (gtk_window_get_focus (GTK_WINDOW (dialog))));
  g_assert_cmpuint (count_pixels (fixture, 0xffff0000, TRUE), ==, 0);
  th_color_rules_dialog_add (dialog, "nonsense == 3", "#00ff00");
  th_color_rules_dialog_add (dialog, "irq:softirq_raise", "#ff0000");
  th_color_rules_dialog_add (dialog, "irq:*", "#0000ff");
  wait_until (fixture, is_colored);
  n_red = count_pixels (fixture, 0xffff0000, TRUE);
  g_assert_cmpuint (n_red, >, 0);
  g_assert_cmpuint (count_pixels (fixture, 0xff0000ff, TRUE), >, 0);
  g_assert_cmpuint (count_pixels (fixture, 0xff00ff00, TRUE), ==, 0);

  /* The first event of CPU 2 is a softirq_raise. */
  g_assert_true (th_scene_find_rule_color (th_document_get_scene (document), (ThRef) { 0, 2, 0 },
                                           &color));
  g_assert_cmpfloat (color.red, ==, 1);
  wait_ms (100);
  g_assert_true (shows_cell (GTK_WIDGET (th_window_get_table (fixture->window)),
                             "● softirq_raise"));

  /* The other way round none is left for the second. */
  th_color_rules_dialog_move (dialog, 2, -1);
  wait_until (fixture, is_colored);
  g_assert_cmpuint (count_pixels (fixture, 0xffff0000, TRUE), ==, 0);
  rules = th_color_rules_load ();
  g_assert_cmpuint (rules->len, ==, 3);
  g_assert_cmpstr (((ThColorRule *) rules->pdata[1])->expression, ==, "irq:*");

  /* They hold for what is opened next. */
  activate (fixture, "win.reload");
  wait_until (fixture, is_loaded);
  wait_until (fixture, is_colored);
  g_assert_cmpuint (count_pixels (fixture, 0xff0000ff, TRUE), >=, n_red);
  for (guint i = 0; i < 3; i++)
    th_color_rules_dialog_remove (dialog, 0);
  wait_until (fixture, is_colored);
  g_assert_cmpuint (count_pixels (fixture, 0xff0000ff, TRUE), ==, 0);
  gtk_window_destroy (GTK_WINDOW (dialog));
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
  ADD_WINDOW_TEST ("/sift/asked", test_asked);
  ADD_WINDOW_TEST ("/sift/help", test_help);
  ADD_WINDOW_TEST ("/sift/scope", test_scope);
  ADD_WINDOW_TEST ("/sift/hides", test_hides);
  ADD_WINDOW_TEST ("/sift/saved", test_saved);
  ADD_WINDOW_TEST ("/sift/rules", test_rules);

  return g_test_run ();
}
