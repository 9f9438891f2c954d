/* th-headers-info.h - the parts of th_headers_append_info()
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-headers.h"

G_BEGIN_DECLS

/* Each appends what the header at headers->transport says, as far as it is among @bytes. */
void th_headers_append_tcp   (const ThHeaders *headers,
                              const guint8    *bytes,
                              gsize            size,
                              GString         *text);
void th_headers_append_icmp  (const ThHeaders *headers,
                              const guint8    *bytes,
                              gsize            size,
                              GString         *text);
void th_headers_append_icmp6 (const ThHeaders *headers,
                              const guint8    *bytes,
                              gsize            size,
                              GString         *text);
void th_headers_append_igmp  (const ThHeaders *headers,
                              const guint8    *bytes,
                              gsize            size,
                              GString         *text);
void th_headers_append_dns   (const ThHeaders *headers,
                              const guint8    *bytes,
                              gsize            size,
                              GString         *text);

G_END_DECLS
