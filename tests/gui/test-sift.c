/* test-sift.c - the comforts of filter and find: words offered, chips, saved filters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-document-find.h"
#include "th-window-private.h"

static gboolean
is_filtered (Fixture *fixture)
{
  return !th_document_is_filtering (th_window_get_document (fixture->window)) && fixture->window->filter_id == 0;
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

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/sift/words", test_words);
  ADD_WINDOW_TEST ("/sift/asked", test_asked);

  return g_test_run ();
}
