/* test-sched.c - the rules of the scheduler analysis, on synthetic events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "analysis-fixture.h"

#define PREEMPTED 256

static void
change (Fixture *f,
        gint64   time,
        guint    cpu,
        gint32   prev,
        gint64   state,
        gint32   next)
{
  test_trace_add (f->trace, time, cpu, prev, "sched:sched_switch", I (prev), state, I (next));
}

static void
wake (Fixture    *f,
      gint64      time,
      guint       cpu,
      gint32      waker,
      gint32      pid)
{
  test_trace_add (f->trace, time, cpu, waker, "sched:sched_waking", I (pid));
}

static char *
states (Fixture *f,
        gint32   pid)
{
  return test_slices (f->results, "state", TH_ATTACH_TASK,
                      th_tasks_find (th_recording_get_tasks (f->recording), pid));
}

static void
test_sleep_and_wake (Fixture       *f,
                     gconstpointer  data)
{
  change (f, 100, 0, 0, 0, 5);
  change (f, 130, 0, 5, 1, 0);   /* sleeps */
  wake (f, 170, 1, 7, 5);
  test_trace_add (f->trace, 175, 1, 7, "sched:sched_wakeup", I (5)); /* the same wakeup */
  change (f, 190, 0, 0, 0, 5);
  change (f, 200, 0, 5, 2, 0);   /* waits for a disk */
  wake (f, 260, 0, 0, 5);
  change (f, 265, 0, 0, 0, 5);
  fixture_run (f, "sched", NULL);

  assert_text (states (f, 5), "100+30 Running, 130+40 Sleeping (S), 170+20 Woken, 190+10 Running, "
                              "200+60 Uninterruptible sleep (D), 260+5 Woken");
  assert_text (test_measure (f->results, "wakeup"), "20 5");
  assert_text (fixture_measure_tasks (f, "wakeup"), "5 5");
  assert_text (test_measure (f->results, "run"), "30 10");
  assert_text (test_table (f->recording, f->results, "wakeups"),
               "170 5 7 0 20 0 20 @190, 260 5 0 0 5 0 5 @265");
  /* busy idle switches longest */
  assert_text (test_table (f->recording, f->results, "cpus"), "0 40 125 5 30, 1 0 0 0 -");
  assert_text (test_table (f->recording, f->results, "tasks"),
               "5 40 3 2 25 20 2 20 40 60 0, 7 95 1 0 0 - 0 - 0 0 0");
}

static void
test_preempted (Fixture       *f,
                gconstpointer  data)
{
  change (f, 100, 0, 0, 0, 5);
  change (f, 110, 0, 5, PREEMPTED, 6);
  change (f, 130, 0, 6, 0, 5);         /* yields */
  change (f, 140, 0, 5, 1, 6);
  fixture_run (f, "sched", NULL);

  assert_text (states (f, 5), "100+10 Running, 110+20 Preempted, 130+10 Running");
  assert_text (states (f, 6), "110+20 Running, 130+10 Runnable");
  assert_text (test_measure (f->results, "wait"), "20 10");
  assert_text (fixture_measure_tasks (f, "wait"), "5 6");
  assert_text (fixture_measure_tasks (f, "run"), "5 6 5");
  assert_text (test_measure (f->results, "wakeup"), "");
}

/* The task to blame for a wait had most of the CPU meanwhile. */
static void
test_meanwhile (Fixture       *f,
                gconstpointer  data)
{
  change (f, 100, 0, 0, 0, 8);
  change (f, 105, 0, 8, 0, 9);
  wake (f, 110, 1, 7, 5);
  change (f, 150, 0, 9, 0, 8);
  change (f, 160, 0, 8, 0, 9);
  change (f, 165, 0, 9, 0, 8);
  change (f, 200, 0, 8, PREEMPTED, 5);
  fixture_run (f, "sched", NULL);

  /* 9 ran 40 + 5, 8 ran 10 + 35: the same, and 8 was met first from the end. */
  assert_text (test_table (f->recording, f->results, "wakeups"), "110 5 7 0 90 8 45 @200");
}

