/* test-capture-protocol.c - the window's side of the protocol, fed with damaged streams
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "agent-stream.h"
#include "th-capture-protocol.h"
#include "th-message.h"

#define RECORDING "e1000-gt-udp.dat"
#define N_PAGES 12
#define AGENT_TOKEN "0123456789abcdef 77 88"

typedef struct
{
  Recorded   *recorded;
  char       *folder;
  char       *path;
  GByteArray *hello; /* what comes before the window configures */
  GByteArray *rest;
  gsize       recording_size; /* of the rest: until it stops */
} Fixture;

static void
make_streams (Fixture *fixture)
{
  Recorded *recorded = fixture->recorded;
  GByteArray *rest = g_byte_array_new ();

  fixture->hello = g_byte_array_new ();
  agent_stream_hello (fixture->hello, recorded, 1, 1, NULL);
  agent_stream_configured (rest, recorded, AGENT_TOKEN, NULL);
  agent_stream_head (rest, recorded, NULL);
  agent_stream_counters (rest, "before");
  agent_stream_started (rest);
  agent_stream_pages (rest, recorded, 0, N_PAGES / 2, 1);
  agent_stream_status (rest, recorded, 10, 2000, 0);
  agent_stream_pages (rest, recorded, N_PAGES / 2, N_PAGES, 0);
  fixture->recording_size = rest->len;
  agent_stream_counters (rest, "after");
  agent_stream_end (rest, recorded, "stopped", "");
  fixture->rest = rest;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *recording = recorded_find (RECORDING);

  fixture->recorded = recorded_new (recording);
  g_assert_cmpuint (fixture->recorded->pages->len, >=, N_PAGES);
  fixture->folder = g_dir_make_tmp ("protocol-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "a.dat", NULL);
  make_streams (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_unlink (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_byte_array_unref (fixture->hello);
  g_byte_array_unref (fixture->rest);
  recorded_free (fixture->recorded);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/* Feeds at most @step bytes at a time. */
static void
feed (ThCaptureProtocol *protocol,
      const guint8      *bytes,
      gsize              size,
      gsize              step,
      gint64             now_us)
{
  while (size > 0)
    {
      gsize n;
      guint8 *room = th_capture_protocol_get_room (protocol, &n);

      if (room == NULL || n == 0)
        return;
      n = MIN (MIN (n, step), size);
      memcpy (room, bytes, n);
      th_capture_protocol_pushed (protocol, n, now_us);
      bytes += n;
      size -= n;
    }
}

static void
feed_message (ThCaptureProtocol *protocol,
              ThWireFrameType    type,
              const char        *text,
              gint64             now_us)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();

  th_message_append (bytes, type, g_variant_new_parsed (text));
  feed (protocol, bytes->data, bytes->len, G_MAXSIZE, now_us);
}

static GVariant *
make_configuration (void)
{
  return g_variant_new_parsed ("{'events': <[('net:netif_rx', '')]>}");
}

/* A capture of @rest, which ends there. */
static ThCaptureState
run (Fixture      *fixture,
     const guint8 *rest,
     gsize         size,
     gsize         step)
{
  g_autoptr(ThCaptureProtocol) protocol = th_capture_protocol_new (NULL, NULL);
  g_autofree char *part = g_strconcat (fixture->path, ".part", NULL);

  feed (protocol, fixture->hello->data, fixture->hello->len, step, 1);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_READY);
  th_capture_protocol_start (protocol, make_configuration (), fixture->path, 1 << 20);
  feed (protocol, rest, size, step, 1);
  th_capture_protocol_tick (protocol, G_USEC_PER_SEC);
  th_capture_protocol_closed (protocol, NULL);

  /* However it ended, nothing is left half-way. */
  g_assert_cmpint (th_capture_protocol_get_state (protocol), >=, TH_CAPTURE_ENDED);
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  return th_capture_protocol_get_state (protocol);
}

static void
test_steps (Fixture       *fixture,
            gconstpointer  data)
{
  const gsize steps[] = { 1, 3, 4096, G_MAXSIZE };
  g_autofree char *first = NULL;
  gsize first_size = 0;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *bytes = NULL;
      gsize size;

      g_assert_cmpint (run (fixture, fixture->rest->data, fixture->rest->len, steps[i]), ==,
                       TH_CAPTURE_ENDED);
      g_assert_true (g_file_get_contents (fixture->path, &bytes, &size, NULL));
      g_unlink (fixture->path);
      if (first == NULL)
        {
          first = g_steal_pointer (&bytes);
          first_size = size;
        }
      g_assert_cmpuint (size, ==, first_size);
    }
}

static void
test_cuts (Fixture       *fixture,
           gconstpointer  data)
{
  guint n_files = 0;

  for (gsize size = 0; size < fixture->rest->len; size += size < 400 ? 1 : 401)
    {
      g_assert_cmpint (run (fixture, fixture->rest->data, size, G_MAXSIZE), ==,
                       TH_CAPTURE_FAILED);
      n_files += g_unlink (fixture->path) == 0;
    }
  /* There is a file once STARTED has come. */
  g_assert_cmpuint (n_files, >, 10);
}

static void
test_flips (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (19);
  g_autofree guint8 *bytes = g_memdup2 (fixture->rest->data, fixture->rest->len);
  guint n_ended = 0;

  for (guint i = 0; i < 300; i++)
    {
      gsize at = (gsize) g_rand_int_range (random, 0, (gint32) fixture->rest->len);

      bytes[at] ^= (guint8) (1 << g_rand_int_range (random, 0, 8));
      n_ended += run (fixture, bytes, fixture->rest->len, G_MAXSIZE) == TH_CAPTURE_ENDED;
      g_unlink (fixture->path);
      bytes[at] = fixture->rest->data[at];
    }
  /* Texts and pages are stored as they come, so most flips pass. */
  g_assert_cmpuint (n_ended, >, 50);
  g_assert_cmpuint (n_ended, <, 300);
}

/* A dictionary that says what no agent may. */
static void
check_configured (Fixture    *fixture,
                  const char *text)
{
  g_autoptr(GByteArray) rest = g_byte_array_new ();

  th_message_append (rest, TH_WIRE_CONFIGURED, g_variant_new_parsed (text));
  agent_stream_head (rest, fixture->recorded, NULL);
  agent_stream_started (rest);
  if (run (fixture, rest->data, rest->len, G_MAXSIZE) != TH_CAPTURE_FAILED ||
      g_file_test (fixture->path, G_FILE_TEST_EXISTS))
    g_error ("%s was taken", text);
}

#define REST "'clock': <'mono'>, 'instance': <'thresher_1'>"

static void
test_hostile_configured (Fixture       *fixture,
                         gconstpointer  data)
{
  check_configured (fixture, "{" REST ", 'page-size': <uint32 4096>}");
  check_configured (fixture, "{" REST ", 'page-size': <uint32 4096>, 'cpus': <@au []>}");
  check_configured (fixture, "{" REST ", 'page-size': <uint32 4096>, 'cpus': <[uint32 1, 0]>}");
  check_configured (fixture, "{" REST ", 'page-size': <uint32 4096>, 'cpus': <[uint32 1, 1]>}");
  check_configured (fixture, "{" REST ", 'page-size': <uint32 4096>, 'cpus': <[uint32 70000]>}");
  check_configured (fixture, "{" REST ", 'page-size': <uint32 4096>, 'cpus': <['a']>}");
  check_configured (fixture, "{" REST ", 'page-size': <uint32 0>, 'cpus': <[uint32 0]>}");
  check_configured (fixture, "{" REST ", 'page-size': <uint32 5000>, 'cpus': <[uint32 0]>}");
  check_configured (fixture, "{" REST ", 'page-size': <uint32 1073741824>, 'cpus': <[uint32 0]>}");
  check_configured (fixture, "{'clock': <'../mono'>, 'page-size': <uint32 4096>, "
                             "'cpus': <[uint32 0]>}");
}

static void
check_file (Fixture        *fixture,
            ThWireFileKind  kind,
            const char     *name)
{
  g_autoptr(GByteArray) rest = g_byte_array_new ();

  agent_stream_configured (rest, fixture->recorded, NULL, NULL);
  th_wire_file_append (rest, kind, name, "name: x\nID: 1\n", 14, FALSE, 0);
  agent_stream_head (rest, fixture->recorded, NULL);
  agent_stream_started (rest);
  agent_stream_end (rest, fixture->recorded, "stopped", "");
  if (run (fixture, rest->data, rest->len, G_MAXSIZE) != TH_CAPTURE_FAILED)
    g_error ("%s was taken", name);
}

static void
test_hostile_names (Fixture       *fixture,
                    gconstpointer  data)
{
  check_file (fixture, TH_WIRE_FILE_FORMAT, "");
  check_file (fixture, TH_WIRE_FILE_FORMAT, "sched");
  check_file (fixture, TH_WIRE_FILE_FORMAT, "/event");
  check_file (fixture, TH_WIRE_FILE_FORMAT, "sched/");
  check_file (fixture, TH_WIRE_FILE_FORMAT, "sched/a/b");
  check_file (fixture, TH_WIRE_FILE_FORMAT, "a b/c");
}

/* A text that is broken off by another. */
static void
test_torn_text (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GByteArray) rest = g_byte_array_new ();

  agent_stream_configured (rest, fixture->recorded, NULL, NULL);
  th_wire_file_append (rest, TH_WIRE_FILE_HEADER_PAGE, "", "x", 1, TRUE, 0);
  th_wire_file_append (rest, TH_WIRE_FILE_HEADER_EVENT, "", "x", 1, FALSE, 0);
  g_assert_cmpint (run (fixture, rest->data, rest->len, G_MAXSIZE), ==, TH_CAPTURE_FAILED);
}

