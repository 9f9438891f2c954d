/* test-text-lines.c - single lines and short texts from all known tools
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "loader-fixture.h"
#include "th-txt-line.h"
#include "th-txt-values.h"

/* Returns "cpu time comm-pid system:name|info" for a line. */
static char *
words (const char *text)
{
  ThTxtLine line;

  th_txt_parse_line (text, strlen (text), &line);
  if (line.kind == TH_TXT_LOST)
    return g_strdup_printf ("lost %u %" G_GINT64_FORMAT, line.cpu, line.lost);
  if (line.kind != TH_TXT_EVENT)
    return g_strdup_printf ("kind %d", line.kind);
  return g_strdup_printf ("%u %" G_GINT64_FORMAT " %.*s-%d %.*s:%.*s|%.*s", line.cpu, line.time,
                          (int) line.comm.size, line.comm.text,
                          line.pid, (int) line.system.size, line.system.text, (int) line.name.size,
                          line.name.text, (int) line.info.size, line.info.text);
}

static const char *const lines[][2] = {
  { " my task-a-12 [001] d..2. 1.000002: foo: a=1", "1 1000002000 my task-a-12 :foo|a=1" },
  { "  a [9]-b-12    (-----) [001] ....  1.5: foo: a=1", "1 1500000000 a [9]-b-12 :foo|a=1" },
  { "  x-1 [000] .... 123456789: foo: a=1", "0 123456789 x-1 :foo|a=1" },
  { "      sh-1139      2d.h1. 19955us+: softirq_raise: vec=9",
    "2 19955000 sh-1139 :softirq_raise|vec=9" },
  { "      sh-1139      2d.h1. 19955us : foo: bar", "2 19955000 sh-1139 :foo|bar" },
  { "curl-816 [000] b..1. 532.223204: tcp_release_cb <-release_sock",
    "0 532223204000 curl-816 :function|tcp_release_cb <-release_sock" },
  { "x-1 [003] d..1. 5.000001: <stack trace>", "3 5000001000 x-1 :kernel_stack|<stack trace>" },
  { "x-1 [003] .... 5.000001: sys_read(fd: 3, buf: 7ffd, count: 10)",
    "3 5000001000 x-1 :sys_enter_read|sys_read(fd: 3, buf: 7ffd, count: 10)" },
  { "x-1 [003] .... 5.000001: sys_read -> 0x10",
    "3 5000001000 x-1 :sys_exit_read|sys_read -> 0x10" },
  { "[   12.345678] x-1 3d..1. 5001us : foo: bar", "3 5001000 x-1 :foo|bar" },
  { "<4>[   12.345678][  T123] x-1 3d..1. 5001us : foo: bar", "3 5001000 x-1 :foo|bar" },
  { "Nov 21 10:00:00 host kernel: [ 12.3] x-1 3d..1. 5001us : foo: bar", "3 5001000 x-1 :foo|bar" },
  { "Nov 21 10:00:00 host kernel: x-1 3d..1. 5001us : foo: bar", "3 5001000 x-1 :foo|bar" },
  { "CPU:0 [LOST 323 EVENTS]", "lost 0 323" },
  { "CPU:12 [323 EVENTS DROPPED]", "lost 12 323" },
  { "CPU:3 [EVENTS DROPPED]", "lost 3 -1" },
  { " my perf   620/621 [007] 357.472231189: skb:consume_skb: skbaddr=0x1",
    "7 357472231189 my perf-621 skb:consume_skb|skbaddr=0x1" },
  { "a 9 198789.478194:    1001001 cycles:u: ", "8192 198789478194000 a-9 :cycles:u|" },
  /* As perf script -F prints them: any of the task, the thread and the CPU may be missing. */
  { "[000]   362.311561:               sched:sched_waking: comm=migration/0 pid=16",
    "0 362311561000 --1 sched:sched_waking|comm=migration/0 pid=16" },
  { "[000]   367.535665:    2000000 cpu-clock: ", "0 367535665000 --1 :cpu-clock|" },
  { "  638   362.311561:               sched:sched_waking: comm=migration/0",
    "8192 362311561000 -638 sched:sched_waking|comm=migration/0" },
  { "  638 [000]   362.311561:               sched:sched_waking: pid=16",
    "0 362311561000 -638 sched:sched_waking|pid=16" },
  { "  638/639   [002]   362.311561123:               sched:sched_waking: pid=16",
    "2 362311561123 -639 sched:sched_waking|pid=16" },
  { "  362.311561:               sched:sched_waking: pid=16",
    "8192 362311561000 --1 sched:sched_waking|pid=16" },
  { "  362.311561:          1               sched:sched_waking:  ffffffff896e19d2 [unknown]",
    "8192 362311561000 --1 sched:sched_waking|ffffffff896e19d2 [unknown]" },
  { "            perf [000]   362.311561:               sched:sched_waking: pid=16",
    "0 362311561000 perf--1 sched:sched_waking|pid=16" },
  { "     my perf   362.311561:               sched:sched_waking: pid=16",
    "8192 362311561000 my perf--1 sched:sched_waking|pid=16" },
  { "7 620 [001] 357.472231: skb:consume_skb: a=1", "1 357472231000 7-620 skb:consume_skb|a=1" },
  /* Other logs also have times. */
  { "12.5: started: yes", "kind 0" },
  { "[  123.456789] pci 0000:00: [8086:1237] type 00", "kind 0" },
  { "[12]: 7.25: a: b", "kind 0" },
  { "x-1 [9999] .... 1.000001: foo: bar", "kind 0" },
  { "perf 620 [9999] 1.000001: foo: bar", "kind 0" },
  { " 3)               |  /* sched_switch: prev_comm=a */", "3 0 --1 :sched_switch|prev_comm=a" },
  { " 3)   0.123 us    |  f();", "3 0 --1 :funcgraph_entry|0.123 us    |  f();" },
  { " 3) # 1234.5 us |  } /* f = 0x0 */",
    "3 0 --1 :funcgraph_exit|# 1234.5 us |  } /* f = 0x0 */" },
  { "sh 7 [001]  5.079049: PERF_RECORD_FORK(18286:18286):(18285:18285)", "kind 5" },
  { "cc 8 [001]  5.079051: PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid:  71/71   ",
    "kind 5" },
  { "swapper 0 [000]     0.000000: PERF_RECORD_COMM: kthreadd:2/2", "kind 5" },
  { "x-1 [003] .... 5.000001: foo: a=\\n\\", "3 5000001000 x-1 :foo|a=" },
  { "\\n\\", "kind 5" },
  { "# comment", "kind 2" },
  { "\tffffffff896e19d2 try_to_wake_up+0x2d2 ([kernel.kallsyms])", "kind 0" },
  { "x-99999999999 [000] 1.0: foo: bar", "kind 0" },
  { "x-1 [9999] .... 1.0: foo: bar", "kind 0" },
  /* A time that is too large is discarded: TH_TXT_TIME_HUGE. */
  { "x-1 [000] .... 99999999999999.0: foo: bar", "0 0 x-1 :foo|bar" },
  { "x-1 [000] .... 9999999999999999999999999.0: foo: bar", "0 0 x-1 :foo|bar" },
  { "x-1 [000] .... 9223372036854775806: foo: bar", "0 9223372036854775806 x-1 :foo|bar" },
  { "x-1 [000] .... 9223372036854775808: foo: bar", "0 0 x-1 :foo|bar" },
  { "a 9 9223372037.5:    1001001 cycles:u: ", "8192 0 a-9 :cycles:u|" },
  { " 9223372037.500000 |   3)   0.123 us    |  f();",
    "3 0 --1 :funcgraph_entry|0.123 us    |  f();" },
  /* Times up to 63 bits of ns. */
  { "x-1 [000] .... 9223372036.854775806: foo: bar", "0 9223372036854775806 x-1 :foo|bar" },
  { "x-1 [000] .... 9223372036.854775807: foo: bar", "0 0 x-1 :foo|bar" },
  { "x-1 [000] .... 9223372037.000000: foo: bar", "0 0 x-1 :foo|bar" },
  { "x-1 [000] .... 1.0: ", "kind 0" },
  { "x-1\t  \t[000]\t....         \t1.5:\t \tfoo:           \ta=1", "0 1500000000 x-1 :foo|a=1" },
  { "x-1 [000] .... 1.5/: foo: bar", "kind 0" },
  { "x-1 [000] .... 1.5\xff: foo: bar", "kind 0" },
  { "x-1 [000] .... 1.\xff" "5: foo: bar", "kind 0" },
  { "x-1 [0/] .... 1.5: foo: bar", "kind 0" },
  { "", "kind 0" },
};