/* A task that is woken while it still runs keeps running. */
static void
test_woken_running (Fixture       *f,
                    gconstpointer  data)
{
  change (f, 100, 0, 0, 0, 5);
  wake (f, 110, 1, 7, 5);
  change (f, 120, 0, 5, 1, 0);
  wake (f, 140, 1, 7, 5);
  wake (f, 145, 1, 7, 5); /* again: counts from the first */
  change (f, 150, 0, 0, 0, 5);
  fixture_run (f, "sched", NULL);

  assert_text (states (f, 5), "100+20 Running, 120+20 Sleeping (S), 140+10 Woken");
  assert_text (test_measure (f->results, "wakeup"), "10");
}

/* Running again after a sleep without a wakeup: no sample, but a remark. */
static void
test_no_wakeup (Fixture       *f,
                gconstpointer  data)
{
  change (f, 100, 0, 0, 0, 5);
  change (f, 110, 0, 5, 1, 0);
  change (f, 150, 0, 0, 0, 5);
  change (f, 160, 0, 5, 16, 0); /* exits */
  fixture_run (f, "sched", NULL);

  assert_text (states (f, 5), "100+10 Running, 110+40~ Sleeping (S), 150+10 Running");
  assert_text (test_measure (f->results, "wait"), "");
  assert_text (test_remarks (f->results),
               "Neither sched_waking nor sched_wakeup was recorded. Without them there are no "
               "wakeup latencies, and waiting after a sleep is shown as sleep.");
}

/* A loss anywhere may hide a wakeup: sleeps end there; a task that ran on the other CPU kept
 * running. */
static void
test_lost (Fixture       *f,
           gconstpointer  data)
{
  change (f, 100, 0, 0, 0, 5);
  change (f, 110, 0, 5, 1, 6);
  change (f, 115, 1, 0, 0, 7);
  wake (f, 120, 0, 6, 9);
  test_trace_lose (f->trace, 0, 17);
  wake (f, 200, 0, 8, 5);          /* 8 is running, from an unknown time on */
  change (f, 210, 0, 8, 1, 5);
  change (f, 220, 1, 7, 1, 9);
  change (f, 230, 1, 9, 1, 0);
  fixture_run (f, "sched", NULL);

  assert_text (states (f, 5),
               "100+10 Running, 110+10! Sleeping (S), 200+10 Woken, 210+20! Running");
  assert_text (states (f, 6), "110+10! Running");
  assert_text (states (f, 7), "115+105 Running, 220+10! Sleeping (S)");
  assert_text (states (f, 8), "200+10? Running, 210+20! Sleeping (S)");
  assert_text (states (f, 9), "220+10 Running");
  assert_text (test_measure (f->results, "wakeup"), "10");
  assert_text (test_measure (f->results, "run"), "10 105 10");
  /* On CPU 0: 5 for 10, 6 until the loss, 8 from the event after it, 5. */
  assert_text (test_table (f->recording, f->results, "cpus"), "0 30 0 3 10, 1 115 0 3 105");
}

/* Losses in a buffer without scheduler events have no effect. */
static void
test_lost_elsewhere (Fixture       *f,
                     gconstpointer  data)
{
  change (f, 100, 0, 0, 0, 5);
  change (f, 110, 0, 5, 1, 0);
  test_trace_use (f->trace, 1);
  test_trace_add (f->trace, 112, 0, 0, "irq:softirq_raise", I (3));
  test_trace_lose (f->trace, 0, -1);
  test_trace_add (f->trace, 115, 0, 0, "irq:softirq_raise", I (3));
  test_trace_use (f->trace, 0);
  wake (f, 120, 1, 7, 5);
  change (f, 150, 0, 0, 0, 5);
  fixture_run (f, "sched", NULL);

  assert_text (states (f, 5), "100+10 Running, 110+10 Sleeping (S), 120+30 Woken");
}

/* The previous task of a switch is not the next task of the switch before. */
static void
test_mismatch (Fixture       *f,
               gconstpointer  data)
{
  change (f, 100, 0, 0, 0, 5);
  wake (f, 105, 0, 5, 9);
  change (f, 120, 0, 6, 1, 7);
  fixture_run (f, "sched", NULL);

  assert_text (states (f, 5), "100+5! Running");
  assert_text (states (f, 6), "");
  assert_text (states (f, 7), "");
}

