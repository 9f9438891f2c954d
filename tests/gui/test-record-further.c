/* test-record-further.c - several targets that are recorded at once, in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-record-dialog.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-companions.h"
#include "th-document-parts.h"
#include "th-recording-page.h"
#include "th-window-private.h"

#define AHEAD G_GINT64_CONSTANT (5000000000)

static ThCompanion *companion;
static char *path_first, *path_second;

static void
choose_further (const char *name,
                gboolean    active)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *check = find_widget_at (dialog_child ("further"), GTK_TYPE_CHECK_BUTTON, i);

      g_assert_nonnull (check);
      if (g_strcmp0 (gtk_widget_get_tooltip_text (check), name) != 0)
        continue;
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), active);
      return;
    }
}

/* The last word of the command line. */
static void
assert_command_ends (const char *target)
{
  g_auto(GStrv) words = NULL;
  int n;

  g_assert_true (g_shell_parse_argv (get_label (form_child ("same_as")), &n, &words, NULL));
  g_assert_cmpstr (words[n - 1], ==, target);
  g_assert_true (g_str_has_prefix (words[n - 2], "exec:"));
}

/* Chooses the targets @first and @further. */
static void
choose_targets (Fixture    *fixture,
                const char *first,
                const char *further)
{
  g_autofree char *name = NULL;

  path_first = g_build_filename (fixture->directory, "both.dat", NULL);
  path_second = g_build_filename (fixture->directory, "both-far.dat", NULL);
  open_dialog (fixture);
  enter_address (further);
  name = g_strdup (th_target_link_get_name (get_link ()));
  enter_address (first);
  wait_until (fixture, is_ready);
  choose_further (name, TRUE);
  assert_command_ends (further);
  gtk_editable_set_text (GTK_EDITABLE (form_child ("path")), path_first);
}

/* Chooses a good agent, and @further with it. */
static void
choose_both (Fixture    *fixture,
             const char *further)
{
  g_autofree char *first = agent_target ("good");

  choose_targets (fixture, first, further);
}

static void
begin_both (Fixture *fixture)
{
  GListModel *list;

  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  wait_until (fixture, is_recording);
  list = th_companions_get_list (th_live_recording_get_companions (fixture->window->recording));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 1);
  companion = g_list_model_get_item (list, 0);
}

/* Records from a good agent, and at the same time from the target @further. */
static void
record_both (Fixture    *fixture,
             const char *further)
{
  choose_both (fixture, further);
  begin_both (fixture);
}

static void
forget_both (void)
{
  g_clear_object (&companion);
  g_unlink (path_first);
  g_unlink (path_second);
  g_clear_pointer (&path_first, g_free);
  g_clear_pointer (&path_second, g_free);
}

/* "42.0k events so far, 7 lost; clock ± 59 µs" */
static gboolean
has_clock (Fixture *fixture)
{
  g_autofree char *text = NULL;

  g_object_get (companion, "text", &text, NULL);
  return strstr (text, "clock ± ") != NULL && !g_str_has_prefix (text, "0 ");
}

/* "± 59 µs", in ns. */
static gint64
get_clock_error (void)
{
  g_autofree char *text = NULL;
  const char *number;
  double value;
  char *unit;

  g_object_get (companion, "text", &text, NULL);
  g_test_message ("%s", text);
  number = strstr (text, "clock ± ");
  g_assert_nonnull (number);
  number += strlen ("clock ± ");
  value = g_ascii_strtod (number, &unit);
  g_assert_true (unit > number);
  unit += strspn (unit, " ");
  if (g_str_has_prefix (unit, "ms"))
    return (gint64) ((value + 0.01) * 1e6);
  if (g_str_has_prefix (unit, "µs"))
    return (gint64) ((value + 0.01) * 1e3);
  g_assert_true (g_str_has_prefix (unit, "ns"));
  return (gint64) value;
}

/* The time of the first event, in ns, as trace-cmd reads it. */
static gint64
report_first (const char *file)
{
  const char *argv[] = { "trace-cmd", "report", "-N", "-t", "-i", file, NULL };
  g_autoptr(GRegex) regex = g_regex_new ("\\] +.*? ([0-9]+)\\.([0-9]{9}):", 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  g_autofree char *out = NULL, *seconds = NULL, *fraction = NULL;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH |
                               G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out, NULL, NULL, NULL));
  g_assert_true (g_regex_match (regex, out, 0, &match));
  seconds = g_match_info_fetch (match, 1);
  fraction = g_match_info_fetch (match, 2);
  return g_ascii_strtoll (seconds, NULL, 10) * 1000000000 + g_ascii_strtoll (fraction, NULL, 10);
}

static gboolean
has_two_parts (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return has_stopped (fixture) && th_document_is_joined (document) &&
         th_recording_get_n_parts (th_document_get_recording (document)) == 2;
}

static gint64
get_first (Fixture *fixture,
           guint    part)
{
  ThRecording *recording = th_document_get_recording (th_window_get_document (fixture->window));
  gint64 first, last;

  g_assert_true (th_recording_get_range (th_recording_get_part (recording, part), &first, &last));
  return first;
}

