/* test-packets.c - packets that are received, on synthetic events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "packet-events.h"
#include "th-completion.h"
#include "th-filter.h"

#define NONE ((gconstpointer) NULL)

static void
enter (Fixture *f,
       gint64   time,
       guint    cpu,
       gint32   pid,
       gint64   flags)
{
  test_trace_add (f->trace, time, cpu, pid, "syscalls:sys_enter_recvfrom", TASK, I (45), flags);
}

static void
leave (Fixture *f,
       gint64   time,
       guint    cpu,
       gint32   pid,
       gint64   result)
{
  test_trace_add (f->trace, time, cpu, pid, "syscalls:sys_exit_recvfrom", TASK, I (45), result);
}

static void
test_journey (Fixture       *f,
              gconstpointer  data)
{
  enter (f, 50, 1, 9, 0);
  run_task (f, 60, 1, 9, 0);
  poll_irq (f, 100, 0);
  receive (f, 100, 0, 0xa00, 128);
  test_trace_add (f->trace, 110, 0, 0, "sock:sk_data_ready", SOFTIRQ, I (0x50));
  wake (f, 115, 0, 9);
  test_trace_add (f->trace, 118, 0, 0, "napi:napi_poll", SOFTIRQ, I (1), I (64));
  softirq_end (f, 120, 0);
  run_task (f, 130, 1, 0, 9);
  consume (f, 150, 1, 9, TASK, 0xa00);
  leave (f, 160, 1, 9, 100);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: irq_handler_entry@100 i, softirq_raise@101/irq i, "
               "irq_handler_exit@102/softirq i, softirq_entry@104/softirq i, poll "
               "started@104/napi i, napi_gro_receive_entry@105/napi, "
               "napi_gro_receive_exit@106/gro i, netif_receive_skb@108/gro, "
               "sk_data_ready@110/stack i, sched_waking@115/queue i, napi_poll@118/wakeup i, "
               "sched_switch@130/wakeup i, consume_skb@150/reader i, sys_exit_recvfrom@160/copy i");
  assert_text (packets_column (f, "outcome"), "delivered");
  assert_text (packets_column (f, "direction"), "rx");
  assert_text (packets_column (f, "device"), "eth0");
  assert_text (packets_column (f, "length"), "128");
  assert_text (packets_column (f, "reader"), "9");
  assert_text (packets_column (f, "copied"), "100");
  assert_text (packets_column (f, "total"), "60");
  assert_text (packets_column (f, "wakeup"), "15");
  assert_text (test_measure (f->results, "packet.wakeup"), "15");
  assert_text (test_measure (f->results, "packet.total"), "60");
}

/* The poll that received the packet ends only between the switch to the reader and the
 * copy: nevertheless the reader runs from the switch on. */
static void
test_late_poll_end (Fixture       *f,
                    gconstpointer  data)
{
  g_autofree char *flows = NULL;

  run_task (f, 60, 1, 9, 0);
  poll_irq (f, 100, 0);
  receive (f, 100, 0, 0xa00, 128);
  test_trace_add (f->trace, 110, 0, 0, "sock:sk_data_ready", SOFTIRQ, I (0x50));
  wake (f, 115, 0, 9);
  run_task (f, 130, 1, 0, 9);
  test_trace_add (f->trace, 140, 0, 0, "napi:napi_poll", SOFTIRQ, I (1), I (64));
  copy (f, 150, 1, 9, 0xa00, 76);
  packets_run (f, NULL);

  flows = test_flows (f->results);
  g_assert_nonnull (strstr (flows, "sched_waking@115/queue i, sched_switch@130/wakeup i, "
                           "napi_poll@140/reader i, skb_copy_datagram_iovec@150/reader"));
  assert_text (test_measure (f->results, "packet.queue"), "5");
  assert_text (test_measure (f->results, "packet.reader"), "20");
}

/* Of two packets that are received together, the first one wakes the reader, and the second
 * one becomes readable only when the reader runs: it has neither waking nor switch. */
static void
test_awake (Fixture       *f,
            gconstpointer  data)
{
  run_task (f, 60, 1, 9, 0);
  net (f, 110, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 128);
  net (f, 111, 0, 0, SOFTIRQ, "netif_receive_skb", 0xb00, "eth0", 129);
  test_trace_add (f->trace, 113, 0, 0, "sock:sk_data_ready", SOFTIRQ, I (0x50));
  wake (f, 115, 0, 9);
  run_task (f, 130, 1, 0, 9);
  test_trace_add (f->trace, 140, 0, 0, "sock:sk_data_ready", SOFTIRQ, I (0x50));
  copy (f, 150, 1, 9, 0xb00, 77);
  packets_run (f, NULL);

  assert_text (packets_column (f, "stack"), "3, 29");
  assert_text (packets_column (f, "queue"), "-, 10");
  assert_text (packets_column (f, "wakeup"), "-, -");
}

