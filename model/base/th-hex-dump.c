/* th-hex-dump.c - bytes as text: offset, hexadecimal, ASCII
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-hex-dump.h"

static void
append_line (GString      *text,
             const guint8 *bytes,
             gsize         size,
             guint         per_line)
{
  for (guint i = 0; i < per_line; i++)
    {
      if (i % 2 == 0)
        g_string_append_c (text, ' ');
      if (i < size)
        g_string_append_printf (text, "%02x", bytes[i]);
      else
        g_string_append (text, "  ");
    }
  g_string_append (text, "  ");
  for (guint i = 0; i < size; i++)
    g_string_append_c (text, g_ascii_isgraph (bytes[i]) ? (char) bytes[i] : '.');
}

void
th_hex_dump_append (GString      *text,
                    const guint8 *bytes,
                    gsize         size,
                    guint         per_line,
                    const char   *indent)
{
  g_return_if_fail (per_line > 0 && per_line % 2 == 0);

  for (gsize at = 0; at < size; at += per_line)
    {
      g_string_append_printf (text, "%s0x%04" G_GSIZE_MODIFIER "x: ", indent, at);
      append_line (text, bytes + at, MIN (per_line, size - at), per_line);
      g_string_append_c (text, '\n');
    }
}
