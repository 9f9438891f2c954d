/* test-callgraph.c - nested calls of tasks and CPUs, their time, and missing events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "analysis-fixture.h"
#include "th-row-span.h"

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->trace = test_trace_new (1, 2);
  test_trace_type (f->trace, "ftrace:funcgraph_entry", "func$,depth,duration,leaf");
  test_trace_type (f->trace, "ftrace:funcgraph_exit", "func$,depth,calltime,rettime");
  test_trace_type (f->trace, "ftrace:function", "ip$,parent_ip$");
  test_trace_type (f->trace, "sched:sched_switch", "prev_pid,next_pid");
}

static void
enter (Fixture    *f,
       gint64      time,
       guint       cpu,
       gint32      pid,
       gint64      depth,
       const char *function)
{
  test_trace_add (f->trace, time, cpu, pid, "ftrace:funcgraph_entry", function, depth, I (0),
                  I (0));
}

static void
leaf (Fixture    *f,
      gint64      time,
      guint       cpu,
      gint32      pid,
      gint64      depth,
      const char *function,
      gint64      duration)
{
  test_trace_add (f->trace, time, cpu, pid, "ftrace:funcgraph_entry", function, depth, duration,
                  I (1));
}

/* @duration: measured by the tracer itself; 0 if unknown. */
static void
leave (Fixture    *f,
       gint64      time,
       guint       cpu,
       gint32      pid,
       gint64      depth,
       const char *function,
       gint64      duration)
{
  test_trace_add (f->trace, time, cpu, pid, "ftrace:funcgraph_exit", function, depth,
                  I (duration > 0 ? 1000 : 0),
                  I (duration > 0 ? 1000 + duration : 0));
}

static char *
task_slices (Fixture *f,
             gint32   pid)
{
  return test_slices (f->results, "calls", TH_ATTACH_TASK,
                      th_tasks_find (th_recording_get_tasks (f->recording), pid));
}

static char *
cpu_slices (Fixture *f,
            guint32  cpu)
{
  return test_slices (f->results, "calls", TH_ATTACH_CPU, cpu);
}

/* The table: function calls total self min mean p99 max tasks, and the start of the call that the
 * row leads to. */
static char *
functions (Fixture *f)
{
  ThTable *table = th_results_get_table (f->results, 0);
  g_autofree char *text = test_table (f->recording, f->results, "functions");
  g_auto(GStrv) rows = g_strsplit (text, ", ", -1);
  GString *all = g_string_new (NULL);

  for (guint i = 0; rows[i] != NULL; i++)
    g_string_append_printf (all, "%s%s @%d", i > 0 ? ", " : "", rows[i],
                            (gint) th_recording_get_time (f->recording,
                                                          th_table_get_anchor (table, i)));
  return g_string_free (all, FALSE);
}

/* The call that the row of @function leads to: "100-150 5 CPU 0". */
static char *
shown (Fixture    *f,
       const char *function)
{
  ThTable *table = th_results_get_table (f->results, 0);
  ThTasks *tasks = th_recording_get_tasks (f->recording);
  ThRowSpan span;

  for (guint32 i = 0; i < th_table_get_n (table); i++)
    if (g_str_equal (th_results_get_word (f->results, th_table_get_cell (table, i, 0)), function))
      {
        th_row_span_read (f->recording, f->results, table, i, &span);
        return g_strdup_printf ("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " %d CPU %u",
                                span.from != TH_TIME_NONE ? span.from : -1,
                                span.from != TH_TIME_NONE ? span.to : -1,
                                th_tasks_get_pid (tasks, span.task), span.cpu);
      }

  g_assert_not_reached ();
}

static void
test_nested (Fixture       *f,
             gconstpointer  data)
{
  enter (f, 100, 0, 5, 0, "a");
  enter (f, 110, 0, 5, 1, "b");
  leave (f, 120, 0, 5, 1, "b", 8);
  leaf (f, 130, 0, 5, 1, "c [mod]", 5);
  leaf (f, 140, 0, 5, 1, "c [mod]", 15); /* its duration lasts beyond the next event */
  leave (f, 150, 0, 5, 0, "a", 0);
  fixture_run (f, "callgraph", NULL);

  assert_text (task_slices (f, 5), "100+50 a / 110+10 b, 130+5 c, 140+10 c");
  assert_text (cpu_slices (f, 0), "100+50 a / 110+10 b, 130+5 c, 140+10 c");
  assert_text (functions (f),
               "a 1 50 22 50 50 50 50 1 @100, b 1 8 8 8 8 8 8 1 @110, c 2 20 20 5 10 15 15 1 @140");
  assert_text (test_tree (f->results, "calls"), "a 22 1 @0.0, a;b 8 1 @0.1, a;m:c 20 2 @0.4");
  assert_text (shown (f, "a"), "100-150 5 CPU 0");
  assert_text (shown (f, "b"), "110-118 5 CPU 0");
  assert_text (shown (f, "c"), "140-155 5 CPU 0"); /* the longer of its calls */
}

