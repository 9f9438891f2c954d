/* test-session.c - the state of a recording is restored when it is opened again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "gui-sessions.h"

#include <string.h>
#include <utime.h>

#include <glib/gstdio.h>

#include "th-restorer.h"
#include "th-document-parts.h"
#include "th-lane-arrangement.h"
#include "th-scene-edit.h"
#include "th-session-store.h"
#include "th-timeline-private.h"
#include "th-document-view-private.h"
#include "th-event-filter.h"
#include "th-flow-follower.h"
#include "th-part-keys.h"

static const char *program;

/* --- tests ---------------------------------------------------------------- */

/* 226 of them, by `trace-cmd report | grep -c softirq_raise:`. */
static void
assert_values (ThDocument *document)
{
  ThScene *scene = th_document_get_scene (document);
  guint n = 0;

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (th_scene_get_lane (scene, i)->track != NULL &&
        g_str_equal (th_scene_get_lane (scene, i)->title, "irq:softirq_raise vec"))
      {
        n++;
        g_assert_cmpuint (th_track_get_n_points (th_scene_get_lane (scene, i)->track), ==, 226);
      }
  g_assert_cmpuint (n, ==, 1);
}

static void
change (Fixture *fixture)
{
  guint lane;
  ThDocument *document = th_window_get_document (fixture->window);

  add_values (document);

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 10))");
  activate (fixture, "win.set-marker-a");
  activate (fixture, "win.bookmark");
  th_markers_edit_bookmark (th_document_get_markers (document), 0, "the place", 4);
  activate (fixture, "win.show-span((int64 177600000000, int64 177610000000))");
  activate (fixture, "win.store-view-2");
  activate (fixture, "win.show-span((int64 177700000000, int64 177720000000))");
  activate (fixture, "win.set-filter('sched:*')");
  activate (fixture, "win.set-columns(\"[('time', 0), ('delta', 90), ('field:prev_comm', 0)]\")");
  activate (fixture, "win.tab('sched/wakeups')");
  lane = th_scene_find_name (th_document_get_scene (document), "cpu/3");
  g_assert_true (th_scene_set_hidden (th_document_get_scene (document), lane, TRUE));
  th_document_lanes_changed (document);
}

/* Returns the state of the buttons, not that of the action. */
static guint
count_checked_tabs (Fixture *fixture)
{
  guint n = 0;

  for (GtkWidget *tab =
       gtk_widget_get_first_child (gui_template_child (fixture->window, TH_TYPE_TAB_BOX,
                                                       "tabs")); tab != NULL;
       tab = gtk_widget_get_next_sibling (tab))
    n += (gtk_widget_get_state_flags (tab) & GTK_STATE_FLAG_CHECKED) != 0;

  return n;
}

static void
assert_changed (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThMarkers *marks = th_document_get_markers (document);
  ThScene *scene = th_document_get_scene (document);
  g_autoptr(GVariant) columns = th_event_table_dup_columns (gui_get_table (fixture->window));
  g_autoptr(GVariant) tab = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window),
                                                             "tab");
  g_autofree char *printed = g_variant_print (columns, FALSE), *view = view_text (document);

  g_assert_cmpint (th_markers_get_marker (marks, TH_MARKER_A), ==,
                   th_recording_get_time (th_document_get_recording (document),
                                          (ThRef) { 0, 2, 10 }));
  g_assert_cmpint (th_markers_get_marker (marks, TH_MARKER_B), ==, TH_TIME_NONE);
  g_assert_cmpuint (th_markers_get_n_bookmarks (marks), ==, 1);
  g_assert_cmpstr (th_markers_get_bookmark (marks, 0)->name, ==, "the place");
  g_assert_cmpuint (th_markers_get_bookmark (marks, 0)->color, ==, 4);
  g_assert_cmpstr (view, ==, "126461 146461");
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (document)), ==, "sched:*");
  g_assert_cmpstr (printed, ==, "[('time', 0), ('delta', 90), ('field:prev_comm', 0)]");
  g_assert_cmpstr (g_variant_get_string (tab, NULL), ==, "sched/wakeups");
  g_assert_cmpuint (count_checked_tabs (fixture), ==, 1);
  g_assert_true (th_scene_get_lane (scene, th_scene_find_name (scene, "cpu/3"))->hidden);
  assert_values (document);
}