/* A pure ACK ends silently; a local socket then reuses its address, and a task reads from
 * that socket. */
static void
test_another_family (Fixture       *f,
                     gconstpointer  data)
{
  test_trace_type (f->trace, "skb:consume_skb", "common_flags,skbaddr*,location$");
  receive (f, 100, 0, 0xa00, 52);
  test_trace_add (f->trace, 110, 0, 0, "sock:sk_data_ready", SOFTIRQ, I (0x50));
  run_task (f, 900, 1, 0, 9);
  copy (f, 950, 1, 9, 0xa00, 1);
  test_trace_add (f->trace, 960, 1, 9, "skb:consume_skb", TASK, I (0xa00),
                  "unix_stream_read_generic+0xb7");
  receive (f, 1100, 0, 0xb00, 52);
  test_trace_add (f->trace, 1900, 1, 9, "skb:consume_skb", TASK, I (0xb00),
                  "virtio_transport_tx_work+0xb7");
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "open, open");
  assert_text (packets_column (f, "reader"), "-, -");
  assert_text (packets_column (f, "copied"), "-, -");
  assert_text (packets_column (f, "total"), "5, 3");
  assert_text (packets_column (f, "wakeup"), "-, -");
}

/* The same address, freed and reused within a microsecond. */
static void
test_reuse (Fixture       *f,
            gconstpointer  data)
{
  poll_irq (f, 100, 0);
  receive (f, 100, 0, 0xa00, 60);
  consume (f, 110, 0, 0, SOFTIRQ, 0xa00);
  gro (f, 900, 0, SOFTIRQ, 0xa00, 70, 0);
  gro_exit (f, 901, 0, SOFTIRQ, NORMAL);
  net (f, 902, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 70);
  drop (f, 905, 0, SOFTIRQ, 0xa00, 3);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: irq_handler_entry@100 i, softirq_raise@101/irq i, "
               "irq_handler_exit@102/softirq i, softirq_entry@104/softirq i, poll "
               "started@104/napi i, napi_gro_receive_entry@105/napi, "
               "napi_gro_receive_exit@106/gro i, netif_receive_skb@108/gro, "
               "consume_skb@110/stack\n"
               "a00#2: irq_handler_entry@100 i, softirq_raise@101/irq i, "
               "irq_handler_exit@102/softirq i, softirq_entry@104/softirq i, poll "
               "started@104/napi i, previous packet finished@110/napi i, "
               "napi_gro_receive_entry@900/napi, napi_gro_receive_exit@901/gro i, "
               "netif_receive_skb@902/gro, kfree_skb@905/stack");
  assert_text (packets_column (f, "outcome"), "consumed, dropped");
  assert_text (packets_column (f, "reason"), "-, NO_SOCKET");
  assert_text (packets_column (f, "generation"), "1, 2");
}

/* --- in expressions ------------------------------------------------------- */

/* The completions at the end of @text, separated by blanks. */
static char *
offered (ThCompleter *completer,
         const char  *text)
{
  guint begin, end;
  g_autoptr(GPtrArray) found = th_completer_list (completer, text, strlen (text), 200, &begin,
                                                  &end);
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? " " : "",
                            ((ThCompletion *) found->pdata[i])->text);
  return g_string_free (all, FALSE);
}

