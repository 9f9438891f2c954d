/* th-capture-protocol.c - the window's side of the protocol, as a function of bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-protocol-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-capture-error.h"
#include "th-message.h"
#include "th-printable.h"

/* How long received data may wait until it is part of the file: short enough for a live view. */
#define COMMIT_US (60 * G_TIME_SPAN_MILLISECOND)
/* The ticket of the question whose answer arrives after the head; tickets of th_capture_ask() begin
 * with 1. */
#define HEAD_TICKET 0u

ThCaptureProtocol *
th_capture_protocol_new (ThCaptureAnswered answered,
                         gpointer          data)
{
  ThCaptureProtocol *self = g_new0 (ThCaptureProtocol, 1);

  self->reader = th_wire_frame_reader_new (TH_WIRE_FROM_AGENT);
  self->output = g_byte_array_new ();
  self->answered = answered;
  self->data = data;
  return self;
}

/* A file that has only a head is removed. */
static void
finish_file (ThCaptureProtocol  *self,
             double              keep_seconds,
             GError            **error)
{
  if (self->has_started)
    th_capture_recording_finish (self->recording, keep_seconds, error);
  else
    th_capture_recording_discard (self->recording);
}

static void
clear_recording (ThCaptureProtocol *self)
{
  g_clear_pointer (&self->recording, th_capture_recording_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->origin, g_bytes_unref);
  self->is_configured = FALSE;
  self->has_started = FALSE;
  self->wants_stop = FALSE;
  self->is_measuring = FALSE;
  self->is_checking = FALSE;
  self->is_held = FALSE;
  g_clear_pointer (&self->withdrawal, g_free);
  self->keep_seconds = 0;
  self->stop_us = 0;
  self->rest = (ThCaptureRest) { 0 };
  th_capture_resume_clear (&self->resume);
}

void
th_capture_protocol_free (ThCaptureProtocol *self)
{
  if (self == NULL)
    return;
  if (self->recording != NULL && self->state < TH_CAPTURE_ENDED)
    finish_file (self, 0, NULL);
  clear_recording (self);
  g_clear_pointer (&self->report, th_capture_report_free);
  g_clear_pointer (&self->hello, g_variant_unref);
  g_clear_pointer (&self->configured, g_variant_unref);
  g_clear_pointer (&self->end, g_variant_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->clock, th_clock_samples_free);
  th_wire_frame_reader_free (self->reader);
  g_byte_array_unref (self->output);
  g_free (self->refusal);
  g_free (self);
}

static void
set_state (ThCaptureProtocol *self,
           ThCaptureState     state)
{
  self->state = state;
  self->n_changes++;
}

/* --- sending --------------------------------------------------------------- */

static void
send_empty (ThCaptureProtocol *self,
            ThWireFrameType    type)
{
  th_wire_frame_append (self->output, type, NULL, 0, 0);
}

/* @abandon: an agent that could be resumed must not wait for that. */
static void
send_stop (ThCaptureProtocol *self,
           gboolean           abandon)
{
  GVariantDict dict;

  th_capture_rest_begin (&self->rest, self->now_us);
  g_variant_dict_init (&dict, NULL);
  if (abandon)
    g_variant_dict_insert (&dict, "abandon", "b", TRUE);
  th_message_append (self->output, TH_WIRE_STOP, g_variant_dict_end (&dict));
}

/* The window is done with an agent that has not sent its END. */
static void
abandon (ThCaptureProtocol *self)
{
  if (self->resume.token != NULL && self->resume.link == TH_CAPTURE_LINK_UP)
    send_stop (self, TRUE);
}

/* --- ends ------------------------------------------------------------------ */

/* Finishes the file, if there is one; an error of that is kept unless there was one before. */
static void
finish_recording (ThCaptureProtocol *self)
{
  if (self->recording != NULL)
    finish_file (self, self->keep_seconds, self->error == NULL ? &self->error : NULL);
}

