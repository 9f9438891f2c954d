/* th-cli-json.c - members of JSON objects, safe for any content of a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-cli-json.h"
#include "th-quote.h"

static const char *recording_name;

void
th_cli_json_set_recording (const char *name)
{
  recording_name = name;
}

void
th_cli_json_string (JsonBuilder *builder,
                    const char  *key,
                    const char  *value)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  json_builder_set_member_name (builder, key);
  json_builder_add_string_value (builder, valid);
}

void
th_cli_json_string_or_null (JsonBuilder *builder,
                            const char  *key,
                            const char  *value)
{
  if (value != NULL)
    {
      th_cli_json_string (builder, key, value);
      return;
    }

  json_builder_set_member_name (builder, key);
  json_builder_add_null_value (builder);
}

void
th_cli_json_int (JsonBuilder *builder,
                 const char  *key,
                 gint64       value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_int_value (builder, value);
}

void
th_cli_json_int_or_null (JsonBuilder *builder,
                         const char  *key,
                         gboolean     known,
                         gint64       value)
{
  json_builder_set_member_name (builder, key);
  if (known)
    json_builder_add_int_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
th_cli_json_append_recording (GString *text)
{
  if (recording_name == NULL)
    return;

  g_string_append (text, "\"recording\":");
  th_quote_append_json (text, recording_name);
}

void
th_cli_json_name_recording (GString *text,
                            gsize    begin)
{
  g_autoptr(GString) member = g_string_new (NULL);

  if (recording_name == NULL)
    return;

  th_cli_json_append_recording (member);
  g_string_append_c (member, ',');
  g_string_insert (text, (gssize) begin + 1, member->str);
}

/* --- numbers ------------------------------------------------------------- */

/* json-glib prints 17 digits of a double, so that 0.1 becomes 0.10000000000000001. */
static void
append_shortest (GString *text,
                 double   value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  guint i = 0;

  do
    g_ascii_formatd (number, sizeof number, formats[i++], value);
  while (i < G_N_ELEMENTS (formats) && g_ascii_strtod (number, NULL) != value);
  g_string_append (text, number);
  if (strpbrk (number, ".e") == NULL)
    g_string_append (text, ".0");
}

/* The end of the string that begins at @json with a quotation mark. */
static const char *
skip_string (const char *json)
{
  for (json++; *json != '"'; json++)
    if (*json == '\\')
      json++;

  return json + 1;
}

/* Copies @json, which is valid, with the shortest form of each double. */
static char *
shorten_numbers (const char *json)
{
  GString *text = g_string_new (NULL);

  while (*json != '\0')
    {
      gsize n = strspn (json, "+-.0123456789eE");
      const char *end = *json == '"' ? skip_string (json) : json + MAX (n, 1);

      if (g_ascii_isdigit (*json) || *json == '-')
        {
          g_autofree char *number = g_strndup (json, n);

          if (strpbrk (number, ".eE") != NULL)
            append_shortest (text, g_ascii_strtod (number, NULL));
          else
            g_string_append (text, number);
        }
      else
        {
          g_string_append_len (text, json, end - json);
        }
      json = end;
    }
  return g_string_free (text, FALSE);
}

void
th_cli_json_append (JsonBuilder *builder,
                    GString     *text)
{
  g_autoptr(JsonNode) root = json_builder_get_root (builder);
  g_autofree char *printed = json_to_string (root, FALSE);
  g_autofree char *json = shorten_numbers (printed);
  const char *rest = json;

  if (recording_name != NULL && json[0] == '{')
    {
      g_string_append_c (text, '{');
      th_cli_json_append_recording (text);
      g_string_append (text, json[1] != '}' ? "," : "");
      rest++;
    }
  th_quote_escape_json (text, rest);
  g_string_append_c (text, '\n');
}
