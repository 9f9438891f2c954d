/* test-view-link.c - what the user does to one document happens to the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "pair-fixture.h"
#include "th-event-filter.h"

#include "th-lane-arrangement.h"
#include "th-scene-edit.h"
#include "th-view-link.h"

#define MS G_GINT64_CONSTANT (1000000)
/* Longer than a view rests before it becomes a step of the history. */
#define REST_MS 1500

typedef struct
{
  Pair             pair;
  ThTimeAlignment *alignment;
  ThViewLink      *link;
  ThDocument      *a;
  ThDocument      *b;
} Fixture;

static gboolean
fixture_open (Fixture *f)
{
  *f = (Fixture) { { NULL } };
  if (!pair_open (&f->pair, BEFORE, HOG))
    return FALSE;

  f->a = pair_get (&f->pair, TH_SIDE_A);
  f->b = pair_get (&f->pair, TH_SIDE_B);
  f->alignment = th_time_alignment_new (f->pair.pair);
  f->link = th_view_link_new (f->alignment);
  return TRUE;
}

static void
fixture_close (Fixture *f)
{
  g_clear_object (&f->link);
  g_clear_object (&f->alignment);
  pair_close (&f->pair);
}

static void
assert_view (ThDocument *document,
             gint64      from,
             gint64      to)
{
  g_assert_cmpint (th_document_get_view (document)->from, ==, from);
  g_assert_cmpint (th_document_get_view (document)->to, ==, to);
}

/* --- the view -------------------------------------------------------------- */

static void
test_view (void)
{
  guint n_a, n_b;
  Fixture f;

  if (!fixture_open (&f))
    return;

  /* B follows A from the start. */
  g_assert_cmpint (th_document_get_view (f.b)->from, ==,
                   th_document_get_view (f.a)->from + FIRST_OFFSET);
  wait_ms (REST_MS);

  count_signal (f.a, "view-changed", &n_a);
  count_signal (f.b, "view-changed", &n_b);
  th_document_set_view (f.a, BEFORE_FIRST + 100 * MS, BEFORE_FIRST + 300 * MS);
  assert_view (f.b, HOG_FIRST + 100 * MS, HOG_FIRST + 300 * MS);
  g_assert_cmpuint (n_a, ==, 1);
  g_assert_cmpuint (n_b, ==, 1);
  th_document_set_view (f.b, HOG_FIRST + 50 * MS, HOG_FIRST + 60 * MS);
  assert_view (f.a, BEFORE_FIRST + 50 * MS, BEFORE_FIRST + 60 * MS);
  g_assert_cmpuint (n_a, ==, 2);
  g_assert_cmpuint (n_b, ==, 2);

  /* B is moved by another offset; A led nothing since. */
  th_time_alignment_set_offset (f.alignment, FIRST_OFFSET + 5 * MS);
  assert_view (f.b, HOG_FIRST + 50 * MS, HOG_FIRST + 60 * MS);
  assert_view (f.a, BEFORE_FIRST + 45 * MS, BEFORE_FIRST + 55 * MS);
  fixture_close (&f);
}

/* A is 1.55 s long and B 2.09 s.  Where B ends its view stays, and A goes on; when A comes back,
 * B follows at once. */
static void
test_ends (void)
{
  const ThView *view;
  gint64 end;
  Fixture f;

  if (!fixture_open (&f))
    return;

  th_time_alignment_set_offset (f.alignment, FIRST_OFFSET + 1500 * MS);
  th_document_set_view (f.a, BEFORE_FIRST + 900 * MS, BEFORE_FIRST + 1100 * MS);
  view = th_document_get_view (f.b);
  end = view->to;
  g_assert_cmpint (end, >=, HOG_LAST);
  g_assert_cmpint (end, <, HOG_LAST + 200 * MS);
  g_assert_cmpint (view->to - view->from, ==, 200 * MS);
  wait_ms (REST_MS);
  assert_view (f.a, BEFORE_FIRST + 900 * MS, BEFORE_FIRST + 1100 * MS);

  th_document_set_view (f.a, BEFORE_FIRST + 1000 * MS, BEFORE_FIRST + 1200 * MS);
  g_assert_cmpint (th_document_get_view (f.b)->to, ==, end);
  assert_view (f.a, BEFORE_FIRST + 1000 * MS, BEFORE_FIRST + 1200 * MS);
  th_document_set_view (f.a, BEFORE_FIRST + 100 * MS, BEFORE_FIRST + 300 * MS);
  assert_view (f.b, HOG_FIRST + 1600 * MS, HOG_FIRST + 1800 * MS);
  fixture_close (&f);
}