/* An agent that falls silent in mid-recording is given up after 20 s; one that never was asked to
 * record may be silent for ever. */
static void
test_silence (Fixture       *fixture,
              gconstpointer  data)
{
  ThCaptureProtocol *protocol = th_capture_protocol_new (NULL, NULL);

  feed (protocol, fixture->hello->data, fixture->hello->len, G_MAXSIZE, 1);
  th_capture_protocol_tick (protocol, 3600 * G_TIME_SPAN_SECOND);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_READY);

  th_capture_protocol_start (protocol, make_configuration (), fixture->path, 0);
  feed (protocol, fixture->rest->data, fixture->recording_size, G_MAXSIZE,
        3600 * G_TIME_SPAN_SECOND);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_RECORDING);
  th_capture_protocol_tick (protocol, 3619 * G_TIME_SPAN_SECOND);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_RECORDING);
  th_capture_protocol_tick (protocol, 3621 * G_TIME_SPAN_SECOND);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_FAILED);
  g_assert_error ((GError *) th_capture_protocol_get_error (protocol), TH_CAPTURE_ERROR,
                  TH_CAPTURE_ERROR_CONNECTION);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  th_capture_protocol_free (protocol);
}

/* Once it was asked something, an agent has to answer: a question within 20 s, a configuration
 * within 60 s.  A recording that waits for others does not wait for its agent. */
