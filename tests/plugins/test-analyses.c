/* test-analyses.c - the rules of the other analyses, on synthetic events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "analysis-fixture.h"
#include "th-analyses.h"
#include "th-runner.h"

#define EVENT(time, cpu, pid, ...) test_trace_add (f->trace, time, cpu, pid, __VA_ARGS__)

static guint32
task_of (Fixture *f,
         gint32   pid)
{
  return th_tasks_find (th_recording_get_tasks (f->recording), pid);
}

/* --- interrupts -------------------------------------------------------- */

/* An interrupt in a softirq is shown in its own row, and its time counts for both. */
static void
test_softirqs (Fixture       *f,
               gconstpointer  data)
{
  EVENT (100, 0, 5, "irq:softirq_raise", I (3));
  EVENT (102, 0, 5, "irq:softirq_raise", I (3)); /* already pending */
  EVENT (105, 0, 5, "irq:softirq_raise", I (9));
  EVENT (108, 1, 5, "irq:softirq_entry", I (3)); /* raised on CPU 0, not on this one */
  EVENT (110, 0, 5, "irq:softirq_entry", I (3));
  EVENT (115, 0, 5, "irq:irq_handler_entry", I (24), "eth0");
  EVENT (117, 0, 5, "irq:softirq_raise", I (3)); /* for the next time */
  EVENT (120, 0, 5, "irq:irq_handler_exit", I (24));
  EVENT (130, 0, 5, "irq:softirq_exit", I (3));
  EVENT (131, 0, 5, "irq:softirq_entry", I (9));
  EVENT (135, 0, 5, "irq:softirq_exit", I (9));
  EVENT (140, 0, 5, "irq:softirq_entry", I (3));
  EVENT (144, 0, 5, "irq:softirq_exit", I (3));
  EVENT (150, 1, 5, "irq:softirq_exit", I (3));
  fixture_run (f, "interrupts", NULL);

  assert_text (test_slices (f->results, "softirq", TH_ATTACH_CPU, 0),
               "110+20 NET_RX, 131+4 RCU, 140+4 NET_RX");
  assert_text (test_slices (f->results, "softirq", TH_ATTACH_CPU, 1), "108+42 NET_RX");
  assert_text (test_slices (f->results, "irq", TH_ATTACH_CPU, 0), "115+5 eth0");
  assert_text (test_measure (f->results, "softirq_latency.NET_RX"), "10 23");
  assert_text (test_measure (f->results, "softirq_latency.RCU"), "26");
  assert_text (test_measure (f->results, "softirq.NET_RX"), "20 4 42");
  /* kind number name count total mean p99 max */
  assert_text (test_table (f->recording, f->results, "hardirqs"), "irq 24 eth0 1 5 5 5 5");
  assert_text (test_table (f->recording, f->results, "softirqs"),
               "softirq NET_RX 3 66 22 42 42 2 16 23 23, softirq RCU 1 4 4 4 4 1 26 26 26");
}

/* Two handlers share a line; one interrupts the other; an exit without an entry is
 * ignored. */
static void
test_nested_irqs (Fixture       *f,
                  gconstpointer  data)
{
  EVENT (90, 0, 5, "irq:irq_handler_exit", I (24));
  EVENT (100, 0, 5, "irq:irq_handler_entry", I (24), "a");
  EVENT (110, 0, 5, "irq:irq_handler_entry", I (25), "b");
  EVENT (115, 0, 5, "irq:irq_handler_exit", I (25));
  EVENT (120, 0, 5, "irq:irq_handler_exit", I (24));
  EVENT (121, 0, 5, "irq:irq_handler_entry", I (24), "c");
  EVENT (123, 0, 5, "irq:irq_handler_exit", I (24));
  fixture_run (f, "interrupts", NULL);

  assert_text (test_slices (f->results, "irq", TH_ATTACH_CPU, 0), "100+20 a, 121+2 c / 110+5 b");
  assert_text (test_table (f->recording, f->results, "hardirqs"),
               "irq 25 b 1 5 5 5 5, irq 24 a 1 20 20 20 20, irq 24 c 1 2 2 2 2");
}