static void
test_lines (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *got = words (lines[i][0]);

      g_assert_cmpstr (got, ==, lines[i][1]);
    }
}

/* Digits are read in groups: numbers of each length, at the end of a line and before more of it. */
static void
test_digits (void)
{
  static const char digits[] = "907856341278563412";

  for (int whole = 1; whole <= 9; whole++)
    for (int fraction = 1; fraction <= 18; fraction++)
      for (int tail = 0; tail < 12; tail++)
        {
          g_autofree char *line = g_strdup_printf ("x-1 [000] %.*s.%.*s: f:%.*s", whole, digits,
                                                   fraction, digits, tail, " abcdefghijk");
          g_autofree char *ns = g_strdup_printf ("%.*s%.*s%.*s", whole, digits, MIN (fraction, 9),
                                                 digits, 9 - MIN (fraction, 9), "000000000");
          g_autofree char *expected = g_strdup_printf ("0 %s x-1 :f|%.*s", ns, MAX (tail - 1, 0),
                                                       "abcdefghijk");
          g_autofree char *found = words (line);

          g_assert_cmpstr (found, ==, expected);
        }
}

/* No truncated line is read beyond its end, which the sanitizer checks. */
static void
test_cut_lines (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    for (gsize size = 0; size <= strlen (lines[i][0]); size++)
      {
        g_autofree char *exact = g_memdup2 (lines[i][0], size);
        g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (ThTxtValue));
        ThTxtLine line;

        th_txt_parse_line (exact != NULL ? exact : "", size, &line);
        if (line.kind == TH_TXT_EVENT)
          th_txt_parse_values ("x", line.info, values);
        g_assert_cmpuint (line.cpu, <=, TH_TXT_NO_CPU);
      }
}

