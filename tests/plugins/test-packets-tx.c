/* test-packets-tx.c - packets that are sent, forwarded and looped back, on synthetic events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "packet-events.h"

#define NONE ((gconstpointer) NULL)

/* Queued and sent at @time … @time + 4. */
static void
send (Fixture    *f,
      gint64      time,
      gint32      pid,
      gint64      flags,
      gint64      address,
      const char *device,
      gint64      length)
{
  net (f, time, 0, pid, flags, "net_dev_queue", address, device, length);
  net (f, time + 2, 0, pid, flags, "net_dev_start_xmit", address, device, length);
  xmit (f, time + 4, 0, pid, flags, address, device, length);
}

static void
test_send (Fixture       *f,
           gconstpointer  data)
{
  test_trace_add (f->trace, 90, 0, 9, "syscalls:sys_enter_sendto", TASK, I (44));
  send (f, 100, 9, TASK, 0xa00, "eth0", 142);
  test_trace_add (f->trace, 110, 0, 9, "syscalls:sys_exit_sendto", TASK, I (44), I (100));
  consume (f, 200, 0, 0, SOFTIRQ, 0xa00);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: sys_enter_sendto@90 i, net_dev_queue@100/send, "
               "net_dev_start_xmit@102/qdisc, net_dev_xmit@104/driver, consume_skb@200/completion");
  assert_text (packets_column (f, "outcome"), "transmitted");
  assert_text (packets_column (f, "direction"), "tx");
  assert_text (packets_column (f, "completion"), "96");
}

/* Raw events have the number of the call alone, whose meaning depends on the machine. */
static void
test_send_raw (Fixture       *f,
               gconstpointer  data)
{
  test_trace_set_fact (f->trace, "machine", "x86_64");
  test_trace_add (f->trace, 90, 0, 9, "raw_syscalls:sys_enter", TASK, I (44), I (3), I (0), I (100),
                  I (0), I (0), I (0));
  send (f, 100, 9, TASK, 0xa00, "eth0", 142);
  test_trace_add (f->trace, 110, 0, 9, "raw_syscalls:sys_exit", TASK, I (44), I (100));
  /* getpid sends nothing. */
  test_trace_add (f->trace, 190, 0, 9, "raw_syscalls:sys_enter", TASK, I (39), I (0), I (0), I (0),
                  I (0), I (0), I (0));
  send (f, 200, 9, TASK, 0xb00, "eth0", 142);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: sys_enter@90 i, net_dev_queue@100/send, "
               "net_dev_start_xmit@102/qdisc, net_dev_xmit@104/driver, end not seen@104/- o\n"
               "b00#1: net_dev_queue@200, net_dev_start_xmit@202/qdisc, net_dev_xmit@204/driver, "
               "end not seen@204/- o");
  assert_text (packets_column (f, "send"), "10, -");
}

static void
test_send_raw_elsewhere (Fixture       *f,
                         gconstpointer  data)
{
  test_trace_set_fact (f->trace, "machine", "armv7l");
  test_trace_add (f->trace, 90, 0, 9, "raw_syscalls:sys_enter", TASK, I (44), I (3), I (0), I (100),
                  I (0), I (0), I (0));
  send (f, 100, 9, TASK, 0xa00, "eth0", 142);
  packets_run (f, NULL);

  assert_text (packets_column (f, "send"), "-");
}

/* The driver has already freed the packet, and its address is in use on another CPU. */
static void
test_late_xmit (Fixture       *f,
                gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "eth0", 142);
  net (f, 102, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "eth0", 142);
  consume (f, 103, 1, 0, SOFTIRQ, 0xa00);
  gro (f, 105, 1, SOFTIRQ, 0xa00, 60, 0);
  xmit (f, 107, 0, 9, TASK, 0xa00, "eth0", 142);
  gro_exit (f, 108, 1, SOFTIRQ, 3);
  drop (f, 109, 1, SOFTIRQ, 0xa00, 3);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: net_dev_queue@100, net_dev_start_xmit@102/qdisc, "
                                        "consume_skb@103/driver, net_dev_xmit@107/driver i\n"
               "a00#2: napi_gro_receive_entry@105, napi_gro_receive_exit@108/gro i, "
               "kfree_skb@109/gro");
  assert_text (packets_column (f, "outcome"), "transmitted, dropped");
}

