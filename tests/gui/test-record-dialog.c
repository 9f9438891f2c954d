/* test-record-dialog.c - the dialog that chooses where and what to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-keyboard.h"
#include "gui-record-dialog.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-expression-field.h"
#include "th-failure-page.h"
#include "th-known-targets.h"
#include "th-preset-card.h"
#include "th-record-dialog.h"
#include "th-record-form.h"
#include "th-record-length.h"
#include "th-recording-window.h"
#include "th-target-row.h"
#include "th-window-private.h"

/* --- targets -------------------------------------------------------------------------- */

static void
test_this_computer (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *summary = NULL;
  GtkListBox *targets;
  ThTargetRow *row;

  open_dialog (fixture);
  targets = GTK_LIST_BOX (dialog_child ("targets"));
  row = TH_TARGET_ROW (gtk_list_box_get_selected_row (targets));
  g_assert_cmpstr (th_target_link_get_name (th_target_row_get_link (row)), ==, "This Computer");
  g_assert_cmpstr (get_page (), ==, "idle");
  g_object_get (th_target_row_get_link (row), "summary", &summary, NULL);
  g_assert_cmpstr (summary, ==, geteuid () == 0 ? "never used" : "may ask for a password");
  g_assert_cmpint (strstr (get_label (dialog_child ("idle_text")), "password") != NULL, ==,
                   geteuid () != 0);
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_wrong_address (Fixture       *fixture,
                    gconstpointer  data)
{
  open_dialog (fixture);
  enter_address ("-oProxyCommand=true");
  g_assert_true (gtk_widget_get_visible (dialog_child ("address_problem")));
  g_assert_nonnull (strstr (get_label (dialog_child ("address_problem")), "-oProxyCommand"));
  g_assert_cmpstr (get_page (), ==, "idle");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static GtkListBoxRow *
get_target_row (int position)
{
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (dialog_child ("targets")), position);
}

/* The button of a target removes it for good; this computer has none. */
static void
test_forget (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GPtrArray) known = NULL;

  open_dialog (fixture);
  enter_address ("exec:false");
  wait_until (fixture, is_failed);
  g_assert_true (th_known_targets_store (th_target_link_get_target (get_link ()), "Mine", NULL,
                                         NULL));
  g_assert_false (gtk_widget_get_visible (CHILD (get_target_row (0), TH_TYPE_TARGET_ROW,
                                                 "forget")));
  g_signal_emit_by_name (CHILD (get_target_row (1), TH_TYPE_TARGET_ROW, "forget"), "clicked");

  g_assert_null (get_target_row (1));
  g_assert_cmpstr (th_target_link_get_name (get_link ()), ==, "This Computer");
  g_assert_cmpstr (get_page (), ==, "idle");
  known = th_known_targets_list ();
  for (guint i = 0; i < known->len; i++)
    g_assert_cmpstr (((ThKnownTarget *) known->pdata[i])->name, !=, "Mine");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* ssh's words are shown beside the sentence, and one can try again. */
static void
test_failure (Fixture       *fixture,
              gconstpointer  data)
{
  open_dialog (fixture);
  connect_to ("login");
  wait_until (fixture, is_failed);
  g_assert_cmpuint (strlen (get_label (failure_child ("text"))), >, 20);
  g_assert_nonnull (strstr (get_label (failure_child ("log")), "ermission denied"));
  g_assert_false (gtk_widget_get_visible (failure_child ("remedy")));
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_limits (Fixture       *fixture,
             gconstpointer  data)
{
  open_dialog (fixture);
  g_assert_false (gtk_widget_get_visible (dialog_child ("limits")));
  connect_to ("no-tracefs");
  wait_until (fixture, is_failed);
  g_assert_nonnull (strstr (get_label (failure_child ("text")), "tracefs"));
  g_assert_cmpstr (get_label (find_widget (failure_child ("commands"), GTK_TYPE_LABEL)), ==,
                   "mount -t tracefs tracefs /sys/kernel/tracing");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* A program called ssh: on "far" there is no agent until one is installed, and sudo wants a
 * password; root has one.  Other commands run here. */
static void
write_ssh (Fixture *fixture)
{
  g_autofree char *agent = g_test_build_filename (G_TEST_BUILT, "capture", "fake-agent", NULL);
  g_autofree char *sample = g_file_get_path (sample_file ());
  g_autofree char *ssh = g_build_filename (fixture->directory, "ssh", NULL);
  g_autofree char *program = g_build_filename (fixture->directory, "thresher-agent", NULL);
  g_autofree char *search = g_strconcat (fixture->directory, ":", g_getenv ("PATH"), NULL);
  g_autofree char *bytes = NULL, *script = NULL;
  gsize size;

  script = g_strdup_printf ("#!/bin/sh\n"
                            "case \"$*\" in\n"
                            "*uname*) cat >/dev/null; >'%s/installed'; echo there; exit 0;;\n"
                            "*sudo*) echo 'sudo: a password is required' >&2; exit 1;;\n"
                            "*thresher-agent*'-l root '*|*'-l root '*thresher-agent*) ;;\n"
                            "*thresher-agent*) [ -e '%s/installed' ] || { "
                            "echo 'thresher-agent: not found' >&2; exit 127; };;\n"
                            "*) for last; do :; done; exec sh -c \"$last\";;\n"
                            "esac\n"
                            "exec '%s' tell '%s'\n", fixture->directory, fixture->directory, agent,
                            sample);
  g_assert_true (g_file_set_contents_full (ssh, script, -1, 0, 0755, NULL));
  /* Any program will do. */
  g_assert_true (g_file_get_contents ("/proc/self/exe", &bytes, &size, NULL));
  g_assert_true (g_file_set_contents_full (program, bytes, (gssize) size, 0, 0755, NULL));
  g_setenv ("PATH", search, TRUE);
}

static void
remove_ssh (Fixture *fixture)
{
  static const char *const names[] = { "ssh", "thresher-agent", "installed" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_build_filename (fixture->directory, names[i], NULL);

      g_unlink (file);
    }
  g_setenv ("PATH", strchr (g_getenv ("PATH"), ':') + 1, TRUE);
}

static void
assert_remedy (const char *title,
               const char *label)
{
  g_assert_cmpstr (get_label (failure_child ("title")), ==, title);
  g_assert_true (gtk_widget_get_visible (failure_child ("remedy")));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (failure_child ("remedy"))), ==, label);
}

/* One click connects to @name. */
static void
accept_remedy (Fixture    *fixture,
               const char *name)
{
  g_signal_emit_by_name (failure_child ("remedy"), "clicked");
  wait_until (fixture, is_ready);
  g_assert_cmpstr (th_target_link_get_name (get_link ()), ==, name);
  gtk_window_destroy (GTK_WINDOW (dialog));
  remove_ssh (fixture);
}

/* One button copies the agent and connects. */
static void
test_install (Fixture       *fixture,
              gconstpointer  data)
{
  write_ssh (fixture);
  open_dialog (fixture);
  enter_address ("dev@far");
  wait_until (fixture, is_failed);
  assert_remedy ("The Agent Is Missing", "_Install the Agent");
  accept_remedy (fixture, "ssh dev@far");
}

/* Another target is selected while the agent is copied: that is not the one to connect. */
static void
test_install_elsewhere (Fixture       *fixture,
                        gconstpointer  data)
{
  GtkListBox *targets;
  ThTargetLink *link;

  write_ssh (fixture);
  open_dialog (fixture);
  targets = GTK_LIST_BOX (dialog_child ("targets"));
  enter_address ("dev@far");
  wait_until (fixture, is_failed);
  link = get_link ();
  g_signal_emit_by_name (failure_child ("remedy"), "clicked");
  gtk_list_box_select_row (targets, gtk_list_box_get_row_at_index (targets, 0));
  for (guint i = 0; i < 100; i++)
    {
      if (th_target_link_get_state (link) == TH_TARGET_READY)
        break;
      g_assert_cmpuint (i, <, 99);
      wait_ms (50);
    }
  g_assert_cmpuint (th_target_link_get_state (get_link ()), ==, TH_TARGET_IDLE);
  gtk_window_destroy (GTK_WINDOW (dialog));
  remove_ssh (fixture);
}

static gboolean
is_name_whole (Fixture *fixture)
{
  GtkListBox *targets = GTK_LIST_BOX (dialog_child ("targets"));
  GtkWidget *row = GTK_WIDGET (gtk_list_box_get_selected_row (targets));
  GtkWidget *name = CHILD (row, TH_TYPE_TARGET_ROW, "name");

  return gtk_widget_get_width (name) > 0 &&
         !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (name)));
}