/* --- values ------------------------------------------------------------ */

static char *
fields (const char *name,
        const char *info)
{
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (ThTxtValue));
  GString *text = g_string_new (NULL);

  th_txt_parse_values (name, (ThTxtPart) { info, strlen (info) }, values);
  for (guint i = 0; i < values->len; i++)
    {
      const ThTxtValue *value = &g_array_index (values, ThTxtValue, i);

      g_string_append_printf (text, "%.*s", (int) value->name.size, value->name.text);
      if (value->kind == TH_TXT_WORDS)
        g_string_append_printf (text, "=%.*s;", (int) value->text.size, value->text.text);
      else
        g_string_append_printf (text,
                                value->kind == TH_TXT_INTEGER ? "%+" G_GINT64_FORMAT ";"
                                                              : "@%" G_GINT64_MODIFIER "x;",
                                value->number);
    }
  return g_string_free (text, FALSE);
}

static const char *const values[][3] = {
  { "softirq_raise", "vec=9 [action=RCU]", "vec+9;action=RCU;" },
  { "kfree_skb",
    "skbaddr=00000000d5ff0001 protocol=2048 location=0xffffffff89dc0c3a reason: NOT_SPECIFIED",
    "skbaddr@d5ff0001;protocol+2048;location@ffffffff89dc0c3a;reason=NOT_SPECIFIED;" },
  { "netif_receive_skb", "dev=eth0 skbaddr=0x1 len=60", "name=eth0;skbaddr@1;len+60;" },
  { "qdisc_dequeue", "dequeue packets=0 skbaddr=(nil)", "packets+0;skbaddr@0;" },
  { "napi_poll", "napi poll on napi struct 00000000f3786fcc for device eth0 work 1 budget 64",
    "napi@f3786fcc;dev_name=eth0;work+1;budget+64;" },
  { "sock_recv_length",
    "sk address = 0xffff888100e1ef40, family = AF_INET protocol = 0x11, length = 100, error = 0, "
    "flags = 0x0",
    "sk@ffff888100e1ef40;family+2;protocol+17;ret+100;flags@0;" },
  { "sock_send_length",
    "sk address = 000000005a2bab3b, family = AF_INET6 protocol = IPPROTO_TCP, length = 0, error = "
    "-11, flags = 0x40",
    "sk@5a2bab3b;family+10;protocol+6;ret-11;flags@40;" },
  { "sched_switch",
    "prev_comm=a b prev_pid=0 prev_prio=120 prev_state=R+ ==> next_comm=sh x=y next_pid=1139 "
    "next_prio=120",
    "prev_comm=a "
    "b;prev_pid+0;prev_prio+120;prev_state+256;next_comm=sh;x=y;next_pid+1139;next_prio+120;" },
  { "sched_switch", "rcu: x:15 [120] W ==> swapper/1:0 [120]",
    "prev_comm=rcu: "
    "x;prev_pid+15;prev_prio+120;prev_state+128;next_comm=swapper/1;next_pid+0;next_prio+120;" },
  { "sched_wakeup", "rcu_preempt:15 [120] CPU:001",
    "comm=rcu_preempt;pid+15;prio+120;target_cpu+1;" },
  { "sched_waking", "comm=a b pid=15 prio=120 target_cpu=003",
    "comm=a b;pid+15;prio+120;target_cpu+3;" },
  { "irq_handler_exit", "irq=11 ret=handled", "irq+11;ret+1;" },
  { "function", "a <-b", "ip=a;parent_ip=b;" },
  { "function", "   e1000_intr", "ip=e1000_intr;" },
  { "funcgraph_entry", "2.774 us   |    _raw_spin_unlock();",
    "func=_raw_spin_unlock;depth+1;duration+2774;leaf+1;" },
  { "funcgraph_exit", "$ 11280427 us |  } /* schedule */",
    "func=schedule;depth+0;duration+11280427000;leaf+0;" },
  { "funcgraph_entry", "0.500 us   |  up(sem=0x1); /* ret=0 */",
    "func=up;arguments=sem=0x1;depth+0;duration+500;leaf+1;retval+0;" },
  { "funcgraph_entry", "0.500 us   |    e [m](f=(u32)0x1, g=2); /* <-c+0x1/0x2 ret=-4 */",
    "func=e [m];arguments=f=(u32)0x1, g=2;depth+1;duration+500;leaf+1;retval-4;" },
  { "funcgraph_entry", "           |  d(a=1) { /* <-c+0x1/0x2 */",
    "func=d;arguments=a=1;depth+0;duration+0;leaf+0;" },
  { "funcgraph_entry", "0.500 us   |  up(); /* = 0xfffffffffffffffc */",
    "func=up;depth+0;duration+500;leaf+1;retval-4;" },
  { "funcgraph_exit", "1.000 us   |    } /* e [m] = 0x5 */",
    "func=e [m];depth+1;duration+1000;leaf+0;retval+5;" },
  { "funcgraph_exit", "1.000 us   |  } /* d ret=-4 */",
    "func=d;depth+0;duration+1000;leaf+0;retval-4;" },
  { "funcgraph_entry", "           |  down() { /* a;b */", "func=down;depth+0;duration+0;leaf+0;" },
  { "funcgraph_exit", "1.000 us   |  } /* down; */", "func=down;;depth+0;duration+1000;leaf+0;" },
  { "sys_enter_read", "sys_read(fd: 3, count: 0x10)", "fd+3;count@10;" },
  { "sys_exit_read", "sys_read -> 0x10", "ret@10;" },
  { "sys_exit_read", "0x0", "ret@0;" },
  { "sys_enter_read", "fd: 0x3, count: 0x10", "fd@3;count@10;" },
  { "sys_exit", "NR 0 = -11", "id+0;ret-11;" },
  { "tcp_probe", "src=[fd00:1::1]:80 dest=[::1]: mark=0 sock_cookie=10 skaddr=(nil)",
    "src=[fd00:1::1]:80;dest=[::1];mark+0;sock_cookie@10;skaddr@0;" },
  { "x", "a=\"b c\" d={0x1, 0x2} e=-5", "a=\"b c\";d={0x1, 0x2};e-5;" },
};

