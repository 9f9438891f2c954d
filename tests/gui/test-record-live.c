/* test-record-live.c - a recording in progress in a window: it grows, is stopped, lost, closed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The agent is tests/capture/fake-agent.c, which replays a recording, and in one test the real one.
 */
#include "config.h"

#include <sys/resource.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "gui-record.h"
#include "recorded.h"
#include "th-held-page.h"
#include "th-interrupted-box.h"
#include "th-live-status.h"
#include "th-record-bar.h"
#include "th-recording-page.h"
#include "th-widgets.h"
#include "th-window-private.h"

#define RECORDING "k612-rep.dat"

/* --- an agent --------------------------------------------------------------- */

static void
connect_fake (Fixture    *fixture,
              const char *scenario)
{
  g_autofree char *agent = g_test_build_filename (G_TEST_BUILT, "capture", "fake-agent", NULL);
  g_autofree char *recording = recorded_find (RECORDING);
  g_autofree char *quoted = g_shell_quote (recording);
  g_autofree char *text = g_strdup_printf ("exec:%s %s %s", agent, scenario, quoted);

  record_connect (fixture, text, "{'events': <[('net:netif_rx', '')]>, 'clock': <'mono'>}");
}

static gboolean
has_events (Fixture *fixture)
{
  return record_count_shown (fixture) > 0 && th_document_is_live (record_get_document (fixture));
}

/* The agent reports once more after its first pages. */
static gboolean
has_report (Fixture *fixture)
{
  ThCaptureStatus status;

  return has_events (fixture) && th_capture_get_status (record_capture, &status) &&
         status.n_events > 0;
}

static void
begin (Fixture    *fixture,
       const char *scenario)
{
  connect_fake (fixture, scenario);
  record_show (fixture);
  wait_until (fixture, has_report);
}

static gboolean
part_exists (void)
{
  g_autofree char *part = g_strconcat (record_path, ".part", NULL);

  return g_file_test (part, G_FILE_TEST_EXISTS);
}

static void
set_state (Fixture    *fixture,
           const char *action,
           gboolean    state)
{
  g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), action,
                                      g_variant_new_boolean (state));
}

static const char *const live_actions[] = { "stop-recording", "stop-keep-last",
                                            "discard-recording", "mark-moment", "follow-present",
                                            "pause-picture" };

static gboolean
is_enabled (Fixture    *fixture,
            const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), name);
}

static gboolean
have_settled (Fixture  *fixture,
              gboolean  enabled)
{
  for (guint i = 0; i < G_N_ELEMENTS (live_actions); i++)
    if (is_enabled (fixture, live_actions[i]) != enabled)
      return FALSE;

  return is_enabled (fixture, "reload") != enabled;
}

/* Waits until the actions on a recording in progress are all enabled, or all disabled: those of
 * the view follow in an idle callback. */
static void
assert_enabled (Fixture *fixture,
                gboolean enabled)
{
  for (guint i = 0; i < 100 && !have_settled (fixture, enabled); i++)
    wait_ms (10);

  for (guint i = 0; i < G_N_ELEMENTS (live_actions); i++)
    {
      g_test_message ("%s", live_actions[i]);
      g_assert_cmpint (is_enabled (fixture, live_actions[i]), ==, enabled);
    }
  g_assert_cmpint (is_enabled (fixture, "reload"), ==, !enabled);
}

/* --- the picture -------------------------------------------------------------- */

static void
test_grow (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *source = recorded_find (RECORDING);
  guint all = record_count_events (source);

  begin (fixture, "good");
  g_assert_true (th_document_is_live (record_get_document (fixture)));
  g_assert_true (gui_is_recording (fixture->window));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (fixture->window->record_controls)));
  g_assert_cmpuint (record_count_shown (fixture), <, all);
  assert_enabled (fixture, TRUE);
  g_assert_cmpstr (th_document_get_title (record_get_document (fixture)), ==, "a.dat");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "Recording far");

  activate (fixture, "win.stop-recording");
  wait_until (fixture, record_is_finished);
  g_assert_cmpuint (record_count_shown (fixture), ==, all);
  g_assert_false (th_document_is_live (record_get_document (fixture)));
  g_assert_false (gui_is_recording (fixture->window));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (fixture->window->record_controls)));
  g_assert_false (part_exists ());
  g_assert_cmpuint (record_count_events (record_path), ==, all);
  assert_enabled (fixture, FALSE);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "a.dat");
}

