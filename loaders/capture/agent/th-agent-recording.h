/* th-agent-recording.h - one recording, from its configuration to its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording is driven by its steps, none of which blocks: poll(2) says which ring buffers are
 * half full, and a step reads them, sends the next slice of the texts, and reports.
 */
#pragma once

#include <poll.h>

#include "th-agent-instance.h"
#include "th-agent-output.h"
#include "th-agent-plan.h"

G_BEGIN_DECLS

typedef struct _ThAgentRecording ThAgentRecording;

/* Sets @instance up, opens its buffers, and sends CONFIGURED with the formats.  Takes @plan.
 * @resume: what RESUME has to name, or NULL if the recording cannot be resumed.  After an error,
 * @detail has the kernel's message (free with g_free()). */
ThAgentRecording *th_agent_recording_new   (const ThAgentPlaces *places,
                                            ThAgentInstance     *instance,
                                            ThAgentOutput       *output,
                                            ThAgentPlan         *plan,
                                            const char          *resume,
                                            char               **detail,
                                            GError             **error);
/* Closes what is open in the instance, and sends nothing. */
void              th_agent_recording_free  (ThAgentRecording    *self);
void              th_agent_recording_start (ThAgentRecording    *self);
gboolean          th_agent_recording_is_started  (ThAgentRecording *self);
gboolean          th_agent_recording_is_measuring (ThAgentRecording *self);
const char       *th_agent_recording_get_clock   (ThAgentRecording *self);
/* Writes a text into the trace. */
void              th_agent_recording_mark  (ThAgentRecording    *self,
                                            const char          *text);
/* Ends the recording; the following steps send the rest.  Only the first call has an effect. */
void              th_agent_recording_stop  (ThAgentRecording    *self,
                                            const char          *reason,
                                            const char          *message);
/* How long poll(2) may wait. */
int               th_agent_recording_get_timeout (ThAgentRecording *self);
/* Appends to @fds (of struct pollfd) what to wait for. */
void              th_agent_recording_add_fds (ThAgentRecording  *self,
                                              GArray            *fds);
/* @ready: what poll(2) returned for it, NULL if nothing was added.  FALSE when everything but END
 * has been sent. */
gboolean          th_agent_recording_step  (ThAgentRecording    *self,
                                            const struct pollfd *ready);
/* The dictionary of END without "left", to be completed by the caller. */
void              th_agent_recording_get_end (ThAgentRecording  *self,
                                              GVariantDict      *dict);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentRecording, th_agent_recording_free)

G_END_DECLS
