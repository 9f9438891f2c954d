/* th-quote.c - quotes untrusted text for JSON, CSV and filters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-printable.h"
#include "th-quote.h"

void
th_quote_append_json (GString    *text,
                      const char *value)
{
  g_autofree char *valid = NULL;
  const char *from = value, *at;

  if (!g_utf8_validate (value, -1, NULL))
    from = valid = g_utf8_make_valid (value, -1);

  g_string_append_c (text, '"');
  for (at = from; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = (guchar) *at < 0x80 ? (guchar) *at : g_utf8_get_char (at);
      gboolean is_marked = c == '"' || c == '\\';

      if (!is_marked && c >= 0x20 && c != 0x7f && (c < 0x80 || !th_printable_steers (c)))
        continue;
      g_string_append_len (text, from, at - from);
      from = g_utf8_next_char (at);
      g_string_append_printf (text, is_marked ? "\\%c" : "\\u%04x", c);
    }
  g_string_append_len (text, from, at - from);
  g_string_append_c (text, '"');
}

void
th_quote_escape_json (GString    *text,
                      const char *json)
{
  const char *from = json;

  for (const char *at = json; *at != '\0'; at = g_utf8_next_char (at))
    if ((guchar) *at >= 0x80 && th_printable_steers (g_utf8_get_char (at)))
      {
        g_string_append_len (text, from, at - from);
        g_string_append_printf (text, "\\u%04x", g_utf8_get_char (at));
        from = g_utf8_next_char (at);
      }
  g_string_append (text, from);
}

void
th_quote_append_csv (GString    *text,
                     const char *value)
{
  if (strpbrk (value, ",\"\r\n") == NULL)
    {
      g_string_append (text, value);
      return;
    }

  g_string_append_c (text, '"');
  for (const char *c = value; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *c);
    }
  g_string_append_c (text, '"');
}

void
th_quote_append_filter (GString    *text,
                        const char *value)
{
  g_string_append_c (text, '"');
  for (const char *c = value; *c != '\0'; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_c (text, '\\');
      g_string_append_c (text, *c);
    }
  g_string_append_c (text, '"');
}

char *
th_quote_dup_filter (const char *text)
{
  GString *quoted = g_string_new (NULL);

  th_quote_append_filter (quoted, text);
  return g_string_free (quoted, FALSE);
}
