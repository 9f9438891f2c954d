/* test-wire-frame.c - frames, whole and damaged, in pieces of any size
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <zstd.h>

#include "th-wire-frame.h"

#define MAGIC "\x7fTHRESHER-AGENT\n"

/* Pushes @bytes in pieces of @piece, and tells what comes: "TYPE:SIZE " for each frame, or the code
 * of the error. */
static char *
read_all (ThWireFrameReader *reader,
          const guint8      *bytes,
          gsize              size,
          gsize              piece)
{
  GString *seen = g_string_new (NULL);
  ThWireFrame frame;

  for (gsize at = 0; at < size;)
    {
      g_autoptr(GError) error = NULL;
      gsize fits;
      guint8 *room = th_wire_frame_reader_get_room (reader, &fits);
      gsize n = MIN (MIN (piece, fits), size - at);
      ThWireFrameRead read;

      g_assert_cmpuint (fits, >, 0);
      memcpy (room, bytes + at, n);
      th_wire_frame_reader_pushed (reader, n);
      at += n;
      while ((read = th_wire_frame_reader_next (reader, &frame, &error)) == TH_WIRE_READ_FRAME)
        g_string_append_printf (seen, "%d:%zu ", frame.type, frame.size);
      if (read == TH_WIRE_READ_ERROR)
        {
          g_assert_true (error->domain == TH_WIRE_ERROR);
          g_string_append_printf (seen, "error %d", error->code);
          break;
        }
    }
  return g_string_free (seen, FALSE);
}

static void
assert_reads (ThWireFrameOrigin origin,
              const void       *bytes,
              gsize             size,
              const char       *expected)
{
  for (gsize piece = 1; piece <= 64; piece += 7)
    {
      g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (origin);
      g_autofree char *seen = read_all (reader, bytes, size, piece);

      g_assert_cmpstr (seen, ==, expected);
    }
}

#define ASSERT_READS(origin, text, expected) \
  assert_reads (origin, text, sizeof text - 1, expected)

/* The bytes are written here by hand, as docs/protocol.md says. */
static void
test_bytes (void)
{
  ASSERT_READS (TH_WIRE_FROM_WINDOW, "\x03\0\0\0\x01\0\0\0abc" "\0\0\0\0\x06\0\0\0", "1:3 6:0 ");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\x02\x01\0\0\x46\0\0\0"
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
                "01", "70:258 ");
}

static void
test_append (void)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();

  th_wire_frame_append (out, TH_WIRE_GREET, "abc", 3, 0);
  th_wire_frame_append (out, TH_WIRE_START, NULL, 0, 0);
  g_assert_cmpmem (out->data, out->len, "\x03\0\0\0\x01\0\0\0abc" "\0\0\0\0\x04\0\0\0", 19);
}

static void
test_errors (void)
{
  ASSERT_READS (TH_WIRE_FROM_WINDOW, "\0\0\0\0\x40\0\0\0", "error 1");   /* HELLO */
  ASSERT_READS (TH_WIRE_FROM_WINDOW, "\0\0\0\0\x0b\0\0\0", "error 1");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\0\0\0\0\x01\0\0\0", "error 1");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\0\0\0\0\x4c\0\0\0", "error 1");
  ASSERT_READS (TH_WIRE_FROM_WINDOW, "\x01\0\0\0\x04\0\0\0", "error 2"); /* START has nothing */
  ASSERT_READS (TH_WIRE_FROM_WINDOW, "\x01\0\x10\0\x01\0\0\0", "error 2");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\x01\0\0\x01\x46\0\0\0", "error 2");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\0\0\0\0\x46\x02\0\0", "error 3");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\0\0\0\0\x46\0\x01\0", "error 3");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\0\0\0\0\x46\0\0\x01", "error 3");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\0\0\0\0\x40\x01\0\0", "error 3"); /* HELLO packed */
  ASSERT_READS (TH_WIRE_FROM_WINDOW, "\0\0\0\0\x01\x01\0\0", "error 3");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\x03\0\0\0\x46\x01\0\0abc", "error 4");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\x08\0\0\0\x46\x01\0\0\x04\0\0\0abcd", "error 4");
  ASSERT_READS (TH_WIRE_FROM_AGENT, MAGIC "\x08\0\0\0\x46\x01\0\0\x01\0\0\x01" "abcd", "error 2");
}

static void
test_after_error (void)
{
  g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (TH_WIRE_FROM_WINDOW);
  g_autofree char *seen = read_all (reader, (const guint8 *) "\0\0\0\0\x40\0\0\0", 8, 8);
  g_autoptr(GError) error = NULL;
  ThWireFrame frame;
  gsize size;

  g_assert_cmpstr (seen, ==, "error 1");
  g_assert_cmpint (th_wire_frame_reader_next (reader, &frame, &error), ==, TH_WIRE_READ_ERROR);
  g_assert_nonnull (error);
  g_assert_null (th_wire_frame_reader_get_room (reader, &size));
  g_assert_cmpuint (size, ==, 0);
}

static void
assert_noise (const char *noise,
              gsize       size)
{
  g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (TH_WIRE_FROM_AGENT);
  g_autoptr(GByteArray) out = g_byte_array_new ();
  g_autofree char *seen = NULL;
  const char *before;

  g_byte_array_append (out, (const guint8 *) noise, size);
  g_byte_array_append (out, th_wire_frame_magic, TH_WIRE_MAGIC_SIZE);
  th_wire_frame_append (out, TH_WIRE_HELLO, "x", 1, 0);
  seen = read_all (reader, out->data, out->len, 1000);
  g_assert_cmpstr (seen, ==, "64:1 ");
  before = th_wire_frame_reader_get_noise (reader);
  g_assert_cmpmem (before, strlen (before), noise, size);
}

