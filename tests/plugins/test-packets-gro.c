/* test-packets-gro.c - packets that GRO merges, on synthetic events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "packet-events.h"

#define NONE ((gconstpointer) NULL)

static void
test_gro_ten (Fixture       *f,
              gconstpointer  data)
{
  g_autofree char *outcomes = NULL;

  gro (f, 100, 0, SOFTIRQ, 0xa00, 1500, 0);
  gro_exit (f, 101, 0, SOFTIRQ, HELD);
  for (guint i = 0; i < 9; i++)
    {
      gro (f, 110 + 10 * i, 0, SOFTIRQ, 0xb00, 1500, 0);
      gro_exit (f, 111 + 10 * i, 0, SOFTIRQ, MERGED_FREE);
    }
  net (f, 300, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 14532);
  copy (f, 400, 1, 9, 0xa00, 14480);
  consume (f, 410, 1, 9, TASK, 0xa00);
  packets_run (f, NULL);

  outcomes = packets_column (f, "outcome");
  g_assert_cmpstr (outcomes, ==,
                   "merged, merged, merged, merged, merged, merged, merged, merged, merged, "
                   "delivered");
  assert_text (packets_column (f, "length"),
               "1500, 1500, 1500, 1500, 1500, 1500, 1500, 1500, 1500, 14532");
  assert_text (test_measure (f->results, "packet.gro"), "200");
  for (guint32 row = 0; row < 9; row++)
    {
      ThFlows *flows = th_results_get_flows (f->results);
      const ThFlow *flow = th_flows_get (flows, row);
      const ThFlowLinks *links = th_flows_get_links (flows, flow);

      g_assert_cmpuint (flow->flags, ==, TH_FLOW_PART);
      g_assert_cmpuint (th_flows_get_row (flows, links->parent), ==, 9);
      g_assert_cmpuint (links->parent_confidence, ==, TH_CONFIDENCE_INFERRED);
    }
}

/* Interleaved frames of two flows: with a hash their flow is known, without one it is
 * ambiguous. */
static void
test_gro_candidates (Fixture       *f,
                     gconstpointer  data)
{
  gint64 hash = data != NULL;

  gro (f, 100, 0, SOFTIRQ, 0xa00, 1500, hash * 11);
  gro_exit (f, 101, 0, SOFTIRQ, HELD);
  gro (f, 102, 0, SOFTIRQ, 0xb00, 1500, hash * 22);
  gro_exit (f, 103, 0, SOFTIRQ, HELD);
  gro (f, 104, 0, SOFTIRQ, 0xc00, 1500, hash * 11);
  gro_exit (f, 105, 0, SOFTIRQ, MERGED_FREE);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), hash ? "c00#1: napi_gro_receive_entry@104, "
               "napi_gro_receive_exit@105/gro i <gro a00#1 i [part]\n"
               "a00#1: napi_gro_receive_entry@100, napi_gro_receive_exit@101/gro i, end not "
               "seen@101/- o\nb00#1: napi_gro_receive_entry@102, napi_gro_receive_exit@103/gro i, "
               "end not seen@103/- o" : "c00#1: napi_gro_receive_entry@104, "
               "napi_gro_receive_exit@105/gro i <gro b00#1 a (a00#1 b00#1) [part]\n"
               "a00#1: napi_gro_receive_entry@100, napi_gro_receive_exit@101/gro i, end not "
               "seen@101/- o\nb00#1: napi_gro_receive_entry@102, napi_gro_receive_exit@103/gro i, "
               "end not seen@103/- o");
}