static void
test_silence_early (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(ThCaptureProtocol) protocol = th_capture_protocol_new (NULL, NULL);
  g_autoptr(ThCaptureProtocol) other = th_capture_protocol_new (NULL, NULL);

  feed (protocol, fixture->hello->data, fixture->hello->len, G_MAXSIZE, 1);
  th_capture_protocol_tick (protocol, 1000 * G_TIME_SPAN_SECOND);
  th_capture_protocol_ask (protocol, 7, g_variant_new_parsed ("{'what': <'events'>}"));
  th_capture_protocol_tick (protocol, 1019 * G_TIME_SPAN_SECOND);
  feed_message (protocol, TH_WIRE_ANSWER, "{'ticket': <uint32 7>}", 1020 * G_TIME_SPAN_SECOND);
  th_capture_protocol_tick (protocol, 2000 * G_TIME_SPAN_SECOND);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_READY);

  th_capture_protocol_ask (protocol, 8, g_variant_new_parsed ("{'what': <'events'>}"));
  feed_message (protocol, TH_WIRE_ANSWER, "{'ticket': <uint32 99>}", 2001 * G_TIME_SPAN_SECOND);
  th_capture_protocol_tick (protocol, 2022 * G_TIME_SPAN_SECOND);
  g_assert_error (th_capture_protocol_get_error (protocol), TH_CAPTURE_ERROR,
                  TH_CAPTURE_ERROR_CONNECTION);

  feed (other, fixture->hello->data, fixture->hello->len, G_MAXSIZE, 1);
  th_capture_protocol_start (other, make_configuration (), fixture->path, 0);
  th_capture_protocol_tick (other, 59 * G_TIME_SPAN_SECOND);
  g_assert_cmpint (th_capture_protocol_get_state (other), ==, TH_CAPTURE_STARTING);
  th_capture_protocol_tick (other, 61 * G_TIME_SPAN_SECOND);
  g_assert_error (th_capture_protocol_get_error (other), TH_CAPTURE_ERROR,
                  TH_CAPTURE_ERROR_CONNECTION);
  g_assert_null (th_capture_protocol_get_path (other));
}