static void
test_irqs_lost (Fixture       *f,
                gconstpointer  data)
{
  EVENT (100, 0, 5, "irq:softirq_raise", I (3));
  EVENT (110, 0, 5, "irq:softirq_entry", I (1));
  EVENT (111, 1, 5, "irq:softirq_entry", I (9));
  test_trace_lose (f->trace, 0, -1);
  EVENT (150, 0, 5, "irq:softirq_exit", I (1)); /* possibly of another one */
  EVENT (160, 0, 5, "irq:softirq_entry", I (3));
  EVENT (170, 1, 5, "irq:softirq_exit", I (9));
  fixture_run (f, "interrupts", NULL);

  assert_text (test_slices (f->results, "softirq", TH_ATTACH_CPU, 0),
               "110+0! TIMER, 160+0! NET_RX");
  assert_text (test_slices (f->results, "softirq", TH_ATTACH_CPU, 1), "111+59 RCU");
  assert_text (test_measure (f->results, "softirq_latency.NET_RX"), "");
  assert_text (test_measure (f->results, "softirq.TIMER"), "");
}

/* If the events of their ends were not recorded, begins must not accumulate. */
static void
test_irqs_endless (Fixture       *f,
                   gconstpointer  data)
{
  EVENT (100, 0, 5, "irq:softirq_entry", I (7));
  EVENT (110, 0, 5, "irq:softirq_entry", I (9));
  EVENT (120, 0, 5, "irq:irq_handler_entry", I (21), "eth0");
  EVENT (130, 0, 5, "irq:irq_handler_entry", I (21), "eth0");
  EVENT (140, 0, 5, "irq:softirq_entry", I (7));
  fixture_run (f, "interrupts", NULL);

  assert_text (test_slices (f->results, "softirq", TH_ATTACH_CPU, 0),
               "100+0! SCHED, 110+0! RCU, 140+0! SCHED");
  assert_text (test_slices (f->results, "irq", TH_ATTACH_CPU, 0), "120+0! eth0, 130+0! eth0");
}

/* Tasklets nest in their softirq; vectors and IPIs are interrupts. */
static void
test_other_kinds (Fixture       *f,
                  gconstpointer  data)
{
  test_trace_type (f->trace, "irq:tasklet_entry", "tasklet*,func*");
  test_trace_type (f->trace, "irq:tasklet_exit", "tasklet*,func*");
  test_trace_type (f->trace, "irq_vectors:local_timer_entry", "vector");
  test_trace_type (f->trace, "irq_vectors:local_timer_exit", "vector");
  test_trace_type (f->trace, "ipi:ipi_entry", "reason*,text$");
  test_trace_type (f->trace, "ipi:ipi_exit", "reason*,text$");
  test_trace_type (f->trace, "net:netif_receive_skb", "skbaddr*,len,name$");
  EVENT (100, 0, 5, "irq:softirq_entry", I (3));
  EVENT (105, 0, 5, "irq:tasklet_entry", I (1), I (0xabc));
  EVENT (106, 0, 5, "irq_vectors:local_timer_entry", I (236));
  EVENT (108, 0, 5, "irq_vectors:local_timer_exit", I (236));
  EVENT (109, 0, 5, "irq:tasklet_exit", I (1), I (0xabc));
  EVENT (110, 0, 5, "net:netif_receive_skb", I (1), I (60), "eth0");
  EVENT (111, 0, 5, "net:netif_receive_skb", I (2), I (40), "eth0");
  EVENT (120, 0, 5, "irq:softirq_exit", I (3));
  EVENT (130, 1, 5, "ipi:ipi_entry", I (77), "(Rescheduling)");
  EVENT (133, 1, 5, "ipi:ipi_exit", I (77), "(Rescheduling)");
  EVENT (140, 1, 5, "net:netif_receive_skb", I (2), I (10), "eth0");
  fixture_run (f, "interrupts", NULL);

  assert_text (test_slices (f->results, "softirq", TH_ATTACH_CPU, 0),
               "100+20 NET_RX / 105+4 0xabc");
  assert_text (test_slices (f->results, "irq", TH_ATTACH_CPU, 0), "106+2 local_timer");
  assert_text (test_slices (f->results, "irq", TH_ATTACH_CPU, 1), "130+3 Rescheduling");
  assert_text (test_table (f->recording, f->results, "receive"), "eth0 0 2 100, eth0 1 1 10");
}

