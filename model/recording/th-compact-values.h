/* th-compact-values.h - formats values for the compact texts of events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-type.h"

G_BEGIN_DECLS

/* The kernel returns errors as the values -TH_MAX_ERRNO … -1. */
#define TH_MAX_ERRNO 4095

/* "-2" */
void     th_compact_append_number (GString         *text,
                                   gint64           number);
/* "0x1f" */
void     th_compact_append_hex    (GString         *text,
                                   guint64          number);
/* What a function of the kernel returned: "832", "-2 ENOENT", "0xffff88801000". */
void     th_compact_append_result (gint64           result,
                                   GString         *text);
/* The bytes of a field as UTF-8.  Returns FALSE, and appends nothing, if the record lacks it. */
gboolean th_compact_append_text   (const ThField   *field,
                                   const ThPayload *payload,
                                   GString         *text);

G_END_DECLS
