/* test-find.c - stepping from hit to hit: order, direction, undecided events, a filter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "data-fixture.h"
#include "th-text-search.h"
#include "th-order.h"

#define PATTERN "napi"

typedef struct
{
  ThRecording *recording;
  ThFilter    *filter;
  ThRows      *none;  /* nothing decided */
  ThRows      *whole;
} Fixture;

static void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  fixture->recording = test_recording_load ("../../data/samples/e1000-tcp.dat");
  fixture->filter = th_find_new (fixture->recording, TH_FIND_TEXT, PATTERN, NULL, NULL, &error);
  g_assert_no_error (error);
  fixture->none = th_rows_new (fixture->recording);
  fixture->whole = th_rows_new (fixture->recording);
  th_filter_evaluate (fixture->filter, fixture->whole, NULL, 2, NULL);
}

static void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  th_rows_unref (fixture->none);
  th_rows_unref (fixture->whole);
  th_filter_unref (fixture->filter);
  th_recording_unref (fixture->recording);
}

/* --- direction ---------------------------------------------------------- */

/* Steps from hit to hit until the first one comes again; all are visited in order. */
static void
check_round (Fixture  *fixture,
             ThRows   *hits,
             ThRows   *within,
             ThRows   *expected,
             gboolean  backward)
{
  g_autoptr(ThOrder) order = th_order_new_rows (expected, NULL, 0, G_MININT64, G_MAXINT64);
  guint64 n = th_order_get_n (order);
  ThFindWalk walk = { .filter = fixture->filter, .hits = hits, .within = within,
                      .from = TH_REF_NONE, .backward = backward };
  gboolean wrapped;
  ThRef found;

  g_assert_cmpuint (n, >, 10);
  walk.time = backward ? G_MAXINT64 : G_MININT64;
  for (guint64 i = 0; i < n; i++)
    {
      g_assert_true (th_find_walk (&walk, &found, &wrapped));
      g_assert_false (wrapped);
      g_assert_true (th_ref_equal (found, th_order_get (order, backward ? n - 1 - i : i)));
      walk.from = found;
      walk.time = th_recording_get_time (fixture->recording, found);
    }

  g_assert_true (th_find_walk (&walk, &found, &wrapped));
  g_assert_true (wrapped);
  g_assert_true (th_ref_equal (found, th_order_get (order, backward ? n - 1 : 0)));
}

static void
test_round (Fixture       *fixture,
            gconstpointer  data)
{
  check_round (fixture, fixture->whole, NULL, fixture->whole, FALSE);
  check_round (fixture, fixture->whole, NULL, fixture->whole, TRUE);
  check_round (fixture, fixture->none, NULL, fixture->whole, FALSE);
  check_round (fixture, fixture->none, NULL, fixture->whole, TRUE);
}

/* Some CPUs are decided, others are not. */
static void
test_partly (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThRows) partly = th_rows_new (fixture->recording);
  g_autoptr(ThFilterEvaluator) run = th_filter_evaluator_new (fixture->filter);

  th_filter_evaluator_evaluate (run, partly, 0, 0, 640);
  th_filter_evaluator_evaluate (run, partly, 0, 2, G_MAXUINT32);
  g_assert_false (th_find_is_whole (partly));
  check_round (fixture, partly, NULL, fixture->whole, FALSE);
  check_round (fixture, partly, NULL, fixture->whole, TRUE);
}

/* Only events that match a filter, which may be evaluated piece by piece. */
static void
test_within (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThFilter) filter = th_filter_new (fixture->recording, "cpu == 1 or len > 1000", NULL,
                                              NULL, NULL);
  g_autoptr(ThRows) within = th_rows_new (fixture->recording);
  g_autoptr(ThRows) hits = th_rows_new (fixture->recording);
  g_autoptr(ThFilterEvaluator) run = th_filter_evaluator_new (filter);
  guint64 n = 0;

  /* Events that the filter has not decided are not decided here, either. */
  th_filter_evaluator_evaluate (run, within, 0, 0, 128);
  g_assert_cmpuint (th_rows_get_decided (within, 0, 0), ==, 128);
  th_filter_evaluate (fixture->filter, hits, within, 1, NULL);
  g_assert_cmpuint (th_rows_get_n_decided (hits), ==, 128);
  th_filter_evaluate (filter, within, NULL, 1, NULL);
  th_filter_evaluate (fixture->filter, hits, within, 2, NULL);
  g_assert_true (th_find_is_whole (hits));

  for (guint cpu = 0; cpu < th_stream_get_n_cpus (th_recording_get_stream (fixture->recording, 0));
       cpu++)
    for (guint32 row = 0; row < th_rows_get_decided (hits, 0, cpu); row++)
      {
        ThRef ref = { 0, cpu, row };

        n += th_rows_contains (hits, ref);
        g_assert_cmpint (th_rows_contains (hits, ref), ==,
                         th_rows_contains (within, ref) && th_rows_contains (fixture->whole, ref));
      }
  g_assert_cmpuint (n, ==, th_rows_get_n (hits));
  g_assert_cmpuint (n, <, th_rows_get_n (fixture->whole));
  check_round (fixture, fixture->none, within, hits, FALSE);
  check_round (fixture, hits, within, hits, TRUE);
}

