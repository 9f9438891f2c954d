/* th-printable.c - makes untrusted text safe to print and to show
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-printable.h"

gboolean
th_printable_steers (gunichar c)
{
  return (c >= 0x80 && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

/* The number of safe bytes from @at on. */
static gsize
clean_size (const char *at,
            const char *end,
            gboolean    lines)
{
  const char *from = at;

  while (at < end)
    {
      guchar byte = (guchar) *at;
      gunichar c;

      if (G_LIKELY (byte >= 0x20 && byte < 0x7f))
        at++;
      else if (lines &&
               (byte == '\n' || byte == '\t' || (byte == '\r' && at + 1 < end && at[1] == '\n')))
        at++;
      else if (byte < 0x80)
        break;
      else if ((c = g_utf8_get_char_validated (at, end - at)) >= (gunichar) -2 ||
               th_printable_steers (c))
        break;
      else
        at = g_utf8_next_char (at);
    }

  return (gsize) (at - from);
}

/* Appends an escape for the character at @at, and returns the length of that in bytes. */
static gsize
append_mark (GString    *out,
             const char *at,
             const char *end)
{
  gunichar c = (guchar) *at < 0x80 ? (gunichar) -1 : g_utf8_get_char_validated (at, end - at);

  if (c < (gunichar) -2)
    {
      g_string_append_printf (out, "\\u%04x", c);
      return (gsize) (g_utf8_next_char (at) - at);
    }

  if (*at == '\n' || *at == '\t' || *at == '\r')
    g_string_append (out, *at == '\n' ? "\\n" : *at == '\t' ? "\\t" : "\\r");
  else
    g_string_append_printf (out, "\\x%02x", (guchar) *at);
  return 1;
}

static void
append (GString    *out,
        const char *text,
        gsize       size,
        gboolean    lines)
{
  const char *end = text + size;

  while (text < end)
    {
      gsize n = clean_size (text, end, lines);

      g_string_append_len (out, text, (gssize) n);
      text += n;
      if (text < end)
        text += append_mark (out, text, end);
    }
}

gboolean
th_printable_is_clean (const char *text,
                       gsize       size)
{
  return clean_size (text, text + size, TRUE) == size;
}

void
th_printable_append (GString    *out,
                     const char *text,
                     gsize       size)
{
  append (out, text, size, TRUE);
}

char *
th_printable_dup (const char *text)
{
  GString *out = g_string_new (NULL);

  append (out, text, strlen (text), TRUE);
  return g_string_free (out, FALSE);
}

char *
th_printable_line (const char *text)
{
  GString *out = g_string_new (NULL);

  append (out, text, strlen (text), FALSE);
  return g_string_free (out, FALSE);
}