/* Takes @error. */
static void
fail (ThCaptureProtocol *self,
      GError            *error)
{
  if (th_capture_protocol_is_over (self))
    {
      g_error_free (error);
      return;
    }
  self->error = error;
  abandon (self);
  finish_recording (self);
  set_state (self, TH_CAPTURE_FAILED);
}

static void
fail_code (ThCaptureProtocol *self,
           ThCaptureError     code,
           const char        *message)
{
  fail (self, g_error_new_literal (TH_CAPTURE_ERROR, code, message));
}

static void
end (ThCaptureProtocol *self)
{
  finish_recording (self);
  set_state (self, self->error != NULL ? TH_CAPTURE_FAILED : TH_CAPTURE_ENDED);
}

/* --- the beginning --------------------------------------------------------- */

static void
take_hello (ThCaptureProtocol *self,
            GVariant          *hello)
{
  guint64 min = th_message_get_uint (hello, "version-min", 0);
  guint64 max = th_message_get_uint (hello, "version-max", 0);
  GError *error;

  self->hello = g_variant_ref (hello);
  if ((error = th_capture_error_new_version (min, max)) != NULL ||
      (error = th_capture_error_new_limits (hello)) != NULL)
    {
      fail (self, error);
      return;
    }
  th_capture_resume_greet (self->output, max);
  set_state (self, TH_CAPTURE_READY);
}

/* The recording does not start; another one may. */
static void
refuse (ThCaptureProtocol *self,
        const char        *reason)
{
  if (self->recording != NULL)
    th_capture_recording_discard (self->recording);
  clear_recording (self);
  g_free (self->refusal);
  self->refusal = g_strdup (reason);
  set_state (self, TH_CAPTURE_READY);
}

static void
take_refusal (ThCaptureProtocol *self,
              GVariant          *refusal)
{
  guint64 what = th_message_get_uint (refusal, "what", 0);
  g_autofree char *text = th_capture_error_describe_refusal (refusal);

  /* A question or a mark that is refused changes nothing. */
  if (what == TH_WIRE_ASK || what == TH_WIRE_MARK)
    {
      g_debug ("refused: %s", text);
      return;
    }
  if (self->state == TH_CAPTURE_STARTING && !self->has_started)
    refuse (self, text);
  else
    fail_code (self, TH_CAPTURE_ERROR_REFUSED, text);
}

/* --- the start ------------------------------------------------------------- */

static void
send_start (ThCaptureProtocol *self)
{
  self->is_held = FALSE;
  self->asked_us = self->now_us;
  send_empty (self, TH_WIRE_START);
}

/* The target has accepted everything. */
static void
accept_configuration (ThCaptureProtocol *self)
{
  if (self->withdrawal != NULL)
    {
      g_autofree char *reason = g_steal_pointer (&self->withdrawal);

      refuse (self, reason);
    }
  else if (self->holds && self->state == TH_CAPTURE_STARTING && !self->is_measuring)
    {
      self->is_held = TRUE;
      self->n_changes++;
    }
  else
    send_start (self);
}

void
th_capture_protocol_release (ThCaptureProtocol *self)
{
  self->holds = FALSE;
  if (self->is_held)
    send_start (self);
}

void
th_capture_protocol_withdraw (ThCaptureProtocol *self,
                              const char        *reason)
{
  self->holds = FALSE;
  if (self->is_held)
    refuse (self, reason);
  else if (self->state == TH_CAPTURE_STARTING && !self->has_started)
    {
      g_free (self->withdrawal);
      self->withdrawal = g_strdup (reason);
    }
}

/* --- the check of the head ------------------------------------------------- */

/* The agent answers in order, so the answer to this question comes after the formats. */
static void
await_head (ThCaptureProtocol *self)
{
  GVariantDict dict;

  self->is_checking = TRUE;
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "ticket", "u", HEAD_TICKET);
  g_variant_dict_insert (&dict, "what", "s", "format");
  g_variant_dict_insert (&dict, "match", "s", "ftrace:print");
  th_message_append (self->output, TH_WIRE_ASK, g_variant_dict_end (&dict));
}