static void
test_values (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *got = fields (values[i][0], values[i][1]);

      g_assert_cmpstr (got, ==, values[i][2]);
    }
}

/* --- short texts ------------------------------------------------------- */

static char *
dump_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = fixture_load_bytes (text, strlen (text), &error);
  g_autoptr(GString) dump = NULL;

  g_assert_no_error (error);
  dump = fixture_dump (recording);
  return g_string_free (g_steal_pointer (&dump), FALSE);
}

static void
test_order (void)
{
  g_autofree char *text = dump_text ("a-1 [000] .... 5.000000: x: 1\na-1 [001] .... 5.000000: y: "
                                     "1\nCPU:0 [LOST 7 EVENTS]\na-1 [000] .... 4.000000: x: "
                                     "2\na-1 [000] .... 4.000000: z: 3\n");

  g_assert_nonnull (strstr (text,
                            "cpu 0\n4000000000 82 x 1\n4000000000 112 z 1\n5000000000 0 x 1\nlost "
                            "0 7 "));
}

/* Without times, durations are added up, and a call ends when its callees have ended. */
static void
test_graph_times (void)
{
  g_autofree char *text = dump_text ("# tracer: function_graph\n 0)               |  f() {\n 0)   "
                                     "1.000 us    |    g();\n 0)   2.000 us    |    h();\n 0)   "
                                     "5.000 us    |  }\n 0)   1.500 us    |  i();\n 0)   1.500 us "
                                     "   |  j();\n");

  g_assert_nonnull (strstr (text, "\n0 25 funcgraph_entry -1\n0 52 funcgraph_entry -1\n1000 80 "
                                  "funcgraph_entry -1\n5000 108 funcgraph_exit -1\n5000 131 "
                                  "funcgraph_entry -1\n6500 157 funcgraph_entry -1\n"));
}