/* Where sudo wants a password, root may be let in.  The list shows all of the target's name. */
static void
test_sudo (Fixture       *fixture,
           gconstpointer  data)
{
  write_ssh (fixture);
  open_dialog (fixture);
  enter_address ("ssh+sudo://dev@far:2222");
  wait_until (fixture, is_failed);
  wait_until (fixture, is_name_whole);
  assert_remedy ("No Root Privileges", "Connect as _root");
  accept_remedy (fixture, "ssh root@far:2222");
}

/* An agent that does not fit is explained, also where it cannot be replaced from here. */
static void
test_old_agent (Fixture       *fixture,
                gconstpointer  data)
{
  open_dialog (fixture);
  connect_to ("too-old");
  wait_until (fixture, is_failed);
  g_assert_cmpstr (get_label (failure_child ("title")), ==, "The Agent Does Not Match");
  g_assert_nonnull (strstr (get_label (failure_child ("text")), "too old"));
  g_assert_false (gtk_widget_get_visible (failure_child ("remedy")));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* --- what is chosen ---------------------------------------------------------------------- */

static void
test_presets (Fixture       *fixture,
              gconstpointer  data)
{
  open_dialog (fixture);
  connect_to ("good");
  wait_until (fixture, is_ready);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_card ("packets"))));
  assert_command_has ("thresh record --preset packets ");
  g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));

  /* One process needs to be told which. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_card ("process")), TRUE);
  g_assert_true (gtk_widget_get_visible (form_child ("problem_label")));
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));
  gtk_editable_set_text (GTK_EDITABLE (form_child ("pids")), "1412");
  g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));
  assert_command_has ("1412");

  /* A name stays a name, which each target looks up. */
  gtk_editable_set_text (GTK_EDITABLE (form_child ("pids")), "nginx");
  g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));
  assert_command_has ("--pid nginx");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
