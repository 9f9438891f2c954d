/* test-follow.c - following a packet in a real window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Times are those of `trace-cmd report -t -N` of the sample, by address.
 */
#include "config.h"

#include <stdlib.h>

#include "gui-fixture.h"
#include "th-actions.h"
#include "th-context-menus.h"
#include "th-event-filter.h"
#include "th-flow-follower.h"
#include "th-journey.h"
#include "th-number-format.h"
#include "th-pinned-flows.h"
#include "th-result-table.h"

/* Lives of 0xff222d4c0bb1be00: one sent, one received and read, one merged by GRO. */
#define SENT_FIRST     G_GINT64_CONSTANT (177706214271)
#define RECEIVED_FIRST G_GINT64_CONSTANT (177708881193) /* napi_gro_receive_entry, CPU 0 */
#define RECEIVED_STACK G_GINT64_CONSTANT (177708901293) /* netif_receive_skb, CPU 0 */
#define RECEIVED_COPY  G_GINT64_CONSTANT (177721348074) /* skb_copy_datagram_iovec, CPU 1 */
#define RECEIVED_LAST  G_GINT64_CONSTANT (177723945431) /* consume_skb, CPU 0 */
#define MERGED_FIRST   G_GINT64_CONSTANT (177723994665)

static gboolean
is_following (Fixture *fixture)
{
  return gui_is_following (fixture) && is_read (fixture);
}

static gboolean
is_idle (Fixture *fixture)
{
  return th_flow_follower_get_state (gui_get_follower (fixture)) != TH_FOLLOW_SEARCHING;
}

static ThRef
event_at (ThDocument *document,
          guint       cpu,
          gint64      time)
{
  ThCpu *of = th_stream_get_cpu (th_recording_get_stream (th_document_get_recording (document), 0),
                                 cpu);
  guint32 row = th_cpu_lower_bound (of, th_cpu_get_n_rows (of), time);

  g_assert_cmpint (th_cpu_get_time (of, row), ==, time);
  return (ThRef) { 0, cpu, row };
}

