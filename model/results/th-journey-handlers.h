/* th-journey-handlers.h - which interrupt and softirq handlers ran while a packet waited
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * th_journey_dup_meanwhile() names the tasks that had the CPU.  A handler interrupts
 * a task, or idle; its time is found in the tracks of the interrupt analysis.
 */
#pragma once

#include "th-journey-text.h"

G_BEGIN_DECLS

/* "handlers on CPU 0 meanwhile: irq 21 eth0 1.442 µs", the longest first; NULL if none
 * ran.  @all: (element-type ThResults) the results of all analyses of @recording.
 * Free with g_free(). */
char *th_journey_dup_handlers (const GPtrArray       *all,
                               ThRecording           *recording,
                               ThFlows               *flows,
                               const ThFlow          *flow,
                               const ThLeg           *leg,
                               const ThJourneyFormat *format);

G_END_DECLS
