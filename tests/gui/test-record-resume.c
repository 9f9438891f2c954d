/* test-record-resume.c - a window that records over a connection that is lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The agent is the real one; the connection to it is a program that the test kills.
 */
#include "config.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "gui-record.h"
#include "th-live-status.h"
#include "th-window-private.h"

/* Runs an agent, until it is killed; the file relay.pid has its process, relay.agent that of the
 * agent. */
static const char relay[] =
  "import os, subprocess, sys, threading\n"
  "def copy(source, sink):\n"
  "    while data := os.read(source, 65536):\n"
  "        while data:\n"
  "            data = data[os.write(sink, data):]\n"
  "def feed():\n"
  "    copy(0, child.stdin.fileno())\n"
  "    os.close(child.stdin.fileno())\n"
  "child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
  "for name, pid in (('agent', child.pid), ('pid', os.getpid())):\n"
  "    with open(sys.argv[1] + '/new', 'w') as file:\n"
  "        file.write(str(pid))\n"
  "    os.rename(sys.argv[1] + '/new', sys.argv[1] + '/relay.' + name)\n"
  "threading.Thread(target=feed, daemon=True).start()\n"
  "copy(child.stdout.fileno(), 1)\n"
  "sys.exit(child.wait())\n";

static void
kill_relay (Fixture    *fixture,
            const char *name)
{
  g_autofree char *file = g_build_filename (fixture->directory, name, NULL), *text = NULL;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  g_assert_cmpint (kill ((pid_t) g_ascii_strtoll (text, NULL, 10), SIGKILL), ==, 0);
}

static void
remove_relay (Fixture *fixture)
{
  static const char *const names[] = { "relay.py", "relay.pid", "relay.agent" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_build_filename (fixture->directory, names[i], NULL);

      g_unlink (file);
    }
}

static gboolean
has_problem (Fixture *fixture)
{
  g_autofree char *text = record_dup_bar_text (fixture);

  return text != NULL && strstr (text, "was lost, trying again (") != NULL;
}

static gboolean
is_back (Fixture *fixture)
{
  g_autofree char *text = record_dup_bar_text (fixture);

  return text == NULL && th_capture_get_n_resumed (record_capture) == 1;
}

static gboolean
is_over (Fixture *fixture)
{
  return record_has_ended (fixture) && is_analysed (fixture);
}

static gboolean
connect_relay (Fixture *fixture)
{
  g_autofree char *agent = g_test_build_filename (G_TEST_BUILT, "..", "loaders", "capture", "agent",
                                                  "thresher-agent", NULL);
  g_autofree char *script = g_build_filename (fixture->directory, "relay.py", NULL);
  g_autofree char *text = g_strdup_printf ("exec:python3 %s %s %s", script, fixture->directory,
                                           agent);

  if (geteuid () != 0 || g_access ("/sys/kernel/tracing/instances", W_OK) != 0 ||
      g_access (agent, X_OK) != 0)
    {
      g_test_skip ("needs root, tracefs and thresher-agent");
      return FALSE;
    }
  g_assert_true (g_file_set_contents (script, relay, -1, NULL));
  record_connect (fixture, text, "{'events': <[('sched:sched_switch', '')]>, 'clock': <'mono'>, "
                                 "'resume': <uint32 30>}");
  record_show (fixture);
  wait_until (fixture, record_has_many);
  return TRUE;
}

/* The rates are those of the last report, which is old. */
static void
assert_no_rates (Fixture *fixture)
{
  GtkWidget *status = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_LIVE_STATUS);
  g_autofree char *text = dup_label_texts (status);

  g_assert_nonnull (strstr (text, "no connection"));
  g_assert_null (strstr (text, "/s"));
}

/* The window says so, and the recording goes on without a gap. */
static void
test_resume (Fixture       *fixture,
             gconstpointer  data)
{
  guint64 before;

  if (!connect_relay (fixture))
    return;

  kill_relay (fixture, "relay.pid");
  wait_until (fixture, has_problem);
  assert_no_rates (fixture);
  g_assert_true (gui_is_recording (fixture->window));
  wait_until (fixture, is_back);
  before = record_count_shown (fixture);
  wait_ms (1000);
  g_assert_cmpuint (record_count_shown (fixture), >, before);
  activate (fixture, "win.stop-recording");
  wait_until (fixture, record_is_finished);
  g_assert_cmpuint (record_count_shown (fixture), ==, record_count_events (record_path));
  remove_relay (fixture);
}

/* The agent is gone, too: what was received is kept, shown, and said to be. */
static void
test_resume_fails (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *text = NULL;

  if (!connect_relay (fixture))
    return;

  kill_relay (fixture, "relay.agent");
  kill_relay (fixture, "relay.pid");
  for (guint i = 0; i < 3 && !record_has_ended (fixture); i++)
    wait_ms (15000);
  wait_until (fixture, is_over);
  text = record_dup_bar_text (fixture);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "kept in "));
  g_assert_cmpuint (record_count_shown (fixture), ==, record_count_events (record_path));
  g_assert_cmpuint (record_count_shown (fixture), >, 0);
  remove_relay (fixture);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  g_test_add ("/record-resume/back", Fixture, NULL, fixture_set_up, test_resume, record_tear_down);
  g_test_add ("/record-resume/fails", Fixture, NULL, fixture_set_up, test_resume_fails,
              record_tear_down);
  return g_test_run ();
}