/* --- after the stop -------------------------------------------------------- */

/* Begins a recording, stops it, and sends its pages until the state changes; returns how many bytes
 * of pages came after the stop, at most @most. */
static guint64
feed_after_stop (Fixture           *fixture,
                 ThCaptureProtocol *protocol,
                 const char        *configuration,
                 guint64            most)
{
  g_autoptr(GByteArray) pages = g_byte_array_new ();
  guint64 n = 0, step = (guint64) fixture->recorded->pages->len * 4096;

  agent_stream_pages (pages, fixture->recorded, 0, fixture->recorded->pages->len, 1);
  feed (protocol, fixture->hello->data, fixture->hello->len, G_MAXSIZE, 1);
  th_capture_protocol_start (protocol, g_variant_new_parsed (configuration), fixture->path, 0);
  feed (protocol, fixture->rest->data, fixture->recording_size, G_MAXSIZE, 1);
  th_capture_protocol_stop (protocol, 0);
  for (; n < most && th_capture_protocol_get_state (protocol) == TH_CAPTURE_STOPPING; n += step)
    feed (protocol, pages->data, pages->len, G_MAXSIZE, 1);
  return n;
}

/* An agent that goes on recording is stopped when it has sent more than its buffers (64 KiB for
 * each CPU that was asked for, and not what it claims) and 40 MiB hold; with `hold` it may send. */
static void
test_endless (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(ThCaptureProtocol) protocol = th_capture_protocol_new (NULL, NULL);
  g_autoptr(ThCaptureProtocol) other = th_capture_protocol_new (NULL, NULL);
  guint64 n = feed_after_stop (fixture, protocol, "{'buffer-kb': <uint64 64>}", 1 << 30);

  g_assert_error (th_capture_protocol_get_error (protocol), TH_CAPTURE_ERROR,
                  TH_CAPTURE_ERROR_PROTOCOL);
  g_assert_cmpuint (n, >=, 40 << 20);
  g_assert_cmpuint (n, <, (40 << 20) + fixture->recorded->cpus->len * (80 << 10) + (64 << 20));
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);

  n = feed_after_stop (fixture, other, "{'buffer-kb': <uint64 64>, 'hold': <true>}", n + 1);
  g_assert_cmpint (th_capture_protocol_get_state (other), ==, TH_CAPTURE_STOPPING);
}

/* Reports alone do not keep a recording open. */
static void
test_no_end (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThCaptureProtocol) protocol = th_capture_protocol_new (NULL, NULL);

  feed_after_stop (fixture, protocol, "{'buffer-kb': <uint64 64>}", 0);
  for (guint second = 1; second <= 119; second += 2)
    {
      feed_message (protocol, TH_WIRE_STATUS, "@a{sv} {}", second * G_TIME_SPAN_SECOND);
      th_capture_protocol_tick (protocol, second * G_TIME_SPAN_SECOND);
    }
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_STOPPING);
  feed_message (protocol, TH_WIRE_STATUS, "@a{sv} {}", 121 * G_TIME_SPAN_SECOND);
  th_capture_protocol_tick (protocol, 121 * G_TIME_SPAN_SECOND);
  g_assert_error (th_capture_protocol_get_error (protocol), TH_CAPTURE_ERROR,
                  TH_CAPTURE_ERROR_CONNECTION);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