/* From an event that is not a hit, and from one that is. */
static void
test_from (Fixture       *fixture,
           gconstpointer  data)
{
  ThRef first = { 0, 0, th_rows_next (fixture->whole, 0, 0, 100) };
  ThFindWalk walk = { .filter = fixture->filter, .hits = fixture->none, .from = first,
                      .inclusive = TRUE };
  ThRef found;

  walk.time = th_recording_get_time (fixture->recording, first);
  g_assert_true (th_find_walk (&walk, &found, NULL));
  g_assert_true (th_ref_equal (found, first));

  /* It has no ordinal number among the hits. */
  walk.hits = fixture->whole;
  walk.from.row--;
  g_assert_false (th_rows_contains (fixture->whole, walk.from));
  walk.time = th_recording_get_time (fixture->recording, walk.from);
  g_assert_true (th_find_walk (&walk, &found, NULL));
  g_assert_cmpint (th_recording_get_time (fixture->recording, found), >=, walk.time);
  g_assert_cmpint (th_recording_get_time (fixture->recording, found), <=,
                   th_recording_get_time (fixture->recording, first));
}

static void
test_nothing (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(ThFilter) filter = th_find_new (fixture->recording, TH_FIND_ENTRY, "nowhere", NULL,
                                            NULL, NULL);
  gint cancelled = 1;
  ThFindWalk walk = { .filter = filter, .hits = fixture->none, .from = TH_REF_NONE };
  ThRef found;

  g_assert_false (th_find_walk (&walk, &found, NULL));
  walk.filter = fixture->filter;
  walk.cancelled = &cancelled;
  g_assert_false (th_find_walk (&walk, &found, NULL));
}

/* --- texts -------------------------------------------------------------- */

/* Catastrophic backtracking is ended, and counted. */
static void
test_patience (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThFilter) filter = th_find_new (fixture->recording, TH_FIND_ENTRY, "/^(.|..)+[#!]$/",
                                            NULL, NULL, &error);
  g_autoptr(ThRows) rows = th_rows_new (fixture->recording);

  g_assert_no_error (error);
  g_assert_cmpuint (th_filter_evaluate (filter, rows, NULL, 1, NULL), >, 0);
  g_assert_cmpuint (th_rows_get_n_decided (rows), ==,
                    th_recording_get_n_events (fixture->recording));
}

static void
test_mistakes (Fixture       *fixture,
               gconstpointer  data)
{
  static const struct { const char *text; guint begin, end; } wrong[] = {
    { "", 0, 0 }, { "=", 1, 1 }, { "/a(/", 1, 3 }, { "=cpu = = 1", 5, 6 },
    { "=nxt_pid == 3", 1, 8 }, { "\xff", 0, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr(GError) error = NULL;
      guint begin, end;

      g_assert_null (th_find_new (fixture->recording, TH_FIND_ENTRY, wrong[i].text, &begin, &end,
                                  &error));
      g_assert_nonnull (error);
      g_assert_cmpuint (begin, ==, wrong[i].begin);
      g_assert_cmpuint (end, ==, wrong[i].end);
    }
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/model/find/round", test_round);
  ADD ("/model/find/partly", test_partly);
  ADD ("/model/find/within", test_within);
  ADD ("/model/find/from", test_from);
  ADD ("/model/find/nothing", test_nothing);
  ADD ("/model/find/patience", test_patience);
  ADD ("/model/find/mistakes", test_mistakes);

  return g_test_run ();
}
