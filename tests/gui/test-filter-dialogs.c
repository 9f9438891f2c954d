/* test-filter-dialogs.c - the dialogs of the filter: syntax, saved filters, event colors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-color-rules-dialog.h"
#include "th-color-rules.h"
#include "th-event-filter.h"
#include "th-filter-dialog.h"
#include "th-filter-help.h"
#include "th-filter-store.h"
#include "th-scene-filter.h"
#include "th-widgets.h"
#include "th-window-private.h"

/* --- syntax -------------------------------------------------------------- */

/* The examples are the labels of the rows.  Each is valid in a recording that has the types and
 * fields it names. */
static void
assert_examples (GtkListBox  *list,
                 ThRecording *recording)
{
  GtkListBoxRow *row;
  int i;

  for (i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    {
      GtkWidget *label = find_widget (GTK_WIDGET (row), GTK_TYPE_LABEL);
      g_autoptr(GError) error = NULL;
      guint begin, end;
      g_autoptr(ThFilter) filter = th_filter_new (recording,
                                                  gtk_label_get_text (GTK_LABEL (label)), &begin,
                                                  &end, &error);

      g_assert_no_error (error);
      g_assert_nonnull (filter);
      g_assert_true (gtk_widget_has_css_class (label, "example"));
    }
  g_assert_cmpint (i, ==, 10);
}

/* An example becomes the filter; while there is a mistake, Enter keeps the focus in the
 * entry. */
static void
test_help (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  GtkWidget *help, *list, *focus;

  activate (fixture, "win.filter-help");
  help = GTK_WIDGET (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_FILTER_HELP));
  activate (fixture, "win.filter-help");
  g_assert_true (help == GTK_WIDGET (th_dialog_find (GTK_WINDOW (fixture->window),
                                                     TH_TYPE_FILTER_HELP)));
  list = find_widget (help, GTK_TYPE_LIST_BOX);
  assert_examples (GTK_LIST_BOX (list), th_document_get_recording (document));
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
                 GTK_WIDGET (th_window_get_timeline (fixture->window)));
}

/* --- saved --------------------------------------------------------------- */

static gboolean
is_noted (Fixture *fixture)
{
  g_autoptr(GPtrArray) recent = th_filter_store_list_recent ();
  g_autoptr(ThFilterState) expected = th_filter_state_parse ("+cpu == 1\npid == 0");

  return recent->len > 0 && th_filter_state_equal (recent->pdata[0], expected);
}

static GtkWidget *
dialog_child (gpointer    dialog,
              const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (dialog, G_OBJECT_TYPE (dialog), name));
}

static guint
count_rows (gpointer dialog)
{
  GtkListBox *list = GTK_LIST_BOX (dialog_child (dialog, "list"));
  guint n = 0;

  while (gtk_list_box_get_row_at_index (list, n) != NULL)
    n++;

  return n;
}

static GtkWidget *
get_row (gpointer dialog,
         guint    index)
{
  GtkListBox *list = GTK_LIST_BOX (dialog_child (dialog, "list"));

  return GTK_WIDGET (gtk_list_box_get_row_at_index (list, index));
}

static void
save_as (ThFilterDialog *dialog,
         const char     *name)
{
  GtkWidget *entry = dialog_child (dialog, "name");

  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  g_signal_emit_by_name (entry, "activate");
}

/* trace-cmd report -t -N of the sample | grep '<idle>-0 ' | grep -c '\[001\]' */
#define N_IDLE_CPU1 37

static gboolean
is_picked (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThEventFilter *filter = th_document_get_filter (document);

  return !th_event_filter_is_running (filter) && th_event_filter_get_rows (filter) != NULL &&
         th_rows_get_n (th_event_filter_get_rows (filter)) == N_IDLE_CPU1;
}

/* "name: expression" of each row, one per line. */
static char *
dup_rows (gpointer dialog)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < count_rows (dialog); i++)
    {
      GtkWidget *row = get_row (dialog, i);

      g_string_append_printf (all, "%s: %s\n",
                              gtk_editable_get_text (GTK_EDITABLE (dialog_child (row, "name"))),
                              gtk_label_get_text (GTK_LABEL (dialog_child (row, "expression"))));
    }

  return g_string_free (all, FALSE);
}

