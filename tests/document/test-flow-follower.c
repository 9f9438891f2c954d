/* test-flow-follower.c - following flows, their steps and pins, without a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Times are those of `trace-cmd report -t -N` of the sample, by address.
 */
#include "config.h"

#include "document-fixture.h"

#include "th-journey.h"
#include "th-pinned-flows.h"

static gboolean
is_idle (gpointer follower)
{
  return th_flow_follower_get_state (follower) != TH_FOLLOW_SEARCHING;
}

static const ThFlow *
get_flow (ThFlowFollower *follower)
{
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (follower, &row);

  g_assert_nonnull (results);
  return th_flows_get (th_results_get_flows (results), row);
}

static ThRef
follow_received (Document *self)
{
  ThRef event = event_at (th_recording_loader_get_recording (self->loader), 0, RECEIVED_STACK);

  th_selection_select (self->selection, event);
  th_flow_follower_follow_event (self->follower, event);
  g_assert_cmpuint (th_flow_follower_get_state (self->follower), ==, TH_FOLLOW_SEARCHING);
  wait_for (is_idle, self->follower);

  return event;
}

static void
test_event (Document      *self,
            gconstpointer  data)
{
  guint n_following, n_changed, n_followed, n_states;
  const ThFlow *flow;
  ThResults *results;
  ThRef event;
  guint32 row;

  count_signal (self->follower, "following", &n_following);
  count_signal (self->follower, "changed", &n_changed);
  count_signal (self->follower, "followed", &n_followed);
  count_signal (self->follower, "notify::state", &n_states);
  event = follow_received (self);

  flow = get_flow (self->follower);
  g_assert_cmphex (flow->key, ==, G_GUINT64_CONSTANT (0xff222d4c0bb1be00));
  g_assert_cmpint (flow->first, <=, RECEIVED_FIRST);
  g_assert_cmpint (flow->last, ==, RECEIVED_LAST);
  g_assert_cmpuint (n_following, ==, 1);
  g_assert_cmpuint (n_followed, ==, 1);
  g_assert_cmpuint (n_changed, ==, 2); /* lookup started, flow followed */
  g_assert_cmpuint (n_states, ==, 2);
  /* it is one of its steps */
  g_assert_true (th_ref_equal (th_selection_get_event (self->selection), event));
  results = th_flow_follower_get_followed (self->follower, &row);
  g_assert_cmpuint (th_scene_find_flow (self->scene, results, row), !=, G_MAXUINT);

  g_assert_true (th_flow_follower_unfollow (self->follower));
  g_assert_cmpuint (th_scene_find_flow (self->scene, results, row), ==, G_MAXUINT);
  g_assert_false (th_flow_follower_unfollow (self->follower));
}

/* The next step is later in time, and the previous one leads back to the same event. */
static void
test_steps (Document      *self,
            gconstpointer  data)
{
  ThRecording *recording = th_recording_loader_get_recording (self->loader);
  ThRef event = follow_received (self);
  guint32 step = th_flow_follower_get_step (self->follower);

  g_assert_cmpuint (step, !=, G_MAXUINT32);
  g_assert_true (th_flow_follower_follow_step (self->follower, 1));
  g_assert_cmpuint (th_flow_follower_get_step (self->follower), ==, step + 1);
  g_assert_cmpint (th_recording_get_time (recording, th_selection_get_event (self->selection)), >=,
                   RECEIVED_STACK);
  g_assert_true (th_flow_follower_follow_step (self->follower, -1));
  g_assert_true (th_ref_equal (th_selection_get_event (self->selection), event));
  th_flow_follower_select_step (self->follower, get_flow (self->follower)->n_steps - 1);
  g_assert_cmpint (th_recording_get_time (recording, th_selection_get_event (self->selection)), ==,
                   RECEIVED_LAST);
  g_assert_false (th_flow_follower_follow_step (self->follower, 1));
}

static gint64
total (ThFlowFollower *follower)
{
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (follower, &row);

  g_assert_nonnull (results);
  return th_journey_get_total (results, row);
}