is_missing (Fixture *fixture)
{
  return gtk_widget_get_sensitive (dialog_child ("record")) &&
         strstr (get_label (form_child ("problem_label")), "“apache2”") != NULL;
}

/* The Recording window shows how the recording was made. */
static void
assert_origin (Fixture *fixture)
{
  g_autofree char *text = NULL;

  activate (fixture, "win.recording");
  wait_ms (300);
  text = dup_label_texts (GTK_WIDGET (find_window (TH_TYPE_RECORDING_WINDOW)));
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "\nPresets\npackets\n"));
  g_assert_nonnull (strstr (text, "\nOnly processes\napache2\n"));
  g_assert_nonnull (strstr (text, "\nthresh record --preset packets --pid apache2 "));
  gtk_window_destroy (find_window (TH_TYPE_RECORDING_WINDOW));
}

/* Processes are looked up when the recording starts: one that is missing may be there then. */
static void
test_late_process (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *agent = agent_target ("good"), *target = NULL, *told = NULL, *text = NULL;
  g_autofree char *processes = g_build_filename (fixture->directory, "processes", NULL);
  g_autofree char *path = g_build_filename (fixture->directory, "late.dat", NULL);

  told = g_build_filename (fixture->directory, "told", NULL);
  target = g_strdup_printf ("exec:env FAKE_TOLD=%s FAKE_PROCESS=%s %s", told, processes,
                            agent + strlen ("exec:"));
  open_dialog (fixture);
  enter_address (target);
  wait_until (fixture, is_ready);
  gtk_editable_set_text (GTK_EDITABLE (form_child ("path")), path);
  gtk_editable_set_text (GTK_EDITABLE (form_child ("pids")), "apache2");
  g_assert_true (is_missing (fixture));
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));
  wait_until (fixture, is_missing);
  g_assert_false (g_file_test (told, G_FILE_TEST_EXISTS));

  g_assert_true (g_file_set_contents (processes, "815 apache2", -1, NULL));
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  wait_until (fixture, is_recording);
  g_assert_true (g_file_get_contents (told, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "'pids': <[815]>"));
  activate (fixture, "win.stop-recording");
  wait_until (fixture, has_stopped);
  assert_origin (fixture);
  g_unlink (path);
  g_unlink (told);
  g_unlink (processes);
}

