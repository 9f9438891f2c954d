/* th-agent-grace.h - waits until every event before a moment has been committed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel takes the time stamp of an event before it commits the event.  In between, the CPU may
 * stand still: the host of a virtual machine can take it away for as long as it likes.  But events
 * are written with preemption disabled, and a grace period of RCU outlasts every such section that
 * had begun before it.  So when a grace period ends, all events from before it are in the ring
 * buffers.
 *
 * membarrier(2) waits for a grace period.  That takes some 10 ms, more under load, and so a thread
 * of its own makes the call.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThAgentGrace ThAgentGrace;

/* Whether this kernel can wait for a grace period: some lack membarrier(2), and those with
 * nohz_full= refuse. */
gboolean      th_agent_grace_is_available (void);
/* NULL if grace periods are not available, or no thread can be created. */
ThAgentGrace *th_agent_grace_new          (void);
/* Waits for the end of a grace period that has begun. */
void          th_agent_grace_free         (ThAgentGrace *self);
/* The id of the thread. */
int           th_agent_grace_get_thread   (ThAgentGrace *self);
/* Begins a grace period; none may be pending. */
void          th_agent_grace_begin        (ThAgentGrace *self);
gboolean      th_agent_grace_is_pending   (ThAgentGrace *self);
/* For poll(2): is readable when the grace period is over. */
int           th_agent_grace_get_fd       (ThAgentGrace *self);
/* TRUE, once, when the grace period that was begun is over. */
gboolean      th_agent_grace_finish       (ThAgentGrace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentGrace, th_agent_grace_free)

G_END_DECLS
