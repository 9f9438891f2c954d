/* th-hex-dump.h - bytes as text: offset, hexadecimal, ASCII
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lines are as those of tcpdump -XX: "0x0010:  0034 8ec1 4000 4006 97f5 0a4d 0001 0a4d
 * .4..@.@....M...M".
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends lines of @per_line bytes, an even number, each with @indent before it and a line break
 * after it. */
void th_hex_dump_append (GString      *text,
                         const guint8 *bytes,
                         gsize         size,
                         guint         per_line,
                         const char   *indent);

G_END_DECLS
