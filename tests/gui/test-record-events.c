/* test-record-events.c - events of the user's own choice in the record dialog
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-keyboard.h"
#include "gui-record-dialog.h"

#include <string.h>

#include <glib/gstdio.h>

#include "th-event-chooser.h"
#include "th-record-amount.h"
#include "th-window-private.h"

static gboolean
is_choosing (Fixture *fixture)
{
  GtkWindow *chooser = find_window (TH_TYPE_EVENT_CHOOSER);

  return chooser != NULL && find_widget (GTK_WIDGET (chooser), GTK_TYPE_CHECK_BUTTON) != NULL;
}

static void
choose_event (Fixture    *fixture,
              const char *name,
              const char *filter)
{
  GtkWidget *chooser, *search;

  wait_until (fixture, is_choosing);
  chooser = GTK_WIDGET (find_window (TH_TYPE_EVENT_CHOOSER));
  search = CHILD (chooser, TH_TYPE_EVENT_CHOOSER, "search");

  gtk_editable_set_text (GTK_EDITABLE (search), name);
  g_signal_emit_by_name (search, "search-changed");
  gtk_editable_set_text (GTK_EDITABLE (CHILD (chooser, TH_TYPE_EVENT_CHOOSER, "filter")), filter);
  g_signal_emit_by_name (CHILD (chooser, TH_TYPE_EVENT_CHOOSER, "accept"), "clicked");
}

static void
choose_switches (Fixture    *fixture,
                 const char *filter)
{
  g_signal_emit_by_name (find_button (dialog, "Choose _Events…"), "clicked");
  choose_event (fixture, "sched_switch", filter);
}

/* Without a preset an event must be chosen; giving it a filter chooses it. */
static void
test_events (Fixture       *fixture,
             gconstpointer  data)
{
  open_dialog (fixture);
  connect_to ("good");
  wait_until (fixture, is_ready);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_card ("packets")), FALSE);
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));
  choose_switches (fixture, "prev_prio > 100");
  g_assert_null (find_window (TH_TYPE_EVENT_CHOOSER));
  g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));
  assert_command_has ("'sched:sched_switch/prev_prio > 100'");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* --- by keyboard ----------------------------------------------------------------------------- */

static GtkWidget *
get_chooser_focus (void)
{
  GtkWindow *chooser = find_window (TH_TYPE_EVENT_CHOOSER);

  return chooser != NULL ? gtk_window_get_focus (chooser) : NULL;
}

static gboolean
is_one_added (Fixture *fixture)
{
  GtkWindow *chooser = find_window (TH_TYPE_EVENT_CHOOSER);

  return strstr (get_label (CHILD (chooser, TH_TYPE_EVENT_CHOOSER, "summary")), " 1 added") != NULL;
}

static gboolean
is_none_added (Fixture *fixture)
{
  return !is_one_added (fixture);
}

static gboolean
is_in_rows (Fixture *fixture)
{
  return get_chooser_focus () != NULL &&
         gtk_widget_get_ancestor (get_chooser_focus (), GTK_TYPE_LIST_VIEW) != NULL;
}

static gboolean
is_in_filter (Fixture *fixture)
{
  GtkWindow *chooser = find_window (TH_TYPE_EVENT_CHOOSER);
  GtkWidget *filter = CHILD (chooser, TH_TYPE_EVENT_CHOOSER, "filter");

  return get_chooser_focus () != NULL && gtk_widget_is_ancestor (get_chooser_focus (), filter);
}

static gboolean
is_closed (Fixture *fixture)
{
  return find_window (TH_TYPE_EVENT_CHOOSER) == NULL;
}

/* Opens the list of events, and shows those with @text in their names. */
static GtkWidget *
open_chooser (Fixture    *fixture,
              const char *text)
{
  GtkWidget *chooser, *search;

  g_signal_emit_by_name (find_button (dialog, "Choose _Events…"), "clicked");
  wait_until (fixture, is_choosing);
  chooser = GTK_WIDGET (find_window (TH_TYPE_EVENT_CHOOSER));
  search = CHILD (chooser, TH_TYPE_EVENT_CHOOSER, "search");
  gtk_editable_set_text (GTK_EDITABLE (search), text);
  g_signal_emit_by_name (search, "search-changed");
  return chooser;
}

