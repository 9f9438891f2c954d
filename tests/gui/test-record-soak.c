/* test-record-soak.c - a window that records for a long time does not grow beyond its columns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The real agent records this machine with the preset for packets while this program sends packets
 * to itself.  It takes a minute with THRESHER_LONG, or THRESHER_SOAK minutes.
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "gui-gestures.h"
#include "th-target-link.h"
#include "th-window-private.h"

/* About 35 events each. */
#define PACKETS_A_SECOND 600
#define MB 1000000.0
/* What the window may take in addition to the columns: caches, pyramids over the events, and for
 * each task of the machine a lane, its slices, and the state of the analyses (1.8 kB measured). */
#define FREE_MB 48
#define SHARE_OF_COLUMNS .05
#define TASK_MB 0.0025

/* --- the load ----------------------------------------------------------------- */

static gint stopping;

static GSocket *
socket_new (void)
{
  g_autoptr(GSocket) socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
                                            G_SOCKET_PROTOCOL_UDP, NULL);
  g_autoptr(GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new (loopback, 0);

  g_assert_true (g_socket_bind (socket, address, FALSE, NULL));
  return g_steal_pointer (&socket);
}

/* Sends packets over the loopback device, and reads each. */
static gpointer
send_packets (gpointer data)
{
  g_autoptr(GSocket) socket = socket_new ();
  g_autoptr(GSocketAddress) address = g_socket_get_local_address (socket, NULL);
  gint64 begun = g_get_monotonic_time ();
  char bytes[256] = { 0 };

  for (gint64 n = 0; !g_atomic_int_get (&stopping); n++)
    {
      gint64 wait = begun + n * G_USEC_PER_SEC / PACKETS_A_SECOND - g_get_monotonic_time ();

      g_socket_send_to (socket, address, bytes, sizeof bytes, NULL, NULL);
      g_socket_receive (socket, bytes, sizeof bytes, NULL, NULL);
      if (wait > 0)
        g_usleep ((gulong) wait);
    }
  return NULL;
}

/* --- the recording ------------------------------------------------------------- */

static ThTargetLink *target_link;
static ThCapture *capture;

static gboolean
is_ready (Fixture *fixture)
{
  return th_target_link_get_state (target_link) >= TH_TARGET_READY;
}

static gboolean
has_begun (Fixture *fixture)
{
  return th_capture_get_state (capture) >= TH_CAPTURE_RECORDING;
}

static gboolean
has_ended (Fixture *fixture)
{
  return th_capture_get_state (capture) >= TH_CAPTURE_ENDED;
}

/* The analyses go on for a while; a machine takes a minute for this many events, even if it does
 * something else at the same time. */
#define EVENTS_A_MINUTE 10e6

static void
wait_for_analyses (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);
  double events = (double) th_recording_get_n_events (th_document_get_recording (document));
  gint64 begun = g_get_monotonic_time ();
  double seconds = 0, most = 60 * (1 + events / EVENTS_A_MINUTE);

  while (!is_analysed (fixture) && seconds < most)
    {
      wait_ms (100);
      seconds = (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
    }
  g_test_message ("the analyses ended %.1f s after the recording", seconds);
  g_assert_true (is_analysed (fixture));
}

static void
record_packets (Fixture    *fixture,
                const char *agent)
{
  g_autofree char *text = g_strdup_printf ("exec:%s", agent);
  g_autofree char *path = g_build_filename (fixture->directory, "soak.dat", NULL);
  g_autoptr(ThTarget) target = th_target_parse (text, NULL);
  g_autoptr(ThRecordPlan) plan = th_record_plan_parse ("--preset packets", NULL);
  ThPresets *presets = th_presets_load (NULL);
  const ThTargetFacts *facts;
  ThPresetMatch *match;

  target_link = th_target_link_new (target, NULL, 0, "");
  th_target_link_connect (target_link);
  wait_until (fixture, is_ready);
  facts = th_target_link_get_facts (target_link);
  g_assert_nonnull (facts);
  match = th_record_plan_match (plan, presets, facts, NULL);
  g_assert_nonnull (match);
  capture = g_object_ref (th_target_link_get_capture (target_link));
  th_capture_start (capture, th_record_plan_dup_configuration (plan, match, facts, target, 0),
                    path, 0);
  wait_until (fixture, has_begun);
  g_assert_cmpint (th_capture_get_state (capture), ==, TH_CAPTURE_RECORDING);
  gui_begin_recording (fixture, capture, plan);
  th_preset_match_free (match);
  th_presets_free (presets);
}