/* FALSE: the capture has failed. */
static gboolean
write_head (ThCaptureProtocol *self)
{
  GError *error = NULL;

  if (self->recording == NULL || th_capture_recording_get_feed (self->recording) != NULL ||
      th_capture_recording_begin (self->recording, &error))
    return TRUE;
  fail (self, error);
  return FALSE;
}

/* A recording that is to be stopped at once needs no check. */
static void
check_head (ThCaptureProtocol *self)
{
  g_autoptr(GError) error = NULL;

  self->is_checking = FALSE;
  if (self->check == NULL)
    {
      accept_configuration (self);
      return;
    }
  if (!write_head (self))
    return;
  if (self->state != TH_CAPTURE_STARTING ||
      self->check (th_capture_recording_get_path (self->recording),
                   th_capture_recording_get_feed (self->recording), self->check_data, &error))
    accept_configuration (self);
  else
    refuse (self, error->message);
}

void
th_capture_protocol_check_head (ThCaptureProtocol *self,
                                ThCaptureCheck     check,
                                gpointer           data)
{
  self->check = check;
  self->check_data = data;
}

/* --- frames ---------------------------------------------------------------- */

static void
take_answer (ThCaptureProtocol *self,
             GVariant          *answer)
{
  guint ticket = (guint) th_message_get_uint (answer, "ticket", 0);

  if (ticket == self->open_ticket)
    self->open_ticket = 0;
  if (ticket == HEAD_TICKET && self->is_checking)
    check_head (self);
  else if (self->answered != NULL)
    self->answered (ticket, answer, self->data);
}

static void
take_configured (ThCaptureProtocol *self,
                 GVariant          *configured)
{
  g_autoptr(GError) error = NULL;

  self->configured = g_variant_ref (configured);
  self->is_configured = TRUE;
  th_capture_rest_accept (&self->rest, configured);
  if (!self->is_measuring)
    {
      th_capture_resume_configure (&self->resume, configured, self->resume_seconds);
      self->recording = th_capture_recording_new (self->path, self->limit, self->hello,
                                                  configured, &error);
      if (self->recording == NULL)
        {
          fail (self, g_steal_pointer (&error));
          return;
        }
      th_capture_protocol_set_origin (self);
    }
  /* The head has to arrive before a recording can be withdrawn, so that none of it follows. */
  if (self->recording != NULL && (self->check != NULL || self->holds))
    await_head (self);
  else
    accept_configuration (self);
}

static void
take_file (ThCaptureProtocol *self,
           const ThWireFrame *frame)
{
  ThWireFile file = { 0 };
  GError *error = NULL;

  if (!th_wire_file_parse (frame, &file, &error))
    fail (self, th_capture_error_new_protocol (error));
  else if (self->recording != NULL &&
           !th_capture_recording_add_file (self->recording, &file, &error))
    fail (self, error);
  g_free (file.name);
}

/* A measurement has no recording, so its CPUs are read from the same frame. */
static void
make_report (ThCaptureProtocol *self)
{
  g_autoptr(GVariant) list = g_variant_lookup_value (self->configured, "cpus",
                                                     G_VARIANT_TYPE ("au"));
  gsize n = 0;
  const guint32 *cpus = list != NULL ? g_variant_get_fixed_array (list, &n, sizeof *cpus) : NULL;

  g_clear_pointer (&self->report, th_capture_report_free);
  self->report = th_capture_report_new (cpus, (guint) MIN (n, 65535), self->now_us);
}

static void
take_started (ThCaptureProtocol *self)
{
  if (!write_head (self))
    return;
  self->has_started = TRUE;
  make_report (self);
  if (self->is_measuring)
    self->stop_us = self->now_us + (gint64) (self->seconds * G_USEC_PER_SEC);
  if (self->state == TH_CAPTURE_STARTING)
    set_state (self, TH_CAPTURE_RECORDING);
  if (self->wants_stop)
    send_stop (self, FALSE);
}

