/* test-printable.c - terminal control characters are escaped, everything else is unchanged
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-printable.h"

static const struct
{
  const char *text;
  const char *lines;
  const char *line;
} texts[] = {
  { "", "", "" },
  { "prev_comm=sh ==> next_comm=kworker/0:1", "prev_comm=sh ==> next_comm=kworker/0:1",
    "prev_comm=sh ==> next_comm=kworker/0:1" },
  { "a\tb\nc", "a\tb\nc", "a\\tb\\nc" },
  { "\033[31mred\033[0m", "\\x1b[31mred\\x1b[0m", "\\x1b[31mred\\x1b[0m" },
  { "\033]0;title\a", "\\x1b]0;title\\x07", "\\x1b]0;title\\x07" },
  { "a,b\r\nc\r", "a,b\r\nc\\r", "a,b\\r\\nc\\r" },
  { "over\rwritten\b\b", "over\\rwritten\\x08\\x08", "over\\rwritten\\x08\\x08" },
  { "\x7f", "\\x7f", "\\x7f" },
  /* C1: CSI as a character, and as a byte that is not valid UTF-8. */
  { "\xc2\x9b" "31m", "\\u009b31m", "\\u009b31m" },
  { "\x9b" "31m", "\\x9b31m", "\\x9b31m" },
  { "\xff\xfe", "\\xff\\xfe", "\\xff\\xfe" },
  /* A truncated character, an overlong one, a lone surrogate. */
  { "\xe2\x80", "\\xe2\\x80", "\\xe2\\x80" },
  { "\xc0\x9b", "\\xc0\\x9b", "\\xc0\\x9b" },
  { "\xed\xa0\x80", "\\xed\\xa0\\x80", "\\xed\\xa0\\x80" },
  { "\u202eevil\u202c", "\\u202eevil\\u202c", "\\u202eevil\\u202c" },
  { "\u202a\u202b\u202d\u2066\u2067\u2068\u2069",
    "\\u202a\\u202b\\u202d\\u2066\\u2067\\u2068\\u2069",
    "\\u202a\\u202b\\u202d\\u2066\\u2067\\u2068\\u2069" },
  { "\u200e\u200f\u061c", "\\u200e\\u200f\\u061c", "\\u200e\\u200f\\u061c" },
  /* Letters of several scripts, also right-to-left ones. */
  { "µs Größe 日本 שלום 🐧", "µs Größe 日本 שלום 🐧", "µs Größe 日本 שלום 🐧" },
  { "\u00a0\u2029\u2028\u2065\u206a\u200d", "\u00a0\u2029\u2028\u2065\u206a\u200d",
    "\u00a0\u2029\u2028\u2065\u206a\u200d" },
};

static void
test_texts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *lines = th_printable_dup (texts[i].text);
      g_autofree char *line = th_printable_line (texts[i].text);

      g_assert_cmpstr (lines, ==, texts[i].lines);
      g_assert_cmpstr (line, ==, texts[i].line);
      g_assert_true (th_printable_is_clean (texts[i].text,
                                            strlen (texts[i].text)) == g_str_equal (lines,
                                                                                    texts[i].text));
    }
}

/* Every byte and every pair of bytes: the output is clean, and escaping it again does not change
 * it. */
static void
test_bytes (void)
{
  for (guint first = 0; first < 256; first++)
    for (guint second = 0; second < 256; second++)
      {
        const char text[] = { (char) first, (char) second };
        g_autofree char *exact = g_memdup2 (text, sizeof text);
        g_autoptr(GString) out = g_string_new (NULL), again = g_string_new (NULL);

        th_printable_append (out, exact, sizeof text);
        g_assert_true (th_printable_is_clean (out->str, out->len));
        g_assert_true (g_utf8_validate (out->str, (gssize) out->len, NULL));
        g_assert_cmpuint (strlen (out->str), ==, out->len);
        th_printable_append (again, out->str, out->len);
        g_assert_true (g_string_equal (out, again));
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/printable/texts", test_texts);
  g_test_add_func ("/model/printable/bytes", test_bytes);

  return g_test_run ();
}