static char *
event_text (const char *text,
            guint32     row,
            GArray     *frames,
            GString    *symbols)
{
  g_autoptr(ThRecording) recording = fixture_load_bytes (text, strlen (text), NULL);
  g_autoptr(ThReader) reader = th_reader_new (recording);
  GString *info = g_string_new (NULL);

  g_assert_true (th_reader_get_text (reader, (ThRef) { 0, 0, row }, FALSE, info));
  if (frames == NULL)
    return g_string_free (info, FALSE);
  g_assert_true (th_reader_get_stack (reader, (ThRef) { 0, 0, row }, frames));
  for (guint i = 0; i < frames->len; i++)
    {
      const ThFrame *frame = &g_array_index (frames, ThFrame, i);
      guint64 offset = 0;
      const char *name = th_recording_get_symbol (recording, frame->address, &offset);

      g_string_append_printf (symbols, "%s+%u%s ", name != NULL ? name : "?", (guint) offset,
                              frame->user ? "u" : "");
    }
  return g_string_free (info, FALSE);
}

static void
test_more_lines (void)
{
  g_autofree char *text =
    event_text ("a-1 [000] .... 5.0: event: one\r\ntwo\r\n\r\n three\r\n\r\n# end\r\nno\r\n", 0,
                NULL, NULL);

  g_assert_cmpstr (text, ==, "one\ntwo\n\n three");
}