/* Both agents replay the same recording; the clock of the second is ahead, so its times are
 * reduced. */
static void
test_further (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *target = agent_target ("ahead"), *facts = NULL;
  gint64 offset;

  record_both (fixture, target);
  wait_until (fixture, has_clock);
  wait_ms (100);
  facts = dup_label_texts (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_RECORDING_PAGE));
  g_test_message ("%s", facts);
  g_assert_nonnull (strstr (facts, "events so far, 7 lost; clock ± "));

  activate (fixture, "win.stop-recording");
  wait_until (fixture, has_two_parts);
  g_assert_cmpstr (th_companion_get_path (companion), ==, path_second);
  offset = report_first (path_second) - report_first (path_first);
  g_test_message ("offset %" G_GINT64_FORMAT, offset);
  g_assert_cmpint (ABS (offset + AHEAD), <=, get_clock_error ());
  g_assert_cmpint (get_clock_error (), <, G_GINT64_CONSTANT (500000000));
  g_assert_cmpint (get_first (fixture, 1) - get_first (fixture, 0), ==, offset);
  forget_both ();
}

static gboolean
has_trouble (Fixture *fixture)
{
  gboolean trouble;

  g_object_get (companion, "trouble", &trouble, NULL);
  return trouble;
}

static gboolean
was_refused (Fixture *fixture)
{
  return gtk_widget_get_sensitive (dialog_child ("record")) &&
         gtk_widget_get_visible (form_child ("problem_label"));
}

/* Nothing is recorded anywhere.  The dialog says which target refused and why, and records when
 * that one is left out. */
static void
test_further_fails (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *target = agent_target (data), *reason = NULL;

  choose_both (fixture, target);
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  wait_until (fixture, was_refused);
  reason = g_strdup (get_label (form_child ("problem_label")));
  g_test_message ("%s", reason);
  g_assert_true (g_str_has_prefix (reason, target + strlen ("exec:")));
  g_assert_cmpuint (strlen (reason), >, strlen (target) + 10);
  g_assert_false (g_file_test (path_first, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (path_second, G_FILE_TEST_EXISTS));

  choose_further (target + strlen ("exec:"), FALSE);
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  wait_until (fixture, is_recording);
  activate (fixture, "win.stop-recording");
  wait_until (fixture, has_stopped);
  g_assert_true (g_file_test (path_first, G_FILE_TEST_EXISTS));
  forget_both ();
}

/* A number belongs to one machine; a name is looked up on each. */
static void
test_further_process (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *agent = agent_target ("ahead"), *told = NULL, *further = NULL, *text = NULL;
  GtkEditable *pids;

  told = g_build_filename (fixture->directory, "told", NULL);
  further = g_strdup_printf ("exec:env FAKE_TOLD=%s 'FAKE_NGINX=815 nginx' %s", told,
                             agent + strlen ("exec:"));
  choose_both (fixture, further);
  pids = GTK_EDITABLE (form_child ("pids"));
  gtk_editable_set_text (pids, "1412");
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));
  g_assert_nonnull (strstr (get_label (form_child ("problem_label")), "one machine"));
  gtk_editable_set_text (pids, "nginx");
  g_assert_true (gtk_widget_get_sensitive (dialog_child ("record")));

  begin_both (fixture);
  wait_until (fixture, has_clock);
  g_assert_true (g_file_get_contents (told, &text, NULL, NULL));
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "'pids': <[815]>"));
  activate (fixture, "win.stop-recording");
  wait_until (fixture, has_two_parts);
  g_unlink (told);
  forget_both ();
}

static char *
dup_bar_text (Fixture *fixture)
{
  GtkWidget *bar = GTK_WIDGET (fixture->window->record_bar);

  return gtk_widget_get_visible (bar) ? dup_label_texts (bar) : g_strdup ("");
}

/* The connection to the further target breaks for good: what had arrived is kept and shown, and the
 * window says which target it was. */
static void
test_further_cut (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *target = agent_target ("cut"), *text = NULL;

  record_both (fixture, target);
  wait_until (fixture, has_trouble);
  activate (fixture, "win.stop-recording");
  wait_until (fixture, has_two_parts);
  text = dup_bar_text (fixture);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, target + strlen ("exec:")));
  g_assert_nonnull (strstr (text, "Everything that had arrived is kept. The file is "));
  forget_both ();
}

/* The number of events that trace-cmd reads. */
static guint
count_events (const char *file)
{
  const char *argv[] = { "trace-cmd", "report", "-N", "-q", "-i", file, NULL };
  g_autofree char *out = NULL;
  guint n = 0;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH |
                               G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out, NULL, NULL, NULL));
  for (const char *line = out; (line = strchr (line, '\n')) != NULL; line++)
    n++;
  return n;
}

/* "Stop and keep the last …" holds for all targets.  A file keeps whole pages. */
static void
test_further_keep (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *target = agent_target ("until"), *sample = g_file_get_path (sample_file ());
  guint whole = count_events (sample), kept;

  record_both (fixture, target);
  wait_until (fixture, has_clock);
  th_live_recording_stop (fixture->window->recording, 0.05);
  wait_until (fixture, has_two_parts);
  kept = count_events (path_second);
  g_test_message ("%u of %u events", kept, whole);
  g_assert_cmpuint (kept, <, whole - whole / 10);
  g_assert_cmpuint (kept, >, whole / 20);
  forget_both ();
}

