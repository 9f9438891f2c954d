/* th-agent.c - one connection of thresher-agent, from its hello to its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "th-agent.h"
#include "th-agent-cleanup.h"
#include "th-agent-hello.h"
#include "th-agent-private.h"
#include "th-message.h"

/* The window sends something every two seconds. */
#define SILENCE_US (10 * G_USEC_PER_SEC)
/* Before its first frame, somebody may be typing a password. */
#define FIRST_SILENCE_US (60 * G_USEC_PER_SEC)
/* How long the last frames may wait for a connection that takes nothing. */
#define LAST_WAIT_MS 5000
/* More than a pipe holds. */
#define MAX_LAST_READS 64
/* What poll(2) waits for besides the buffers. */
#define N_FDS 4

static volatile sig_atomic_t was_signalled;

static void
signal_cb (int number)
{
  was_signalled = number;
}

/* A signal that is ignored already stays ignored: whoever started the agent wants it so. */
static void
catch_signals (void)
{
  static const int numbers[] = { SIGTERM, SIGINT, SIGHUP };

  signal (SIGPIPE, SIG_IGN);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      struct sigaction action = { .sa_handler = signal_cb }, before;

      if (sigaction (numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction (numbers[i], &action, NULL);
    }
}

/* --- hello and end ----------------------------------------------------------------------- */

static void
say_hello (ThAgent *self)
{
  GByteArray *bytes = th_agent_output_get_bytes (self->output);
  g_autoptr(GPtrArray) swept = NULL;
  g_autoptr(GError) obstacle = NULL;

  if (self->places->tracefs != NULL)
    {
      swept = th_agent_sweep (self->places);
      self->instance = th_agent_instance_new (self->places, &obstacle);
    }
  g_byte_array_append (bytes, th_wire_frame_magic, TH_WIRE_MAGIC_SIZE);
  th_message_append (bytes, TH_WIRE_HELLO,
                     th_agent_hello_new (self->places, self->instance, obstacle, swept));
}

static void
send_end (ThAgent *self)
{
  g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func (g_free);
  gboolean measured = th_agent_recording_is_measuring (self->recording);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  th_agent_recording_get_end (self->recording, &dict);
  th_agent_end_recording (self, left);
  g_variant_dict_insert_value (&dict, "left",
    g_variant_new_strv ((const char *const *) left->pdata, left->len));
  th_message_append (th_agent_output_get_bytes (self->output), TH_WIRE_END,
                     g_variant_dict_end (&dict));
  self->has_ended = !measured && self->resume_s > 0;
  self->finished = !measured && self->resume_s == 0;
}

/* Nobody listens any more, so nothing of the recording is sent. */
static void
break_off (ThAgent    *self,
           const char *reason,
           const char *message)
{
  self->finished = TRUE;
  if (self->recording == NULL || !th_agent_recording_is_started (self->recording))
    return;
  th_agent_recording_stop (self->recording, reason, message);
  send_end (self);
  self->finished = TRUE;
}

/* --- the connection ---------------------------------------------------------------------- */

static void
lose_line (ThAgent    *self,
           const char *reason,
           const char *message)
{
  if (th_agent_may_resume (self))
    th_agent_lose_line (self);
  else
    break_off (self, reason, message);
}

static void
refuse_stream (ThAgent      *self,
               const GError *error)
{
  fprintf (stderr, "thresher-agent: %s\n", error->message);
  break_off (self, "error", error->message);
}

static void
handle_frames (ThAgent *self)
{
  g_autoptr(GError) error = NULL;
  ThWireFrameRead read = TH_WIRE_READ_FRAME;
  ThWireFrame frame;

  /* Requests are read even if the output is slow: the window must be heard. */
  while (!self->finished && !th_agent_output_is_flooded (self->output) &&
         (read = th_wire_frame_reader_next (self->reader, &frame, &error)) == TH_WIRE_READ_FRAME)
    th_agent_handle_frame (self, &frame);
  if (read == TH_WIRE_READ_ERROR)
    refuse_stream (self, error);
}

static void
read_line (ThAgent *self)
{
  gsize size;
  guint8 *room = th_wire_frame_reader_get_room (self->reader, &size);
  gssize got = read (self->in, room, size);

  if (got > 0)
    {
      th_wire_frame_reader_pushed (self->reader, got);
      handle_frames (self);
    }
  else if (got == 0 || (errno != EINTR && errno != EAGAIN))
    lose_line (self, "line", "");
}

/* Input that arrived while the agent was busy has not been read yet. */
static gboolean
is_waiting_for_us (ThAgent *self)
{
  struct pollfd in = { self->in, POLLIN };

  return poll (&in, 1, 0) > 0;
}

/* Nobody takes the output any more.  What the window wrote before it left still counts: it may have
 * said that it leaves for good. */
static void
lose_output (ThAgent *self)
{
  for (guint i = 0; i < MAX_LAST_READS && !self->finished && self->lost_us == 0 &&
                    is_waiting_for_us (self); i++)
    read_line (self);
  if (!self->finished && self->lost_us == 0)
    lose_line (self, "line", "");
}

static void
check_silence (ThAgent *self)
{
  gint64 most = self->greeted ? SILENCE_US : FIRST_SILENCE_US;

  if (self->lost_us == 0 && g_get_monotonic_time () - self->heard_us > most &&
      (th_agent_output_is_flooded (self->output) || !is_waiting_for_us (self)))
    lose_line (self, "silence", "The window was not heard for too long");
}

static void
check_signal (ThAgent *self)
{
  int number = was_signalled;

  if (number == 0)
    return;
  was_signalled = 0;
  if (number == SIGHUP && th_agent_may_resume (self))
    th_agent_lose_line (self);
  else if (self->lost_us != 0)
    break_off (self, "stopped", "");
  else if (self->recording != NULL && th_agent_recording_is_started (self->recording))
    th_agent_recording_stop (self->recording, "stopped", "The agent was ended by a signal");
  else
    self->finished = TRUE;
}

/* --- the loop ---------------------------------------------------------------------------- */

/* poll(2) must wake in time for the silence, too. */
static int
get_timeout (ThAgent *self)
{
  int timeout = self->recording != NULL ? th_agent_recording_get_timeout (self->recording) : -1;

  return timeout < 0 ? 1000 : MIN (timeout, 1000);
}

static void
wait (ThAgent *self,
      GArray  *fds)
{
  gboolean lost = self->lost_us != 0;
  ThAgentHandover *handover = self->handover;
  struct pollfd own[N_FDS] = {
    { lost ? -1 : self->in, th_agent_output_is_flooded (self->output) ? 0 : POLLIN },
    { lost ? -1 : th_agent_output_get_fd (self->output),
      th_agent_output_get_waiting (self->output) > 0 ? POLLOUT : 0 },
    { handover != NULL ? th_agent_handover_get_signal_fd (handover) : -1, POLLIN },
    { handover != NULL ? th_agent_handover_get_socket (handover) : -1, POLLIN },
  };

  g_array_set_size (fds, 0);
  g_array_append_vals (fds, own, N_FDS);
  if (self->recording != NULL && th_agent_recording_is_started (self->recording))
    th_agent_recording_add_fds (self->recording, fds);
  if (poll ((struct pollfd *) fds->data, fds->len, get_timeout (self)) < 0)
    for (guint i = 0; i < fds->len; i++)
      g_array_index (fds, struct pollfd, i).revents = 0;
}

static void
turn (ThAgent *self,
      GArray  *fds)
{
  const struct pollfd *polled = (const struct pollfd *) fds->data;

  check_signal (self);
  handle_frames (self);
  if (!self->finished && polled[0].revents != 0 && !th_agent_output_is_flooded (self->output))
    read_line (self);
  if (!self->finished && self->recording != NULL &&
      th_agent_recording_is_started (self->recording) &&
      !th_agent_recording_step (self->recording, fds->len > N_FDS ? polled + N_FDS : NULL))
    send_end (self);
  if (!self->finished)
    check_silence (self);
  if (!th_agent_output_flush (self->output) && !self->finished)
    lose_output (self);
  if (!self->finished && !th_agent_check_resume (self))
    break_off (self, "line", "");
  if (self->has_ended && th_agent_output_has_arrived (self->output))
    self->finished = TRUE;
}

/* Sends the last frames, as long as the connection takes some of them now and then. */
static void
flush_last (ThAgent *self)
{
  struct pollfd out = { th_agent_output_get_fd (self->output), POLLOUT };

  while (self->lost_us == 0 && th_agent_output_flush (self->output) &&
         th_agent_output_get_waiting (self->output) > 0)
    if (poll (&out, 1, LAST_WAIT_MS) <= 0)
      return;
}

/* Leaves the connection to another agent; returns the status to exit with. */
static int
bring_line (ThAgent *self)
{
  gboolean passed = th_agent_pass_line (self);
  int status;

  th_agent_end_recording (self, NULL);
  status = passed ? th_agent_handover_wait (self->bringing) : 1;
  close (self->bringing);
  return status;
}

int
th_agent_run (const ThAgentPlaces *places,
              int                  in,
              int                  out)
{
  g_autoptr(GArray) fds = g_array_new (FALSE, FALSE, sizeof (struct pollfd));
  ThAgent self = { places, .in = in, .bringing = -1 };
  int status;

  catch_signals ();
  th_agent_handover_block_signal ();
  self.output = th_agent_output_new (out);
  self.reader = th_wire_frame_reader_new (TH_WIRE_FROM_WINDOW);
  say_hello (&self);
  self.heard_us = g_get_monotonic_time ();
  while (!self.finished)
    {
      wait (&self, fds);
      turn (&self, fds);
    }

  if (self.bringing < 0)
    th_agent_end_recording (&self, NULL);
  flush_last (&self);
  status = th_agent_output_is_broken (self.output) ? 1 : 0;
  if (self.bringing >= 0)
    status = bring_line (&self);
  if (self.handover != NULL)
    th_agent_handover_end_line (self.handover, status);
  g_clear_pointer (&self.handover, th_agent_handover_free);
  th_wire_frame_reader_free (self.reader);
  th_agent_output_free (self.output);
  return status;
}
