/* test-capture.c - captures of an agent that replays a recording, well or badly
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trace-cmd says whether what arrived is what was sent.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "recorded.h"
#include "th-capture.h"
#include "th-capture-error.h"

#define RECORDING "k612-rep.dat"

typedef struct
{
  GMainLoop *loop;
  ThCapture *capture;
  char      *folder;
  char      *path;
  GString   *states;   /* a letter for each state that was notified */
  GVariant  *answer;
  gboolean   is_over;
} Fixture;

static void
state_cb (ThCapture  *capture,
          GParamSpec *pspec,
          Fixture    *fixture)
{
  g_string_append_c (fixture->states, "CRSrsEF"[th_capture_get_state (capture)]);
}

static void
ended_cb (ThCapture *capture,
          Fixture   *fixture)
{
  g_assert_false (fixture->is_over);
  fixture->is_over = TRUE;
}

static void
answered_cb (ThCapture *capture,
             guint      ticket,
             GVariant  *answer,
             Fixture   *fixture)
{
  g_clear_pointer (&fixture->answer, g_variant_unref);
  fixture->answer = g_variant_ref (answer);
}

static void
connect_text (Fixture    *fixture,
              const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThTarget) target = th_target_parse (text, &error);

  g_assert_no_error (error);
  fixture->folder = g_dir_make_tmp ("capture-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "a.dat", NULL);
  fixture->states = g_string_new (NULL);
  fixture->capture = th_capture_new (target, NULL);
  g_signal_connect (fixture->capture, "notify::state", G_CALLBACK (state_cb), fixture);
  g_signal_connect (fixture->capture, "ended", G_CALLBACK (ended_cb), fixture);
  g_signal_connect (fixture->capture, "answered", G_CALLBACK (answered_cb), fixture);
}

static void
connect_recording (Fixture    *fixture,
                   const char *scenario,
                   const char *recording)
{
  g_autofree char *agent = g_test_build_filename (G_TEST_BUILT, "capture", "fake-agent", NULL);
  g_autofree char *path = recorded_find (recording);
  g_autofree char *quoted = g_shell_quote (path);
  g_autofree char *text = g_strdup_printf ("exec:%s %s %s", agent, scenario, quoted);

  connect_text (fixture, text);
}

static void
connect_agent (Fixture    *fixture,
               const char *scenario)
{
  connect_recording (fixture, scenario, RECORDING);
}

static gboolean
timeout_cb (gpointer data)
{
  g_error ("nothing happened for a minute: %s", ((Fixture *) data)->states->str);
  return G_SOURCE_REMOVE;
}

/* Runs until the state is @state, or the capture has ended. */
static void
wait_for (Fixture        *fixture,
          ThCaptureState  state)
{
  guint source = g_timeout_add_seconds (60, timeout_cb, fixture);

  while (th_capture_get_state (fixture->capture) != state && !fixture->is_over)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
}

static void
wait_for_end (Fixture *fixture)
{
  guint source = g_timeout_add_seconds (60, timeout_cb, fixture);

  while (!fixture->is_over)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
}

