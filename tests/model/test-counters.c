/* test-counters.c - counters of a machine, before and after
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The texts are from a Linux 6.18 machine, shortened.  Between the readings of the tools a
 * program sent 100 datagrams of 1000 bytes to a socket with room for one.
 */
#include <string.h>

#include "th-counter-events.h"
#include "th-counter-texts.h"
#include "th-counters.h"

/* --- helpers ------------------------------------------------------------------------ */

static gint64
value_of (ThCounterSet *set,
          const char   *source,
          const char   *item,
          const char   *name)
{
  const ThCounter *counter = th_counter_set_find (set, source, item, name);

  return counter != NULL ? counter->value : -1;
}

static GVariant *
make_reading (gint64      mono,
              const char *name,
              const char *text)
{
  GVariantDict dict;
  GVariantBuilder files;

  g_variant_builder_init (&files, G_VARIANT_TYPE ("a(say)"));
  g_variant_builder_add (&files, "(s@ay)", name,
                         g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, text, strlen (text), 1));
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "mono", "x", mono);
  g_variant_dict_insert_value (&dict, "files", g_variant_builder_end (&files));
  return g_variant_dict_end (&dict);
}

/* @after: NULL for a line that broke. */
static GVariant *
make_data (const char *name,
           const char *before,
           const char *after)
{
  GVariantBuilder both;

  g_variant_builder_init (&both, G_VARIANT_TYPE ("aa{sv}"));
  g_variant_builder_add_value (&both, make_reading (5000000000, name, before));
  if (after != NULL)
    g_variant_builder_add_value (&both, make_reading (7000000000, name, after));
  return g_variant_ref_sink (g_variant_builder_end (&both));
}

static ThCounters *
make_counters (const char *name,
               const char *before,
               const char *after)
{
  g_autoptr(GVariant) data = make_data (name, before, after);
  g_autoptr(GError) error = NULL;
  ThCounters *counters = th_counters_new_from_data (g_variant_get_data (data),
                                                    g_variant_get_size (data), &error);

  g_assert_no_error (error);
  return counters;
}

static const ThCounterChange *
find_change (ThCounters *counters,
             const char *item,
             const char *name)
{
  for (guint i = 0; i < th_counters_get_n (counters); i++)
    {
      const ThCounterChange *change = th_counters_get (counters, i);

      if (g_str_equal (change->counter->item, item) && g_str_equal (change->counter->name, name))
        return change;
    }
  return NULL;
}

/* --- texts of the kernel --------------------------------------------------------------- */

static void
test_pairs (void)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();

  g_assert_true (th_counter_text_read (set, "proc/net/snmp",
                                       "Ip: Forwarding DefaultTTL InReceives\n"
                                       "Ip: 1 64 48709\n"
                                       "Tcp: RtoAlgorithm MaxConn ActiveOpens\n"
                                       "Tcp: 1 -1 18446744073709551615\n"
                                       "Udp: A\n"));
  g_assert_cmpint (value_of (set, "Ip", "", "InReceives"), ==, 48709);
  g_assert_cmpint (value_of (set, "Tcp", "", "MaxConn"), ==, -1);
  g_assert_cmpint (value_of (set, "Tcp", "", "ActiveOpens"), ==, -1);
  g_assert_cmpuint (th_counter_set_get_n (set), ==, 6);
}

static void
test_snmp6 (void)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();

  g_assert_true (th_counter_text_read (set, "proc/net/snmp6",
                                       "Ip6InReceives                   \t12\n"
                                       "Icmp6OutType133 \t3\nUdpLite6InErrors 4\n"));
  g_assert_cmpint (value_of (set, "Ip6", "", "InReceives"), ==, 12);
  g_assert_cmpint (value_of (set, "Icmp6", "", "OutType133"), ==, 3);
  g_assert_cmpint (value_of (set, "UdpLite6", "", "InErrors"), ==, 4);
}

#define ZEROS "00000000 00000000 00000000 00000000 00000000 00000000 "