/* A recording is recognized by its content, under another name. */
static void
test_again (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autoptr(GFile) other G_GNUC_UNUSED = copy_sample (fixture, "other.dat", 0);
  g_autofree char *recalled = NULL;
  g_autoptr(GDir) dir = NULL;
  guint n = 0;

  open_copy (fixture, "one.dat");
  change (fixture);
  close_window (fixture);

  open_copy (fixture, "other.dat");
  assert_changed (fixture);
  activate (fixture, "win.recall-view-2");
  recalled = view_text (th_window_get_document (fixture->window));
  g_assert_cmpstr (recalled, ==, "26461 36461");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "");
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window),
                                                     "recall-view-1"));

  /* No file is left beside the recording. */
  dir = g_dir_open (fixture->directory, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, 2);
}

/* Changes the name of the machine in a recording, without changing its size. */
static void
rename_machine (Fixture    *fixture,
                const char *name,
                const char *from,
                const char *to)
{
  g_autofree char *path = g_build_filename (fixture->directory, name, NULL), *bytes = NULL;
  gsize length;
  char *at;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  at = memmem (bytes, length, from, strlen (from));
  g_assert_nonnull (at);
  memcpy (at, to, strlen (to));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

static void
leave (Fixture    *fixture,
       const char *found,
       const char *filter)
{
  g_autofree char *action = g_strdup_printf ("win.set-filter('%s')", filter);

  open_copy (fixture, "one.dat");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, found);
  activate (fixture, action);
  close_window (fixture);
}

/* Another recording with the same name, size and time replaces the file: it does not get the
 * session of the first, and each finds its own again. */
static void
test_other_content (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *path = g_build_filename (fixture->directory, "one.dat", NULL);
  const struct utimbuf time = { 1000000000, 1000000000 };
  g_autoptr(GPtrArray) files = NULL;

  g_assert_cmpint (utime (path, &time), ==, 0);
  leave (fixture, "", "irq:*");
  rename_machine (fixture, "one.dat", "Linux guest", "Linux other");
  g_assert_cmpint (utime (path, &time), ==, 0);
  leave (fixture, "", "sched:*");
  rename_machine (fixture, "one.dat", "Linux other", "Linux guest");
  leave (fixture, "irq:*", "irq:*");
  rename_machine (fixture, "one.dat", "Linux guest", "Linux other");
  leave (fixture, "sched:*", "sched:*");
  files = list_sessions ();
  g_assert_cmpuint (files->len, ==, 2);
}

/* The file is overwritten by a recording that has a session, and loaded again: that session
 * replaces the state of the first, and no other window is blamed. */
static void
test_overwritten (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  ThMarkers *marks;

  leave (fixture, "", "sched:*");
  rename_machine (fixture, "one.dat", "Linux guest", "Linux other");
  marks = th_document_get_markers (open_copy (fixture, "one.dat"));
  activate (fixture, "win.set-filter('irq:*')");
  th_markers_add_bookmark (marks, SAMPLE_FIRST, "of the other");
  wait_ms (1500);

  rename_machine (fixture, "one.dat", "Linux other", "Linux guest");
  activate (fixture, "win.reload");
  wait_ms (1500);
  wait_until (fixture, is_known);
  wait_ms (1500);
  g_assert_null (gui_get_notice (fixture->window));
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "sched:*");
  g_assert_cmpuint (th_markers_get_n_bookmarks (marks), ==, 0);
  close_window (fixture);
  rename_machine (fixture, "one.dat", "Linux guest", "Linux other");
  leave (fixture, "irq:*", "irq:*");
}

/* Returns the visible lanes in order, as "cpus cpu/1 cpu/2!"; "!" marks a high one. */
static char *
lanes_text (ThScene *scene)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->height > 0 && lane->name != NULL)
        g_string_append_printf (text, "%s%s%s", text->len > 0 ? " " : "", lane->name,
                                lane->size == TH_LANE_HIGH ? "!" : "");
    }
  return g_string_free (text, FALSE);
}

