/* test-sift.c - the comforts of filter and find: words offered, chips, saved filters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-document-find.h"
#include "th-filter-state.h"
#include "th-menu.h"
#include "th-window-private.h"

static gboolean
is_filtered (Fixture *fixture)
{
  return !th_document_is_filtering (th_window_get_document (fixture->window)) && fixture->window->filter_id == 0;
}

static gboolean
is_found (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return !th_document_is_finding (document) && !th_document_is_stepping (document);
}

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

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &taken);
    }
  if (!taken && keyval == GDK_KEY_Return)
    g_signal_emit_by_name (entry, "activate");
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
  GtkEditable *entry = fixture->window->filter_entry;
  ThSuggestions *words = fixture->window->filter_words;
  g_autofree char *list = NULL;

  open_sample (fixture);
  activate (fixture, "win.filter");
  type (entry, "sched:sched_switch and prev_");
  g_assert_true (th_suggestions_is_open (words));
  list = th_suggestions_list (words);
  g_assert_cmpstr (list, ==, "> prev_comm\nprev_pid\nprev_prio\nprev_state\n");

  /* Down and up go round; Tab takes, and goes on with what may follow. */
  press (entry, GDK_KEY_Up, 0);
  press (entry, GDK_KEY_Up, 0);
  g_free (list);
  list = th_suggestions_list (words);
  g_assert_cmpstr (list, ==, "prev_comm\nprev_pid\n> prev_prio\nprev_state\n");
  press (entry, GDK_KEY_Down, 0);
  press (entry, GDK_KEY_Tab, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "sched:sched_switch and prev_state ");
  g_free (list);
  list = th_suggestions_list (words);
  g_assert_true (g_str_has_prefix (list, "==\n!=\n<\n"));
  press (entry, GDK_KEY_Tab, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "sched:sched_switch and prev_state == ");
  g_free (list);
  list = th_suggestions_list (words);
  g_assert_nonnull (strstr (list, "\nD\n"));

  /* Escape closes it and leaves the text; Enter applies what is there. */
  press (entry, GDK_KEY_Escape, 0);
  g_assert_false (th_suggestions_is_open (words));
  type (entry, "sched:sched_switch and prev_state == S ");
  g_assert_true (th_suggestions_is_open (words));
  press (entry, GDK_KEY_Return, 0);
  g_assert_false (th_suggestions_is_open (words));
  wait_until (fixture, is_filtered);
  g_assert_cmpstr (th_document_get_filter (th_window_get_document (fixture->window)), ==, "sched:sched_switch and prev_state == S ");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == GTK_WIDGET (th_window_get_timeline (fixture->window)));
}

/* By its action in an empty entry; Enter with a word begun takes the word; the
 * list closes with the focus. */
static void
test_asked (Fixture       *fixture,
            gconstpointer  data)
{
  GtkEditable *entry = fixture->window->filter_entry;
  ThSuggestions *words = fixture->window->filter_words;
  g_autofree char *list = NULL;

  open_sample (fixture);
  activate (fixture, "win.complete");
  g_assert_true (th_suggestions_is_open (words));
  list = th_suggestions_list (words);
  g_assert_true (g_str_has_prefix (list, "task\npid\ncpu\n"));
  type (entry, "ta");
  press (entry, GDK_KEY_Return, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "task ");
  type (entry, "task == cur");
  press (entry, GDK_KEY_Return, 0);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "task == \"curl\" ");
  type (entry, "task == \"curl\" a");
  g_assert_true (th_suggestions_is_open (words));
  activate (fixture, "win.find");
  g_assert_false (th_suggestions_is_open (words));

  /* An expression to find begins with its sign. */
  type (fixture->window->find_entry, "sched_sw");
  g_assert_false (th_suggestions_is_open (fixture->window->find_words));
  type (fixture->window->find_entry, "=sched_sw");
  g_assert_true (th_suggestions_is_open (fixture->window->find_words));
  press (fixture->window->find_entry, GDK_KEY_Tab, 0);
  g_assert_cmpstr (gtk_editable_get_text (fixture->window->find_entry), ==, "=sched:sched_switch ");

  /* What is set from elsewhere opens nothing. */
  activate (fixture, "win.set-filter('cpu == 1')");
  g_assert_false (th_suggestions_is_open (words));
}

/* --- chips -------------------------------------------------------------- */

static guint64
get_n_shown (Fixture *fixture)
{
  wait_until (fixture, is_filtered);

  return th_rows_get_n (th_document_get_rows (th_window_get_document (fixture->window)));
}

/* The labels of the chips, parted by commas. */
static char *
get_chips (Fixture *fixture)
{
  GString *all = g_string_new (NULL);

  for (GtkWidget *chip = gtk_widget_get_first_child (GTK_WIDGET (fixture->window->chips)); chip != NULL;
       chip = gtk_widget_get_next_sibling (chip))
    g_string_append_printf (all, "%s%s", all->len > 0 ? ", " : "",
                            gtk_label_get_text (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (gtk_widget_get_first_child (chip))))));

  return g_string_free (all, FALSE);
}

