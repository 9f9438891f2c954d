/* th-agent-requests.c - what a window asks for, and why it is refused
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-agent-answers.h"
#include "th-agent-machine.h"
#include "th-agent-private.h"
#include "th-message.h"

#define MAX_MARK 1000

static void
send_refusal (ThAgent        *self,
              ThWireFrameType what,
              const GError   *error,
              const char     *detail)
{
  g_autofree char *message = g_utf8_make_valid (error->message, -1);
  g_autofree char *valid = g_utf8_make_valid (detail != NULL ? detail : "", -1);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "what", "u", (guint) what);
  g_variant_dict_insert (&dict, "code", "s", th_agent_error_get_code (error));
  g_variant_dict_insert (&dict, "message", "s", message);
  g_variant_dict_insert (&dict, "detail", "s", valid);
  th_message_append (th_agent_output_get_bytes (self->output), TH_WIRE_REFUSAL,
                     g_variant_dict_end (&dict));
}

static gboolean
check_order (ThAgent        *self,
             ThWireFrameType type,
             GError        **error)
{
  gboolean started = self->recording != NULL && th_agent_recording_is_started (self->recording);
  const char *wrong = NULL;

  if (!self->greeted && type != TH_WIRE_GREET && type != TH_WIRE_ALIVE)
    wrong = "The window has not greeted";
  else if (self->has_ended && type != TH_WIRE_ACK && type != TH_WIRE_ALIVE &&
           type != TH_WIRE_STOP && type != TH_WIRE_CLOCK)
    wrong = "The recording has ended";
  else if (started &&
           (type == TH_WIRE_ASK || type == TH_WIRE_CONFIGURE || type == TH_WIRE_START))
    wrong = "A recording is running";
  else if (self->recording != NULL && type == TH_WIRE_RESUME)
    wrong = "This agent has a recording of its own";
  else if (self->recording == NULL && (type == TH_WIRE_START || type == TH_WIRE_MARK))
    wrong = "Nothing is configured";
  if (wrong == NULL)
    return TRUE;
  g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_ORDER, wrong);
  return FALSE;
}

static gboolean
greet (ThAgent   *self,
       GVariant  *message,
       GError   **error)
{
  guint64 version = th_message_get_uint (message, "version", 0);

  self->greeted = version >= TH_PROTOCOL_MIN && version <= TH_PROTOCOL_MAX;
  if (!self->greeted)
    g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_VERSION,
                 "This agent speaks the versions %d to %d, not %" G_GUINT64_FORMAT,
                 TH_PROTOCOL_MIN, TH_PROTOCOL_MAX, version);
  return self->greeted;
}

static gboolean
answer (ThAgent   *self,
        GVariant  *message,
        GError   **error)
{
  GVariant *found = th_agent_answer (self->places, message, error);

  if (found != NULL)
    th_message_append (th_agent_output_get_bytes (self->output), TH_WIRE_ANSWER, found);
  return found != NULL;
}

void
th_agent_end_recording (ThAgent   *self,
                        GPtrArray *left)
{
  g_clear_pointer (&self->recording, th_agent_recording_free);
  if (self->instance != NULL)
    th_agent_instance_destroy (self->instance, left);
  self->instance = NULL;
}

static const char *
get_resume_name (ThAgent *self)
{
  return self->handover != NULL ? th_agent_handover_get_name (self->handover) : NULL;
}

/* A second configuration replaces the first.  If it fails, the instance goes, so that nothing of
 * it is left; the next one makes another. */
