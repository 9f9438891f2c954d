/* test-chips.c - filters with one click: chips, and the menu of an event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-context-menus.h"
#include "th-event-filter.h"
#include "th-event-search.h"
#include "th-filter-state.h"
#include "th-window-private.h"

static gboolean
is_found (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return !th_event_search_is_running (th_document_get_search (document)) &&
         !gui_is (document, "stepping");
}

/* Returns the labels of the chips, separated by commas. */
static char *
get_chips (Fixture *fixture)
{
  GString *all = g_string_new (NULL);

  for (GtkWidget *chip =
       gtk_widget_get_first_child (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                       "chips")); chip != NULL;
       chip = gtk_widget_get_next_sibling (chip))
    {
      GtkButton *button = GTK_BUTTON (gtk_widget_get_first_child (chip));

      g_string_append_printf (all, "%s%s", all->len > 0 ? ", " : "",
                              gtk_label_get_text (GTK_LABEL (gtk_button_get_child (button))));
    }

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

  g_assert_false (gtk_widget_get_visible (gui_template_child (window, TH_TYPE_FILTER_BAR,
                                                              "chip_scroller")));
  activate (fixture, "win.include('task == \"<idle>\"')");
  chips = get_chips (fixture);
  g_assert_cmpstr (chips, ==, "task <idle>");
  g_assert_true (gtk_widget_get_visible (gui_template_child (window, TH_TYPE_FILTER_BAR,
                                                             "chip_scroller")));
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_IDLE);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (window,
                                                                            TH_TYPE_FILTER_BAR,
                                                                            "entry"))), ==, "");

  /* Chips and text together. */
  activate (fixture, "win.set-filter('cpu == 1')");
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_IDLE_CPU1);
  activate (fixture, "win.turn-chip(uint32 0)");
  g_free (chips);
  chips = get_chips (fixture);
  g_assert_cmpstr (chips, ==, "not task <idle>");
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_CPU1 - N_IDLE_CPU1);

  /* As text, the filter has the same result. */
  activate (fixture, "win.chips-to-text");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (window,
                                                                            TH_TYPE_FILTER_BAR,
                                                                            "entry"))), ==,
                   "not task == \"<idle>\" and cpu == 1");
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_CPU1 - N_IDLE_CPU1);
  g_assert_false (gtk_widget_get_visible (gui_template_child (window, TH_TYPE_FILTER_BAR,
                                                              "chip_scroller")));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "chips-to-text"));

  /* Alt+Left goes back to the chip, and then to the state before it. */
  activate (fixture, "win.view-back");
  g_free (chips);
  chips = get_chips (fixture);
  g_assert_cmpstr (chips, ==, "not task <idle>");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gui_template_child (window,
                                                                            TH_TYPE_FILTER_BAR,
                                                                            "entry"))), ==,
                   "cpu == 1");
  activate (fixture, "win.remove-chip(uint32 0)");
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_CPU1);

  /* A chip of a task and one of a CPU are independent of each other. */
  activate (fixture, "win.set-filter('')");
  activate (fixture, "win.include('task == \"<idle>\"')");
  activate (fixture, "win.include('cpu == 1')");
  g_free (chips);
  chips = get_chips (fixture);
  g_assert_cmpstr (chips, ==, "task <idle>, cpu 1");
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_IDLE_CPU1);
  activate (fixture, "win.turn-chip(uint32 1)");
  g_free (chips);
  chips = get_chips (fixture);
  g_assert_cmpstr (chips, ==, "task <idle>, not cpu 1");
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_IDLE - N_IDLE_CPU1);
  activate (fixture, "win.clear-filter");
  g_assert_true (th_filter_state_is_empty (th_event_filter_get_state (gui_get_filter (fixture))));
  g_assert_null (th_event_filter_get_rows (th_document_get_filter (document)));
}

static GtkWidget *
nth_remover (Fixture *fixture,
             guint    n)
{
  GtkWidget *chip =
    gtk_widget_get_first_child (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "chips"));

  while (n-- > 0)
    chip = gtk_widget_get_next_sibling (chip);

  return gtk_widget_get_last_child (chip);
}

/* The focus moves to the next chip; when none is left, the bar does not claim it. */
static void
test_chip_focus (Fixture       *fixture,
                 gconstpointer  data)
{
  GtkWindow *window;
  GtkWidget *box;

  open_sample (fixture);
  window = GTK_WINDOW (fixture->window);
  for (box = gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "chips");
       !gtk_widget_has_css_class (box, "filter"); box = gtk_widget_get_parent (box))
    ;
  activate (fixture, "win.include('cpu == 1')");
  activate (fixture, "win.exclude('cpu == 2')");
  gtk_widget_grab_focus (nth_remover (fixture, 0));
  activate (fixture, "win.turn-chip(uint32 1)");
  g_assert_true (gtk_window_get_focus (window) == nth_remover (fixture, 0));
  activate (fixture, "win.remove-chip(uint32 0)");
  g_assert_true (gtk_window_get_focus (window) == nth_remover (fixture, 0));
  g_assert_true (gtk_widget_get_state_flags (box) & GTK_STATE_FLAG_FOCUS_WITHIN);
  activate (fixture, "win.remove-chip(uint32 0)");
  g_assert_true (gtk_window_get_focus (window) ==
                 GTK_WIDGET (th_window_get_timeline (fixture->window)));
  g_assert_false (gtk_widget_get_state_flags (box) & GTK_STATE_FLAG_FOCUS_WITHIN);
}