static void
take_pages (ThCaptureProtocol *self,
            const ThWireFrame *frame)
{
  GError *error = NULL;

  /* A measurement has none. */
  if (self->recording == NULL)
    fail_code (self, TH_CAPTURE_ERROR_PROTOCOL,
               _("The agent sends pages that were not requested."));
  else if (!th_capture_recording_add_pages (self->recording, frame->payload, frame->size, &error))
    fail (self, error);
  else if (th_capture_rest_check (&self->rest, self->now_us) == TH_CAPTURE_REST_TOO_MUCH)
    fail_code (self, TH_CAPTURE_ERROR_PROTOCOL,
               _("The agent goes on recording although it was told to stop. Everything that had "
                 "arrived is kept."));
}

static void
take_status (ThCaptureProtocol *self,
             GVariant          *status)
{
  gint64 until = th_message_get_int (status, "until", G_MININT64);

  if (self->recording != NULL && until != G_MININT64)
    th_capture_recording_set_until (self->recording, until);
  if (self->report != NULL)
    th_capture_report_add (self->report, status, self->now_us, self->n_received);
}

static void
take_time (ThCaptureProtocol *self,
           GVariant          *message)
{
  if (self->clock != NULL)
    th_clock_samples_answer (self->clock, th_message_get_uint (message, "ticket", 0), self->now_us,
                             th_message_get_int (message, "time", G_MININT64));
}

static void
take_counters (ThCaptureProtocol *self,
               GVariant          *counters)
{
  th_capture_rest_add (&self->rest, 0, self->now_us);
  if (self->recording != NULL)
    th_capture_recording_add_counters (self->recording, counters);
}

static void
take_end (ThCaptureProtocol *self,
          GVariant          *message)
{
  const char *reason = th_message_get_string (message, "reason", "");

  g_clear_pointer (&self->end, g_variant_unref);
  self->end = g_variant_ref (message);
  if (self->report != NULL)
    th_capture_report_add (self->report, message, self->now_us, self->n_received);
  if (self->report != NULL && self->recording != NULL)
    th_capture_recording_set_lost (self->recording,
                                   th_capture_report_get (self->report)->n_lost);
  /* An agent whose END is not acknowledged would wait for another connection. */
  th_capture_resume_acknowledge (&self->resume, self->output, self->n_received, self->now_us, TRUE);
  if (strcmp (reason, "stopped") != 0 && strcmp (reason, "trigger") != 0)
    fail (self, th_capture_error_new_end (message));
  else if (self->is_measuring)
    {
      clear_recording (self);
      set_state (self, TH_CAPTURE_READY);
    }
  else
    end (self);
}

/* --- order ----------------------------------------------------------------- */

#define IN(state) (1u << TH_CAPTURE_##state)

/* The frames with a dictionary, and when they may come.  While STOPPING the rest arrives. */
static const struct
{
  ThWireFrameType type;
  guint           states;
  gboolean        is_first; /* it does not come twice: not once there is a configuration */
  void          (*take) (ThCaptureProtocol *self,
                         GVariant          *message);
} messages[] = {
  { TH_WIRE_HELLO, IN (CONNECTING), TRUE, take_hello },
  { TH_WIRE_REFUSAL, IN (READY) | IN (STARTING) | IN (RECORDING) | IN (STOPPING), FALSE,
    take_refusal },
  { TH_WIRE_ANSWER, IN (READY) | IN (STARTING) | IN (RECORDING) | IN (STOPPING), FALSE,
    take_answer },
  { TH_WIRE_CONFIGURED, IN (STARTING) | IN (STOPPING), TRUE, take_configured },
  { TH_WIRE_STATUS, IN (STARTING) | IN (RECORDING) | IN (STOPPING), FALSE, take_status },
  { TH_WIRE_TIME, IN (READY) | IN (STARTING) | IN (RECORDING) | IN (STOPPING), FALSE, take_time },
  { TH_WIRE_COUNTERS, IN (STARTING) | IN (RECORDING) | IN (STOPPING), FALSE,
    take_counters },
  { TH_WIRE_END, IN (STARTING) | IN (RECORDING) | IN (STOPPING), FALSE, take_end },
};