/* --- selection ------------------------------------------------------------- */

static void
assert_span (ThDocument *document,
             gint64      from,
             gint64      to)
{
  gint64 first, last;

  if (!th_document_get_span (document, &first, &last))
    first = last = TH_TIME_NONE;
  g_assert_cmpint (first, ==, from);
  g_assert_cmpint (last, ==, to);
}

static void
test_span (void)
{
  Fixture f;

  if (!fixture_open (&f))
    return;

  th_document_select_span (f.a, BEFORE_FIRST + 1, BEFORE_FIRST + 20);
  assert_span (f.b, HOG_FIRST + 1, HOG_FIRST + 20);
  th_document_select_span (f.b, HOG_FIRST + 5, HOG_FIRST + 6);
  assert_span (f.a, BEFORE_FIRST + 5, BEFORE_FIRST + 6);
  th_document_clear_span (f.b);
  assert_span (f.a, TH_TIME_NONE, TH_TIME_NONE);
  fixture_close (&f);
}

/* The time of the selected event is shown in the other document, whose selection stays. */
static void
test_time (void)
{
  ThRef event;
  Fixture f;

  if (!fixture_open (&f))
    return;

  event = pair_event_at (&f.pair, TH_SIDE_A, 0, BEFORE_FIRST);
  th_document_select (f.a, event);
  g_assert_cmpint (th_document_get_linked_time (f.b), ==, HOG_FIRST);
  g_assert_cmpint (th_document_get_linked_time (f.a), ==, TH_TIME_NONE);
  g_assert_true (th_ref_is_none (th_document_get_selected (f.b)));
  th_time_alignment_set_offset (f.alignment, 3);
  g_assert_cmpint (th_document_get_linked_time (f.b), ==, BEFORE_FIRST + 3);

  th_view_link_set_linked (f.link, FALSE);
  g_assert_cmpint (th_document_get_linked_time (f.b), ==, TH_TIME_NONE);
  th_view_link_set_linked (f.link, TRUE);
  g_assert_cmpint (th_document_get_linked_time (f.b), ==, BEFORE_FIRST + 3);
  th_document_select (f.a, TH_REF_NONE);
  g_assert_cmpint (th_document_get_linked_time (f.b), ==, TH_TIME_NONE);
  fixture_close (&f);
}

/* So is the time under the pointer, while the documents are linked. */
static void
test_pointer (void)
{
  Fixture f;

  if (!fixture_open (&f))
    return;

  th_document_set_pointer_time (f.a, BEFORE_FIRST + 40);
  g_assert_cmpint (th_document_get_linked_pointer (f.b), ==, HOG_FIRST + 40);
  g_assert_cmpint (th_document_get_linked_pointer (f.a), ==, TH_TIME_NONE);
  th_time_alignment_set_offset (f.alignment, 3);
  g_assert_cmpint (th_document_get_linked_pointer (f.b), ==, BEFORE_FIRST + 43);
  th_view_link_set_linked (f.link, FALSE);
  g_assert_cmpint (th_document_get_linked_pointer (f.b), ==, TH_TIME_NONE);
  th_document_set_pointer_time (f.a, BEFORE_FIRST + 50);
  g_assert_cmpint (th_document_get_linked_pointer (f.b), ==, TH_TIME_NONE);
  th_view_link_set_linked (f.link, TRUE);
  g_assert_cmpint (th_document_get_linked_pointer (f.b), ==, BEFORE_FIRST + 53);
  th_document_set_pointer_time (f.a, TH_TIME_NONE);
  g_assert_cmpint (th_document_get_linked_pointer (f.b), ==, TH_TIME_NONE);
  th_document_set_pointer_time (f.b, HOG_FIRST);
  g_assert_cmpint (th_document_get_linked_pointer (f.a), ==, HOG_FIRST - 3);
  fixture_close (&f);
}

/* --- filter ------------------------------------------------------------------ */