/* --- system calls ------------------------------------------------------ */

static void
syscall_types (Fixture *f)
{
  test_trace_type (f->trace, "raw_syscalls:sys_enter", "id");
  test_trace_type (f->trace, "raw_syscalls:sys_exit", "id,ret");
  test_trace_type (f->trace, "syscalls:sys_enter_read", "__syscall_nr,fd");
  test_trace_type (f->trace, "syscalls:sys_exit_read", "__syscall_nr,ret");
  test_trace_type (f->trace, "syscalls:sys_enter_exit_group", "nr,code"); /* as in 3.10 */
}

static void
test_syscalls (Fixture       *f,
               gconstpointer  data)
{
  syscall_types (f);
  EVENT (100, 0, 5, "syscalls:sys_enter_read", I (0), I (3));
  EVENT (105, 1, 6, "raw_syscalls:sys_enter", I (45));
  EVENT (110, 0, 5, "syscalls:sys_exit_read", I (0), I (17));
  EVENT (115, 1, 6, "raw_syscalls:sys_exit", I (45), I (-11));
  EVENT (120, 0, 5, "raw_syscalls:sys_enter", I (0));  /* both are recorded */
  EVENT (121, 0, 5, "syscalls:sys_enter_read", I (0), I (3));
  EVENT (130, 0, 5, "syscalls:sys_exit_read", I (0), I (-4));
  EVENT (131, 0, 5, "raw_syscalls:sys_exit", I (0), I (-4));
  EVENT (140, 1, 6, "raw_syscalls:sys_enter", I (0));  /* its name is known by now */
  EVENT (145, 1, 6, "raw_syscalls:sys_exit", I (0), I (0));
  EVENT (150, 0, 5, "syscalls:sys_enter_exit_group", I (231), I (0));
  EVENT (160, 1, 6, "raw_syscalls:sys_exit", I (99), I (0));
  fixture_run (f, "syscalls", NULL);

  assert_text (test_slices (f->results, "syscalls", TH_ATTACH_TASK, task_of (f, 5)),
               "100+10 read, 120+10 read = -4, 150+10! exit_group");
  assert_text (test_slices (f->results, "syscalls", TH_ATTACH_TASK, task_of (f, 6)),
               "105+10 syscall 45 = -11, 140+5 read");
  assert_text (test_measure (f->results, "syscall.read"), "10 10 5");
  assert_text (fixture_measure_tasks (f, "syscall.read"), "5 5 6");
  /* count errors total p50 p99 max */
  assert_text (test_table (f->recording, f->results, "syscalls"),
               "read 3 1 25 10 10 10, syscall 45 1 1 10 10 10 10");
}

/* 45 is recvfrom in the kernel's arch/x86/entry/syscalls/syscall_64.tbl, and has no name if
 * the machine is unknown; no machine has a call 9999. */
static void
test_syscalls_named (Fixture       *f,
                     gconstpointer  data)
{
  syscall_types (f);
  test_trace_set_fact (f->trace, "machine", "x86_64");
  EVENT (100, 0, 5, "raw_syscalls:sys_enter", I (45));
  EVENT (110, 0, 5, "raw_syscalls:sys_exit", I (45), I (3));
  EVENT (120, 0, 5, "raw_syscalls:sys_enter", I (9999));
  EVENT (125, 0, 5, "raw_syscalls:sys_exit", I (9999), I (0));
  fixture_run (f, "syscalls", NULL);

  assert_text (test_slices (f->results, "syscalls", TH_ATTACH_TASK, task_of (f, 5)),
               "100+10 recvfrom, 120+5 syscall 9999");
}

