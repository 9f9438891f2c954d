/* th-json-writer.c - writes JSON, value by value
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-json-writer.h"

#include <math.h>
#include <string.h>

#include "th-quote.h"

/* No complete value ends with an opening bracket, so the last character says whether this value is
 * the first of its object, its array or its line. */
static void
begin_value (GString    *text,
             const char *key)
{
  if (text->len > 0 && strchr ("{[\n", text->str[text->len - 1]) == NULL)
    g_string_append_c (text, ',');
  if (key != NULL)
    {
      th_quote_append_json (text, key);
      g_string_append_c (text, ':');
    }
}

void
th_json_begin_object (GString    *text,
                      const char *key)
{
  th_json_write_raw (text, key, "{");
}

void
th_json_end_object (GString *text)
{
  g_string_append_c (text, '}');
}

void
th_json_begin_array (GString    *text,
                     const char *key)
{
  th_json_write_raw (text, key, "[");
}

void
th_json_end_array (GString *text)
{
  g_string_append_c (text, ']');
}

void
th_json_write_text (GString    *text,
                    const char *key,
                    const char *value)
{
  if (value == NULL)
    {
      th_json_write_null (text, key);
      return;
    }

  begin_value (text, key);
  th_quote_append_json (text, value);
}

void
th_json_write_int (GString    *text,
                   const char *key,
                   gint64      value)
{
  begin_value (text, key);
  g_string_append_printf (text, "%" G_GINT64_FORMAT, value);
}

void
th_json_write_int_or_null (GString    *text,
                           const char *key,
                           gboolean    known,
                           gint64      value)
{
  if (known)
    th_json_write_int (text, key, value);
  else
    th_json_write_null (text, key);
}

void
th_json_write_double (GString    *text,
                      const char *key,
                      double      value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  guint i = 0;

  if (!isfinite (value))
    {
      th_json_write_null (text, key);
      return;
    }

  do
    g_ascii_formatd (number, sizeof number, formats[i++], value);
  while (i < G_N_ELEMENTS (formats) && g_ascii_strtod (number, NULL) != value);
  th_json_write_raw (text, key, number);
  if (strpbrk (number, ".e") == NULL)
    g_string_append (text, ".0");
}

void
th_json_write_boolean (GString    *text,
                       const char *key,
                       gboolean    value)
{
  th_json_write_raw (text, key, value ? "true" : "false");
}

void
th_json_write_null (GString    *text,
                    const char *key)
{
  th_json_write_raw (text, key, "null");
}

void
th_json_write_address (GString    *text,
                       const char *key,
                       guint64     address)
{
  begin_value (text, key);
  g_string_append_printf (text, "\"0x%" G_GINT64_MODIFIER "x\"", address);
}

void
th_json_write_raw (GString    *text,
                   const char *key,
                   const char *json)
{
  begin_value (text, key);
  g_string_append (text, json);
}
