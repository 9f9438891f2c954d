/* th-agent-qdisc.c - what the queueing disciplines count, by rtnetlink
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * See rtnetlink(7), linux/pkt_sched.h and linux/gen_stats.h.  Asking needs no privilege.
 */
#include "config.h"

#include <linux/gen_stats.h>
#include <linux/pkt_sched.h>
#include <net/if.h>

#include "th-agent-counters.h"
#include "th-agent-netlink.h"

typedef struct
{
  const char *device;
  const char *kind;
  guint32     handle;
} Qdisc;

static void
append_line (GString     *text,
             const Qdisc *qdisc,
             const char  *name,
             guint64      value)
{
  g_string_append_printf (text, "%s %s %x:", qdisc->device, qdisc->kind,
                          TC_H_MAJ (qdisc->handle) >> 16);
  if (TC_H_MIN (qdisc->handle) != 0)
    g_string_append_printf (text, "%x", TC_H_MIN (qdisc->handle));
  g_string_append_printf (text, " %s %" G_GUINT64_FORMAT "\n", name, value);
}

static void
append_stats (GString             *text,
              const Qdisc         *qdisc,
              const struct rtattr *nested)
{
  const struct rtattr *inner = RTA_DATA (nested);
  struct gnet_stats_basic basic;
  struct gnet_stats_queue queue;

  for (int left = RTA_PAYLOAD (nested); RTA_OK (inner, left); inner = RTA_NEXT (inner, left))
    if (inner->rta_type == TCA_STATS_BASIC)
      {
        th_agent_netlink_copy (inner, &basic, sizeof basic);
        append_line (text, qdisc, "bytes", basic.bytes);
        append_line (text, qdisc, "packets", basic.packets);
      }
    else if (inner->rta_type == TCA_STATS_QUEUE)
      {
        th_agent_netlink_copy (inner, &queue, sizeof queue);
        append_line (text, qdisc, "drops", queue.drops);
        append_line (text, qdisc, "overlimits", queue.overlimits);
        append_line (text, qdisc, "requeues", queue.requeues);
        append_line (text, qdisc, "backlog", queue.backlog);
        append_line (text, qdisc, "qlen", queue.qlen);
      }
}

static void
append_qdisc (GString               *text,
              const struct nlmsghdr *message)
{
  const struct tcmsg *tc = NLMSG_DATA (message);
  const struct rtattr *stats = NULL, *attribute = TCA_RTA (tc);
  char device[IF_NAMESIZE] = "";
  g_autofree char *kind = NULL;

  if (message->nlmsg_len < NLMSG_LENGTH (sizeof *tc) ||
      if_indextoname (tc->tcm_ifindex, device) == NULL)
    return;
  for (int left = TCA_PAYLOAD (message); RTA_OK (attribute, left);
       attribute = RTA_NEXT (attribute, left))
    if (attribute->rta_type == TCA_KIND && kind == NULL)
      kind = g_strndup (RTA_DATA (attribute), RTA_PAYLOAD (attribute));
    else if ((attribute->rta_type & NLA_TYPE_MASK) == TCA_STATS2)
      stats = attribute;
  if (kind != NULL && stats != NULL)
    append_stats (text, &(Qdisc) { device, kind, tc->tcm_handle }, stats);
}

static void
qdisc_cb (const struct nlmsghdr *message,
          gpointer               data)
{
  if (message->nlmsg_type == RTM_NEWQDISC)
    append_qdisc (data, message);
}

char *
th_agent_qdisc_read (void)
{
  struct { struct nlmsghdr head; struct tcmsg tc; } request = {
    { sizeof request, RTM_GETQDISC, NLM_F_REQUEST | NLM_F_DUMP }, { .tcm_family = AF_UNSPEC }
  };
  GString *text = g_string_new (NULL);

  th_agent_netlink_dump (NETLINK_ROUTE, &request.head, qdisc_cb, text);
  return g_string_free (text, text->len == 0);
}