static void
check_stack (const char *text,
             guint32     row,
             const char *wanted)
{
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  g_autoptr(GString) symbols = g_string_new (NULL);

  g_free (event_text (text, row, frames, symbols));
  g_assert_cmpstr (symbols->str, ==, wanted);
}

static void
test_stacks (void)
{
  check_stack ("a 1 [000] 5.000000: 10 cycles: \n\tffffffff896e19d2 wake+0x10 ([k])\n\t           "
               "ee137 x+0x7 (/lib/c.so)\n\t 1470ac [unknown] (/usr/bin/perf)\n\na 1 [000] "
               "6.000000: 10 cycles: \n\tffffffff896e19d3 b+0x1 ([k])\n",
               0, "wake+16 x+7u ?+0u ");
  check_stack ("a 1 [000] 5.000000: 10 cycles:  ffffffff896e19d2 wake+0x10 ([k])\n", 0, "wake+16 ");
  check_stack ("a-1 [000] .... 5.0: x: y\na-1 [000] .... 5.0: <stack trace>\n => f\n => g\n", 0,
               "f+0 g+0 ");
  check_stack ("a-1 [000] 5.0: kernel_stack:   <stack trace >\n=> f (ffffffff896e19d2)\n=> g+0x2 "
               "(ffffffff896e19d4)\n", 0, "f+0 g+2 ");
}

/* Names are freed with the file: GLib never frees interned strings. */
static void
test_stack_names (void)
{
  check_stack ("a-1 [000] .... 5.0: x: y\na-1 [000] .... 5.0: <stack trace>\n => "
               "only_of_this_file\n => only_of_this_file\n", 0,
               "only_of_this_file+0 only_of_this_file+0 ");
  g_assert_cmpuint (g_quark_try_string ("only_of_this_file"), ==, 0);
}

/* perf script with all its events: records from before the recording have the time 0 and do not
 * extend its range. */
static void
test_perf_records (void)
{
  g_autofree char *text = dump_text ("swapper 0 [000]     0.000000: PERF_RECORD_COMM: "
                                     "kthreadd:2/2\na 93 [000] 5.000000: PERF_RECORD_COMM exec: "
                                     "a:93/93\na 93 [000] 5.000001: 10 cycles: \n");

  g_assert_nonnull (strstr (text, "cpu 0\n5000001000 113 cycles 93\n"));
}

/* Early versions of systrace wrote the trace as a JavaScript string. */
static void
test_script (void)
{
  const char *page = "<!DOCTYPE html>\n<html>\n<script>\n  var linuxPerfData = \"\\\n# tracer: "
                     "nop\\n\\\na-1 [000] .... 5.0: x: y\\n\\\na-1 [000] .... 6.0: x: "
                     "z\\n\\\n\\n\\\n\";\n</script></html>\n";
  g_autofree char *first = event_text (page, 0, NULL, NULL);
  g_autofree char *last = event_text (page, 1, NULL, NULL);
  g_autoptr(ThRecording) recording = fixture_load_bytes (page, strlen (page), NULL);

  g_assert_cmpstr (first, ==, "y");
  g_assert_cmpstr (last, ==, "z");
  g_assert_cmpstr (th_recording_get_fact (recording, "tracer"), ==, "nop");
}

/* Events lost from the buffer are reported. */
static void
test_overwritten (void)
{
  const char *text =
    "# tracer: nop\n#\n# entries-in-buffer/entries-written: 1/23076   #P:2\na-1 [000] .... 5.0: "
    "x: y\n";
  const char *whole =
    "# tracer: nop\n#\n# entries-in-buffer/entries-written: 1/1   #P:2\na-1 [000] .... 5.0: x: y\n";
  g_autoptr(ThRecording) recording = fixture_load_bytes (text, strlen (text), NULL);
  g_autoptr(ThRecording) other = fixture_load_bytes (whole, strlen (whole), NULL);

  g_assert_nonnull (strstr (th_recording_get_fact (recording, "overwritten"),
                            "23075 older events"));
  g_assert_null (th_recording_get_fact (other, "overwritten"));
}