/* Actions are enabled in an idle callback. */
static void
settle (Fixture   *fixture,
        Condition  condition)
{
  wait_until (fixture, condition);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Uses an action that has to look at all flows. */
static void
follow_by (Fixture    *fixture,
           const char *action)
{
  activate (fixture, action);
  settle (fixture, is_idle);
}

static ThDocument *
open_analysed (Fixture *fixture)
{
  ThDocument *document = open_sample (fixture);

  settle (fixture, is_analysed);
  return document;
}

static void
select_event (Fixture *fixture,
              ThRef    event)
{
  th_document_select (th_window_get_document (fixture->window), event);
  settle (fixture, is_read);
}

static ThDocument *
follow_received (Fixture *fixture)
{
  ThDocument *document = open_analysed (fixture);

  select_event (fixture, event_at (document, 0, RECEIVED_STACK));
  activate (fixture, "win.follow");
  settle (fixture, is_following);
  return document;
}

static const ThFlow *
get_flow (ThDocument *document)
{
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (th_document_get_follower (document), &row);

  return th_flows_get (th_results_get_flows (results), row);
}

static gint64
selected_time (ThDocument *document)
{
  return th_recording_get_time (th_document_get_recording (document),
                                th_document_get_selected (document));
}

/* Two actions after opening the file: select an event, press G. */
static void
test_follow (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = follow_received (fixture);
  ThInspector *inspector = th_window_get_inspector (fixture->window);
  ThScene *scene = th_document_get_scene (document);
  g_autofree char *shown = dup_label_texts (GTK_WIDGET (th_inspector_get_journey (inspector)));
  const ThFlow *flow = get_flow (document);
  const ThView *view = th_document_get_view (document);
  double top, bottom;
  ThResults *results;
  guint32 row;
  guint lane;

  g_assert_cmphex (flow->key, ==, G_GUINT64_CONSTANT (0xff222d4c0bb1be00));
  g_assert_cmpint (flow->first, <=, RECEIVED_FIRST);
  g_assert_cmpint (flow->last, ==, RECEIVED_LAST);

  /* The flow has a lane and a path, and is in view. */
  results = th_flow_follower_get_followed (th_document_get_follower (document), &row);
  lane = th_scene_find_flow (scene, results, row);
  g_assert_cmpuint (lane, !=, G_MAXUINT);
  g_assert_true (g_str_has_prefix (th_scene_get_lane (scene, lane)->title, "…0bb1be00#"));
  g_assert_true (th_scene_get_followed_range (scene, &top, &bottom));
  g_assert_cmpint (view->from, <, flow->first);
  g_assert_cmpint (view->to, >, flow->last);
  g_assert_cmpint (view->to - view->from, <, 2 * (flow->last - flow->first));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  g_assert_nonnull (gui_get_lane_view (th_window_get_timeline (fixture->window), lane));

  /* The panel shows the journey. */
  g_assert_true (th_inspector_is_journey_shown (inspector));
  g_assert_nonnull (strstr (shown, "0xff222d4c0bb1be00 · 177.70"));
  g_assert_nonnull (strstr (shown, "napi_gro_receive_entry\n"));
  g_assert_nonnull (strstr (shown, "netif_receive_skb\n"));
  g_assert_nonnull (strstr (shown, "skb_copy_datagram_iovec\n"));
  g_assert_nonnull (strstr (shown, "consume_skb\n"));
  g_assert_nonnull (strstr (shown, "inferred"));
  g_assert_nonnull (strstr (shown, "Where the time went\n"));
  g_assert_nonnull (strstr (shown, "\np99\n"));
  /* From softirq_raise at 177.708857136 to softirq_entry at 177.708863806. */
  g_assert_nonnull (strstr (shown, "\nmeanwhile on CPU 0: idle 6.670 µs\n"));
  /* The handler part ends with irq_handler_exit, irq=21 name=eth0, at 177.708858578. */
  g_assert_nonnull (strstr (shown, "\nhandlers on CPU 0 meanwhile: eth0 1.442 µs\n"));
  g_assert_nonnull (strstr (gui_get_status (fixture->window), "Packet …0bb1be00#"));
}

static ThJourneyPanel *
get_journey (Fixture *fixture)
{
  return th_inspector_get_journey (th_window_get_inspector (fixture->window));
}

static gboolean
is_told (Fixture *fixture)
{
  return is_following (fixture) &&
         !th_journey_panel_is_busy (get_journey (fixture));
}

/* Follows the packet of the event at @time.  Returns the text of the panel. */
static char *
follow_at (Fixture    *fixture,
           ThDocument *document,
           guint       cpu,
           gint64      time)
{
  select_event (fixture, event_at (document, cpu, time));
  activate (fixture, "win.follow");
  settle (fixture, is_told);

  return dup_label_texts (GTK_WIDGET (get_journey (fixture)));
}

static GtkWidget *
in_journey (Fixture *fixture,
            GType    type)
{
  return find_widget (GTK_WIDGET (get_journey (fixture)), type);
}

static guint
count_rows (GtkListBox *list)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (list, n) != NULL)
    n++;
  return n;
}

/* A reader copies and its call returns, three times in turn: this is one row, which is expanded by
 * Enter, or when a step inside it is selected. */
static void
test_folds (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "tcp-retrans-deep.dat", NULL);
  ThDocument *document = open_path (fixture, path);
  g_autofree char *shown = NULL, *opened = NULL;
  GtkListBoxRow *row;
  GtkListBox *list;
  guint n;
  GtkListBoxRow *next;

  settle (fixture, is_analysed);
  shown = follow_at (fixture, document, 2, G_GINT64_CONSTANT (516401488512));
  g_assert_nonnull (strstr (shown, "skb_copy_datagram_iovec, sys_exit_recvfrom ×3\n"));
  /* This one is relative to the first step, 516399947430. */
  g_assert_nonnull (strstr (shown, "\n+1541.082\n… +3619.044\n"));

  list = GTK_LIST_BOX (in_journey (fixture, GTK_TYPE_LIST_BOX));
  n = count_rows (list);
  g_assert_cmpuint (n, ==, get_flow (document)->n_steps - 6 + 1);
  row = gtk_list_box_get_selected_row (list);
  gtk_test_accessible_assert_state (row, GTK_ACCESSIBLE_STATE_EXPANDED, FALSE);
  gtk_widget_activate (GTK_WIDGET (row));
  g_assert_cmpuint (count_rows (list), ==, n + 6);
  gtk_test_accessible_assert_state (row, GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);
  next = gtk_list_box_get_row_at_index (list, gtk_list_box_row_get_index (row) + 1);
  g_assert_true (gtk_list_box_get_selected_row (list) == next);
  gtk_widget_activate (GTK_WIDGET (row));
  g_assert_cmpuint (count_rows (list), ==, n);

  activate (fixture, "win.next-step");
  g_assert_cmpuint (count_rows (list), ==, n + 6);
  opened = dup_label_texts (GTK_WIDGET (get_journey (fixture)));
  /* 516402363962 − 516401488512 */
  g_assert_nonnull (strstr (opened, "sys_exit_recvfrom\n= 8192 · CPU 2\n+2416.532\n+875.450\n"));
}