static void
test_filter (void)
{
  Fixture f;

  if (!fixture_open (&f))
    return;

  th_event_filter_set_text (th_document_get_filter (f.a), "cpu == 1");
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (f.b)), ==, "cpu == 1");
  th_event_filter_set_text (th_document_get_filter (f.b), "cpu == 0");
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (f.a)), ==, "cpu == 0");
  /* A mistake of one side stays there. */
  th_event_filter_set_text (th_document_get_filter (f.a), "cpu ==");
  wait_ms (100);
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (f.a)), ==, "cpu == 0");
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (f.b)), ==, "cpu == 0");
  th_event_filter_set_text (th_document_get_filter (f.a), "");
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (f.b)), ==, "");
  fixture_close (&f);
}

/* --- lanes --------------------------------------------------------------------- */

static guint
find_lane (ThDocument *document,
           const char *name)
{
  ThScene *scene = th_document_get_scene (document);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (g_strcmp0 (th_scene_get_lane (scene, i)->name, name) == 0)
      return i;

  g_test_message ("there is no lane %s", name);
  g_assert_not_reached ();
}

static char *
name_task (gint32 pid)
{
  return g_strdup_printf ("task/%d", pid);
}

static void
pin_task (ThDocument *document,
          gint32      pid)
{
  ThScene *scene = th_document_get_scene (document);
  g_autofree char *name = name_task (pid);

  th_scene_reveal (scene, name);
  th_scene_set_pinned (scene, find_lane (document, name), TRUE);
  th_document_lanes_changed (document);
}

/* Asserts the state of a lane, apart from its place. */
static void
assert_state (ThDocument *document,
              const char *name,
              guint       flags)
{
  g_autoptr(GArray) states = th_scene_list_states (th_document_get_scene (document));

  for (guint i = 0; i < states->len; i++)
    {
      const ThLaneState *state = &g_array_index (states, ThLaneState, i);

      if (g_str_equal (state->name, name))
        {
          g_assert_cmpuint (state->flags & ~TH_LANE_IS_REVEALED, ==, flags);
          return;
        }
    }
  g_assert_cmpuint (flags, ==, 0);
}

static void
assert_task (ThDocument *document,
             gint32      pid,
             guint       flags)
{
  g_autofree char *name = name_task (pid);

  assert_state (document, name, flags);
}

static void
test_lanes (void)
{
  guint n_a;
  Fixture f;

  if (!fixture_open (&f))
    return;

  /* gt-hog is in B alone, so A cannot say anything about it. */
  pin_task (f.b, HOG_HOG);
  count_signal (f.a, "lanes-changed", &n_a);
  pin_task (f.a, BEFORE_SERVER);
  assert_task (f.b, HOG_SERVER, TH_LANE_IS_PINNED);
  assert_task (f.b, HOG_HOG, TH_LANE_IS_PINNED);
  assert_task (f.b, BEFORE_SERVER, 0);
  g_assert_cmpuint (n_a, ==, 1);

  th_scene_set_hidden (th_document_get_scene (f.b), find_lane (f.b, "cpu/1"), TRUE);
  th_document_lanes_changed (f.b);
  assert_state (f.a, "cpu/1", TH_LANE_IS_HIDDEN);
  th_document_fold (f.a, find_lane (f.a, "tasks"), TRUE);
  assert_state (f.b, "tasks", TH_LANE_IS_FOLDED);
  th_scene_move_before (th_document_get_scene (f.a), find_lane (f.a, "cpu/3"),
                        find_lane (f.a, "cpu/0"));
  th_document_lanes_changed (f.a);
  g_assert_cmpuint (find_lane (f.b, "cpu/3"), <, find_lane (f.b, "cpu/0"));

  /* What is undone in A is undone in B. */
  th_scene_set_states (th_document_get_scene (f.a), NULL, 0);
  th_document_lanes_changed (f.a);
  assert_task (f.b, HOG_SERVER, 0);
  assert_task (f.b, HOG_HOG, TH_LANE_IS_PINNED);
  assert_state (f.b, "cpu/1", 0);
  th_document_set_only_active (f.b, TRUE);
  th_document_set_wakeups (f.b, FALSE);
  g_assert_true (th_document_get_only_active (f.a));
  g_assert_false (th_document_get_wakeups (f.a));
  fixture_close (&f);
}

/* --- linked or not ---------------------------------------------------------------- */