static void
fail_order (ThCaptureProtocol *self,
            const ThWireFrame *frame)
{
  g_autofree char *reason =
    g_strdup_printf (_("The agent sends a frame of type %u out of order."), frame->type);

  fail_code (self, TH_CAPTURE_ERROR_PROTOCOL, reason);
}

static gboolean
is_in (ThCaptureProtocol *self,
       guint              states)
{
  return (states & (1u << self->state)) != 0;
}

static void
take_message (ThCaptureProtocol *self,
              const ThWireFrame *frame,
              guint              index)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GVariant) message = NULL;

  if (!is_in (self, messages[index].states) ||
      (messages[index].is_first && self->is_configured))
    {
      fail_order (self, frame);
      return;
    }
  if (!(message = th_message_parse (frame, &error)))
    fail (self, th_capture_error_new_protocol (g_steal_pointer (&error)));
  else
    messages[index].take (self, message);
}

static void
take_frame (ThCaptureProtocol *self,
            const ThWireFrame *frame)
{
  const guint receiving = IN (STARTING) | IN (RECORDING) | IN (STOPPING);

  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (messages[i].type == frame->type)
      {
        take_message (self, frame, i);
        return;
      }

  th_capture_rest_add (&self->rest, frame->type == TH_WIRE_PAGES ? frame->size : 0, self->now_us);
  if (!is_in (self, receiving) || !self->is_configured)
    fail_order (self, frame);
  else if (frame->type == TH_WIRE_FILE)
    take_file (self, frame);
  else if (frame->type == TH_WIRE_STARTED && !self->has_started && !self->is_checking)
    take_started (self);
  else if (frame->type == TH_WIRE_PAGES && self->has_started)
    take_pages (self, frame);
  else
    fail_order (self, frame);
}

/* --- a lost connection ------------------------------------------------------ */

static void
fail_connection (ThCaptureProtocol *self,
                 const char        *reason)
{
  g_autofree char *text =
    th_capture_error_describe_break (reason, self->resume.n_attempts > 0,
                                     self->recording != NULL && self->has_started);

  fail_code (self, TH_CAPTURE_ERROR_CONNECTION, text);
}

/* Either waits for another connection, or fails. */
static void
lose_connection (ThCaptureProtocol *self,
                 const char        *reason)
{
  gboolean was_up = self->resume.link == TH_CAPTURE_LINK_UP;

  if (!self->has_started || !th_capture_resume_lose (&self->resume, reason, self->now_us))
    {
      fail_connection (self, reason);
      return;
    }
  g_byte_array_set_size (self->output, 0);
  if (was_up)
    self->n_changes++;
}

/* A frame of a connection that is to replace the lost one. */
static void
take_resuming_frame (ThCaptureProtocol *self,
                     const ThWireFrame *frame)
{
  g_autofree char *reason = NULL;

  switch (th_capture_resume_take (&self->resume, frame, self->output, &reason))
    {
    case TH_CAPTURE_RESUME_FAILED:
      lose_connection (self, reason);
      break;
    case TH_CAPTURE_RESUME_REFUSED:
      fail_connection (self, reason);
      break;
    case TH_CAPTURE_RESUME_GOES_ON:
    default:
      if (self->resume.link != TH_CAPTURE_LINK_UP)
        return;
      self->n_changes++;
      /* The agent is not to blame for the time without a connection. */
      th_capture_rest_add (&self->rest, 0, self->now_us);
      if (self->state == TH_CAPTURE_STOPPING)
        send_stop (self, FALSE);
    }
}