/* 65212 bytes are 52 of headers and 45 frames of 1448: the first one and 44 more, 43 of them in
 * one line that opens to their links.  GRO held two packets at once, so which one a frame joined
 * is ambiguous; the last but two is inferred, as the other packet was full by its length. */
static void
test_merged (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_analysed (fixture);
  g_autofree char *shown = follow_at (fixture, document, 0, G_GINT64_CONSTANT (177741101283));
  GtkWidget *expander = in_journey (fixture, GTK_TYPE_EXPANDER), *link;
  const char *expected = "\n43 frames merged by GRO (ambiguous)\n";
  guint32 row;

  g_assert_nonnull (strstr (shown, expected));
  g_assert_nonnull (strstr (shown, "65" TH_DIGIT_SEPARATOR "212 B"));
  g_assert_nonnull (strstr (shown, "merged into it by GRO (inferred)"));
  g_assert_null (strstr (shown, "merged into it by GRO (ambiguous)"));
  g_assert_nonnull (expander);
  g_assert_null (gtk_expander_get_child (GTK_EXPANDER (expander)));
  gtk_widget_activate (expander);
  link = find_widget (gtk_expander_get_child (GTK_EXPANDER (expander)), GTK_TYPE_BUTTON);
  g_signal_emit_by_name (link, "clicked");
  g_assert_nonnull (th_flow_follower_get_followed (th_document_get_follower (document), &row));
  g_assert_true (get_flow (document)->flags & TH_FLOW_PART);
}

/* Each stage is listed once, and the shares add up to 100. */
static void
test_stages (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_analysed (fixture);
  g_autofree char *shown = follow_at (fixture, document, 0, G_GINT64_CONSTANT (177741101283));
  char *table = strstr (shown, "\nStage\nTime\nShare\np99\n");
  g_autoptr(GRegex) regex = g_regex_new ("^(\\d+) %$", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  guint sum = 0, n = 0;

  g_assert_nonnull (table);
  for (g_regex_match (regex, table, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *number = g_match_info_fetch (match, 1);

      sum += atoi (number);
      n++;
    }
  g_assert_cmpuint (sum, ==, 100);
  g_assert_cmpuint (n, >, 3);
  g_assert_null (strstr (shown, "0 ambiguous"));
  g_assert_nonnull (strstr (shown, "Red: the longest stage ends here."));
}

static void
test_stop_button (Fixture       *fixture,
                  gconstpointer  data)
{
  GtkWidget *button;

  follow_received (fixture);
  button = find_widget (GTK_WIDGET (get_journey (fixture)), GTK_TYPE_BUTTON);
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), ==, "win.unfollow");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Stop Following");
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_false (gui_is_following (fixture));
}

/* Alt+Left restores the previous view and filter. */
static void
test_back (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_analysed (fixture);
  g_autofree char *before = NULL, *followed = NULL, *back = NULL, *forward = NULL;

  activate (fixture, "win.set-filter::skb:*");
  activate (fixture, "win.show-span((int64 177700000000, int64 177730000000))");
  wait_ms (500);
  before = view_text (document);
  select_event (fixture, event_at (document, 0, RECEIVED_STACK));
  activate (fixture, "win.follow");
  settle (fixture, is_following);
  wait_ms (500);
  followed = view_text (document);
  g_assert_cmpstr (followed, !=, before);
  activate (fixture, "win.clear-filter");
  wait_ms (500);

  activate (fixture, "win.view-back");
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "skb:*");
  g_assert_true (gui_is_following (fixture));
  activate (fixture, "win.view-back");
  back = view_text (document);
  g_assert_cmpstr (back, ==, before);
  g_assert_cmpstr (th_event_filter_get_text (gui_get_filter (fixture)), ==, "skb:*");
  g_assert_false (gui_is_following (fixture));
  g_assert_false (th_inspector_is_journey_shown (th_window_get_inspector (fixture->window)));

  activate (fixture, "win.view-forward");
  forward = view_text (document);
  g_assert_cmpstr (forward, ==, followed);
  g_assert_true (th_inspector_is_journey_shown (th_window_get_inspector (fixture->window)));
}

