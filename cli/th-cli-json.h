/* th-cli-json.h - members of JSON objects, safe against what a file holds
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
/* null if @value is not @known. */
void th_cli_json_int_or_null (JsonBuilder *builder,
                         const char  *key,
                         gboolean     known,
                         gint64       value);
/* An object that th_cli_json_append() appends begins with this recording from now
 * on; NULL: no more; lent.  For one of several on a timeline. */
void th_cli_json_set_recording (const char *name);
/* That name as the first member, where there is no builder. */
void th_cli_json_append_recording (GString *text);
/* The same in an object that begins at @begin and has members. */
void th_cli_json_name_recording (GString *text,
                                 gsize    begin);
/* What was built, and the end of the line. */
void th_cli_json_append (JsonBuilder *builder,
                         GString     *text);

G_END_DECLS