/* A net_dev_xmit on a CPU that was not sending the packet. */
static void
test_unassigned (Fixture       *f,
                 gconstpointer  data)
{
  send (f, 100, 9, TASK, 0xa00, "eth0", 142);
  consume (f, 110, 0, 0, SOFTIRQ, 0xa00);
  xmit (f, 120, 2, 8, TASK, 0xa00, "eth0", 142);
  packets_run (f, NULL);

  assert_text (test_table (f->recording, f->results, "unassigned"), "@120 120 0xa00 after-end");
}

/* A single life across both devices and two CPUs. */
static void
test_veth (Fixture       *f,
           gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "a0", 142);
  net (f, 102, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "a0", 142);
  net (f, 104, 0, 9, TASK, "netif_rx_entry", 0xa00, "a1", 128);
  net (f, 105, 0, 9, TASK, "netif_rx", 0xa00, "a1", 128);
  xmit (f, 107, 0, 9, TASK, 0xa00, "a0", 142);
  test_trace_add (f->trace, 110, 2, 0, "irq:softirq_raise", I (3));
  test_trace_add (f->trace, 112, 2, 0, "irq:softirq_entry", I (3));
  net (f, 115, 2, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "a1", 128);
  consume (f, 130, 3, 8, TASK, 0xa00);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: net_dev_queue@100, net_dev_start_xmit@102/qdisc, "
               "netif_rx_entry@104/driver i, netif_rx@105/driver, net_dev_xmit@107/driver, "
               "softirq_raise@110/softirq i, softirq_entry@112/softirq i, "
               "netif_receive_skb@115/napi, consume_skb@130/queue i");
  assert_text (packets_column (f, "outcome"), "delivered");
  assert_text (packets_column (f, "direction"), "local");
}

/* If the receiving device uses GRO, the same life enters GRO. */
static void
test_veth_gro (Fixture       *f,
               gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "a0", 142);
  net (f, 102, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "a0", 142);
  xmit (f, 107, 0, 9, TASK, 0xa00, "a0", 142);
  gro (f, 115, 2, SOFTIRQ, 0xa00, 128, 0); /* of eth0 */
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: net_dev_queue@100, net_dev_start_xmit@102/qdisc, "
                                        "net_dev_xmit@107/driver, napi_gro_receive_entry@115/napi "
                                        "i, end not seen@115/- o");
}

/* The lower device transmits within the transmission of the upper one. */
static void
test_stacked (Fixture       *f,
              gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "vlan5", 142);
  net (f, 102, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "vlan5", 142);
  net (f, 104, 0, 9, TASK, "net_dev_queue", 0xa00, "eth0", 146);
  net (f, 106, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "eth0", 146);
  xmit (f, 108, 0, 9, TASK, 0xa00, "eth0", 146);
  xmit (f, 109, 0, 9, TASK, 0xa00, "vlan5", 142);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: net_dev_queue@100, net_dev_start_xmit@102/qdisc, "
               "net_dev_queue@104/driver i, net_dev_start_xmit@106/qdisc, net_dev_xmit@108/driver, "
               "net_dev_xmit@109/driver, end not seen@109/- o");
}

/* The VLAN's net_dev_xmit comes while the packet still waits in the qdisc of the device below. */
static void
test_stacked_queue (Fixture       *f,
                    gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "vlan5", 142);
  net (f, 102, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "vlan5", 142);
  net (f, 104, 0, 9, TASK, "net_dev_queue", 0xa00, "eth0", 146);
  xmit (f, 106, 0, 9, TASK, 0xa00, "vlan5", 142);
  test_trace_add (f->trace, 200, 1, 0, "qdisc:qdisc_dequeue", SOFTIRQ, I (0xa00), I (1));
  net (f, 202, 1, 0, SOFTIRQ, "net_dev_start_xmit", 0xa00, "eth0", 146);
  xmit (f, 204, 1, 0, SOFTIRQ, 0xa00, "eth0", 146);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: net_dev_queue@100, net_dev_start_xmit@102/qdisc, "
               "net_dev_queue@104/driver i, net_dev_xmit@106/qdisc, qdisc_dequeue@200/qdisc, "
               "net_dev_start_xmit@202/qdisc, net_dev_xmit@204/driver, end not seen@204/- o");
  assert_text (packets_column (f, "outcome"), "transmitted");
}