static void
on_lane (Fixture    *fixture,
         const char *name,
         const char *action)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);

  th_timeline_set_current (timeline, th_scene_find_name (th_timeline_get_scene (timeline), name));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  activate (fixture, action);
}

#define ARRANGED "pinned cpu/1 cpus cpu/2 cpu/0! cpu/3 " \
                 "tasks task/279 task/44 task/14 task/21 task/15 task/278 task/273"

/* Lanes are pinned, moved, high and sorted by name as before, and “only lanes with events in view”
 * is restored. */
static void
test_lanes (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *before = NULL, *after = NULL;
  ThDocument *document = open_copy (fixture, "one.dat");

  on_lane (fixture, "cpu/1", "win.pin-lane");
  on_lane (fixture, "cpu/2", "win.move-lane-up");
  on_lane (fixture, "cpu/0", "win.lane-height::high");
  on_lane (fixture, "tasks", "win.sort-lanes::name");
  before = lanes_text (th_document_get_scene (document));
  g_assert_true (g_str_has_prefix (before, ARRANGED));
  close_window (fixture);

  document = open_copy (fixture, "one.dat");
  after = lanes_text (th_document_get_scene (document));
  g_assert_cmpstr (after, ==, before);
  g_assert_false (th_document_get_only_active (document));
  activate (fixture, "win.active-lanes");
  close_window (fixture);
  g_assert_true (th_document_get_only_active (open_copy (fixture, "one.dat")));
}

/* --- killed ---------------------------------------------------------------- */

#define WHOLE_KEY  "whole"
#define WHOLE_SIZE 400000
#define N_KILLS    5

/* Runs as a separate process: writes two texts in turn, until it is killed. */
static void
write_forever (void)
{
  g_autofree char *one = g_strnfill (WHOLE_SIZE, 'a'), *other = g_strnfill (WHOLE_SIZE, 'b');
  g_autoptr(ThSessionFile) file = th_session_file_new (WHOLE_KEY, NULL);

  for (guint i = 0; ; i++)
    th_session_file_save_now (file, i % 2 == 0 ? one : other);
}

/* Returns which of both texts is stored, or 0; it is never a part of one. */
static char
read_whole (const char *path)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return 0;

  g_assert_cmpuint (length, ==, WHOLE_SIZE);
  g_assert_cmpuint (strspn (text, text[0] == 'a' ? "a" : "b"), ==, WHOLE_SIZE);
  return text[0];
}

/* A session is always complete, whenever it is read and wherever the program is killed. */
static void
test_killed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *folder = sessions_folder ();
  g_autofree char *path = g_build_filename (folder, WHOLE_KEY ".json", NULL);

  for (guint i = 0; i < N_KILLS; i++)
    {
      g_autoptr(GSubprocess) writer = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, program,
                                                        "--write-forever", NULL);
      gint64 until = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
      guint n_changes = 0;
      char last = read_whole (path);

      g_assert_nonnull (writer);
      while (n_changes < 20 + i)
        {
          char now = read_whole (path);

          g_assert_cmpint (g_get_monotonic_time (), <, until);
          n_changes += now != last;
          last = now;
        }
      g_subprocess_force_exit (writer);
      g_assert_true (g_subprocess_wait (writer, NULL, NULL));
      g_assert_true (g_subprocess_get_if_signaled (writer));
      g_assert_cmpint (read_whole (path), !=, 0);
    }
}

/* --- beside other recordings ----------------------------------------------- */

#define REP "k612-rep.dat"

/* By `trace-cmd report -t -N` of the sample: netif_receive_skb of skbaddr=0xff222d4c0bb1be00 on
 * CPU 0 */
#define RECEIVED G_GINT64_CONSTANT (177708901293)

static gboolean
has_one (Fixture *fixture)
{
  return is_known (fixture) &&
         th_recording_get_n_parts (gui_get_recording (fixture->window)) == 1;
}

static gboolean
has_two (Fixture *fixture)
{
  return is_known (fixture) &&
         th_recording_get_n_parts (gui_get_recording (fixture->window)) == 2;
}

