/* th-agent-counters.h - the counters of the machine, as texts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The texts are those of /proc, unread, by their paths there ("proc/net/snmp").  What has no
 * text gets one: "ethtool/DEVICE" with a line for each value:
 *
 *   driver name VALUE
 *   stat NAME VALUE        as `ethtool -S`; the name may have blanks
 *   ring NAME VALUE        rx, tx, rx-max, tx-max
 *   channels NAME VALUE    rx, tx, other, combined
 *   coalesce NAME VALUE    as `ethtool -c`
 *   feature NAME on|off    as `ethtool -k`
 *
 * "qdisc", with a line for each counter of a queueing discipline, and "sockets", with a line for
 * each of at most 4096 TCP and UDP sockets, and how many there are besides:
 *
 *   tcp|udp COOKIE LOCAL REMOTE STATE NAME=VALUE…     the cookie in hexadecimal, as `ss -e`
 *   more NUMBER
 *
 * The network is that of the agent's own network namespace.
 */
#pragma once

#include "th-agent-file.h"

G_BEGIN_DECLS

/* th-agent-qdisc.c: lines "DEVICE KIND HANDLE NAME VALUE"; NULL if there are none. */
char      *th_agent_qdisc_read    (void);
/* th-agent-sockets.c: NULL if there are none. */
char      *th_agent_sockets_read  (void);
/* The message of a COUNTERS frame; floating.  @when: "before" or "after". */
GVariant  *th_agent_counters_read (const ThAgentPlaces *places,
                                   const char          *when);
/* th-agent-ethtool.c: the text of one device, NULL if it reports nothing. */
char      *th_agent_ethtool_read  (int                  socket,
                                   const char          *device);

G_END_DECLS
