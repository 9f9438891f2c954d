/* th-agent-pages.h - reads the ring buffers of an instance
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each read(2) of trace_pipe_raw takes one sub-buffer.  It also takes the one that is still being
 * written, which costs as much as a full one; so a CPU is left alone as soon as a page comes that
 * is not nearly full, unless everything is wanted.
 */
#pragma once

#include <poll.h>

#include "th-agent-error.h"
#include "th-agent-sink.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 number;
  int     raw;
  int     stats;
  guint64 n_bytes;   /* of pages, read */
  guint64 n_events;  /* read; this and the following as of th_agent_pages_update() */
  guint64 n_overrun;
  guint64 n_dropped;
  double  fill;      /* 0 to 1 */
} ThAgentCpu;

typedef enum
{
  TH_AGENT_DRAINED, /* nothing that is worth a read is left */
  TH_AGENT_FULL,    /* the sink takes no more */
  TH_AGENT_FAILED   /* errno; the sink or a buffer */
} ThAgentDrained;

typedef struct _ThAgentPages ThAgentPages;

/* Opens the buffers of the instance in @folder. */
ThAgentPages     *th_agent_pages_new      (const char      *folder,
                                           GError         **error);
void              th_agent_pages_free     (ThAgentPages    *self);
guint             th_agent_pages_get_size (ThAgentPages    *self); /* of a sub-buffer */
const ThAgentCpu *th_agent_pages_get_cpus (ThAgentPages    *self,
                                           guint           *n_cpus);
/* Reads the CPUs whose poll entries (as many as CPUs; NULL: all) are ready. */
ThAgentDrained    th_agent_pages_drain    (ThAgentPages    *self,
                                           const struct pollfd *ready,
                                           ThAgentSink     *sink);
/* Reads everything that was recorded before @until, in ns of the instance's clock; G_MAXUINT64 for
 * all there is. */
ThAgentDrained    th_agent_pages_drain_until (ThAgentPages *self,
                                              guint64       until,
                                              ThAgentSink  *sink);
/* Reads the kernel's counts. */
void              th_agent_pages_update   (ThAgentPages    *self,
                                           guint64          buffer_kb);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentPages, th_agent_pages_free)

G_END_DECLS
