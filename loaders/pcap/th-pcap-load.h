/* th-pcap-load.h - the load of a capture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* ThLoader.load */
void th_pcap_load (ThRecording *recording);

G_END_DECLS
