/* test-message.c - dictionaries in frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-message.h"

static GVariant *
parse (GByteArray *out)
{
  g_autoptr(GError) error = NULL;
  ThWireFrame frame = { out->data[4], out->data + TH_WIRE_HEADER_SIZE,
                    out->len - TH_WIRE_HEADER_SIZE };
  GVariant *message = th_message_parse (&frame, &error);

  g_assert_no_error (error);
  g_byte_array_set_size (out, 0); /* the message outlives the frame */
  return message;
}

static void
test_values (void)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();
  g_autoptr(GVariant) message = NULL;
  g_autofree const char **names = NULL;
  const char *const two[] = { "sched:sched_switch", "irq:irq_handler_entry", NULL };
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "clock", "s", "mono");
  g_variant_dict_insert (&dict, "narrow", "u", 7u);
  g_variant_dict_insert (&dict, "wide", "t", G_MAXUINT64);
  g_variant_dict_insert (&dict, "level", "i", -3);
  g_variant_dict_insert (&dict, "time", "x", G_MININT64);
  g_variant_dict_insert (&dict, "ring", "b", TRUE);
  g_variant_dict_insert (&dict, "names", "^as", two);
  th_message_append (out, TH_WIRE_CONFIGURE, g_variant_dict_end (&dict));
  g_assert_cmpuint (out->data[4], ==, TH_WIRE_CONFIGURE);

  message = parse (out);
  g_assert_cmpstr (th_message_get_string (message, "clock", NULL), ==, "mono");
  g_assert_cmpuint (th_message_get_uint (message, "narrow", 0), ==, 7);
  g_assert_cmpuint (th_message_get_uint (message, "wide", 0), ==, G_MAXUINT64);
  g_assert_cmpint (th_message_get_int (message, "level", 0), ==, -3);
  g_assert_cmpint (th_message_get_int (message, "time", 0), ==, G_MININT64);
  g_assert_true (th_message_get_boolean (message, "ring", FALSE));
  names = th_message_get_strings (message, "names");
  g_assert_true (g_strv_equal ((const char *const *) names, two));
}

/* A value of another type counts as missing. */
static void
test_missing (void)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();
  g_autoptr(GVariant) message = NULL;
  g_autofree const char **names = NULL;
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "n", "s", "7");
  g_variant_dict_insert (&dict, "s", "u", 7u);
  th_message_append (out, TH_WIRE_ASK, g_variant_dict_end (&dict));

  message = parse (out);
  g_assert_cmpuint (th_message_get_uint (message, "n", 9), ==, 9);
  g_assert_cmpint (th_message_get_int (message, "n", -9), ==, -9);
  g_assert_cmpstr (th_message_get_string (message, "s", "otherwise"), ==, "otherwise");
  g_assert_true (th_message_get_boolean (message, "s", TRUE));
  names = th_message_get_strings (message, "s");
  g_assert_null (names[0]);
}

/* Written by hand: "version" NUL, the u32 1 at an offset of 4, NUL and "u" for its type, the end of
 * the key (8), and the end of the entry. */
static void
test_bytes (void)
{
  static const guint8 bytes[] = "version\0" "\x01\0\0\0" "\0u" "\x08" "\x0f";
  ThWireFrame frame = { TH_WIRE_GREET, bytes, sizeof bytes - 1 };
  g_autoptr(GError) error = NULL;
  g_autoptr(GVariant) message = th_message_parse (&frame, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (th_message_get_uint (message, "version", 0), ==, 1);
}

static void
test_damaged (void)
{
  static const guint8 bytes[] = "version\0" "\x01\0\0\0" "\0u" "\x08" "\x0f";

  for (gsize size = 1; size < sizeof bytes - 1; size++)
    {
      g_autoptr(GError) error = NULL;
      ThWireFrame frame = { TH_WIRE_GREET, bytes, size };

      g_assert_null (th_message_parse (&frame, &error));
      g_assert_error (error, TH_WIRE_ERROR, TH_WIRE_ERROR_PAYLOAD);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/capture/message/values", test_values);
  g_test_add_func ("/capture/message/missing", test_missing);
  g_test_add_func ("/capture/message/bytes", test_bytes);
  g_test_add_func ("/capture/message/damaged", test_damaged);
  return g_test_run ();
}