/* Completions are valid expressions; the most frequent value comes first. */
static void
test_complete (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(ThCompleter) completer = NULL;
  g_autofree char *names = NULL;
  g_auto(GStrv) words = NULL;

  poll_irq (f, 100, 0);
  for (guint i = 0; i < 3; i++)
    {
      receive (f, 100 + i * 20, 0, 0xa00, 60);
      if (i == 0)
        consume (f, 110, 0, 0, SOFTIRQ, 0xa00);
      else
        drop (f, 110 + i * 20, 0, SOFTIRQ, 0xa00, 3);
    }
  packets_run (f, NULL);

  completer = th_completer_new (f->recording);
  names = offered (completer, "packet.");
  words = g_strsplit (names, " ", -1);
  g_assert_true (g_strv_contains ((const char *const *) words, "packet.total"));
  g_assert_true (g_strv_contains ((const char *const *) words, "packet.outcome"));
  g_assert_true (g_strv_contains ((const char *const *) words, "packet.stage.wakeup"));
  g_assert_true (g_strv_contains ((const char *const *) words, "packet.reader"));
  g_assert_true (g_strv_contains ((const char *const *) words, "packet.id"));
  g_assert_false (g_strv_contains ((const char *const *) words, "packet.stages"));
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *behind = g_strconcat (words[i], " ", NULL);
      g_autofree char *signs = offered (completer, behind);
      gboolean number = strstr (signs, "<=") != NULL;
      g_autofree char *text = g_strconcat (words[i], number ? " > 1" : " ~ \"a\"", NULL);
      g_autoptr(GError) error = NULL;
      g_autoptr(ThFilter) filter = th_filter_new (f->recording, text, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (filter);
    }

  assert_text (offered (completer, "packet.outcome == "), "\"dropped\" \"consumed\"");
  assert_text (offered (completer, "packet.stage.wakeup > 1.5"), "1.5us 1.5ms 1.5s 1.5ns");
  assert_text (offered (completer, "packet.total > "), "10us 100us 1ms 10ms 100ms");
  assert_text (offered (completer, "not packet.reason ~ \"NO"), "\"NO_SOCKET\"");
}

/* A birth at a live address ends the packet there, whose end was not recorded. */
static void
test_silent_end (Fixture       *f,
                 gconstpointer  data)
{
  gro (f, 100, 0, SOFTIRQ, 0xa00, 52, 0);
  gro_exit (f, 101, 0, SOFTIRQ, NORMAL);
  net (f, 102, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 52);
  gro (f, 103, 0, SOFTIRQ, 0xa00, 52, 0);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: napi_gro_receive_entry@100, napi_gro_receive_exit@101/gro i, "
               "netif_receive_skb@102/gro, end not seen@102/- o\n"
               "a00#2: napi_gro_receive_entry@103, end not seen@103/- o");
  assert_text (packets_column (f, "outcome"), "open, open");
  assert_text (test_measure (f->results, "packet.total"), "");
}

/* TCP frees a pure ACK without an event; then the queueing discipline drops a segment at
 * its address that had no event before. */
static void
test_not_dropped_sending (Fixture       *f,
                          gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 52);
  drop (f, 900, 1, TASK, 0xa00, 4);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "open, dropped");
  assert_text (packets_column (f, "reason"), "-, QDISC_DROP");
  assert_text (packets_column (f, "direction"), "rx, local");
}

/* TCP frees a pure ACK without an event; then a message of a UNIX socket, which has no protocol, is
 * freed at its address. */
static void
test_local_message (Fixture       *f,
                    gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 52);
  test_trace_add (f->trace, 900, 0, 9, "skb:kfree_skb", TASK, I (0xa00), I (0xc0de), I (0), I (2));
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "open, consumed");
}

/* Without system calls.  A task frees the clone of a packet that it sent, which tcpdump's socket
 * got; then it reads another packet. */
static void
test_freed_unread (Fixture       *f,
                   gconstpointer  data)
{
  consume (f, 100, 1, 9, TASK, 0xa00);
  receive (f, 200, 0, 0xb00, 552);
  copy (f, 300, 1, 9, 0xb00, 500);
  test_trace_add (f->trace, 310, 1, 9, "sock:sock_recv_length", TASK, I (0x50), I (6), I (500),
                  I (0));
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "consumed, delivered");
  assert_text (packets_column (f, "total"), "0, 105");
}

/* Read in parts, then freed on the CPU that had allocated the packet. */
static void
test_partial_copies (Fixture       *f,
                     gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 3000);
  enter (f, 150, 1, 9, 0);
  copy (f, 160, 1, 9, 0xa00, 1000);
  leave (f, 165, 1, 9, 1000);
  enter (f, 170, 1, 9, 0);
  copy (f, 180, 1, 9, 0xa00, 1948);
  leave (f, 185, 1, 9, 1948);
  consume (f, 900, 0, 0, SOFTIRQ, 0xa00);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: napi_gro_receive_entry@105, napi_gro_receive_exit@106/gro i, "
               "netif_receive_skb@108/gro, skb_copy_datagram_iovec@160/queue, "
               "sys_exit_recvfrom@165/copy i, skb_copy_datagram_iovec@180/copy, "
               "sys_exit_recvfrom@185/copy i, consume_skb@900/-");
  assert_text (packets_column (f, "copied"), "2948");
  assert_text (packets_column (f, "total"), "80");
}

