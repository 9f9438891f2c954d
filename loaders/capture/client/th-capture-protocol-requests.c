/* th-capture-protocol-requests.c - what is asked of an agent without changing what it does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-capture-protocol-private.h"
#include "th-message.h"

#define MAX_MARK 1000

/* Whether there is an agent that has said hello. */
static gboolean
can_send (ThCaptureProtocol *self)
{
  return self->state >= TH_CAPTURE_READY && !th_capture_protocol_is_over (self) &&
         self->resume.link == TH_CAPTURE_LINK_UP;
}

void
th_capture_protocol_ask (ThCaptureProtocol *self,
                         guint              ticket,
                         GVariant          *question)
{
  GVariantDict dict;

  if (!can_send (self))
    return;
  self->open_ticket = ticket;
  self->asked_us = self->now_us;
  g_variant_dict_init (&dict, question);
  g_variant_dict_insert (&dict, "ticket", "u", ticket);
  th_message_append (self->output, TH_WIRE_ASK, g_variant_dict_end (&dict));
}

gint64
th_capture_protocol_ask_for_time (ThCaptureProtocol *self)
{
  GVariantDict dict;

  if (self->clock == NULL || !self->is_configured || self->is_measuring ||
      self->resume.link != TH_CAPTURE_LINK_UP)
    return G_MAXINT64;
  if (self->now_us >= th_clock_samples_get_next (self->clock))
    {
      g_variant_dict_init (&dict, NULL);
      g_variant_dict_insert (&dict, "ticket", "u",
                             th_clock_samples_ask (self->clock, self->now_us));
      th_message_append (self->output, TH_WIRE_CLOCK, g_variant_dict_end (&dict));
    }
  return th_clock_samples_get_next (self->clock);
}

void
th_capture_protocol_mark (ThCaptureProtocol *self,
                          const char        *text)
{
  g_autofree char *cut = NULL;
  const char *end;
  GVariantDict dict;

  if (self->state != TH_CAPTURE_RECORDING || !can_send (self))
    return;
  cut = g_strndup (text, MAX_MARK);
  if (!g_utf8_validate (cut, -1, &end))
    cut[end - cut] = '\0';
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "text", "s", cut);
  th_message_append (self->output, TH_WIRE_MARK, g_variant_dict_end (&dict));
}

void
th_capture_protocol_alive (ThCaptureProtocol *self)
{
  if (can_send (self))
    th_wire_frame_append (self->output, TH_WIRE_ALIVE, NULL, 0, 0);
}