static GtkWidget *
find_status_label (Fixture    *fixture,
                   const char *name)
{
  GtkWidget *bar = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_STATUS_BAR);

  return GTK_WIDGET (gtk_widget_get_template_child (bar, TH_TYPE_STATUS_BAR, name));
}

static gboolean
shows_page (Fixture *fixture)
{
  GtkWidget *page = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_RECORDING_PAGE);

  return page != NULL && gtk_widget_get_mapped (page);
}

static gboolean
says_something (Fixture *fixture)
{
  return gtk_widget_get_visible (find_status_label (fixture, "right"));
}

/* The agent of the tests reports 1000 events, 42000 bytes and 7 losses of each CPU. */
static void
test_status (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *status, *page;
  g_autofree char *texts = NULL, *facts = NULL, *last = NULL;

  begin (fixture, "good");
  wait_until (fixture, shows_page);
  status = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_LIVE_STATUS);
  page = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_RECORDING_PAGE);
  g_assert_nonnull (status);
  texts = dup_label_texts (status);
  facts = dup_label_texts (page);
  g_test_message ("%s\n%s", texts, facts);
  g_assert_nonnull (strstr (texts, "lost 7\n"));
  g_assert_nonnull (strstr (texts, "42.0"));
  g_assert_nonnull (strstr (texts, "a.dat.part"));
  g_assert_nonnull (strstr (facts, "000 so far\n"));
  g_assert_nonnull (strstr (facts, " now\n"));
  g_assert_nonnull (strstr (facts, "\n7 events\n"));
  g_assert_nonnull (strstr (facts, "until stopped\n"));
  /* Beside it there is room for messages alone. */
  g_assert_false (says_something (fixture));
  th_document_view_say (fixture->window->view, "Copied.");
  wait_until (fixture, says_something);

  activate (fixture, "win.stop-recording");
  wait_until (fixture, record_is_finished);
  g_assert_null (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_LIVE_STATUS));
  g_assert_true (gtk_widget_get_mapped (page));
  last = dup_label_texts (page);
  g_test_message ("%s", last);
  g_assert_null (strstr (last, "so far"));
  g_assert_null (strstr (last, " now\n"));
  g_assert_null (strstr (last, "ms behind"));
}

static gboolean
shows_present (Fixture *fixture)
{
  ThDocument *document = record_get_document (fixture);
  gint64 first, last;

  return th_document_get_range (document, &first, &last) &&
         th_document_get_view (document)->to >= last;
}

static void
test_follow (Fixture       *fixture,
             gconstpointer  data)
{
  gint64 first, last;

  begin (fixture, "good");
  g_assert_true (th_document_is_following (record_get_document (fixture)));
  g_assert_true (gui_action_is_on (fixture->window, "follow-present"));
  wait_until (fixture, shows_present);

  /* Whoever looks elsewhere stays there. */
  g_assert_true (th_document_get_range (record_get_document (fixture), &first, &last));
  th_document_set_view (record_get_document (fixture), first, first + (last - first) / 4);
  g_assert_false (gui_action_is_on (fixture->window, "follow-present"));
  activate (fixture, "win.follow-present");
  g_assert_true (th_document_is_following (record_get_document (fixture)));
  g_assert_cmpint (th_document_get_view (record_get_document (fixture))->to, >=, last);
  set_state (fixture, "follow-present", FALSE);
  g_assert_false (th_document_is_following (record_get_document (fixture)));

  set_state (fixture, "pause-picture", TRUE);
  g_assert_true (th_document_is_paused (record_get_document (fixture)));
  activate (fixture, "win.follow-present");
  g_assert_false (th_document_is_paused (record_get_document (fixture)));
  g_assert_false (gui_action_is_on (fixture->window, "pause-picture"));
}

/* The rest of the events comes while the picture is paused, and is shown when it ends. */
static void
test_pause (Fixture       *fixture,
            gconstpointer  data)
{
  guint n_grown = 0;
  gulong handler;

  begin (fixture, "good");
  set_state (fixture, "pause-picture", TRUE);
  handler = g_signal_connect_swapped (record_get_document (fixture), "grown",
                                      G_CALLBACK (g_atomic_int_inc), &n_grown);
  wait_ms (300);
  g_assert_cmpuint (n_grown, ==, 0);
  set_state (fixture, "pause-picture", FALSE);
  g_assert_cmpuint (n_grown, ==, 1);
  g_signal_handler_disconnect (record_get_document (fixture), handler);
}