/* A packet that still waits there when the recording ends was not transmitted. */
static void
test_stacked_waits (Fixture       *f,
                    gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "vlan5", 142);
  net (f, 102, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "vlan5", 142);
  net (f, 104, 0, 9, TASK, "net_dev_queue", 0xa00, "eth0", 146);
  xmit (f, 106, 0, 9, TASK, 0xa00, "vlan5", 142);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "open");
}

/* Without net_dev_start_xmit, net_dev_xmit tells that the packet was sent. */
static void
test_start_not_recorded (Fixture       *f,
                         gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "eth0", 142);
  xmit (f, 104, 0, 9, TASK, 0xa00, "eth0", 142);
  consume (f, 200, 0, 0, SOFTIRQ, 0xa00);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "transmitted");
}

#define FORWARDED(confidence) \
  "a00#1: netif_receive_skb_entry@100, netif_receive_skb@101/stack, net_dev_queue@110/stack " \
  confidence ", net_dev_start_xmit@112/qdisc, net_dev_xmit@114/driver, end not seen@114/- o"

static void
test_forward (Fixture       *f,
              gconstpointer  data)
{
  net (f, 100, 0, 0, SOFTIRQ, "netif_receive_skb_entry", 0xa00, "eth0", 128);
  net (f, 101, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 128);
  send (f, 110, 0, SOFTIRQ, 0xa00, "eth1", 142);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), data == NULL ? FORWARDED ("i") : FORWARDED ("a"));
  assert_text (packets_column (f, "direction"), "forward");
}

/* An acknowledgement ends silently, and the next packet that is sent has its address.
 * @address: of the packet according to tcp_probe, which older kernels do not tell. */
static void
test_not_forwarded (Fixture       *f,
                    gconstpointer  address)
{
  net (f, 100, 0, 0, SOFTIRQ, "netif_receive_skb_entry", 0xa00, "eth0", 52);
  net (f, 101, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 52);
  test_trace_add (f->trace, 103, 0, 0, "tcp:tcp_probe", SOFTIRQ, I (0),
                  I (g_ascii_strtoull (address, NULL, 16)));
  net (f, 110, 0, 0, SOFTIRQ, "net_dev_queue", 0xa00, "eth1", 66);
  packets_run (f, NULL);

  assert_text (packets_column (f, "direction"), "rx, tx");
}

/* A packet sent from a later softirq is a new one, too: the stack forwards a packet before it
 * returns.  If softirqs were not recorded, the two cannot be told apart. */
static void
test_sent_later (Fixture       *f,
                 gconstpointer  lacking)
{
  if (lacking == NULL)
    poll_irq (f, 100, 0);
  net (f, 110, 0, 0, SOFTIRQ, "netif_receive_skb_entry", 0xa00, "a1", 52);
  net (f, 111, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "a1", 52);
  if (lacking == NULL)
    {
      softirq_end (f, 120, 0);
      poll_irq (f, 200, 0);
    }
  net (f, 210, 0, 0, SOFTIRQ, "net_dev_queue", 0xa00, "lo", 66);
  packets_run (f, NULL);

  assert_text (packets_column (f, "direction"), lacking == NULL ? "rx, tx" : "forward");
}

/* An acknowledgement on the loopback device ends without an event, and its address is reused for a
 * packet that a network card receives.  Only tunnels pass existing packets to GRO, and their NAPI
 * instances have no ID. */
static void
test_received_later (Fixture       *f,
                     gconstpointer  napi_id)
{
  send (f, 100, 9, TASK, 0xa00, "lo", 66);
  net (f, 110, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "lo", 52);
  test_trace_add (f->trace, 200, 0, 0, "net:napi_gro_receive_entry", SOFTIRQ, I (0xa00), "eth0",
                  I (46), I (0), I (atoi (napi_id)));
  packets_run (f, NULL);

  assert_text (packets_column (f, "direction"), atoi (napi_id) != 0 ? "local, rx" : "local");
}

/* A tunnel encrypts in the background.  Another CPU queues the packet to the device below, longer
 * by what the tunnel adds, before or after the tunnel's transmit function returns. */