/* Merges one part after the other into a00, which the stack receives with @whole bytes. */
static void
merge_parts (Fixture      *f,
             const gint64 *lengths,
             guint         n,
             gint64        whole)
{
  gro (f, 100, 0, SOFTIRQ, 0xa00, 1500, 5);
  gro_exit (f, 101, 0, SOFTIRQ, HELD);
  for (guint i = 0; i < n; i++)
    {
      gro (f, 110 + 10 * i, 0, SOFTIRQ, 0xb00 + 0x10 * i, lengths[i], 5);
      gro_exit (f, 111 + 10 * i, 0, SOFTIRQ, MERGED_FREE);
    }
  net (f, 900, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", whole);
}

/* How certain the parent of each merged packet is: "i" inferred, "a" ambiguous, "-" none. */
static char *
describe_parts (Fixture *f,
                guint    n)
{
  ThFlows *flows = th_results_get_flows (f->results);
  GString *text = g_string_new (NULL);

  for (guint32 row = 0; row < n; row++)
    {
      const ThFlow *flow = th_flows_get (flows, row);
      const ThFlowLinks *links = th_flows_get_links (flows, flow);

      g_assert_cmpuint (flow->flags & TH_FLOW_PART, !=, 0);
      g_string_append_c (text, links->parent == TH_FLOW_NONE
                         ? '-' : links->parent_confidence == TH_CONFIDENCE_INFERRED ? 'i' : 'a');
    }
  return g_string_free (text, FALSE);
}

/* Worked out by hand: a00 has 1500 bytes, and each part adds its length without headers.
 * 52: IPv4, TCP, timestamps.  40: without timestamps.  130: a tunnel. */
static void
test_gro_lengths (void)
{
  static const struct { gint64 lengths[4]; guint n; gint64 whole; const char *parts; } cases[] = {
    { { 1500, 1500, 252 }, 3, 1500 + 2 * (1500 - 52) + 252 - 52, "iii" },
    { { 1500, 1500, 252 }, 3, 1500 + 2 * (1500 - 40) + 252 - 40, "iii" },
    { { 1500, 1500, 252 }, 3, 1500 + 2 * (1500 - 130) + 252 - 130, "iii" },
    { { 1500, 1500 }, 2, 1500 + 3 * (1500 - 52), "ii" },          /* a third one was not recorded */
    { { 1500, 1500 }, 2, 1500 + 1500 - 52, "aa" },                /* one of the two */
    { { 1500, 1500, 252 }, 3, 1500 + 2 * (1500 - 52), "aaa" },
    { { 1500, 252 }, 2, 1500 + 252 - 52, "-a" },                  /* the first is too long */
    { { 1500 }, 1, 1500, "-" },                                   /* nothing was merged into it */
    { { 1500 }, 1, 52, "-" },
    { { 60, 60 }, 2, 1500 + 8 + 8, "ii" },
    { { 60, 60 }, 2, 1500 + 1, "aa" },                            /* each adds at least a byte */
    { { G_MAXINT64, 1500 }, 2, 1500 + 1500 - 52, "ii" },          /* no length at all */
    { { 1500, 1500 }, 2, G_MAXINT64, "ii" },
    { { 1500, 1500 }, 2, -1, "ii" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fixture f = { 0 };

      packets_set_up (&f, NULL);
      merge_parts (&f, cases[i].lengths, cases[i].n, cases[i].whole);
      packets_run (&f, NULL);
      assert_text (describe_parts (&f, cases[i].n), cases[i].parts);
      packets_tear_down (&f, NULL);
    }
}

/* The packet is full: although it seems to be held still, later parts are merged into
 * another one that was not recorded. */
static void
test_gro_full (Fixture       *f,
               gconstpointer  data)
{
  gro (f, 100, 0, SOFTIRQ, 0xa00, 1500, 5);
  gro_exit (f, 101, 0, SOFTIRQ, HELD);
  gro (f, 110, 0, SOFTIRQ, 0xb00, 1500, 5);
  gro_exit (f, 111, 0, SOFTIRQ, MERGED_FREE);
  net (f, 120, 1, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 2948);
  gro (f, 130, 0, SOFTIRQ, 0xc00, 1500, 5);
  gro_exit (f, 131, 0, SOFTIRQ, MERGED_FREE);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "merged, merged, open");
  assert_text (describe_parts (f, 2), "i-");
}

/* A flush within the call passes the held packet to the stack, and the new one is merged
 * into it nevertheless. */
static void
test_gro_flush_inside (Fixture       *f,
                       gconstpointer  data)
{
  gro (f, 100, 0, SOFTIRQ, 0xa00, 1500, 5);
  gro_exit (f, 101, 0, SOFTIRQ, HELD);
  gro (f, 110, 0, SOFTIRQ, 0xb00, 1500, 5);
  net (f, 112, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 2948);
  net (f, 114, 0, 0, SOFTIRQ, "net_dev_queue", 0xd00, "eth0", 66);
  gro_exit (f, 120, 0, SOFTIRQ, MERGED_FREE);
  packets_run (f, NULL);

  assert_text (test_flows (f->results), "b00#1: napi_gro_receive_entry@110, "
                                        "napi_gro_receive_exit@120/gro i <gro a00#1 i "
                                        "[part]\na00#1: napi_gro_receive_entry@100, "
                                        "napi_gro_receive_exit@101/gro i, "
                                        "netif_receive_skb@112/gro, end not seen@112/- o\nd00#1: "
                                        "net_dev_queue@114, end not seen@114/- o");
}

/* Merged, but kept in the frag list of the other: its kfree_skb is not a drop. */
static void
test_gro_list (Fixture       *f,
               gconstpointer  data)
{
  gro (f, 100, 0, SOFTIRQ, 0xa00, 1500, 5);
  gro_exit (f, 101, 0, SOFTIRQ, HELD);
  gro (f, 110, 0, SOFTIRQ, 0xb00, 1500, 5);
  gro_exit (f, 111, 0, SOFTIRQ, MERGED);
  net (f, 112, 0, 0, SOFTIRQ, "netif_receive_skb", 0xa00, "eth0", 2948);
  consume (f, 120, 1, 9, TASK, 0xa00);
  drop (f, 121, 1, TASK, 0xb00, 2);
  packets_run (f, NULL);

  assert_text (packets_column (f, "outcome"), "delivered, merged");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, func) \
  g_test_add ("/plugins/packets/" name, Fixture, data, packets_set_up, func, packets_tear_down)
  ADD ("gro-ten", NONE, test_gro_ten);
  ADD ("gro-hash", "", test_gro_candidates);
  ADD ("gro-no-hash", NONE, test_gro_candidates);
  ADD ("gro-flush-inside", NONE, test_gro_flush_inside);
  ADD ("gro-list", NONE, test_gro_list);
  ADD ("gro-full", NONE, test_gro_full);
  g_test_add_func ("/plugins/packets/gro-lengths", test_gro_lengths);

  return g_test_run ();
}
