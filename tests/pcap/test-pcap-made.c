/* test-pcap-made.c - every feature of pcap and pcapng, in captures made by hand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "loader-fixture.h"
#include "pcap-writer.h"

#define MAGIC 0xa1b2c3d4u
#define MAGIC_NS 0xa1b23c4du
#define MAGIC_MODIFIED 0xa1b2cd34u
#define ETHERNET 1
#define RAW 101

/* What is told of one frame, by its text of name=value. */
static char *
get_value (const char *text,
           const char *name)
{
  g_autofree char *key = g_strdup_printf (" %s=", name);
  const char *found = strstr (text, key);

  return found != NULL ? g_strndup (found + strlen (key), strcspn (found + strlen (key), " "))
                       : g_strdup ("-");
}

static void
describe_frame (ThRecording *recording,
                ThReader    *reader,
                ThRef        ref,
                GString     *out)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *length = NULL, *captured = NULL, *direction = NULL;

  g_assert_true (th_reader_get_text (reader, ref, TRUE, text));
  length = get_value (text->str, "length");
  captured = get_value (text->str, "captured");
  direction = get_value (text->str, "direction");
  g_string_append_printf (out, " %s@%" G_GINT64_FORMAT ":%s/%s/%s",
                          th_recording_get_type_name (recording,
                                                      th_recording_get_type (recording, ref)),
                          th_recording_get_time (recording, ref), length, captured, direction);
}

/* "veth0 udp@1000:46/46/1 …; lo …" and the problems */
static char *
describe (PcapWriter *writer)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = fixture_load_bytes (writer->bytes->data, writer->bytes->len,
                                                         &error);
  g_autoptr(ThReader) reader = NULL;
  g_autofree char *problems = NULL;
  GString *out = g_string_new (NULL);

  if (recording == NULL)
    {
      g_string_append (out, error->message);
      return g_string_free (out, FALSE);
    }

  reader = th_reader_new (recording);
  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);
      ThCpu *cpu = th_stream_get_cpu (stream, 0);

      g_assert_cmpuint (th_stream_get_n_cpus (stream), ==, 1);
      g_assert_cmpuint (th_cpu_get_number (cpu), ==, G_MAXUINT);
      g_assert_true (th_stream_is_interface (stream));
      g_assert_cmpstr (th_stream_get_clock (stream)->name, ==, "realtime");
      g_assert_cmpint (th_stream_get_clock (stream)->wall_offset, ==, 0);
      g_string_append_printf (out, "%s%s", s > 0 ? "; " : "", th_stream_get_name (stream));
      for (guint i = 0; i < th_cpu_get_n_lost (cpu); i++)
        g_string_append_printf (out, " (%" G_GINT64_FORMAT " lost before row %u)",
                                th_cpu_get_lost (cpu, i).count, th_cpu_get_lost (cpu, i).row);
      for (guint row = 0; row < th_cpu_get_n_rows (cpu); row++)
        describe_frame (recording, reader, (ThRef) { s, 0, row }, out);
    }
  problems = fixture_problems (recording);
  if (*problems != '\0')
    g_string_append_printf (out, " [%s]", problems);
  return g_string_free (out, FALSE);
}

static void
assert_capture (PcapWriter *writer,
                const char *expected)
{
  g_autofree char *told = describe (writer);

  g_assert_cmpstr (told, ==, expected);
}

/* --- pcap -------------------------------------------------------------- */

static void
test_classic (void)
{
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 1);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr(PcapWriter) writer = pcap_writer_new (i % 2);

      pcap_writer_header (writer, i < 2 ? MAGIC : MAGIC_NS, 4, 65535, ETHERNET);
      pcap_writer_record (writer, 1, 2, 60, frame, PCAP_FRAME_SIZE);
      /* after 2038 and after 2106 - 1 s */
      pcap_writer_record (writer, 4294967295u, 999999, 46, frame, 30);
      assert_capture (writer, i < 2
                      ? "interface 0 udp@1000002000:60/46/0 ipv4@4294967295999999000:46/30/0"
                      : "interface 0 udp@1000000002:60/46/0 ipv4@4294967295000999999:46/30/0");
    }
}