/* What waits is committed within 60 ms, and not more often. */
static void
test_commits (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(ThCaptureProtocol) protocol = th_capture_protocol_new (NULL, NULL);
  g_autoptr(GByteArray) pages = g_byte_array_new ();
  ThFeed *live;
  gint64 next;

  feed (protocol, fixture->hello->data, fixture->hello->len, G_MAXSIZE, 1);
  th_capture_protocol_start (protocol, make_configuration (), fixture->path, 0);
  feed (protocol, fixture->rest->data, fixture->recording_size, G_MAXSIZE, 1);
  th_capture_protocol_tick (protocol, 1000000);
  live = th_capture_protocol_get_feed (protocol);
  g_assert_cmpuint (th_feed_get_size (live, 0), >, 0);
  g_assert_cmpint (th_capture_protocol_tick (protocol, 1000001), ==, G_MAXINT64);

  for (guint i = 0; i < fixture->recorded->pages->len && pages->len == 0; i++)
    if (g_array_index (fixture->recorded->pages, RecordedPage, i).cpu == 0)
      agent_stream_pages (pages, fixture->recorded, i, i + 1, 0);
  guint64 before = th_feed_get_size (live, 0);
  feed (protocol, pages->data, pages->len, G_MAXSIZE, 1010000);
  next = th_capture_protocol_tick (protocol, 1010000);
  g_assert_cmpint (next, ==, 1060000);
  g_assert_cmpuint (th_feed_get_size (live, 0), ==, before);
  th_capture_protocol_tick (protocol, next);
  g_assert_cmpuint (th_feed_get_size (live, 0), >, before);
}

/* What the window says: a greeting with the version, and signs of life from then on. */
static void
test_sent (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(ThCaptureProtocol) protocol = th_capture_protocol_new (NULL, NULL);
  GByteArray *output = th_capture_protocol_get_output (protocol);
  g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (TH_WIRE_FROM_WINDOW);
  const ThWireFrameType expected[] = { TH_WIRE_GREET, TH_WIRE_ALIVE, TH_WIRE_CONFIGURE };
  ThWireFrame frame;
  gsize size;

  th_capture_protocol_alive (protocol);
  g_assert_cmpuint (output->len, ==, 0);
  feed (protocol, fixture->hello->data, fixture->hello->len, G_MAXSIZE, 1);
  th_capture_protocol_alive (protocol);
  th_capture_protocol_start (protocol, make_configuration (), fixture->path, 0);
  memcpy (th_wire_frame_reader_get_room (reader, &size), output->data, output->len);
  g_assert_cmpuint (size, >, output->len);
  th_wire_frame_reader_pushed (reader, output->len);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpint (th_wire_frame_reader_next (reader, &frame, NULL), ==, TH_WIRE_READ_FRAME);
      g_assert_cmpint (frame.type, ==, expected[i]);
    }
  g_assert_cmpint (th_wire_frame_reader_next (reader, &frame, NULL), ==, TH_WIRE_READ_MORE);
}

/* --- a lost connection ------------------------------------------------------ */

/* The number of frames after CONFIGURED that are complete in the first @size bytes of the rest;
 * *@next is where the one after them begins. */
static guint64
count_frames (Fixture *fixture,
              gsize    size,
              gsize   *next)
{
  guint64 n = 0;

  *next = 0;
  for (gsize at = 0; at < size;)
    {
      guint32 length;

      memcpy (&length, fixture->rest->data + at, sizeof length);
      at += TH_WIRE_HEADER_SIZE + GUINT32_FROM_LE (length);
      if (at > size)
        break;
      *next = at;
      n++;
    }
  return n - 1;
}

/* Begins a recording that may be resumed for 5 s, and feeds @size bytes of the rest. */
static ThCaptureProtocol *
begin (Fixture *fixture,
       gsize    size)
{
  ThCaptureProtocol *protocol = th_capture_protocol_new (NULL, NULL);

  feed (protocol, fixture->hello->data, fixture->hello->len, G_MAXSIZE, 1);
  th_capture_protocol_start (protocol, g_variant_new_parsed ("{'resume': <uint32 5>}"),
                             fixture->path, 0);
  feed (protocol, fixture->rest->data, size, G_MAXSIZE, 1);
  return protocol;
}

static void
assert_lost (ThCaptureProtocol *protocol,
             gint64             when)
{
  gint64 retry = 0;

  g_assert_true (th_capture_protocol_is_resuming (protocol));
  g_assert_true (th_capture_protocol_is_lost (protocol, &retry));
  g_assert_cmpint (retry, ==, when);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_RECORDING);
}