static void
test_encrypted (Fixture       *f,
                gconstpointer  xmit_time)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "wg0", 60);
  net (f, 101, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "wg0", 60);
  if (atoi (xmit_time) < 200)
    xmit (f, atoi (xmit_time), 0, 9, TASK, 0xa00, "wg0", 60);
  net (f, 200, 1, 8, TASK, "net_dev_queue", 0xa00, "eth0", 138);
  net (f, 201, 1, 8, TASK, "net_dev_start_xmit", 0xa00, "eth0", 138);
  xmit (f, 202, 1, 8, TASK, 0xa00, "eth0", 138);
  if (atoi (xmit_time) >= 200)
    xmit (f, atoi (xmit_time), 0, 9, TASK, 0xa00, "wg0", 60);
  consume (f, 300, 1, 0, SOFTIRQ, 0xa00);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "transmitted");
  assert_text (packets_column (f, "total"), "200");
}

/* The end of the first packet was not recorded.  The next one at its address is too little or too
 * much longer for a tunnel. */
static void
test_not_encrypted (Fixture       *f,
                    gconstpointer  length)
{
  send (f, 100, 9, TASK, 0xa00, "eth0", 60);
  send (f, 200, 9, TASK, 0xa00, "eth1", atoi (length));
  packets_run (f, NULL);

  assert_text (packets_column (f, "direction"), "tx, tx");
}

/* Received on one CPU, decrypted in the background, and received again on another CPU.  The time
 * until that CPU raises the softirq is spent in the stack. */
static void
test_decrypted (Fixture       *f,
                gconstpointer  data)
{
  net (f, 100, 0, 0, SOFTIRQ, "netif_receive_skb_entry", 0xa00, "eth0", 1480);
  net (f, 101, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 1480);
  softirq_end (f, 102, 0);
  test_trace_add (f->trace, 190, 1, 8, "irq:softirq_raise", I (3));
  test_trace_add (f->trace, 200, 1, 0, "irq:softirq_entry", I (3));
  test_trace_add (f->trace, 210, 1, 0, "net:napi_gro_receive_entry", SOFTIRQ, I (0xa00), "wg0",
                  I (1420), I (0), I (0));
  net (f, 212, 1, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "wg0", 1420);
  packets_run (f, NULL);

  assert_text (packets_column (f, "direction"), "rx");
  assert_text (test_flows (f->results), "a00#1: netif_receive_skb_entry@100, "
               "netif_receive_skb@101/stack, softirq_raise@190/stack i, softirq_entry@200/softirq "
               "i, napi_gro_receive_entry@210/napi i, netif_receive_skb@212/gro, "
               "end not seen@212/- o");
}

/* A program writes an acknowledgement to its tun device, which ends without an event, and then a
 * packet to another one.  A bridge receives a packet again at the same length. */
static void
test_written (Fixture       *f,
              gconstpointer  length)
{
  net (f, 100, 0, 9, TASK, "netif_receive_skb_entry", 0xa00, "tun0", 52);
  net (f, 101, 0, 9, TASK, "netif_receive_skb", 0xa00, "tun0", 52);
  net (f, 110, 0, 9, TASK, "netif_receive_skb_entry", 0xa00, "tun1", atoi (length));
  net (f, 111, 0, 9, TASK, "netif_receive_skb", 0xa00, "tun1", atoi (length));
  packets_run (f, NULL);

  assert_text (packets_column (f, "direction"), atoi (length) > 52 ? "rx, rx" : "rx");
}

/* The first packet was merged into another, without an event.  The next one that the program writes
 * has the same length, but the program has slept in between. */
static void
test_written_later (Fixture       *f,
                    gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "netif_receive_skb_entry", 0xa00, "tun0", 1500);
  net (f, 101, 0, 9, TASK, "netif_receive_skb", 0xa00, "tun0", 1500);
  run_task (f, 105, 0, 9, 0);
  run_task (f, 108, 0, 0, 9);
  net (f, 110, 0, 9, TASK, "netif_receive_skb_entry", 0xa00, "tun1", 1500);
  net (f, 111, 0, 9, TASK, "netif_receive_skb", 0xa00, "tun1", 1500);
  packets_run (f, NULL);

  assert_text (packets_column (f, "direction"), "rx, rx");
}

