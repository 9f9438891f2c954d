/* th-irq-flags.h - formats the context flags of an event as five letters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * They come from the fields common_flags (enum trace_flag_type of include/linux/
 * trace_events.h) and common_preempt_count, and look like those of
 * `trace-cmd report -l` 3.1 with libtraceevent 1.7:
 *   1  d: interrupts disabled, X: not supported by the architecture
 *   2  N: need_resched is set
 *   3  h: in an interrupt, s: in a softirq, H: in both
 *   4  depth of preempt_disable(), hexadecimal (low half of the count)
 *   5  depth of migrate_disable(), hexadecimal (high half)
 * A dot means no, or 0.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_LATENCY_SIZE 6 /* with the NUL */

void th_latency_format (guint flags,
                        guint preempt_count,
                        char  text[TH_LATENCY_SIZE]);

G_END_DECLS
