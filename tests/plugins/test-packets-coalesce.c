/* test-packets-coalesce.c - packets that were merged in a socket's queue, on synthetic events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "packet-events.h"

#define NONE ((gconstpointer) NULL)

static void
receive_from (Fixture    *f,
              gint64      time,
              const char *device,
              gint64      address,
              gint64      length,
              gint64      hash)
{
  test_trace_add (f->trace, time, 0, 0, "net:napi_gro_receive_entry", SOFTIRQ, address, device,
                  length, hash, I (7));
  gro_exit (f, time + 1, 0, SOFTIRQ, NORMAL);
  net (f, time + 3, 0, 0, SOFTIRQ, "netif_receive_skb", address, device, length);
}

/* TCP coalesced the second packet into the first: the reader copied as many bytes as both
 * have.  The third packet does not belong to them. */
static void
test_coalesced (Fixture       *f,
                gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 1500);
  receive (f, 200, 0, 0xb00, 1000);
  receive (f, 300, 0, 0xc00, 1000);
  copy (f, 400, 1, 9, 0xa00, 1448 + 948);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "merged, open, delivered");
  assert_text (packets_column (f, "length"), "1000, 1000, 2448");
  assert_text (test_flows (f->results),
               "b00#1: napi_gro_receive_entry@205, napi_gro_receive_exit@206/gro i, "
               "netif_receive_skb@208/gro <coalesce a00#1 i [part]\n"
               "c00#1: napi_gro_receive_entry@305, napi_gro_receive_exit@306/gro i, "
               "netif_receive_skb@308/gro, end not seen@308/- o\n"
               "a00#1: napi_gro_receive_entry@105, napi_gro_receive_exit@106/gro i, "
               "netif_receive_skb@108/gro, skb_copy_datagram_iovec@400/queue i, end not "
               "seen@400/- o");
}

/* 300 bytes of the first packet are peeked at and then 500 are read: together exactly the
 * length of both packets.  But then the second one is read by itself. */
static void
test_peeked (Fixture       *f,
             gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 552);
  receive (f, 200, 0, 0xb00, 352);
  copy (f, 400, 1, 9, 0xa00, 300);
  copy (f, 410, 1, 9, 0xa00, 500);
  copy (f, 420, 1, 9, 0xb00, 300);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "delivered, delivered");
  assert_text (test_flows (f->results),
               "a00#1: napi_gro_receive_entry@105, napi_gro_receive_exit@106/gro i, "
               "netif_receive_skb@108/gro, skb_copy_datagram_iovec@400/queue, "
               "skb_copy_datagram_iovec@410/copy, end not seen@410/- o\n"
               "b00#1: napi_gro_receive_entry@205, napi_gro_receive_exit@206/gro i, "
               "netif_receive_skb@208/gro, skb_copy_datagram_iovec@420/queue, "
               "end not seen@420/- o");
}

/* A different task reads from the second address: the first task had read both packets. */
static void
test_read_after_coalesced (Fixture       *f,
                           gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 552);
  receive (f, 200, 0, 0xb00, 352);
  copy (f, 400, 1, 9, 0xa00, 300);
  copy (f, 410, 1, 9, 0xa00, 500);
  copy (f, 420, 1, 8, 0xb00, 300);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "merged, delivered, delivered");
}

/* Three fragments of a datagram of 3000 bytes: the last one is read, the first one is
 * consumed when its data moves. */
static void
test_fragments (Fixture       *f,
                gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 1500);
  receive (f, 200, 0, 0xb00, 1500);
  receive (f, 300, 0, 0xc00, 68);
  consume (f, 310, 0, 0, SOFTIRQ, 0xa00);
  copy (f, 400, 1, 9, 0xc00, 3000);
  consume (f, 410, 1, 9, TASK, 0xc00);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "merged, merged, delivered");
  assert_text (packets_column (f, "length"), "1500, 1500, 3028");
  assert_text (test_flows (f->results),
               "a00#1: napi_gro_receive_entry@105, napi_gro_receive_exit@106/gro i, "
               "netif_receive_skb@108/gro, consume_skb@310/stack a <fragment c00#1 i [part]\n"
               "b00#1: napi_gro_receive_entry@205, napi_gro_receive_exit@206/gro i, "
               "netif_receive_skb@208/gro <fragment c00#1 i [part]\n"
               "c00#1: napi_gro_receive_entry@305, napi_gro_receive_exit@306/gro i, "
               "netif_receive_skb@308/gro, skb_copy_datagram_iovec@400/queue i, "
               "consume_skb@410/copy");
}

