/* th-compact-graph.h - the compact texts of function_graph events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   ftrace:funcgraph_entry    udp_recvmsg() {
 *                                 _raw_spin_lock_bh() = 0  2.975 µs
 *                             (a call without inner calls; only texts have such events)
 *   ftrace:funcgraph_exit     } udp_recvmsg = -11 EAGAIN  450.780 µs
 *                             (the result if the tracer recorded it: funcgraph-retval)
 *
 * The indentation is four spaces for each level of depth, since two are too narrow in a
 * proportional font.  The duration is that of the tracer, not the difference of the event times: it
 * is in ns whatever the clock of the events, as the tracer reads trace_clock_local()
 * (kernel/trace/trace_functions_graph.c and fgraph.c).
 */
#pragma once

#include "th-recording.h"
#include "th-type.h"

G_BEGIN_DECLS

/**
 * ThCompactGraph:
 * @recording: has the symbols that name functions; not owned
 * @is_exit: the end of a call
 * @function: an address, or the name itself in a text
 *
 * Fields that the event type lacks are %NULL.
 */
typedef struct
{
  ThRecording   *recording;
  gboolean       is_exit;
  const ThField *function;
  const ThField *depth;
  const ThField *arguments;
  const ThField *result;
  const ThField *leaf;
  const ThField *duration;
  const ThField *begin;
  const ThField *end;
} ThCompactGraph;

/* Returns FALSE if the type is not an event of function_graph or lacks a field.  @recording is not
 * joined. */
gboolean th_compact_graph_init   (ThCompactGraph       *self,
                                  ThRecording          *recording,
                                  const char           *system,
                                  const char           *name,
                                  const ThFieldTable   *fields);
/* Appends the text of a record.  Returns FALSE if the record lacks a field; @text may then have
 * become longer. */
gboolean th_compact_graph_append (const ThCompactGraph *self,
                                  const ThPayload      *payload,
                                  GString              *text);

G_END_DECLS
