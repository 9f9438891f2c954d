/* th-pcap-reader.h - fields and text of a frame, read again from the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-source.h"

G_BEGIN_DECLS

/* Its data is the ThPcapFile; a payload is a ThPcapFields. */
extern const ThSource th_pcap_source;

G_END_DECLS
