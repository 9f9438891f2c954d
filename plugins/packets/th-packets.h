/* th-packets.h - the analysis that follows packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each use of an sk_buff becomes a flow with its steps, a row of the table
 * “Packets”, and samples of the measures of its stages.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

/* What the flows are without a stage map. */
extern const ThFlowsInfo th_packet_flows_info;

extern const ThAnalysis th_packets_analysis;

G_END_DECLS