static char *
copy_rep (Fixture    *fixture,
          const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", REP, NULL);
  g_autofree char *copy = g_build_filename (fixture->directory, name, NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (g_file_set_contents (copy, text, length, NULL));

  return g_steal_pointer (&copy);
}

static ThRef
received (ThDocument *document)
{
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (th_document_get_recording (document), 0),
                                  0);
  ThRef ref = { 0, 0, th_cpu_lower_bound (cpu, th_cpu_get_n_rows (cpu), RECEIVED) };

  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document), ref), ==, RECEIVED);
  return ref;
}

/* Opens one recording, appends and shifts the other, follows and pins a packet, and selects an
 * event elsewhere. */
static void
join (Fixture    *fixture,
      const char *other)
{
  ThDocument *document = open_copy (fixture, "one.dat");
  ThFlowFollower *follower = th_document_get_follower (document);
  g_autoptr(GFile) file = g_file_new_for_path (other);
  ThRecording *part;

  th_document_append (document, file, TH_ALIGN_SHIFT, G_GINT64_CONSTANT (24500000000));
  wait_until (fixture, has_two);
  th_flow_follower_follow_event (follower, received (document));
  wait_until (fixture, gui_is_following);
  th_flow_follower_set_pinned (follower, TRUE);
  part = th_recording_get_part (th_document_get_recording (document), 1);
  th_document_select (document, (ThRef) { th_recording_get_first_stream (part), 1, 7 });
  activate (fixture, "win.show-span((int64 177655145057, int64 177655200000))");
  wait_ms (300);
  close_window (fixture);
}

/* Restored are the appended recording with its offset, the event selected there, and the packet
 * that was followed. */
static void
test_appended (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *other = copy_rep (fixture, "other.dat"), *view = NULL;
  ThDocument *document;
  ThRecording *part;
  ThRef selected;

  join (fixture, other);
  document = open_copy (fixture, "one.dat");
  wait_until (fixture, has_two);
  wait_until (fixture, gui_is_following);
  part = th_recording_get_part (th_document_get_recording (document), 1);
  g_assert_cmpint (th_recording_get_shift (part), ==, G_GINT64_CONSTANT (24500000000));
  selected = th_document_get_selected (document);
  g_assert_true (th_ref_equal (selected, (ThRef) { th_recording_get_first_stream (part), 1, 7 }));
  g_assert_true (th_flow_follower_is_pinned (th_document_get_follower (document)));
  view = view_text (document);
  g_assert_cmpstr (view, ==, "81606 81661");
  g_assert_null (gui_get_bar_text (fixture->window));

  /* A removed recording stays removed. */
  th_document_remove_appended (document, 1);
  wait_until (fixture, has_one);
  wait_until (fixture, gui_is_following);
  close_window (fixture);
  document = open_copy (fixture, "one.dat");
  wait_until (fixture, gui_is_following);
  g_assert_cmpuint (th_document_get_n_appended (document), ==, 0);
  g_assert_true (th_ref_is_none (th_document_get_selected (document)));
}

/* A flow is restored while the last lookup, of one that does not exist, is running: on a busy
 * machine the analyses may have ended by the time a session is restored. */
static void
test_asked_while_seeking (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  ThDocument *document = open_copy (fixture, "one.dat");
  g_autoptr(GArray) followed = NULL, nowhere = NULL;

  th_flow_follower_follow_event (th_document_get_follower (document), received (document));
  wait_until (fixture, gui_is_following);
  followed = th_document_list_flows (document);
  nowhere = th_document_list_flows (document);
  g_assert_cmpuint (followed->len, ==, 1);
  g_array_index (nowhere, ThSessionFlow, 0).key ^= 0xffff;
  g_array_index (nowhere, ThSessionFlow, 0).followed = FALSE;
  g_array_index (nowhere, ThSessionFlow, 0).kept = TRUE;
  th_document_unfollow (document);
  g_assert_false (gui_is_following (fixture));

  /* Both requests are made before the main loop can learn of the end of the first. */
  th_document_restore (document, NULL, nowhere);
  th_document_restore (document, NULL, followed);
  wait_until (fixture, gui_is_following);
}

