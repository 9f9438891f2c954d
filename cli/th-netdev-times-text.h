/* th-netdev-times-text.h - names and times in the format of perf's script
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cli-flows.h"

G_BEGIN_DECLS

/* The name of the event of @step, without its system; "" for a place. */
const char *th_netdev_times_name  (ThFlowSet   *flows,
                                   const ThStep *step);
/* Appends "12.345678": seconds, truncated to µs. */
void        th_netdev_times_stamp (GString      *text,
                                   gint64        time,
                                   guint         width);

G_END_DECLS
