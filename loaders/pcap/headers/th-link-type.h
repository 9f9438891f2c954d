/* th-link-type.h - the link types of captures that are parsed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The numbers in files (LINKTYPE_…), from https://www.tcpdump.org/linktypes.html.
 */
#pragma once

#include <glib.h>

#define TH_LINK_NULL        0
#define TH_LINK_ETHERNET    1
#define TH_LINK_RAW_BSD     12 /* DLT_RAW, as some programs write it */
#define TH_LINK_RAW_OPENBSD 14
#define TH_LINK_RAW         101
#define TH_LINK_LOOP        108
#define TH_LINK_SLL         113
#define TH_LINK_IPV4        228
#define TH_LINK_IPV6        229
#define TH_LINK_SLL2        276

/* Appends "Ethernet", "Linux cooked", …; "link type 147" for one that is not parsed. */
void th_link_type_append (guint    link_type,
                          GString *text);