/* Peeking does not count as a copy. */
static void
test_peek (Fixture       *f,
           gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 552);
  enter (f, 150, 1, 9, 2);
  copy (f, 160, 1, 9, 0xa00, 500);
  leave (f, 165, 1, 9, 500);
  enter (f, 170, 1, 9, 0);
  copy (f, 180, 1, 9, 0xa00, 500);
  consume (f, 183, 1, 9, TASK, 0xa00);
  leave (f, 185, 1, 9, 500);
  packets_run (f, NULL);

  assert_text (packets_column (f, "copied"), "500");
  assert_text (packets_column (f, "outcome"), "delivered");
}

/* The same by raw events: the flags are the fourth argument of recvfrom. */
static void
test_peek_raw (Fixture       *f,
               gconstpointer  data)
{
  test_trace_set_fact (f->trace, "machine", "x86_64");
  receive (f, 100, 0, 0xa00, 552);
  for (guint i = 0; i < 2; i++)
    {
      test_trace_add (f->trace, 150 + i * 20, 1, 9, "raw_syscalls:sys_enter", TASK, I (45), I (3),
                      I (0), I (500), i == 0 ? I (2) : I (0), I (0), I (0));
      copy (f, 160 + i * 20, 1, 9, 0xa00, 500);
      if (i == 1)
        consume (f, 183, 1, 9, TASK, 0xa00);
      test_trace_add (f->trace, 165 + i * 20, 1, 9, "raw_syscalls:sys_exit", TASK, I (45), I (500));
    }
  packets_run (f, NULL);

  assert_text (packets_column (f, "copied"), "500");
  assert_text (packets_column (f, "outcome"), "delivered");
}

/* Another CPU takes over after an IPI: it has no interrupt handler. */
static void
test_rps (Fixture       *f,
          gconstpointer  data)
{
  poll_irq (f, 100, 0);
  gro (f, 105, 0, SOFTIRQ, 0xa00, 128, 0);
  gro_exit (f, 106, 0, SOFTIRQ, NORMAL);
  softirq_end (f, 110, 0);
  test_trace_add (f->trace, 120, 2, 0, "irq:softirq_raise", I (3));
  test_trace_add (f->trace, 125, 2, 0, "irq:softirq_entry", I (3));
  net (f, 130, 2, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 128);
  drop (f, 135, 2, SOFTIRQ, 0xa00, 3);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: irq_handler_entry@100 i, softirq_raise@101/irq i, "
               "irq_handler_exit@102/softirq i, softirq_entry@104/softirq i, poll "
               "started@104/napi i, napi_gro_receive_entry@105/napi, "
               "napi_gro_receive_exit@106/gro i, softirq_raise@120/softirq i, "
               "softirq_entry@125/softirq i, netif_receive_skb@130/napi, kfree_skb@135/stack");
}

static void
test_napi_thread (Fixture       *f,
                  gconstpointer  data)
{
  test_trace_add (f->trace, 100, 0, 0, "irq:irq_handler_entry", I (5), "eth0");
  wake (f, 102, 0, 77);
  test_trace_add (f->trace, 103, 0, 0, "irq:irq_handler_exit", I (5));
  run_task (f, 110, 1, 0, 77);
  test_trace_add (f->trace, 120, 1, 77, "net:napi_gro_receive_entry", TASK, I (0xa00), "eth0",
                  I (128), I (0), I (7));
  test_trace_add (f->trace, 121, 1, 77, "net:napi_gro_receive_exit", TASK, I (NORMAL));
  net (f, 122, 1, 77, TASK, "netif_receive_skb", 0xa00, "eth0", 128);
  consume (f, 125, 1, 77, TASK, 0xa00);
  f->thread = 77;
  f->thread_name = "napi/eth0-7";
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: irq_handler_entry@100 i, sched_waking@102/irq i, sched_switch@110/softirq "
               "i, poll started@110/napi i, napi_gro_receive_entry@120/napi, "
               "napi_gro_receive_exit@121/gro i, netif_receive_skb@122/gro, consume_skb@125/stack");
  assert_text (packets_column (f, "outcome"), "consumed");
}

/* A worker that decrypts a packet hands it on to the stack, and frees it there: that is no read. */
static void
test_worker (Fixture       *f,
             gconstpointer  name)
{
  receive (f, 100, 0, 0xa00, 1094);
  wake (f, 110, 0, 77);
  run_task (f, 120, 0, 0, 77);
  consume (f, 130, 0, 77, TASK, 0xa00);
  f->thread = 77;
  f->thread_name = name;
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"),
               g_str_has_prefix (name, "kworker/") ? "consumed" : "delivered");
}

