/* test-stacks.c - the events that stacks belong to, and the counts of chains
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "analysis-fixture.h"
#include "th-analyses.h"

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->trace = test_trace_new (1, 2);
  test_trace_type (f->trace, "skb:free", "addr");
  test_trace_type (f->trace, "irq:entry", "irq");
  test_trace_type (f->trace, "ftrace:kernel_stack", "chain$");
  test_trace_type (f->trace, "ftrace:user_stack", "chain$");
  test_trace_type (f->trace, "software:cpu-clock", "period,chain$");
  test_trace_type (f->trace, "hardware:cycles", "period,chain$");
  test_trace_type (f->trace, "timer:start", "common_type,period,chain$");
}

static void
add_free (Fixture *f,
          gint64   time,
          gint32   pid)
{
  test_trace_add (f->trace, time, 0, pid, "skb:free", I (1));
}

static void
add_stack (Fixture    *f,
           gint64      time,
           gint32      pid,
           const char *type,
           const char *chain)
{
  test_trace_add (f->trace, time, 0, pid, type, chain);
}

static void
test_kernel_and_user (Fixture       *f,
                      gconstpointer  data)
{
  add_free (f, 10, 5);
  add_stack (f, 11, 5, "ftrace:kernel_stack", "m:drop receive");
  add_stack (f, 12, 5, "ftrace:user_stack", "u:recv u:main");
  add_free (f, 20, 5);
  add_stack (f, 21, 5, "ftrace:kernel_stack", "m:drop receive");
  add_stack (f, 22, 5, "ftrace:user_stack", "u:recv u:main");
  add_free (f, 30, 5);
  add_stack (f, 31, 5, "ftrace:kernel_stack", "receive");
  add_free (f, 40, 6);
  add_stack (f, 41, 6, "ftrace:user_stack", "u:main");
  fixture_run (f, "stacks", NULL);

  assert_text (test_tree (f->results, "skb:free"),
               "u:main 1 @0.8, u:main;u:recv;receive;m:drop 2 @0.0, receive 1 @0.6");
}

/* Comparisons leave the analysis out because of that. */
static void
test_only_trees (Fixture       *f,
                 gconstpointer  data)
{
  add_free (f, 10, 5);
  add_stack (f, 11, 5, "ftrace:kernel_stack", "m:drop receive");
  test_trace_add (f->trace, 20, 1, 5, "software:cpu-clock", I (3000), "spin u:main");
  fixture_run (f, "stacks", NULL);

  g_assert_true (th_analyses_find ("stacks")->only_trees);
  g_assert_cmpuint (th_results_get_n_trees (f->results), ==, 2);
  g_assert_cmpuint (th_results_get_n_tables (f->results), ==, 0);
  g_assert_cmpuint (th_results_get_n_measures (f->results), ==, 0);
  g_assert_cmpuint (th_results_get_n_tracks (f->results), ==, 0);
  g_assert_null (th_results_get_flows (f->results));
}

/* An interrupt between an event and its stack has its own event and stack. */
static void
test_brackets (Fixture       *f,
               gconstpointer  data)
{
  add_free (f, 10, 5);
  test_trace_add (f->trace, 11, 0, 5, "irq:entry", I (7));
  add_stack (f, 12, 5, "ftrace:kernel_stack", "handler");
  add_stack (f, 13, 5, "ftrace:kernel_stack", "receive");
  fixture_run (f, "stacks", NULL);

  assert_text (test_tree (f->results, "skb:free"), "receive 1 @0.0");
  assert_text (test_tree (f->results, "irq:entry"), "handler 1 @0.1");
}

/* Stacks whose event is unknown: of another task, or after a loss. */
static void
test_orphans (Fixture       *f,
              gconstpointer  data)
{
  add_stack (f, 5, 5, "ftrace:kernel_stack", "first");
  add_free (f, 10, 5);
  add_stack (f, 11, 6, "ftrace:kernel_stack", "other");
  add_free (f, 20, 5);
  test_trace_lose (f->trace, 0, 3);
  add_stack (f, 30, 5, "ftrace:kernel_stack", "late");
  /* The user part was lost, or belongs to another stack. */
  add_stack (f, 31, 6, "ftrace:user_stack", "u:strange");
  fixture_run (f, "stacks", NULL);

  assert_text (test_tree (f->results, "skb:free"), "");
  assert_text (test_tree (f->results, "ftrace:kernel_stack"),
               "first 1 @0.0, other 1 @0.2, late 1 @0.4");
  assert_text (test_tree (f->results, "ftrace:user_stack"), "u:strange 1 @0.5");
}

/* A sample counts its period, but not a tracepoint with a field of that name. */
static void
test_samples (Fixture       *f,
              gconstpointer  data)
{
  test_trace_add (f->trace, 10, 0, 5, "software:cpu-clock", I (1000), "spin u:main");
  test_trace_add (f->trace, 20, 1, 5, "software:cpu-clock", I (3000), "spin u:main");
  test_trace_add (f->trace, 30, 0, 5, "software:cpu-clock", I (500), "u:main");
  test_trace_add (f->trace, 40, 0, 5, "software:cpu-clock", I (500), "");
  test_trace_add (f->trace, 50, 0, 5, "timer:start", I (9), I (77), "arm");
  test_trace_add (f->trace, 60, 0, 5, "hardware:cycles", I (-1), "arm");
  fixture_run (f, "stacks", NULL);

  assert_text (test_tree (f->results, "software:cpu-clock"),
               "u:main 1 500 @0.1, u:main;spin 2 4000 @0.0");
  assert_text (test_tree (f->results, "timer:start"), "arm 1 @0.3");
  assert_text (test_tree (f->results, "hardware:cycles"), "arm 1 9223372036854775807 @0.4");
  g_assert_cmpint (th_call_tree_get_info (th_results_get_tree (f->results, 0))->weights[1].unit, ==,
                   TH_UNIT_TIME);
}

/* What the recording says about its stacks. */
static void
test_remark (Fixture       *f,
             gconstpointer  data)
{
  test_trace_add (f->trace, 20, 1, 5, "software:cpu-clock", I (3000), "spin u:main");
  test_trace_set_stack_remark (f->trace, "Some stacks end in ls.");
  fixture_run (f, "stacks", NULL);
  assert_text (test_remarks (f->results), "Some stacks end in ls.");
}

static void
test_nothing (Fixture       *f,
              gconstpointer  data)
{
  TestTrace *trace = test_trace_new (1, 1);
  g_autofree char *remarks = NULL;

  test_trace_type (trace, "irq:entry", "irq");
  test_trace_add (trace, 10, 0, 5, "irq:entry", I (1));
  f->results = test_run (test_trace_end (trace), th_analyses_find ("stacks"), NULL, 1);
  remarks = test_remarks (f->results);

  g_assert_cmpuint (th_results_get_n_trees (f->results), ==, 0);
  g_assert_nonnull (strstr (remarks, "samples with a call chain"));
  test_trace_free (trace);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) \
  g_test_add ("/plugins/stacks/" path, Fixture, NULL, set_up, func, fixture_tear_down)
  ADD ("kernel-and-user", test_kernel_and_user);
  ADD ("only-trees", test_only_trees);
  ADD ("brackets", test_brackets);
  ADD ("orphans", test_orphans);
  ADD ("samples", test_samples);
  ADD ("remark", test_remark);
  ADD ("nothing", test_nothing);

  return g_test_run ();
}
