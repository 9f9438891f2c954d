/* th-flow-cells.h - what tables and measures of flows compute when they are read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Cells that follow from a flow need not be stored (th_table_derive(), th_measure_derive()).
 */
#pragma once

#include "th-flows.h"
#include "th-measure.h"

G_BEGIN_DECLS

/* All but the connection are in the order in which tables show them. */
typedef enum
{
  TH_FLOW_SOURCE,
  TH_FLOW_SOURCE_PORT,
  TH_FLOW_TARGET,
  TH_FLOW_TARGET_PORT,
  TH_FLOW_SERVICE,
  TH_FLOW_CONNECTION
} ThFlowEnd;

/* The cell with one of the ends of the flow of @row; TH_CELL_NONE if it is not known. */
gint64 th_flow_cells_get_end    (const ThFlows *flows,
                                 guint32        row,
                                 ThFlowEnd      end);

/* Instead of a stage: the total time. */
#define TH_FLOW_TOTAL G_MAXUINT

/* A ThSampleFunc for @flows (ThFlows): the time of @stage, or TH_FLOW_TOTAL. */
void   th_flow_cells_get_sample (gconstpointer  flows,
                                 guint          stage,
                                 guint32        row,
                                 ThSample      *sample);

G_END_DECLS
