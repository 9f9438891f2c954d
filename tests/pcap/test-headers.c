/* test-headers.c - headers of frames: what tells frames apart, and what is malformed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test-pcap-tshark.py compares the headers of real frames; these are the others.
 */
#include <string.h>

#include "pcap-writer.h"
#include "th-headers.h"
#include "th-link-type.h"

static guint64
get_hash (const guint8 *frame,
          gsize         size)
{
  ThHeaders headers;

  th_headers_parse (TH_LINK_ETHERNET, frame, size, size, &headers);
  return th_headers_hash (&headers, frame, size);
}

/* A router changes the life time, the class and the checksums, and so does a card. */
static void
test_hash (void)
{
  static const struct
  {
    guint    at;
    gboolean same;
  } cases[] = {
    { 0, TRUE },   /* address of Ethernet */
    { 15, TRUE },  /* class */
    { 22, TRUE },  /* life time */
    { 24, TRUE },  /* checksum of IP */
    { 40, TRUE },  /* checksum of UDP */
    { 19, FALSE }, /* identifier */
    { 29, FALSE }, /* source */
    { 33, FALSE }, /* target */
    { 35, FALSE }, /* port */
    { 45, FALSE }  /* payload */
  };
  guint8 frame[PCAP_FRAME_SIZE], padded[60] = { 0 };
  guint64 hash;

  pcap_frame_make (frame, 1);
  hash = get_hash (frame, sizeof frame);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      frame[cases[i].at] ^= 0x10;
      g_assert_cmpint (get_hash (frame, sizeof frame) == hash, ==, cases[i].same);
      frame[cases[i].at] ^= 0x10;
    }

  /* The receiver of a short frame sees its padding. */
  memcpy (padded, frame, sizeof frame);
  g_assert_cmpuint (get_hash (padded, sizeof padded), ==, hash);
}

