/* th-cli-json.h - members of JSON objects, safe for any content of a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

void th_cli_json_string (JsonBuilder *builder,
                         const char  *key,
                         const char  *value);
void th_cli_json_int    (JsonBuilder *builder,
                         const char  *key,
                         gint64       value);
/* null if @value is %NULL. */
void th_cli_json_string_or_null (JsonBuilder *builder,
                         const char  *key,
                         const char  *value);
/* null if @value is not @known. */
void th_cli_json_int_or_null (JsonBuilder *builder,
                         const char  *key,
                         gboolean     known,
                         gint64       value);
/* Sets the recording, one of several on a timeline, that all objects of
 * th_cli_json_append() begin with from now on; NULL: none.  @name is not copied. */
void th_cli_json_set_recording (const char *name);
/* Appends that name as the first member, without a builder. */
void th_cli_json_append_recording (GString *text);
/* Inserts the same into an object that begins at @begin and already has members. */
void th_cli_json_name_recording (GString *text,
                                 gsize    begin);
/* Appends the built object and a newline.  Doubles have the fewest digits that read back as
 * the same value. */
void th_cli_json_append (JsonBuilder *builder,
                         GString     *text);

G_END_DECLS
