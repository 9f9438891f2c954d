/* th-session-json.h - reads and writes members of JSON objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The readers trust nothing: a member that is missing, of another type, out of range or too long,
 * and a text that is not UTF-8, are treated as missing.
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define TH_SESSION_MAX_STRING 16384
/* With later times, differences would overflow. */
#define TH_SESSION_MAX_TIME (G_GINT64_CONSTANT (1) << 62)

/* --- writing ------------------------------------------------------------ */

/* Leaves out a member without a value: NULL, "" or FALSE. */
void        th_json_add_string  (JsonBuilder  *builder,
                                 const char   *name,
                                 const char   *value);
/* Leaves it out for NULL alone. */
void        th_json_add_text    (JsonBuilder  *builder,
                                 const char   *name,
                                 const char   *value);
void        th_json_add_true    (JsonBuilder  *builder,
                                 const char   *name,
                                 gboolean      value);
void        th_json_add_int     (JsonBuilder  *builder,
                                 const char   *name,
                                 gint64        value);
/* Writes a list; leaves it out for NULL.  @values: NULL-terminated. */
void        th_json_add_texts   (JsonBuilder  *builder,
                                 const char   *name,
                                 char        **values);
/* Writes a hexadecimal text, since JSON numbers lose digits elsewhere. */
void        th_json_add_hex     (JsonBuilder  *builder,
                                 const char   *name,
                                 guint64       value);

/* --- reading ------------------------------------------------------------ */

/* Returns the object that @text holds, or NULL; then @error may be set.  The parser recurses once
 * per level, of which there may be @max_depth. */
JsonNode   *th_json_parse       (const char   *text,
                                 gsize         length,
                                 guint         max_depth,
                                 GError      **error);
/* Returns the member if it has this type, else NULL. */
JsonNode   *th_json_get_member  (JsonObject   *object,
                                 const char   *name,
                                 JsonNodeType  type);
JsonObject *th_json_get_object  (JsonObject   *object,
                                 const char   *name);
/* Sets *@value and returns TRUE if it is an integer from @min to @max. */
gboolean    th_json_get_int     (JsonObject   *object,
                                 const char   *name,
                                 gint64        min,
                                 gint64        max,
                                 gint64       *value);
/* @node may be NULL. */
gboolean    th_json_read_time   (JsonNode     *node,
                                 gint64       *time);
gboolean    th_json_get_time    (JsonObject   *object,
                                 const char   *name,
                                 gint64       *time);
gboolean    th_json_get_hex     (JsonObject   *object,
                                 const char   *name,
                                 guint64      *value);
/* Returns a text of at most @max bytes, owned by @object, or NULL. */
const char *th_json_get_text    (JsonObject   *object,
                                 const char   *name,
                                 gsize         max);
/* Sets *@values, to be freed with g_strfreev(), to a list of at most @max_n texts of at most @max
 * bytes each, or to NULL if there is none.  FALSE if the member is something else. */
gboolean    th_json_get_texts   (JsonObject   *object,
                                 const char   *name,
                                 guint         max_n,
                                 gsize         max,
                                 char       ***values);
/* Returns a text of at most TH_SESSION_MAX_STRING bytes, to be freed with g_free(), or NULL, also
 * for NULL. */
char       *th_json_dup_string  (JsonObject   *object,
                                 const char   *name);
gboolean    th_json_is_true     (JsonObject   *object,
                                 const char   *name);
/* Returns the @index-th element of an array if it is an object.  Sets *@n to the number of
 * elements. */
JsonObject *th_json_get_element (JsonObject   *object,
                                 const char   *name,
                                 guint         index,
                                 guint        *n);

G_END_DECLS