/* --- what stays on the target ---------------------------------------------------- */

static gboolean
has_status (Fixture *fixture)
{
  ThCaptureStatus status;

  return th_capture_get_status (record_capture, &status) && status.n_events > 0;
}

/* The agent has reported, and a frame has been drawn since. */
static gboolean
shows_held_page (Fixture *fixture)
{
  GtkWidget *page = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_HELD_PAGE);

  return has_status (fixture) && page != NULL && gtk_widget_get_mapped (page);
}

/* Until the stop there is a page that explains why there is no picture; what a ring overwrites is
 * not lost. */
static void
test_held (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(ThRecordPlan) plan = th_record_plan_parse (data, NULL);
  g_autofree char *source = recorded_find (RECORDING), *texts = NULL, *bar = NULL, *rates = NULL;
  GtkWidget *page, *timeline = GTK_WIDGET (th_document_view_get_timeline (fixture->window->view));

  connect_fake (fixture, "hold");
  record_show_plan (fixture, plan);
  wait_until (fixture, shows_held_page);
  page = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_HELD_PAGE);
  g_assert_false (gtk_widget_get_mapped (timeline));
  wait_ms (50);
  texts = dup_label_texts (page);
  g_test_message ("%s", texts);
  g_assert_nonnull (strstr (texts, plan->hold ? "The events stay on the target"
                                              : "keeps the last 64 MiB"));
  g_assert_nonnull (strstr (texts, plan->hold ? "42.0" : "The ring is "));
  /* How fast a ring is filled is not known. */
  rates = dup_label_texts (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_LIVE_STATUS));
  g_assert_cmpint (strstr (rates, "events/s") != NULL, ==, plan->hold);

  activate (fixture, "win.stop-recording");
  wait_until (fixture, record_is_finished);
  g_assert_null (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_HELD_PAGE));
  g_assert_true (gtk_widget_get_mapped (timeline));
  g_assert_cmpuint (record_count_shown (fixture), ==, record_count_events (source));
  bar = record_dup_bar_text (fixture);
  g_assert_cmpint (bar != NULL, ==, plan->hold); /* of 7 lost events */
}

static gboolean
is_uncovered (Fixture *fixture)
{
  return find_widget (GTK_WIDGET (fixture->window), TH_TYPE_HELD_PAGE) == NULL;
}

/* --- marks --------------------------------------------------------------------- */

static void
test_mark (Fixture       *fixture,
           gconstpointer  data)
{
  ThMarkers *markers;
  GtkWidget *entry;

  begin (fixture, "good");
  markers = th_document_get_markers (record_get_document (fixture));
  activate (fixture, "win.mark-moment");
  entry = find_widget (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_RECORDING_PAGE),
                       GTK_TYPE_ENTRY);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                         entry));
  gtk_editable_set_text (GTK_EDITABLE (entry), "load doubled");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  g_assert_cmpuint (th_markers_get_n_bookmarks (markers), ==, 1);
  g_assert_cmpstr (th_markers_get_bookmark (markers, 0)->name, ==, "load doubled");

  activate (fixture, "win.stop-recording");
  wait_until (fixture, record_is_finished);
  g_assert_cmpuint (th_markers_get_n_bookmarks (markers), ==, 1);
  g_assert_cmpstr (th_markers_get_bookmark (markers, 0)->name, ==, "load doubled");
}

/* --- the end -------------------------------------------------------------------- */

/* The answer to the question that is open. */
static void
answer (Fixture *fixture,
        int      response)
{
  GtkWindow *dialog = th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_MESSAGE_DIALOG);

  g_assert_nonnull (dialog);
  gtk_dialog_response (GTK_DIALOG (dialog), response);
  wait_ms (20);
}

static gboolean
is_empty (Fixture *fixture)
{
  return g_str_equal (th_window_get_page (fixture->window), "empty");
}

static void
test_discard (Fixture       *fixture,
              gconstpointer  data)
{
  begin (fixture, "good");
  activate (fixture, "win.discard-recording");
  answer (fixture, GTK_RESPONSE_CANCEL);
  g_assert_true (gui_is_recording (fixture->window));
  g_assert_true (part_exists ());

  activate (fixture, "win.discard-recording");
  answer (fixture, GTK_RESPONSE_REJECT);
  wait_until (fixture, is_empty);
  g_assert_false (part_exists ());
  g_assert_false (g_file_test (record_path, G_FILE_TEST_EXISTS));
  g_assert_false (gui_is_recording (fixture->window));
}

