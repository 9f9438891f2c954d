/* test-restorer.c - selection and followed flow are found again after a reload, without a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "document-fixture.h"

static gboolean
is_idle (gpointer follower)
{
  return th_flow_follower_get_state (follower) != TH_FOLLOW_SEARCHING;
}

static gboolean
is_following (gpointer follower)
{
  return th_flow_follower_get_followed (follower, NULL) != NULL;
}

static void
closing_cb (Document *self)
{
  th_restorer_keep (self->restorer);
  th_flow_follower_forget (self->follower);
  th_selection_set_recording (self->selection, NULL);
}

static void
replaced_cb (Document *self)
{
  th_restorer_move (self->restorer);
}

static ThRef
select_and_follow (Document *self)
{
  ThRef event = event_at (th_recording_loader_get_recording (self->loader), 0, RECEIVED_STACK);

  th_selection_select (self->selection, event);
  th_flow_follower_follow_event (self->follower, event);
  wait_for (is_idle, self->follower);
  g_assert_true (is_following (self->follower));

  return event;
}

static void
reload (Document *self)
{
  g_signal_connect_swapped (self->loader, "closing", G_CALLBACK (closing_cb), self);
  g_signal_connect_swapped (self->loader, "replaced", G_CALLBACK (replaced_cb), self);
  th_recording_loader_open (self->loader);
  wait_for (is_loaded, self->loader);
  document_take (self);
  g_signal_handlers_disconnect_by_data (self->loader, self);
}

/* A session saves what is to be restored even before it has been found. */
static void
assert_listed (Document *self)
{
  g_autoptr(GArray) flows = th_restorer_list_flows (self->restorer);
  const ThSessionFlow *flow = &g_array_index (flows, ThSessionFlow, 0);
  ThAnchor selected;

  g_assert_cmpuint (flows->len, ==, 1);
  g_assert_cmpstr (flow->analysis, ==, "packets");
  g_assert_cmphex (flow->key, ==, G_GUINT64_CONSTANT (0xff222d4c0bb1be00));
  g_assert_true (flow->followed);
  g_assert_true (th_restorer_get_selected (self->restorer, &selected));
  g_assert_cmpint (selected.time, ==, RECEIVED_STACK);
}

static void
test_reload (Document      *self,
             gconstpointer  data)
{
  ThRef event = select_and_follow (self);
  guint32 row, again;
  guint n_followed;

  th_flow_follower_get_followed (self->follower, &row);
  count_signal (self->restorer, "followed", &n_followed);
  assert_listed (self);
  reload (self);
  g_assert_true (th_ref_is_none (th_selection_get_event (self->selection)));
  g_assert_false (is_following (self->follower));
  assert_listed (self);

  th_restorer_look (self->restorer);
  g_assert_true (th_ref_equal (th_selection_get_event (self->selection), event));
  wait_for (is_following, self->follower);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  th_flow_follower_get_followed (self->follower, &again);
  g_assert_cmpuint (again, ==, row);
  g_assert_cmpuint (n_followed, ==, 1);
  assert_listed (self);
}

/* A choice that the user made meanwhile takes precedence. */
static void
test_meanwhile (Document      *self,
                gconstpointer  data)
{
  guint64 code;

  select_and_follow (self);
  reload (self);
  g_assert_true (th_restorer_get_code (self->restorer, &code));
  g_assert_cmpuint (code, !=, 0);
  th_restorer_forget_selected (self->restorer);
  th_restorer_forget_followed (self->restorer);
  g_assert_false (th_restorer_get_code (self->restorer, &code));
  th_restorer_look (self->restorer);
  for (guint i = 0; i < 20; i++)
    {
      g_usleep (10 * 1000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_true (th_ref_is_none (th_selection_get_event (self->selection)));
  g_assert_false (is_following (self->follower));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/document/restorer/reload", Document, NULL, document_set_up, test_reload,
              document_tear_down);
  g_test_add ("/document/restorer/meanwhile", Document, NULL, document_set_up, test_meanwhile,
              document_tear_down);

  return g_test_run ();
}