void
th_capture_protocol_connected (ThCaptureProtocol *self)
{
  th_wire_frame_reader_free (self->reader);
  self->reader = th_wire_frame_reader_new (TH_WIRE_FROM_AGENT);
  g_byte_array_set_size (self->output, 0);
  th_capture_resume_connect (&self->resume, self->now_us);
}

/* --- bytes ----------------------------------------------------------------- */

/* The reason why the reader returns nothing more. */
static void
take_damage (ThCaptureProtocol *self,
             GError            *error)
{
  if (self->resume.link == TH_CAPTURE_LINK_UP)
    {
      fail (self, th_capture_error_new_protocol (error));
      return;
    }
  lose_connection (self, error->message);
  g_error_free (error);
}

static void
take_next_frame (ThCaptureProtocol *self,
                 const ThWireFrame *frame)
{
  if (self->resume.link != TH_CAPTURE_LINK_UP)
    {
      take_resuming_frame (self, frame);
      return;
    }
  if (self->is_configured)
    self->resume.n_frames++;
  take_frame (self, frame);
}

guint8 *
th_capture_protocol_get_room (ThCaptureProtocol *self,
                              gsize             *size)
{
  *size = 0;
  return th_capture_protocol_is_over (self)
         ? NULL : th_wire_frame_reader_get_room (self->reader, size);
}

void
th_capture_protocol_pushed (ThCaptureProtocol *self,
                            gsize              size,
                            gint64             now_us)
{
  GError *error = NULL;
  ThWireFrame frame;

  self->now_us = self->heard_us = now_us;
  self->n_received += size;
  th_wire_frame_reader_pushed (self->reader, size);
  while (!th_capture_protocol_is_over (self) && self->resume.link != TH_CAPTURE_LINK_LOST)
    switch (th_wire_frame_reader_next (self->reader, &frame, &error))
      {
      case TH_WIRE_READ_FRAME:
        take_next_frame (self, &frame);
        break;
      case TH_WIRE_READ_ERROR:
        take_damage (self, error);
        return;
      case TH_WIRE_READ_MORE:
      default:
        return;
      }
}

void
th_capture_protocol_closed (ThCaptureProtocol *self,
                            const GError      *error)
{
  g_autofree char *reason = error != NULL ? th_printable_line (error->message) : NULL;

  if (th_capture_protocol_is_over (self))
    return;
  if (self->state == TH_CAPTURE_CONNECTING)
    {
      /* The exit of the process tells whose fault it was (th-capture-error.h). */
      fail_code (self, TH_CAPTURE_ERROR_REACH, _("The connection ended."));
      return;
    }
  lose_connection (self, reason);
}

void
th_capture_protocol_hang_up (ThCaptureProtocol *self)
{
  if (th_capture_protocol_is_over (self))
    return;
  if (self->state == TH_CAPTURE_CONNECTING)
    fail_code (self, TH_CAPTURE_ERROR_REACH, _("The connection ended."));
  else
    fail_connection (self, NULL);
}

/* Gives up on an agent that says nothing, or does not end. */
static gboolean
end_wait (ThCaptureProtocol *self)
{
  guint patience = th_capture_protocol_get_patience (self);
  g_autoptr(GError) silence = NULL;

  if (patience > 0 && self->now_us - MAX (self->heard_us, self->asked_us) >
                      patience * G_TIME_SPAN_SECOND)
    {
      silence = th_capture_error_new_silence (patience);
      th_capture_protocol_closed (self, silence);
      return TRUE;
    }
  if (self->resume.link != TH_CAPTURE_LINK_UP ||
      th_capture_rest_check (&self->rest, self->now_us) != TH_CAPTURE_REST_LATE)
    return FALSE;

  fail_code (self, TH_CAPTURE_ERROR_CONNECTION,
             _("The agent did not end the recording when it was told to. Everything that had "
               "arrived is kept."));
  return TRUE;
}