/* The reader polls the device within its system call. */
static void
test_busy_poll (Fixture       *f,
                gconstpointer  data)
{
  enter (f, 100, 1, 9, 0);
  test_trace_add (f->trace, 120, 1, 9, "net:napi_gro_receive_entry", TASK, I (0xa00), "eth0",
                  I (128), I (0), I (7));
  test_trace_add (f->trace, 121, 1, 9, "net:napi_gro_receive_exit", TASK, I (NORMAL));
  net (f, 122, 1, 9, TASK, "netif_receive_skb", 0xa00, "eth0", 128);
  test_trace_add (f->trace, 123, 1, 9, "napi:napi_poll", TASK, I (1), I (8));
  consume (f, 125, 1, 9, TASK, 0xa00);
  leave (f, 127, 1, 9, 100);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: sys_enter_recvfrom@100 i, poll started@100/napi i, "
               "napi_gro_receive_entry@120/napi, napi_gro_receive_exit@121/gro i, "
               "netif_receive_skb@122/gro, napi_poll@123/queue i, consume_skb@125/queue i, "
               "sys_exit_recvfrom@127/copy i");
  assert_text (packets_column (f, "outcome"), "delivered");
}

/* A list is received first and then delivered: its packets share one waking. */
static void
test_list (Fixture       *f,
           gconstpointer  data)
{
  poll_irq (f, 90, 0);
  gro (f, 100, 0, SOFTIRQ, 0xa00, 128, 0);
  gro_exit (f, 101, 0, SOFTIRQ, NORMAL);
  gro (f, 102, 0, SOFTIRQ, 0xb00, 129, 0);
  gro_exit (f, 103, 0, SOFTIRQ, NORMAL);
  net (f, 110, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 128);
  net (f, 111, 0, 0, SOFTIRQ, "netif_receive_skb", 0xb00, "eth0", 129);
  wake (f, 115, 0, 9);
  run_task (f, 130, 1, 0, 9);
  consume (f, 140, 1, 9, TASK, 0xa00);
  consume (f, 145, 1, 9, TASK, 0xb00);
  packets_run (f, NULL);

  assert_text (packets_column (f, "wakeup"), "15, 15");
}

/* Since Linux 6.17 this is the only event of the read of a datagram. */
static void
test_received_length (Fixture       *f,
                      gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 128);
  test_trace_add (f->trace, 110, 0, 0, "sock:sk_data_ready", SOFTIRQ, I (0x50));
  receive (f, 200, 0, 0xb00, 129);
  test_trace_add (f->trace, 210, 0, 0, "sock:sk_data_ready", SOFTIRQ, I (0x50));
  test_trace_add (f->trace, 300, 1, 9, "sock:sock_recv_length", TASK, I (0x50), I (17), I (100),
                  I (0));
  test_trace_add (f->trace, 310, 1, 9, "sock:sock_recv_length", TASK, I (0x50), I (17), I (-11),
                  I (0));
  test_trace_add (f->trace, 320, 1, 9, "sock:sock_recv_length", TASK, I (0x50), I (17), I (101),
                  I (0));
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: napi_gro_receive_entry@105, napi_gro_receive_exit@106/gro i, "
               "netif_receive_skb@108/gro, sk_data_ready@110/stack i, sock_recv_length@300/queue "
               "i, end not seen@300/- o\n"
               "b00#1: napi_gro_receive_entry@205, napi_gro_receive_exit@206/gro i, "
               "netif_receive_skb@208/gro, sk_data_ready@210/stack i, sock_recv_length@320/queue "
               "i, end not seen@320/- o");
  assert_text (packets_column (f, "copied"), "100, 101");
}

/* --- what is missing ----------------------------------------------------- */

static void
test_lost (Fixture       *f,
           gconstpointer  data)
{
  gro (f, 100, 0, SOFTIRQ, 0xa00, 128, 0);
  gro_exit (f, 101, 0, SOFTIRQ, NORMAL);
  net (f, 102, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 128);
  gro (f, 103, 0, SOFTIRQ, 0xb00, 128, 0);
  test_trace_lose (f->trace, 0, 12);
  net (f, 200, 0, 0, SOFTIRQ, "netif_receive_skb", 0xc00, "eth0", 128);
  copy (f, 300, 1, 9, 0xa00, 100);
  consume (f, 310, 1, 9, TASK, 0xa00);
  consume (f, 320, 0, 0, SOFTIRQ, 0xc00);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: napi_gro_receive_entry@100, napi_gro_receive_exit@101/gro i, "
               "netif_receive_skb@102/gro, skb_copy_datagram_iovec@300/queue b, "
               "consume_skb@310/copy [lost]\n"
               "c00#1: netif_receive_skb@200, consume_skb@320/stack i\n"
               "b00#1: napi_gro_receive_entry@103, end not seen@103/- b [lost]");
}

