/* th-pcap-statistics.h - what a capture says of a whole interface
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-pcap-walk.h"

G_BEGIN_DECLS

/* Sets what the block of statistics at which @walk is says as a fact of its interface: the last
 * block of an interface counts. */
void th_pcap_statistics_take (ThPcapFile *file,
                              ThPcapWalk *walk);

G_END_DECLS