static void
clear (Fixture *fixture)
{
  g_autofree char *part = g_strconcat (fixture->path, ".part", NULL);

  g_object_unref (fixture->capture);
  g_clear_pointer (&fixture->answer, g_variant_unref);
  g_string_free (fixture->states, TRUE);
  g_unlink (fixture->path);
  g_unlink (part);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static GVariant *
make_configuration (void)
{
  return g_variant_new_parsed ("{'events': <[('net:netif_rx', '')]>, 'clock': <'mono'>}");
}

static void
start (Fixture *fixture,
       guint64  limit)
{
  wait_for (fixture, TH_CAPTURE_READY);
  th_capture_start (fixture->capture, make_configuration (), fixture->path, limit);
}

/* The lines that trace-cmd prints of the events of a file. */
static char *
report (const char *path)
{
  const char *argv[] = { "trace-cmd", "report", "-t", "-N", "-i", path, NULL };
  g_autofree char *out = NULL;
  g_autofree char *complaints = NULL;
  g_autoptr(GError) error = NULL;
  GString *text = g_string_new (NULL);
  g_auto(GStrv) lines = NULL;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &complaints,
                NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (complaints, ==, "");
  lines = g_strsplit (out, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0' && !g_str_has_prefix (lines[i], "cpus=") &&
        !g_str_has_prefix (lines[i], "version ="))
      g_string_append_printf (text, "%s\n", lines[i]);
  return g_string_free (text, FALSE);
}

static void
check_error (Fixture        *fixture,
             ThCaptureError  code,
             const char     *words)
{
  const GError *error = th_capture_get_error (fixture->capture);

  g_assert_cmpint (th_capture_get_state (fixture->capture), ==, TH_CAPTURE_FAILED);
  g_assert_error ((GError *) error, TH_CAPTURE_ERROR, (int) code);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” does not say “%s”", error->message, words);
  g_assert_null (strchr (error->message, '\033'));
}

/* --- good ------------------------------------------------------------------ */

static void
check_whole (const char *recording,
             const char *scenario)
{
  Fixture fixture = { 0 };
  g_autofree char *original = recorded_find (recording);
  g_autofree char *expected = report (original);
  g_autofree char *got = NULL;
  ThCaptureStatus status;

  connect_recording (&fixture, scenario, recording);
  start (&fixture, 0);
  wait_for (&fixture, TH_CAPTURE_RECORDING);
  g_assert_true (g_str_has_suffix (th_capture_get_path (fixture.capture), "a.dat.part"));
  g_assert_nonnull (th_capture_get_feed (fixture.capture));
  th_capture_stop (fixture.capture, 0);
  wait_for_end (&fixture);

  g_assert_no_error ((GError *) th_capture_get_error (fixture.capture));
  g_assert_cmpint (th_capture_get_state (fixture.capture), ==, TH_CAPTURE_ENDED);
  g_assert_cmpstr (th_capture_get_path (fixture.capture), ==, fixture.path);
  got = report (fixture.path);
  g_assert_cmpuint (strlen (expected), >, 10000);
  g_assert_cmpstr (got, ==, expected);
  g_assert_true (th_capture_get_status (fixture.capture, &status));
  g_assert_cmpuint (status.n_events, ==, 1234);
  g_assert_cmpuint (status.n_lost, ==, 9);
  clear (&fixture);
}

static void
test_good (void)
{
  check_whole (RECORDING, "good");
  check_whole ("e1000-lost.dat", "good");
}

/* Noise before the agent and words on standard error are kept, made safe, and change nothing. */
static void
check_log (const char *scenario,
           const char *log)
{
  Fixture fixture = { 0 };

  connect_agent (&fixture, scenario);
  start (&fixture, 0);
  wait_for (&fixture, TH_CAPTURE_RECORDING);
  th_capture_stop (fixture.capture, 0);
  wait_for_end (&fixture);
  g_assert_cmpint (th_capture_get_state (fixture.capture), ==, TH_CAPTURE_ENDED);
  g_assert_cmpstr (th_capture_get_log (fixture.capture), ==, log);
  clear (&fixture);
}

static void
test_log (void)
{
  check_log ("good", "");
  check_log ("noise", "Welcome to \\x1b[31mfar\\x1b[0m!\n");
  check_log ("errors", "warning: \\x1b[31mred\\x1b[0m\n\\xff bad bytes\n");
}

/* The agent's group of probes has a number; in the file it has not. */
static void
test_probes (void)
{
  Fixture fixture = { 0 };
  g_autofree char *original = recorded_find ("tcp-retrans-deep.dat");
  g_autofree char *expected = report (original);
  g_autofree char *bytes = NULL;
  g_autofree char *got = NULL;
  gsize size;

  connect_recording (&fixture, "probes", "tcp-retrans-deep.dat");
  start (&fixture, 0);
  wait_for (&fixture, TH_CAPTURE_RECORDING);
  th_capture_stop (fixture.capture, 0);
  wait_for_end (&fixture);
  got = report (fixture.path);
  g_assert_cmpstr (got, ==, expected);
  g_assert_true (g_file_get_contents (fixture.path, &bytes, &size, NULL));
  g_assert_nonnull (memmem (bytes, size, "deep", 5));
  g_assert_null (memmem (bytes, size, "thresher_4711", 13));
  clear (&fixture);
}

static void
test_trigger (void)
{
  Fixture fixture = { 0 };

  connect_agent (&fixture, "trigger");
  start (&fixture, 0);
  wait_for_end (&fixture);
  g_assert_cmpint (th_capture_get_state (fixture.capture), ==, TH_CAPTURE_ENDED);
  clear (&fixture);
}

/* The spool can be read in mid-recording, by others too. */
static void
test_spool (void)
{
  Fixture fixture = { 0 };
  g_autofree char *original = recorded_find (RECORDING);
  g_autofree char *all = report (original);
  g_autofree char *some = NULL;
  ThCaptureStatus status = { 0 };

  connect_agent (&fixture, "good");
  start (&fixture, 0);
  wait_for (&fixture, TH_CAPTURE_RECORDING);
  while (!th_capture_get_status (fixture.capture, &status) || status.n_events < 1000)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (status.n_bytes, ==, 42000);
  g_assert_cmpuint (status.n_lost, ==, 7);
  g_assert_cmpfloat (status.cpus[0].fill, ==, 0.5);
  g_assert_cmpfloat (status.events_per_second, >, 100);
  g_usleep (100000);
  some = report (th_capture_get_path (fixture.capture));
  g_assert_cmpuint (strlen (some), >, 1000);
  g_assert_cmpuint (strlen (some), <, strlen (all));
  th_capture_discard (fixture.capture);
  wait_for_end (&fixture);
  g_assert_cmpint (th_capture_get_state (fixture.capture), ==, TH_CAPTURE_ENDED);
  g_assert_null (th_capture_get_path (fixture.capture));
  clear (&fixture); /* the folder is empty */
}

static void
test_ask (void)
{
  Fixture fixture = { 0 };
  g_autoptr(GVariant) names = NULL;

  connect_agent (&fixture, "good");
  wait_for (&fixture, TH_CAPTURE_READY);
  th_capture_ask (fixture.capture, g_variant_new_parsed ("{'what': <'events'>}"));
  while (fixture.answer == NULL)
    g_main_context_iteration (NULL, TRUE);
  names = g_variant_lookup_value (fixture.answer, "names", G_VARIANT_TYPE_STRING_ARRAY);
  g_assert_cmpuint (g_variant_n_children (names), ==, 4);
  th_capture_stop (fixture.capture, 0);
  wait_for_end (&fixture);
  g_assert_cmpint (th_capture_get_state (fixture.capture), ==, TH_CAPTURE_ENDED);
  clear (&fixture);
}

static void
test_measure (void)
{
  Fixture fixture = { 0 };
  ThCaptureStatus status;

  connect_agent (&fixture, "good");
  wait_for (&fixture, TH_CAPTURE_READY);
  g_string_truncate (fixture.states, 0);
  th_capture_measure (fixture.capture, make_configuration (), 0.3);
  while (fixture.states->len == 0 || !g_str_has_suffix (fixture.states->str, "R"))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (th_capture_get_status (fixture.capture, &status));
  g_assert_cmpuint (status.n_events, ==, 1234);
  g_assert_null (th_capture_get_path (fixture.capture));

  /* Over the same line a recording follows. */
  start (&fixture, 0);
  wait_for (&fixture, TH_CAPTURE_RECORDING);
  th_capture_stop (fixture.capture, 0);
  wait_for_end (&fixture);
  g_assert_cmpint (th_capture_get_state (fixture.capture), ==, TH_CAPTURE_ENDED);
  clear (&fixture);
}

static void
test_refused (void)
{
  Fixture fixture = { 0 };

  connect_agent (&fixture, "refuse");
  start (&fixture, 0);
  while (th_capture_get_refusal (fixture.capture) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (th_capture_get_state (fixture.capture), ==, TH_CAPTURE_READY);
  g_assert_cmpstr (th_capture_get_refusal (fixture.capture), ==,
                   "The kernel refuses the filter.\nx == \\x1by\n     ^");
  g_assert_false (g_file_test (fixture.path, G_FILE_TEST_EXISTS));

  start (&fixture, 0);
  wait_for (&fixture, TH_CAPTURE_RECORDING);
  g_assert_null (th_capture_get_refusal (fixture.capture));
  th_capture_stop (fixture.capture, 0);
  wait_for_end (&fixture);
  g_assert_cmpint (th_capture_get_state (fixture.capture), ==, TH_CAPTURE_ENDED);
  clear (&fixture);
}

/* When the object is freed the connection is closed, and the file is finished with what had
 * arrived. */
static void
test_dropped (void)
{
  Fixture fixture = { 0 };
  g_autofree char *got = NULL;
  g_autofree char *part = NULL;

  connect_agent (&fixture, "good");
  start (&fixture, 0);
  wait_for (&fixture, TH_CAPTURE_RECORDING);
  g_usleep (300000);
  part = g_strconcat (fixture.path, ".part", NULL);
  g_clear_object (&fixture.capture);
  for (guint i = 0; i < 200 && g_file_test (part, G_FILE_TEST_EXISTS); i++)
    g_usleep (50000);
  got = report (fixture.path);
  g_assert_cmpuint (strlen (got), >, 1000);
  fixture.capture = g_object_new (G_TYPE_OBJECT, NULL);
  clear (&fixture);
}

/* --- what fails ------------------------------------------------------------ */

static const struct
{
  const char     *scenario;
  ThCaptureError  code;
  const char     *words;
} before_hello[] = {
  { "not-found", TH_CAPTURE_ERROR_NO_AGENT, "Install it there" },
  { "sudo", TH_CAPTURE_ERROR_SUDO, "sudo wants a password" },
  { "login", TH_CAPTURE_ERROR_REACH, "Permission denied (publickey,password)." },
  { "askpass", TH_CAPTURE_ERROR_REACH, "Install ssh-askpass" },
  { "resolve", TH_CAPTURE_ERROR_REACH, "Name or service not known" },
  { "refused-port", TH_CAPTURE_ERROR_REACH, "Check the port" },
  { "dead", TH_CAPTURE_ERROR_REACH, "status 3" },
  { "killed", TH_CAPTURE_ERROR_REACH, "signal 9" },
  { "shell", TH_CAPTURE_ERROR_REACH, "This account is not available." },
  { "endless-noise", TH_CAPTURE_ERROR_PROTOCOL, "not a Thresher agent" },
  { "too-old", TH_CAPTURE_ERROR_VERSION, "too old" },
  { "too-new", TH_CAPTURE_ERROR_VERSION, "newer" },
  { "no-tracefs", TH_CAPTURE_ERROR_PERMISSION, "mount -t tracefs" },
  { "lockdown", TH_CAPTURE_ERROR_PERMISSION, "the kernel says" },
};

static void
test_before_hello (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (before_hello); i++)
    {
      Fixture fixture = { 0 };

      connect_agent (&fixture, before_hello[i].scenario);
      wait_for_end (&fixture);
      check_error (&fixture, before_hello[i].code, before_hello[i].words);
      g_assert_null (th_capture_get_path (fixture.capture));
      clear (&fixture);
    }
}

static const struct
{
  const char     *scenario;
  guint64         limit;
  ThCaptureError  code;
  const char     *words;
  gboolean        has_file;
} later[] = {
  { "cut", 0, TH_CAPTURE_ERROR_CONNECTION, "kept", TRUE },
  { "gives-up", 0, TH_CAPTURE_ERROR_CONNECTION, "the ring buffer\\x1b is gone", TRUE },
  { "pages-first", 0, TH_CAPTURE_ERROR_PROTOCOL, "out of order", FALSE },
  { "no-head", 0, TH_CAPTURE_ERROR_PROTOCOL, "head of the file", FALSE },
  { "bad-cpu", 0, TH_CAPTURE_ERROR_PROTOCOL, "CPU 99", TRUE },
  { "huge", 0, TH_CAPTURE_ERROR_PROTOCOL, "not a Thresher agent", TRUE },
  { "text-flood", 0, TH_CAPTURE_ERROR_PROTOCOL, "too much text", TRUE },
  { "flood", 3000000, TH_CAPTURE_ERROR_LIMIT, "3.0", TRUE },
};

static void
test_later (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    {
      Fixture fixture = { 0 };
      GStatBuf about;

      connect_agent (&fixture, later[i].scenario);
      start (&fixture, later[i].limit);
      wait_for_end (&fixture);
      check_error (&fixture, later[i].code, later[i].words);
      g_assert_cmpint (g_stat (fixture.path, &about) == 0, ==, later[i].has_file);
      if (later[i].has_file)
        {
          g_autofree char *text = report (fixture.path);

          g_assert_nonnull (text);
          g_assert_cmpstr (th_capture_get_path (fixture.capture), ==, fixture.path);
          g_assert_cmpint (about.st_size, <, 6000000);
        }
      clear (&fixture);
    }
}

/* What pkexec and sudo say, by the status of waitpid(). */
static void
test_words (void)
{
  static const struct
  {
    const char *target;
    int         code;
    const char *log;
    const char *words;
    int         error;
  } cases[] = {
    /* Of pkexec 122, as Debian 12 has it. */
    { "local:", 126, "Error executing command as another user: Request dismissed\n",
      "Record again and answer it. (Error executing command as another user: Request dismissed)",
      TH_CAPTURE_ERROR_REACH },
    { "local:", 127, "Error executing command as another user: Not authorized\n\n"
      "This incident has been reported.\n",
      "“sudo thresh record” in a terminal. (Error executing command as another user: Not "
      "authorized)", TH_CAPTURE_ERROR_REACH },
    { "local:", 127, "Error creating textual authentication agent: Error opening current "
      "controlling terminal for the process (`/dev/tty'): No such device or address\n",
      "nothing can ask for a password: this session has no polkit authentication agent",
      TH_CAPTURE_ERROR_REACH },
    { "local:", 127, "Error executing command as another user: No authentication agent found.\n",
      "this session has no polkit authentication agent", TH_CAPTURE_ERROR_REACH },
    { "local:", 127, "polkit-agent-helper-1: error response to PolicyKit daemon: "
      "GDBus.Error:org.freedesktop.PolicyKit1.Error.Failed: No session for cookie\n"
      "Error executing command as another user: Not authorized\n\n"
      "This incident has been reported.\n",
      "does not accept passwords from a terminal", TH_CAPTURE_ERROR_REACH },
    { "local:", 127, "Error accessing /usr/local/bin/thresher-agent: No such file or directory\n",
      "is not installed on this computer", TH_CAPTURE_ERROR_NO_AGENT },
    { "ssh+sudo://h", 1, "sudo: a password is required\n", "only root can change",
      TH_CAPTURE_ERROR_SUDO },
    { "ssh+sudo://h", 1, "dev is not in the sudoers file.\n", "ssh://root@",
      TH_CAPTURE_ERROR_SUDO },
    { "ssh://h", 126, "sh: 1: exec: .local/bin/thresher-agent: Exec format error\n",
      "another kind of machine", TH_CAPTURE_ERROR_NO_AGENT },
    { "ssh://h", 127, "thresher-agent: not found\n", "ssh h.", TH_CAPTURE_ERROR_NO_AGENT },
    { "ssh://h", 255, "Host key verification failed.\r\n", "host key", TH_CAPTURE_ERROR_REACH },
    { "ssh://h", 255, "ssh: connect to host h port 22: Connection timed out\n", "firewall",
      TH_CAPTURE_ERROR_REACH },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(ThTarget) target = th_target_parse (cases[i].target, NULL);
      g_autoptr(GError) error = th_capture_error_new_reach (target, cases[i].code << 8,
                                                            cases[i].log, "");

      g_assert_error (error, TH_CAPTURE_ERROR, cases[i].error);
      if (strstr (error->message, cases[i].words) == NULL)
        g_error ("“%s” does not say “%s”", error->message, cases[i].words);
    }
}

static void
test_no_program (void)
{
  Fixture fixture = { 0 };

  connect_text (&fixture, "exec:/nonexistent/program");
  wait_for_end (&fixture);
  check_error (&fixture, TH_CAPTURE_ERROR_NOT_STARTED, "/nonexistent/program");
  clear (&fixture);
}

static void
test_file_exists (void)
{
  Fixture fixture = { 0 };

  connect_agent (&fixture, "good");
  g_assert_true (g_file_set_contents (fixture.path, "mine", -1, NULL));
  start (&fixture, 0);
  wait_for_end (&fixture);
  check_error (&fixture, TH_CAPTURE_ERROR_DISK, "");
  g_autofree char *text = NULL;
  g_assert_true (g_file_get_contents (fixture.path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine");
  clear (&fixture);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/capture/capture/good", test_good);
  g_test_add_func ("/capture/capture/log", test_log);
  g_test_add_func ("/capture/capture/probes", test_probes);
  g_test_add_func ("/capture/capture/trigger", test_trigger);
  g_test_add_func ("/capture/capture/spool", test_spool);
  g_test_add_func ("/capture/capture/ask", test_ask);
  g_test_add_func ("/capture/capture/measure", test_measure);
  g_test_add_func ("/capture/capture/refused", test_refused);
  g_test_add_func ("/capture/capture/dropped", test_dropped);
  g_test_add_func ("/capture/capture/before-hello", test_before_hello);
  g_test_add_func ("/capture/capture/later", test_later);
  g_test_add_func ("/capture/capture/words", test_words);
  g_test_add_func ("/capture/capture/no-program", test_no_program);
  g_test_add_func ("/capture/capture/file-exists", test_file_exists);
  return g_test_run ();
}