static void
test_noise (void)
{
  g_autofree char *most = g_strnfill (TH_WIRE_MAX_NOISE, 'n');
  g_autofree char *more = g_strnfill (TH_WIRE_MAX_NOISE + TH_WIRE_MAGIC_SIZE, 'n');
  g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (TH_WIRE_FROM_AGENT);
  g_autofree char *seen = NULL;

  assert_noise ("", 0);
  assert_noise ("Welcome to web-3\r\n", 18);
  assert_noise ("\x7fTHRESHER-AGEN\x7fTHRESHER", 23);
  assert_noise (most, TH_WIRE_MAX_NOISE);

  seen = read_all (reader, (const guint8 *) more, strlen (more), 999);
  g_assert_cmpstr (seen, ==, "error 0");
}

/* What ssh prints before it gives up. */
static void
test_noise_alone (void)
{
  g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (TH_WIRE_FROM_AGENT);
  g_autofree char *seen = NULL;

  g_assert_cmpstr (th_wire_frame_reader_get_noise (reader), ==, "");
  seen = read_all (reader, (const guint8 *) "no such\0host", 12, 5);
  g_assert_cmpstr (seen, ==, "");
  g_assert_cmpstr (th_wire_frame_reader_get_noise (reader), ==, "no such host");
}

static void
test_packed (void)
{
  g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (TH_WIRE_FROM_AGENT);
  g_autoptr(GByteArray) out = g_byte_array_new ();
  g_autofree guint8 *zeros = g_malloc0 (1 << 20);
  ThWireFrame frame = { 0 };
  gsize fits;

  g_byte_array_append (out, th_wire_frame_magic, TH_WIRE_MAGIC_SIZE);
  th_wire_frame_append (out, TH_WIRE_PAGES, zeros, 1 << 20, 1);
  g_assert_cmpuint (out->len, <, 4096);
  g_assert_cmpuint (out->data[TH_WIRE_MAGIC_SIZE + 5], ==, TH_WIRE_ZSTD);

  memcpy (th_wire_frame_reader_get_room (reader, &fits), out->data, out->len);
  th_wire_frame_reader_pushed (reader, out->len);
  g_assert_cmpint (th_wire_frame_reader_next (reader, &frame, NULL), ==, TH_WIRE_READ_FRAME);
  g_assert_cmpmem (frame.payload, frame.size, zeros, 1 << 20);
}

/* What zstd makes larger, and what may not be packed, is sent as it is. */
static void
test_not_packed (void)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();
  g_autoptr(GByteArray) control = g_byte_array_new ();
  g_autofree char *text = g_strnfill (1000, 'a');

  th_wire_frame_append (out, TH_WIRE_FILE, "abcdefgh", 8, 1);
  g_assert_cmpmem (out->data, out->len, "\x08\0\0\0\x44\0\0\0abcdefgh", 16);
  th_wire_frame_append (control, TH_WIRE_HELLO, text, 1000, 1);
  g_assert_cmpuint (control->len, ==, 1008);
}

/* A second zstd frame, or bytes behind the first, would be read differently elsewhere. */
static void
test_two_packed (void)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();
  guint8 packed[256];
  gsize size = ZSTD_compress (packed, sizeof packed, "", 0, 1);
  guint8 header[TH_WIRE_HEADER_SIZE + 4] = { 4 + 2 * size, 0, 0, 0, TH_WIRE_PAGES, 1 };

  g_byte_array_append (out, th_wire_frame_magic, TH_WIRE_MAGIC_SIZE);
  g_byte_array_append (out, header, sizeof header);
  g_byte_array_append (out, packed, size);
  g_byte_array_append (out, packed, size);
  assert_reads (TH_WIRE_FROM_AGENT, out->data, out->len, "error 4");
}

static void
test_largest (void)
{
  g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (TH_WIRE_FROM_AGENT);
  g_autoptr(GByteArray) out = g_byte_array_new ();
  g_autofree guint8 *bytes = g_malloc0 (TH_WIRE_MAX_DATA);
  g_autofree char *seen = NULL;

  g_byte_array_append (out, th_wire_frame_magic, TH_WIRE_MAGIC_SIZE);
  th_wire_frame_append (out, TH_WIRE_PAGES, bytes, TH_WIRE_MAX_DATA, 0);
  th_wire_frame_append (out, TH_WIRE_PAGES, bytes, TH_WIRE_MAX_DATA, 0);
  th_wire_frame_append (out, TH_WIRE_END, NULL, 0, 0);
  seen = read_all (reader, out->data, out->len, G_MAXSIZE);
  g_assert_cmpstr (seen, ==, "70:16777216 70:16777216 73:0 ");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/capture/frame/bytes", test_bytes);
  g_test_add_func ("/capture/frame/append", test_append);
  g_test_add_func ("/capture/frame/errors", test_errors);
  g_test_add_func ("/capture/frame/after-error", test_after_error);
  g_test_add_func ("/capture/frame/noise", test_noise);
  g_test_add_func ("/capture/frame/noise-alone", test_noise_alone);
  g_test_add_func ("/capture/frame/packed", test_packed);
  g_test_add_func ("/capture/frame/not-packed", test_not_packed);
  g_test_add_func ("/capture/frame/two-packed", test_two_packed);
  g_test_add_func ("/capture/frame/largest", test_largest);
  return g_test_run ();
}