static void
test_syscalls_lost (Fixture       *f,
                    gconstpointer  data)
{
  syscall_types (f);
  EVENT (100, 0, 5, "raw_syscalls:sys_enter", I (1));
  EVENT (101, 1, 6, "raw_syscalls:sys_enter", I (2));
  test_trace_lose (f->trace, 0, 3);
  EVENT (120, 0, 5, "raw_syscalls:sys_exit", I (1), I (0));
  EVENT (130, 0, 5, "raw_syscalls:sys_enter", I (1));
  EVENT (133, 0, 5, "raw_syscalls:sys_enter", I (7)); /* the one before never returned */
  EVENT (135, 0, 5, "raw_syscalls:sys_exit", I (7), I (0));
  fixture_run (f, "syscalls", NULL);

  assert_text (test_slices (f->results, "syscalls", TH_ATTACH_TASK, task_of (f, 5)),
               "100+0! syscall 1, 130+0! syscall 1, 133+2 syscall 7");
  assert_text (test_slices (f->results, "syscalls", TH_ATTACH_TASK, task_of (f, 6)),
               "101+0! syscall 2");
  assert_text (test_measure (f->results, "syscall.syscall 1"), "");
}

/* --- marks ------------------------------------------------------------- */

static void
test_marks (Fixture       *f,
            gconstpointer  data)
{
  test_trace_type (f->trace, "ftrace:print", "ip*,buf$");
  test_trace_type (f->trace, "ftrace:bprint", "ip*,text$");
  EVENT (100, 0, 5, "ftrace:print", I (0), "B|5|frame\n");
  EVENT (110, 1, 5, "ftrace:print", I (0), "B|5|draw|all");
  EVENT (112, 0, 6, "ftrace:print", I (0), "E|6");       /* of another process */
  EVENT (120, 0, 5, "ftrace:print", I (0), "E|5");
  EVENT (125, 0, 5, "ftrace:print", I (0), "C|5|queue|7");
  EVENT (126, 0, 5, "ftrace:print", I (0), "C|5|queue|many");
  EVENT (130, 0, 5, "ftrace:print", I (0), "E");
  EVENT (131, 0, 5, "ftrace:print", I (0), "S|5|load|1");
  EVENT (132, 0, 6, "ftrace:print", I (0), "S|5|load|2");
  EVENT (140, 1, 6, "ftrace:print", I (0), "F|5|load|1");
  EVENT (150, 1, 6, "ftrace:print", I (0), "F|5|load|2");
  EVENT (155, 1, 6, "ftrace:print", I (0), "F|5|load|3"); /* never began */
  EVENT (160, 0, 5, "ftrace:print", I (0), "hello, <b>world</b>\n");
  EVENT (165, 0, 5, "ftrace:bprint", I (0), "from the kernel");
  EVENT (170, 0, 5, "ftrace:print", I (0), "I|5|tick");
  EVENT (175, 0, 5, "ftrace:print", I (0), "C|5|queue|-2.5");
  EVENT (180, 0, 5, "ftrace:print", I (0), "Bad|5");
  EVENT (190, 0, 5, "ftrace:print", I (0), "B|5|open");
  EVENT (195, 0, 5, "ftrace:print", I (0), "S|5|wait|1");
  fixture_run (f, "marks", NULL);

  assert_text (test_slices (f->results, "marks", TH_ATTACH_TASK, task_of (f, 5)),
               "100+30 frame, 190+5! open / 110+10 draw|all");
  assert_text (test_slices (f->results, "async:5:load", TH_ATTACH_NAMED, 0),
               "131+9 load / 132+18 load");
  assert_text (test_slices (f->results, "async:5:wait", TH_ATTACH_NAMED, 0), "195+0! wait");
  assert_text (test_points (f->results, "counter:5:queue"), "125=7, 175=-2.5");
  assert_text (test_points (f->results, "marks"),
               "126 C|5|queue|many, 160 hello, <b>world</b>, 165 from the kernel, 170 tick, 180 "
               "Bad|5");
  assert_text (test_measure (f->results, "mark.load"), "9 18");
  assert_text (test_measure (f->results, "mark.frame"), "30");
}

