/* th-quote.c - texts of strangers between quotes, as JSON and CSV want them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-quote.h"

void
th_quote_append_json (GString    *text,
                      const char *value)
{
  g_autofree char *valid = g_utf8_validate (value, -1, NULL) ? NULL : g_utf8_make_valid (value, -1);

  g_string_append_c (text, '"');
  for (const guchar *c = (const guchar *) (valid != NULL ? valid : value); *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (text, "\\%c", *c);
    else if (*c < 0x20 || *c == 0x7f)
      g_string_append_printf (text, "\\u%04x", *c);
    else
      g_string_append_c (text, *c);
  g_string_append_c (text, '"');
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
