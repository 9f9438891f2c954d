/* test-packets-answers.c - what TCP and ICMP tell about received packets, on synthetic events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "packet-events.h"

#define NONE ((gconstpointer) NULL)

static void
receive_empty (Fixture    *f,
               const char *address)
{
  net (f, 100, 0, 0, SOFTIRQ, "netif_receive_skb_entry", 0xa00, "eth0", 52);
  net (f, 101, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 52);
  test_trace_add (f->trace, 103, 0, 0, "tcp:tcp_probe", SOFTIRQ, I (0),
                  I (g_ascii_strtoull (address, NULL, 16)));
}

/* TCP frees a packet without data, which has no event, and its address is reused for a clone that a
 * raw socket gets.  @address: the packet's in tcp_probe; 0 before Linux 6.10. */
static void
test_empty (Fixture       *f,
            gconstpointer  address)
{
  receive_empty (f, address);
  copy (f, 300, 1, 9, 0xa00, 500);
  consume (f, 310, 1, 9, TASK, 0xa00);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "open, delivered");
  g_assert_cmpstr (packets_last_detail (f, 0), ==, "no data: TCP frees it silently");
}

/* No task frees a packet without data.  But a FIN is queued, and the CPU that allocated it may free
 * it later, in a softirq. */
static void
test_empty_freed (Fixture       *f,
                  gconstpointer  flags)
{
  gboolean in_task = strcmp (flags, "task") == 0;

  receive_empty (f, "0");
  consume (f, 300, 0, in_task ? 9 : 0, in_task ? TASK : SOFTIRQ, 0xa00);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), in_task ? "open, consumed" : "consumed");
}

/* A FIN waits at its socket until a task frees it.  An acknowledgement is freed by the stack that
 * received it. */
static void
test_waited_unread (Fixture       *f,
                    gconstpointer  data)
{
  net (f, 101, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 52);
  net (f, 102, 0, 0, SOFTIRQ, "netif_receive_skb", 0xb00, "eth0", 52);
  consume (f, 103, 0, 0, SOFTIRQ, 0xb00);
  consume (f, 400, 0, 9, TASK, 0xa00);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "b00#1: netif_receive_skb@102, consume_skb@103/stack i\n"
               "a00#1: netif_receive_skb@101, consume_skb@400/queue i");
}

/* A packet without data that reached TCP is not received again: its address was reused. */
static void
test_empty_again (Fixture       *f,
                  gconstpointer  data)
{
  receive_empty (f, "0");
  net (f, 110, 0, 0, SOFTIRQ, "netif_receive_skb_entry", 0xa00, "tun1", 52);
  net (f, 111, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "tun1", 52);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "open, open");
}

/* tcp_probe stores the length of the data modulo 64 KiB: this packet has 65,536 bytes of it. */
static void
test_not_empty (Fixture       *f,
                gconstpointer  data)
{
  net (f, 101, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 65588);
  test_trace_add (f->trace, 103, 0, 0, "tcp:tcp_probe", SOFTIRQ, I (0), I (0xa00));
  copy (f, 300, 1, 9, 0xa00, 65536);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "delivered");
}

/* A datagram to a port that nobody listens to, and a segment with a wrong checksum. */
static void
test_refused (Fixture       *f,
              gconstpointer  data)
{
  net (f, 100, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 528);
  test_trace_add (f->trace, 110, 0, 0, "icmp:icmp_send", SOFTIRQ, I (0xa00), I (3), I (3));
  drop (f, 120, 0, SOFTIRQ, 0xa00, 3);
  net (f, 200, 0, 0, SOFTIRQ, "netif_receive_skb", 0xb00, "eth0", 528);
  test_trace_add (f->trace, 210, 0, 0, "tcp:tcp_bad_csum", SOFTIRQ, I (0xb00));
  drop (f, 220, 0, SOFTIRQ, 0xb00, 2);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: netif_receive_skb@100, icmp_send@110/stack i, kfree_skb@120/stack i\n"
               "b00#1: netif_receive_skb@200, tcp_bad_csum@210/stack i, kfree_skb@220/stack i");
  g_assert_cmpstr (packets_detail (f, 0, 1), ==, "ICMP_PORT_UNREACH");
}

/* What is sent is answered, too: by the kernel itself, if a tunnel has no room for it. */
static void
test_refused_sent (Fixture       *f,
                   gconstpointer  data)
{
  g_autofree char *flows = NULL;

  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "gre0", 1500);
  net (f, 110, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "gre0", 1500);
  test_trace_add (f->trace, 120, 0, 9, "icmp:icmp_send", TASK, I (0xa00), I (3), I (4));
  packets_run (f, NULL);

  flows = test_flows (f->results);
  g_assert_nonnull (strstr (flows, "icmp_send@120/driver"));
  g_assert_cmpstr (packets_detail (f, 0, 2), ==, "ICMP_FRAG_NEEDED");
}

/* TCP queues a packet after tcp_probe, long after its receipt if it was decrypted meanwhile.  The
 * reader ran for another one before; the switch that counts is the one after it. */
static void
test_decrypted (Fixture       *f,
                gconstpointer  data)
{
  net (f, 101, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 150);
  run_task (f, 150, 1, 0, 9);
  run_task (f, 160, 1, 9, 0);
  test_trace_add (f->trace, 200, 0, 0, "tcp:tcp_probe", SOFTIRQ, I (100), I (0xa00));
  run_task (f, 250, 1, 0, 9);
  copy (f, 300, 1, 9, 0xa00, 100);
  packets_run (f, NULL);

  assert_text (test_flows (f->results),
               "a00#1: netif_receive_skb@101, tcp_probe@200/stack i, sched_switch@250/queue i, "
               "skb_copy_datagram_iovec@300/reader i, end not seen@300/- o");
}

/* The stack received two packets before it handled the first, so tcp_probe may mean either. */
static void
test_empty_of_two (Fixture       *f,
                   gconstpointer  data)
{
  net (f, 99, 0, 0, SOFTIRQ, "netif_receive_skb", 0xb00, "eth0", 60);
  receive_empty (f, "0");
  copy (f, 300, 1, 9, 0xa00, 500);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "open, delivered");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, func) \
  g_test_add ("/plugins/packets-answers/" name, Fixture, data, packets_set_up, func, \
              packets_tear_down)
  ADD ("empty", "0", test_empty);
  ADD ("empty-named", "a00", test_empty);
  ADD ("empty-freed/task", "task", test_empty_freed);
  ADD ("empty-freed/softirq", "softirq", test_empty_freed);
  ADD ("waited-unread", NONE, test_waited_unread);
  ADD ("empty-again", NONE, test_empty_again);
  ADD ("not-empty", NONE, test_not_empty);
  ADD ("empty-of-two", NONE, test_empty_of_two);
  ADD ("decrypted", NONE, test_decrypted);
  ADD ("refused", NONE, test_refused);
  ADD ("refused-sent", NONE, test_refused_sent);

  return g_test_run ();
}