/* Connects again at @now_us and says hello; returns the number of frames of the RESUME. */
static guint64
say_hello (Fixture           *fixture,
           ThCaptureProtocol *protocol,
           gint64             now_us)
{
  g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (TH_WIRE_FROM_WINDOW);
  GByteArray *output = th_capture_protocol_get_output (protocol);
  g_autoptr(GVariant) message = NULL;
  ThWireFrame frame;
  gsize size;

  th_capture_protocol_tick (protocol, now_us);
  th_capture_protocol_connected (protocol);
  th_capture_protocol_alive (protocol);
  g_assert_cmpuint (output->len, ==, 0);
  feed (protocol, fixture->hello->data, fixture->hello->len, 7, now_us);
  memcpy (th_wire_frame_reader_get_room (reader, &size), output->data, output->len);
  th_wire_frame_reader_pushed (reader, output->len);
  g_byte_array_set_size (output, 0);
  g_assert_cmpint (th_wire_frame_reader_next (reader, &frame, NULL), ==, TH_WIRE_READ_FRAME);
  g_assert_cmpint (frame.type, ==, TH_WIRE_GREET);
  g_assert_cmpint (th_wire_frame_reader_next (reader, &frame, NULL), ==, TH_WIRE_READ_FRAME);
  g_assert_cmpint (frame.type, ==, TH_WIRE_RESUME);
  message = th_message_parse (&frame, NULL);
  g_assert_cmpstr (th_message_get_string (message, "resume", ""), ==, AGENT_TOKEN);
  g_assert_cmpint (th_wire_frame_reader_next (reader, &frame, NULL), ==, TH_WIRE_READ_MORE);
  return th_message_get_uint (message, "frames", G_MAXUINT64);
}

/* Breaks the connection when @size bytes of the rest have arrived, and takes it up again; returns
 * where the stream goes on. */
static gsize
break_and_resume (Fixture           *fixture,
                  ThCaptureProtocol *protocol,
                  gsize              size,
                  gint64             now_us)
{
  gsize next;
  guint64 n = count_frames (fixture, size, &next);
  g_autofree char *resumed = g_strdup_printf ("{'frames': <uint64 %" G_GUINT64_FORMAT ">}", n);

  th_capture_protocol_tick (protocol, now_us);
  th_capture_protocol_closed (protocol, NULL);
  assert_lost (protocol, now_us);
  g_assert_cmpuint (say_hello (fixture, protocol, now_us + 1), ==, n);
  feed_message (protocol, TH_WIRE_RESUMED, resumed, now_us + 2);
  g_assert_false (th_capture_protocol_is_resuming (protocol));
  return next;
}

/* The same file comes out wherever the connection breaks, also twice. */
static void
resume_at (Fixture    *fixture,
           gsize       size,
           const char *whole,
           gsize       whole_size)
{
  g_autoptr(ThCaptureProtocol) protocol = begin (fixture, size);
  gsize at = break_and_resume (fixture, protocol, size, 1000000);
  gsize again = CLAMP (at + 3000, at, fixture->recording_size), got;
  g_autofree char *bytes = NULL;

  feed (protocol, fixture->rest->data + at, again - at, 501, 1100000);
  at = break_and_resume (fixture, protocol, again, 2000000);
  feed (protocol, fixture->rest->data + at, fixture->rest->len - at, G_MAXSIZE, 2100000);
  g_assert_cmpuint (th_capture_protocol_get_n_resumed (protocol), ==, 2);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_ENDED);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &got, NULL));
  g_assert_cmpmem (bytes, got, whole, whole_size);
  g_unlink (fixture->path);
}

static void
test_resume (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *whole = NULL;
  gsize whole_size, started = 0;

  g_assert_cmpint (run (fixture, fixture->rest->data, fixture->rest->len, G_MAXSIZE), ==,
                   TH_CAPTURE_ENDED);
  g_assert_true (g_file_get_contents (fixture->path, &whole, &whole_size, NULL));
  g_unlink (fixture->path);

  for (gsize size = 1; fixture->rest->data[started + 4] != TH_WIRE_STARTED; size++)
    count_frames (fixture, size, &started);
  count_frames (fixture, started + 200, &started);
  for (gsize size = started; size < fixture->recording_size; size += 977)
    resume_at (fixture, size, whole, whole_size);
}

