/* th-agent-lost.c - a recording whose connection is lost, until it is resumed or given up
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <unistd.h>

#include "th-agent-private.h"
#include "th-message.h"

/* A window that was heard later than this still has its connection. */
#define HEARD_US (3 * G_USEC_PER_SEC)

/* --- the agent that records -------------------------------------------------------------- */

gboolean
th_agent_may_resume (ThAgent *self)
{
  return self->resume_s > 0 &&
         (self->has_ended ||
          (self->recording != NULL && th_agent_recording_is_started (self->recording)));
}

/* Standard input and output lead nowhere, but stay in use. */
static void
close_line (ThAgent *self)
{
  int null = open ("/dev/null", O_RDWR | O_CLOEXEC);

  dup2 (null, self->in);
  dup2 (null, th_agent_output_get_fd (self->output));
  close (null);
}

void
th_agent_lose_line (ThAgent *self)
{
  if (self->lost_us != 0)
    return;
  self->lost_us = g_get_monotonic_time ();
  th_agent_output_detach (self->output);
  close_line (self);
  th_agent_handover_end_line (self->handover, 1);
  /* It may hold the first half of a frame. */
  th_wire_frame_reader_free (self->reader);
  self->reader = th_wire_frame_reader_new (TH_WIRE_FROM_WINDOW);
}

static gboolean
check_request (ThAgent  *self,
               guint64   n_frames,
               GError  **error)
{
  if (!th_agent_may_resume (self))
    g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_RESUME,
                         "That recording is not to be taken up");
  else if (self->lost_us == 0 && g_get_monotonic_time () - self->heard_us < HEARD_US)
    g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_BUSY,
                         "The connection of that recording is still in use");
  else if (!th_agent_output_acknowledge (self->output, n_frames))
    g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_RESUME,
                 "The recording cannot go on after %" G_GUINT64_FORMAT " frames", n_frames);
  else
    return TRUE;
  return FALSE;
}

static void
check_requests (ThAgent *self)
{
  guint64 n_frames;

  while (th_agent_handover_take_request (self->handover, &n_frames))
    {
      g_autoptr(GError) error = NULL;

      if (check_request (self, n_frames, &error))
        th_agent_handover_accept (self->handover);
      else
        th_agent_handover_refuse (self->handover, error);
    }
}

static void
check_line (ThAgent *self)
{
  int in, out;

  if (!th_agent_handover_take_line (self->handover, &in, &out))
    return;
  th_agent_lose_line (self);
  dup2 (in, self->in);
  dup2 (out, th_agent_output_get_fd (self->output));
  close (in);
  close (out);
  th_agent_handover_begin_line (self->handover);
  th_agent_output_attach (self->output);
  self->lost_us = 0;
  self->heard_us = g_get_monotonic_time ();
}

gboolean
th_agent_check_resume (ThAgent *self)
{
  if (self->handover == NULL)
    return TRUE;
  check_requests (self);
  check_line (self);
  return self->lost_us == 0 ||
         g_get_monotonic_time () - self->lost_us < self->resume_s * G_USEC_PER_SEC;
}

void
th_agent_abandon (ThAgent *self)
{
  self->resume_s = 0;
  th_agent_output_keep (self->output, FALSE);
}

/* --- the agent that brings a connection -------------------------------------------------- */

gboolean
th_agent_bring_line (ThAgent   *self,
                     GVariant  *message,
                     GError   **error)
{
  guint64 n_frames = th_message_get_uint (message, "frames", 0);
  GVariantDict dict;

  self->bringing = th_agent_handover_ask (th_message_get_string (message, "resume", ""), n_frames,
                                          error);
  if (self->bringing < 0)
    return FALSE;
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "frames", "t", n_frames);
  th_message_append (th_agent_output_get_bytes (self->output), TH_WIRE_RESUMED,
                     g_variant_dict_end (&dict));
  self->finished = TRUE;
  return TRUE;
}

gboolean
th_agent_pass_line (ThAgent *self)
{
  gboolean passed = th_agent_output_get_waiting (self->output) == 0 &&
                    !th_agent_output_is_broken (self->output) &&
                    th_agent_handover_pass (self->bringing, self->in,
                                            th_agent_output_get_fd (self->output));

  /* From here on the connection is the other agent's. */
  close_line (self);
  return passed;
}
