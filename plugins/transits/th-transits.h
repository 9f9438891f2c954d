/* th-transits.h - the analysis of packets between machines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A transit is the journey of a packet from the machine that sent it to the one that received it:
 * the steps of the packet at the sender, the wire, and the steps of the packet at the receiver.
 * There are transits if two traces and a capture of one of the machines are on one timeline.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_transits_analysis;

G_END_DECLS