/* The line breaks: what came is shown, and the bar says why and where it is. */
static void
test_cut (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *ends = g_build_filename (fixture->directory, "ends", NULL), *text = NULL;

  g_setenv ("FAKE_ENDS", ends, TRUE);
  connect_fake (fixture, data);
  g_unsetenv ("FAKE_ENDS");
  record_show (fixture);
  g_assert_true (g_file_set_contents (ends, "", 0, NULL));
  wait_until (fixture, record_is_finished);
  text = record_dup_bar_text (fixture);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, record_path));
  g_assert_cmpuint (record_count_shown (fixture), ==, record_count_events (record_path));
  g_assert_cmpuint (record_count_shown (fixture), >, 0);
}

/* The line breaks before anything was fetched: nothing is said to be fetched any more. */
static void
test_held_cut (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *ends = g_build_filename (fixture->directory, "ends", NULL), *bar = NULL;
  g_autoptr(ThRecordPlan) plan = th_record_plan_parse ("--ring 64", NULL);
  GtkWidget *timeline = GTK_WIDGET (th_document_view_get_timeline (fixture->window->view));

  g_setenv ("FAKE_ENDS", ends, TRUE);
  connect_fake (fixture, "hold-cut");
  g_unsetenv ("FAKE_ENDS");
  record_show_plan (fixture, plan);
  wait_until (fixture, shows_held_page);
  g_assert_true (g_file_set_contents (ends, "", 0, NULL));
  wait_until (fixture, record_has_ended);
  wait_until (fixture, is_uncovered);
  g_assert_true (gtk_widget_get_mapped (timeline));
  bar = record_dup_bar_text (fixture);
  g_assert_nonnull (strstr (bar, "broke"));
}

/* Only what was asked for is said to be kept. */
static void
test_keep_last (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *text = NULL, *kept = NULL;

  begin (fixture, "good");
  activate (fixture, "win.stop-keep-last");
  wait_until (fixture, record_is_finished);
  text = record_dup_bar_text (fixture);
  kept = g_strdup_printf ("The last 10 s were kept in %s.", record_path);
  g_test_message ("%s", text);
  g_assert_true (g_str_has_suffix (text, kept));
}

/* A plan says how long. */
static void
test_length (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThRecordPlan) plan = th_record_plan_new ();

  plan->seconds = 0.5;
  connect_fake (fixture, "good");
  record_show_plan (fixture, plan);
  g_assert_cmpstr (th_live_recording_get_summary (fixture->window->recording), ==, "for 0.5 s");
  wait_until (fixture, record_is_finished);
  g_assert_null (th_capture_get_error (record_capture));
}

