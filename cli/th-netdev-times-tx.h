/* th-netdev-times-tx.h - the time of each sent packet in queue and driver
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cli-flows.h"

G_BEGIN_DECLS

/* @dev: a part of the name of a device, or %NULL. */
void th_netdev_times_tx (ThFlowSet *flows,
                         const char *dev,
                         GString    *text);

G_END_DECLS
