/* th-quote.h - quotes untrusted text for JSON, CSV and filters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @value as a JSON string (RFC 8259) with its quotes; what is no UTF-8 in it is
 * replaced, and what would steer a terminal is written as an escape. */
void th_quote_append_json (GString    *text,
                           const char *value);
/* @json, which is valid, with such escapes in its strings. */
void th_quote_escape_json (GString    *text,
                           const char *json);
/* @value as a field of CSV (RFC 4180): between quotes where it needs them. */
void th_quote_append_csv  (GString    *text,
                           const char *value);
/* @value as a text in an expression of th-filter.h. */
void th_quote_append_filter (GString    *text,
                             const char *value);

/* The same in a new text; free with g_free(). */
char *th_quote_dup_filter   (const char *value);

G_END_DECLS