/* The first event that matches ends it, and a while later it stops. */
static void
test_until (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(ThRecordPlan) plan = th_record_plan_parse (data, NULL);
  gint64 begun;

  connect_fake (fixture, "early");
  record_show_plan (fixture, plan);
  g_assert_cmpstr (th_live_recording_get_summary (fixture->window->recording), ==,
                   "until netif_receive_skb");
  wait_until (fixture, has_events);
  begun = g_get_monotonic_time ();
  wait_until (fixture, record_is_finished);
  g_assert_null (th_capture_get_error (record_capture));
  g_test_message ("after %.2f s", (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC);
}

static gboolean
has_no_window (Fixture *fixture)
{
  return gui_count_windows (fixture) == 1;
}

/* Another window must remain, or the application would end. */
static void
test_close (Fixture       *fixture,
            gconstpointer  data)
{
  ThWindow *first = fixture->window;
  gboolean keep = data != NULL;

  open_sample (fixture);
  begin (fixture, "good");
  g_assert_true (fixture->window != first); /* a document that is open stays */
  g_assert_cmpuint (gui_count_windows (fixture), ==, 2);

  gtk_window_close (GTK_WINDOW (fixture->window));
  answer (fixture, GTK_RESPONSE_CANCEL);
  g_assert_true (gui_is_recording (fixture->window));

  gtk_window_close (GTK_WINDOW (fixture->window));
  answer (fixture, keep ? GTK_RESPONSE_ACCEPT : GTK_RESPONSE_REJECT);
  fixture->window = first;
  wait_until (fixture, has_no_window);
  g_assert_true (record_has_ended (fixture));
  g_assert_cmpint (g_file_test (record_path, G_FILE_TEST_EXISTS), ==, keep);
  g_assert_false (part_exists ());
}

/* --- after a crash ----------------------------------------------------------------- */

static char *
dup_offers (Fixture *fixture)
{
  return dup_label_texts (find_widget (GTK_WIDGET (fixture->window), TH_TYPE_INTERRUPTED_BOX));
}

static gboolean
is_offered (Fixture *fixture)
{
  g_autofree char *text = dup_offers (fixture);

  return strstr (text, "A recording was interrupted: b.dat.part, ") != NULL;
}

static GtkWidget *
find_button (GtkWidget  *widget,
             const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

static void
open_window (Fixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  fixture->window = th_window_new (GTK_APPLICATION (fixture->application));
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
test_recover (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *source = recorded_find (RECORDING);
  g_autofree char *folder = th_record_plan_dup_folder ();
  g_autofree char *file = g_build_filename (folder, "b.dat", NULL);
  g_autofree char *part = g_strconcat (file, ".part", NULL);
  g_autoptr(Recorded) recorded = recorded_new (source);
  ThTraceWriter *writer;
  gboolean finish = data != NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  writer = recorded_begin (recorded, file);
  recorded_append (recorded, writer, 0, recorded->pages->len);
  g_assert_true (th_trace_writer_commit (writer, NULL));

  /* Somebody still records to it. */
  open_window (fixture);
  wait_ms (500);
  g_assert_false (is_offered (fixture));

  th_trace_writer_free (writer);
  open_window (fixture);
  wait_until (fixture, is_offered);
  g_signal_emit_by_name (find_button (GTK_WIDGET (fixture->window), finish ? "_Finish It"
                                                                           : "_Discard…"),
                         "clicked");
  if (finish)
    {
      wait_until (fixture, is_analysed);
      g_assert_cmpuint (record_count_shown (fixture), ==, record_count_events (source));
      g_assert_cmpuint (record_count_events (file), ==, record_count_events (source));
    }
  else
    {
      answer (fixture, GTK_RESPONSE_REJECT);
      g_assert_false (is_offered (fixture));
      g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS));
    }
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  g_unlink (file);
}

/* --- cost ------------------------------------------------------------------------------ */

static gint64
cpu_ms (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
         (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

static void
count_cb (GdkFrameClock *clock,
          gpointer       data)
{
  ++*(guint *) data;
}

/* The agent is silent after its first report. */
static void
test_idle (Fixture       *fixture,
           gconstpointer  data)
{
  GdkFrameClock *clock;
  guint n_frames = 0;
  gulong handler;
  gint64 used;

  begin (fixture, "good");
  wait_ms (4000); /* scroll bars fade */
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window));
  handler = g_signal_connect (clock, "after-paint", G_CALLBACK (count_cb), &n_frames);
  used = cpu_ms ();
  wait_ms (3000);
  used = cpu_ms () - used;
  g_signal_handler_disconnect (clock, handler);
  g_test_message ("%u frames, %" G_GINT64_FORMAT " ms of CPU time", n_frames, used);
  g_assert_cmpuint (n_frames, <=, 2);
  g_assert_cmpint (used, <=, 50);
}

/* --- the real agent --------------------------------------------------------------------- */

static gboolean
knows_delay (Fixture *fixture)
{
  return th_document_get_present (record_get_document (fixture)) != TH_TIME_NONE &&
         th_live_recording_get_delay_ms (fixture->window->recording) >= 0;
}

typedef struct
{
  ThDocument *document;
  gint64      shown;   /* up to when the last frame was complete */
  GArray     *delays;  /* double, in ms, one for each ms of the recording */
} Frames;

/* Events are spread evenly over the time that this frame shows in addition. */
static void
frame_cb (GdkFrameClock *clock,
          gpointer       data)
{
  Frames *frames = data;
  gint64 now = g_get_monotonic_time () * 1000;
  gint64 watermark = th_recording_get_watermark (th_document_get_recording (frames->document));

  for (gint64 time = frames->shown; frames->shown != 0 && time < watermark; time += 1000000)
    {
      double delay = (double) (now - time) / 1e6;

      g_array_append_val (frames->delays, delay);
    }
  frames->shown = watermark;
}

static int
compare_delays (gconstpointer a,
                gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return first < second ? -1 : first > second;
}

/* The clock of this machine is that of the recording. */
static void
measure_delay (Fixture *fixture)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window));
  Frames frames = { record_get_document (fixture), 0, g_array_new (FALSE, FALSE, sizeof (double)) };
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (frame_cb), &frames);
  double median;

  wait_ms (4000);
  g_signal_handler_disconnect (clock, handler);
  g_array_sort (frames.delays, compare_delays);
  g_assert_cmpuint (frames.delays->len, >, 1000);
  median = g_array_index (frames.delays, double, frames.delays->len / 2);
  g_test_message ("from an event to its picture: median %.0f ms, 95 %% within %.0f ms", median,
                  g_array_index (frames.delays, double, frames.delays->len * 95 / 100));
  g_assert_cmpfloat (median, <, 1000);
  g_array_unref (frames.delays);
}

