/* th-compact-info.h - formats well-known events in short, for lists
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   sched:sched_switch        wget:1195 [120] S ==> swapper/3:0 [120]
 *   sched:sched_waking, sched_wakeup, sched_wakeup_new
 *                             wget:1195 [120] CPU 3
 *   syscalls:sys_enter_read   read(3, 0x7fff91952f98, 832)
 *   syscalls:sys_exit_read    832; -2 ENOENT
 *   raw_syscalls:sys_enter    sendto(5, 0x55b5e269fc40, 53, 0x4000, 0, 0)
 *   raw_syscalls:sys_exit     sendto: 83
 *                             (the number if the name of the call is unknown)
 *   tcp:tcp_probe, sock:inet_sock_set_state
 *                             10.77.0.2:44684 -> 10.77.0.1:5201 …
 *   ftrace:funcgraph_entry, funcgraph_exit
 *                             those of th-compact-graph.h
 *
 * The text is generated from the fields, so it does not depend on the format of the file.  The
 * complete text of an event, which filters use, is that of th_reader_get_text().
 */
#pragma once

#include "th-recording.h"
#include "th-syscall-names.h"
#include "th-type.h"

G_BEGIN_DECLS

typedef struct _ThCompact ThCompact;

/* Returns the compact format of an event type of @recording, which is not joined, or NULL if the
 * type has none.  @recording and @fields must outlive it; @calls, the system calls of the recorded
 * machine, may be NULL.  Free with g_free(). */
ThCompact *th_compact_new     (ThRecording          *recording,
                               const char           *system,
                               const char           *name,
                               const ThFieldTable   *fields,
                               const ThSyscallNames *calls);
/* Appends the text of a record.  Returns FALSE and leaves @text unchanged if the record lacks a
 * field. */
gboolean   th_compact_append  (const ThCompact    *self,
                               const ThPayload    *payload,
                               GString            *text);

/* Appends "10.77.0.1:5201" or "[::1]:22" for a struct sockaddr_in or sockaddr_in6; FALSE if
 * the bytes are neither. */
gboolean   th_compact_append_sockaddr (const guint8 *bytes,
                               gsize               size,
                               gboolean            big_endian,
                               GString            *text);
/* Appends the meaning of common_flags, "irqs off, softirq"; nothing for 0. */
void       th_compact_append_flags (guint          flags,
                               GString            *text);

G_END_DECLS