/* A flow that the user follows meanwhile takes precedence over the one to restore. */
static void
test_follows_meanwhile (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  ThDocument *document = open_copy (fixture, "one.dat");
  ThFlowFollower *follower = th_document_get_follower (document);
  g_autoptr(GArray) before = NULL;
  guint32 row;

  th_flow_follower_follow_event (follower, received (document));
  wait_until (fixture, gui_is_following);
  th_flow_follower_set_pinned (follower, TRUE);
  before = th_document_list_flows (document);
  th_flow_follower_set_pinned (follower, FALSE);
  th_flow_follower_follow (follower, th_flow_follower_get_followed (follower, NULL), 0);
  th_document_restore (document, NULL, before);
  wait_ms (300);
  g_assert_nonnull (th_flow_follower_get_followed (follower, &row));
  g_assert_cmpuint (row, ==, 0);
}

/* The window is closed before the appended file has been read. */
static void
test_closed_at_once (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *other = copy_rep (fixture, "other.dat");
  g_autoptr(GFile) file = g_file_new_for_path (other);
  ThDocument *document = open_copy (fixture, "one.dat");
  g_autoptr(ThPartKeys) part_keys = NULL;

  th_document_append (document, file, TH_ALIGN_SHIFT, G_GINT64_CONSTANT (24500000000));
  wait_until (fixture, has_two);
  g_object_get (gui_get_view (fixture->window)->session, "part-keys", &part_keys, NULL);
  th_part_keys_find (part_keys, document);
  close_window (fixture);
  open_copy (fixture, "one.dat");
  wait_until (fixture, has_two);
}

static ThTimeline *
get_timeline (Fixture *fixture)
{
  return th_document_view_get_timeline (gui_get_view (fixture->window));
}

static gboolean
is_timeline_mapped (Fixture *fixture)
{
  return gtk_widget_get_mapped (GTK_WIDGET (get_timeline (fixture)));
}

/* What is remembered is the view that the user asked for, not one on the way to it. */
static void
test_closed_while_moving (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  ThDocument *document = open_copy (fixture, "one.dat");
  ThView view = *th_document_get_view (document), target;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  wait_until (fixture, is_timeline_mapped);
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "zoom-in", NULL);
  target = th_timeline_get_target (get_timeline (fixture));
  g_assert_cmpint (target.to - target.from, <, view.to - view.from);
  g_assert_cmpint (th_document_get_view (document)->to - th_document_get_view (document)->from, >,
                   target.to - target.from);
  close_window (fixture);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  document = open_copy (fixture, "one.dat");
  g_assert_cmpint (th_document_get_view (document)->from, ==, target.from);
  g_assert_cmpint (th_document_get_view (document)->to, ==, target.to);
}

/* The appended file is replaced by another, then missing: a notice says so, and the rest is
 * restored. */
static void
test_missing (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *other = copy_rep (fixture, "other.dat");

  for (guint i = 0; i < 2; i++)
    {
      ThDocument *document;

      g_assert_true (g_file_test (other, G_FILE_TEST_EXISTS));
      join (fixture, other);
      if (i == 0)
        g_assert_true (g_file_set_contents (other, "something else", -1, NULL));
      else
        g_assert_cmpint (g_unlink (other), ==, 0);
      document = open_copy (fixture, "one.dat");
      wait_until (fixture, gui_is_following);
      g_assert_cmpuint (th_document_get_n_appended (document), ==, 0);
      g_assert_nonnull (strstr (gui_get_bar_text (fixture->window), other));
      g_assert_nonnull (strstr (gui_get_bar_text (fixture->window),
                                i == 0 ? "has changed since" : "is missing now"));
      close_window (fixture);
      g_free (other);
      other = copy_rep (fixture, "other.dat");
    }
}

/* The session is written shortly after a change, not only at the end, and only once. */
static void
test_autosave (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *text = NULL;
  g_autoptr(GPtrArray) files = NULL;
  GStatBuf before, after;

  open_copy (fixture, "one.dat");
  wait_ms (1500);
  files = list_sessions ();
  g_assert_cmpuint (files->len, ==, 0); /* nothing was changed */

  activate (fixture, "win.set-filter('irq:*')");
  wait_until (fixture, is_saved);
  text = only_text ();
  g_assert_nonnull (strstr (text, "\"filter\" : \"irq:*\""));
  g_assert_null (strstr (text, "\"columns\""));

  g_ptr_array_unref (files);
  files = list_sessions ();
  g_assert_cmpint (g_stat (files->pdata[0], &before), ==, 0);
  close_window (fixture);
  g_assert_cmpint (g_stat (files->pdata[0], &after), ==, 0);
  g_assert_cmpuint (before.st_ino, ==, after.st_ino);
}

