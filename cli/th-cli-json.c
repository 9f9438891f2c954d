/* th-cli-json.c - one JSON object on each line, as `--json` prints them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-json.h"

static const char *recording_name;

void
th_cli_json_set_recording (const char *name)
{
  recording_name = name;
}

void
th_cli_json_begin (GString *text)
{
  th_json_begin_object (text, NULL);
  if (recording_name != NULL)
    th_json_write_text (text, "recording", recording_name);
}

void
th_cli_json_end (GString *text)
{
  th_json_end_object (text);
  g_string_append_c (text, '\n');
}

void
th_cli_json_name_recording (GString *text,
                            gsize    begin)
{
  g_autoptr(GString) object = NULL;

  if (recording_name == NULL)
    return;

  object = g_string_new (NULL);
  th_cli_json_begin (object);
  g_string_append_c (object, ',');
  g_string_erase (text, (gssize) begin, 1);
  g_string_insert (text, (gssize) begin, object->str);
}