static void
test_marks_lost (Fixture       *f,
                 gconstpointer  data)
{
  test_trace_type (f->trace, "ftrace:print", "ip*,buf$");
  EVENT (100, 0, 5, "ftrace:print", I (0), "B|5|a");
  EVENT (105, 0, 5, "ftrace:print", I (0), "S|5|s|1");
  test_trace_lose (f->trace, 0, 3);
  EVENT (120, 0, 5, "ftrace:print", I (0), "E|5");
  EVENT (125, 0, 5, "ftrace:print", I (0), "F|5|s|1");
  fixture_run (f, "marks", NULL);

  assert_text (test_slices (f->results, "marks", TH_ATTACH_TASK, task_of (f, 5)), "100+5! a");
  assert_text (test_slices (f->results, "async:5:s", TH_ATTACH_NAMED, 0), "105+0! s");
  assert_text (test_measure (f->results, "mark.s"), "");
}

/* --- values and latencies ---------------------------------------------- */

static void
test_values (Fixture       *f,
             gconstpointer  data)
{
  EVENT (100, 0, 5, "irq:softirq_raise", I (3));
  EVENT (105, 1, 5, "irq:softirq_raise", I (-2));
  EVENT (107, 1, 5, "irq:softirq_entry", I (9));
  fixture_run (f, "values", "event=irq:softirq_raise field=vec");

  assert_text (test_points (f->results, "irq:softirq_raise.vec"), "100=3, 105=-2");
  g_assert_cmpstr (th_results_get_id (f->results), ==, "values(irq:softirq_raise,vec)");
}

static void
test_latency (Fixture       *f,
              gconstpointer  data)
{
  EVENT (100, 0, 5, "irq:softirq_raise", I (3));
  EVENT (101, 1, 6, "irq:softirq_raise", I (3));
  EVENT (102, 0, 5, "irq:softirq_raise", I (3)); /* counts from the first */
  EVENT (105, 0, 5, "irq:softirq_raise", I (9));
  EVENT (110, 0, 5, "irq:softirq_entry", I (3));
  EVENT (120, 1, 6, "irq:softirq_entry", I (3));
  EVENT (125, 1, 6, "irq:softirq_entry", I (3)); /* nothing began */
  fixture_run (f, "latency", "from=irq:softirq_raise to=irq:softirq_entry key=vec,cpu");

  assert_text (test_measure (f->results, "latency"), "10 19");
  assert_text (test_table (f->recording, f->results, "latencies"),
               "100 NET_RX (3), 0 10 5 0 0 @110, 101 NET_RX (3), 1 19 6 1 1 @120");
  assert_text (test_remarks (f->results),
               "1 start has no end.\n1 start was repeated before its end.");
}

/* One event ends a latency and begins the next; a text matches the name of a number;
 * addresses; no latency across a loss. */
static void
test_latency_same_type (Fixture       *f,
                        gconstpointer  data)
{
  EVENT (100, 0, 5, "sched:sched_switch", I (5), I (1), I (6));
  EVENT (110, 0, 6, "sched:sched_switch", I (6), I (1), I (5));
  EVENT (130, 0, 5, "sched:sched_switch", I (5), I (1), I (6));
  fixture_run (f, "latency",
               "from=sched:sched_switch to=sched:sched_switch key_from=prev_pid key_to=next_pid");

  assert_text (test_measure (f->results, "latency"), "10 20");
}

static void
test_latency_text (Fixture       *f,
                   gconstpointer  data)
{
  test_trace_type (f->trace, "my:done", "what$");
  EVENT (100, 0, 5, "irq:softirq_raise", I (3));
  EVENT (105, 0, 5, "irq:softirq_raise", I (9));
  EVENT (110, 0, 5, "my:done", "RCU");
  EVENT (120, 0, 5, "my:done", "NET_RX");
  fixture_run (f, "latency", "from=irq:softirq_raise to=my:done key_from=vec key_to=what");

  assert_text (test_measure (f->results, "latency"), "5 20");
}