/* The command line takes precedence. */
static void
test_wish (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  ThOpenOptions wish = { (char *) "177.65", (char *) "177.66", NULL, NULL };
  g_autofree char *view = NULL;

  open_copy (fixture, "one.dat");
  change (fixture);
  close_window (fixture);

  gui_open_with (fixture, copy, &wish);
  wait_until (fixture, is_known);
  wait_ms (200);
  view = view_text (th_window_get_document (fixture->window));
  g_assert_cmpstr (view, ==, "76461 86461");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "sched:*");
}

static void
assert_ignored (Fixture    *fixture,
                const char *text)
{
  write_only (text);
  open_copy (fixture, "one.dat");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "");
  g_assert_nonnull (strstr (gui_get_activity (fixture->window), "The saved session"));
}

/* A damaged session is reported, and replaced at the next change. */
static void
test_damaged (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *text = NULL;

  open_copy (fixture, "one.dat");
  activate (fixture, "win.set-filter('irq:*')");
  close_window (fixture);
  assert_ignored (fixture, "{\"format\": \"thresher-session\", \"ver");
  activate (fixture, "win.set-filter('sched:*')");
  close_window (fixture);
  text = only_text ();
  g_assert_nonnull (strstr (text, "sched:*"));
}

/* A session that cannot be written is told once, and what it had is in the next one that can. */
static void
test_unwritable (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *text = NULL, *notice = NULL, *path = NULL, *old = NULL;
  g_autoptr(GPtrArray) files = NULL;

  open_copy (fixture, "one.dat");
  activate (fixture, "win.set-filter('irq:*')");
  wait_until (fixture, is_saved);
  files = list_sessions ();
  path = g_strdup (files->pdata[0]);
  old = only_text ();
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);

  activate (fixture, "win.select((uint32 0, uint32 0, uint32 10))");
  activate (fixture, "win.set-marker-a");
  for (guint i = 0; i < 100 && notice == NULL; i++)
    {
      wait_ms (50);
      notice = g_strdup (gui_get_notice (fixture->window));
      if (notice != NULL && strstr (notice, "cannot be saved") == NULL)
        g_clear_pointer (&notice, g_free);
    }
  g_assert_nonnull (notice);
  g_assert_nonnull (strstr (notice, path));

  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_true (g_file_set_contents (path, old, -1, NULL));
  activate (fixture, "win.set-filter('sched:*')");
  for (guint i = 0; i < 100 && (text == NULL || strstr (text, "sched:*") == NULL); i++)
    {
      wait_ms (50);
      g_free (text);
      text = only_text ();
    }
  g_assert_nonnull (strstr (text, "sched:*"));
  g_assert_nonnull (strstr (text, "\"markers\""));
}

/* A session of a newer version is not changed. */
static void
test_newer (Fixture       *fixture,
            gconstpointer  data)
{
  static const char newer[] =
    "{\"format\": \"thresher-session\", \"version\": 2, \"filter\": \"irq:*\"}";
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *text = NULL;

  open_copy (fixture, "one.dat");
  activate (fixture, "win.set-filter('irq:*')");
  close_window (fixture);
  assert_ignored (fixture, newer);
  activate (fixture, "win.set-filter('sched:*')");
  close_window (fixture);
  text = only_text ();
  g_assert_cmpstr (text, ==, newer);
}

/* The oldest files are removed. */
static void
test_bound (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autofree char *folder = sessions_folder (), *oldest = g_build_filename (folder, "7.json", NULL);
  g_autoptr(GPtrArray) files = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < TH_SESSION_MAX_FILES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%u.json", folder, i);

      g_assert_true (g_file_set_contents (name, "{}", -1, NULL));
    }
  g_assert_cmpint (utime (oldest, &(struct utimbuf) { 1000, 1000 }), ==, 0);

  open_copy (fixture, "one.dat");
  activate (fixture, "win.set-filter('irq:*')");
  close_window (fixture);
  files = list_sessions ();
  g_assert_cmpuint (files->len, ==, TH_SESSION_MAX_FILES);
  g_assert_false (g_file_test (oldest, G_FILE_TEST_EXISTS));
}

