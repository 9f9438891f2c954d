/* th-agent-handover.h - passes a connection from one agent to another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When a window has lost the connection to an agent that is recording, it starts a second agent and
 * sends RESUME.  The second agent finds the first one, and passes its standard input and output on,
 * without anything that listens and without a file: it sends a queued signal, whose value is the
 * descriptor of a socket, which the first agent takes with pidfd_getfd(2).  The kernel allows that
 * to root and to the same user alone.  Over the socket goes the token, which is known only to the
 * window that configured the recording; then the answer; then the descriptors.  After that the
 * second agent only waits for the end of the first one, or of the connection.
 *
 * RESUME comes from a window, which is not trusted: only agents are sent a signal, and every agent
 * blocks that signal from its start.
 */
#pragma once

#include "th-agent-error.h"

G_BEGIN_DECLS

/* --- the first agent --------------------------------------------------------------------- */

typedef struct _ThAgentHandover ThAgentHandover;

/* Blocks the signal, which would otherwise end the process. */
void             th_agent_handover_block_signal (void);
/* Whether this kernel, and the rights of this process, allow it. */
gboolean         th_agent_handover_is_possible  (void);
/* With a new token; NULL, with errno set, if it is not possible. */
ThAgentHandover *th_agent_handover_new          (void);
void             th_agent_handover_free         (ThAgentHandover *self);
/* What RESUME has to name: pid, start time and token. */
const char      *th_agent_handover_get_name     (ThAgentHandover *self);
/* For poll(2): readable when a second agent has something; -1: there is none. */
int              th_agent_handover_get_signal_fd (ThAgentHandover *self);
int              th_agent_handover_get_socket    (ThAgentHandover *self);
/* TRUE if a second agent asks with the right token, after @n_frames; one of the next two has to
 * answer it.  Others are refused here. */
gboolean         th_agent_handover_take_request (ThAgentHandover *self,
                                                 guint64         *n_frames);
void             th_agent_handover_accept       (ThAgentHandover *self);
void             th_agent_handover_refuse       (ThAgentHandover *self,
                                                 const GError    *error);
/* TRUE once the second agent has passed its connection on: the caller owns both descriptors. */
gboolean         th_agent_handover_take_line    (ThAgentHandover *self,
                                                 int             *in,
                                                 int             *out);
/* From now on that connection is in use. */
void             th_agent_handover_begin_line   (ThAgentHandover *self);
/* The connection has ended: so does the second agent, with this status. */
void             th_agent_handover_end_line     (ThAgentHandover *self,
                                                 int              status);

/* --- the second agent -------------------------------------------------------------------- */

/* Asks the agent of @name to go on after @n_frames.  Returns the socket, or -1 with
 * TH_AGENT_ERROR_RESUME or TH_AGENT_ERROR_BUSY.  Blocks until the answer, for some seconds. */
int              th_agent_handover_ask          (const char      *name,
                                                 guint64          n_frames,
                                                 GError         **error);
/* Passes the descriptors on.  FALSE if the other agent is gone. */
gboolean         th_agent_handover_pass         (int              socket,
                                                 int              in,
                                                 int              out);
/* Waits for the end of the connection; returns the status to exit with. */
int              th_agent_handover_wait         (int              socket);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentHandover, th_agent_handover_free)

G_END_DECLS