static void
test_steps (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = follow_received (fixture);
  ThFlowFollower *follower = th_document_get_follower (document);
  guint32 step = th_flow_follower_get_step (follower), n = get_flow (document)->n_steps;

  g_assert_cmpint (selected_time (document), ==, RECEIVED_STACK);
  activate (fixture, "win.previous-step");
  g_assert_cmpuint (th_flow_follower_get_step (follower), ==, step - 1);
  activate (fixture, "win.next-step");
  g_assert_cmpuint (th_flow_follower_get_step (follower), ==, step);
  for (guint32 i = step; i + 1 < n; i++)
    activate (fixture, "win.next-step");
  g_assert_cmpint (selected_time (document), ==, RECEIVED_LAST);

  /* There is no step after the last one, nor before the first. */
  activate (fixture, "win.next-step");
  g_assert_cmpuint (th_flow_follower_get_step (follower), ==, n - 1);
  for (guint32 i = 0; i < 2 * n; i++)
    activate (fixture, "win.previous-step");
  g_assert_cmpuint (th_flow_follower_get_step (follower), ==, 0);

  /* A selected event that is not a step of the flow. */
  th_document_select (document, event_at (document, 0, MERGED_FIRST));
  g_assert_cmpuint (th_flow_follower_get_step (follower), ==, G_MAXUINT32);
  activate (fixture, "win.next-step");
  g_assert_cmpuint (th_flow_follower_get_step (follower), ==, 0);
}

static void
test_lives (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = follow_received (fixture);
  guint generation = get_flow (document)->generation;

  activate (fixture, "win.previous-life");
  g_assert_cmphex (get_flow (document)->key, ==, G_GUINT64_CONSTANT (0xff222d4c0bb1be00));
  g_assert_cmpint (get_flow (document)->first, <=, SENT_FIRST);
  g_assert_cmpint (get_flow (document)->last, <, RECEIVED_FIRST);
  g_assert_cmpuint (get_flow (document)->generation, ==, generation - 1);
  activate (fixture, "win.next-life");
  activate (fixture, "win.next-life");
  g_assert_cmpint (get_flow (document)->first, <=, MERGED_FIRST);
  g_assert_cmpint (get_flow (document)->last, >=, MERGED_FIRST);
  g_assert_cmpuint (get_flow (document)->generation, ==, generation + 1);
}

static void
test_slowest (Fixture       *fixture,
              gconstpointer  data)
{
  gint64 last = G_MAXINT64;
  ThResults *results;
  ThFlows *flows;
  guint32 row;

  open_analysed (fixture);
  follow_by (fixture, "win.slowest");
  results = gui_get_followed (fixture, &row);
  flows = th_results_get_flows (results);
  for (guint32 i = 0; i < th_flows_get_n (flows); i++)
    if (!(th_flows_get (flows, i)->flags & TH_FLOW_PART))
      g_assert_cmpint (th_journey_get_total (results, i), <=, th_journey_get_total (results, row));

  /* Each slowest packet is followed once. */
  for (guint i = 0; i < 20; i++)
    {
      guint32 before = row;

      g_assert_cmpint (th_journey_get_total (results, row), <=, last);
      last = th_journey_get_total (results, row);
      follow_by (fixture, "win.next-slowest");
      gui_get_followed (fixture, &row);
      g_assert_cmpuint (row, !=, before);
    }
}