static void
test_modified (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (TRUE);
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 1);
  pcap_writer_header (writer, MAGIC_MODIFIED, 4, 65535, ETHERNET);
  for (guint kind = 0; kind <= 4; kind += 4)
    {
      pcap_writer_add (writer, 5, 4);
      pcap_writer_add (writer, 0, 4);
      pcap_writer_add (writer, PCAP_FRAME_SIZE, 4);
      pcap_writer_add (writer, PCAP_FRAME_SIZE, 4);
      pcap_writer_add (writer, 3, 4);      /* index of the interface */
      pcap_writer_add (writer, 0x0800, 2); /* protocol */
      pcap_writer_add (writer, kind, 1);
      pcap_writer_add (writer, 0, 1);
      pcap_writer_add_bytes (writer, frame, PCAP_FRAME_SIZE);
    }
  assert_capture (writer, "interface 0 udp@5000000000:46/46/1 udp@5000000000:46/46/2");
}

/* Up to version 2.2, the length on the wire came first. */
static void
test_old_version (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (FALSE);
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 1);
  pcap_writer_header (writer, MAGIC, 2, 65535, ETHERNET);
  pcap_writer_add (writer, 1, 4);
  pcap_writer_add (writer, 0, 4);
  pcap_writer_add (writer, 100, 4);
  pcap_writer_add (writer, PCAP_FRAME_SIZE, 4);
  pcap_writer_add_bytes (writer, frame, PCAP_FRAME_SIZE);
  assert_capture (writer, "interface 0 udp@1000000000:100/46/0");
}

/* A record that is too long to be one ends the load: where the next begins is unknown. */
static void
test_classic_damage (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (FALSE);
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 1);
  pcap_writer_header (writer, MAGIC, 4, G_MAXUINT32, ETHERNET);
  pcap_writer_record (writer, 1, 0, 46, frame, PCAP_FRAME_SIZE);
  pcap_writer_add (writer, 2, 4);
  pcap_writer_add (writer, 0, 4);
  pcap_writer_add (writer, 0xf0000000, 4);
  pcap_writer_add (writer, 46, 4);
  assert_capture (writer, "interface 0 udp@1000000000:46/46/0 [bad-record 1]");
}

static void
test_order (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (FALSE);
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_writer_header (writer, MAGIC, 4, 0, ETHERNET);
  for (guint i = 0; i < 4; i++)
    {
      pcap_frame_make (frame, i);
      pcap_writer_record (writer, 10 - i, 0, 50 + i, frame, PCAP_FRAME_SIZE);
    }
  assert_capture (writer, "interface 0 udp@7000000000:53/46/0 udp@8000000000:52/46/0 "
                          "udp@9000000000:51/46/0 udp@10000000000:50/46/0");
}

/* --- pcapng ------------------------------------------------------------ */

static void
test_sections (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (FALSE);
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 1);
  pcap_writer_section (writer);
  pcap_writer_interface (writer, ETHERNET, "eth0", -1);
  pcap_writer_interface (writer, RAW, "tun0", 9);
  pcap_writer_enhanced (writer, 0, 1000000, frame, PCAP_FRAME_SIZE, 1, 0);
  pcap_writer_enhanced (writer, 1, 1000000001, frame + 14, PCAP_FRAME_SIZE - 14, 2, 0);
  /* another byte order, another resolution, the same interface, and one without a name */
  writer->big_endian = TRUE;
  pcap_writer_section (writer);
  pcap_writer_interface (writer, 147, NULL, -1);
  pcap_writer_interface (writer, ETHERNET, "eth0", 9);
  pcap_writer_enhanced (writer, 1, 2000000007, frame, PCAP_FRAME_SIZE, 0, 0);
  pcap_writer_enhanced (writer, 0, 3000000, frame, PCAP_FRAME_SIZE, 0, 0);
  assert_capture (writer, "eth0 udp@1000000000:46/46/1 udp@2000000007:46/46/0; "
                          "tun0 udp@1000000001:32/32/2; interface 2 other@3000000000:46/46/0");
}

