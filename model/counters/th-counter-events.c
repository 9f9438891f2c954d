/* th-counter-events.c - which events of a trace explain a counter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-counter-events.h"
#include "th-counter-lines.h"
#include "th-counter-texts.h"
#include "th-quote.h"

/* --- counters of the protocols ------------------------------------------------- */

#define DROP(reason) "skb:kfree_skb and reason == \"" reason "\""

/* net/ipv4/{ip_input,tcp_input,tcp_ipv4,udp}.c: the counter and the drop reason are set side by
 * side; a retransmission or reset has its event in the same function. */
static const struct
{
  const char     *source;
  const char     *name;
  ThCounterEvents how;
  const char     *filter;
} protocol_events[] = {
  { "TcpExt", "TCPRcvQDrop", TH_COUNTER_EVENTS_EXACT, DROP ("PROTO_MEM") },
  { "TcpExt", "TCPBacklogDrop", TH_COUNTER_EVENTS_EXACT, DROP ("SOCKET_BACKLOG") },
  { "TcpExt", "TCPZeroWindowDrop", TH_COUNTER_EVENTS_EXACT, DROP ("TCP_ZEROWINDOW") },
  { "TcpExt", "TCPMD5NotFound", TH_COUNTER_EVENTS_EXACT, DROP ("TCP_MD5NOTFOUND") },
  { "TcpExt", "TCPMD5Unexpected", TH_COUNTER_EVENTS_EXACT, DROP ("TCP_MD5UNEXPECTED") },
  { "TcpExt", "TCPMD5Failure", TH_COUNTER_EVENTS_EXACT, DROP ("TCP_MD5FAILURE") },
  { "TcpExt", "TCPTimeouts", TH_COUNTER_EVENTS_RELATED, "tcp:tcp_retransmit_skb" },
  { "TcpExt", "TCPLostRetransmit", TH_COUNTER_EVENTS_RELATED, "tcp:tcp_retransmit_skb" },
  { "TcpExt", "TCPFastRetrans", TH_COUNTER_EVENTS_RELATED, "tcp:tcp_retransmit_skb" },
  { "TcpExt", "TCPSlowStartRetrans", TH_COUNTER_EVENTS_RELATED, "tcp:tcp_retransmit_skb" },
  { "Tcp", "RetransSegs", TH_COUNTER_EVENTS_RELATED, "tcp:tcp_retransmit_skb" },
  { "Tcp", "OutRsts", TH_COUNTER_EVENTS_RELATED, "tcp:tcp_send_reset" },
  { "Tcp", "InCsumErrors", TH_COUNTER_EVENTS_EXACT, DROP ("TCP_CSUM") },
  { "Udp", "InCsumErrors", TH_COUNTER_EVENTS_EXACT, DROP ("UDP_CSUM") },
  { "Udp", "NoPorts", TH_COUNTER_EVENTS_RELATED, DROP ("NO_SOCKET") },
  { "Udp", "RcvbufErrors", TH_COUNTER_EVENTS_EXACT, DROP ("SOCKET_RCVBUFF") },
  { "Udp", "MemErrors", TH_COUNTER_EVENTS_RELATED, DROP ("PROTO_MEM") },
  { "Udp", "InErrors", TH_COUNTER_EVENTS_RELATED, "udp:udp_fail_queue_rcv_skb" },
  { "Udp6", "InCsumErrors", TH_COUNTER_EVENTS_EXACT, DROP ("UDP_CSUM") },
  { "Udp6", "NoPorts", TH_COUNTER_EVENTS_RELATED, DROP ("NO_SOCKET") },
  { "Udp6", "RcvbufErrors", TH_COUNTER_EVENTS_RELATED, DROP ("SOCKET_RCVBUFF") },
  { "Ip", "InHdrErrors", TH_COUNTER_EVENTS_RELATED, DROP ("IP_INHDR") },
  { "Ip", "InUnknownProtos", TH_COUNTER_EVENTS_EXACT, DROP ("IP_NOPROTO") },
  { "IpExt", "InNoRoutes", TH_COUNTER_EVENTS_RELATED, DROP ("IP_INNOROUTES") },
  { "IpExt", "InCsumErrors", TH_COUNTER_EVENTS_EXACT, DROP ("IP_CSUM") },
  { "TcpExt", "IPReversePathFilter", TH_COUNTER_EVENTS_EXACT, DROP ("IP_RPFILTER") },
  { "stat", "ctxt", TH_COUNTER_EVENTS_EXACT, "sched:sched_switch" },
  { "stat", "processes", TH_COUNTER_EVENTS_EXACT, "sched:sched_process_fork" },
  { "stat", "intr", TH_COUNTER_EVENTS_RELATED, "irq:irq_handler_entry" },
  { "stat", "softirq", TH_COUNTER_EVENTS_RELATED, "irq:softirq_entry" },
};

