/* th-pcap.h - the loader of captures: pcap and pcapng
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each interface of the capture is a stream (th_recording_add_interface()) with its name, or
 * "interface 0" if the file does not tell it.  Interfaces of the same name in several sections of a
 * pcapng are one stream.  The clock is "realtime": ns since 1970 by the clock of the machine that
 * captured.  A frame is an event of the system "frame" and of the type of its innermost known
 * protocol (th-pcap-fields.h).
 *
 * What pcapng counts as dropped before a frame is lost events; what it counts for a whole interface
 * is a fact.
 *
 * Sources of the formats: pcap-savefile(5) and draft-ietf-opsawg-pcapng.  libpcap cannot read
 * interfaces of different link types from one file, nor tell offsets, so it is used only in tests.
 */
#pragma once

#include "th-loader.h"

G_BEGIN_DECLS

extern const ThLoader th_pcap_loader;
extern const ThLoader th_pcapng_loader;

G_END_DECLS
