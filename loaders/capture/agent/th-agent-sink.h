/* th-agent-sink.h - where pages go: to the window, to a file that is held, or nowhere
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pages are collected into batches.  A batch is sent when it is large or old enough: over a
 * network, small batches would take more packets, which would be recorded in turn.
 */
#pragma once

#include "th-agent-error.h"
#include "th-agent-output.h"

G_BEGIN_DECLS

typedef enum
{
  TH_AGENT_SINK_LINE,
  TH_AGENT_SINK_HOLD,   /* an unlinked file, which th_agent_sink_send_held() sends */
  TH_AGENT_SINK_NOTHING /* pages are only counted */
} ThAgentSinkKind;

typedef struct _ThAgentSink ThAgentSink;

/* @output outlives the sink.  TH_AGENT_ERROR_DISK if no file can be made to hold pages. */
ThAgentSink *th_agent_sink_new       (ThAgentSinkKind   kind,
                                      ThAgentOutput    *output,
                                      int               level,
                                      gboolean          remote,
                                      GError          **error);
void         th_agent_sink_free      (ThAgentSink      *self);
/* The batch that is being collected: append a page, then call th_agent_sink_added(). */
GByteArray  *th_agent_sink_get_batch (ThAgentSink      *self);
void         th_agent_sink_added     (ThAgentSink      *self);
/* Sends the batch if its first page has waited long enough.  For the time between pages. */
void         th_agent_sink_pause     (ThAgentSink      *self);
/* Sends the batch whatever its size. */
void         th_agent_sink_flush     (ThAgentSink      *self);
/* Whether no more pages should be read now. */
gboolean     th_agent_sink_is_full   (ThAgentSink      *self);
/* The reason why pages can no longer be kept; NULL if they can. */
const char  *th_agent_sink_get_error (ThAgentSink      *self);
/* Moves held pages to the output, as far as there is room; TRUE when none is left. */
gboolean     th_agent_sink_send_held (ThAgentSink      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentSink, th_agent_sink_free)

G_END_DECLS
