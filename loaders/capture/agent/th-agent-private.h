/* th-agent-private.h - the state of a connection, shared by its loop and its requests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-agent-handover.h"
#include "th-agent-recording.h"
#include "th-wire-frame.h"

G_BEGIN_DECLS

typedef struct
{
  const ThAgentPlaces *places;
  ThAgentOutput       *output;
  ThWireFrameReader   *reader;
  ThAgentInstance     *instance;  /* NULL if none could be made, or between two recordings */
  ThAgentRecording    *recording; /* NULL until it is configured */
  ThAgentHandover     *handover;  /* NULL unless a recording was to be resumable */
  int                  in;
  int                  bringing;  /* the socket of the agent that gets this connection, or -1 */
  guint                resume_s;  /* how long it waits when the connection is lost; 0: not */
  gboolean             greeted;
  gboolean             has_ended; /* END waits to be sent, or to be acknowledged */
  gboolean             finished;
  gint64               heard_us;
  gint64               lost_us;   /* when the connection was lost; 0: it is there */
} ThAgent;

/* th-agent-requests.c: does what a frame asks for, or refuses it. */
void th_agent_handle_frame  (ThAgent           *self,
                             const ThWireFrame *frame);
/* th-agent-lost.c: whether a lost connection does not end the recording. */
gboolean th_agent_may_resume    (ThAgent           *self);
/* The connection is lost: records on, and waits to be resumed. */
void th_agent_lose_line         (ThAgent           *self);
/* Goes on with a connection that another agent brings; FALSE if it has been waited for too long. */
gboolean th_agent_check_resume  (ThAgent           *self);
/* Nobody will resume this recording. */
void th_agent_abandon           (ThAgent           *self);
/* Does what RESUME asks for; the connection is passed on when everything has been sent. */
gboolean th_agent_bring_line    (ThAgent           *self,
                                 GVariant          *message,
                                 GError           **error);
/* Passes it on; FALSE if that failed.  It is closed here in any case. */
gboolean th_agent_pass_line     (ThAgent           *self);
/* Removes the recording and its instance. */
void th_agent_end_recording (ThAgent           *self,
                             GPtrArray         *left);

G_END_DECLS
