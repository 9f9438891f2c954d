/* th-packet-call.h - the system calls of tasks, and the packets that each of them read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-life.h"
#include "th-packet-task.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

/* Call these for the events of the entry and the exit of a system call. */
void th_packet_call_enter (Packets       *self,
                           Task          *task,
                           const ThEvent *event);
void th_packet_call_leave (Packets       *self,
                           Task          *task,
                           const ThEvent *event);
/* Records that @life was delivered to @task; @bytes were copied or peeked at (-1: not known). */
void th_packet_call_delivered (Packets *self,
                               Life    *life,
                               Task    *task,
                               guint32  task_number,
                               gint64   bytes);
/* Call it when a task none of whose system calls was recorded frees the packet: the return
 * from the current call may show that it was read. */
void th_packet_call_perhaps (Task *task,
                             Life *life);
/* Adds @event as a step to all packets that the current call read; @result: that of the
 * call, if it is @known. */
void th_packet_call_add_return (Packets       *self,
                                Task          *task,
                                const ThEvent *event,
                                gint64         result,
                                gboolean       known);

G_END_DECLS
