/* th-capture-protocol-state.c - what is known of a capture, and what its file says of it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-origin.h"
#include "th-capture-protocol-private.h"

/* An agent reports four times a second while it records, and answers at once. */
#define SILENCE_SECONDS 20
/* It may have to make large buffers and thousands of probes before it says anything. */
#define PREPARE_SECONDS 60

guint
th_capture_protocol_get_patience (ThCaptureProtocol *self)
{
  if (self->resume.link != TH_CAPTURE_LINK_UP)
    return 0;
  if (self->has_started)
    return SILENCE_SECONDS;
  if (self->state == TH_CAPTURE_READY)
    return self->open_ticket != 0 ? SILENCE_SECONDS : 0;
  return self->state > TH_CAPTURE_READY && !self->is_held ? PREPARE_SECONDS : 0;
}

gboolean
th_capture_protocol_is_lost (ThCaptureProtocol *self,
                             gint64            *retry_us)
{
  *retry_us = self->resume.attempt_us;
  return !th_capture_protocol_is_over (self) && self->resume.link == TH_CAPTURE_LINK_LOST;
}

gboolean
th_capture_protocol_is_resuming (ThCaptureProtocol *self)
{
  return !th_capture_protocol_is_over (self) && self->resume.link != TH_CAPTURE_LINK_UP;
}

guint
th_capture_protocol_get_n_resumed (ThCaptureProtocol *self)
{
  return self->resume.n_resumed;
}

ThCaptureState
th_capture_protocol_get_state (ThCaptureProtocol *self)
{
  return self->state;
}

guint
th_capture_protocol_get_n_changes (ThCaptureProtocol *self)
{
  return self->n_changes;
}

const GError *
th_capture_protocol_get_error (ThCaptureProtocol *self)
{
  return self->error;
}

const char *
th_capture_protocol_get_noise (ThCaptureProtocol *self)
{
  return th_wire_frame_reader_get_noise (self->reader);
}

GVariant *
th_capture_protocol_get_hello (ThCaptureProtocol *self)
{
  return self->hello;
}

GVariant *
th_capture_protocol_get_configured (ThCaptureProtocol *self)
{
  return self->configured;
}

GVariant *
th_capture_protocol_get_end (ThCaptureProtocol *self)
{
  return self->end;
}

const char *
th_capture_protocol_get_refusal (ThCaptureProtocol *self)
{
  return self->refusal;
}

const char *
th_capture_protocol_get_path (ThCaptureProtocol *self)
{
  return self->recording != NULL ? th_capture_recording_get_path (self->recording) : NULL;
}

ThFeed *
th_capture_protocol_get_feed (ThCaptureProtocol *self)
{
  return self->recording != NULL ? th_capture_recording_get_feed (self->recording) : NULL;
}

gint64
th_capture_protocol_get_span (ThCaptureProtocol *self)
{
  return self->recording != NULL ? th_capture_recording_get_span (self->recording)
                                 : TH_CAPTURE_NO_SPAN;
}

const ThCaptureStatus *
th_capture_protocol_get_status (ThCaptureProtocol *self)
{
  return self->report != NULL ? th_capture_report_get (self->report) : NULL;
}

gboolean
th_capture_protocol_get_clock (ThCaptureProtocol *self,
                               ThClockRelation   *relation)
{
  return self->clock != NULL && th_clock_samples_get (self->clock, relation);
}

/* --- what the next recording does ---------------------------------------------- */

void
th_capture_protocol_measure_clock (ThCaptureProtocol *self)
{
  if (self->clock == NULL)
    self->clock = th_clock_samples_new ();
}

void
th_capture_protocol_hold (ThCaptureProtocol *self)
{
  self->holds = TRUE;
}

gboolean
th_capture_protocol_is_held (ThCaptureProtocol *self)
{
  return self->is_held && !th_capture_protocol_is_over (self);
}

/* --- what becomes part of the file ------------------------------------------ */

void
th_capture_protocol_set_offset (ThCaptureProtocol *self,
                                gint64             offset,
                                gint64             error)
{
  if (self->recording != NULL && !th_capture_protocol_is_over (self))
    th_capture_recording_set_offset (self->recording, offset, error);
}

void
th_capture_protocol_take_origin (ThCaptureProtocol *self,
                                 GVariantDict      *configuration)
{
  g_autoptr(GVariant) origin = g_variant_dict_lookup_value (configuration, TH_CAPTURE_ORIGIN,
                                                            G_VARIANT_TYPE_BYTESTRING);

  g_clear_pointer (&self->origin, g_bytes_unref);
  if (origin == NULL)
    return;
  self->origin = g_variant_get_data_as_bytes (origin);
  g_variant_dict_remove (configuration, TH_CAPTURE_ORIGIN);
}

void
th_capture_protocol_set_origin (ThCaptureProtocol *self)
{
  g_autoptr(GBytes) origin = NULL;

  if (self->origin == NULL)
    return;
  origin = th_capture_origin_complete (self->origin, self->hello, self->configured);
  th_capture_recording_set_origin (self->recording, origin);
}