static void
test_length (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *length;

  open_dialog (fixture);
  connect_to ("good");
  wait_until (fixture, is_ready);
  length = form_child ("length");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (CHILD (length, TH_TYPE_RECORD_LENGTH, "seconds")),
                             2.5);
  assert_command_has ("--for 2.5s");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (CHILD (length, TH_TYPE_RECORD_LENGTH,
                                                     "megabytes")), 32);
  assert_command_has ("--ring 32");
  g_assert_null (strstr (get_label (form_child ("same_as")), "--for"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
set_filter (const char *text)
{
  GtkWidget *field = find_widget (form_child ("length"), TH_TYPE_EXPRESSION_FIELD);

  th_expression_field_set_text (TH_EXPRESSION_FIELD (field), text);
  wait_ms (50);
}

/* Whoever writes a filter wants the recording to end at its first match. */
static void
test_until (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *length;

  open_dialog (fixture);
  connect_to ("good");
  wait_until (fixture, is_ready);
  length = form_child ("length");
  set_filter ("netif_rx and len > 100");
  assert_command_has ("--until 'netif_rx and len > 100' --after 2s");
  g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (CHILD (length, TH_TYPE_RECORD_LENGTH, "after")), 0);
  g_assert_null (strstr (get_label (form_child ("same_as")), "--after"));

  set_filter ("netif_rx and (");
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));
  g_assert_true (gtk_widget_get_visible (form_child ("problem_label")));
  set_filter ("");
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));

  /* A ring has an event of its own. */
  set_filter ("netif_rx");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (CHILD (length, TH_TYPE_RECORD_LENGTH,
                                                     "megabytes")), 32);
  assert_command_has ("--ring 32");
  g_assert_null (strstr (get_label (form_child ("same_as")), "--until"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
has_completions (Fixture *fixture)
{
  GtkEntryCompletion *completion = gtk_entry_get_completion (GTK_ENTRY (form_child ("functions")));

  return gtk_tree_model_iter_n_children (gtk_entry_completion_get_model (completion), NULL) == 1;
}

/* The target is asked for functions that begin with the last word; the agent answers any question
 * with one name. */
static void
test_functions (Fixture       *fixture,
                gconstpointer  data)
{
  open_dialog (fixture);
  connect_to ("good");
  wait_until (fixture, is_ready);
  g_assert_false (has_completions (fixture));
  gtk_editable_set_text (GTK_EDITABLE (form_child ("functions")), "e1000_*, net");
  wait_until (fixture, has_completions);

  /* What is in the entry counts as soon as the preset shows it. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_card ("function-graph")), TRUE);
  assert_command_has ("--function 'e1000_*' --function net");
  g_assert_nonnull (strstr (get_label (form_child ("problem_label")), "function_graph"));
  gtk_editable_set_text (GTK_EDITABLE (form_child ("functions")), "");
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));
  g_assert_cmpstr (get_label (form_child ("problem_label")), ==,
                   "Name functions to trace, such as vfs_*.");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* --- by keyboard ----------------------------------------------------------------------------- */

static gboolean
is_on_page (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (dialog));

  return focus != NULL && gtk_widget_get_mapped (focus) &&
         gtk_widget_is_ancestor (focus, dialog_child ("pages"));
}

/* The button that connects leaves the focus to what is shown afterwards. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *retry;

  open_dialog (fixture);
  connect_to ("login");
  wait_until (fixture, is_failed);
  retry = find_button (dialog_child ("failure"), "_Try Again");
  gtk_widget_grab_focus (retry);
  g_signal_emit_by_name (retry, "clicked");
  g_assert_cmpstr (get_page (), ==, "connecting");
  wait_until (fixture, is_failed);
  wait_until (fixture, is_on_page);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
is_expanded (Fixture *fixture)
{
  return gtk_expander_get_expanded (GTK_EXPANDER (form_child ("missing")));
}

/* Enter opens the list of missing events; it does not start the recording. */
static void
test_expander (Fixture       *fixture,
               gconstpointer  data)
{
  if (!keyboard_is_there ())
    return;

  open_dialog (fixture);
  connect_to ("good");
  wait_until (fixture, is_ready);
  g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));
  wait_ms (200);
  keyboard_give (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (form_child ("missing"));
  keyboard_press ("Return");
  wait_until (fixture, is_expanded);
  g_assert_true (find_window (TH_TYPE_RECORD_DIALOG) == GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* --- recording ------------------------------------------------------------------------------ */

/* A refusal of the agent is shown in the dialog, which stays. */
static void
test_refusal (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "refused.dat", NULL);

  open_dialog (fixture);
  connect_to ("refuse");
  wait_until (fixture, is_ready);
  gtk_editable_set_text (GTK_EDITABLE (form_child ("path")), path);
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  g_assert_nonnull (strstr (get_label (dialog_child ("facts")), "starting the recording…"));
  for (guint i = 0; i < 100 && !gtk_widget_get_visible (form_child ("problem_label")); i++)
    wait_ms (50);
  g_assert_true (gtk_widget_get_visible (form_child ("problem_label")));
  g_assert_nonnull (strstr (get_label (dialog_child ("facts")), "Linux"));
  g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* A filter that does not fit the events is refused before anything is recorded, and can be
 * mended. */
static void
test_until_wrong (Fixture       *fixture,
                  gconstpointer  data)
{
  static const char *const wrong[] = { "nosuchfield == 1", "packet.total > 1ms" };
  g_autofree char *path = g_build_filename (fixture->directory, "until.dat", NULL);
  g_autofree char *part = g_strconcat (path, ".part", NULL);

  open_dialog (fixture);
  connect_to ("early");
  wait_until (fixture, is_ready);
  gtk_editable_set_text (GTK_EDITABLE (form_child ("path")), path);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      set_filter (wrong[i]);
      g_assert_false (has_message (fixture));
      g_signal_emit_by_name (dialog_child ("record"), "clicked");
      wait_until (fixture, has_message);
      g_test_message ("%s", get_label (form_child ("problem_label")));
      g_assert_null (fixture->window->recording);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
      g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));
    }

  set_filter ("netif_receive_skb");
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  wait_until (fixture, has_stopped);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_unlink (path);
}