/* Letters of a kernel before 4.14: 'x' 64, no "+" bit known. */
static void
test_old_letters (Fixture       *f,
                  gconstpointer  data)
{
  test_trace_free (f->trace);
  f->trace = test_trace_new (1, 1);
  test_trace_type (f->trace, "sched:sched_switch",
                   "prev_pid,prev_state[S=1|D=2|T=4|t=8|Z=16|X=32|x=64|K=128|W=256],next_pid");
  change (f, 100, 0, 0, 0, 5);
  change (f, 110, 0, 5, 130, 6);
  change (f, 120, 0, 6, 1024, 5); /* R+ */
  change (f, 130, 0, 5, 64, 6);   /* gone */
  change (f, 140, 0, 6, 1, 0);
  fixture_run (f, "sched", NULL);

  assert_text (states (f, 5), "100+10 Running, 110+10~ Killable sleep (D|K), 120+10 Running");
  assert_text (states (f, 6), "110+10 Running, 120+10 Preempted, 130+10 Running");
}

static void
test_only_wakeups (Fixture       *f,
                   gconstpointer  data)
{
  test_trace_free (f->trace);
  f->trace = test_trace_new (1, 1);
  test_trace_type (f->trace, "sched:sched_wakeup", "pid");
  test_trace_add (f->trace, 100, 0, 7, "sched:sched_wakeup", I (5));
  fixture_run (f, "sched", NULL);

  assert_text (test_remarks (f->results), "sched:sched_switch was not recorded. Without it "
                                          "running, waiting and sleeping tasks are unknown.");
  assert_text (test_measure (f->results, "wakeup"), "");
}

/* While task 7 runs on CPU 1, the wakers are an interrupt, a softirq and an interrupt within
 * it.  After their ends it is the task itself. */
static void
test_interrupts_wake (Fixture       *f,
                      gconstpointer  data)
{
  change (f, 10, 1, 0, 0, 7);
  for (guint i = 0; i < 4; i++)
    change (f, 20 + i, 0, 5 + i * 10, 1, 15 + i * 10);
  change (f, 30, 0, 45, 1, 0);
  test_trace_add (f->trace, 100, 1, 7, "irq:irq_handler_entry", I (11), "eth0");
  wake (f, 101, 1, 7, 5);
  test_trace_add (f->trace, 102, 1, 7, "irq:irq_handler_exit", I (11));
  test_trace_add (f->trace, 110, 1, 7, "irq:softirq_entry", I (3));
  wake (f, 111, 1, 7, 15);
  test_trace_add (f->trace, 112, 1, 7, "irq:irq_handler_entry", I (12), "ahci");
  wake (f, 113, 1, 7, 25);
  test_trace_add (f->trace, 114, 1, 7, "irq:irq_handler_exit", I (12));
  test_trace_add (f->trace, 120, 1, 7, "irq:softirq_exit", I (3));
  wake (f, 130, 1, 7, 35);
  for (guint i = 0; i < 4; i++)
    change (f, 200 + i, 0, i > 0 ? i * 10 - 5 : 0, i > 0 ? 1 : 0, 5 + i * 10);
  fixture_run (f, "sched", NULL);

  assert_text (test_table (f->recording, f->results, "wakeups"),
               "101 5 Interrupt 11 (eth0) 0 99 0 99 @200, 111 15 Softirq NET_RX 0 90 0 89 @201, "
               "113 25 Interrupt 12 (ahci) 0 89 0 87 @202, 130 35 7 0 73 0 70 @203");
}

static void
enter (Fixture *f,
       gint64   time,
       gint32   pid,
       gint64   vector)
{
  test_trace_add (f->trace, time, 0, pid, "irq:softirq_entry", I (vector));
}

static void
leave (Fixture *f,
       gint64   time,
       gint32   pid,
       gint64   vector)
{
  test_trace_add (f->trace, time, 0, pid, "irq:softirq_exit", I (vector));
}

/* CPU 0 is idle except for a softirq that began before the waking and ends 60 after it,
 * with an interrupt of 15 within; then another softirq of 10. */
static void
test_softirq_meanwhile (Fixture       *f,
                        gconstpointer  data)
{
  change (f, 10, 0, 5, 1, 0);
  enter (f, 90, 0, 1);
  wake (f, 100, 0, 0, 5);
  test_trace_add (f->trace, 120, 0, 0, "irq:irq_handler_entry", I (11), "eth0");
  test_trace_add (f->trace, 135, 0, 0, "irq:irq_handler_exit", I (11));
  leave (f, 160, 0, 1);
  enter (f, 160, 0, 3);
  leave (f, 170, 0, 3);
  change (f, 180, 0, 0, 0, 5);
  fixture_run (f, "sched", NULL);

  assert_text (test_table (f->recording, f->results, "wakeups"),
               "100 5 Softirq TIMER 0 80 Softirq TIMER 45 @180");
}