/* --- memory ----------------------------------------------------------------------- */

static double
read_resident (void)
{
  g_autofree char *text = NULL;
  g_auto(GStrv) words = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  words = g_strsplit (text, " ", 3);
  return g_ascii_strtod (words[1], NULL) * (double) sysconf (_SC_PAGESIZE) / MB;
}

/* The columns of the events, and those of what the analyses found. */
static double
get_columns (ThDocument *document)
{
  const GPtrArray *results = th_document_get_results (document);
  double sum = (double) th_recording_get_memory (th_document_get_recording (document));

  for (guint i = 0; i < results->len; i++)
    sum += (double) th_results_get_memory (results->pdata[i]);
  return sum / MB;
}

static double
count_tasks (Fixture *fixture)
{
  ThRecording *recording = th_document_get_recording (th_window_get_document (fixture->window));

  return th_tasks_get_n (th_recording_get_tasks (recording));
}

/* Returns what is used beyond the columns, in MB. */
static double
measure (Fixture *fixture,
         gint64   begun)
{
  ThDocument *document = th_window_get_document (fixture->window);
  double seconds = (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
  double events = (double) th_recording_get_n_events (th_document_get_recording (document));
  double resident = read_resident (), columns = get_columns (document);

  g_test_message ("%4.0f s: %10.0f events (%.0f/s) of %.0f tasks, %.1f MB resident, "
                  "%.1f MB columns (%.1f bytes/event), %.1f MB besides", seconds, events,
                  events / seconds, count_tasks (fixture), resident, columns,
                  columns * MB / MAX (events, 1), resident - columns);
  return resident - columns;
}

static guint
get_minutes (void)
{
  const char *minutes = g_getenv ("THRESHER_SOAK");

  return minutes != NULL ? (guint) atoi (minutes) : g_getenv ("THRESHER_LONG") != NULL ? 1 : 0;
}

static void
test_soak (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *agent = g_test_build_filename (G_TEST_BUILT, "..", "loaders", "capture", "agent",
                                                  "thresher-agent", NULL);
  guint n_minutes = get_minutes ();
  double before, after = 0, columns, tasks;
  gint64 begun;
  GThread *load;

  if (n_minutes == 0)
    {
      g_test_skip ("takes minutes: set THRESHER_LONG, or THRESHER_SOAK to their number");
      return;
    }
  if (geteuid () != 0 || g_access ("/sys/kernel/tracing/instances", W_OK) != 0 ||
      g_access (agent, X_OK) != 0)
    {
      g_test_skip ("needs root, tracefs and thresher-agent");
      return;
    }
  load = g_thread_new ("load", send_packets, NULL);
  record_packets (fixture, agent);
  begun = g_get_monotonic_time ();
  wait_ms (20000);
  before = measure (fixture, begun);
  tasks = count_tasks (fixture);
  for (guint i = 0; i < n_minutes; i++)
    {
      wait_ms (60000);
      after = measure (fixture, begun);
    }
  g_atomic_int_set (&stopping, TRUE);
  g_thread_join (load);
  g_assert_true (th_document_is_live (th_window_get_document (fixture->window)));
  columns = get_columns (th_window_get_document (fixture->window));
  tasks = count_tasks (fixture) - tasks;
  g_assert_cmpfloat (after - before, <, FREE_MB + SHARE_OF_COLUMNS * columns + TASK_MB * tasks);

  activate (fixture, "win.stop-recording");
  wait_until (fixture, has_ended);
  wait_for_analyses (fixture);
  measure (fixture, begun);
  g_clear_object (&capture);
  g_clear_object (&target_link);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  g_test_add ("/record-soak/packets", Fixture, NULL, fixture_set_up, test_soak, fixture_tear_down);
  return g_test_run ();
}