/* The lookup runs on a worker and is shown in the status line; Esc only cancels it. */
static void
test_slowest_cancelled (Fixture       *fixture,
                        gconstpointer  data)
{
  ThDocument *document = open_analysed (fixture);
  ThFlowFollower *follower = th_document_get_follower (document);
  guint32 row, after;

  th_flow_follower_follow_slowest (follower, FALSE);
  g_assert_cmpint (th_flow_follower_get_state (follower), ==, TH_FOLLOW_SEARCHING);
  g_assert_false (gui_is_following (fixture));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.cancel", NULL);
  g_assert_cmpint (th_flow_follower_get_state (follower), ==, TH_FOLLOW_IDLE);
  wait_ms (100);
  g_assert_false (gui_is_following (fixture));

  follow_by (fixture, "win.slowest");
  gui_get_followed (fixture, &row);
  th_flow_follower_follow_slowest (follower, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.cancel", NULL);
  wait_ms (100);
  g_assert_nonnull (gui_get_followed (fixture, &after));
  g_assert_cmpuint (after, ==, row);
}

/* There is none after the last one: a notice says so, and the last one stays followed. */
static void
test_slowest_last (Fixture       *fixture,
                   gconstpointer  data)
{
  ThResults *results;
  guint32 row, after;

  open_analysed (fixture);
  follow_by (fixture, "win.slowest");
  results = gui_get_followed (fixture, &row);
  while ((after = th_journey_find_slowest (results, row, NULL)) != TH_FLOW_NONE)
    row = after;
  th_flow_follower_follow (gui_get_follower (fixture), results, row);

  follow_by (fixture, "win.next-slowest");
  g_assert_cmpint (th_flow_follower_get_state (gui_get_follower (fixture)), ==, TH_FOLLOW_NO_MORE);
  g_assert_true (gui_get_followed (fixture, &after) == results);
  g_assert_cmpuint (after, ==, row);
}

static void
test_pins (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = follow_received (fixture);
  ThScene *scene = th_document_get_scene (document);
  guint32 first, second;
  ThResults *results = gui_get_followed (fixture, &first);

  g_assert_false (th_flow_follower_is_pinned (gui_get_follower (fixture)));
  activate (fixture, "win.pin");
  g_assert_true (th_flow_follower_is_pinned (gui_get_follower (fixture)));
  activate (fixture, "win.next-life");
  gui_get_followed (fixture, &second);
  g_assert_cmpuint (th_scene_find_flow (scene, results, first), !=, G_MAXUINT);
  g_assert_cmpuint (th_scene_find_flow (scene, results, second), !=, G_MAXUINT);

  /* Only the pinned lane stays. */
  activate (fixture, "win.unfollow");
  g_assert_false (gui_is_following (fixture));
  g_assert_cmpuint (th_scene_find_flow (scene, results, first), !=, G_MAXUINT);
  g_assert_cmpuint (th_scene_find_flow (scene, results, second), ==, G_MAXUINT);
  th_flow_follower_unpin (gui_get_follower (fixture), results, first);
  g_assert_cmpuint (th_scene_find_flow (scene, results, first), ==, G_MAXUINT);
}

static void
test_dim (Fixture       *fixture,
          gconstpointer  data)
{
  ThDocument *document = follow_received (fixture);
  guint serial = th_document_get_serial (document);

  g_assert_true (gui_action_is_on (fixture->window, "dim"));
  activate (fixture, "win.dim");
  g_assert_false (gui_action_is_on (fixture->window, "dim"));
  g_assert_cmpuint (th_document_get_serial (document), >, serial);
}

static void
test_copy (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *text = NULL;

  follow_received (fixture);
  text = th_journey_panel_dup_text (get_journey (fixture));
  g_assert_true (g_str_has_prefix (text, "Packet 0xff222d4c0bb1be00#"));
  g_assert_nonnull (strstr (text, "skb_copy_datagram_iovec"));
  g_assert_nonnull (strstr (text, "Where the time went\n"));
  activate (fixture, "win.copy-journey");
}

/* A packet is followed by double-click or Enter in the table, by the menu, and by the inspector's
 * button. */
static void
test_doors (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_analysed (fixture);
  ThRef stack = event_at (document, 0, RECEIVED_STACK);
  ThRef interrupt = event_at (document, 0, 177708853551);
  g_autoptr(GMenuModel) menu = NULL, none = NULL;
  g_autofree char *text = NULL, *label = NULL;

  g_assert_cmpstr (th_document_get_noun (document, stack), ==, "packet");
  g_assert_null (th_document_get_noun (document, interrupt));

  select_event (fixture, interrupt);
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "follow"));
  none = th_context_menu_for_event (document);
  /* a section: nothing to follow */
  g_assert_false (g_menu_model_get_item_attribute (none, 0, "label", "s", &label));

  select_event (fixture, stack);
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "follow"));
  menu = th_context_menu_for_event (document);
  g_assert_true (g_menu_model_get_item_attribute (menu, 0, "label", "s", &label));
  g_assert_cmpstr (label, ==, "_Follow Packet");
  text = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_nonnull (strstr (text, "Follow Packet\n"));
  activate (fixture, "win.event-menu");
  wait_ms (50);

  activate_row (GTK_WIDGET (gui_get_table (fixture->window)),
                gui_get_selected_row (gui_get_table (fixture->window)));
  settle (fixture, is_following);
}

