/* th-compact-values.c - formats values for the compact texts of events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE 1 /* strerrorname_np() */
#include "config.h"

#include <string.h>

#include "th-compact-values.h"

void
th_compact_append_number (GString *text,
                          gint64   number)
{
  char digits[24];
  char *at = digits + sizeof digits;
  guint64 rest = number < 0 ? -(guint64) number : (guint64) number;

  do
    *--at = '0' + rest % 10;
  while ((rest /= 10) > 0);
  if (number < 0)
    *--at = '-';
  g_string_append_len (text, at, digits + sizeof digits - at);
}

void
th_compact_append_hex (GString *text,
                       guint64  number)
{
  char digits[20];
  char *at = digits + sizeof digits;

  do
    *--at = "0123456789abcdef"[number % 16];
  while ((number /= 16) > 0);
  g_string_append (text, "0x");
  g_string_append_len (text, at, digits + sizeof digits - at);
}

gboolean
th_compact_append_text (const ThField   *field,
                        const ThPayload *payload,
                        GString         *text)
{
  g_autofree char *valid = NULL;
  const guint8 *bytes;
  gsize size;

  if (!th_field_read_bytes (field, payload, &bytes, &size))
    return FALSE;

  if (g_utf8_validate ((const char *) bytes, size, NULL))
    g_string_append_len (text, (const char *) bytes, size);
  else
    {
      valid = g_utf8_make_valid ((const char *) bytes, size);
      g_string_append (text, valid);
    }
  return TRUE;
}

void
th_compact_append_result (gint64   result,
                          GString *text)
{
  const char *name = result < 0 && result >= -TH_MAX_ERRNO ? strerrorname_np (-result) : NULL;

  if (result > G_MAXUINT32 || result < -TH_MAX_ERRNO)
    th_compact_append_hex (text, (guint64) result);
  else
    th_compact_append_number (text, result);
  if (name != NULL)
    {
      g_string_append_c (text, ' ');
      g_string_append (text, name);
    }
}