/* Enter adds the first event that is found, and so do Enter and Space in the list, which is one
 * stop of the Tab key.  An event of a preset is shown as recorded. */
static void
test_event_keys (Fixture       *fixture,
                 gconstpointer  data)
{
  GtkWidget *chooser, *check;

  if (!keyboard_is_there ())
    return;

  open_dialog (fixture);
  connect_to ("good");
  wait_until (fixture, is_ready);
  chooser = open_chooser (fixture, "net_dev_queue");
  check = find_widget (chooser, GTK_TYPE_CHECK_BUTTON);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  g_assert_false (gtk_widget_get_sensitive (check));
  gtk_test_accessible_assert_property (gtk_widget_get_parent (check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "net:net_dev_queue, recorded by a preset");
  gtk_window_destroy (GTK_WINDOW (chooser));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_card ("packets")), FALSE);
  chooser = open_chooser (fixture, "sched_");
  wait_ms (200);
  keyboard_give (GTK_WINDOW (chooser));
  gtk_widget_grab_focus (CHILD (chooser, TH_TYPE_EVENT_CHOOSER, "search"));
  keyboard_press ("Return");
  wait_until (fixture, is_one_added);
  keyboard_press ("Down");
  wait_until (fixture, is_in_rows);
  keyboard_press ("space");
  wait_until (fixture, is_none_added);
  keyboard_press ("Return");
  wait_until (fixture, is_one_added);
  gtk_test_accessible_assert_property (get_chooser_focus (), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "sched:sched_switch, chosen");
  keyboard_press ("Tab");
  wait_until (fixture, is_in_filter);
  gtk_editable_set_text (GTK_EDITABLE (CHILD (chooser, TH_TYPE_EVENT_CHOOSER, "filter")),
                         "prev_prio > 100");
  keyboard_press ("Return");
  wait_until (fixture, is_closed);
  assert_command_has ("'sched:sched_switch/prev_prio > 100'");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* --- recording ------------------------------------------------------------------------------ */

/* The kernel refuses the filter of the only event, so there would be nothing to record: that is
 * said by a measurement and by the recording, which can begin with another filter. */
static void
test_filter_refused (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "left-out.dat", NULL);
  g_autofree char *part = g_strconcat (path, ".part", NULL);

  open_dialog (fixture);
  connect_to ("early");
  wait_until (fixture, is_ready);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_card ("packets")), FALSE);
  gtk_editable_set_text (GTK_EDITABLE (form_child ("path")), path);
  for (guint i = 0; i < 2; i++)
    {
      choose_switches (fixture, "nosuch > 100");
      g_assert_false (has_message (fixture));
      g_signal_emit_by_name (i > 0 ? dialog_child ("record")
                                   : CHILD (form_child ("amount"), TH_TYPE_RECORD_AMOUNT,
                                     "measure"),
                             "clicked");
      wait_until (fixture, has_message);
      g_assert_cmpstr (get_label (form_child ("problem_label")), ==,
                       "“sched:sched_switch/nosuch > 100” cannot be recorded: the kernel refused "
                       "it: Field not found");
      g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));
      g_assert_null (fixture->window->recording);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
      choose_switches (fixture, "prev_prio > 100");
    }

  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  wait_until (fixture, is_recording);
  activate (fixture, "win.stop-recording");
  wait_until (fixture, has_stopped);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_unlink (path);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  ADD_WINDOW_TEST ("/record-events/filter", test_events);
  ADD_WINDOW_TEST ("/record-events/keys", test_event_keys);
  ADD_WINDOW_TEST ("/record-events/refused", test_filter_refused);
  return g_test_run ();
}