/* What is no agent, or is not ready, is tried again; the time for that is limited. */
static void
test_resume_again (Fixture       *fixture,
                   gconstpointer  data)
{
  static const char busy[] = "{'what': <uint32 9>, 'code': <'busy'>, 'message': <'Not yet.'>}";
  g_autoptr(ThCaptureProtocol) protocol = begin (fixture, fixture->recording_size);
  g_autofree guint8 *noise = g_malloc (100 << 10);

  th_capture_protocol_tick (protocol, G_USEC_PER_SEC);
  th_capture_protocol_closed (protocol, NULL);
  assert_lost (protocol, 1000000);
  th_capture_protocol_connected (protocol);
  memset (noise, 'n', 100 << 10);
  feed (protocol, noise, 100 << 10, G_MAXSIZE, 1100000);
  assert_lost (protocol, 2100000);
  say_hello (fixture, protocol, 2200000);
  feed_message (protocol, TH_WIRE_STATUS, "@a{sv} {}", 2300000);
  assert_lost (protocol, 3300000);
  say_hello (fixture, protocol, 3400000);
  feed_message (protocol, TH_WIRE_REFUSAL, busy, 3500000);
  assert_lost (protocol, 4500000);
  say_hello (fixture, protocol, 4600000);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_RECORDING);
  th_capture_protocol_tick (protocol, 6000001);
  g_assert_error (th_capture_protocol_get_error (protocol), TH_CAPTURE_ERROR,
                  TH_CAPTURE_ERROR_CONNECTION);
  g_assert_nonnull (strstr (th_capture_protocol_get_error (protocol)->message, "Not yet."));
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_resume_refused (Fixture       *fixture,
                     gconstpointer  data)
{
  static const struct
  {
    ThWireFrameType type;
    const char     *message;
    const char     *words;
  } cases[] = {
    { TH_WIRE_REFUSAL, "{'code': <'resume'>, 'message': <'Gone.'>}", "Gone." },
    { TH_WIRE_RESUMED, "{'frames': <uint64 3>}", "another place" },
    { TH_WIRE_RESUMED, "@a{sv} {}", "another place" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(ThCaptureProtocol) protocol = begin (fixture, fixture->recording_size);

      th_capture_protocol_closed (protocol, NULL);
      say_hello (fixture, protocol, 100);
      feed_message (protocol, cases[i].type, cases[i].message, 200);
      g_assert_error (th_capture_protocol_get_error (protocol), TH_CAPTURE_ERROR,
                      TH_CAPTURE_ERROR_CONNECTION);
      g_assert_nonnull (strstr (th_capture_protocol_get_error (protocol)->message,
                                cases[i].words));
      g_assert_cmpint (g_unlink (fixture->path), ==, 0);
    }
}

/* A stop is repeated when the connection is back, and giving up does not wait for it. */
static void
test_resume_stop (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(ThCaptureProtocol) protocol = begin (fixture, fixture->recording_size);
  GByteArray *output = th_capture_protocol_get_output (protocol);
  g_autofree char *resumed = NULL;
  guint64 n;

  th_capture_protocol_closed (protocol, NULL);
  th_capture_protocol_stop (protocol, 0);
  g_assert_cmpuint (output->len, ==, 0);
  n = say_hello (fixture, protocol, 100);
  resumed = g_strdup_printf ("{'frames': <uint64 %" G_GUINT64_FORMAT ">}", n);
  feed_message (protocol, TH_WIRE_RESUMED, resumed, 200);
  g_assert_cmpuint (output->len, >=, TH_WIRE_HEADER_SIZE);
  g_assert_cmpuint (output->data[4], ==, TH_WIRE_STOP);

  th_capture_protocol_closed (protocol, NULL);
  g_assert_true (th_capture_protocol_is_resuming (protocol));
  th_capture_protocol_hang_up (protocol);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_FAILED);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

/* --- the check of the head ------------------------------------------------- */

static guint
count_sent (ThCaptureProtocol *protocol,
            ThWireFrameType    type)
{
  GByteArray *output = th_capture_protocol_get_output (protocol);
  guint n = 0;

  for (guint32 at = 0, size; at < output->len; at += TH_WIRE_HEADER_SIZE + GUINT32_FROM_LE (size))
    {
      memcpy (&size, output->data + at, sizeof size);
      n += output->data[at + 4] == type;
    }
  return n;
}

/* The file has its head, and room for what follows: only its beginning is read. */
static gboolean
check_cb (const char  *path,
          ThFeed      *feed,
          gpointer     data,
          GError     **error)
{
  g_autofree char *head = g_malloc (1 << 20);
  FILE *file = g_fopen (path, "rb");
  gsize size;

  g_assert_nonnull (file);
  size = fread (head, 1, 1 << 20, file);
  fclose (file);
  g_assert_nonnull (memmem (head, size, "name: netif_rx", strlen ("name: netif_rx")));
  g_assert_cmpuint (th_feed_get_size (feed, 0), ==, 0);
  if (*(gboolean *) data)
    return TRUE;
  g_set_error_literal (error, TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_REFUSED, "no such field");
  return FALSE;
}

/* Up to the answer that follows the formats. */
static void
configure_checked (Fixture           *fixture,
                   ThCaptureProtocol *protocol)
{
  g_autoptr(GByteArray) head = g_byte_array_new ();

  g_byte_array_set_size (th_capture_protocol_get_output (protocol), 0);
  th_capture_protocol_start (protocol, make_configuration (), fixture->path, 0);
  agent_stream_configured (head, fixture->recorded, AGENT_TOKEN, NULL);
  agent_stream_head (head, fixture->recorded, NULL);
  feed (protocol, head->data, head->len, G_MAXSIZE, 1);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_STARTING);
  g_assert_cmpuint (count_sent (protocol, TH_WIRE_ASK), ==, 1);
  g_assert_cmpuint (count_sent (protocol, TH_WIRE_START), ==, 0);
  feed_message (protocol, TH_WIRE_ANSWER, "{'ticket': <uint32 0>, 'names': <['']>}", 1);
}

