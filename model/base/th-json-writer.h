/* th-json-writer.h - writes JSON, value by value
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Appends to a string, so that the memory needed does not grow with the number of values, and the
 * caller may print and remove what is complete.  Commas are set where they belong: between the
 * values of an object or an array, but not between values that are on lines of their own.
 *
 * @key is the name of a member, or %NULL in an array and at the top.  All text is untrusted:
 * invalid UTF-8 is replaced, and characters that control a terminal are escaped.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void th_json_begin_object   (GString    *text,
                             const char *key);
void th_json_end_object     (GString    *text);
void th_json_begin_array    (GString    *text,
                             const char *key);
void th_json_end_array      (GString    *text);

/* null if @value is %NULL. */
void th_json_write_text     (GString    *text,
                             const char *key,
                             const char *value);
void th_json_write_int      (GString    *text,
                             const char *key,
                             gint64      value);
/* null if @value is not @known. */
void th_json_write_int_or_null (GString    *text,
                             const char *key,
                             gboolean    known,
                             gint64      value);
/* With the fewest digits that read back as the same value; null if it is not finite. */
void th_json_write_double   (GString    *text,
                             const char *key,
                             double      value);
void th_json_write_boolean  (GString    *text,
                             const char *key,
                             gboolean    value);
void th_json_write_null     (GString    *text,
                             const char *key);
/* An address as a hexadecimal number in a string, since JSON numbers are decimal. */
void th_json_write_address  (GString    *text,
                             const char *key,
                             guint64     address);
/* @json must be valid, and have no characters that control a terminal. */
void th_json_write_raw      (GString    *text,
                             const char *key,
                             const char *json);

G_END_DECLS