static void
rename_row (GtkWidget  *row,
            const char *name)
{
  GtkWidget *label = dialog_child (row, "name");

  gtk_editable_label_start_editing (GTK_EDITABLE_LABEL (label));
  gtk_editable_set_text (GTK_EDITABLE (label), name);
  gtk_editable_label_stop_editing (GTK_EDITABLE_LABEL (label), TRUE);
  wait_ms (300);
}

static void
assert_rows (ThFilterDialog *dialog,
             const char     *expected)
{
  g_autofree char *rows = dup_rows (dialog);

  g_assert_cmpstr (rows, ==, expected);
}

/* Names that are taken or empty are refused; a row can be renamed, deleted and applied. */
static void
test_rows (Fixture       *fixture,
           gconstpointer  data)
{
  ThFilterDialog *dialog;
  ThFilterState *state;

  open_sample (fixture);
  activate (fixture, "win.exclude('cpu == 1')");
  activate (fixture, "win.set-filter('pid == 0')");
  activate (fixture, "win.saved-filters");
  dialog = TH_FILTER_DIALOG (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_FILTER_DIALOG));
  save_as (dialog, "b");
  save_as (dialog, "a");
  assert_rows (dialog, "a: not cpu == 1 · pid == 0\nb: not cpu == 1 · pid == 0\n");
  rename_row (get_row (dialog, 0), "b");
  rename_row (get_row (dialog, 0), "");
  assert_rows (dialog, "a: not cpu == 1 · pid == 0\nb: not cpu == 1 · pid == 0\n");
  rename_row (get_row (dialog, 0), "c");
  assert_rows (dialog, "b: not cpu == 1 · pid == 0\nc: not cpu == 1 · pid == 0\n");

  gtk_widget_grab_focus (dialog_child (get_row (dialog, 0), "remove"));
  g_signal_emit_by_name (dialog_child (get_row (dialog, 0), "remove"), "clicked");
  wait_ms (300);
  assert_rows (dialog, "c: not cpu == 1 · pid == 0\n");
  activate (fixture, "win.clear-filter");
  g_signal_emit_by_name (dialog_child (get_row (dialog, 0), "apply"), "clicked");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "pid == 0");
  state = th_event_filter_get_state (gui_get_filter (fixture));
  g_assert_cmpuint (th_filter_state_get_n_chips (state), ==, 1);
  wait_ms (50);
  g_assert_null (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_FILTER_DIALOG));
  th_filter_store_remove ("c");

  /* Without a filter there is nothing to save. */
  activate (fixture, "win.clear-filter");
  activate (fixture, "win.saved-filters");
  dialog = TH_FILTER_DIALOG (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_FILTER_DIALOG));
  g_assert_false (gtk_widget_get_sensitive (dialog_child (dialog, "name")));
  save_as (dialog, "d");
  g_assert_cmpuint (count_rows (dialog), ==, 0);
  g_assert_true (gtk_widget_get_visible (dialog_child (dialog, "none")));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Opens the menu, which fills it, and closes it again. */
static GMenuModel *
open_filter_menu (Fixture *fixture)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                               "menu_button"));

  gtk_menu_button_popup (button);
  gtk_menu_button_popdown (button);
  return gtk_menu_button_get_menu_model (button);
}

