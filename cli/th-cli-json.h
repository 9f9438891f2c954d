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
/* What was built, and the end of the line. */
void th_cli_json_append (JsonBuilder *builder,
                         GString     *text);

G_END_DECLS