/* A flow that is requested before the analyses have found it is followed once it exists; otherwise
 * a notice says that there is none. */
static void
test_early (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThFlowFollower *follower = th_document_get_follower (document);

  th_flow_follower_follow_event (follower, event_at (document, 0, RECEIVED_STACK));
  settle (fixture, is_following);
  g_assert_cmpint (get_flow (document)->last, ==, RECEIVED_LAST);
  wait_until (fixture, is_analysed);

  activate (fixture, "win.unfollow");
  th_flow_follower_follow_event (follower, event_at (document, 0, 177708853551));
  g_assert_cmpint (th_flow_follower_get_state (follower), ==, TH_FOLLOW_SEARCHING);
  wait_until (fixture, is_idle);
  g_assert_cmpint (th_flow_follower_get_state (follower), ==, TH_FOLLOW_NOT_FOUND);
  g_assert_false (gui_is_following (fixture));
}

static ThRecording *recording_before;

static gboolean
is_another (Fixture *fixture)
{
  return th_document_get_recording (th_window_get_document (fixture->window)) != recording_before;
}

/* A key may be pressed twice. */
static void
load_again (Fixture *fixture)
{
  recording_before =
    th_recording_ref (th_document_get_recording (th_window_get_document (fixture->window)));
  activate (fixture, "win.reload");
  activate (fixture, "win.reload");
  wait_until (fixture, is_another);
  g_clear_pointer (&recording_before, th_recording_unref);
}

/* The second request may have begun after the first had ended. */
static gboolean
is_followed_again (Fixture *fixture)
{
  return is_loaded (fixture) && is_following (fixture);
}

/* After a reload, the followed flow and a pinned lane are found again; the view and the history
 * are kept. */
static void
test_reload (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = follow_received (fixture);
  g_autofree char *before = NULL, *after = NULL;
  guint32 first, row;

  gui_get_followed (fixture, &first);
  activate (fixture, "win.pin");
  activate (fixture, "win.next-life");
  settle (fixture, is_read);
  g_assert_cmpint (get_flow (document)->first, <=, MERGED_FIRST);
  g_assert_cmpint (get_flow (document)->last, >=, MERGED_FIRST);
  wait_ms (500); /* until the view becomes a step of the history */
  before = view_text (document);

  load_again (fixture);
  settle (fixture, is_followed_again);
  after = view_text (document);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmphex (get_flow (document)->key, ==, G_GUINT64_CONSTANT (0xff222d4c0bb1be00));
  g_assert_cmpint (get_flow (document)->first, <=, MERGED_FIRST);
  g_assert_cmpint (get_flow (document)->last, >=, MERGED_FIRST);
  g_assert_true (th_inspector_is_journey_shown (th_window_get_inspector (fixture->window)));
  g_assert_cmpuint (th_scene_find_flow (th_document_get_scene (document),
                                        gui_get_followed (fixture, NULL), first), !=,
                    G_MAXUINT);
  g_assert_false (th_flow_follower_is_pinned (gui_get_follower (fixture)));
  wait_ms (500);
  activate (fixture, "win.view-back");
  gui_get_followed (fixture, &row);
  g_assert_cmpuint (row, ==, first);

  /* A flow that is unfollowed during its lookup stays unfollowed. */
  load_again (fixture);
  th_document_unfollow (document);
  settle (fixture, is_analysed);
  wait_ms (100);
  g_assert_false (gui_is_following (fixture));
  g_assert_false (th_inspector_is_journey_shown (th_window_get_inspector (fixture->window)));
  follow_by (fixture, "win.slowest");
  g_assert_true (gui_is_following (fixture));
}

/* --- the tab ------------------------------------------------------------ */

static ThResultTable *
get_tab (Fixture *fixture)
{
  return TH_RESULT_TABLE (gui_get_tab (fixture->window, "packets/packets"));
}

static gboolean
is_arranged (Fixture *fixture)
{
  return !is_arranging (GTK_WIDGET (get_tab (fixture)));
}

/* Returns the line "N packets · p50 …" above the table, or NULL while it does not exist. */
static char *
dup_summary (Fixture *fixture)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_auto(GStrv) lines = NULL;

  append_labels (GTK_WIDGET (get_tab (fixture)), text);
  lines = g_strsplit (text->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], " · p50 ") != NULL)
      return g_strdup (lines[i]);

  return NULL;
}