static ThCounterEvents
find_protocol (const ThCounter  *counter,
               char            **filter)
{
  for (guint i = 0; i < G_N_ELEMENTS (protocol_events); i++)
    if (g_str_equal (protocol_events[i].source, counter->source) &&
        g_str_equal (protocol_events[i].name, counter->name))
      {
        *filter = g_strdup (protocol_events[i].filter);
        return protocol_events[i].how;
      }
  return TH_COUNTER_EVENTS_NONE;
}

/* --- counters of CPUs ------------------------------------------------------------ */

/* The vectors of include/linux/interrupt.h. */
static const char *const softirq_names[] = {
  "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU",
};

static ThCounterEvents
find_softirq (const ThCounter  *counter,
              gint64            cpu,
              char            **filter)
{
  for (guint i = 0; i < G_N_ELEMENTS (softirq_names); i++)
    if (g_str_equal (softirq_names[i], counter->name))
      {
        *filter = g_strdup_printf ("irq:softirq_entry and cpu == %" G_GINT64_FORMAT
                                   " and vec == %u", cpu, i);
        return TH_COUNTER_EVENTS_EXACT;
      }
  return TH_COUNTER_EVENTS_NONE;
}

/* net/core/dev.c: net_rx_action() polls until its budget of packets or time is used up. */
static const struct
{
  const char *name;
  const char *filter;
} softnet_events[] = {
  { "processed", "net:netif_receive_skb" },
  { "time_squeeze", "napi:napi_poll" },
  { "dropped", DROP ("CPU_BACKLOG") },
  { "received_rps", "irq:softirq_raise and vec == 3" },
};

static ThCounterEvents
find_softnet (const ThCounter  *counter,
              gint64            cpu,
              char            **filter)
{
  for (guint i = 0; i < G_N_ELEMENTS (softnet_events); i++)
    if (g_str_equal (softnet_events[i].name, counter->name))
      {
        *filter = g_strdup_printf ("%s and cpu == %" G_GINT64_FORMAT, softnet_events[i].filter,
                                   cpu);
        return TH_COUNTER_EVENTS_RELATED;
      }
  return TH_COUNTER_EVENTS_NONE;
}

/* --- counters of sockets --------------------------------------------------------- */

/* The port at the end of "127.0.0.1:80" or "[::1]:80". */
static guint64
read_port (const char *address)
{
  const char *colon = strrchr (address, ':');

  return colon != NULL ? g_ascii_strtoull (colon + 1, NULL, 10) : 0;
}

/* net/ipv4/{tcp_output,udp}.c.  A retransmission of several segments is one event. */
static ThCounterEvents
find_socket (const ThCounter  *counter,
             char            **filter)
{
  g_auto(GStrv) word = th_counter_line_split (counter->item);

  if (g_strv_length (word) < 4)
    return TH_COUNTER_EVENTS_NONE;
  if (g_str_equal (word[0], "tcp") && g_str_equal (counter->name, "retrans"))
    *filter = g_strdup_printf ("tcp:tcp_retransmit_skb and sport == %" G_GUINT64_FORMAT
                               " and dport == %" G_GUINT64_FORMAT, read_port (word[1]),
                               read_port (word[3]));
  else if (g_str_equal (word[0], "udp") && g_str_equal (counter->name, "drops"))
    *filter = g_strdup_printf ("udp:udp_fail_queue_rcv_skb and lport == %" G_GUINT64_FORMAT,
                               read_port (word[1]));
  return *filter != NULL ? TH_COUNTER_EVENTS_RELATED : TH_COUNTER_EVENTS_NONE;
}

