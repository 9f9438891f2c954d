/* th-agent-texts.h - the texts of tracefs that go with a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Formats are sent before the recording starts; symbols are several megabytes and follow in slices,
 * so that the ring buffers never wait for long.
 */
#pragma once

#include "th-agent-file.h"
#include "th-agent-output.h"

G_BEGIN_DECLS

typedef struct _ThAgentTexts ThAgentTexts;

ThAgentTexts *th_agent_texts_new    (const ThAgentPlaces *places,
                                     ThAgentOutput       *output,
                                     int                  level);
void          th_agent_texts_free   (ThAgentTexts        *self);
/* Sends header_page, header_event and the formats of @events ("system/event") of an instance. */
void          th_agent_texts_send_formats (ThAgentTexts  *self,
                                           const char    *folder,
                                           GPtrArray     *events);
/* Sends a slice of the symbols and the strings of trace_printk; FALSE when all are sent. */
gboolean      th_agent_texts_step   (ThAgentTexts        *self);
/* Sends the names of tasks. */
void          th_agent_texts_send_names (ThAgentTexts    *self,
                                         const char      *text);
/* Sends the lines of kprobe_profile of these probes; returns how many hits were missed. */
guint64       th_agent_texts_send_profile (ThAgentTexts  *self,
                                           GPtrArray     *probes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentTexts, th_agent_texts_free)

G_END_DECLS