/* trace-cmd report -t -N --cpu 3, line 51 */
#define SELECTED_TIME "177.633460653"

/* Returns how many rows of @view are visible. */
static guint
count_seen (GtkWidget *view)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (view); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t bounds;

      if (!GTK_IS_LIST_VIEW (view))
        n += count_seen (child);
      else if (gtk_widget_get_mapped (child) && gtk_widget_compute_bounds (child, view, &bounds) &&
               bounds.origin.y + bounds.size.height > 0 &&
               bounds.origin.y < gtk_widget_get_height (view))
        n++;
    }

  return n;
}

static gboolean
is_filled (Fixture *fixture)
{
  GtkWidget *table = GTK_WIDGET (gui_get_table (fixture->window));

  return count_seen (table) > 3 && shows_cell (table, SELECTED_TIME);
}

static const char *
shown_tab (Fixture *fixture)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window),
                                                               "tab");

  return g_intern_string (g_variant_get_string (state, NULL));
}

/* The current lane was the first one, so the heading above it is in view. */
static void
test_first_lane (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  ThTimeline *timeline;

  open_copy (fixture, "one.dat");
  timeline = th_window_get_timeline (fixture->window);
  activate (fixture, "win.lane-down");
  activate (fixture, "win.lane-up");
  g_assert_cmpuint (th_timeline_get_current (timeline), ==, 1);
  activate (fixture, "win.show-span((int64 177600000000, int64 177610000000))");
  close_window (fixture);

  open_copy (fixture, "one.dat");
  timeline = th_window_get_timeline (fixture->window);
  g_assert_cmpuint (th_timeline_get_current (timeline), ==, 1);
  g_assert_cmpfloat (gtk_adjustment_get_value (timeline->scroll), ==, 0);
}

/* A table that was hidden behind another one during the load gets its rows when it is shown, and
 * scrolls to the selected one. */
static void
test_other_tab (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GFile) copy G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);

  open_copy (fixture, "one.dat");
  activate (fixture, "win.tab('sched/wakeups')");
  activate (fixture, "win.select((uint32 0, uint32 3, uint32 50))");
  wait_ms (300);
  close_window (fixture);

  open_copy (fixture, "one.dat");
  g_assert_cmpstr (shown_tab (fixture), ==, "sched/wakeups");
  activate (fixture, "win.tab('events')");
  wait_until (fixture, is_filled);
}

/* An empty file has no session, and no problem is reported. */
static void
test_empty_file (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "empty.dat", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  gui_open_file (fixture, file);
  wait_until (fixture, is_refused);
  wait_ms (200);
  g_assert_null (gui_get_notice (fixture->window));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, session_set_up, func, session_tear_down)

int
main (int    argc,
      char **argv)
{
  program = argv[0];
  if (argc > 1 && g_str_equal (argv[1], "--write-forever"))
    write_forever ();

  init_test (&argc, &argv);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  ADD ("/session/again", test_again);
  ADD ("/session/other-content", test_other_content);
  ADD ("/session/overwritten", test_overwritten);
  ADD ("/session/lanes", test_lanes);
  ADD ("/session/killed", test_killed);
  ADD ("/session/appended", test_appended);
  ADD ("/session/asked-while-seeking", test_asked_while_seeking);
  ADD ("/session/follows-meanwhile", test_follows_meanwhile);
  ADD ("/session/closed-at-once", test_closed_at_once);
  ADD ("/session/closed-while-moving", test_closed_while_moving);
  ADD ("/session/missing", test_missing);
  ADD ("/session/autosave", test_autosave);
  ADD ("/session/wish", test_wish);
  ADD ("/session/damaged", test_damaged);
  ADD ("/session/unwritable", test_unwritable);
  ADD ("/session/newer", test_newer);
  ADD ("/session/bound", test_bound);
  ADD ("/session/empty-file", test_empty_file);
  ADD ("/session/other-tab", test_other_tab);
  ADD ("/session/first-lane", test_first_lane);

  return g_test_run ();
}