static gboolean
configure (ThAgent   *self,
           GVariant  *message,
           char     **detail,
           GError   **error)
{
  ThAgentPlan *plan = th_agent_plan_parse (message, error);

  if (plan == NULL)
    return FALSE;
  if (self->recording != NULL)
    th_agent_end_recording (self, NULL);
  if (self->places->tracefs == NULL)
    g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_TRACEFS, "tracefs is not mounted");
  else if (self->instance == NULL)
    self->instance = th_agent_instance_new (self->places, error);
  if (self->instance == NULL)
    {
      th_agent_plan_free (plan);
      return FALSE;
    }
  g_clear_pointer (&self->handover, th_agent_handover_free);
  self->handover = plan->resume_s > 0 ? th_agent_handover_new () : NULL;
  self->resume_s = self->handover != NULL ? plan->resume_s : 0;
  self->recording = th_agent_recording_new (self->places, self->instance, self->output, plan,
                                            get_resume_name (self), detail, error);
  if (self->recording == NULL)
    th_agent_end_recording (self, NULL);
  return self->recording != NULL;
}

static void
mark (ThAgent  *self,
      GVariant *message)
{
  const char *text = th_message_get_string (message, "text", "");

  if (*text != '\0' && strlen (text) <= MAX_MARK)
    th_agent_recording_mark (self->recording, text);
}

static gboolean
acknowledge (ThAgent   *self,
             GVariant  *message,
             GError   **error)
{
  if (th_agent_output_acknowledge (self->output, th_message_get_uint (message, "frames", 0)))
    return TRUE;
  g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_REQUEST,
                       "frames: so many have not been sent");
  self->finished = TRUE;
  return FALSE;
}

static void
tell_time (ThAgent  *self,
           GVariant *message)
{
  const char *clock = self->recording != NULL ? th_agent_recording_get_clock (self->recording)
                                              : "mono";
  GVariantDict dict;
  gint64 now;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "ticket", "u",
                         (guint32) th_message_get_uint (message, "ticket", 0));
  if (th_agent_read_clock (clock, &now))
    g_variant_dict_insert (&dict, "time", "x", now);
  th_message_append (th_agent_output_get_bytes (self->output), TH_WIRE_TIME,
                     g_variant_dict_end (&dict));
  /* What waits any longer is less exact. */
  th_agent_output_flush (self->output);
}

static void
stop (ThAgent  *self,
      GVariant *message)
{
  if (th_message_get_boolean (message, "abandon", FALSE))
    th_agent_abandon (self);
  if (self->has_ended)
    return;
  if (self->recording != NULL && th_agent_recording_is_started (self->recording))
    th_agent_recording_stop (self->recording, "stopped", "");
  else
    self->finished = TRUE;
}

static gboolean
obey (ThAgent        *self,
      ThWireFrameType type,
      GVariant       *message,
      char          **detail,
      GError        **error)
{
  if (!check_order (self, type, error))
    return FALSE;
  switch (type)
    {
    case TH_WIRE_GREET:
      return greet (self, message, error);
    case TH_WIRE_ASK:
      return answer (self, message, error);
    case TH_WIRE_CONFIGURE:
      return configure (self, message, detail, error);
    case TH_WIRE_START:
      th_agent_recording_start (self->recording);
      return TRUE;
    case TH_WIRE_MARK:
      mark (self, message);
      return TRUE;
    case TH_WIRE_STOP:
      stop (self, message);
      return TRUE;
    case TH_WIRE_ACK:
      return acknowledge (self, message, error);
    case TH_WIRE_RESUME:
      return th_agent_bring_line (self, message, error);
    case TH_WIRE_CLOCK:
      tell_time (self, message);
      return TRUE;
    default:
      return TRUE;
    }
}

static gboolean
has_message (ThWireFrameType type)
{
  return type != TH_WIRE_START && type != TH_WIRE_ALIVE;
}

void
th_agent_handle_frame (ThAgent           *self,
                       const ThWireFrame *frame)
{
  g_autoptr(GVariant) message = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *detail = NULL;

  self->heard_us = g_get_monotonic_time ();
  if (has_message (frame->type) && (message = th_message_parse (frame, &error)) == NULL)
    self->finished = TRUE;
  else if (obey (self, frame->type, message, &detail, &error))
    return;
  send_refusal (self, frame->type, error, detail);
}