/* trace-cmd report -t -N data/samples/e1000-tcp.dat */
#define N_IDLE      1601      /* grep -c '<idle>-0 ' */
#define N_IDLE_CPU1 37 /* and '\[001\]' */
#define N_CPU1      407

static void
test_chips (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThWindow *window = fixture->window;
  g_autofree char *chips = NULL;

  g_assert_false (gtk_widget_get_visible (window->chip_scroller));
  activate (fixture, "win.include('task == \"<idle>\"')");
  chips = get_chips (fixture);
  g_assert_cmpstr (chips, ==, "task <idle>");
  g_assert_true (gtk_widget_get_visible (window->chip_scroller));
  g_assert_cmpuint (get_n_shown (fixture), ==, N_IDLE);
  g_assert_cmpstr (gtk_editable_get_text (window->filter_entry), ==, "");

  /* Chips and text together. */
  activate (fixture, "win.set-filter('cpu == 1')");
  g_assert_cmpuint (get_n_shown (fixture), ==, N_IDLE_CPU1);
  activate (fixture, "win.turn-chip(uint32 0)");
  g_free (chips);
  chips = get_chips (fixture);
  g_assert_cmpstr (chips, ==, "not task <idle>");
  g_assert_cmpuint (get_n_shown (fixture), ==, N_CPU1 - N_IDLE_CPU1);

  /* As text the same. */
  activate (fixture, "win.chips-to-text");
  g_assert_cmpstr (gtk_editable_get_text (window->filter_entry), ==, "not task == \"<idle>\" and cpu == 1");
  g_assert_cmpuint (get_n_shown (fixture), ==, N_CPU1 - N_IDLE_CPU1);
  g_assert_false (gtk_widget_get_visible (window->chip_scroller));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "chips-to-text"));

  /* Alt+Left goes back to the chip, and to what was before it. */
  activate (fixture, "win.view-back");
  g_free (chips);
  chips = get_chips (fixture);
  g_assert_cmpstr (chips, ==, "not task <idle>");
  g_assert_cmpstr (gtk_editable_get_text (window->filter_entry), ==, "cpu == 1");
  activate (fixture, "win.remove-chip(uint32 0)");
  g_assert_cmpuint (get_n_shown (fixture), ==, N_CPU1);
  activate (fixture, "win.include('cpu == 2')");
  activate (fixture, "win.clear-filter");
  g_assert_cmpstr (th_document_get_filter_state (document), ==, "");
  g_assert_null (th_document_get_rows (document));
}

static void
test_selected (Fixture       *fixture,
               gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  g_autofree char *chips = NULL;

  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "only-type"));
  activate (fixture, "win.set-find('sched_switch')");
  wait_until (fixture, is_found);
  activate (fixture, "win.clear-find");
  activate (fixture, "win.only-type");
  g_assert_cmpuint (get_n_shown (fixture), ==, 66);
  activate (fixture, "win.hide-type");
  g_assert_cmpuint (get_n_shown (fixture), ==, SAMPLE_EVENTS - 66);
  activate (fixture, "win.clear-filter");
  activate (fixture, "win.select((uint32 0, uint32 1, uint32 3))");
  activate (fixture, "win.only-cpu");
  g_assert_cmpuint (get_n_shown (fixture), ==, N_CPU1);
  activate (fixture, "win.hide-task");
  chips = get_chips (fixture);
  g_assert_true (g_str_has_prefix (chips, "cpu 1, not task "));
  activate (fixture, "win.hide-cpu");
  activate (fixture, "win.only-task");
  g_assert_cmpuint (th_filter_state_get_n_chips (th_document_get_filter_state (document)), ==, 2);
}

/* The menu of an event offers what filters by it. */
static void
test_menu (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  g_autoptr(GMenuModel) menu = NULL, section = NULL, only = NULL;
  g_autofree char *label = NULL, *test = NULL, *field = NULL;

  activate (fixture, "win.set-find('sched_switch')");
  wait_until (fixture, is_found);
  menu = th_menu_for_event (document);
  for (int i = 0; i < g_menu_model_get_n_items (menu) && section == NULL; i++)
    {
      section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      if (section != NULL && !g_menu_model_get_item_attribute (section, 0, G_MENU_ATTRIBUTE_TARGET, "s", &test))
        g_clear_object (&section);
    }
  g_assert_nonnull (section);
  g_assert_true (g_str_has_prefix (test, "task == "));
  g_assert_true (g_menu_model_get_item_attribute (section, 2, G_MENU_ATTRIBUTE_LABEL, "s", &label));
  g_assert_cmpstr (label, ==, "Show Only sched:sched__switch");
  only = g_menu_model_get_item_link (section, 4, G_MENU_LINK_SUBMENU);
  g_assert_true (g_menu_model_get_item_attribute (only, 2, G_MENU_ATTRIBUTE_TARGET, "s", &field));
  g_assert_true (g_str_has_prefix (field, "prev_comm == \""));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/sift/words", test_words);
  ADD_WINDOW_TEST ("/sift/asked", test_asked);
  ADD_WINDOW_TEST ("/sift/chips", test_chips);
  ADD_WINDOW_TEST ("/sift/selected", test_selected);
  ADD_WINDOW_TEST ("/sift/menu", test_menu);

  return g_test_run ();
}
