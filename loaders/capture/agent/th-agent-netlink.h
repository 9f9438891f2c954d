/* th-agent-netlink.h - asks the kernel for a list by netlink
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * See netlink(7).
 */
#pragma once

#include <glib.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

G_BEGIN_DECLS

typedef void (*ThAgentNetlinkFunc) (const struct nlmsghdr *message,
                                    gpointer               data);

/* Sends @request, a dump request to @protocol (NETLINK_ROUTE, …), and calls @func for each message
 * of the answer.  Returns FALSE if the kernel does not answer, refuses the request or breaks
 * off. */
gboolean th_agent_netlink_dump (int                    protocol,
                                const struct nlmsghdr *request,
                                ThAgentNetlinkFunc     func,
                                gpointer               data);
/* Copies the structure that @attribute holds.  Kernels grow such structures at their ends: what is
 * missing is zero. */
void     th_agent_netlink_copy (const struct rtattr   *attribute,
                                gpointer               copy,
                                gsize                  size);

G_END_DECLS