/* If only the end of a call was recorded, its event is the end. */
static void
test_row_of_end (Fixture       *f,
                 gconstpointer  data)
{
  leaf (f, 100, 1, 5, 1, "leaf", 5);
  leave (f, 140, 1, 5, 0, "late", 30);
  enter (f, 200, 0, 0, 0, "irq"); /* idle */
  leave (f, 220, 0, 0, 0, "irq", 20);
  fixture_run (f, "callgraph", NULL);

  assert_text (shown (f, "leaf"), "100-105 5 CPU 1");
  assert_text (shown (f, "late"), "110-140 5 CPU 1");
  assert_text (shown (f, "irq"), "200-220 -1 CPU 0");
}

/* The time of a recursive call is already part of that of the outer call. */
static void
test_recursion (Fixture       *f,
                gconstpointer  data)
{
  enter (f, 100, 0, 5, 0, "a");
  enter (f, 110, 0, 5, 1, "a");
  leave (f, 130, 0, 5, 1, "a", 20);
  leave (f, 150, 0, 5, 0, "a", 50);
  fixture_run (f, "callgraph", NULL);

  assert_text (functions (f), "a 2 50 50 20 35 50 50 1 @100");
}

/* Calls nest by task: another task runs meanwhile, and the task continues on another CPU. */
static void
test_switched_out (Fixture       *f,
                   gconstpointer  data)
{
  enter (f, 100, 0, 5, 0, "recv");
  enter (f, 110, 0, 5, 1, "schedule");
  enter (f, 120, 0, 6, 0, "send");
  leave (f, 140, 0, 6, 0, "send", 20);
  leave (f, 200, 1, 5, 1, "schedule", 90);
  leave (f, 210, 1, 5, 0, "recv", 110);
  fixture_run (f, "callgraph", NULL);

  assert_text (task_slices (f, 5), "100+110 recv / 110+90 schedule");
  assert_text (task_slices (f, 6), "120+20 send");
  assert_text (cpu_slices (f, 0), "100+10~ recv, 120+20 send / 110+0~ schedule");
  assert_text (cpu_slices (f, 1), "200+10~ recv / 200+0~ schedule");
  assert_text (test_tree (f->results, "calls"),
               "recv 20 1 @0.0, recv;schedule 90 1 @0.1, send 20 1 @0.2");
}

static void
test_switch_seen (Fixture       *f,
                  gconstpointer  data)
{
  enter (f, 100, 0, 5, 0, "recv");
  test_trace_add (f->trace, 130, 0, 5, "sched:sched_switch", I (5), I (0));
  test_trace_add (f->trace, 170, 0, 0, "sched:sched_switch", I (0), I (5));
  leave (f, 200, 0, 5, 0, "recv", 100);
  fixture_run (f, "callgraph", NULL);

  assert_text (task_slices (f, 5), "100+100 recv");
  assert_text (cpu_slices (f, 0), "100+30~ recv, 170+30~ recv");
}

/* Idle is a task of its own on each CPU. */
static void
test_idle (Fixture       *f,
           gconstpointer  data)
{
  enter (f, 100, 0, 0, 0, "irq");
  enter (f, 105, 1, 0, 0, "irq");
  leave (f, 110, 0, 0, 0, "irq", 10);
  leave (f, 125, 1, 0, 0, "irq", 20);
  fixture_run (f, "callgraph", NULL);

  assert_text (cpu_slices (f, 0), "100+10 irq");
  assert_text (cpu_slices (f, 1), "105+20 irq");
  assert_text (task_slices (f, 0), "");
  assert_text (functions (f), "irq 2 30 30 10 15 20 20 1 @105");
}

/* Open calls are broken by a loss; an end without a begin still has its duration. */
static void
test_lost (Fixture       *f,
           gconstpointer  data)
{
  enter (f, 100, 0, 5, 0, "a");
  enter (f, 110, 0, 5, 1, "b");
  test_trace_lose (f->trace, 0, 7);
  leave (f, 200, 0, 5, 2, "d", 15);
  leave (f, 210, 0, 5, 1, "c", 40);
  leave (f, 220, 0, 5, 0, "a", 119);
  fixture_run (f, "callgraph", NULL);

  assert_text (task_slices (f, 5), "100+10! a, 200+20? a / 110+0! b, 200+10? c / 200+0? d");
  assert_text (functions (f), "a 2 119 79 119 119 119 119 1 @220, b 1 - - - - - - 1 @110, "
                              "d 1 15 15 15 15 15 15 1 @200, c 1 40 25 40 40 40 40 1 @210");
}

