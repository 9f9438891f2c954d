/* test-wire-file.c - texts of tracefs in frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-wire-file.h"

static gboolean
parse (const char *bytes,
       gsize       size,
       ThWireFile *file)
{
  g_autoptr(GError) error = NULL;
  ThWireFrame frame = { TH_WIRE_FILE, (const guint8 *) bytes, size };
  gboolean parsed = th_wire_file_parse (&frame, file, &error);

  g_assert_true (parsed || g_error_matches (error, TH_WIRE_ERROR, TH_WIRE_ERROR_PAYLOAD));
  return parsed;
}

#define PARSE(bytes, file) parse (bytes, sizeof bytes - 1, file)

static void
test_append (void)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();

  th_wire_file_append (out, TH_WIRE_FILE_FORMAT, "a/b", "text", 4, FALSE, 0);
  th_wire_file_append (out, TH_WIRE_FILE_KALLSYMS, "", "", 0, TRUE, 0);
  g_assert_cmpmem (out->data, out->len, "\x0b\0\0\0\x44\0\0\0" "\x04\0\x03\0" "a/btext"
                   "\x04\0\0\0\x44\0\0\0" "\x05\x01\0\0", 31);
}

static void
test_parse (void)
{
  ThWireFile file;

  g_assert_true (PARSE ("\x04\x01\x03\0" "a/btext", &file));
  g_assert_cmpint (file.kind, ==, TH_WIRE_FILE_FORMAT);
  g_assert_true (file.more);
  g_assert_cmpstr (file.name, ==, "a/b");
  g_assert_cmpmem (file.text, file.size, "text", 4);
  g_free (file.name);
}

/* A text that is larger than a frame comes in several; so does an empty one, in one. */
static void
test_long (void)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();
  gsize size = (2 << 20) + 5, at = 0, n_frames = 0;
  g_autofree char *text = g_malloc (size);
  gboolean more = TRUE;

  for (gsize i = 0; i < size; i++)
    text[i] = i % 251;
  th_wire_file_append (out, TH_WIRE_FILE_KALLSYMS, "", text, size, FALSE, 0);
  for (gsize offset = 0; offset < out->len; n_frames++)
    {
      guint32 payload;
      ThWireFile file;

      g_assert_true (more);
      memcpy (&payload, out->data + offset, sizeof payload);
      payload = GUINT32_FROM_LE (payload);
      g_assert_true (parse ((char *) out->data + offset + TH_WIRE_HEADER_SIZE, payload, &file));
      g_assert_cmpmem (file.text, file.size, text + at, file.size);
      at += file.size;
      more = file.more;
      offset += TH_WIRE_HEADER_SIZE + payload;
      g_free (file.name);
    }
  g_assert_false (more);
  g_assert_cmpuint (at, ==, size);
  g_assert_cmpuint (n_frames, ==, 3);
}

static void
test_refused (void)
{
  ThWireFile file;

  g_assert_false (PARSE ("\x04\0\x03", &file));
  g_assert_false (PARSE ("\0\0\0\0", &file));
  g_assert_false (PARSE ("\x09\0\0\0", &file));
  g_assert_false (PARSE ("\x05\x02\0\0", &file));
  g_assert_false (PARSE ("\x04\0\x04\0" "a/b", &file));
  g_assert_false (PARSE ("\x04\0\xff\xff" "a/b", &file));
  g_assert_false (PARSE ("\x04\0\x02\0" "ab", &file));
  g_assert_false (PARSE ("\x04\0\x02\0" "a/", &file));
  g_assert_false (PARSE ("\x04\0\x05\0" "a/b/c", &file));
  g_assert_false (PARSE ("\x04\0\x03\0" "a/\0", &file));
  g_assert_false (PARSE ("\x04\0\x03\0" "a/\n", &file));
  g_assert_false (PARSE ("\x03\0\x03\0" "a/b", &file));
  g_assert_false (PARSE ("\x03\0\0\0", &file));
  g_assert_false (PARSE ("\x05\0\x01\0" "a", &file));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/capture/wire-file/append", test_append);
  g_test_add_func ("/capture/wire-file/parse", test_parse);
  g_test_add_func ("/capture/wire-file/long", test_long);
  g_test_add_func ("/capture/wire-file/refused", test_refused);
  return g_test_run ();
}