/* A recording that is rejected never starts and leaves no file; the next one does start. */
static void
test_check (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(ThCaptureProtocol) protocol = th_capture_protocol_new (NULL, NULL);
  g_autofree char *part = g_strconcat (fixture->path, ".part", NULL);
  g_autoptr(GByteArray) rest = g_byte_array_new ();
  gboolean accepts = FALSE;

  feed (protocol, fixture->hello->data, fixture->hello->len, G_MAXSIZE, 1);
  th_capture_protocol_check_head (protocol, check_cb, &accepts);
  configure_checked (fixture, protocol);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_READY);
  g_assert_cmpstr (th_capture_protocol_get_refusal (protocol), ==, "no such field");
  g_assert_cmpuint (count_sent (protocol, TH_WIRE_START), ==, 0);
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));

  accepts = TRUE;
  configure_checked (fixture, protocol);
  g_assert_cmpuint (count_sent (protocol, TH_WIRE_START), ==, 1);
  agent_stream_started (rest);
  agent_stream_pages (rest, fixture->recorded, 0, N_PAGES, 0);
  agent_stream_end (rest, fixture->recorded, "stopped", "");
  feed (protocol, rest->data, rest->len, G_MAXSIZE, 1);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_ENDED);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

/* An agent that goes away during the check leaves no file that has only a head. */
static void
test_check_cut (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(ThCaptureProtocol) protocol = th_capture_protocol_new (NULL, NULL);
  gboolean accepts = TRUE;

  feed (protocol, fixture->hello->data, fixture->hello->len, G_MAXSIZE, 1);
  th_capture_protocol_check_head (protocol, check_cb, &accepts);
  configure_checked (fixture, protocol);
  th_capture_protocol_closed (protocol, NULL);
  g_assert_cmpint (th_capture_protocol_get_state (protocol), ==, TH_CAPTURE_FAILED);
  g_assert_null (th_capture_protocol_get_path (protocol));
  g_assert_cmpint (g_access (fixture->path, F_OK), !=, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/capture/protocol/" path, Fixture, NULL, set_up, func, \
                                    tear_down)
  ADD ("steps", test_steps);
  ADD ("cuts", test_cuts);
  ADD ("flips", test_flips);
  ADD ("hostile-configured", test_hostile_configured);
  ADD ("hostile-names", test_hostile_names);
  ADD ("torn-text", test_torn_text);
  ADD ("silence", test_silence);
  ADD ("silence-early", test_silence_early);
  ADD ("endless", test_endless);
  ADD ("no-end", test_no_end);
  ADD ("commits", test_commits);
  ADD ("sent", test_sent);
  ADD ("resume", test_resume);
  ADD ("resume-again", test_resume_again);
  ADD ("resume-refused", test_resume_refused);
  ADD ("resume-stop", test_resume_stop);
  ADD ("check", test_check);
  ADD ("check-cut", test_check_cut);
  return g_test_run ();
}