/* The rows are those of online CPUs: here 0 and 3. */
static void
test_softnet (void)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();

  g_assert_true (th_counter_text_read (set, "proc/net/softnet_stat",
                                       "00000453 00000001 0000000a " ZEROS "00000000 00000000 "
                                       "00000000 00000000\n"
                                       "0000ba77 00000000 00000000 " ZEROS "0000000c 00000000 "
                                       "00000000 00000003\n"));
  g_assert_cmpint (value_of (set, "softnet", "CPU 0", "processed"), ==, 0x453);
  g_assert_cmpint (value_of (set, "softnet", "CPU 0", "dropped"), ==, 1);
  g_assert_cmpint (value_of (set, "softnet", "CPU 0", "time_squeeze"), ==, 10);
  g_assert_cmpint (value_of (set, "softnet", "CPU 3", "processed"), ==, 0xba77);
  g_assert_cmpint (value_of (set, "softnet", "CPU 3", "received_rps"), ==, 12);
  g_assert_null (th_counter_set_find (set, "softnet", "CPU 1", "processed"));
}

static void
test_interrupts (void)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();

  g_assert_true (
    th_counter_text_read (set, "proc/interrupts",
                          "           CPU0       CPU1\n"
                          " 24:          1          4  IO-APIC   5-edge      ACPI:Ged\n"
                          " 34:         10         20  PCI-MSI 524290-edge   eth0-TxRx-2\n"
                          "LOC:          7          8   Local timer interrupts\n"
                          "MIS:          2\n"));
  g_assert_cmpint (value_of (set, "irq", "", "24 ACPI:Ged"), ==, 5);
  g_assert_cmpint (value_of (set, "irq", "", "34 eth0-TxRx-2"), ==, 30);
  g_assert_cmpint (value_of (set, "irq", "", "LOC Local timer interrupts"), ==, 15);
  g_assert_cmpint (value_of (set, "irq", "", "MIS"), ==, 2);
}

/* Here the CPUs are 0 and 2: the column decides, not its place. */
static void
test_softirqs (void)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();

  g_assert_true (th_counter_text_read (set, "proc/softirqs",
                                       "                    CPU0       CPU2\n"
                                       "          HI:          0          0\n"
                                       "      NET_RX:         40         50\n"));
  g_assert_cmpint (value_of (set, "softirqs", "CPU 2", "NET_RX"), ==, 50);
  g_assert_cmpint (value_of (set, "softirqs", "CPU 0", "NET_RX"), ==, 40);
}

static void
test_devices (void)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();

  g_assert_true (
    th_counter_text_read (set, "proc/net/dev",
                          "Inter-|   Receive                            |  Transmit\n"
                          " face |bytes    packets errs drop fifo frame|bytes\n"
                          "    lo: 100 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"
                          "eth0.5:9 8 7 6 5 4 3 2 1 2 3 4 5 6 7 8\n"));
  g_assert_cmpint (value_of (set, "lo", "", "rx_packets"), ==, 2);
  g_assert_cmpint (value_of (set, "lo", "", "collisions"), ==, 14);
  g_assert_cmpint (value_of (set, "eth0.5", "", "tx_packets"), ==, 2);
}

static void
test_agent_texts (void)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();

  g_assert_true (th_counter_text_read (set, "ethtool/eth0",
                                       "stat rx_missed_errors 5117\nstat rx queue 0 drops 3\n"
                                       "ring rx 256\nfeature rx-gro on\n"));
  g_assert_true (th_counter_text_read (set, "qdisc", "eth0 fq_codel 8001: drops 17\n"));
  g_assert_cmpint (value_of (set, "eth0", "", "rx_missed_errors"), ==, 5117);
  g_assert_cmpint (value_of (set, "eth0", "", "rx queue 0 drops"), ==, 3);
  g_assert_cmpstr (th_counter_set_find (set, "eth0", "", "ring rx")->text, ==, "256");
  g_assert_cmpint (value_of (set, "eth0", "fq_codel 8001:", "drops"), ==, 17);
  g_assert_false (th_counter_text_read (set, "etc/passwd", "root:x:0:0\n"));
}

