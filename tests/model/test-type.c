/* test-type.c - reading fields from records, including invalid ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-type.h"

static const guint8 record[] = { 0x01, 0x80, 0xff, 0xfe, 0xfd, 0xfc, 0x7f, 0x80, 'a', 'b', 0, 'c',
                                 0x08, 0x00, 0x03, 0x00, 0x00, 0x00, 0x04, 0x00 };
static const ThPayload little = { record, sizeof record, FALSE };
static const ThPayload big = { record, sizeof record, TRUE };

static void
test_integers (void)
{
  ThField field = { .name = "x", .offset = 0, .size = 2 };
  guint64 value;

  g_assert_true (th_field_read_u64 (&field, &little, &value));
  g_assert_cmphex (value, ==, 0x8001);
  g_assert_true (th_field_read_u64 (&field, &big, &value));
  g_assert_cmphex (value, ==, 0x0180);

  field.flags = TH_FIELD_SIGNED;
  g_assert_true (th_field_read_u64 (&field, &little, &value));
  g_assert_cmpint ((gint64) value, ==, (gint16) 0x8001);

  field.size = 8;
  g_assert_true (th_field_read_u64 (&field, &little, &value));
  g_assert_cmphex (value, ==, G_GUINT64_CONSTANT (0x807ffcfdfeff8001));
  g_assert_true (th_field_read_u64 (&field, &big, &value));
  g_assert_cmphex (value, ==, G_GUINT64_CONSTANT (0x0180fffefdfc7f80));
}

static void
test_outside (void)
{
  const struct { guint32 offset, size; } bad[] =
    { { 20, 1 }, { 19, 2 }, { 17, 4 }, { G_MAXUINT32, 8 }, { 0, 3 }, { 0, 0 }, { 0, G_MAXUINT32 } };
  guint64 value;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      ThField field = { .name = "x", .offset = bad[i].offset, .size = bad[i].size };

      g_assert_false (th_field_read_u64 (&field, &little, &value));
    }
}

/* The record has 0x00030008 at 12, the place of a text; that is not its value. */
static void
test_not_an_integer (void)
{
  const ThFieldKind kinds[] = { TH_FIELD_DYNAMIC_STRING, TH_FIELD_DYNAMIC_ARRAY };
  guint64 value;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      ThField field = { .name = "x", .offset = 12, .size = 4, .kind = kinds[i] };

      g_assert_false (th_field_read_u64 (&field, &little, &value));
    }
}

/* A record that cannot be read has no bytes, and NULL plus an offset is undefined even without an
 * access. */
static void
test_no_record (void)
{
  static const ThPayload nothing = { NULL, 0, FALSE };
  const struct { guint32 offset, size; } places[] = { { 0, 0 }, { 0, 1 }, { 2, 1 }, { 8, 8 },
                                                      { G_MAXUINT32, 4 } };
  const ThFieldKind kinds[] = { TH_FIELD_INT, TH_FIELD_STRING, TH_FIELD_DYNAMIC_STRING };
  const guint8 *bytes;
  guint64 value;
  gsize offset, size;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_assert_false (th_payload_read_uint (&nothing, places[i].offset, places[i].size, &value));
      for (guint j = 0; j < G_N_ELEMENTS (kinds); j++)
        {
          ThField field = { .name = "x", .offset = places[i].offset, .size = places[i].size,
                            .kind = kinds[j] };

          g_assert_false (th_field_read_u64 (&field, &nothing, &value));
          g_assert_false (th_field_read_bytes (&field, &nothing, &bytes, &size));
          g_assert_false (th_field_find_text (&field, &nothing, &offset, &size));
        }
    }
}

static char *
read_text (const ThField   *field,
           const ThPayload *payload)
{
  const guint8 *bytes;
  gsize size;

  return th_field_read_bytes (field, payload, &bytes, &size)
         ? g_strndup ((const char *) bytes, size) : NULL;
}

static void
test_texts (void)
{
  const struct { ThField field; const char *want; } cases[] = {
    { { .offset = 8, .size = 4, .kind = TH_FIELD_STRING }, "ab" },
    { { .offset = 8, .size = 2, .kind = TH_FIELD_STRING }, "ab" },
    { { .offset = 12, .size = 4, .kind = TH_FIELD_DYNAMIC_STRING }, "ab" },
    { { .offset = 16, .size = 4, .kind = TH_FIELD_DYNAMIC_STRING, .flags = TH_FIELD_RELATIVE },
      "" },
    { { .offset = 17, .size = 4, .kind = TH_FIELD_DYNAMIC_STRING }, NULL },
    { { .offset = 40, .size = 4, .kind = TH_FIELD_STRING }, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = read_text (&cases[i].field, &little);

      g_assert_cmpstr (text, ==, cases[i].want);
    }
}

/* What follows the NUL belongs to the bytes, but not what follows the record. */
static void
test_find_text (void)
{
  const struct { ThField field; const char *want; } cases[] = {
    { { .offset = 8, .size = 4, .kind = TH_FIELD_STRING }, "8+4" },
    { { .offset = 12, .size = 4, .kind = TH_FIELD_DYNAMIC_STRING }, "8+3" },
    { { .offset = 8, .size = 99, .kind = TH_FIELD_STRING }, "8+12" },
    { { .offset = 8, .size = 4, .kind = TH_FIELD_ARRAY }, NULL },
    { { .offset = 8, .size = 4, .kind = TH_FIELD_INT }, NULL },
  };
  gsize offset, size;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean found = th_field_find_text (&cases[i].field, &little, &offset, &size);
      g_autofree char *text = g_strdup_printf ("%" G_GSIZE_FORMAT "+%" G_GSIZE_FORMAT,
                                               found ? offset : 0, found ? size : 0);

      g_assert_cmpstr (found ? text : NULL, ==, cases[i].want);
    }
}

static void
test_find (void)
{
  const ThField fields[] = { { .name = "dev_name", .label = "dev" }, { .name = "len" },
                             { .name = "dev" } };
  const ThFieldTable table = { fields, 3 };

  g_assert_true (th_field_table_find (&table, "len") == &fields[1]);
  g_assert_true (th_field_table_find (&table, "dev") == &fields[2]);
  g_assert_true (th_field_table_find (&table, "dev_name") == &fields[0]);
  g_assert_null (th_field_table_find (&table, "nothing"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/type/integers", test_integers);
  g_test_add_func ("/model/type/outside", test_outside);
  g_test_add_func ("/model/type/not-an-integer", test_not_an_integer);
  g_test_add_func ("/model/type/no-record", test_no_record);
  g_test_add_func ("/model/type/texts", test_texts);
  g_test_add_func ("/model/type/find-text", test_find_text);
  g_test_add_func ("/model/type/find", test_find);
  return g_test_run ();
}
