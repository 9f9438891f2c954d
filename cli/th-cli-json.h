/* th-cli-json.h - one JSON object on each line, as `--json` prints them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-json-writer.h"

G_BEGIN_DECLS

/* Sets the recording, one of several on a timeline, that all objects begin with from now on;
 * NULL: none.  @name is not copied. */
void th_cli_json_set_recording (const char *name);

/* Begins an object on a line of its own. */
void th_cli_json_begin          (GString    *text);
void th_cli_json_end            (GString    *text);

/* Adds the recording to an object that begins at @begin and already has members. */
void th_cli_json_name_recording (GString    *text,
                                 gsize       begin);

G_END_DECLS