static const char sockets_before[] =
  "tcp 1f 10.0.0.1:22 10.0.0.2:40000 ESTAB rqueue=0 wqueue=0 drops=4294967295 rtt_us=900 "
  "cwnd=10 retrans=4294967294 bytes_acked=5000000000\n"
  "tcp 20 [::1]:5201 [::]:0 LISTEN rqueue=0 drops=0\n";
static const char sockets_after[] =
  "tcp 1f 10.0.0.1:22 10.0.0.2:40000 CLOSE-WAIT rqueue=0 wqueue=0 drops=4294967295 rtt_us=400 "
  "cwnd=7 retrans=3 bytes_acked=5000000017\n"
  "tcp 21 [::1]:5201 [::]:0 LISTEN rqueue=0 drops=0\n"
  "udp 22 0.0.0.0:53 0.0.0.0:0 UNCONN rmem=768 drops=12\nmore 7\nudp 23\n";
#define SESSION "tcp 10.0.0.1:22 → 10.0.0.2:40000 sk:1f"
#define SERVER_OLD "tcp [::1]:5201 → [::]:0 sk:20"
#define SERVER_NEW "tcp [::1]:5201 → [::]:0 sk:21"

/* Retransmissions wrap at 2^32, levels go down, and a socket with another cookie is another one. */
static void
test_sockets (void)
{
  g_autoptr(ThCounters) counters = make_counters ("sockets", sockets_before, sockets_after);
  const ThCounterChange *state = find_change (counters, SESSION, "state");

  g_assert_cmpint (find_change (counters, SESSION, "retrans")->change, ==, 5);
  g_assert_cmpint (find_change (counters, SESSION, "bytes_acked")->change, ==, 17);
  g_assert_cmpint (find_change (counters, SESSION, "rtt_us")->change, ==, -500);
  g_assert_cmpint (find_change (counters, SESSION, "cwnd")->change, ==, -3);
  g_assert_cmpint (find_change (counters, SESSION, "drops")->state, ==, TH_COUNTER_SAME);
  g_assert_cmpint (state->state, ==, TH_COUNTER_SETTING);
  g_assert_cmpstr (state->before_text, ==, "ESTAB");
  g_assert_cmpstr (state->after_text, ==, "CLOSE-WAIT");
  g_assert_cmpint (find_change (counters, SERVER_OLD, "state")->state, ==, TH_COUNTER_GONE);
  g_assert_cmpint (find_change (counters, SERVER_NEW, "state")->state, ==, TH_COUNTER_NEW);
  g_assert_cmpint (find_change (counters, "udp 0.0.0.0:53 → 0.0.0.0:0 sk:22", "drops")->change, ==,
                   12);
  g_assert_cmpint (find_change (counters, "", "left out")->after, ==, 7);
}

/* --- output of tools ------------------------------------------------------------------------ */

static void
check_tool (const char *before,
            const char *after,
            const char *name,
            gint64      change)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThCounters) counters = th_counters_new_from_tools (before, after, "eth0", 0, &error);

  g_assert_no_error (error);
  g_assert_nonnull (find_change (counters, "", name));
  g_assert_cmpint (find_change (counters, "", name)->change, ==, change);
}

