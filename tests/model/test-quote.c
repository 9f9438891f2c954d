/* test-quote.c - untrusted text in JSON and CSV
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-quote.h"

static void
check (void      (*append) (GString *, const char *),
       const char *value,
       const char *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);

  append (text, value);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_json (void)
{
  check (th_quote_append_json, "", "\"\"");
  check (th_quote_append_json, "a \"b\" \\ c", "\"a \\\"b\\\" \\\\ c\"");
  check (th_quote_append_json, "tab\tline\nend\x7f", "\"tab\\u0009line\\u000aend\\u007f\"");
  check (th_quote_append_json, "µs", "\"µs\"");
  check (th_quote_append_json, "x\xffy", "\"x\xef\xbf\xbdy\"");
  check (th_quote_append_json, "\033[1m\xc2\x9b\u202e", "\"\\u001b[1m\\u009b\\u202e\"");
}

static void
test_escape_json (void)
{
  check (th_quote_escape_json, "{\"µs\":[\"a\\u001b\"]}", "{\"µs\":[\"a\\u001b\"]}");
  check (th_quote_escape_json, "{\"\u202ea\":\"\xc2\x9b\u2069\"}",
         "{\"\\u202ea\":\"\\u009b\\u2069\"}");
}

static void
test_csv (void)
{
  check (th_quote_append_csv, "plain text", "plain text");
  check (th_quote_append_csv, "a,b", "\"a,b\"");
  check (th_quote_append_csv, "say \"yes\"", "\"say \"\"yes\"\"\"");
  check (th_quote_append_csv, "two\r\nlines", "\"two\r\nlines\"");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/quote/json", test_json);
  g_test_add_func ("/model/quote/escape-json", test_escape_json);
  g_test_add_func ("/model/quote/csv", test_csv);

  return g_test_run ();
}