static void
tell_delay (Fixture *fixture)
{
  ThDocument *document = record_get_document (fixture);
  ThFeed *feed = th_capture_get_feed (record_capture);
  gint64 watermark = th_recording_get_watermark (th_document_get_recording (document));

  g_test_message ("live %d, present %" G_GINT64_FORMAT ", complete to %" G_GINT64_FORMAT
                  ", shown to %" G_GINT64_FORMAT ", %u texts", th_document_is_live (document),
                  th_document_get_present (document), th_feed_get_until (feed), watermark,
                  th_feed_get_n_texts (feed));
}

static void
check_delay (Fixture *fixture)
{
  double delay;

  for (guint i = 0; i < 200 && !knows_delay (fixture); i++)
    wait_ms (100);
  tell_delay (fixture);
  g_assert_true (knows_delay (fixture));
  delay = th_live_recording_get_delay_ms (fixture->window->recording);
  g_test_message ("display %.0f ms behind", delay);
  g_assert_cmpfloat (delay, <, 5000);
  measure_delay (fixture);
}

/* The finished file, which is shorter, is opened while the live recording is still shown. */
static gboolean
shows_file (Fixture *fixture)
{
  return record_count_shown (fixture) == record_count_events (record_path);
}

static void
test_real (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *agent = g_test_build_filename (G_TEST_BUILT, "..", "loaders", "capture", "agent",
                                                  "thresher-agent", NULL);
  g_autofree char *text = g_strdup_printf ("exec:%s", agent);

  if (geteuid () != 0 || g_access ("/sys/kernel/tracing/instances", W_OK) != 0 ||
      g_access (agent, X_OK) != 0)
    {
      g_test_skip ("needs root, tracefs and thresher-agent");
      return;
    }
  record_connect (fixture, text, "{'events': <[('sched:sched_switch', '')]>, 'clock': <'mono'>}");
  record_show (fixture);
  wait_until (fixture, record_has_many);
  check_delay (fixture);
  activate (fixture, "win.stop-keep-last");
  wait_until (fixture, record_is_finished);
  wait_until (fixture, shows_file);
}

/* ------------------------------------------------------------------------------------------ */

static void
add (const char *name,
     void      (*test) (Fixture *, gconstpointer),
     const char *data)
{
  g_test_add (name, Fixture, data, fixture_set_up, test, record_tear_down);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  add ("/record-live/grow", test_grow, NULL);
  add ("/record-live/status", test_status, NULL);
  add ("/record-live/follow", test_follow, NULL);
  add ("/record-live/pause", test_pause, NULL);
  add ("/record-live/ring", test_held, "--ring 64");
  add ("/record-live/hold", test_held, "--hold");
  add ("/record-live/mark", test_mark, NULL);
  add ("/record-live/keep-last", test_keep_last, NULL);
  add ("/record-live/length", test_length, NULL);
  add ("/record-live/until", test_until, "--until netif_receive_skb --after 300ms");
  add ("/record-live/discard", test_discard, NULL);
  add ("/record-live/cut", test_cut, "cut");
  add ("/record-live/gives-up", test_cut, "gives-up");
  add ("/record-live/ring/cut", test_held_cut, NULL);
  add ("/record-live/close/keep", test_close, "keep");
  add ("/record-live/close/discard", test_close, NULL);
  add ("/record-live/recover", test_recover, "finish");
  add ("/record-live/recover/discard", test_recover, NULL);
  add ("/record-live/idle", test_idle, NULL);
  add ("/record-live/real", test_real, NULL);

  return g_test_run ();
}