/* The packet between the two was dropped: a packet after a gap is not coalesced. */
static void
test_not_coalesced (Fixture       *f,
                    gconstpointer  data)
{
  receive (f, 100, 0, 0xa00, 1500);
  receive (f, 200, 0, 0xb00, 1000);
  drop (f, 210, 0, SOFTIRQ, 0xb00, 3);
  receive (f, 300, 0, 0xc00, 1000);
  copy (f, 400, 1, 9, 0xa00, 1448 + 948);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "dropped, open, delivered");
  assert_text (packets_column (f, "length"), "1000, 1000, -"); /* unknown parts were added */
}

/* The bytes that are read fit two packets, but a probe would have shown that they were coalesced,
 * as it does of others. */
static void
test_told_coalesced (Fixture       *f,
                     gconstpointer  data)
{
  static const char map[] = "{ \"id\": \"deep\", \"title\": \"Deep\", \"points\": ["
                            "{ \"event\": \"deep:coalesce\", \"address\": \"from\", \"role\": "
                            "\"none\", \"link\": \"coalesce\", \"parent\": \"to\" } ] }";

  receive (f, 100, 0, 0xd00, 1500);
  receive (f, 200, 0, 0xe00, 1000);
  test_trace_add (f->trace, 220, 0, 0, "deep:coalesce", SOFTIRQ, I (0xd00), I (0xe00));
  receive (f, 300, 0, 0xa00, 1500);
  receive (f, 400, 0, 0xb00, 1000);
  copy (f, 500, 1, 9, 0xa00, 1448 + 948);
  packets_run_with_map (f, map);

  assert_text (packets_column (f, "outcome"), "merged, open, open, delivered");
}

/* Two network cards form a bond, or receive packets of different connections.  The bytes of the
 * packet from eth1 fit as well as those of the next one from eth0, so nothing is inferred. */
static void
test_other_device (Fixture       *f,
                   gconstpointer  data)
{
  receive_from (f, 100, "eth0", 0xa00, 1500, 0);
  receive_from (f, 200, "eth1", 0xb00, 1000, 0);
  receive_from (f, 300, "eth0", 0xc00, 1000, 0);
  copy (f, 400, 1, 9, 0xa00, 1448 + 948);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "open, open, delivered");
  assert_text (packets_column (f, "length"), "1000, 1000, -");
}

/* The flow hash tells which of them belongs to the connection. */
static void
test_flow_hash (Fixture       *f,
                gconstpointer  data)
{
  receive_from (f, 100, "eth0", 0xa00, 1500, 0x1234);
  receive_from (f, 200, "eth1", 0xb00, 1000, 0x1234);
  receive_from (f, 300, "eth0", 0xc00, 1000, 0x5678);
  copy (f, 400, 1, 9, 0xa00, 1448 + 948);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "merged, open, delivered");
  assert_text (packets_column (f, "length"), "1000, 1000, 2448");
}

/* A packet that two devices receive in turn, such as a card and a VLAN on it, counts once. */
static void
test_received_twice (Fixture       *f,
                     gconstpointer  data)
{
  for (guint i = 0; i < 3; i++)
    {
      receive_from (f, 100 + 100 * i, "eth0", 0xa00 + 0x100 * i, 1000, 0);
      net (f, 110 + 100 * i, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00 + 0x100 * i, "eth0.5",
           1000);
    }
  copy (f, 400, 1, 9, 0xa00, 3 * 948);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "merged, merged, delivered");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) \
  g_test_add ("/plugins/packets-coalesce/" name, Fixture, NONE, packets_set_up, func, \
              packets_tear_down)
  ADD ("coalesced", test_coalesced);
  ADD ("peeked", test_peeked);
  ADD ("read-after-coalesced", test_read_after_coalesced);
  ADD ("fragments", test_fragments);
  ADD ("not-coalesced", test_not_coalesced);
  ADD ("told-coalesced", test_told_coalesced);
  ADD ("other-device", test_other_device);
  ADD ("flow-hash", test_flow_hash);
  ADD ("received-twice", test_received_twice);

  return g_test_run ();
}
