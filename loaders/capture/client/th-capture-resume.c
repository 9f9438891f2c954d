/* th-capture-resume.c - takes up a recording again whose connection was lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-resume.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-capture-error.h"
#include "th-message.h"
#include "th-printable.h"

/* An agent keeps what was not acknowledged in a bounded queue. */
#define ACK_US (2 * G_TIME_SPAN_SECOND)
#define ACK_BYTES (2 << 20)
#define PAUSE_US G_TIME_SPAN_SECOND
#define ATTEMPT_US (20 * G_TIME_SPAN_SECOND)
#define MAX_TOKEN 200

void
th_capture_resume_greet (GByteArray *out,
                         guint64     max)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "version", "u", (guint) MIN (max, TH_PROTOCOL_MAX));
  th_message_append (out, TH_WIRE_GREET, g_variant_dict_end (&dict));
}

void
th_capture_resume_clear (ThCaptureResume *self)
{
  g_free (self->token);
  g_free (self->reason);
  *self = (ThCaptureResume) { .link = TH_CAPTURE_LINK_UP };
}

void
th_capture_resume_configure (ThCaptureResume *self,
                             GVariant        *configured,
                             guint            seconds)
{
  const char *token = th_message_get_string (configured, "resume", "");

  th_capture_resume_clear (self);
  if (*token == '\0' || strlen (token) > MAX_TOKEN || seconds == 0)
    return;
  self->token = g_strdup (token);
  self->seconds = seconds;
}

void
th_capture_resume_acknowledge (ThCaptureResume *self,
                               GByteArray      *out,
                               guint64          n_received,
                               gint64           now_us,
                               gboolean         now)
{
  GVariantDict dict;

  if (self->token == NULL || self->link != TH_CAPTURE_LINK_UP || self->n_frames == self->n_acked)
    return;
  if (!now && now_us - self->ack_us < ACK_US && n_received - self->bytes_acked < ACK_BYTES)
    return;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "frames", "t", self->n_frames);
  th_message_append (out, TH_WIRE_ACK, g_variant_dict_end (&dict));
  self->n_acked = self->n_frames;
  self->bytes_acked = n_received;
  self->ack_us = now_us;
}

/* --- attempts -------------------------------------------------------------- */

gboolean
th_capture_resume_lose (ThCaptureResume *self,
                        const char      *reason,
                        gint64           now_us)
{
  if (self->token == NULL)
    return FALSE;
  if (self->link == TH_CAPTURE_LINK_UP)
    {
      self->deadline_us = now_us + self->seconds * G_TIME_SPAN_SECOND;
      self->n_attempts = 0;
    }

  self->attempt_us = self->link == TH_CAPTURE_LINK_UP ? now_us : now_us + PAUSE_US;
  self->link = TH_CAPTURE_LINK_LOST;
  if (reason != self->reason)
    {
      g_free (self->reason);
      self->reason = g_strdup (reason);
    }
  return self->attempt_us < self->deadline_us;
}

void
th_capture_resume_connect (ThCaptureResume *self,
                           gint64           now_us)
{
  self->link = TH_CAPTURE_LINK_GREETING;
  self->n_attempts++;
  self->attempt_us = now_us;
}

gboolean
th_capture_resume_is_late (ThCaptureResume *self,
                           gint64           now_us)
{
  return self->link != TH_CAPTURE_LINK_UP &&
         (now_us >= self->deadline_us ||
          (self->link != TH_CAPTURE_LINK_LOST && now_us - self->attempt_us >= ATTEMPT_US));
}

/* --- frames ---------------------------------------------------------------- */

static ThCaptureResumeResult
fail (ThCaptureResumeResult  result,
      const char            *text,
      char                 **reason)
{
  *reason = th_printable_line (text);
  return result;
}

static ThCaptureResumeResult
take_hello (ThCaptureResume  *self,
            GVariant         *hello,
            GByteArray       *out,
            char            **reason)
{
  guint64 min = th_message_get_uint (hello, "version-min", 0);
  guint64 max = th_message_get_uint (hello, "version-max", 0);
  g_autoptr(GError) error = th_capture_error_new_version (min, max);
  GVariantDict dict;

  if (error != NULL)
    return fail (TH_CAPTURE_RESUME_REFUSED, error->message, reason);

  th_capture_resume_greet (out, max);
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "resume", "s", self->token);
  g_variant_dict_insert (&dict, "frames", "t", self->n_frames);
  th_message_append (out, TH_WIRE_RESUME, g_variant_dict_end (&dict));
  self->link = TH_CAPTURE_LINK_RESUMING;
  return TH_CAPTURE_RESUME_GOES_ON;
}

static ThCaptureResumeResult
take_resumed (ThCaptureResume  *self,
              GVariant         *resumed,
              char            **reason)
{
  if (th_message_get_uint (resumed, "frames", G_MAXUINT64) != self->n_frames)
    return fail (TH_CAPTURE_RESUME_REFUSED, _("the agent continues at another place"), reason);

  self->link = TH_CAPTURE_LINK_UP;
  self->n_acked = 0; /* the next ACK is sent at once */
  self->ack_us = 0;
  self->n_resumed++;
  g_clear_pointer (&self->reason, g_free);
  return TH_CAPTURE_RESUME_GOES_ON;
}

static ThCaptureResumeResult
take_refusal (GVariant  *refusal,
              char     **reason)
{
  gboolean is_busy = strcmp (th_message_get_string (refusal, "code", ""), "busy") == 0;
  g_autofree char *text = th_capture_error_describe_refusal (refusal);

  return fail (is_busy ? TH_CAPTURE_RESUME_FAILED : TH_CAPTURE_RESUME_REFUSED, text, reason);
}

ThCaptureResumeResult
th_capture_resume_take (ThCaptureResume    *self,
                        const ThWireFrame  *frame,
                        GByteArray         *out,
                        char              **reason)
{
  gboolean is_resuming = self->link == TH_CAPTURE_LINK_RESUMING;
  g_autoptr(GVariant) message = NULL;

  if (frame->type != TH_WIRE_REFUSAL &&
      frame->type != (is_resuming ? TH_WIRE_RESUMED : TH_WIRE_HELLO))
    return fail (TH_CAPTURE_RESUME_FAILED, _("a frame arrived out of order"), reason);
  if ((message = th_message_parse (frame, NULL)) == NULL)
    return fail (TH_CAPTURE_RESUME_FAILED, _("a frame arrived damaged"), reason);

  if (frame->type == TH_WIRE_REFUSAL)
    return take_refusal (message, reason);
  return is_resuming ? take_resumed (self, message, reason)
         : take_hello (self, message, out, reason);
}