static void
test_unlinked (void)
{
  guint n;
  Fixture f;

  if (!fixture_open (&f))
    return;

  count_signal (f.link, "notify::linked", &n);
  th_view_link_set_linked (f.link, FALSE);
  g_assert_cmpuint (n, ==, 1);
  th_document_set_view (f.a, BEFORE_FIRST + 10 * MS, BEFORE_FIRST + 30 * MS);
  th_document_set_view (f.b, HOG_FIRST + 500 * MS, HOG_FIRST + 600 * MS);
  th_event_filter_set_text (th_document_get_filter (f.b), "cpu == 0");
  th_document_select_span (f.b, HOG_FIRST, HOG_FIRST + 9);
  pin_task (f.b, HOG_SERVER);
  assert_view (f.a, BEFORE_FIRST + 10 * MS, BEFORE_FIRST + 30 * MS);
  assert_view (f.b, HOG_FIRST + 500 * MS, HOG_FIRST + 600 * MS);
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (f.a)), ==, "");
  assert_span (f.a, TH_TIME_NONE, TH_TIME_NONE);
  assert_task (f.a, BEFORE_SERVER, 0);

  /* The side that was changed last is the one to follow. */
  th_view_link_set_linked (f.link, TRUE);
  assert_view (f.a, BEFORE_FIRST + 500 * MS, BEFORE_FIRST + 600 * MS);
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (f.a)), ==, "cpu == 0");
  assert_span (f.a, BEFORE_FIRST, BEFORE_FIRST + 9);
  assert_task (f.a, BEFORE_SERVER, TH_LANE_IS_PINNED);
  fixture_close (&f);
}

/* Another run on side B is shown like the one before, although B was changed last. */
static void
test_replaced (void)
{
  g_autoptr(ThDocument) old = NULL, again = NULL;
  Fixture f;

  if (!fixture_open (&f))
    return;

  th_document_set_view (f.b, HOG_FIRST + 50 * MS, HOG_FIRST + 60 * MS);
  th_event_filter_set_text (th_document_get_filter (f.b), "cpu == 0");
  pin_task (f.b, HOG_SERVER);
  th_document_select (f.a, pair_event_at (&f.pair, TH_SIDE_A, 0, BEFORE_FIRST));
  old = g_object_ref (f.b);
  again = pair_load (&f.pair, BEFORE);
  th_document_pair_set (f.pair.pair, TH_SIDE_B, again);
  g_assert_cmpint (th_document_get_linked_time (old), ==, TH_TIME_NONE);
  wait_for (is_settled, again);
  assert_view (f.a, BEFORE_FIRST + 50 * MS, BEFORE_FIRST + 60 * MS);
  assert_view (again, BEFORE_FIRST + 50 * MS, BEFORE_FIRST + 60 * MS);
  g_assert_cmpstr (th_event_filter_get_text (th_document_get_filter (again)), ==, "cpu == 0");
  assert_task (again, BEFORE_SERVER, TH_LANE_IS_PINNED);
  g_assert_cmpint (th_document_get_linked_time (again), ==, BEFORE_FIRST);

  /* The old document is no longer linked. */
  th_document_set_view (old, HOG_FIRST + 500 * MS, HOG_FIRST + 600 * MS);
  th_document_set_view (f.a, BEFORE_FIRST + 10 * MS, BEFORE_FIRST + 30 * MS);
  assert_view (again, BEFORE_FIRST + 10 * MS, BEFORE_FIRST + 30 * MS);
  assert_view (old, HOG_FIRST + 500 * MS, HOG_FIRST + 600 * MS);
  th_document_pair_set (f.pair.pair, TH_SIDE_B, NULL);
  th_document_set_view (f.a, BEFORE_FIRST + 50 * MS, BEFORE_FIRST + 60 * MS);
  fixture_close (&f);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/link/view", test_view);
  g_test_add_func ("/compare/link/ends", test_ends);
  g_test_add_func ("/compare/link/span", test_span);
  g_test_add_func ("/compare/link/time", test_time);
  g_test_add_func ("/compare/link/pointer", test_pointer);
  g_test_add_func ("/compare/link/filter", test_filter);
  g_test_add_func ("/compare/link/lanes", test_lanes);
  g_test_add_func ("/compare/link/unlinked", test_unlinked);
  g_test_add_func ("/compare/link/replaced", test_replaced);

  return g_test_run ();
}
