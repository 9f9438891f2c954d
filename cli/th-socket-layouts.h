/* th-socket-layouts.h - connections in the columns of tools that many know
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tcpstates: one line for each change of state: SKADDR, C-PID, C-COMM, LADDR, LPORT, RADDR,
 *   RPORT, OLDSTATE -> NEWSTATE, MS.
 * tcpdrop: one line for each TCP packet that a socket dropped: TIME, PID, IP,
 *   SADDR:SPORT > DADDR:DPORT, STATE, and in parentheses the reason; the events have neither
 *   TCP flags nor, here, stacks.
 * solisten: one line for each listening socket: PID, COMM, PROTO, BACKLOG, PORT, ADDR.  No
 *   event has the backlog; the counters of a recording may have it.
 *
 * The columns are those of the tools of these names of the BPF Compiler Collection.  Ends that
 * are not known are printed as they do: 0.0.0.0 and 0.
 */
#pragma once

#include "th-results.h"
#include "th-text-output.h"

G_BEGIN_DECLS

typedef struct _ThSocketLayout ThSocketLayout;

/* NULL if there is none of that name. */
const ThSocketLayout *th_socket_layout_find   (const char           *name);
/* The table that it shows. */
const char           *th_socket_layout_get_table (const ThSocketLayout *self);
/* Prints the rows of @table; @connections: the table of that name. */
void                  th_socket_layout_print  (const ThSocketLayout *self,
                                               ThRecording          *recording,
                                               ThResults            *results,
                                               ThTable              *table,
                                               ThTable              *connections,
                                               ThTextOutput         *output);

G_END_DECLS