/* The end may have been lost on another CPU; consecutive steps on one CPU are certain. */
static void
test_lost_elsewhere (Fixture       *f,
                     gconstpointer  data)
{
  gro (f, 100, 0, SOFTIRQ, 0xa00, 128, 0);
  test_trace_add (f->trace, 102, 3, 0, "irq:softirq_exit", I (1));
  net (f, 105, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 128);
  test_trace_lose (f->trace, 3, 5);
  test_trace_add (f->trace, 300, 3, 0, "irq:softirq_exit", I (1));
  copy (f, 200, 1, 9, 0xa00, 100);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: napi_gro_receive_entry@100, netif_receive_skb@105/gro, "
               "skb_copy_datagram_iovec@200/queue b, end not seen@200/- o [lost]");
}

static void
test_no_ends (Fixture       *f,
              gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 128);
  copy (f, 150, 1, 9, 0xa00, 100);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: napi_gro_receive_entry@105, napi_gro_receive_exit@106/gro i, "
               "netif_receive_skb@108/gro a, skb_copy_datagram_iovec@150/queue a, end not "
               "seen@150/- o");
  assert_text (test_remarks (f->results), "skb:consume_skb was not recorded. Without it normal "
                                          "ends and datagram deliveries are missing.\n"
                                          "skb:kfree_skb was not recorded. Without it drops are "
                                          "missing.");
}

/* Both ends were not recorded: one by the birth of another, one by the end of the recording. */
static void
test_why_open (Fixture       *f,
               gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 52);
  receive (f, 200, 0, 0xa00, 52);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "open, open");
  g_assert_cmpstr (packets_last_detail (f, 0), ==, "address reused");
  g_assert_cmpstr (packets_last_detail (f, 1), ==, "recording ends");
}

/* Linux 3.10: neither GRO events nor a reason. */
static void
test_old_kernel (Fixture       *f,
                 gconstpointer  data)
{
  test_trace_type (f->trace, "skb:kfree_skb", "skbaddr*,location*,protocol");
  net (f, 100, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 128);
  test_trace_add (f->trace, 110, 0, 0, "skb:kfree_skb", I (0xa00), I (0xc0de), I (0x800));
  net (f, 120, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 52);
  net (f, 130, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 52);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "dropped, open, open");
  assert_text (packets_column (f, "reason"), "-, -, -");
  assert_text (packets_column (f, "location"), "0xc0de, -, -");
}

/* Text recordings: reason and location are words, an address is a hash of 32 bits, and the
 * context is known only by nesting. */
static void
test_text (Fixture       *f,
           gconstpointer  data)
{
  test_trace_type (f->trace, "skb:kfree_skb", "skbaddr*,location$,reason$");
  test_trace_type (f->trace, "net:netif_receive_skb", "skbaddr*,name$,len");
  poll_irq (f, 100, 0);
  test_trace_add (f->trace, 110, 0, 0, "net:netif_receive_skb", I (0xdeadbeef), "eth0", I (60));
  wake (f, 112, 0, 9);
  test_trace_add (f->trace, 115, 0, 0, "skb:kfree_skb", I (0xdeadbeef), "udp_destruct_common+0xb7",
                  "NOT_SPECIFIED");
  test_trace_add (f->trace, 120, 0, 0, "net:netif_receive_skb", I (0xdeadbeef), "eth0", I (60));
  test_trace_add (f->trace, 125, 0, 0, "skb:kfree_skb", I (0xdeadbeef), "__udp4_lib_rcv+0x545",
                  "NO_SOCKET");
  softirq_end (f, 130, 0);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "consumed, dropped");
  assert_text (packets_column (f, "reason"), "NOT_SPECIFIED, NO_SOCKET");
  assert_text (packets_column (f, "location"), "udp_destruct_common+0xb7, __udp4_lib_rcv+0x545");
}