static void
test_interrupt_meanwhile (Fixture       *f,
                          gconstpointer  data)
{
  change (f, 10, 0, 5, 1, 0);
  enter (f, 90, 0, 1);
  wake (f, 100, 0, 0, 5);
  test_trace_add (f->trace, 105, 0, 0, "irq:irq_handler_entry", I (11), "eth0");
  test_trace_add (f->trace, 155, 0, 0, "irq:irq_handler_exit", I (11));
  leave (f, 160, 0, 1);
  change (f, 180, 0, 0, 0, 5);
  fixture_run (f, "sched", NULL);

  assert_text (test_table (f->recording, f->results, "wakeups"),
               "100 5 Softirq TIMER 0 80 Interrupt 11 (eth0) 50 @180");
}

/* A softirq is not to blame if it had only half of the time, if it interrupted a task, or if
 * its end was not recorded. */
static void
test_idle_meanwhile (Fixture       *f,
                     gconstpointer  data)
{
  change (f, 10, 0, 5, 1, 0);
  wake (f, 100, 1, 7, 5);
  enter (f, 110, 0, 1);
  leave (f, 150, 0, 1);
  change (f, 180, 0, 0, 0, 5);
  change (f, 190, 0, 5, 1, 8);
  wake (f, 200, 1, 7, 5);
  enter (f, 201, 8, 1);
  leave (f, 279, 8, 1);
  change (f, 280, 0, 8, 1, 5);
  change (f, 290, 0, 5, 1, 0);
  wake (f, 300, 1, 7, 5);
  enter (f, 301, 0, 1);
  change (f, 380, 0, 0, 0, 5);
  fixture_run (f, "sched", NULL);

  assert_text (test_table (f->recording, f->results, "wakeups"),
               "100 5 7 0 80 0 80 @180, 200 5 7 0 80 8 80 @280, 300 5 7 0 80 0 80 @380");
}

/* Idle had more time than the task, but the softirq within it had less. */
static void
test_task_meanwhile (Fixture       *f,
                     gconstpointer  data)
{
  change (f, 10, 0, 5, 1, 0);
  wake (f, 100, 1, 7, 5);
  enter (f, 100, 0, 1);
  leave (f, 130, 0, 1);
  change (f, 150, 0, 0, 0, 8);
  change (f, 190, 0, 8, 1, 5);
  fixture_run (f, "sched", NULL);

  assert_text (test_table (f->recording, f->results, "wakeups"), "100 5 7 0 90 8 40 @190");
}

/* The oldest softirqs are dropped if there are more than are kept. */
static void
test_many_softirqs (Fixture       *f,
                    gconstpointer  data)
{
  change (f, 10, 0, 5, 1, 0);
  wake (f, 100, 1, 7, 5);
  for (guint i = 0; i < 600; i++)
    {
      enter (f, 100 + i * 10, 0, 1);
      leave (f, 109 + i * 10, 0, 1);
    }
  change (f, 6100, 0, 0, 0, 5);
  fixture_run (f, "sched", NULL);

  /* 512 times 9 */
  assert_text (test_table (f->recording, f->results, "wakeups"),
               "100 5 7 0 6000 Softirq TIMER 4608 @6100");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) \
  g_test_add ("/plugins/sched/" path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("sleep-and-wake", test_sleep_and_wake);
  ADD ("preempted", test_preempted);
  ADD ("meanwhile", test_meanwhile);
  ADD ("woken-running", test_woken_running);
  ADD ("no-wakeup", test_no_wakeup);
  ADD ("lost", test_lost);
  ADD ("lost-elsewhere", test_lost_elsewhere);
  ADD ("mismatch", test_mismatch);
  ADD ("old-letters", test_old_letters);
  ADD ("only-wakeups", test_only_wakeups);
  ADD ("interrupts-wake", test_interrupts_wake);
  ADD ("softirq-meanwhile", test_softirq_meanwhile);
  ADD ("interrupt-meanwhile", test_interrupt_meanwhile);
  ADD ("idle-meanwhile", test_idle_meanwhile);
  ADD ("task-meanwhile", test_task_meanwhile);
  ADD ("many-softirqs", test_many_softirqs);

  return g_test_run ();
}