static gboolean
is_waiting (Fixture *fixture)
{
  return gtk_widget_get_visible (form_child ("problem_label"));
}

/* Until the last target has answered, none records; to close the dialog gives up. */
static void
test_further_silent (Fixture       *fixture,
                     gconstpointer  data)
{
  choose_both (fixture, "exec:sh -c 'cat >/dev/null'");
  g_signal_emit_by_name (dialog_child ("record"), "clicked");
  wait_until (fixture, is_waiting);
  g_assert_cmpstr (get_label (form_child ("problem_label")), ==, "Waiting for the other targets…");
  g_assert_false (gtk_widget_get_sensitive (dialog_child ("record")));
  wait_ms (300);
  g_assert_null (fixture->window->recording);
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (dialog_child ("record"))));
  wait_ms (300);
  g_assert_false (g_file_test (path_first, G_FILE_TEST_EXISTS));
  forget_both ();
}

static gboolean
has_ended (Fixture *fixture)
{
  return fixture->window->recording == NULL && !th_companion_is_active (companion);
}

/* Neither leaves a file. */
static void
test_further_discard (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *target = agent_target ("ahead"), *part = NULL;

  record_both (fixture, target);
  wait_until (fixture, has_clock);
  part = g_strconcat (path_second, ".part", NULL);
  g_assert_true (g_file_test (part, G_FILE_TEST_EXISTS));
  th_live_recording_discard (fixture->window->recording);
  wait_until (fixture, has_ended);
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (path_first, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (path_second, G_FILE_TEST_EXISTS));
  forget_both ();
}

/* Whether a process is a child of this one. */
static gboolean
is_child (const char *pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/stat", pid), *text = NULL;
  int parent;

  return g_file_get_contents (path, &text, NULL, NULL) &&
         sscanf (strrchr (text, ')'), ") %*c %d", &parent) == 1 && parent == getpid ();
}

/* The instances of the agents of this test; others may record at the same time. */
static guint
count_instances (void)
{
  g_autoptr(GDir) folder = g_dir_open ("/sys/kernel/tracing/instances", 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (folder)) != NULL)
    n += g_str_has_prefix (name, "thresher_") && is_child (name + strlen ("thresher_"));
  return n;
}

static gboolean
has_no_instance (Fixture *fixture)
{
  return count_instances () == 0;
}

static gboolean
has_two_instances (Fixture *fixture)
{
  return count_instances () == 2;
}

/* Two real agents record this machine, so nearly the same events are on both parts, at nearly the
 * same times. */
static void
test_further_real (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *agent = g_test_build_filename (G_TEST_BUILT, "..", "loaders", "capture", "agent",
                                                  "thresher-agent", NULL);
  g_autofree char *first = g_strdup_printf ("exec:%s", agent);
  g_autofree char *further = g_strdup_printf ("exec:env %s", agent), *text = NULL;
  gint64 begin, error;

  if (geteuid () != 0 || g_access ("/sys/kernel/tracing/instances", W_OK) != 0 ||
      g_access (agent, X_OK) != 0)
    {
      g_test_skip ("needs root, tracefs and thresher-agent");
      return;
    }
  choose_targets (fixture, first, further);
  begin_both (fixture);
  wait_until (fixture, has_clock);
  wait_ms (2000);
  wait_until (fixture, has_two_instances);
  activate (fixture, "win.stop-recording");
  wait_until (fixture, has_two_parts);
  text = dup_bar_text (fixture);
  g_assert_cmpstr (text, ==, "");
  error = get_clock_error ();
  begin = get_first (fixture, 1) - get_first (fixture, 0);
  g_test_message ("the second begins %+.3f s later, ± %.6f s", (double) begin / 1e9,
                  (double) error / 1e9);
  g_assert_cmpint (error, <, 50000000);
  g_assert_cmpint (ABS (begin), <, G_GINT64_CONSTANT (5000000000));
  wait_until (fixture, has_no_instance);
  g_unlink (th_companion_get_path (companion));
  forget_both ();
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  ADD_WINDOW_TEST ("/record-further/both", test_further);
  g_test_add ("/record-further/unreachable", Fixture, "login", fixture_set_up,
              test_further_fails, fixture_tear_down);
  g_test_add ("/record-further/refused", Fixture, "refuse", fixture_set_up,
              test_further_fails, fixture_tear_down);
  ADD_WINDOW_TEST ("/record-further/process", test_further_process);
  ADD_WINDOW_TEST ("/record-further/cut", test_further_cut);
  ADD_WINDOW_TEST ("/record-further/keep", test_further_keep);
  ADD_WINDOW_TEST ("/record-further/silent", test_further_silent);
  ADD_WINDOW_TEST ("/record-further/discard", test_further_discard);
  ADD_WINDOW_TEST ("/record-further/real", test_further_real);
  return g_test_run ();
}
