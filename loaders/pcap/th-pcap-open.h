/* th-pcap-open.h - reads which interfaces a capture has, and declares its streams
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-pcap-file.h"

G_BEGIN_DECLS

gboolean th_pcap_is_classic (const guint8  *head,
                             gsize          size);
gboolean th_pcap_is_ng      (const guint8  *head,
                             gsize          size);

/* Reads the header of a pcap, or the sections and interfaces of a pcapng: all of them, or those
 * before the first frame if the load may outgrow that.  Declares streams, types and facts. */
gboolean th_pcap_file_open  (ThPcapFile    *self,
                             GError       **error);

G_END_DECLS
