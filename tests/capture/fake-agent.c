/* fake-agent.c - an agent that replays a recording, well or badly
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   fake-agent SCENARIO RECORDING
 *
 * It obeys the window's frames as docs/protocol.md says; the scenario is what it does wrong.  The
 * clock of its recording is that of this machine; in "ahead" it is five seconds ahead of that.  Its
 * machine runs nginx as process 4711, or what FAKE_NGINX ("PID NAME") says, or what the file named
 * by FAKE_PROCESS says when the agent is asked.  If there is a FAKE_ENDS, "cut" and "gives-up" end
 * only once that file exists.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent-stream.h"
#include "th-wire-file.h"

#define AHEAD G_GINT64_CONSTANT (5000000000)

static const char *scenario;
static Recorded *recorded;
static ThWireFrameReader *reader;
static guint n_configured;
static gboolean is_recording;

static gboolean
is (const char *name)
{
  return strcmp (scenario, name) == 0;
}

static void
send_all (GByteArray *out)
{
  for (gsize done = 0; done < out->len; )
    {
      gssize n = write (STDOUT_FILENO, out->data + done, out->len - done);

      if (n <= 0)
        exit (9);
      done += (gsize) n;
    }
  g_byte_array_set_size (out, 0);
}

static void
tell_time (const ThWireFrame *frame)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();
  g_autoptr(GVariant) question = th_message_parse (frame, NULL);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "ticket", "u", (guint) th_message_get_uint (question, "ticket", 0));
  g_variant_dict_insert (&dict, "time", "x", g_get_monotonic_time () * 1000 +
                                             (is ("ahead") ? AHEAD : 0));
  th_message_append (out, TH_WIRE_TIME, g_variant_dict_end (&dict));
  if (is_recording)
    agent_stream_status (out, recorded, 1000, 42000, 7);
  send_all (out);
}

/* Waits for a frame other than ALIVE and CLOCK; its dictionary, if it has one. */
static ThWireFrameType
receive (GVariant **message)
{
  ThWireFrame frame;

  for (;;)
    {
      g_autoptr(GError) error = NULL;
      gsize size;
      guint8 *room;
      gssize n;

      switch (th_wire_frame_reader_next (reader, &frame, &error))
        {
        case TH_WIRE_READ_FRAME:
          if (frame.type == TH_WIRE_CLOCK)
            tell_time (&frame);
          if (frame.type == TH_WIRE_ALIVE || frame.type == TH_WIRE_CLOCK)
            continue;
          *message = frame.size > 0 ? th_message_parse (&frame, NULL) : NULL;
          return frame.type;
        case TH_WIRE_READ_ERROR:
          g_printerr ("fake-agent: %s\n", error->message);
          exit (8);
        case TH_WIRE_READ_MORE:
        default:
          break;
        }
      room = th_wire_frame_reader_get_room (reader, &size);
      n = read (STDIN_FILENO, room, size);
      if (n <= 0)
        exit (0);
      th_wire_frame_reader_pushed (reader, (gsize) n);
    }
}

static void
expect (ThWireFrameType type,
        GVariant      **message)
{
  ThWireFrameType got = receive (message);

  if (got == type)
    return;
  g_printerr ("fake-agent: frame %u instead of %u\n", got, type);
  exit (7);
}

/* --- before a hello -------------------------------------------------------- */

static void
say (const char *words,
     int         status)
{
  fputs (words, stderr);
  exit (status);
}

static void
fail_early (void)
{
  if (is ("not-found"))
    say ("thresher-agent: not found\n", 127);
  if (is ("sudo"))
    say ("sudo: a password is required\n", 1);
  if (is ("login"))
    say ("dev@far: Permission denied (publickey,password).\r\n", 255);
  if (is ("askpass"))
    say ("ssh_askpass: exec(/usr/bin/ssh-askpass): No such file or directory\r\n"
         "dev@far: Permission denied (publickey,password).\r\n", 255);
  if (is ("resolve"))
    say ("ssh: Could not resolve hostname far: Name or service not known\r\n", 255);
  if (is ("refused-port"))
    say ("ssh: connect to host far port 22: Connection refused\r\n", 255);
  if (is ("dead"))
    exit (3);
  if (is ("killed"))
    raise (SIGKILL);
  if (is ("shell"))
    {
      puts ("This account is not available.");
      exit (0);
    }
  if (is ("endless-noise"))
    while (puts ("noise noise noise noise noise noise") >= 0)
      ;
  if (is ("noise"))
    {
      puts ("Welcome to \033[31mfar\033[0m!");
      fflush (stdout);
    }
  if (is ("errors"))
    fputs ("warning: \033[31mred\033[0m\n\xff bad bytes\n", stderr);
}

/* --- a recording ----------------------------------------------------------- */

static void
refuse (GByteArray *out)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "what", "u", TH_WIRE_CONFIGURE);
  g_variant_dict_insert (&dict, "code", "s", "filter");
  g_variant_dict_insert (&dict, "message", "s", "The kernel refuses the filter.");
  g_variant_dict_insert (&dict, "detail", "s", "x == \033y\n     ^\n");
  th_message_append (out, TH_WIRE_REFUSAL, g_variant_dict_end (&dict));
  send_all (out);
}