/* After a loss on another CPU, tasks that kept running are certain, sleeping ones are not. */
static void
test_lost_elsewhere (Fixture       *f,
                     gconstpointer  data)
{
  enter (f, 90, 1, 7, 0, "x");
  leave (f, 95, 1, 7, 0, "x", 5);
  enter (f, 100, 0, 5, 0, "sleep");
  enter (f, 110, 0, 6, 0, "run");
  test_trace_lose (f->trace, 1, 7);
  enter (f, 120, 1, 7, 0, "x");
  leave (f, 125, 1, 7, 0, "x", 5);
  leave (f, 130, 0, 6, 0, "run", 20);
  leave (f, 150, 0, 5, 0, "sleep", 50);
  fixture_run (f, "callgraph", NULL);

  assert_text (task_slices (f, 6), "110+20 run");
  assert_text (task_slices (f, 5), "100+0! sleep, 150+0? sleep");
}

/* Ends that are missing, or do not match the open call. */
static void
test_confused (Fixture       *f,
               gconstpointer  data)
{
  enter (f, 100, 0, 5, 0, "a");
  enter (f, 110, 0, 5, 1, "b");
  enter (f, 120, 0, 5, 1, "c");           /* b must have ended */
  leave (f, 130, 0, 5, 1, "other", 8);
  leave (f, 140, 0, 5, 0, "", 40);        /* a bare brace */
  leave (f, 150, 0, 5, 3, "", 10);
  enter (f, 160, 0, 5, -1, "negative");
  enter (f, 170, 0, 5, 100000, "deep");
  enter (f, 180, 0, 5, 200, "row");       /* too deep to be drawn */
  leave (f, 190, 0, 5, 200, "row", 10);
  fixture_run (f, "callgraph", NULL);

  assert_text (task_slices (f, 5), "100+40 a / 110+0! b, 120+0! c, 122+8? other");
  assert_text (functions (f), "a 1 40 32 40 40 40 40 1 @100, b 1 - - - - - - 1 @110, c 1 - - - - "
                              "- - 1 @120, other 1 8 8 8 8 8 8 1 @130, row 1 10 10 10 10 10 10 1 "
                              "@180");
}

static void
call (Fixture    *f,
      gint64      time,
      gint32      pid,
      const char *function,
      const char *caller)
{
  test_trace_add (f->trace, time, 0, pid, "ftrace:function", function, caller);
}

/* Only begins were recorded: ends are inferred, durations are not. */
static void
test_function (Fixture       *f,
               gconstpointer  data)
{
  call (f, 100, 5, "a", "main");
  call (f, 110, 5, "b", "a");
  call (f, 120, 5, "c", "b");
  call (f, 130, 5, "d", "a");
  call (f, 140, 6, "a", "main");
  call (f, 150, 5, "e", "elsewhere");
  call (f, 160, 5, "e", "");
  fixture_run (f, "callgraph", NULL);

  assert_text (test_slices (f->results, "functions", TH_ATTACH_TASK,
                            th_tasks_find (th_recording_get_tasks (f->recording), 5)),
               "100+30~ a, 150+0~ e, 160+0! e / 110+10~ b, 130+0~ d / 120+0~ c");
  assert_text (functions (f), "a 2 - - - - - - 2 @100, b 1 - - - - - - 1 @110, c 1 - - - - - - 1 "
                              "@120, d 1 - - - - - - 1 @130, e 2 - - - - - - 1 @150");
  assert_text (test_tree (f->results, "functions"),
               "main;a 2 @0.0, main;a;b 1 @0.1, main;a;b;c 1 @0.2, main;a;d 1 @0.3, elsewhere;e 1 "
               "@0.5, e 1 @0.6");
  /* The first call, as long as its slice. */
  assert_text (shown (f, "a"), "100-130 5 CPU 0");
  assert_text (shown (f, "b"), "110-120 5 CPU 0");
  assert_text (shown (f, "c"), "-1--1 5 CPU 0");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) \
  g_test_add ("/plugins/callgraph/" path, Fixture, NULL, set_up, func, fixture_tear_down)
  ADD ("nested", test_nested);
  ADD ("row-of-end", test_row_of_end);
  ADD ("recursion", test_recursion);
  ADD ("switched-out", test_switched_out);
  ADD ("switch-seen", test_switch_seen);
  ADD ("idle", test_idle);
  ADD ("lost", test_lost);
  ADD ("lost-elsewhere", test_lost_elsewhere);
  ADD ("confused", test_confused);
  ADD ("function", test_function);

  return g_test_run ();
}