static void
test_segments (Fixture       *f,
               gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "eth0", 2962);
  consume (f, 105, 0, 9, TASK, 0xa00);
  net (f, 110, 0, 9, TASK, "net_dev_start_xmit", 0xb00, "eth0", 1514);
  xmit (f, 111, 0, 9, TASK, 0xb00, "eth0", 1514);
  net (f, 112, 0, 9, TASK, "net_dev_start_xmit", 0xc00, "eth0", 1514);
  xmit (f, 113, 0, 9, TASK, 0xc00, "eth0", 1514);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: net_dev_queue@100, consume_skb@105/qdisc\n"
               "b00#1: net_dev_start_xmit@110, net_dev_xmit@111/driver, end not seen@111/- o "
               "<segment a00#1 i\nc00#1: net_dev_start_xmit@112, net_dev_xmit@113/driver, end not "
               "seen@113/- o <segment a00#1 i");
}

/* The 1970 bytes minus 66 of headers are 1448 + 456: what is sent next belongs to another
 * packet, and so does a packet with more bytes than are left. */
static void
test_segments_add_up (Fixture       *f,
                      gconstpointer  data)
{
  static const struct { gint64 length; const char *joined; } sent[] = {
    { 1514, " <segment a00#1 i" }, { 800, "" }, { 522, " <segment a00#1 i" }, { 522, "" },
    { 66, "" }
  };
  g_autoptr(GString) expected = g_string_new ("a00#1: net_dev_queue@100, consume_skb@105/qdisc");

  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "eth0", 1970);
  consume (f, 105, 0, 9, TASK, 0xa00);
  for (guint i = 0; i < G_N_ELEMENTS (sent); i++)
    {
      gint64 time = 110 + i * 10, address = 0xb00 + i * 0x10;

      net (f, time, 0, 9, TASK, "net_dev_start_xmit", address, "eth0", sent[i].length);
      g_string_append_printf (expected, "\nb%u0#1: net_dev_start_xmit@%d, end not seen@%d/- o%s", i,
                              (gint) time, (gint) time, sent[i].joined);
    }
  packets_run (f, NULL);

  assert_text (test_flows (f->results), expected->str);
}

/* A queueing discipline splits the packet; the segments are dequeued later. */
static void
test_segments_later (Fixture       *f,
                     gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "eth0", 2962);
  consume (f, 105, 0, 9, TASK, 0xa00);
  test_trace_add (f->trace, 106, 0, 9, "qdisc:qdisc_enqueue", TASK, I (0xa00));
  net (f, 107, 0, 9, TASK, "net_dev_queue", 0xd00, "eth0", 4410);
  consume (f, 108, 0, 9, TASK, 0xd00);
  for (guint i = 0; i < 3; i++)
    {
      test_trace_add (f->trace, 110 + i * 10, 0, 0, "qdisc:qdisc_dequeue", SOFTIRQ,
                      I (0xb00 + i * 0x10), I (1));
      net (f, 112 + i * 10, 0, 0, SOFTIRQ, "net_dev_start_xmit", 0xb00 + i * 0x10, "eth0", 1514);
    }
  /* an empty queue */
  test_trace_add (f->trace, 150, 0, 0, "qdisc:qdisc_dequeue", SOFTIRQ, I (0), I (0));
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: net_dev_queue@100, consume_skb@105/qdisc, "
                                        "qdisc_enqueue@106/qdisc i\nd00#1: net_dev_queue@107, "
                                        "consume_skb@108/qdisc\nb00#1: qdisc_dequeue@110, "
                                        "net_dev_start_xmit@112/qdisc, end not seen@112/- o "
                                        "<segment a00#1 a (a00#1 d00#1)\nb10#1: "
                                        "qdisc_dequeue@120, net_dev_start_xmit@122/qdisc, end not "
                                        "seen@122/- o <segment d00#1 a (a00#1 d00#1)\nb20#1: "
                                        "qdisc_dequeue@130, net_dev_start_xmit@132/qdisc, end not "
                                        "seen@132/- o <segment d00#1 a (a00#1 d00#1)");
  assert_text (test_table (f->recording, f->results, "unassigned"), "");
}