static void
send_bad_cpu (GByteArray *out)
{
  const RecordedPage *page = &g_array_index (recorded->pages, RecordedPage, 0);
  const guint32 head[] = { GUINT32_TO_LE (99), GUINT32_TO_LE ((guint32) page->size) };
  g_autoptr(GByteArray) payload = g_byte_array_new ();

  g_byte_array_append (payload, (const guint8 *) head, sizeof head);
  g_byte_array_append (payload, page->bytes, (guint) page->size);
  th_wire_frame_append (out, TH_WIRE_PAGES, payload->data, payload->len, 0);
  send_all (out);
}

static void
send_wrong (GByteArray *out)
{
  static const guint8 huge[] = { 0xff, 0xff, 0xff, 0xff, TH_WIRE_PAGES, 0, 0, 0 };

  if (is ("bad-cpu"))
    send_bad_cpu (out);
  if (is ("huge"))
    {
      g_byte_array_append (out, huge, sizeof huge);
      send_all (out);
    }
  while (is ("flood"))
    {
      agent_stream_pages (out, recorded, 0, recorded->pages->len, 0);
      send_all (out);
    }
  while (is ("text-flood"))
    {
      g_autofree char *text = g_strnfill (1 << 20, 'x');

      th_wire_file_append (out, TH_WIRE_FILE_KALLSYMS, "", text, 1 << 20, TRUE, 0);
      send_all (out);
    }
}

/* How far the recording is complete: up to the beginning of its last page. */
static void
send_until (GByteArray *out)
{
  gint64 last = G_MININT64;
  GVariantDict dict;

  for (guint i = 0; i < recorded->pages->len; i++)
    {
      gint64 stamp;

      memcpy (&stamp, g_array_index (recorded->pages, RecordedPage, i).bytes, sizeof stamp);
      last = MAX (last, GINT64_FROM_LE (stamp));
    }
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "until", "x", last);
  th_message_append (out, TH_WIRE_STATUS, g_variant_dict_end (&dict));
}

/* Whoever tests how a recording ends may want to see it begin. */
static void
wait_for_leave (void)
{
  const char *file = g_getenv ("FAKE_ENDS");

  while (file != NULL && !g_file_test (file, G_FILE_TEST_EXISTS))
    g_usleep (10000);
}

/* Without the numbers of events. */
static void
end_uncounted (GByteArray *out)
{
  g_autoptr(GVariant) stop = NULL;
  GVariantDict dict;

  expect (TH_WIRE_STOP, &stop);
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "reason", "s", "stopped");
  th_message_append (out, TH_WIRE_END, g_variant_dict_end (&dict));
  send_all (out);
}

static void
record (GByteArray *out,
        gboolean    is_measuring)
{
  /* "early": all pages before the stop; "hold": none; "hold-cut": none at all. */
  gboolean holds = is ("hold") || is ("hold-cut");
  guint n = recorded->pages->len, half = is ("early") ? n : holds ? 0 : n / 2;
  const char *file = g_getenv ("FAKE_STARTED"); /* exists once it was told to start */
  g_autoptr(GVariant) stop = NULL;

  if (file != NULL)
    g_assert_true (g_file_set_contents (file, "", 0, NULL));
  agent_stream_counters (out, "before");
  agent_stream_started (out);
  agent_stream_status (out, recorded, 0, 0, 0);
  send_all (out);
  send_wrong (out);
  if (!is_measuring)
    agent_stream_pages (out, recorded, 0, half, 1);
  agent_stream_texts (out, recorded);
  send_all (out);
  g_usleep (200000);
  if (!is ("uncounted"))
    agent_stream_status (out, recorded, 1000, 42000, 7);
  send_all (out);
  is_recording = TRUE;
  if (is ("cut") || is ("hold-cut") || is ("gives-up"))
    wait_for_leave ();
  if (is ("cut") || is ("hold-cut"))
    exit (0);
  if (is ("gives-up"))
    {
      agent_stream_end (out, recorded, "error", "the ring buffer\033 is gone");
      send_all (out);
      exit (1);
    }
  if (is ("uncounted"))
    {
      end_uncounted (out);
      return;
    }
  while (is ("deaf"))
    g_usleep (100000);
  if (!is ("trigger"))
    expect (TH_WIRE_STOP, &stop);
  is_recording = FALSE;
  if (!is_measuring)
    agent_stream_pages (out, recorded, half, n, 0);
  if (is ("until"))
    send_until (out);
  agent_stream_counters (out, "after");
  agent_stream_end (out, recorded, is ("trigger") ? "trigger" : "stopped", "");
  send_all (out);
}