/* Each buffer has its own life of a packet that both recorded. */
static void
test_two_buffers (Fixture       *f,
                  gconstpointer  data)
{
  for (guint i = 0; i < 2; i++)
    {
      test_trace_use (f->trace, i);
      receive (f, 100 + i, 0, 0xa00, 128);
      consume (f, 150 + i, 1, 9, TASK, 0xa00);
    }
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "delivered, delivered");
  assert_text (packets_column (f, "generation"), "1, 2");
}

/* By the clock of another CPU, the reader ran before it was woken. */
static void
test_clock (Fixture       *f,
            gconstpointer  data)
{
  poll_irq (f, 100, 0);
  receive (f, 100, 0, 0xa00, 128);
  run_task (f, 113, 1, 0, 9);
  wake (f, 115, 0, 9);
  consume (f, 150, 1, 9, TASK, 0xa00);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: irq_handler_entry@100 i, softirq_raise@101/irq i, "
               "irq_handler_exit@102/softirq i, softirq_entry@104/softirq i, poll "
               "started@104/napi i, napi_gro_receive_entry@105/napi, "
               "napi_gro_receive_exit@106/gro i, netif_receive_skb@108/gro, "
               "sched_waking@115/stack i, sched_switch@113/wakeup a, consume_skb@150/reader i "
               "[clock]");
  assert_text (test_measure (f->results, "packet.total"), "");
}

static void
test_probe (Fixture       *f,
            gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 128);
  test_trace_add (f->trace, 112, 0, 0, "probe:ip_rcv_core", SOFTIRQ, I (0xa00));
  drop (f, 120, 0, SOFTIRQ, 0xa00, 3);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: napi_gro_receive_entry@105, napi_gro_receive_exit@106/gro i, "
               "netif_receive_skb@108/gro, ip_rcv_core@112/device-ip, kfree_skb@120/stack");
  assert_text (packets_column (f, "device-ip"), "4");
}

static const char births_and_deaths[] =
  "{ \"id\": \"deep\", \"title\": \"Deep\", \"points\": ["
  "{ \"event\": \"deep:birth\", \"address\": \"skb\", \"role\": \"birth\" },"
  "{ \"event\": \"deep:death\", \"address\": \"skb\", \"role\": \"end\" } ] }";

/* Probes at the birth and the end of packets: neither needs to be inferred. */
static void
test_told (Fixture       *f,
           gconstpointer  data)
{
  gro (f, 90, 0, SOFTIRQ, 0xf00, 1500, 0);
  gro_exit (f, 91, 0, SOFTIRQ, HELD);
  poll_irq (f, 100, 0);
  test_trace_add (f->trace, 105, 0, 0, "deep:birth", SOFTIRQ, I (0xa00));
  gro (f, 106, 0, SOFTIRQ, 0xa00, 1500, 0);
  test_trace_add (f->trace, 107, 0, 0, "deep:death", SOFTIRQ, I (0xa00));
  gro_exit (f, 108, 0, SOFTIRQ, MERGED_FREE);
  test_trace_add (f->trace, 110, 0, 0, "deep:birth", SOFTIRQ, I (0xb00));
  net (f, 112, 0, 0, SOFTIRQ, "net_dev_queue", 0xb00, "eth0", 66);
  consume (f, 120, 0, 0, SOFTIRQ, 0xb00);
  test_trace_add (f->trace, 121, 0, 0, "deep:death", SOFTIRQ, I (0xb00));
  test_trace_add (f->trace, 130, 0, 0, "deep:death", SOFTIRQ, I (0xe00)); /* no other event */
  packets_run_with_map (f, births_and_deaths);

  assert_text (packets_column (f, "outcome"), "merged, consumed, open");
  assert_text (packets_column (f, "direction"), "rx, tx, rx");
  assert_text (test_flows (f->results),
               "a00#1: irq_handler_entry@100 i, softirq_raise@101/irq i, "
               "irq_handler_exit@102/softirq i, softirq_entry@104/softirq i, poll "
               "started@104/napi i, birth@105/napi, napi_gro_receive_entry@106/napi, "
               "death@107/gro, napi_gro_receive_exit@108/gro i <gro f00#1 i [part]\n"
               "b00#1: birth@110, net_dev_queue@112/send, consume_skb@120/qdisc, death@121/- i\n"
               "f00#1: napi_gro_receive_entry@90, napi_gro_receive_exit@91/gro i, end not "
               "seen@91/- o");
}

/* The reader frees the first packet itself.  The second one is freed later, by the CPU that
 * allocated it; that is no part of its journey. */
