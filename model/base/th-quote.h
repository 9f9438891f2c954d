/* th-quote.h - quotes untrusted text for JSON, CSV and filters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends @value as a quoted JSON string (RFC 8259).  Invalid UTF-8 is replaced, and
 * characters that control a terminal are escaped. */
void th_quote_append_json (GString    *text,
                           const char *value);
/* Appends @json, which is valid, with the same escapes in its strings. */
void th_quote_escape_json (GString    *text,
                           const char *json);
/* Appends @value as a field of CSV (RFC 4180), quoted if necessary. */
void th_quote_append_csv  (GString    *text,
                           const char *value);
/* Appends @value as a string of the filter language (th-filter.h). */
void th_quote_append_filter (GString    *text,
                             const char *value);

/* The same in a new string; free with g_free(). */
char *th_quote_dup_filter   (const char *value);

G_END_DECLS