static void
test_latency_lost (Fixture       *f,
                   gconstpointer  data)
{
  test_trace_type (f->trace, "my:begin", "addr*");
  test_trace_type (f->trace, "my:end", "addr*");
  EVENT (100, 0, 5, "my:begin", I (0xffff8880));
  EVENT (101, 1, 5, "my:begin", I (0xffff8881));
  EVENT (105, 1, 5, "my:end", I (0xffff8881));
  test_trace_lose (f->trace, 0, 1);
  EVENT (120, 0, 5, "my:end", I (0xffff8880));
  fixture_run (f, "latency", "from=my:begin to=my:end key=addr");

  assert_text (test_table (f->recording, f->results, "latencies"), "101 0xffff8881 4 5 1 1 @105");
}

/* Without a key, and from the latest begin. */
static void
test_latency_latest (Fixture       *f,
                     gconstpointer  data)
{
  EVENT (100, 0, 5, "irq:softirq_raise", I (3));
  EVENT (102, 1, 5, "irq:softirq_raise", I (1));
  EVENT (110, 0, 5, "irq:softirq_entry", I (9));
  fixture_run (f, "latency", "from=irq:softirq_raise to=irq:softirq_entry latest=1");

  assert_text (test_measure (f->results, "latency"), "8");
}

/* Invalid parameters are reported before the analysis runs. */
static void
test_wrong_params (Fixture       *f,
                   gconstpointer  data)
{
  static const struct
  {
    const char *id;
    const char *params[4][2];
    const char *message;
  } wrong[] = {
    { "values", { { "event", "irq:softirq_raise" } }, "“values” needs the parameter “field”" },
    { "values", { { "event", "irq:softirq_raise" }, { "field", "nix" } },
      "irq:softirq_raise has no field “nix”" },
    { "values", { { "event", "irq:irq_handler_entry" }, { "field", "name" } },
      "The field “name” of irq:irq_handler_entry is not a number" },
    { "latency",
      { { "from", "irq:softirq_raise" }, { "to", "irq:softirq_entry" }, { "key", "nix" } },
      "irq:softirq_raise has no field “nix”" },
    { "latency",
      { { "from", "irq:softirq_raise" }, { "to", "irq:softirq_entry" }, { "key_from", "vec,cpu" } },
      "Both keys need the same number of fields" },
    { "latency",
      { { "from", "irq:softirq_raise" }, { "to", "irq:softirq_entry" },
        { "key", "vec,vec,vec,vec,vec" } },
      "A key can have at most 4 fields" },
  };

  fixture_run (f, "interrupts", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr(ThRunner) runner = th_runner_new (f->recording, th_analyses_list ());
      g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);
      g_autoptr(GError) error = NULL;

      for (guint j = 0; j < 4 && wrong[i].params[j][0] != NULL; j++)
        g_hash_table_insert (params, (char *) wrong[i].params[j][0],
                             (char *) wrong[i].params[j][1]);
      g_assert_null (th_runner_add (runner, th_analyses_find (wrong[i].id), params, &error));
      g_assert_cmpstr (error->message, ==, wrong[i].message);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) \
  g_test_add ("/plugins/" path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("interrupts/softirqs", test_softirqs);
  ADD ("interrupts/nested", test_nested_irqs);
  ADD ("interrupts/lost", test_irqs_lost);
  ADD ("interrupts/endless", test_irqs_endless);
  ADD ("interrupts/other-kinds", test_other_kinds);
  ADD ("syscalls/both", test_syscalls);
  ADD ("syscalls/named", test_syscalls_named);
  ADD ("syscalls/lost", test_syscalls_lost);
  ADD ("marks/all", test_marks);
  ADD ("marks/lost", test_marks_lost);
  ADD ("values", test_values);
  ADD ("latency/keys", test_latency);
  ADD ("latency/same-type", test_latency_same_type);
  ADD ("latency/text", test_latency_text);
  ADD ("latency/lost", test_latency_lost);
  ADD ("latency/latest", test_latency_latest);
  ADD ("wrong-params", test_wrong_params);

  return g_test_run ();
}