static void
test_told_later (Fixture       *f,
                 gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 552);
  copy (f, 200, 1, 9, 0xa00, 500);
  test_trace_add (f->trace, 210, 1, 9, "deep:death", TASK, I (0xa00));
  receive (f, 300, 0, 0xb00, 552);
  copy (f, 400, 1, 9, 0xb00, 500);
  consume (f, 900, 0, 0, SOFTIRQ, 0xb00);
  test_trace_add (f->trace, 905, 0, 0, "deep:death", SOFTIRQ, I (0xb00));
  packets_run_with_map (f, births_and_deaths);

  assert_text (packets_column (f, "outcome"), "delivered, delivered");
  assert_text (packets_column (f, "copy"), "10, -");
  assert_text (packets_column (f, "total"), "105, 95");
}

/* The flags of the return show in which context the call ended: packets that are born there
 * later are not its segments. */
static void
test_told_return (Fixture       *f,
                  gconstpointer  data)
{
  static const char map[] = "{ \"id\": \"deep\", \"title\": \"Deep\", \"points\": ["
                            "{ \"event\": \"deep:birth\", \"address\": \"skb\", \"role\": "
                            "\"birth\" },{ \"event\": \"deep:segment\", \"address\": \"skb\", "
                            "\"role\": \"none\",  \"link\": \"segment\", \"until\": "
                            "\"deep:segment_ret\" } ] }";

  net (f, 100, 0, 0, SOFTIRQ, "net_dev_queue", 0xa00, "eth0", 1970);
  test_trace_add (f->trace, 101, 0, 0, "deep:segment", SOFTIRQ, I (0xa00));
  test_trace_add (f->trace, 102, 0, 0, "deep:birth", SOFTIRQ, I (0xb00));
  test_trace_add (f->trace, 103, 0, 0, "deep:segment_ret", SOFTIRQ);
  test_trace_add (f->trace, 104, 0, 0, "deep:birth", SOFTIRQ, I (0xc00));
  packets_run_with_map (f, map);

  assert_text (test_flows (f->results),
               "a00#1: net_dev_queue@100, end not seen@100/- o\n"
               "b00#1: birth@102, end not seen@102/- o <segment a00#1\n"
               "c00#1: birth@104, end not seen@104/- o");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, func) \
  g_test_add ("/plugins/packets/" name, Fixture, data, packets_set_up, func, packets_tear_down)
  ADD ("journey", NONE, test_journey);
  ADD ("late-poll-end", NONE, test_late_poll_end);
  ADD ("awake", NONE, test_awake);
  ADD ("another-family", " skb:consume_skb ", test_another_family);
  ADD ("reuse", NONE, test_reuse);
  ADD ("complete", NONE, test_complete);
  ADD ("silent-end", NONE, test_silent_end);
  ADD ("not-dropped-sending", NONE, test_not_dropped_sending);
  ADD ("local-message", NONE, test_local_message);
  ADD ("freed-unread", NONE, test_freed_unread);
  ADD ("partial-copies", NONE, test_partial_copies);
  ADD ("peek", NONE, test_peek);
  ADD ("peek-raw", NONE, test_peek_raw);
  ADD ("rps", NONE, test_rps);
  ADD ("napi-thread", NONE, test_napi_thread);
  ADD ("worker", "kworker/0:1", test_worker);
  ADD ("worker/reader", "nfsd", test_worker);
  ADD ("busy-poll", " syscalls:sys_enter_sendto ", test_busy_poll);
  ADD ("list", NONE, test_list);
  ADD ("received-length", NONE, test_received_length);
  ADD ("lost", NONE, test_lost);
  ADD ("lost-elsewhere", NONE, test_lost_elsewhere);
  ADD ("no-ends", " skb:consume_skb skb:kfree_skb ", test_no_ends);
  ADD ("why-open", NONE, test_why_open);
  ADD ("old-kernel",
       " skb:kfree_skb net:napi_gro_receive_entry net:napi_gro_receive_exit "
       "net:netif_receive_skb_entry ", test_old_kernel);
  ADD ("text",
       " skb:kfree_skb net:netif_receive_skb net:napi_gro_receive_entry "
       "net:netif_receive_skb_entry ", test_text);
  ADD ("two-buffers", NONE, test_two_buffers);
  ADD ("clock", NONE, test_clock);
  ADD ("told", NONE, test_told);
  ADD ("told-later", NONE, test_told_later);
  ADD ("told-return", NONE, test_told_return);
  ADD ("probe", NONE, test_probe);

  return g_test_run ();
}
