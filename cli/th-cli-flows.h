/* th-cli-flows.h - flows as JSON, and helpers of the commands about them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flow is shown with the cells of its row in the analysis' table, which have the
 * ids of their columns as names, so that no command depends on an analysis.
 *
 * One flow is one object:
 *   id, address, generation, first_ns, last_ns, one member for each other column
 *   of the table (device, direction, length, outcome, reason, location, reader:
 *   {pid, comm}, copied_bytes, …; durations of stages are omitted, but not that of the
 *   whole flow), flags
 *   ("lost", "clock", "part": those that apply), parent: null or {kind, id,
 *   address, first_ns, sureness, rule, candidates: [{id, address, first_ns}]},
 *   steps: [{event, detail, address, ns, cpu, stream, row, stage, sureness,
 *   rule, shared, place, frames}], stages: [{stage, start_ns, end_ns}].
 * The address of a step is that of its own event, null for an event shared with other
 * flows; shared and place are only there if true.  Stage "other": time without a stage.
 *
 * A step has frames if a capture on the timeline has frames of the packet at that step:
 *   [{type, relation, ns, stream, row, sureness, fields, same}].
 * The relation is "whole", "segment" or "merged"; fields is an object with a member for each field
 * of the frame: {seq: 1, src: "10.0.0.1"}.  same is only there if the packet is in the recording of
 * another machine, too: [{recording, event, address, ns, sureness}].
 */
#pragma once

#include "th-commands.h"
#include "th-flow-set.h"

G_BEGIN_DECLS

/* Appends one object and a newline. */
void        th_cli_flows_append_json   (ThFlowSet  *self,
                                        guint32     row,
                                        GString    *text);

/* Prints the flows of @rows (element-type guint32), which it takes, as a table or as JSON: those
 * with the greatest @column first, and at most @most of them (-1: all).  Reports the remarks of the
 * analysis. */
ThExit      th_cli_flows_print_slowest (ThFlowSet  *self,
                                        GArray     *rows,
                                        const char *column,
                                        gint64      most,
                                        gboolean    json);

/* The confidence, for scripts: "exact", … */
const char *th_cli_confidence_id       (guint       confidence);

G_END_DECLS
