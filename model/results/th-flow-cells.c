/* th-flow-cells.c - what tables and measures of flows compute when they are read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-cells.h"
#include "th-table.h"

static gint64
word_cell (guint32 word)
{
  return word != TH_FLOW_NO_ADDRESS ? (gint64) word : TH_CELL_NONE;
}

static gint64
port_cell (guint16 port)
{
  return port != 0 ? port : TH_CELL_NONE;
}

gint64
th_flow_cells_get_end (const ThFlows *flows,
                       guint32        row,
                       ThFlowEnd      end)
{
  const ThFlowEnds *ends = th_flows_get_ends (flows, row);

  if (ends == NULL)
    return TH_CELL_NONE;

  switch (end)
    {
    case TH_FLOW_SOURCE:
      return word_cell (ends->source);
    case TH_FLOW_SOURCE_PORT:
      return port_cell (ends->source_port);
    case TH_FLOW_TARGET:
      return word_cell (ends->target);
    case TH_FLOW_TARGET_PORT:
      return port_cell (ends->target_port);
    case TH_FLOW_SERVICE:
      return word_cell (ends->service);
    case TH_FLOW_CONNECTION:
    default:
      return ends->connection;
    }
}

void
th_flow_cells_get_sample (gconstpointer  flows,
                          guint          stage,
                          guint32        row,
                          ThSample      *sample)
{
  const ThFlow *flow = th_flows_get (flows, row);

  sample->group = flow->group;
  sample->value = stage == TH_FLOW_TOTAL
                  ? th_flows_get_total (flows, flow, &sample->anchor)
                  : th_flows_get_stage_time (flows, flow, stage, &sample->anchor);
}