/* Simple blocks have no time: that of the frame before, or of the first that has one. */
static void
test_blocks (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (TRUE);
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 1);
  pcap_writer_section (writer);
  pcap_writer_interface (writer, ETHERNET, "eth0", -1);
  for (guint i = 0; i < 2; i++)
    {
      pcap_writer_begin (writer, 3);
      pcap_writer_add (writer, 1500, 4);
      pcap_writer_add_bytes (writer, frame, PCAP_FRAME_SIZE);
      pcap_writer_end (writer);
      /* the obsolete block: interface, drops, time, lengths */
      pcap_writer_begin (writer, 2);
      pcap_writer_add (writer, 0, 2);
      pcap_writer_add (writer, i * 3, 2);
      pcap_writer_add (writer, 0, 4);
      pcap_writer_add (writer, 5000000 + i, 4);
      pcap_writer_add (writer, PCAP_FRAME_SIZE, 4);
      pcap_writer_add (writer, 90, 4);
      pcap_writer_add_bytes (writer, frame, PCAP_FRAME_SIZE);
      pcap_writer_end (writer);
      /* names, which are skipped */
      pcap_writer_begin (writer, 4);
      pcap_writer_add (writer, 0, 4);
      pcap_writer_end (writer);
    }
  assert_capture (writer, "eth0 (3 lost before row 3) udp@5000000000:1500/48/0 "
                          "udp@5000000000:90/46/0 udp@5000000000:1500/48/0 "
                          "udp@5000001000:90/46/0");
}

static void
test_drops (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (FALSE);
  guint8 frame[PCAP_FRAME_SIZE];
  g_autoptr(ThRecording) recording = NULL;

  pcap_frame_make (frame, 1);
  pcap_writer_section (writer);
  pcap_writer_interface (writer, ETHERNET, "eth0", -1);
  pcap_writer_enhanced (writer, 0, 1000000, frame, PCAP_FRAME_SIZE, 0, 0);
  pcap_writer_enhanced (writer, 0, 2000000, frame, PCAP_FRAME_SIZE, 2, 17);
  pcap_writer_begin (writer, 5);
  pcap_writer_add (writer, 0, 4);
  pcap_writer_add (writer, 0, 8);
  for (guint code = 4; code <= 7; code++)
    if (code != 6)
      {
        pcap_writer_add (writer, code, 2);
        pcap_writer_add (writer, 8, 2);
        pcap_writer_add (writer, code == 4 ? 200 : code, 8);
      }
  pcap_writer_end (writer);
  assert_capture (writer, "eth0 (17 lost before row 1) udp@1000000000:46/46/0 "
                          "udp@2000000000:46/46/2");

  recording = fixture_load_bytes (writer->bytes->data, writer->bytes->len, NULL);
  g_assert_cmpstr (th_recording_get_fact (recording, "eth0 counted"), ==,
                   "200 received, 12 dropped");
}

static void
test_resolutions (void)
{
  static const struct
  {
    guint       resolution;
    guint64     ticks;
    gint64      offset;
    const char *time;
  } cases[] = {
    { 0, 5, 0, "5000000000" },
    { 6, 5, -10, "-9999995000" },
    { 12, 5000000000001, 0, "5000000000" },
    { 127, G_MAXUINT64, 0, "0" },
    { 0x80, 7, 1, "8000000000" },
    { 0x80 | 10, 1536, 0, "1500000000" },
    { 0x80 | 32, G_GUINT64_CONSTANT (0x180000000), 0, "1500000000" },
    { 255, G_MAXUINT64, 0, "0" },
    { 9, G_MAXUINT64, 0, NULL },
    { 0, G_MAXUINT64, 0, NULL },
    { 6, 0, G_MAXINT64, NULL },
    { 6, 0, G_MININT64, NULL }
  };
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(PcapWriter) writer = pcap_writer_new (i % 2);
      g_autofree char *expected = NULL;
      guint8 resolution = cases[i].resolution;

      pcap_writer_section (writer);
      pcap_writer_begin (writer, 1);
      pcap_writer_add (writer, ETHERNET, 2);
      pcap_writer_add (writer, 0, 6);
      pcap_writer_option (writer, 9, &resolution, 1);
      pcap_writer_add (writer, 14, 2);
      pcap_writer_add (writer, 8, 2);
      pcap_writer_add (writer, (guint64) cases[i].offset, 8);
      pcap_writer_end (writer);
      pcap_writer_enhanced (writer, 0, cases[i].ticks, frame, PCAP_FRAME_SIZE, 0, 0);
      expected = cases[i].time != NULL
                 ? g_strdup_printf ("interface 0 udp@%s:46/46/0", cases[i].time)
                 : g_strdup ("interface 0 udp@0:46/46/0 [huge-time 1]");
      assert_capture (writer, expected);
    }
}