/* The line breaks while the window is busy, so it learns of the beginning and of the end at once:
 * what came is shown all the same. */
static void
test_short (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "short.dat", NULL);

  open_dialog (fixture);
  connect_to ("cut");
  wait_until (fixture, is_ready);
  gtk_editable_set_text (GTK_EDITABLE (form_child ("path")), path);
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  for (guint i = 0; i < 1000 && !g_file_test (path, G_FILE_TEST_EXISTS); i++)
    g_usleep (10000);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_usleep (200000);

  wait_until (fixture, has_stopped);
  wait_until (fixture, is_analysed);
  g_assert_null (find_window (TH_TYPE_RECORD_DIALOG));
  g_unlink (path);
}

/* The command exists before the recording, which is of that alone and ends with it. */
static void
test_command (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "command.dat", NULL);
  g_autofree char *pid = g_build_filename (fixture->directory, "pid", NULL);
  g_autofree char *command = g_strdup_printf ("echo $$ >%s; sleep 0.5", pid);
  g_autofree char *written = NULL, *words = NULL;
  g_autoptr(ThCapture) capture = NULL;

  write_ssh (fixture);
  open_dialog (fixture);
  enter_address ("root@far");
  wait_until (fixture, is_ready);
  g_assert_false (gtk_widget_get_sensitive (form_child ("only_command")));
  gtk_editable_set_text (GTK_EDITABLE (form_child ("command")), command);
  g_assert_true (gtk_widget_get_sensitive (form_child ("only_command")));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (form_child ("only_command")), TRUE);
  assert_command_has ("--only-command");
  gtk_editable_set_text (GTK_EDITABLE (form_child ("path")), path);
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  wait_until (fixture, is_recording);
  capture = g_object_ref (th_live_recording_get_capture (fixture->window->recording));
  wait_until (fixture, has_stopped);
  g_assert_null (th_capture_get_error (capture));

  g_assert_true (g_file_get_contents (pid, &written, NULL, NULL));
  words = g_strdup_printf ("'pids': <[%s]>", g_strstrip (written));
  g_test_message ("%s\n%s", words, th_capture_get_log (capture));
  g_assert_nonnull (strstr (th_capture_get_log (capture), words));
  g_unlink (pid);
  remove_ssh (fixture);
}