static void
test_web_page (void)
{
  g_autofree char *text = dump_text ("<!DOCTYPE html>\n<html>\n<script>var x = "
                                     "1;</script>\n<script class=\"trace-data\">\n# tracer: "
                                     "nop\na-1 [000] .... 5.0: x: y\n</script>\n</html>\n");

  g_assert_nonnull (strstr (text, "cpu 0\n5000000000 93 x 1\n"));
}

static void
test_ticks (void)
{
  const char *text = "a-1 [000] .... 12345: x: y\n";
  g_autoptr(ThRecording) recording = fixture_load_bytes (text, strlen (text), NULL);

  g_assert_true (th_stream_get_clock (th_recording_get_stream (recording, 0))->ticks);
}

/* Such an event gets the time of the previous one, which is reported; its text is unchanged. */
static void
test_huge_times (void)
{
  const char *text = "# tracer: nop\n"
                     "a-1 [001] .... 9223372037.000000: x: n=1\n"
                     "a-1 [000] .... 5.000000: x: n=2\n"
                     "b-2 [000] .... 99999999999999999999.000001: x: n=3\n"
                     "b-2 [000] .... 6.000000: x: n=4\n";
  g_autoptr(ThRecording) recording = fixture_load_bytes (text, strlen (text), NULL);
  g_autoptr(GString) got = fixture_dump (recording);
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);
  const ThProblem *problem;
  g_autofree char *told = NULL;

  g_assert_nonnull (strstr (got->str,
                            "cpu 0\n5000000000 55 x 1\n5000000000 87 x 2\n6000000000 138 x 2\n"));
  g_assert_nonnull (strstr (got->str, "cpu 1\n5000000000 14 x 1\n"));
  g_assert_cmpuint (problems->len, ==, 1);
  problem = problems->pdata[0];
  told = th_problem_describe (problem);
  g_assert_cmpint (problem->kind, ==, TH_PROBLEM_HUGE_TIME);
  g_assert_cmpuint (problem->count, ==, 2);
  g_assert_cmpstr (problem->detail, ==, "line 2");
  g_assert_nonnull (strstr (told, "line 2"));
  g_assert_cmpint (th_recording_get_state (recording), ==, TH_LOAD_WHOLE);
}

static void
test_refused (void)
{
  static const char *const texts[] = { "hello\nworld\n", "int main (void) { return 0; }\n",
                                       "{ \"a\": [1, 2] }\n", "12:30:01 foo: bar\n" };
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_null (fixture_load_bytes (texts[i], strlen (texts[i]), &error));
      g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED);
      g_clear_error (&error);
    }
  g_assert_null (fixture_load_bytes ("# tracer: nop\n#\n", 16, &error));
  g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_NO_EVENTS);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/lines/digits", test_digits);
  g_test_add_func ("/text/lines/all", test_lines);
  g_test_add_func ("/text/lines/cut", test_cut_lines);
  g_test_add_func ("/text/lines/values", test_values);
  g_test_add_func ("/text/lines/order", test_order);
  g_test_add_func ("/text/lines/graph-times", test_graph_times);
  g_test_add_func ("/text/lines/more-lines", test_more_lines);
  g_test_add_func ("/text/lines/stacks", test_stacks);
  g_test_add_func ("/text/lines/stack-names", test_stack_names);
  g_test_add_func ("/text/lines/perf-records", test_perf_records);
  g_test_add_func ("/text/lines/script", test_script);
  g_test_add_func ("/text/lines/overwritten", test_overwritten);
  g_test_add_func ("/text/lines/web-page", test_web_page);
  g_test_add_func ("/text/lines/ticks", test_ticks);
  g_test_add_func ("/text/lines/huge-times", test_huge_times);
  g_test_add_func ("/text/lines/refused", test_refused);
  return g_test_run ();
}