/* --- hostile ----------------------------------------------------------- */

static void
test_unknown_interface (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (FALSE);
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 1);
  pcap_writer_section (writer);
  pcap_writer_interface (writer, ETHERNET, "eth0", -1);
  pcap_writer_enhanced (writer, G_MAXUINT32, 1, frame, PCAP_FRAME_SIZE, 0, 0);
  pcap_writer_enhanced (writer, 1, 1, frame, PCAP_FRAME_SIZE, 0, 0);
  pcap_writer_enhanced (writer, 0, 1, frame, PCAP_FRAME_SIZE, 0, 0);
  assert_capture (writer, "eth0 udp@1000:46/46/0 [bad-record 2]");
}

static void
test_many_interfaces (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (FALSE);
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *problems = NULL;
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 1);
  pcap_writer_section (writer);
  for (guint i = 0; i < 100000; i++)
    pcap_writer_interface (writer, ETHERNET, NULL, -1);
  pcap_writer_enhanced (writer, 1023, 1, frame, PCAP_FRAME_SIZE, 0, 0);
  pcap_writer_enhanced (writer, 1024, 1, frame, PCAP_FRAME_SIZE, 0, 0);
  pcap_writer_enhanced (writer, 99999, 1, frame, PCAP_FRAME_SIZE, 0, 0);
  recording = fixture_load_bytes (writer->bytes->data, writer->bytes->len, NULL);
  problems = fixture_problems (recording);
  g_assert_cmpuint (th_recording_get_n_streams (recording), ==, 1024);
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, 1);
  g_assert_cmpstr (problems, ==, "bad-record 2");
}

/* Changes the four bytes at @at of a good capture with one frame. */
static char *
describe_changed (gint    at,
                  guint32 number)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (FALSE);
  guint8 frame[PCAP_FRAME_SIZE];
  guint block;

  pcap_frame_make (frame, 1);
  pcap_writer_section (writer);
  pcap_writer_interface (writer, ETHERNET, "eth0", -1);
  block = writer->bytes->len;
  pcap_writer_enhanced (writer, 0, 1000000, frame, PCAP_FRAME_SIZE, 0, 0);
  number = GUINT32_TO_LE (number);
  memcpy (writer->bytes->data + block + at, &number, 4);
  return describe (writer);
}

