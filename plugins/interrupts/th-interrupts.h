/* th-interrupts.h - the analysis of interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Interrupt handlers, softirqs, tasklets and IPIs as slices, with the time each took.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_interrupts_analysis;

G_END_DECLS