static gboolean
has_facts (Fixture *fixture)
{
  g_autofree char *summary = dup_summary (fixture);

  return summary != NULL && is_arranged (fixture);
}

/* The legend has the stages that occur; system calls were not recorded. */
static void
check_legend (Fixture *fixture)
{
  g_autoptr(GString) text = g_string_new (NULL);

  append_labels (GTK_WIDGET (get_tab (fixture)), text);
  g_assert_nonnull (strstr (text->str,
                            "■\u00a0irq   ■\u00a0softirq   ■\u00a0napi   ■\u00a0gro   "
                            "■\u00a0stack   ■\u00a0queue   ■\u00a0wakeup   ■\u00a0reader"));
  g_assert_null (strstr (text->str, "■\u00a0send"));
}

/* The slowest packet is first, merged frames are left out, and each row leads to its journey. */
static void
test_tab (Fixture       *fixture,
          gconstpointer  data)
{
  GtkWidget *parts;
  g_autofree char *facts = NULL, *summary = NULL;
  ThResultList *list;
  ThResults *results;
  ThFlows *flows;
  guint32 n = 0, followed;

  open_analysed (fixture);
  activate (fixture, "win.tab::packets/packets");
  settle (fixture, has_facts);
  list = gui_get_result_list (get_tab (fixture));
  follow_by (fixture, "win.slowest");
  results = gui_get_followed (fixture, &followed);
  flows = th_results_get_flows (results);
  for (guint32 i = 0; i < th_flows_get_n (flows); i++)
    n += !(th_flows_get (flows, i)->flags & TH_FLOW_PART);
  g_assert_cmpuint (n, <, th_flows_get_n (flows));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
  facts = g_strdup_printf ("%u packets · p50 ", n);
  summary = dup_summary (fixture);
  g_assert_true (g_str_has_prefix (summary, facts));
  check_legend (fixture);

  for (guint i = 1; i < n; i++)
    {
      gint64 before = th_journey_get_cell (results, th_result_list_get_row (list, i - 1), "total");
      gint64 total = th_journey_get_cell (results, th_result_list_get_row (list, i), "total");

      g_assert_true (total == TH_CELL_NONE || total <= before);
    }
  g_assert_cmpuint (th_result_list_get_row (list, 0), ==, followed);

  activate_row (GTK_WIDGET (get_tab (fixture)), 3);
  gui_get_followed (fixture, &followed);
  g_assert_cmpuint (followed, ==, th_result_list_get_row (list, 3));
  g_assert_cmpuint (th_result_list_find (list, followed), ==, 3);

  parts = find_widget (GTK_WIDGET (get_tab (fixture)), GTK_TYPE_CHECK_BUTTON);
  g_assert_true (g_str_has_prefix (gtk_widget_get_tooltip_text (parts), "Also list packets "));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (parts), TRUE);
  settle (fixture, is_arranged);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, th_flows_get_n (flows));
  th_result_table_seek (get_tab (fixture), "no such thing");
  settle (fixture, is_arranged);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
}

static void
check_rows (Fixture    *fixture,
            ThResults  *results,
            const char *text,
            const char *column,
            gint64      above)
{
  ThResultList *list = gui_get_result_list (get_tab (fixture));
  guint32 n = 0;

  th_result_table_seek (get_tab (fixture), text);
  settle (fixture, is_arranged);
  for (guint32 row = 0; row < th_flows_get_n (th_results_get_flows (results)); row++)
    n += th_journey_get_cell (results, row, column) > above &&
      !(th_flows_get (th_results_get_flows (results), row)->flags & TH_FLOW_PART);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (th_journey_get_cell (results, th_result_list_get_row (list, i), column), >,
                     above);
}

/* The filter text of the table is an expression if it compares something, with or without the
 * noun; the events of packets are filtered likewise. */