static void
test_block_sizes (void)
{
  static const struct
  {
    gint        at;
    guint32     number;
    const char *told;
  } cases[] = {
    { 4, 0, "eth0 [bad-record 1]" },
    { 4, 8, "eth0 [bad-record 1]" },
    { 4, 81, "eth0 [bad-record 1]" },
    { 4, 76, "eth0 [bad-record 1]" },             /* not the size at its end */
    { 4, 0xfffffffc, "eth0 [truncated 1]" },
    { 20, 0xffffffff, "eth0 [bad-record 1]" },    /* more captured than the block holds */
    { 20, 49, "eth0 [bad-record 1]" },
    { 76, 80 + 4, "eth0 [bad-record 1]" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *told = describe_changed (cases[i].at, cases[i].number);

      g_assert_cmpstr (told, ==, cases[i].told);
    }
}

/* Options that reach beyond their block, or have an unlikely size. */
static void
test_options (void)
{
  g_autoptr(PcapWriter) writer = pcap_writer_new (FALSE);
  guint8 frame[PCAP_FRAME_SIZE];
  guint8 zeros[9] = { 0 };

  pcap_frame_make (frame, 1);
  pcap_writer_section (writer);
  pcap_writer_begin (writer, 1);
  pcap_writer_add (writer, ETHERNET, 4);
  pcap_writer_add (writer, 0, 4);
  pcap_writer_option (writer, 9, zeros, 0);       /* a resolution without a byte */
  pcap_writer_option (writer, 14, zeros, 9);      /* an offset of nine */
  pcap_writer_option (writer, 11, zeros, 1);      /* a filter without a text */
  pcap_writer_option (writer, 2, "et\xffh\n0", 6); /* no UTF-8 */
  pcap_writer_add (writer, 2, 2);
  pcap_writer_add (writer, 0xffff, 2);
  pcap_writer_end (writer);
  pcap_writer_enhanced (writer, 0, 1000000, frame, PCAP_FRAME_SIZE, 1, 0);
  assert_capture (writer, "et\357\277\275h\n0 udp@1000000000:46/46/1");
}

/* --- damage everywhere ------------------------------------------------- */

static PcapWriter *
make_rich (gboolean is_ng,
           gboolean big_endian)
{
  PcapWriter *writer = pcap_writer_new (big_endian);
  guint8 frame[PCAP_FRAME_SIZE];

  pcap_frame_make (frame, 7);
  if (!is_ng)
    {
      pcap_writer_header (writer, MAGIC, 4, 65535, ETHERNET);
      for (guint i = 0; i < 4; i++)
        pcap_writer_record (writer, i, i, 46, frame, PCAP_FRAME_SIZE);
      return writer;
    }
  for (guint i = 0; i < 2; i++)
    {
      pcap_writer_section (writer);
      pcap_writer_interface (writer, ETHERNET, "eth0", 9);
      pcap_writer_interface (writer, RAW, "tun0", 0x8a);
      pcap_writer_enhanced (writer, 0, 1000, frame, PCAP_FRAME_SIZE, 2, 5);
      pcap_writer_enhanced (writer, 1, 1000, frame + 14, PCAP_FRAME_SIZE - 14, 0, 0);
      pcap_writer_begin (writer, 3);
      pcap_writer_add (writer, PCAP_FRAME_SIZE, 4);
      pcap_writer_add_bytes (writer, frame, PCAP_FRAME_SIZE);
      pcap_writer_end (writer);
      writer->big_endian = !writer->big_endian;
    }
  return writer;
}

static void
test_cuts (void)
{
  for (guint kind = 0; kind < 4; kind++)
    {
      g_autoptr(PcapWriter) writer = make_rich (kind & 1, kind & 2);
      guint64 n = 0;

      for (guint size = 0; size <= writer->bytes->len; size++)
        {
          guint64 now = fixture_try_bytes ((const char *) writer->bytes->data, size);

          /* Each byte more leaves what could be read before. */
          g_assert_cmpuint (now, >=, n);
          n = now;
        }
      g_assert_cmpuint (n, ==, kind & 1 ? 6 : 4);
    }
}

static void
test_flips (void)
{
  static const guint8 masks[] = { 0x01, 0x80, 0xff };

  for (guint kind = 0; kind < 4; kind++)
    {
      g_autoptr(PcapWriter) writer = make_rich (kind & 1, kind & 2);
      char *bytes = (char *) writer->bytes->data;

      for (guint at = 0; at < writer->bytes->len; at++)
        for (guint i = 0; i < G_N_ELEMENTS (masks); i++)
          {
            bytes[at] ^= masks[i];
            fixture_try_bytes (bytes, writer->bytes->len);
            bytes[at] ^= masks[i];
          }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pcap/classic", test_classic);
  g_test_add_func ("/pcap/modified", test_modified);
  g_test_add_func ("/pcap/old-version", test_old_version);
  g_test_add_func ("/pcap/classic-damage", test_classic_damage);
  g_test_add_func ("/pcap/order", test_order);
  g_test_add_func ("/pcap/sections", test_sections);
  g_test_add_func ("/pcap/blocks", test_blocks);
  g_test_add_func ("/pcap/drops", test_drops);
  g_test_add_func ("/pcap/resolutions", test_resolutions);
  g_test_add_func ("/pcap/unknown-interface", test_unknown_interface);
  g_test_add_func ("/pcap/many-interfaces", test_many_interfaces);
  g_test_add_func ("/pcap/block-sizes", test_block_sizes);
  g_test_add_func ("/pcap/options", test_options);
  g_test_add_func ("/pcap/cuts", test_cuts);
  g_test_add_func ("/pcap/flips", test_flips);
  return g_test_run ();
}