static void
test_saved (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThFilterDialog *dialog;
  g_autoptr(GPtrArray) saved = NULL;
  g_autofree char *label = NULL, *state = NULL;
  g_autoptr(GMenuModel) section = NULL, more = NULL, recent = NULL;
  GMenuModel *menu;

  activate (fixture, "win.include('cpu == 1')");
  activate (fixture, "win.set-filter('pid == 0')");
  dialog = th_filter_dialog_new (GTK_WINDOW (fixture->window),
                                 th_event_filter_get_state (th_document_get_filter (document)));
  g_assert_cmpuint (count_rows (dialog), ==, 0);
  save_as (dialog, " ");
  g_assert_cmpuint (count_rows (dialog), ==, 0);
  save_as (dialog, " idle_on one ");
  save_as (dialog, "again");
  g_assert_cmpuint (count_rows (dialog), ==, 2);
  g_assert_false (gtk_widget_get_sensitive (dialog_child (dialog, "save"))); /* no name */
  menu = open_filter_menu (fixture);
  section = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
  g_assert_true (g_menu_model_get_item_attribute (section, 1, G_MENU_ATTRIBUTE_LABEL, "s",
                                                  &label));
  g_assert_cmpstr (label, ==, "idle__on one");

  g_assert_false (th_filter_store_rename ("again", "idle_on one"));
  g_assert_true (th_filter_store_rename ("again", "other"));
  th_filter_store_remove ("idle_on one");
  saved = th_filter_store_list ();
  g_assert_cmpuint (saved->len, ==, 1);
  g_assert_cmpstr (th_saved_filter_get_name (saved->pdata[0]), ==, "other");

  /* It can be applied again. */
  activate (fixture, "win.clear-filter");
  state = th_filter_state_to_string (th_saved_filter_get_state (saved->pdata[0]));
  g_assert_cmpstr (state, ==, "+cpu == 1\npid == 0");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.pick-filter", "s", state);
  wait_until (fixture, is_picked);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                            TH_TYPE_FILTER_BAR,
                                                                            "entry"))), ==,
                   "pid == 0");
  gtk_window_destroy (GTK_WINDOW (dialog));
  th_filter_store_remove ("other");

  /* A filter that stays in force for a while is a recent one. */
  wait_until (fixture, is_noted);
  open_filter_menu (fixture);
  more = g_menu_model_get_item_link (menu, 1, G_MENU_LINK_SECTION);
  recent = g_menu_model_get_item_link (more, 1, G_MENU_LINK_SUBMENU);
  g_free (label);
  g_assert_true (g_menu_model_get_item_attribute (recent, 0, G_MENU_ATTRIBUTE_LABEL, "s",
                                                  &label));
  g_assert_cmpstr (label, ==, "cpu 1 · pid == 0");

  /* A filter that is invalid in this recording can be corrected. */
  activate (fixture, "win.pick-filter('nonsense == 3')");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (fixture->window,
                                                                            TH_TYPE_FILTER_BAR,
                                                                            "entry"))), ==,
                   "nonsense == 3");
  g_assert_true (gtk_widget_get_visible (gui_template_child (fixture->window, TH_TYPE_DOCUMENT_VIEW,
                                                             "mistake_label")));
}

/* --- colors --------------------------------------------------------------- */

static gboolean
is_colored (Fixture *fixture)
{
  return !gui_is (th_window_get_document (fixture->window), "coloring");
}

/* Acts as the user does: the button adds a rule and moves the focus to its field. */
static void
add_rule (ThColorRulesDialog *dialog,
          const char         *expression,
          const char         *color)
{
  GtkWidget *row, *button;
  GdkRGBA rgba;

  g_signal_emit_by_name (dialog_child (dialog, "add"), "clicked");
  row = get_row (dialog, count_rows (dialog) - 1);
  button = dialog_child (row, "color");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (dialog)), row));
  gtk_editable_set_text (GTK_EDITABLE (find_widget (row, GTK_TYPE_ENTRY)), expression);
  g_assert_true (gdk_rgba_parse (&rgba, color));
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  g_signal_emit_by_name (button, "color-set");
}

/* "expression color" of each saved rule, one per line. */
static char *
dup_saved_rules (void)
{
  g_autoptr(GPtrArray) rules = th_color_rules_load ();
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < rules->len; i++)
    g_string_append_printf (all, "%s %s\n", th_color_rule_get_expression (rules->pdata[i]),
                            th_color_rule_get_color (rules->pdata[i]));

  return g_string_free (all, FALSE);
}

static void
assert_saved_rules (const char *expected)
{
  g_autofree char *rules = dup_saved_rules ();

  g_assert_cmpstr (rules, ==, expected);
}

static void
click (gpointer    row,
       const char *button)
{
  gtk_widget_grab_focus (dialog_child (row, button));
  g_signal_emit_by_name (dialog_child (row, button), "clicked");
  wait_ms (50);
}