/* Nothing is recorded, and the dialog stays. */
static void
test_command_fails (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "command.dat", NULL);
  g_autofree char *ssh = g_build_filename (fixture->directory, "ssh", NULL);

  write_ssh (fixture);
  open_dialog (fixture);
  enter_address ("root@far");
  wait_until (fixture, is_ready);
  gtk_editable_set_text (GTK_EDITABLE (form_child ("command")), "true");
  gtk_editable_set_text (GTK_EDITABLE (form_child ("path")), path);
  g_assert_true (g_file_set_contents_full (ssh, "#!/bin/sh\nexit 255\n", -1, 0, 0755, NULL));
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  for (guint i = 0; i < 200 && !gtk_widget_get_visible (form_child ("problem_label")); i++)
    wait_ms (50);
  g_assert_cmpstr (get_label (form_child ("problem_label")), ==,
                   "The command ended before the recording began.");
  g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));
  g_assert_null (fixture->window->recording);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  gtk_window_destroy (GTK_WINDOW (dialog));
  remove_ssh (fixture);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  ADD_WINDOW_TEST ("/record-dialog/this-computer", test_this_computer);
  ADD_WINDOW_TEST ("/record-dialog/wrong-address", test_wrong_address);
  ADD_WINDOW_TEST ("/record-dialog/failure", test_failure);
  ADD_WINDOW_TEST ("/record-dialog/forget", test_forget);
  ADD_WINDOW_TEST ("/record-dialog/limits", test_limits);
  ADD_WINDOW_TEST ("/record-dialog/install", test_install);
  ADD_WINDOW_TEST ("/record-dialog/install/elsewhere", test_install_elsewhere);
  ADD_WINDOW_TEST ("/record-dialog/sudo", test_sudo);
  ADD_WINDOW_TEST ("/record-dialog/old-agent", test_old_agent);
  ADD_WINDOW_TEST ("/record-dialog/presets", test_presets);
  ADD_WINDOW_TEST ("/record-dialog/late-process", test_late_process);
  ADD_WINDOW_TEST ("/record-dialog/length", test_length);
  ADD_WINDOW_TEST ("/record-dialog/until", test_until);
  ADD_WINDOW_TEST ("/record-dialog/until/wrong", test_until_wrong);
  ADD_WINDOW_TEST ("/record-dialog/functions", test_functions);
  ADD_WINDOW_TEST ("/record-dialog/focus", test_focus);
  ADD_WINDOW_TEST ("/record-dialog/expander", test_expander);
  ADD_WINDOW_TEST ("/record-dialog/refusal", test_refusal);
  ADD_WINDOW_TEST ("/record-dialog/short", test_short);
  ADD_WINDOW_TEST ("/record-dialog/command", test_command);
  ADD_WINDOW_TEST ("/record-dialog/command/fails", test_command_fails);
  return g_test_run ();
}