/* Each of the slowest is at most as slow as the one before. */
static void
test_slowest (Document      *self,
              gconstpointer  data)
{
  gint64 before;

  th_flow_follower_follow_slowest (self->follower, FALSE);
  wait_for (is_idle, self->follower);
  before = total (self->follower);
  for (guint i = 0; i < 3; i++)
    {
      th_flow_follower_follow_slowest (self->follower, TRUE);
      wait_for (is_idle, self->follower);
      g_assert_cmpuint (th_flow_follower_get_state (self->follower), ==, TH_FOLLOW_IDLE);
      g_assert_cmpint (total (self->follower), <=, before);
      before = total (self->follower);
    }
}

/* A sched_switch is not part of a packet's flow. */
static void
test_not_found (Document      *self,
                gconstpointer  data)
{
  ThRecording *recording = th_recording_loader_get_recording (self->loader);

  th_flow_follower_follow_event (self->follower,
                                 event_at (recording, 2, G_GINT64_CONSTANT (177573737466)));
  wait_for (is_idle, self->follower);
  g_assert_cmpuint (th_flow_follower_get_state (self->follower), ==, TH_FOLLOW_NOT_FOUND);
  g_assert_null (th_flow_follower_get_followed (self->follower, NULL));

  th_flow_follower_follow_slowest (self->follower, FALSE);
  g_assert_true (th_flow_follower_cancel (self->follower));
  g_assert_false (th_flow_follower_cancel (self->follower));
  g_assert_cmpuint (th_flow_follower_get_state (self->follower), ==, TH_FOLLOW_IDLE);
}

/* A pinned lane stays when another flow is followed. */
static void
test_pins (Document      *self,
           gconstpointer  data)
{
  ThResults *results;
  guint32 row;

  follow_received (self);
  results = th_flow_follower_get_followed (self->follower, &row);
  th_flow_follower_pin (self->follower, results, row);
  g_assert_true (th_flow_follower_is_pinned (self->follower));
  th_flow_follower_follow_slowest (self->follower, FALSE);
  wait_for (is_idle, self->follower);
  g_assert_cmpuint (th_scene_find_flow (self->scene, results, row), !=, G_MAXUINT);
  g_assert_cmpuint (th_flow_follower_get_pins (self->follower)->len, ==, 1);
  th_flow_follower_unfollow (self->follower);
  g_assert_cmpuint (th_scene_find_flow (self->scene, results, row), !=, G_MAXUINT);
  th_flow_follower_unpin (self->follower, results, row);
  g_assert_cmpuint (th_scene_find_flow (self->scene, results, row), ==, G_MAXUINT);
}

/* The followed flow is encoded as a number, from which it is found again. */
static void
test_encoded (Document      *self,
              gconstpointer  data)
{
  guint64 code;
  guint32 row, again;

  g_assert_cmpuint (th_flow_follower_encode (self->follower), ==, 0);
  follow_received (self);
  th_flow_follower_get_followed (self->follower, &row);
  code = th_flow_follower_encode (self->follower);
  th_flow_follower_take_encoded (self->follower, 0);
  g_assert_null (th_flow_follower_get_followed (self->follower, NULL));
  th_flow_follower_take_encoded (self->follower, code);
  g_assert_nonnull (th_flow_follower_get_followed (self->follower, &again));
  g_assert_cmpuint (again, ==, row);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/document/follower/event", Document, NULL, document_set_up, test_event,
              document_tear_down);
  g_test_add ("/document/follower/steps", Document, NULL, document_set_up, test_steps,
              document_tear_down);
  g_test_add ("/document/follower/slowest", Document, NULL, document_set_up, test_slowest,
              document_tear_down);
  g_test_add ("/document/follower/not-found", Document, NULL, document_set_up, test_not_found,
              document_tear_down);
  g_test_add ("/document/follower/pins", Document, NULL, document_set_up, test_pins,
              document_tear_down);
  g_test_add ("/document/follower/encoded", Document, NULL, document_set_up, test_encoded,
              document_tear_down);

  return g_test_run ();
}