gint64
th_capture_protocol_tick (ThCaptureProtocol *self,
                          gint64             now_us)
{
  GError *error = NULL;
  gint64 next = G_MAXINT64;

  self->now_us = now_us;
  if (th_capture_protocol_is_over (self))
    return next;
  if (end_wait (self))
    return now_us;
  if (th_capture_resume_is_late (&self->resume, now_us))
    {
      lose_connection (self, self->resume.reason);
      return now_us;
    }
  th_capture_resume_acknowledge (&self->resume, self->output, self->n_received, now_us, FALSE);
  next = th_capture_protocol_ask_for_time (self);
  if (self->stop_us > 0 && now_us >= self->stop_us)
    th_capture_protocol_stop (self, 0);
  else if (self->stop_us > 0)
    next = MIN (next, self->stop_us);

  if (self->recording == NULL || !th_capture_recording_is_pending (self->recording))
    return next;
  if (now_us - self->commit_us < COMMIT_US)
    return MIN (next, self->commit_us + COMMIT_US);
  self->commit_us = now_us;
  if (!th_capture_recording_commit (self->recording, &error))
    fail (self, error);
  return next;
}

/* --- requests -------------------------------------------------------------- */

GByteArray *
th_capture_protocol_get_output (ThCaptureProtocol *self)
{
  return self->output;
}

static void
configure (ThCaptureProtocol *self,
           GVariant          *configuration)
{
  GVariantDict dict;

  g_clear_pointer (&self->refusal, g_free);
  g_clear_pointer (&self->configured, g_variant_unref);
  g_variant_ref_sink (configuration);
  self->asked_us = self->now_us;
  th_capture_rest_ask (&self->rest, configuration);
  self->resume_seconds = (guint) MIN (th_message_get_uint (configuration, "resume", 0), 3600);
  g_variant_dict_init (&dict, configuration);
  th_capture_protocol_take_origin (self, &dict);
  if (self->is_measuring)
    {
      g_variant_dict_insert (&dict, "measure", "b", TRUE);
      g_variant_dict_remove (&dict, "resume");
    }
  g_variant_unref (configuration);
  th_message_append (self->output, TH_WIRE_CONFIGURE, g_variant_dict_end (&dict));
  set_state (self, TH_CAPTURE_STARTING);
}

void
th_capture_protocol_start (ThCaptureProtocol *self,
                           GVariant          *configuration,
                           const char        *path,
                           guint64            limit)
{
  if (self->state != TH_CAPTURE_READY)
    return;
  self->path = g_strdup (path);
  self->limit = limit;
  configure (self, configuration);
}

void
th_capture_protocol_measure (ThCaptureProtocol *self,
                             GVariant          *configuration,
                             double             seconds)
{
  if (self->state != TH_CAPTURE_READY)
    return;
  self->is_measuring = TRUE;
  self->seconds = CLAMP (seconds, 0.1, 3600);
  configure (self, configuration);
}

void
th_capture_protocol_stop (ThCaptureProtocol *self,
                          double             keep_seconds)
{
  if (self->state != TH_CAPTURE_STARTING && self->state != TH_CAPTURE_RECORDING)
    {
      /* Nothing was recorded. */
      if (self->state < TH_CAPTURE_STARTING)
        set_state (self, TH_CAPTURE_ENDED);
      return;
    }
  if (self->is_held)
    {
      th_capture_protocol_discard (self);
      return;
    }
  self->keep_seconds = keep_seconds;
  set_state (self, TH_CAPTURE_STOPPING);
  self->stop_us = 0;
  if (!self->has_started)
    self->wants_stop = TRUE;
  else if (self->resume.link == TH_CAPTURE_LINK_UP)
    send_stop (self, FALSE);
}

void
th_capture_protocol_discard (ThCaptureProtocol *self)
{
  if (th_capture_protocol_is_over (self))
    return;
  abandon (self);
  if (self->recording != NULL)
    th_capture_recording_discard (self->recording);
  clear_recording (self);
  set_state (self, TH_CAPTURE_ENDED);
}
