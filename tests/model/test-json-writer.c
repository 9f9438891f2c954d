/* test-json-writer.c - what is written is JSON, as another program reads it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include <json-glib/json-glib.h>

#include "th-json-writer.h"

/* The object that @text is. */
static JsonObject *
parse (JsonParser *parser,
       const char *text)
{
  g_autoptr(GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return json_node_get_object (json_parser_get_root (parser));
}

static void
test_values (void)
{
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GString) text = g_string_new (NULL);
  JsonObject *object, *inner;
  JsonArray *list;

  th_json_begin_object (text, NULL);
  th_json_write_text (text, "a \"b\"\n", "{[,");
  th_json_write_text (text, "none", NULL);
  th_json_write_int (text, "least", G_MININT64);
  th_json_write_int_or_null (text, "known", TRUE, -5);
  th_json_write_int_or_null (text, "unknown", FALSE, -5);
  th_json_write_boolean (text, "yes", TRUE);
  th_json_write_boolean (text, "no", FALSE);
  th_json_write_address (text, "address", G_GUINT64_CONSTANT (0xffff888003a4e900));
  th_json_begin_array (text, "empty");
  th_json_end_array (text);
  th_json_begin_array (text, "list");
  th_json_write_int (text, NULL, 1);
  th_json_write_text (text, NULL, "[");
  th_json_begin_object (text, NULL);
  th_json_write_raw (text, "raw", "[1,2]");
  th_json_end_object (text);
  th_json_begin_object (text, NULL);
  th_json_end_object (text);
  th_json_end_array (text);
  th_json_write_int (text, "last", 7);
  th_json_end_object (text);

  object = parse (parser, text->str);
  g_assert_cmpuint (json_object_get_size (object), ==, 11);
  g_assert_cmpstr (json_object_get_string_member (object, "a \"b\"\n"), ==, "{[,");
  g_assert_true (json_object_get_null_member (object, "none"));
  g_assert_cmpint (json_object_get_int_member (object, "least"), ==, G_MININT64);
  g_assert_cmpint (json_object_get_int_member (object, "known"), ==, -5);
  g_assert_true (json_object_get_null_member (object, "unknown"));
  g_assert_true (json_object_get_boolean_member (object, "yes"));
  g_assert_false (json_object_get_boolean_member (object, "no"));
  g_assert_cmpstr (json_object_get_string_member (object, "address"), ==, "0xffff888003a4e900");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "empty")), ==, 0);
  list = json_object_get_array_member (object, "list");
  g_assert_cmpuint (json_array_get_length (list), ==, 4);
  g_assert_cmpint (json_array_get_int_element (list, 0), ==, 1);
  g_assert_cmpstr (json_array_get_string_element (list, 1), ==, "[");
  inner = json_array_get_object_element (list, 2);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (inner, "raw")), ==, 2);
  g_assert_cmpuint (json_object_get_size (json_array_get_object_element (list, 3)), ==, 0);
  g_assert_cmpint (json_object_get_int_member (object, "last"), ==, 7);
}

static void
test_lines (void)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < 2; i++)
    {
      th_json_begin_object (text, NULL);
      th_json_write_int (text, "n", i);
      th_json_end_object (text);
      g_string_append_c (text, '\n');
    }
  g_assert_cmpstr (text->str, ==, "{\"n\":0}\n{\"n\":1}\n");
}

static void
check_double (double      value,
              const char *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);

  th_json_write_double (text, NULL, value);
  g_assert_cmpstr (text->str, ==, expected);
  if (isfinite (value))
    g_assert_true (g_ascii_strtod (text->str, NULL) == value);
}

static void
test_doubles (void)
{
  check_double (0, "0.0");
  check_double (-3, "-3.0");
  check_double (0.1, "0.1");
  check_double (1.0 / 3, "0.3333333333333333");
  check_double (0.1 + 0.2, "0.30000000000000004");
  check_double (1e300, "1e+300");
  check_double (G_MAXDOUBLE, "1.7976931348623157e+308");
  check_double (NAN, "null");
  check_double (-INFINITY, "null");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/json-writer/values", test_values);
  g_test_add_func ("/model/json-writer/lines", test_lines);
  g_test_add_func ("/model/json-writer/doubles", test_doubles);

  return g_test_run ();
}