static void
test_tools (void)
{
  g_autoptr(GError) error = NULL;

  check_tool ("#kernel\nUdpRcvbufErrors 0 0.0\nIpExtInOctets 887245699 0.0\n",
              "#kernel\nUdpRcvbufErrors 99 0.0\nIpExtInOctets 887348499 0.0\n",
              "RcvbufErrors", 99);
  check_tool ("Udp:\n    0 receive buffer errors\nTcpExt:\n    TCPRcvQDrop: 5\n",
              "Udp:\n    99 receive buffer errors\nTcpExt:\n    TCPRcvQDrop: 7\n",
              "receive buffer errors", 99);
  check_tool ("Udp:\n    0 receive buffer errors\nTcpExt:\n    TCPRcvQDrop: 5\n",
              "Udp:\n    99 receive buffer errors\nTcpExt:\n    TCPRcvQDrop: 7\n",
              "TCPRcvQDrop", 2);
  check_tool ("NIC statistics:\n     rx_missed_errors: 1\n",
              "NIC statistics:\n     rx_missed_errors: 193\n", "rx_missed_errors", 192);
  check_tool ("Udp: InErrors\nUdp: 1\n", "Udp: InErrors\nUdp: 100\n", "InErrors", 99);
  g_assert_null (th_counters_new_from_tools ("hello world\n", "x\n", NULL, 0, &error));
  g_assert_error (error, TH_COUNTERS_ERROR, TH_COUNTERS_ERROR_TOOL);
}

/* --- changes --------------------------------------------------------------- */

static void
test_changes (void)
{
  g_autoptr(ThCounters) counters =
    make_counters ("proc/net/netstat", "TcpExt: Old Same Level Up\nTcpExt: 4 5 9 1204\n",
                   "TcpExt: Same Level Up Fresh\nTcpExt: 5 2 1230 3\n");

  g_assert_cmpfloat (th_counters_get_seconds (counters), ==, 2);
  g_assert_cmpuint (th_counters_get_n (counters), ==, 5);
  g_assert_cmpuint (th_counters_get_n_moved (counters), ==, 4);
  g_assert_cmpint (find_change (counters, "", "Up")->change, ==, 26);
  g_assert_cmpint (find_change (counters, "", "Level")->change, ==, -7);
  g_assert_cmpint (find_change (counters, "", "Fresh")->state, ==, TH_COUNTER_NEW);
  g_assert_cmpint (find_change (counters, "", "Fresh")->change, ==, 3);
  g_assert_cmpint (find_change (counters, "", "Old")->state, ==, TH_COUNTER_GONE);
  g_assert_cmpint (find_change (counters, "", "Same")->state, ==, TH_COUNTER_SAME);
}

/* A u32 of softnet_stat that wrapped. */
static void
test_wrap (void)
{
  g_autoptr(ThCounters) counters = make_counters ("proc/net/softnet_stat", "fffffffe 0\n",
                                                  "00000003 0\n");

  g_assert_cmpint (find_change (counters, "CPU 0", "processed")->change, ==, 5);
}

static void
test_settings (void)
{
  g_autoptr(ThCounters) counters = make_counters ("ethtool/eth0", "ring rx 256\nring tx 256\n",
                                                  "ring rx 4096\nring tx 256\n");

  g_assert_cmpint (find_change (counters, "", "ring rx")->state, ==, TH_COUNTER_SETTING);
  g_assert_cmpstr (find_change (counters, "", "ring rx")->before_text, ==, "256");
  g_assert_cmpstr (find_change (counters, "", "ring rx")->after_text, ==, "4096");
  g_assert_cmpuint (th_counters_get_n_moved (counters), ==, 1);
}

/* Without a second reading nothing is known to have moved. */
static void
test_broken_line (void)
{
  g_autoptr(ThCounters) counters = make_counters ("proc/net/snmp", "Ip: A\nIp: 1\n", NULL);

  g_assert_false (th_counters_is_complete (counters));
  g_assert_cmpuint (th_counters_get_n (counters), ==, 0);
}

/* Every cut of the data, and every byte changed, is refused or read, without a crash. */
static void
test_hostile (void)
{
  g_autoptr(GVariant) data = make_data ("proc/net/snmp", "Ip: A B\nIp: 1 2\n",
                                        "Ip: A B\nIp: 3 4\n");
  gsize size = g_variant_get_size (data);
  g_autofree guint8 *bytes = g_memdup2 (g_variant_get_data (data), size);
  guint n_refused = 0;

  for (gsize i = 0; i < size; i++)
    {
      g_autoptr(ThCounters) cut = th_counters_new_from_data (bytes, i, NULL);
      g_autoptr(ThCounters) changed = NULL;

      bytes[i] ^= 0x41;
      changed = th_counters_new_from_data (bytes, size, NULL);
      bytes[i] ^= 0x41;
      n_refused += (cut == NULL) + (changed == NULL);
    }
  g_assert_cmpuint (n_refused, >, size);
}