static char *
describe_dns (const guint8 *message,
              gsize         size)
{
  guint8 frame[600] = { 0 };
  g_autoptr(GString) text = g_string_new (NULL);
  ThHeaders headers;

  pcap_frame_make (frame, 0);
  frame[36] = 0;
  frame[37] = 53;
  frame[17] = 28 + size;
  frame[39] = 8 + size;
  memcpy (frame + 42, message, size);
  th_headers_parse (TH_LINK_ETHERNET, frame, 42 + size, 42 + size, &headers);
  g_assert_cmpuint (headers.protocol, ==, TH_PROTOCOL_DNS);
  th_headers_append_query (&headers, frame, 42 + size, text);
  g_string_append (text, " | ");
  th_headers_append_info (&headers, frame, 42 + size, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

#define ASSERT_DNS(message, expected) \
  G_STMT_START { \
    g_autofree char *told_ = describe_dns ((const guint8 *) (message), sizeof (message) - 1); \
    g_assert_cmpstr (told_, ==, expected); \
  } G_STMT_END

#define QUERY "\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00"

static void
test_dns (void)
{
  ASSERT_DNS (QUERY "\1a\2bc\0\0\1\0\1", "a.bc | Standard query 0x1234 A a.bc");
  ASSERT_DNS (QUERY "\0\0\2\0\1", "<Root> | Standard query 0x1234 NS <Root>");
  /* a name that refers to itself, forwards, and to another that refers back */
  ASSERT_DNS (QUERY "\xc0\x0c\0\1\0\1", " | Standard query 0x1234");
  ASSERT_DNS (QUERY "\xc0\x10\0\1\0\1", " | Standard query 0x1234");
  ASSERT_DNS (QUERY "\1a\xc0\x0c\0\1\0\1", " | Standard query 0x1234");
  /* into the header, where there is a name by chance: "\x34" is a length of 52 */
  ASSERT_DNS (QUERY "\xc0\x01\0\1\0\1", " | Standard query 0x1234");
  /* a label that is longer than the message, and one of a reserved kind */
  ASSERT_DNS (QUERY "\x3f" "abc", " | Standard query 0x1234");
  ASSERT_DNS (QUERY "\x80" "abc", " | Standard query 0x1234");
  /* not for a terminal */
  ASSERT_DNS (QUERY "\3a\x1b.\0\0\1\0\1", "a\\027. | Standard query 0x1234 A a\\027.");
  /* more records than there are */
  ASSERT_DNS ("\x12\x34\x81\x83\xff\xff\xff\xff\xff\xff\xff\xff\0\0\1\0\1",
              "<Root> | Standard query response 0x1234 No such name A <Root>");
}

/* A hundred tunnels in one frame. */
static void
test_nesting (void)
{
  guint8 frame[100 * 20 + 14] = { 0 };
  ThHeaders headers;

  frame[12] = 8;
  for (guint at = 14; at < sizeof frame; at += 20)
    {
      frame[at] = 0x45;
      frame[at + 9] = 4;
    }
  th_headers_parse (TH_LINK_ETHERNET, frame, sizeof frame, sizeof frame, &headers);
  g_assert_cmpuint (headers.n_tunnels, >, 4);
  g_assert_cmpuint (headers.n_tunnels, <, 40);
  g_assert_cmpuint (headers.link_size, ==, 14);
}

static ThProtocol
parse (guint       link_type,
       const char *bytes,
       gsize       size)
{
  ThHeaders headers;

  th_headers_parse (link_type, (const guint8 *) bytes, size, size, &headers);
  return headers.protocol;
}

/* The families of loopback in both byte orders, and raw IP by its version. */
static void
test_link_types (void)
{
  g_assert_cmpint (parse (TH_LINK_NULL, "\2\0\0\0\x45", 5), ==, TH_PROTOCOL_IPV4);
  g_assert_cmpint (parse (TH_LINK_NULL, "\0\0\0\2\x45", 5), ==, TH_PROTOCOL_IPV4);
  g_assert_cmpint (parse (TH_LINK_NULL, "\x1e\0\0\0\x60", 5), ==, TH_PROTOCOL_IPV6);
  g_assert_cmpint (parse (TH_LINK_LOOP, "\0\0\0\x18\x60", 5), ==, TH_PROTOCOL_IPV6);
  g_assert_cmpint (parse (TH_LINK_RAW, "\x45", 1), ==, TH_PROTOCOL_IPV4);
  g_assert_cmpint (parse (TH_LINK_RAW_BSD, "\x60", 1), ==, TH_PROTOCOL_IPV6);
  g_assert_cmpint (parse (TH_LINK_IPV4, "\x45", 1), ==, TH_PROTOCOL_IPV4);
  g_assert_cmpint (parse (TH_LINK_IPV6, "\x60", 1), ==, TH_PROTOCOL_IPV6);
  g_assert_cmpint (parse (TH_LINK_RAW, "\x15", 1), ==, TH_PROTOCOL_ETHERNET);
  g_assert_cmpint (parse (147, "\x45", 1), ==, TH_PROTOCOL_OTHER);
}

/* What the bytes of a frame say is bounded and readable; a copy of its own size shows reads beyond
 * it. */
static void
check_bytes (guint         type,
             const guint8 *bytes,
             gsize         captured,
             gsize         length)
{
  g_autofree guint8 *frame = g_memdup2 (bytes, captured);
  g_autoptr(GString) text = g_string_new (NULL);
  char address[TH_ADDRESS_SIZE];
  gsize size = MIN (captured, TH_HEADERS_MAX);
  ThHeaders headers;

  th_headers_parse (type, frame, captured, length, &headers);
  g_assert_cmpuint (headers.protocol, <, TH_N_PROTOCOLS);
  g_assert_cmpuint (th_headers_hash (&headers, frame, size), !=, 0);
  th_headers_get_source (&headers, address);
  g_assert_cmpuint (strlen (address), <, sizeof address);
  th_headers_append_protocol (&headers, text);
  th_headers_append_tunnel (&headers, text);
  th_headers_append_query (&headers, frame, size, text);
  th_headers_append_info (&headers, frame, size, text);
  g_assert_true (g_utf8_validate (text->str, text->len, NULL));
  g_assert_cmpuint (text->len, <, 4096);
}

/* The seeds of fuzz-headers have every header: the first byte is a link type.  Each is cut at every
 * length, and each byte is inverted, and has each bit flipped. */
static void
test_damage (void)
{
  static const guint types[] = { TH_LINK_ETHERNET, TH_LINK_NULL, TH_LINK_RAW, TH_LINK_SLL,
                                 TH_LINK_SLL2, TH_LINK_IPV4, TH_LINK_IPV6, 147 };
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "headers", NULL);
  g_autoptr(GDir) seeds = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (seeds);
  for (; (name = g_dir_read_name (seeds)) != NULL; n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *data = NULL;
      guint8 *bytes;
      gsize size;
      guint type;

      g_assert_true (g_file_get_contents (path, &data, &size, NULL));
      g_assert_cmpuint (size, >, 1);
      type = types[(guint8) data[0] % G_N_ELEMENTS (types)];
      bytes = (guint8 *) data + 1;
      size--;
      for (gsize cut = 1; cut <= size; cut++)
        {
          check_bytes (type, bytes, cut, size);
          check_bytes (type, bytes, cut, cut);
        }
      for (gsize i = 0; i < size; i++)
        for (guint bit = 0; bit <= 8; bit++)
          {
            guint8 flip = bit < 8 ? 1 << bit : 0xff;

            bytes[i] ^= flip;
            check_bytes (type, bytes, size, size);
            bytes[i] ^= flip;
          }
    }
  g_assert_cmpuint (n, >=, 40);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/headers/hash", test_hash);
  g_test_add_func ("/headers/dns", test_dns);
  g_test_add_func ("/headers/nesting", test_nesting);
  g_test_add_func ("/headers/link-types", test_link_types);
  g_test_add_func ("/headers/damage", test_damage);
  return g_test_run ();
}