static void
test_selected (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *chips = NULL;
  ThFilterState *state;

  open_sample (fixture);
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window),
                                                     "only-type"));
  activate (fixture, "win.set-find('sched_switch')");
  wait_until (fixture, is_found);
  activate (fixture, "win.clear-find");
  activate (fixture, "win.only-type");
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, 66);
  activate (fixture, "win.hide-type");
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, SAMPLE_EVENTS - 66);
  activate (fixture, "win.clear-filter");
  activate (fixture, "win.select((uint32 0, uint32 1, uint32 3))");
  activate (fixture, "win.only-cpu");
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_CPU1);
  activate (fixture, "win.hide-task");
  chips = get_chips (fixture);
  g_assert_true (g_str_has_prefix (chips, "cpu 1, not task "));
  activate (fixture, "win.hide-cpu");
  activate (fixture, "win.only-task");
  state = th_event_filter_get_state (gui_get_filter (fixture));
  g_assert_cmpuint (th_filter_state_get_n_chips (state), ==, 2);
}

/* Returns "label: action(target)" per line, with submenus indented. */
static void
list_menu (GMenuModel *model,
           guint       depth,
           GString    *text)
{
  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (model, i, G_MENU_LINK_SECTION);
      g_autoptr(GMenuModel) below = g_menu_model_get_item_link (model, i, G_MENU_LINK_SUBMENU);
      g_autofree char *label = NULL, *action = NULL, *target = NULL;

      if (section != NULL)
        {
          list_menu (section, depth, text);
          continue;
        }
      g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_TARGET, "s", &target);
      g_string_append_printf (text, "%*s%s%s%s%s%s%s\n", (int) depth, "", label,
                              action != NULL ? ": " : "", action != NULL ? action : "",
                              target != NULL ? "(" : "", target != NULL ? target : "",
                              target != NULL ? ")" : "");
      if (below != NULL)
        list_menu (below, depth + 1, text);
    }
}

#define SWITCH(action) \
  " CPU 2: win." action "(cpu == 2)\n" \
  " PID 0: win." action "(pid == 0)\n" \
  " prev__comm swapper/2: win." action "(prev_comm == \"swapper/2\")\n" \
  " prev__pid 0: win." action "(prev_pid == 0)\n" \
  " prev__prio 120: win." action "(prev_prio == 120)\n" \
  " prev__state 0: win." action "(prev_state == 0)\n" \
  " next__comm rcu__preempt: win." action "(next_comm == \"rcu_preempt\")\n" \
  " next__pid 15: win." action "(next_pid == 15)\n" \
  " next__prio 120: win." action "(next_prio == 120)\n"

/* By trace-cmd report: swapper/2 … ==> rcu_preempt:15 on CPU 2. */
static const char switch_menu[] =
  "Show Only Task <idle>: win.include(task == \"<idle>\")\n"
  "Hide Task <idle>: win.exclude(task == \"<idle>\")\n"
  "Show Only sched:sched__switch: win.include(sched:sched_switch)\n"
  "Hide sched:sched__switch: win.exclude(sched:sched_switch)\n"
  "Show _Only\n" SWITCH ("include")
  "_Hide\n" SWITCH ("exclude")
  "Marker _A Here: win.mark-at\n"
  "Marker _B Here: win.mark-at\n"
  "Boo_kmark Here: win.mark-at\n"
  "_Copy Event: win.copy-row\n"
  "Show _Selection: win.focus\n"
  "_Center: win.center\n"
  "Show Lane of rcu__preempt: win.show-task\n" /* the idle task has no lane */
  "_Write a Note: win.note-on(event)\n"; /* hidden without a review */

/* The menu of an event offers typed filters for its fields; a filter for a task takes two clicks.
 * */
static void
test_menu (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  g_autoptr(GMenuModel) of_switch = NULL, of_packet = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 11))");
  of_switch = th_context_menu_for_event (document);
  list_menu (of_switch, 0, text);
  g_assert_cmpstr (text->str, ==, switch_menu);

  /* An address, which KernelShark prints as a negative number and does not offer. */
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 105))");
  of_packet = th_context_menu_for_event (document);
  g_string_truncate (text, 0);
  list_menu (of_packet, 0, text);
  g_assert_nonnull (strstr (text->str, ": win.include(skbaddr == 0xff222d4c0bb1be00)\n"));
  g_assert_nonnull (strstr (text->str, ": win.exclude(skbaddr == 0xff222d4c0bb1be00)\n"));
}

static GtkWidget *
get_more (Fixture *fixture)
{
  return gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "more");
}

static gboolean
has_more (Fixture *fixture)
{
  return gtk_widget_get_mapped (get_more (fixture));
}

static gboolean
has_no_more (Fixture *fixture)
{
  return !has_more (fixture);
}

/* Chips that have no room are counted by a button, which lists all of them. */
static void
test_narrow (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *all;

  open_sample (fixture);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 700);
  activate (fixture, "win.exclude('task == \"<idle>\"')");
  wait_ms (200);
  g_assert_false (has_more (fixture));
  activate (fixture, "win.exclude('cpu == 2')");
  activate (fixture, "win.exclude('cpu == 3')");
  activate (fixture, "win.exclude('cpu == 1')");
  wait_until (fixture, has_more);
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (get_more (fixture)), " more condition"));

  all = gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "all_chips");
  g_assert_nonnull (find_tooltip (all, "Remove condition “cpu == 1”"));
  activate (fixture, "win.remove-chip(uint32 3)");
  g_assert_null (find_tooltip (all, "Remove condition “cpu == 1”"));
  activate (fixture, "win.clear-filter");
  wait_until (fixture, has_no_more);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/sift/chips", test_chips);
  ADD_WINDOW_TEST ("/sift/chip-focus", test_chip_focus);
  ADD_WINDOW_TEST ("/sift/selected", test_selected);
  ADD_WINDOW_TEST ("/sift/menu", test_menu);
  ADD_WINDOW_TEST ("/sift/chips-narrow", test_narrow);

  return g_test_run ();
}