static gboolean
has_focus (ThColorRulesDialog *dialog,
           guint               index,
           const char         *button)
{
  return gtk_window_get_focus (GTK_WINDOW (dialog)) ==
         dialog_child (get_row (dialog, index), button);
}

/* The focus follows the rule that is moved, and goes to the next one when one is deleted. */
static void
test_rule_focus (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThColorRulesDialog *dialog = th_color_rules_dialog_new (GTK_WINDOW (fixture->window), document);

  add_rule (dialog, "cpu == 0", "#000001");
  add_rule (dialog, "cpu == 1", "#000002");
  add_rule (dialog, "cpu == 2", "#000003");
  g_assert_false (gtk_widget_get_sensitive (dialog_child (get_row (dialog, 0), "up")));
  click (get_row (dialog, 2), "up");
  assert_saved_rules ("cpu == 0 #000001\ncpu == 2 #000003\ncpu == 1 #000002\n");
  g_assert_true (has_focus (dialog, 1, "up"));
  click (get_row (dialog, 1), "up");
  assert_saved_rules ("cpu == 2 #000003\ncpu == 0 #000001\ncpu == 1 #000002\n");
  g_assert_true (has_focus (dialog, 0, "remove"));

  /* An edit reaches the rule wherever it has moved to. */
  gtk_editable_set_text (GTK_EDITABLE (find_widget (get_row (dialog, 0), GTK_TYPE_ENTRY)), "cpu");
  assert_saved_rules ("cpu #000003\ncpu == 0 #000001\ncpu == 1 #000002\n");
  click (get_row (dialog, 0), "remove");
  assert_saved_rules ("cpu == 0 #000001\ncpu == 1 #000002\n");
  g_assert_true (has_focus (dialog, 0, "remove"));
  g_assert_false (gtk_widget_get_sensitive (dialog_child (get_row (dialog, 0), "up")));
  click (get_row (dialog, 1), "remove");
  g_assert_true (has_focus (dialog, 0, "remove"));
  click (get_row (dialog, 0), "remove");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (dialog)) == dialog_child (dialog, "add"));
  assert_saved_rules ("");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* An event gets the color of the first rule it matches; a wrong rule does nothing. */
static void
test_rules (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThColorRulesDialog *dialog = th_color_rules_dialog_new (GTK_WINDOW (fixture->window), document);
  guint n_red;
  ThColor color;

  /* Enter adds the first rule. */
  g_assert_true (GTK_IS_BUTTON (gtk_window_get_focus (GTK_WINDOW (dialog))));
  g_assert_cmpuint (count_pixels (fixture, 0xffff0000, TRUE), ==, 0);
  add_rule (dialog, "nonsense == 3", "#00ff00");
  add_rule (dialog, "irq:softirq_raise", "#ff0000");
  add_rule (dialog, "irq:*", "#0000ff");
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
  g_assert_true (shows_cell (GTK_WIDGET (gui_get_table (fixture->window)),
                             "● softirq_raise"));

  /* In the other order no event is left for the second rule. */
  click (get_row (dialog, 2), "up");
  wait_until (fixture, is_colored);
  g_assert_cmpuint (count_pixels (fixture, 0xffff0000, TRUE), ==, 0);
  assert_saved_rules ("nonsense == 3 #00ff00\nirq:* #0000ff\nirq:softirq_raise #ff0000\n");

  /* They apply to the next recording, too. */
  activate (fixture, "win.reload");
  wait_until (fixture, is_loaded);
  wait_until (fixture, is_colored);
  g_assert_cmpuint (count_pixels (fixture, 0xff0000ff, TRUE), >=, n_red);
  for (guint i = 0; i < 3; i++)
    click (get_row (dialog, 0), "remove");
  wait_until (fixture, is_colored);
  g_assert_cmpuint (count_pixels (fixture, 0xff0000ff, TRUE), ==, 0);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/filter-dialogs/help", test_help);
  ADD_WINDOW_TEST ("/filter-dialogs/saved", test_saved);
  ADD_WINDOW_TEST ("/filter-dialogs/rows", test_rows);
  ADD_WINDOW_TEST ("/filter-dialogs/rules", test_rules);
  ADD_WINDOW_TEST ("/filter-dialogs/rule-focus", test_rule_focus);

  return g_test_run ();
}