static void
answer (GByteArray *out,
        GVariant   *question)
{
  static const char *const names[] = { "net:net_dev_queue", "net:netif_rx", "sched:sched_switch",
                                       "sched:sched_waking" };
  const char *what = th_message_get_string (question, "what", "");
  const char *nginx = g_getenv ("FAKE_NGINX"), *file = g_getenv ("FAKE_PROCESS");
  g_autofree char *running = NULL;
  gboolean is_known = file != NULL && g_file_get_contents (file, &running, NULL, NULL);
  const char *const processes[] = {
    "1 systemd", is_known ? running : nginx != NULL ? nginx : "4711 nginx", NULL
  };
  gboolean wants_processes = strcmp (what, "processes") == 0;
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "ticket", "u", (guint) th_message_get_uint (question, "ticket", 0));
  g_variant_dict_insert (&dict, "what", "s", what);
  g_variant_dict_insert_value (&dict, "names",
                               wants_processes ? g_variant_new_strv (processes, -1)
                               : g_variant_new_strv (names, strcmp (what, "events") == 0 ? 4 : 1));
  g_variant_dict_insert (&dict, "more", "b", FALSE);
  th_message_append (out, TH_WIRE_ANSWER, g_variant_dict_end (&dict));
  send_all (out);
}

/* Says what it was asked to record, for tests: on standard error, or in the file FAKE_TOLD. */
static void
tell (GVariant *configuration)
{
  g_autofree char *text = g_variant_print (configuration, FALSE);
  const char *file = g_getenv ("FAKE_TOLD");

  if (is ("tell"))
    g_printerr ("%s\n", text);
  if (file != NULL)
    g_assert_true (g_file_set_contents (file, text, -1, NULL));
}

/* The window may ask, or configure something else, before it starts. */
static gboolean
is_started (GByteArray *out,
            GVariant  **configuration)
{
  g_autoptr(GVariant) message = NULL;

  for (;;)
    {
      ThWireFrameType type;

      g_clear_pointer (&message, g_variant_unref);
      type = receive (&message);
      if (type == TH_WIRE_ASK)
        answer (out, message);
      else if (type == TH_WIRE_CONFIGURE)
        *configuration = g_steal_pointer (&message);
      else if (type != TH_WIRE_START)
        exit (7);
      if (type != TH_WIRE_ASK)
        return type == TH_WIRE_START;
    }
}

/* The kernel has no field "nosuch", and the event netif_rx has none that is called "protocol". */
static GVariant *
list_refused (GVariant *configuration)
{
  g_autoptr(GVariant) events = g_variant_lookup_value (configuration, "events",
                                                       G_VARIANT_TYPE ("a(ss)"));
  GVariantBuilder builder;
  GVariantIter iter;
  const char *name, *filter;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  g_variant_iter_init (&iter, events);
  while (g_variant_iter_next (&iter, "(&s&s)", &name, &filter))
    if (strstr (filter, "nosuch") != NULL ||
        (strstr (filter, "protocol") != NULL && strcmp (name, "net:netif_rx") == 0))
      {
        g_autofree char *what = g_strdup_printf ("%s: %s", name, filter);

        g_variant_builder_add (&builder, "(ss)", what, "Field not found");
      }
  return g_variant_builder_end (&builder);
}

static gboolean
configure (GByteArray *out,
           GVariant   *configuration)
{
  gboolean is_measuring = th_message_get_boolean (configuration, "measure", FALSE);
  g_autoptr(GVariant) other = NULL;

  tell (configuration);
  if ((is ("refuse") || is ("refuse-late")) && n_configured++ == 0)
    {
      g_usleep (is ("refuse-late") ? 800000 : 0);
      refuse (out);
      return TRUE;
    }
  if (is ("late"))
    g_usleep (1500000);
  agent_stream_configured (out, recorded, NULL, list_refused (configuration));
  if (is ("pages-first"))
    agent_stream_pages (out, recorded, 0, 1, 0);
  if (!is ("no-head"))
    agent_stream_head (out, recorded, is ("probes") ? "deep" : NULL);
  send_all (out);
  if (!is_started (out, &other))
    return configure (out, other);
  record (out, is_measuring);
  return is_measuring;
}

/* The code of what the machine cannot do, or NULL. */
static const char *
get_limit (void)
{
  if (is ("hidden"))
    return "hidden-symbols";

  return is ("no-tracefs") || is ("lockdown") ? scenario : NULL;
}

static void
greet (GByteArray *out)
{
  guint min = is ("too-new") ? 7 : is ("too-old") ? 0 : 1;
  guint max = is ("too-new") ? 8 : min;

  agent_stream_hello (out, recorded, min, max, get_limit ());
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();
  g_autoptr(GVariant) greeting = NULL;
  gboolean go_on = TRUE;

  g_assert_cmpint (argc, ==, 3);
  scenario = argv[1];
  fail_early ();
  recorded = recorded_new (argv[2]);
  reader = th_wire_frame_reader_new (TH_WIRE_FROM_WINDOW);

  greet (out);
  send_all (out);
  expect (TH_WIRE_GREET, &greeting);
  while (go_on)
    {
      g_autoptr(GVariant) message = NULL;

      switch (receive (&message))
        {
        case TH_WIRE_ASK:
          answer (out, message);
          break;
        case TH_WIRE_CONFIGURE:
          go_on = configure (out, message);
          break;
        case TH_WIRE_MARK:
          break;
        default:
          return 7;
        }
    }
  return 0;
}
