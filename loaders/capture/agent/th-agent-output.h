/* th-agent-output.h - the frames that wait to be sent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Frames wait here until standard output takes them; nothing blocks.  The queue has no bound of its
 * own: the reader of the ring buffers stops while it is full (th_agent_output_is_full()).  Then the
 * kernel loses events, and counts them, but the agent does not grow.
 *
 * A recording that may be resumed keeps its frames, from th_agent_output_keep() on, until the
 * window has acknowledged them.  When the connection is lost, the output is detached: it goes on to
 * collect frames, and sends those that did not arrive when it is attached again.
 */
#pragma once

#include "th-wire-frame.h"

G_BEGIN_DECLS

#define TH_AGENT_OUTPUT_FULL (8 << 20)
/* The same for all that is kept, which is more by what is on its way. */
#define TH_AGENT_OUTPUT_KEEPS (32 << 20)

typedef struct _ThAgentOutput ThAgentOutput;

/* Makes @fd non-blocking until th_agent_output_free(). */
ThAgentOutput *th_agent_output_new         (int            fd);
void           th_agent_output_free        (ThAgentOutput *self);
/* Append frames to it. */
GByteArray    *th_agent_output_get_bytes   (ThAgentOutput *self);
/* Sends a frame; only what standard output does not take at once is copied and waits. */
void           th_agent_output_send        (ThAgentOutput *self,
                                            ThWireFrameType type,
                                            GByteArray    *payload,
                                            int            level);
/* Writes as much as standard output takes; FALSE if it is broken. */
gboolean       th_agent_output_flush       (ThAgentOutput *self);
int            th_agent_output_get_fd      (ThAgentOutput *self);
gsize          th_agent_output_get_waiting (ThAgentOutput *self);
gboolean       th_agent_output_is_full     (ThAgentOutput *self);
/* The frames that are appended from now on are counted, and kept until they are acknowledged; or
 * no longer. */
void           th_agent_output_keep        (ThAgentOutput *self,
                                            gboolean       keeps);
/* The window has the first @n_frames of them.  FALSE if so many have not been sent, or if it had
 * more before. */
gboolean       th_agent_output_acknowledge (ThAgentOutput *self,
                                            guint64        n_frames);
/* Whether the window has all frames, as far as that is known. */
gboolean       th_agent_output_has_arrived (ThAgentOutput *self);
/* Writes nothing from now on. */
void           th_agent_output_detach      (ThAgentOutput *self);
gboolean       th_agent_output_is_detached (ThAgentOutput *self);
/* Goes on after the frames that are acknowledged, over a new connection at the same descriptor. */
void           th_agent_output_attach      (ThAgentOutput *self);
/* Whether there is no room even for answers, so that requests of the window have to wait. */
gboolean       th_agent_output_is_flooded  (ThAgentOutput *self);
/* Whether there is room for frames that are not urgent. */
gboolean       th_agent_output_is_low      (ThAgentOutput *self);
gboolean       th_agent_output_is_broken   (ThAgentOutput *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentOutput, th_agent_output_free)

G_END_DECLS