/* --- events ---------------------------------------------------------------- */

static void
check_events (const char      *name,
              const char      *text,
              guint            index,
              ThCounterEvents  how,
              const char      *expected)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();
  g_autofree char *filter = NULL;

  th_counter_text_read (set, name, text);
  g_assert_cmpint (th_counter_get_events (th_counter_set_get (set, index), &filter), ==, how);
  g_assert_cmpstr (filter, ==, expected);
}

static void
test_events (void)
{
  check_events ("proc/net/netstat", "TcpExt: TCPRcvQDrop\nTcpExt: 1\n", 0,
                TH_COUNTER_EVENTS_EXACT, "skb:kfree_skb and reason == \"PROTO_MEM\"");
  check_events ("proc/net/softnet_stat", "1 2 3\n", 2, TH_COUNTER_EVENTS_RELATED,
                "napi:napi_poll and cpu == 0");
  check_events ("proc/softirqs", " CPU2\nNET_RX: 5\n", 0, TH_COUNTER_EVENTS_EXACT,
                "irq:softirq_entry and cpu == 2 and vec == 3");
  check_events ("proc/interrupts", " CPU0\n34: 5 PCI-MSI 1-edge eth0\n", 0,
                TH_COUNTER_EVENTS_EXACT, "irq:irq_handler_entry and irq == 34");
  check_events ("proc/interrupts", " CPU0\nLOC: 5 Local timer interrupts\n", 0,
                TH_COUNTER_EVENTS_NONE, NULL);
  check_events ("ethtool/eth0", "stat rx_missed_errors 3\n", 0, TH_COUNTER_EVENTS_HARDWARE, NULL);
  check_events ("ethtool/e\"0", "stat rx_packets 3\n", 0, TH_COUNTER_EVENTS_RELATED,
                "net:netif_receive_skb and name == \"e\\\"0\"");
  check_events ("ethtool/brücke", "stat tx_packets 3\n", 0, TH_COUNTER_EVENTS_RELATED,
                "net:net_dev_xmit and name == \"brücke\"");
  check_events ("sockets", "tcp 1f 10.0.0.1:22 [::1]:40000 ESTAB retrans=5\n", 1,
                TH_COUNTER_EVENTS_RELATED,
                "tcp:tcp_retransmit_skb and sport == 22 and dport == 40000");
  check_events ("sockets", "udp 1f 0.0.0.0:53 0.0.0.0:0 UNCONN drops=5\n", 1,
                TH_COUNTER_EVENTS_RELATED, "udp:udp_fail_queue_rcv_skb and lport == 53");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counters/pairs", test_pairs);
  g_test_add_func ("/counters/snmp6", test_snmp6);
  g_test_add_func ("/counters/softnet", test_softnet);
  g_test_add_func ("/counters/interrupts", test_interrupts);
  g_test_add_func ("/counters/softirqs", test_softirqs);
  g_test_add_func ("/counters/devices", test_devices);
  g_test_add_func ("/counters/agent-texts", test_agent_texts);
  g_test_add_func ("/counters/sockets", test_sockets);
  g_test_add_func ("/counters/tools", test_tools);
  g_test_add_func ("/counters/changes", test_changes);
  g_test_add_func ("/counters/wrap", test_wrap);
  g_test_add_func ("/counters/settings", test_settings);
  g_test_add_func ("/counters/broken-line", test_broken_line);
  g_test_add_func ("/counters/hostile", test_hostile);
  g_test_add_func ("/counters/events", test_events);
  return g_test_run ();
}