/* TCP keeps the original and sends its fast clone. */
static void
test_retransmit (Fixture       *f,
                 gconstpointer  data)
{
  send (f, 100, 9, TASK, 0x1000 + 232, "eth0", 1514);
  send (f, 200, 0, SOFTIRQ, 0x1000 + 232, "eth0", 1514);
  test_trace_add (f->trace, 210, 0, 0, "tcp:tcp_retransmit_skb", SOFTIRQ, I (0x1000));
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "10e8#1: net_dev_queue@100, net_dev_start_xmit@102/qdisc, "
               "net_dev_xmit@104/driver, end not seen@104/- o\n"
               "10e8#2: net_dev_queue@200, net_dev_start_xmit@202/qdisc, net_dev_xmit@204/driver, "
               "end not seen@204/- o <clone 1000#1 i\n"
               "1000#1: tcp_retransmit_skb@210, end not seen@210/- o");
  assert_text (packets_column (f, "generation"), "1, 2, 1");
}

static void
test_loopback (Fixture       *f,
               gconstpointer  data)
{
  net (f, 100, 0, 9, TASK, "net_dev_queue", 0xa00, "lo", 66);
  net (f, 102, 0, 9, TASK, "net_dev_start_xmit", 0xa00, "lo", 66);
  net (f, 104, 0, 9, TASK, "netif_rx", 0xa00, "lo", 52);
  xmit (f, 106, 0, 9, TASK, 0xa00, "lo", 66);
  net (f, 110, 0, 9, SOFTIRQ, "netif_receive_skb", 0xa00, "lo", 52);
  send (f, 120, 9, TASK, 0xa00, "lo", 66); /* reused */
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "a00#1: net_dev_queue@100, net_dev_start_xmit@102/qdisc, "
                                        "netif_rx@104/driver, net_dev_xmit@106/driver, "
                                        "netif_receive_skb@110/napi, end not seen@110/- o\na00#2: "
                                        "net_dev_queue@120, net_dev_start_xmit@122/qdisc, "
                                        "net_dev_xmit@124/driver, end not seen@124/- o");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, func) \
  g_test_add ("/plugins/packets-tx/" name, Fixture, data, packets_set_up, func, packets_tear_down)
  ADD ("send", NONE, test_send);
  ADD ("send-raw", NONE, test_send_raw);
  ADD ("send-raw-elsewhere", NONE, test_send_raw_elsewhere);
  ADD ("late-xmit", NONE, test_late_xmit);
  ADD ("unassigned", NONE, test_unassigned);
  ADD ("veth", NONE, test_veth);
  ADD ("veth-gro", NONE, test_veth_gro);
  ADD ("stacked", NONE, test_stacked);
  ADD ("stacked-queue", NONE, test_stacked_queue);
  ADD ("stacked-waits", NONE, test_stacked_waits);
  ADD ("start-not-recorded", " net:net_dev_start_xmit ", test_start_not_recorded);
  ADD ("forward", NONE, test_forward);
  ADD ("forward-perhaps", " tcp:tcp_probe ", test_forward);
  ADD ("not-forwarded/socket", "0", test_not_forwarded);
  ADD ("not-forwarded/packet", "a00", test_not_forwarded);
  ADD ("sent-later", NONE, test_sent_later);
  ADD ("sent-perhaps-later", " irq:softirq_entry irq:softirq_exit ",
       test_sent_later);
  ADD ("received-later/card", "8193", test_received_later);
  ADD ("received-later/tunnel", "0", test_received_later);
  ADD ("encrypted", "103", test_encrypted);
  ADD ("encrypted-before-xmit", "203", test_encrypted);
  ADD ("not-encrypted/longer-link", "74", test_not_encrypted);
  ADD ("not-encrypted/much-longer", "1514", test_not_encrypted);
  ADD ("decrypted", NONE, test_decrypted);
  ADD ("written/longer", "1500", test_written);
  ADD ("written/bridge", "52", test_written);
  ADD ("written-later", NONE, test_written_later);
  ADD ("segments-add-up", NONE, test_segments_add_up);
  ADD ("segments", NONE, test_segments);
  ADD ("segments-later", NONE, test_segments_later);
  ADD ("retransmit", NONE, test_retransmit);
  ADD ("loopback", NONE, test_loopback);

  return g_test_run ();
}