static void
test_expression (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_analysed (fixture);
  g_autoptr(GError) error = NULL;
  ThResults *results;
  guint begin, end;
  guint64 n;

  activate (fixture, "win.tab::packets/packets");
  settle (fixture, has_facts);
  follow_by (fixture, "win.slowest");
  results = th_flow_follower_get_followed (th_document_get_follower (document), NULL);
  check_rows (fixture, results, "total > 1ms", "total", 1000000);
  check_rows (fixture, results, "packet.length > 100", "length", 100);
  g_assert_false (th_result_list_is_expression (gui_get_result_list (get_tab (fixture)),
                                                "delivered", &error));
  g_assert_no_error (error);
  g_assert_false (th_result_list_is_expression (gui_get_result_list (get_tab (fixture)),
                                                "totl > 1", &error));
  g_assert_cmpstr (error->message, ==, "There is no column “totl” here");

  th_event_filter_set_text (gui_get_filter (fixture), "packet.total > 1ms");
  g_assert_null (th_event_filter_get_error (gui_get_filter (fixture), &begin, &end));
  while (th_event_filter_is_running (gui_get_filter (fixture)))
    g_main_context_iteration (NULL, TRUE);
  n = th_rows_get_n (th_event_filter_get_rows (gui_get_filter (fixture)));
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, th_recording_get_n_events (th_document_get_recording (document)));
}

static gboolean
has_connection_rows (Fixture *fixture)
{
  return g_strcmp0 (th_table_pane_get_tab (gui_get_table_pane (fixture)),
                    "connection(1)/connection-packets") == 0 && is_analysed (fixture) &&
         g_list_model_get_n_items (G_LIST_MODEL (gui_get_result_list (
           gui_get_tab (fixture->window, "connection(1)/connection-packets")))) > 0;
}

/* Returns the title of the current lane. */
static const char *
get_current_lane (Fixture *fixture)
{
  ThScene *scene = th_document_get_scene (th_window_get_document (fixture->window));
  guint lane = th_timeline_get_current (th_window_get_timeline (fixture->window));

  return lane != G_MAXUINT ? th_scene_get_lane (scene, lane)->title : "";
}

/* The recording has one connection, of which two received packets and a dropped one are known. */
static void
test_connection (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "k612-rep.dat", NULL);

  open_path (fixture, path);
  settle (fixture, is_analysed);
  activate (fixture, "win.follow-connection");
  g_assert_true (g_str_has_prefix (gui_get_notice (fixture->window), "Follow a packet of the "));
  activate (fixture, "win.tab('sockets/connections')");
  gui_select_row (gui_get_tab (fixture->window, "sockets/connections"), 0);
  settle (fixture, is_analysed);
  activate (fixture, "win.follow-connection");
  settle (fixture, has_connection_rows);
  g_assert_cmpstr (get_current_lane (fixture), ==, "10.77.0.2:58264 ↔ 10.77.0.1:8000");

  /* The second time it is there already. */
  th_timeline_set_current (th_window_get_timeline (fixture->window), 0);
  activate (fixture, "win.follow-connection-of((uint32 0, uint32 1))");
  settle (fixture, has_connection_rows);
  g_assert_cmpstr (get_current_lane (fixture), ==, "10.77.0.2:58264 ↔ 10.77.0.1:8000");
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/gui/follow/event", test_follow);
  ADD_WINDOW_TEST ("/gui/follow/folds", test_folds);
  ADD_WINDOW_TEST ("/gui/follow/merged", test_merged);
  ADD_WINDOW_TEST ("/gui/follow/stages", test_stages);
  ADD_WINDOW_TEST ("/gui/follow/stop-button", test_stop_button);
  ADD_WINDOW_TEST ("/gui/follow/back", test_back);
  ADD_WINDOW_TEST ("/gui/follow/steps", test_steps);
  ADD_WINDOW_TEST ("/gui/follow/lives", test_lives);
  ADD_WINDOW_TEST ("/gui/follow/slowest", test_slowest);
  ADD_WINDOW_TEST ("/gui/follow/slowest-cancelled", test_slowest_cancelled);
  ADD_WINDOW_TEST ("/gui/follow/slowest-last", test_slowest_last);
  ADD_WINDOW_TEST ("/gui/follow/pins", test_pins);
  ADD_WINDOW_TEST ("/gui/follow/dim", test_dim);
  ADD_WINDOW_TEST ("/gui/follow/copy", test_copy);
  ADD_WINDOW_TEST ("/gui/follow/doors", test_doors);
  ADD_WINDOW_TEST ("/gui/follow/early", test_early);
  ADD_WINDOW_TEST ("/gui/follow/tab", test_tab);
  ADD_WINDOW_TEST ("/gui/follow/expression", test_expression);
  ADD_WINDOW_TEST ("/gui/follow/reload", test_reload);
  ADD_WINDOW_TEST ("/gui/follow/connection", test_connection);

  return g_test_run ();
}
