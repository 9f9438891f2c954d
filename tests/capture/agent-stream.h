/* agent-stream.h - what an agent sends, made of a real recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "recorded.h"
#include "th-message.h"

G_BEGIN_DECLS

#define AGENT_INSTANCE "thresher_4711"

/* @limit: a code of the hello's limits, or NULL. */
void agent_stream_hello      (GByteArray *out,
                              Recorded   *recorded,
                              guint       min,
                              guint       max,
                              const char *limit);
/* @token: of an agent that can be resumed, or NULL.  @refused: a(ss), or NULL; floating. */
void agent_stream_configured (GByteArray *out,
                              Recorded   *recorded,
                              const char *token,
                              GVariant   *refused);
/* The texts of the head; the formats of @probe_system are sent as those of the instance. */
void agent_stream_head       (GByteArray *out,
                              Recorded   *recorded,
                              const char *probe_system);
void agent_stream_started    (GByteArray *out);
/* The pages [@from, @to), packed at @level. */
void agent_stream_pages      (GByteArray *out,
                              Recorded   *recorded,
                              guint       from,
                              guint       to,
                              int         level);
void agent_stream_texts      (GByteArray *out,
                              Recorded   *recorded);
void agent_stream_counters   (GByteArray *out,
                              const char *when);
/* Totals of events and bytes for CPU 0; of the others 0. */
void agent_stream_status     (GByteArray *out,
                              Recorded   *recorded,
                              guint64     n_events,
                              guint64     n_bytes,
                              guint64     n_lost);
void agent_stream_end        (GByteArray *out,
                              Recorded   *recorded,
                              const char *reason,
                              const char *message);

G_END_DECLS