static ThCounterEvents
find_cpu (const ThCounter  *counter,
          char            **filter)
{
  gint64 cpu;

  if (!g_str_has_prefix (counter->item, "CPU ") ||
      !th_counter_line_number (counter->item + strlen ("CPU "), 10, &cpu))
    return TH_COUNTER_EVENTS_NONE;
  if (g_str_equal (counter->source, "softirqs"))
    return find_softirq (counter, cpu, filter);
  if (g_str_equal (counter->source, "softnet"))
    return find_softnet (counter, cpu, filter);
  if (!g_str_equal (counter->source, "sched") || !g_str_equal (counter->name, "schedule"))
    return TH_COUNTER_EVENTS_NONE;

  *filter = g_strdup_printf ("sched:sched_switch and cpu == %" G_GINT64_FORMAT, cpu);
  return TH_COUNTER_EVENTS_RELATED;
}

/* --- counters of interrupts and devices --------------------------------------------- */

static ThCounterEvents
find_interrupt (const ThCounter  *counter,
                char            **filter)
{
  char *end;
  guint64 number = g_ascii_strtoull (counter->name, &end, 10);

  if (end == counter->name || *end != ' ')
    return TH_COUNTER_EVENTS_NONE;

  *filter = g_strdup_printf ("irq:irq_handler_entry and irq == %" G_GUINT64_FORMAT, number);
  return TH_COUNTER_EVENTS_EXACT;
}

/* What /proc/net/dev counts in the driver or the device (Documentation/networking/statistics.rst),
 * and ethtool -S always: only whole packets pass a place with an event. */
static ThCounterEvents
find_device (const ThCounter  *counter,
             char            **filter)
{
  const char *event = NULL;
  g_autofree char *device = NULL;

  if (g_str_equal (counter->name, "rx_packets"))
    event = "net:netif_receive_skb";
  else if (g_str_equal (counter->name, "tx_packets"))
    event = "net:net_dev_xmit";
  else if (g_str_has_prefix (counter->name, "rx_") || g_str_has_prefix (counter->name, "tx_"))
    return strstr (counter->name, "bytes") != NULL ? TH_COUNTER_EVENTS_NONE
                                                   : TH_COUNTER_EVENTS_HARDWARE;
  if (event == NULL)
    return TH_COUNTER_EVENTS_NONE;

  device = th_quote_dup_filter (counter->source);
  *filter = g_strdup_printf ("%s and name == %s", event, device);
  return TH_COUNTER_EVENTS_RELATED;
}

ThCounterEvents
th_counter_get_events (const ThCounter  *counter,
                       char            **filter)
{
  ThCounterEvents how;

  *filter = NULL;
  if (counter->text != NULL)
    return TH_COUNTER_EVENTS_NONE;
  if (g_str_equal (counter->source, TH_COUNTER_SOCKETS))
    return find_socket (counter, filter);
  if (counter->item[0] != '\0')
    return find_cpu (counter, filter);
  if (g_str_equal (counter->source, "irq"))
    return find_interrupt (counter, filter);

  how = find_protocol (counter, filter);
  return how != TH_COUNTER_EVENTS_NONE ? how : find_device (counter, filter);
}

/* --- weight ------------------------------------------------------------------------ */

static gboolean
contains_one (const char        *name,
              const char *const *words)
{
  for (; *words != NULL; words++)
    if (strstr (name, *words) != NULL)
      return TRUE;
  return FALSE;
}

ThCounterWeight
th_counter_get_weight (const ThCounter *counter)
{
  static const char *const losses[] = {
    "drop", "err", "overflow", "overrun", "missed", "fail", "squeeze", "discard", "prune", "abort",
    "lost", "no_buf", "noport", "rpfilter", "reversepath", "unreach", "collision", NULL
  };
  static const char *const repairs[] = {
    "retrans", "timeout", "reset", "rst", "dsack", "zerowindow", "recovery", "spurious", "ofo",
    "flow_limit", NULL
  };
  g_autofree char *name = g_ascii_strdown (counter->name, -1);

  if (counter->text != NULL || g_str_equal (counter->source, "irq") ||
      g_str_equal (counter->source, "softirqs"))
    return TH_COUNTER_TRAFFIC;
  /* "TCPLostRetransmit" is a retransmission. */
  if (contains_one (name, repairs))
    return TH_COUNTER_REPAIR;
  return contains_one (name, losses) ? TH_COUNTER_LOSS : TH_COUNTER_TRAFFIC;
}
